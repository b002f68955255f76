/* studio-canvas-wires.c: what leads from node to node.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

/* How near the pointer has to be, in pixels. */
#define REACH 6
/* Of a straight line each, for finding a wire under the pointer. */
#define N_PIECES 16
/* How far the tail below an output of the model reaches. */
#define TAIL 26

void
studio_canvas_wire_free (gpointer data)
{
  StudioCanvasWire *wire = data;

  g_free (wire->from_text);
  g_free (wire->to_text);
  g_free (wire);
}

static StudioCanvasWire *
wire_new (StudioCanvas *canvas, const RensaOutlineEdge *edge)
{
  StudioCanvasNode *from = edge->from != NULL ? studio_canvas_get_node (canvas, edge->from) : NULL;
  StudioCanvasNode *to = edge->to != NULL ? studio_canvas_get_node (canvas, edge->to) : NULL;
  StudioCanvasWire *wire;

  if (from == NULL || to == NULL)
    return NULL;

  wire = g_new0 (StudioCanvasWire, 1);
  wire->from_text = g_strdup (edge->from_text);
  wire->to_text = g_strdup (edge->to_text);
  wire->from = from;
  wire->to = to;
  wire->output = edge->output;
  wire->slot = MAX (0, edge->slot);
  wire->is_implied = edge->is_implied;
  return wire;
}

static void
count_wires (StudioCanvas *canvas)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < canvas->wires->len; i++)
    {
      const StudioCanvasWire *wire = canvas->wires->pdata[i];
      const int n = GPOINTER_TO_INT (g_hash_table_lookup (counts, wire->to));

      g_hash_table_insert (counts, wire->to, GINT_TO_POINTER (MAX (n, wire->slot + 1)));
    }
  for (guint i = 0; i < canvas->nodes->len; i++)
    studio_canvas_node_set_n_wired (canvas->nodes->pdata[i],
                                    GPOINTER_TO_INT (g_hash_table_lookup (counts, canvas->nodes->pdata[i])));
}

void
studio_canvas_sync_wires (StudioCanvas *canvas)
{
  g_autoptr (GPtrArray) edges =
      rensa_document_list_edges (studio_project_get_document (canvas->project), canvas->scope);

  canvas->drop_wire = NULL;
  studio_canvas_clear_routes (canvas);
  g_ptr_array_set_size (canvas->wires, 0);
  for (guint i = 0; i < edges->len; i++)
    {
      StudioCanvasWire *wire = wire_new (canvas, edges->pdata[i]);

      if (wire != NULL)
        g_ptr_array_add (canvas->wires, wire);
    }
  count_wires (canvas);
}

/* Problems of wires, as "SCOPE FROM -> TO". */
static GHashTable *
list_wrong_wires (StudioCanvas *canvas)
{
  RensaAnalysis *analysis = studio_project_get_analysis (canvas->project);
  const guint n = analysis != NULL ? rensa_analysis_get_n_problems (analysis) : 0;
  GHashTable *wrong = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < n; i++)
    {
      const RensaProblem *problem = rensa_analysis_get_problem (analysis, i);
      g_autofree char *scope = problem->node != NULL ? studio_canvas_get_parent_scope (problem->node) : NULL;

      if (problem->edge != NULL && g_strcmp0 (scope != NULL ? scope : canvas->scope, canvas->scope) == 0)
        g_hash_table_add (wrong, g_strdup (problem->edge));
    }
  return wrong;
}

void
studio_canvas_describe_wires (StudioCanvas *canvas)
{
  g_autoptr (GHashTable) wrong = list_wrong_wires (canvas);

  for (guint i = 0; i < canvas->wires->len; i++)
    {
      StudioCanvasWire *wire = canvas->wires->pdata[i];
      g_autofree char *edge = g_strdup_printf ("%s -> %s", wire->from_text, wire->to_text);

      wire->is_wrong = g_hash_table_contains (wrong, edge);
      wire->caption = studio_canvas_node_get_output_caption (wire->from, wire->output);
      wire->label = studio_canvas_node_get_n_inputs (wire->to) > 1
                        ? studio_canvas_node_get_input_name (wire->to, wire->slot)
                        : NULL;
    }
}

static graphene_size_t
measure_text (StudioCanvas *canvas, const char *text)
{
  int width = 0;
  int height = 0;

  if (text != NULL)
    pango_layout_get_pixel_size (studio_canvas_get_layout (canvas, text), &width, &height);
  return GRAPHENE_SIZE_INIT (width / canvas->unit, height / canvas->unit);
}

/* The inputs of a list bear one name, which stands at the first of them. */
static gboolean
is_first_of_list (StudioCanvas *canvas, const StudioCanvasWire *wire)
{
  return wire->slot == 0 || studio_canvas_node_get_input_name (wire->to, wire->slot - 1) != wire->label
         || studio_canvas_find_wire_into (canvas, wire->to, wire->slot - 1) == NULL;
}

static void
add_wire_end (StudioCanvas *canvas, GArray *ends, GHashTable *numbers, const StudioCanvasWire *wire)
{
  StudioRouteWire end;

  memset (&end, 0, sizeof end);
  end.from = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, wire->from));
  end.to = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, wire->to));
  studio_canvas_node_get_output (wire->from, wire->output, &end.start);
  studio_canvas_node_get_input (wire->to, wire->slot, &end.end);
  end.caption = measure_text (canvas, wire->caption);
  end.label = measure_text (canvas, wire->label != NULL && is_first_of_list (canvas, wire) ? wire->label : NULL);
  g_array_append_val (ends, end);
}

static void
add_tail_end (StudioCanvas *canvas, GArray *ends, guint number)
{
  StudioCanvasNode *node = canvas->nodes->pdata[number];
  StudioRouteWire end;

  if (!studio_canvas_node_is_output (node))
    return;
  memset (&end, 0, sizeof end);
  end.from = number;
  end.to = STUDIO_ROUTE_NOWHERE;
  studio_canvas_node_get_output (node, 0, &end.start);
  end.end = GRAPHENE_POINT_INIT (end.start.x, end.start.y + TAIL);
  end.caption = measure_text (canvas, studio_canvas_node_get_output_caption (node, 0));
  g_array_append_val (ends, end);
}

static gboolean
is_same (const GArray *a, const GArray *b)
{
  return a->len == b->len && memcmp (a->data, b->data, (gsize) a->len * g_array_get_element_size ((GArray *) a)) == 0;
}

/* Replaces @old by @new, which it takes over. */
static void
replace (GArray **old, GArray *new)
{
  g_array_unref (*old);
  *old = new;
}

void
studio_canvas_clear_routes (StudioCanvas *canvas)
{
  for (guint i = 0; i < canvas->wires->len; i++)
    ((StudioCanvasWire *) canvas->wires->pdata[i])->route = NULL;
  studio_routes_free (g_steal_pointer (&canvas->routes), canvas->ends->len);
  g_array_set_size (canvas->ends, 0);
}

void
studio_canvas_place_wires (StudioCanvas *canvas)
{
  GArray *cards = g_array_new (FALSE, TRUE, sizeof (graphene_rect_t));
  GArray *ends = g_array_new (FALSE, TRUE, sizeof (StudioRouteWire));
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < canvas->nodes->len; i++)
    {
      g_array_append_vals (cards, studio_canvas_node_get_rect (canvas->nodes->pdata[i]), 1);
      g_hash_table_insert (numbers, canvas->nodes->pdata[i], GUINT_TO_POINTER (i));
    }
  for (guint i = 0; i < canvas->wires->len; i++)
    add_wire_end (canvas, ends, numbers, canvas->wires->pdata[i]);
  for (guint i = 0; i < canvas->nodes->len; i++)
    add_tail_end (canvas, ends, i);

  if (canvas->routes == NULL || !is_same (cards, canvas->cards) || !is_same (ends, canvas->ends))
    {
      studio_canvas_clear_routes (canvas);
      canvas->routes = studio_routes_new ((const graphene_rect_t *) (gpointer) cards->data, cards->len,
                                          (const StudioRouteWire *) (gpointer) ends->data, ends->len);
    }
  replace (&canvas->cards, cards);
  replace (&canvas->ends, ends);
  for (guint i = 0; i < canvas->wires->len; i++)
    ((StudioCanvasWire *) canvas->wires->pdata[i])->route = &canvas->routes[i];
}

const StudioRoute *
studio_canvas_get_tail (StudioCanvas *canvas, guint i, StudioCanvasNode **node)
{
  const guint at = canvas->wires->len + i;

  if (canvas->routes == NULL || at >= canvas->ends->len)
    return NULL;
  *node = canvas->nodes->pdata[g_array_index (canvas->ends, StudioRouteWire, at).from];
  return &canvas->routes[at];
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
studio_canvas_find_wire_at (StudioCanvas *canvas, double x, double y)
{
  StudioCanvasWire *nearest = NULL;
  float least = REACH / studio_canvas_get_scale (canvas);
  graphene_point_t point;

  studio_canvas_to_model (canvas, x, y, &point);
  for (guint i = 0; i < canvas->wires->len; i++)
    {
      const float distance = distance_to_wire (canvas->wires->pdata[i], &point);

      if (distance >= least)
        continue;
      least = distance;
      nearest = canvas->wires->pdata[i];
    }
  return nearest;
}

StudioCanvasWire *
studio_canvas_get_selected_wire (StudioCanvas *canvas)
{
  for (guint i = 0; i < canvas->wires->len && canvas->wire_from != NULL; i++)
    {
      StudioCanvasWire *wire = canvas->wires->pdata[i];

      if (strcmp (wire->from_text, canvas->wire_from) == 0 && strcmp (wire->to_text, canvas->wire_to) == 0)
        return wire;
    }
  return NULL;
}

StudioCanvasWire *
studio_canvas_find_wire_into (StudioCanvas *canvas, StudioCanvasNode *node, int slot)
{
  for (guint i = 0; i < canvas->wires->len; i++)
    {
      StudioCanvasWire *wire = canvas->wires->pdata[i];

      if (wire->to == node && wire->slot == slot)
        return wire;
    }
  return NULL;
}

gboolean
studio_canvas_leads_to (StudioCanvas *canvas, StudioCanvasNode *from, StudioCanvasNode *to)
{
  g_autoptr (GHashTable) reached = studio_canvas_list_reached (canvas, from);

  return g_hash_table_contains (reached, to);
}

/* Sweeps over the wires until no sweep finds more: documents list wires from the top, so that one or two suffice. */
GHashTable *
studio_canvas_list_reached (StudioCanvas *canvas, StudioCanvasNode *from)
{
  GHashTable *reached = g_hash_table_new (NULL, NULL);
  gboolean has_grown = TRUE;

  g_hash_table_add (reached, from);
  while (has_grown)
    {
      has_grown = FALSE;
      for (guint i = 0; i < canvas->wires->len; i++)
        {
          const StudioCanvasWire *wire = canvas->wires->pdata[i];

          if (g_hash_table_contains (reached, wire->from))
            has_grown |= g_hash_table_add (reached, wire->to);
        }
    }
  return reached;
}
