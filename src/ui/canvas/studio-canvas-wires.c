/* studio-canvas-wires.c: what leads from node to node.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

/* How near the pointer has to be, in pixels. */
#define REACH 6
/* Of a straight line each, for finding a wire under the pointer. */
#define N_PIECES 16

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

void
studio_canvas_place_wires (StudioCanvas *canvas)
{
  for (guint i = 0; i < canvas->wires->len; i++)
    {
      StudioCanvasWire *wire = canvas->wires->pdata[i];

      studio_canvas_node_get_output (wire->from, wire->output, &wire->start);
      studio_canvas_node_get_input (wire->to, wire->slot, &wire->end);
    }
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
  graphene_point_t last = wire->start;
  float least = G_MAXFLOAT;

  for (int i = 1; i <= N_PIECES; i++)
    {
      graphene_point_t next;

      studio_canvas_curve_at (&wire->start, &wire->end, (float) i / N_PIECES, &next);
      least = MIN (least, distance_to_piece (point, &last, &next));
      last = next;
    }
  return least;
}

StudioCanvasWire *
studio_canvas_find_wire_at (StudioCanvas *canvas, double x, double y)
{
  StudioCanvasWire *nearest = NULL;
  float least = REACH / canvas->zoom;
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
