/* studio-canvas-wires.c: wires between nodes.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

/* Maximum distance from the pointer, in pixels. */
#define REACH 6
/* Number of straight pieces of a curve, for finding a wire under the pointer. */
#define N_PIECES 16
/* Length of the tail below an output of the model. */
#define TAIL 26

static StudioCanvasNode *
get_card (StudioCanvas *self, int node)
{
  return self->nodes->pdata[node - (int) self->model->n_hidden];
}

static void
add_wire (StudioCanvas *self, int id, const RensaModelWire *wire)
{
  StudioCanvasWire *result;

  if (wire->source.node < 0 || wire->target < 0)
    return;

  result = g_new0 (StudioCanvasWire, 1);
  result->id = id;
  result->ends = (StudioCanvasEnds){ get_card (self, wire->source.node), wire->source.output,
                                     get_card (self, wire->target), MAX (0, wire->slot) };
  g_ptr_array_add (self->wires, result);
}

static void
count_wires (StudioCanvas *self)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioCanvasWire *wire = self->wires->pdata[i];
      const int n = GPOINTER_TO_INT (g_hash_table_lookup (counts, wire->ends.to));

      g_hash_table_insert (counts, wire->ends.to, GINT_TO_POINTER (MAX (n, wire->ends.slot + 1)));
    }
  for (guint i = 0; i < self->nodes->len; i++)
    studio_canvas_node_set_n_wired (self->nodes->pdata[i],
                                    GPOINTER_TO_INT (g_hash_table_lookup (counts, self->nodes->pdata[i])));
}

void
studio_canvas_sync_wires (StudioCanvas *self)
{
  const RensaModel *model = self->model;

  self->drop_wire = NULL;
  studio_canvas_clear_routes (self);
  g_ptr_array_set_size (self->wires, 0);
  for (guint i = 0; i < model->wires->len; i++)
    add_wire (self, (int) (model->first_wire + i), rensa_model_get_wire (model, i));
  /* The document does not contain the wires between the nodes of a sequence. */
  for (int i = 1; model->is_sequence && i < (int) self->nodes->len; i++)
    add_wire (self, -1, &(RensaModelWire){ { i, 0 }, i + 1, 0 });
  count_wires (self);
}

static gboolean
is_same_ends (const StudioCanvasEnds *a, const StudioCanvasEnds *b)
{
  return a->from == b->from && a->output == b->output && a->to == b->to && a->slot == b->slot;
}

/* Marks wires with the same ends as wire @id of the analyzed network. That network may be out of
 * date until the analysis is complete, so that the id may belong to another wire. */
static void
mark_wrong (StudioCanvas *self, const RensaNetwork *network, int id)
{
  const RensaModel *model = rensa_network_find_wire (network, id);
  const RensaModelWire *wire = model != NULL ? rensa_model_get_wire (model, (guint) id - model->first_wire) : NULL;
  StudioCanvasEnds ends;

  if (wire == NULL || strcmp (model->scope, self->scope) != 0 || wire->source.node < 0 || wire->target < 0)
    return;
  ends = (StudioCanvasEnds){ studio_canvas_get_node (self, rensa_model_get_node (model, wire->source.node)->name),
                             wire->source.output,
                             studio_canvas_get_node (self, rensa_model_get_node (model, wire->target)->name),
                             MAX (0, wire->slot) };
  for (guint i = 0; i < self->wires->len; i++)
    {
      StudioCanvasWire *other = self->wires->pdata[i];

      other->is_wrong |= other->id >= 0 && is_same_ends (&other->ends, &ends);
    }
}

static void
mark_wrong_wires (StudioCanvas *self)
{
  RensaAnalysis *analysis = studio_project_get_analysis (self->project);
  const guint n = analysis != NULL ? rensa_analysis_get_n_problems (analysis) : 0;

  for (guint i = 0; i < self->wires->len; i++)
    ((StudioCanvasWire *) self->wires->pdata[i])->is_wrong = FALSE;
  for (guint i = 0; i < n; i++)
    mark_wrong (self, rensa_analysis_get_network (analysis), rensa_analysis_get_problem (analysis, i)->wire);
}

void
studio_canvas_describe_wires (StudioCanvas *self)
{
  mark_wrong_wires (self);
  for (guint i = 0; i < self->wires->len; i++)
    {
      StudioCanvasWire *wire = self->wires->pdata[i];
      const StudioCanvasEnds *ends = &wire->ends;

      wire->caption = studio_canvas_node_get_output_caption (ends->from, ends->output);
      wire->label = studio_canvas_node_get_n_shown_inputs (ends->to) > 1
                        ? studio_canvas_node_get_input_name (ends->to, ends->slot)
                        : NULL;
    }
}

static graphene_size_t
measure_text (StudioCanvas *self, const char *text)
{
  int width = 0;
  int height = 0;

  if (text != NULL)
    pango_layout_get_pixel_size (studio_canvas_get_layout (self, text), &width, &height);
  return GRAPHENE_SIZE_INIT (width / self->unit, height / self->unit);
}

/* The inputs of a list share a name, which is shown at the first of them. */
static gboolean
is_first_of_list (StudioCanvas *self, const StudioCanvasWire *wire)
{
  return wire->ends.slot == 0 || studio_canvas_node_get_input_name (wire->ends.to, wire->ends.slot - 1) != wire->label
         || studio_canvas_find_wire_into (self, wire->ends.to, wire->ends.slot - 1) == NULL;
}

static void
add_wire_end (StudioCanvas *self, GArray *ends, GHashTable *numbers, const StudioCanvasWire *wire)
{
  StudioRouteWire end;

  memset (&end, 0, sizeof end);
  end.from = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, wire->ends.from));
  end.to = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, wire->ends.to));
  studio_canvas_node_get_output (wire->ends.from, wire->ends.output, &end.start);
  studio_canvas_node_get_input (wire->ends.to, wire->ends.slot, &end.end);
  end.caption = measure_text (self, wire->caption);
  end.label = measure_text (self, wire->label != NULL && is_first_of_list (self, wire) ? wire->label : NULL);
  g_array_append_val (ends, end);
}

static void
add_tail_end (StudioCanvas *self, GArray *ends, guint number)
{
  StudioCanvasNode *node = self->nodes->pdata[number];
  StudioRouteWire end;

  if (!studio_canvas_node_get_node (node)->is_output)
    return;
  memset (&end, 0, sizeof end);
  end.from = number;
  end.to = STUDIO_ROUTE_NOWHERE;
  studio_canvas_node_get_output (node, 0, &end.start);
  end.end = GRAPHENE_POINT_INIT (end.start.x, end.start.y + TAIL);
  end.caption = measure_text (self, studio_canvas_node_get_output_caption (node, 0));
  g_array_append_val (ends, end);
}

static gboolean
is_same (const GArray *a, const GArray *b)
{
  return a->len == b->len && memcmp (a->data, b->data, (gsize) a->len * g_array_get_element_size ((GArray *) a)) == 0;
}

/* Replaces @old by @new and takes ownership of @new. */
static void
replace (GArray **old, GArray *new)
{
  g_array_unref (*old);
  *old = new;
}

void
studio_canvas_clear_routes (StudioCanvas *self)
{
  for (guint i = 0; i < self->wires->len; i++)
    ((StudioCanvasWire *) self->wires->pdata[i])->route = NULL;
  studio_routes_free (g_steal_pointer (&self->routes), self->ends->len);
  g_array_set_size (self->ends, 0);
}

void
studio_canvas_place_wires (StudioCanvas *self)
{
  GArray *cards = g_array_new (FALSE, TRUE, sizeof (graphene_rect_t));
  GArray *ends = g_array_new (FALSE, TRUE, sizeof (StudioRouteWire));
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->nodes->len; i++)
    {
      g_array_append_vals (cards, studio_canvas_node_get_rect (self->nodes->pdata[i]), 1);
      g_hash_table_insert (numbers, self->nodes->pdata[i], GUINT_TO_POINTER (i));
    }
  for (guint i = 0; i < self->wires->len; i++)
    add_wire_end (self, ends, numbers, self->wires->pdata[i]);
  for (guint i = 0; i < self->nodes->len; i++)
    add_tail_end (self, ends, i);

  if (self->routes == NULL || !is_same (cards, self->cards) || !is_same (ends, self->ends))
    {
      studio_canvas_clear_routes (self);
      self->routes = studio_routes_new ((const graphene_rect_t *) (gpointer) cards->data, cards->len,
                                        (const StudioRouteWire *) (gpointer) ends->data, ends->len);
    }
  replace (&self->cards, cards);
  replace (&self->ends, ends);
  for (guint i = 0; i < self->wires->len; i++)
    ((StudioCanvasWire *) self->wires->pdata[i])->route = &self->routes[i];
}

const StudioRoute *
studio_canvas_get_tail (StudioCanvas *self, guint i, StudioCanvasNode **node)
{
  const guint at = self->wires->len + i;

  if (self->routes == NULL || at >= self->ends->len)
    return NULL;
  *node = self->nodes->pdata[g_array_index (self->ends, StudioRouteWire, at).from];
  return &self->routes[at];
}

static float
distance_to_piece (const graphene_point_t *point, const graphene_point_t *a, const graphene_point_t *b)
{
  const float dx = b->x - a->x;
  const float dy = b->y - a->y;
  const float length = dx * dx + dy * dy;
  const float along = length > 0 ? ((point->x - a->x) * dx + (point->y - a->y) * dy) / length : 0;
  const float t = CLAMP (along, 0, 1);

  return graphene_point_distance (point, &GRAPHENE_POINT_INIT (a->x + t * dx, a->y + t * dy), NULL, NULL);
}

static float
distance_to_wire (const StudioCanvasWire *wire, const graphene_point_t *point)
{
  const guint n = wire->route != NULL ? wire->route->n_curves * N_PIECES : 0;
  graphene_point_t last;
  float least = G_MAXFLOAT;

  if (n > 0)
    studio_route_get_point (wire->route, 0, &last);
  for (guint i = 1; i <= n; i++)
    {
      graphene_point_t next;

      studio_route_get_point (wire->route, (float) i / n, &next);
      least = MIN (least, distance_to_piece (point, &last, &next));
      last = next;
    }
  return least;
}

StudioCanvasWire *
studio_canvas_find_wire_at (StudioCanvas *self, double x, double y)
{
  StudioCanvasWire *nearest = NULL;
  float least = REACH / studio_canvas_get_scale (self);
  graphene_point_t point;

  studio_canvas_to_model (self, x, y, &point);
  for (guint i = 0; i < self->wires->len; i++)
    {
      const float distance = distance_to_wire (self->wires->pdata[i], &point);

      if (distance >= least)
        continue;
      least = distance;
      nearest = self->wires->pdata[i];
    }
  return nearest;
}

StudioCanvasWire *
studio_canvas_get_selected_wire (StudioCanvas *self)
{
  for (guint i = 0; i < self->wires->len && self->selected_wire.from != NULL; i++)
    {
      StudioCanvasWire *wire = self->wires->pdata[i];

      if (is_same_ends (&wire->ends, &self->selected_wire))
        return wire;
    }
  return NULL;
}

StudioCanvasWire *
studio_canvas_find_wire_into (StudioCanvas *self, StudioCanvasNode *node, int slot)
{
  for (guint i = 0; i < self->wires->len; i++)
    {
      StudioCanvasWire *wire = self->wires->pdata[i];

      if (wire->ends.to == node && wire->ends.slot == slot)
        return wire;
    }
  return NULL;
}

gboolean *
studio_canvas_list_reached (StudioCanvas *self, StudioCanvasNode *from, gboolean upwards)
{
  const int n_hidden = (int) self->model->n_hidden;
  const int number = rensa_model_find_node (self->model, studio_canvas_node_get_name (from));
  g_autofree gboolean *reached = rensa_model_list_reached (self->model, number, upwards);

  return g_memdup2 (reached + n_hidden, MAX (self->nodes->len, 1) * sizeof *reached);
}
