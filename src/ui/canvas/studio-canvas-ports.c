/* studio-canvas-ports.c: where wires begin and end, and the wire that is being drawn.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "studio-canvas-private.h"

/* How near the pointer has to be, in pixels. */
#define REACH 10

void
studio_canvas_get_port_place (const StudioCanvasPort *port, graphene_point_t *place)
{
  if (port->is_input)
    studio_canvas_node_get_input (port->node, port->index, place);
  else
    studio_canvas_node_get_output (port->node, port->index, place);
}

int
studio_canvas_count_ports (StudioCanvas *canvas, StudioCanvasNode *node, gboolean is_input)
{
  return is_input ? studio_canvas_node_get_n_inputs (node) : studio_canvas_node_get_n_outputs (node);
}

/* The index of the port of one side that is nearest to a place in the model; -1 where none is near. */
static int
find_near (StudioCanvas *canvas, StudioCanvasNode *node, gboolean is_input, const graphene_point_t *point)
{
  const int n = studio_canvas_count_ports (canvas, node, is_input);
  float least = REACH / studio_canvas_get_scale (canvas);
  int nearest = -1;

  for (int i = 0; i < n; i++)
    {
      graphene_point_t place;

      studio_canvas_get_port_place (&(StudioCanvasPort){ node, is_input, i }, &place);
      if (graphene_point_distance (point, &place, NULL, NULL) > least)
        continue;
      least = graphene_point_distance (point, &place, NULL, NULL);
      nearest = i;
    }
  return nearest;
}

StudioCanvasPort
studio_canvas_find_port_at (StudioCanvas *canvas, double x, double y)
{
  StudioCanvasNode *node = studio_canvas_find_node_at (canvas, x, y, REACH);
  graphene_point_t point;
  int index;

  if (node == NULL)
    return (StudioCanvasPort){ NULL };

  studio_canvas_to_model (canvas, x, y, &point);
  index = find_near (canvas, node, FALSE, &point);
  if (index >= 0)
    return (StudioCanvasPort){ node, FALSE, index };
  index = find_near (canvas, node, TRUE, &point);
  return index >= 0 ? (StudioCanvasPort){ node, TRUE, index } : (StudioCanvasPort){ NULL };
}

StudioCanvasPort
studio_canvas_get_free_port (StudioCanvas *canvas, StudioCanvasNode *node, gboolean is_input)
{
  const int n = studio_canvas_count_ports (canvas, node, is_input);

  for (int i = 0; i < n && is_input; i++)
    if (studio_canvas_find_wire_into (canvas, node, i) == NULL)
      return (StudioCanvasPort){ node, TRUE, i };
  return (StudioCanvasPort){ node, is_input, is_input && studio_canvas_node_takes_more (node) ? n : 0 };
}

StudioCanvasPort
studio_canvas_find_target_at (StudioCanvas *canvas, double x, double y)
{
  StudioCanvasNode *node = studio_canvas_find_node_at (canvas, x, y, REACH);
  const gboolean is_input = !canvas->source.is_input;
  graphene_point_t point;
  int index;

  if (node == NULL || !studio_canvas_fits (canvas, node))
    return (StudioCanvasPort){ NULL };

  studio_canvas_to_model (canvas, x, y, &point);
  index = find_near (canvas, node, is_input, &point);
  return index >= 0 ? (StudioCanvasPort){ node, is_input, index }
                    : studio_canvas_get_free_port (canvas, node, is_input);
}

/* What comes before the source cannot come after it. */
static gboolean
would_fit (StudioCanvas *canvas, const StudioCanvasPort *source, StudioCanvasNode *node)
{
  if (node == source->node || studio_canvas_count_ports (canvas, node, !source->is_input) == 0)
    return FALSE;
  return source->is_input ? !studio_canvas_leads_to (canvas, source->node, node)
                          : !studio_canvas_leads_to (canvas, node, source->node);
}

char *
studio_canvas_explain_misfit (StudioCanvas *canvas, const StudioCanvasPort *source, StudioCanvasNode *node)
{
  const char *from = studio_canvas_node_get_name (source->is_input ? node : source->node);
  const char *to = studio_canvas_node_get_name (source->is_input ? source->node : node);

  if (node == source->node)
    return NULL;
  if (studio_canvas_count_ports (canvas, node, !source->is_input) == 0)
    return source->is_input ? g_strdup_printf (_ ("%s gives nothing, so no wire can begin there."), from)
                            : g_strdup_printf (_ ("%s takes nothing, so no wire can end there."), to);
  return g_strdup_printf (_ ("A wire from %s to %s would close a circle: %s comes after %s."), from, to, from, to);
}

gboolean
studio_canvas_fits (StudioCanvas *canvas, StudioCanvasNode *node)
{
  return canvas->fitting != NULL && g_hash_table_contains (canvas->fitting, node);
}

void
studio_canvas_start_wire (StudioCanvas *canvas, StudioCanvasMode mode, const StudioCanvasPort *source)
{
  canvas->mode = mode;
  canvas->source = *source;
  canvas->target.node = NULL;
  canvas->fitting = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < canvas->nodes->len; i++)
    {
      StudioCanvasNode *node = canvas->nodes->pdata[i];
      const gboolean fits = would_fit (canvas, source, node);

      if (fits)
        g_hash_table_add (canvas->fitting, node);
      studio_canvas_node_set_faded (node, !fits && node != source->node);
    }
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

void
studio_canvas_set_target (StudioCanvas *canvas, const StudioCanvasPort *target)
{
  canvas->target = *target;
  canvas->hovered_port = *target;
  studio_canvas_update_description (canvas);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

void
studio_canvas_end_wire (StudioCanvas *canvas, gboolean is_accepted)
{
  const StudioCanvasPort source = canvas->source;
  const StudioCanvasPort target = canvas->target;

  if (source.node == NULL)
    return;

  canvas->mode = STUDIO_CANVAS_IDLE;
  canvas->source.node = NULL;
  canvas->target.node = NULL;
  canvas->hovered_port.node = NULL;
  g_string_truncate (canvas->typed, 0);
  g_clear_pointer (&canvas->fitting, g_hash_table_unref);
  for (guint i = 0; i < canvas->nodes->len; i++)
    studio_canvas_node_set_faded (canvas->nodes->pdata[i], FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));

  if (is_accepted && target.node != NULL)
    studio_canvas_connect (canvas, source.is_input ? &target : &source, source.is_input ? &source : &target);
  studio_canvas_update_description (canvas);
}
