/* rensa-repair-wires.c: what might mend open inputs, wires and outputs.
 * SPDX-License-Identifier: MIT */

#include "rensa-repair-private.h"

#include "rensa-edit.h"

/* So many sources are tried for an open input. */
#define MAX_SOURCES 4

static void
offer_connection (RensaRepairing *self, int from, const RensaModelNode *to, const char *port)
{
  const char *name = rensa_model_get_node (self->model, from)->name;
  g_autofree char *text =
      to->ports->len > 1 && port != NULL ? g_strdup_printf ("%s:%s", to->name, port) : g_strdup (to->name);

  rensa_repairing_add (self, g_strdup_printf (_ ("Connect %s to %s"), name, to->name),
                       &(RensaAction){ .kind = RENSA_ACTION_CONNECT, .scope = self->scope, .from = name, .to = text });
}

/* First what has no consumer yet, the last one first; then the other nodes before this one. */
static void
offer_for_open_input (RensaRepairing *self)
{
  const int n = (int) self->model->nodes->len;

  for (int i = n - 1; i >= 0; i--)
    if (i != self->number && !rensa_model_is_used (self->model, i) && self->repairs->len < MAX_SOURCES)
      offer_connection (self, i, self->node, self->fault->port);
  for (int i = self->number - 1; i >= 0 && self->repairs->len < MAX_SOURCES; i--)
    if (rensa_model_is_used (self->model, i))
      offer_connection (self, i, self->node, self->fault->port);
  rensa_repairs_offer_removal (self);
}

/* With the ends as the document has them, where anything is wrong with these. */
static char *
label_removal (RensaRepairing *self, const RensaModelWire *wire)
{
  if (self->fault->from != NULL)
    return g_strdup_printf (_ ("Remove the wire from %s to %s"), self->fault->from, self->fault->to);
  if (wire->source.node >= 0 && wire->target >= 0)
    return g_strdup_printf (_ ("Remove the wire from %s to %s"),
                            rensa_model_get_node (self->model, wire->source.node)->name,
                            rensa_model_get_node (self->model, wire->target)->name);
  return g_strdup (_ ("Remove the wire"));
}

static void
offer_for_wire (RensaRepairing *self)
{
  const int id = self->mistake->wire;
  const RensaModelWire *wire = id >= 0 ? rensa_model_get_wire (self->model, id - self->model->first_wire) : NULL;
  const RensaModelNode *target =
      wire != NULL && wire->target >= 0 ? rensa_model_get_node (self->model, wire->target) : NULL;
  const char *port = target != NULL && target->ports->len > 0 && wire->slot >= 0
                         ? rensa_model_node_get_port (target, MIN (wire->slot, (int) target->ports->len - 1))->name
                         : NULL;

  /* What has no consumer may be what was meant to come in there. */
  for (int i = 0; self->mistake->kind == RENSA_MISTAKE_CYCLE && target != NULL && i < (int) self->model->nodes->len;
       i++)
    if (!rensa_model_is_used (self->model, i) && self->repairs->len < MAX_SOURCES)
      offer_connection (self, i, target, port);
  if (wire != NULL)
    rensa_repairing_add (self, label_removal (self, wire),
                         &(RensaAction){ .kind = RENSA_ACTION_DISCONNECT, .wire = id });
}

/* The name of a required input of the node without a wire; NULL where all have one. */
static const char *
find_open_port (const RensaModelNode *node)
{
  for (guint i = 0; i < node->ports->len; i++)
    {
      const RensaModelPort *port = rensa_model_node_get_port (node, i);

      if (!port->optional && (i >= node->sources->len || rensa_model_node_get_source (node, i)->node < 0))
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

  rensa_repairing_add (self, g_strdup_printf (_ ("Make %s the output"), name),
                       &(RensaAction){ .kind = RENSA_ACTION_OUTPUT, .scope = self->scope, .name = name });
}

static void
offer_removal (RensaRepairing *self, const char *scope, int number)
{
  const char *name = rensa_model_get_node (self->model, number)->name;

  rensa_repairing_add (self, g_strdup_printf (_ ("Remove %s"), name),
                       &(RensaAction){ .kind = RENSA_ACTION_REMOVE, .scope = scope, .name = name });
}

/* Of a node that nothing is made of. */
static void
offer_uses (RensaRepairing *self)
{
  offer_open_inputs (self);
  if (self->model->is_step)
    rensa_repairs_for_end (self);
  else
    offer_output (self, self->number);
}

static void
offer_input (RensaRepairing *self)
{
  rensa_repairing_add (self, g_strdup (_ ("Add an Input")),
                       &(RensaAction){ .kind = RENSA_ACTION_ADD_INPUT, .scope = self->model->scope });
}

static void
offer_for_outputs (RensaRepairing *self)
{
  for (int i = (int) self->model->nodes->len - 1; i >= 0 && self->repairs->len < MAX_SOURCES; i--)
    if (!rensa_model_is_used (self->model, i))
      offer_output (self, i);
  for (int i = (int) self->model->nodes->len - 1; i >= 0 && self->repairs->len < 2 * MAX_SOURCES; i--)
    if (!rensa_model_is_used (self->model, i))
      offer_removal (self, self->scope, i);
}

static void
offer_for_n_inputs (RensaRepairing *self)
{
  RensaModel *model = self->model;

  if ((int) model->inputs->len < self->findings->n_fields - 1)
    offer_input (self);
  for (int i = (int) model->inputs->len - 1; i >= 0; i--)
    {
      const int number = rensa_model_get_input (model, i);

      if (!rensa_model_is_used (model, number))
        offer_removal (self, model->scope, number);
    }
}

void
rensa_repairs_for_wires (RensaRepairing *self)
{
  if (self->model == NULL)
    return;
  /* A model beside a step is none of its nodes. */
  if (self->node != NULL && self->number < 0)
    {
      if (self->fault->code == RENSA_FAULT_NOT_CALLED)
        rensa_repairs_for_uncalled (self);
      return;
    }

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
      if (!rensa_model_is_used (self->model, self->number))
        offer_uses (self);
      rensa_repairs_offer_removal (self);
      break;
    case RENSA_MISTAKE_OUTPUTS:
      if (self->model->is_step)
        rensa_repairs_for_lost_output (self);
      else
        offer_for_outputs (self);
      break;
    case RENSA_MISTAKE_MODEL:
      if (self->model->nodes->len == 0)
        offer_input (self);
      break;
    case RENSA_MISTAKE_N_INPUTS:
      if (self->fault->code == RENSA_FAULT_NO_FIELD)
        rensa_repairs_for_field (self);
      else
        offer_for_n_inputs (self);
      break;
    default:
      rensa_repairs_offer_removal (self);
    }
}
