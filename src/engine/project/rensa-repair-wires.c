/* rensa-repair-wires.c: what might mend open inputs, wires and outputs.
 * SPDX-License-Identifier: MIT */

#include "rensa-repair-private.h"

#include "rensa-edit.h"

/* So many sources are tried for an open input. */
#define MAX_SOURCES 4

/* Scope, from and to. */
static gboolean
apply_connect (RensaDocument *document, char **args, GError **error)
{
  return rensa_document_connect (document, args[0], args[1], args[2], error);
}

static gboolean
apply_disconnect (RensaDocument *document, char **args, GError **error)
{
  return rensa_document_disconnect (document, args[0], args[1], args[2], error);
}

/* Scope and name. */
static gboolean
apply_output (RensaDocument *document, char **args, GError **error)
{
  return rensa_document_set_output (document, args[0], args[1], error);
}

/* Scope. */
static gboolean
apply_input (RensaDocument *document, char **args, GError **error)
{
  g_autofree char *name = rensa_document_add_node (document, args[0], "Input", NULL, 0, 0, error);

  return name != NULL && rensa_document_tidy (document, args[0], error);
}

static gboolean
feeds_something (RensaModel *model, int number)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      const GArray *sources = rensa_model_get_node (model, i)->sources;

      for (guint j = 0; j < sources->len; j++)
        if (g_array_index (sources, RensaModelSource, j).node == number)
          return TRUE;
    }
  return FALSE;
}

static void
offer_connection (RensaRepairing *self, int from, const RensaModelNode *to, const char *port)
{
  const char *name = rensa_model_get_node (self->model, from)->name;
  g_autofree char *text =
      to->ports->len > 1 && port != NULL ? g_strdup_printf ("%s:%s", to->name, port) : g_strdup (to->name);

  rensa_repairing_add (self, apply_connect, g_strdup_printf (_ ("Connect %s to %s"), name, to->name), self->scope, name,
                       text, NULL);
}

/* First what leads nowhere yet, the last one first; then the other nodes before this one. */
static void
offer_for_open_input (RensaRepairing *self)
{
  const int n = (int) self->model->nodes->len;

  for (int i = n - 1; i >= 0; i--)
    if (i != self->number && !feeds_something (self->model, i) && self->repairs->len < MAX_SOURCES)
      offer_connection (self, i, self->node, self->mistake->detail);
  for (int i = self->number - 1; i >= 0 && self->repairs->len < MAX_SOURCES; i--)
    if (feeds_something (self->model, i))
      offer_connection (self, i, self->node, self->mistake->detail);
  rensa_repairs_offer_removal (self);
}

static void
offer_for_wire (RensaRepairing *self)
{
  g_autoptr (GPtrArray) edges = rensa_document_list_edges (self->document, self->scope);
  const RensaOutlineEdge *edge =
      self->mistake->edge >= 0 && self->mistake->edge < (int) edges->len ? edges->pdata[self->mistake->edge] : NULL;
  const int target = edge != NULL && edge->to != NULL ? rensa_model_find_node (self->model, edge->to) : -1;

  /* What leads nowhere may be what was meant to come in there. */
  for (int i = 0; self->mistake->kind == RENSA_MISTAKE_CYCLE && target >= 0 && i < (int) self->model->nodes->len; i++)
    if (!feeds_something (self->model, i) && self->repairs->len < MAX_SOURCES)
      offer_connection (self, i, rensa_model_get_node (self->model, target), edge->port);
  if (edge != NULL)
    rensa_repairing_add (self, apply_disconnect,
                         g_strdup_printf (_ ("Remove the wire from %s to %s"), edge->from_text, edge->to_text),
                         self->scope, edge->from_text, edge->to_text, NULL);
}

/* The name of a required input of the node without a wire; NULL where all have one. */
static const char *
find_open_port (const RensaModelNode *node)
{
  for (guint i = 0; i < node->ports->len; i++)
    {
      const RensaModelPort *port = &g_array_index (node->ports, RensaModelPort, i);

      if (!port->optional && (i >= node->sources->len || g_array_index (node->sources, RensaModelSource, i).node < 0))
        return port->name;
    }
  return NULL;
}

static void
offer_open_inputs (RensaRepairing *self)
{
  for (guint i = 0; i < self->model->nodes->len && self->repairs->len < MAX_SOURCES; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (self->model, i);

      if (node != self->node && find_open_port (node) != NULL)
        offer_connection (self, self->number, node, find_open_port (node));
    }
}

static void
offer_output (RensaRepairing *self, int number)
{
  const char *name = rensa_model_get_node (self->model, number)->name;

  rensa_repairing_add (self, apply_output, g_strdup_printf (_ ("Make %s the output"), name), self->scope, name, NULL);
}

static void
offer_for_outputs (RensaRepairing *self)
{
  for (int i = (int) self->model->nodes->len - 1; i >= 0 && self->repairs->len < MAX_SOURCES; i--)
    if (!feeds_something (self->model, i))
      offer_output (self, i);
  for (int i = (int) self->model->nodes->len - 1; i >= 0 && self->repairs->len < 2 * MAX_SOURCES; i--)
    if (!feeds_something (self->model, i))
      rensa_repairing_add (self, rensa_repair_remove,
                           g_strdup_printf (_ ("Remove %s"), rensa_model_get_node (self->model, i)->name), self->scope,
                           rensa_model_get_node (self->model, i)->name, NULL);
}

static void
offer_for_n_inputs (RensaRepairing *self)
{
  RensaModel *model = self->model;

  if ((int) model->inputs->len < self->findings->n_fields - 1)
    rensa_repairing_add (self, apply_input, g_strdup (_ ("Add an Input")), model->scope, NULL);
  for (int i = (int) model->inputs->len - 1; i >= 0; i--)
    {
      const int number = g_array_index (model->inputs, int, i);
      const char *name = rensa_model_get_node (model, number)->name;

      if (!feeds_something (model, number))
        rensa_repairing_add (self, rensa_repair_remove, g_strdup_printf (_ ("Remove %s"), name), model->scope, name,
                             NULL);
    }
}

void
rensa_repairs_for_wires (RensaRepairing *self)
{
  if (self->model == NULL)
    return;

  switch (self->mistake->kind)
    {
    case RENSA_MISTAKE_OPEN:
      offer_for_open_input (self);
      break;
    case RENSA_MISTAKE_WIRE:
    case RENSA_MISTAKE_CYCLE:
      offer_for_wire (self);
      break;
    case RENSA_MISTAKE_DEAD:
      if (!feeds_something (self->model, self->number))
        {
          offer_open_inputs (self);
          offer_output (self, self->number);
        }
      rensa_repairs_offer_removal (self);
      break;
    case RENSA_MISTAKE_OUTPUTS:
      offer_for_outputs (self);
      break;
    case RENSA_MISTAKE_MODEL:
      if (self->model->nodes->len == 0)
        rensa_repairing_add (self, apply_input, g_strdup (_ ("Add an Input")), self->model->scope, NULL);
      break;
    case RENSA_MISTAKE_N_INPUTS:
      offer_for_n_inputs (self);
      break;
    default:
      rensa_repairs_offer_removal (self);
    }
}
