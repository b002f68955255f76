/* rensa-repair-wires.c: repairs for open inputs, connections and outputs.
 * SPDX-License-Identifier: MIT */

#include "rensa-repair-private.h"

#include "rensa-edit-parts.h"
#include "rensa-network-faults.h"

/* Maximum number of connections to try. */
#define MAX_SOURCES 12

/* Returns the text of a port of @to as the end of a connection; @port may be NULL. */
static char *
dup_ending (const RensaModelNode *to, const char *port)
{
  return to->ports->len > 1 && port != NULL ? g_strdup_printf ("%s:%s", to->name, port) : g_strdup (to->name);
}

static void
offer_connection (RensaRepairing *self, RensaModelSource from, const RensaModelNode *to, const char *port)
{
  const RensaModelNode *node = rensa_model_get_node (self->model, from.node);
  g_autofree char *name =
      from.output != node->main_output ? g_strdup_printf ("%s:%d", node->name, from.output) : g_strdup (node->name);
  g_autofree char *text = dup_ending (to, port);

  rensa_repairing_add (self, g_strdup_printf (_ ("Connect %s to %s"), name, to->name),
                       &(RensaAction){ .kind = RENSA_ACTION_CONNECT, .scope = self->scope, .from = name, .to = text });
}

/* Lists all outputs of the nodes not marked in @is_behind; the main output of each node comes
 * first. @by_place: sorts by distance on the canvas instead of by order in the document. */
static void
offer_splice (RensaRepairing *self, int after, int last)
{
  const char *name = rensa_model_get_node (self->model, after)->name;
  const char *end = rensa_model_get_node (self->model, last)->name;
  g_autofree char *text = dup_ending (self->node, self->fault->port);

  rensa_repairing_add (
      self,
      last == self->number ? g_strdup_printf (_ ("Insert %s After %s"), end, name)
                           : g_strdup_printf (_ ("Insert %s … %s After %s"), self->name, end, name),
      &(RensaAction){ .kind = RENSA_ACTION_SPLICE, .scope = self->scope, .from = name, .to = text, .name = end });
}

/**
 * Source: candidate source for an open input.
 * @rank: 0 if it is still unused, 1 if it comes before the node, 2 for the others
 * @distance: within a rank, nearer ones are tried first
 */
typedef struct
{
  RensaModelSource from;
  int rank;
  double distance;
} Source;

static gint
compare_sources (gconstpointer a, gconstpointer b)
{
  const Source *first = a;
  const Source *second = b;

  if (first->rank != second->rank)
    return first->rank - second->rank;
  return first->distance < second->distance ? -1 : first->distance > second->distance;
}

/* Measures from the expected place of a source: above the node that it feeds. */
static double
measure_distance (const RensaPlace *from, const RensaPlace *to)
{
  const double dx = from->x - to->x;
  const double dy = from->y + RENSA_PITCH_Y - to->y;

  return dx * dx + dy * dy;
}

static gboolean
is_taken (const RensaModel *model, RensaModelSource source)
{
  for (guint i = 0; i < model->wires->len; i++)
    {
      const RensaModelWire *wire = rensa_model_get_wire (model, i);

      if (wire->slot >= 0 && wire->source.node == source.node && wire->source.output == source.output)
        return TRUE;
    }
  return FALSE;
}

/* Counts the outputs as far as they are known. */
static int
count_outputs (const RensaRepairing *self, const RensaModelNode *node)
{
  const RensaNodeFacts *facts = rensa_facts_get (self->findings->project->facts, node);

  return MAX (facts->is_known ? facts->n_outputs : node->n_outputs, node->main_output + 1);
}

static void
add_source (const RensaRepairing *self, RensaModelSource from, double distance, gboolean by_place, GArray *sources)
{
  const gboolean is_output = rensa_model_get_node (self->model, from.node)->is_output;
  const gboolean has_use = is_taken (self->model, from) || (is_output && (self->model->is_step || by_place));
  const int rank = !has_use ? 0 : by_place || from.node < self->number ? 1 : 2;
  const Source source = { from, rank, distance };

  g_array_append_val (sources, source);
}

/* Lists all outputs of the nodes not marked in @is_behind, the main one of each first. @by_place:
 * sorts by distance on the canvas instead of in the document. */
static GArray *
list_sources (const RensaRepairing *self, const gboolean *is_behind, gboolean by_place)
{
  const RensaModel *model = self->model;
  g_autofree RensaPlace *places = by_place ? rensa_model_place_nodes (model) : NULL;
  GArray *sources = g_array_new (FALSE, FALSE, sizeof (Source));

  for (int i = 0; i < (int) model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, i);
      const double distance = by_place ? measure_distance (&places[i], &places[self->number]) : ABS (self->number - i);

      if (is_behind[i])
        continue;
      add_source (self, (RensaModelSource){ i, node->main_output }, distance, by_place, sources);
      for (int j = 0; j < count_outputs (self, node); j++)
        if (j != node->main_output)
          add_source (self, (RensaModelSource){ i, j }, distance, by_place, sources);
    }
  g_array_sort (sources, compare_sources);
  return sources;
}

/* Returns the only end of the nodes marked in @is_behind if none of them is an output; else -1. */
static int
find_loose_end (const RensaModel *model, const gboolean *is_behind)
{
  int end = -1;

  for (int i = 0; i < (int) model->nodes->len; i++)
    {
      if (!is_behind[i])
        continue;
      if (rensa_model_get_node (model, i)->is_output || (!rensa_model_is_used (model, i) && end >= 0))
        return -1;
      end = rensa_model_is_used (model, i) ? end : i;
    }
  return end;
}

/* Inputs of a node that may be connected: required ones, further ones of a list, or any optional one. */
typedef enum
{
  NEEDED,
  MORE,
  SPARE,
} Want;

static gboolean
is_wanted (const RensaModelPort *port, gboolean is_open, Want want)
{
  const gboolean is_needed = !port->optional && is_open;

  if (want == NEEDED || is_needed)
    return want == NEEDED && is_needed;
  return port->list || (want == SPARE && is_open && !port->batch);
}

/* Returns the name of the first such input; NULL if there is none. */
static const char *
find_port (const RensaModelNode *node, Want want)
{
  for (guint i = 0; i < node->ports->len; i++)
    {
      const RensaModelPort *port = rensa_model_node_get_port (node, i);
      const gboolean is_open = i >= node->sources->len || rensa_model_node_get_source (node, i)->node < 0;

      if (is_wanted (port, is_open, want))
        return port->name;
    }
  return NULL;
}

static void
offer_sources_of (RensaRepairing *self, const RensaModelNode *node)
{
  const char *port = find_port (node, SPARE);
  const int number = rensa_model_find_node (self->model, node->name);
  g_autofree gboolean *is_behind = port != NULL ? rensa_model_list_reached (self->model, number, FALSE) : NULL;
  g_autoptr (GArray) sources = port != NULL ? list_sources (self, is_behind, FALSE) : NULL;

  for (guint i = 0; sources != NULL && i < MIN (sources->len, MAX_SOURCES); i++)
    offer_connection (self, g_array_index (sources, Source, i).from, node, port);
}

/* A node may have one output per input of its list, so another input can supply a missing output. */
void
rensa_repairs_offer_sources (RensaRepairing *self)
{
  if (self->number < 0)
    return;
  offer_sources_of (self, self->node);
  for (guint i = 0; i < self->node->sources->len; i++)
    {
      const RensaModelSource *source = rensa_model_node_get_source (self->node, i);

      if (source->node >= 0 && rensa_facts_get_type (self->findings->project->facts, self->model, source) == NULL)
        offer_sources_of (self, rensa_model_get_node (self->model, source->node));
    }
}

/* In a model, inserts a chain that is loose at both ends between a node and its consumers. In a
 * step each node has its own meaning, so none is inserted before another. */
static void
offer_for_open_input (RensaRepairing *self)
{
  g_autofree gboolean *is_behind = rensa_model_list_reached (self->model, self->number, FALSE);
  const int end = self->model->is_step ? -1 : find_loose_end (self->model, is_behind);
  g_autoptr (GArray) sources = list_sources (self, is_behind, end >= 0 && self->node->has_position);

  for (guint i = 0; i < sources->len && self->repairs->len < MAX_SOURCES; i++)
    {
      const RensaModelSource source = g_array_index (sources, Source, i).from;

      if (end >= 0 && rensa_model_is_used (self->model, source.node))
        offer_splice (self, source.node, end);
      else
        offer_connection (self, source, self->node, self->fault->port);
    }
  rensa_repairs_offer_removal (self);
}

/* If the ends are invalid, the label shows them as they are in the document. */
static char *
label_removal (RensaRepairing *self, const RensaModelWire *wire)
{
  if (self->fault->from != NULL)
    return g_strdup_printf (_ ("Remove the connection from %s to %s"), self->fault->from, self->fault->to);
  if (wire->source.node >= 0 && wire->target >= 0)
    return g_strdup_printf (_ ("Remove the connection from %s to %s"),
                            rensa_model_get_node (self->model, wire->source.node)->name,
                            rensa_model_get_node (self->model, wire->target)->name);
  return g_strdup (_ ("Remove Connection"));
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

  /* A node without consumers may be the intended source. */
  for (int i = 0; self->mistake->kind == RENSA_MISTAKE_CYCLE && target != NULL && i < (int) self->model->nodes->len;
       i++)
    if (!rensa_model_is_used (self->model, i) && self->repairs->len < MAX_SOURCES)
      offer_connection (self, (RensaModelSource){ i, rensa_model_get_node (self->model, i)->main_output }, target,
                        port);
  if (wire != NULL)
    rensa_repairing_add (self, label_removal (self, wire),
                         &(RensaAction){ .kind = RENSA_ACTION_DISCONNECT, .wire = id });
}

static void
offer_inputs (RensaRepairing *self, Want want)
{
  g_autofree gboolean *is_before = rensa_model_list_reached (self->model, self->number, TRUE);

  for (guint i = 0; i < self->model->nodes->len && self->repairs->len < MAX_SOURCES; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (self->model, i);
      const char *port = is_before[i] ? NULL : find_port (node, want);

      if (port != NULL)
        offer_connection (self, (RensaModelSource){ self->number, self->node->main_output }, node, port);
    }
}

static void
offer_output (RensaRepairing *self, int number)
{
  const char *name = rensa_model_get_node (self->model, number)->name;

  rensa_repairing_add (self, g_strdup_printf (_ ("Make %s the Output"), name),
                       &(RensaAction){ .kind = RENSA_ACTION_OUTPUT, .scope = self->scope, .name = name });
}

static void
offer_removal (RensaRepairing *self, const char *scope, int number)
{
  const char *name = rensa_model_get_node (self->model, number)->name;

  rensa_repairing_add (self, g_strdup_printf (_ ("Remove %s"), name),
                       &(RensaAction){ .kind = RENSA_ACTION_REMOVE, .scope = scope, .name = name });
}

/* Offers uses of a node without consumers. */
static void
offer_uses (RensaRepairing *self)
{
  offer_inputs (self, NEEDED);
  if (self->model->is_step)
    {
      offer_inputs (self, MORE);
      rensa_repairs_for_end (self);
    }
  else
    {
      offer_output (self, self->number);
      offer_inputs (self, SPARE);
    }
}

static void
offer_input (RensaRepairing *self)
{
  rensa_repairing_add (self, g_strdup (_ ("Add Input")),
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
  /* A model next to a step is not a node of the step. */
  if (self->node != NULL && self->number < 0)
    {
      if (self->fault->code == &rensa_fault_not_called)
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
      if (self->fault->code == &rensa_fault_no_field)
        rensa_repairs_for_field (self);
      else
        offer_for_n_inputs (self);
      break;
    default:
      rensa_repairs_offer_removal (self);
    }
}
