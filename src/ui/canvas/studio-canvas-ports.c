/* studio-canvas-ports.c: ports, and the wire that is being drawn.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "studio-canvas-private.h"

/* Maximum distance from the pointer, in pixels. */
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
studio_canvas_count_ports (StudioCanvas *self, StudioCanvasNode *node, gboolean is_input)
{
  return is_input ? studio_canvas_node_get_n_inputs (node) : studio_canvas_node_get_n_outputs (node);
}

int
studio_canvas_count_shown_ports (StudioCanvasNode *node, gboolean is_input)
{
  return is_input ? studio_canvas_node_get_n_shown_inputs (node) : studio_canvas_node_get_n_outputs (node);
}

/* Returns the index of the port on one side that is nearest to a point of the model; -1 if none is near. */
static int
find_near (StudioCanvas *self, StudioCanvasNode *node, gboolean is_input, const graphene_point_t *point)
{
  const int n = studio_canvas_count_shown_ports (node, is_input);
  float least = REACH / studio_canvas_get_scale (self);
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
studio_canvas_find_port_at (StudioCanvas *self, double x, double y)
{
  StudioCanvasNode *node = studio_canvas_find_node_at (self, x, y, REACH);
  graphene_point_t point;
  int index;

  if (node == NULL || self->zoom < STUDIO_CANVAS_BLOCK_ZOOM)
    return (StudioCanvasPort){ NULL };

  studio_canvas_to_model (self, x, y, &point);
  index = find_near (self, node, FALSE, &point);
  if (index >= 0)
    return (StudioCanvasPort){ node, FALSE, index };
  index = find_near (self, node, TRUE, &point);
  return index >= 0 ? (StudioCanvasPort){ node, TRUE, index } : (StudioCanvasPort){ NULL };
}

StudioCanvasPort
studio_canvas_get_free_port (StudioCanvas *self, StudioCanvasNode *node, gboolean is_input)
{
  const RensaModelNode *known = studio_canvas_node_get_node (node);
  const int n = studio_canvas_count_ports (self, node, is_input);
  const int main_slot = rensa_model_node_get_main_slot (known);

  if (!is_input)
    return (StudioCanvasPort){ node, FALSE, known->main_output };
  if (main_slot < n && studio_canvas_find_wire_into (self, node, main_slot) == NULL)
    return (StudioCanvasPort){ node, TRUE, main_slot };
  for (int i = 0; i < n; i++)
    if (studio_canvas_find_wire_into (self, node, i) == NULL)
      return (StudioCanvasPort){ node, TRUE, i };
  return (StudioCanvasPort){ node, TRUE, studio_canvas_node_takes_more (node) ? n : 0 };
}

StudioCanvasPort
studio_canvas_find_target_at (StudioCanvas *self, double x, double y)
{
  StudioCanvasNode *node = studio_canvas_find_node_at (self, x, y, REACH);
  const gboolean is_input = !self->source.is_input;
  graphene_point_t point;
  int index;

  if (node == NULL || !studio_canvas_fits (self, node))
    return (StudioCanvasPort){ NULL };

  studio_canvas_to_model (self, x, y, &point);
  index = find_near (self, node, is_input, &point);
  return index >= 0 ? (StudioCanvasPort){ node, is_input, index } : studio_canvas_get_free_port (self, node, is_input);
}

char *
studio_canvas_explain_misfit (StudioCanvas *self, const StudioCanvasPort *source, StudioCanvasNode *node)
{
  const char *from = studio_canvas_node_get_name (source->is_input ? node : source->node);
  const char *to = studio_canvas_node_get_name (source->is_input ? source->node : node);

  if (node == source->node)
    return NULL;
  if (studio_canvas_count_ports (self, node, !source->is_input) == 0)
    return source->is_input ? g_strdup_printf (_ ("%s has no outputs, so a connection cannot start there."), from)
                            : g_strdup_printf (_ ("%s has no inputs, so a connection cannot end there."), to);
  return g_strdup_printf (_ ("Connecting %s to %s would create a cycle: %s comes after %s."), from, to, from, to);
}

gboolean
studio_canvas_fits (StudioCanvas *self, StudioCanvasNode *node)
{
  return self->fitting != NULL && g_hash_table_contains (self->fitting, node);
}

void
studio_canvas_start_wire (StudioCanvas *self, StudioCanvasMode mode, const StudioCanvasPort *source)
{
  /* Nodes before the source cannot come after it. */
  g_autofree gboolean *reached = studio_canvas_list_reached (self, source->node, !source->is_input);

  self->mode = mode;
  self->source = *source;
  self->target.node = NULL;
  self->fitting = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      StudioCanvasNode *node = self->nodes->pdata[i];
      const gboolean fits = !reached[i] && studio_canvas_count_ports (self, node, !source->is_input) > 0;

      if (fits)
        g_hash_table_add (self->fitting, node);
      studio_canvas_node_set_faded (node, !fits && node != source->node);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
studio_canvas_set_target (StudioCanvas *self, const StudioCanvasPort *target)
{
  self->target = *target;
  self->hovered_port = *target;
  studio_canvas_update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
studio_canvas_end_wire (StudioCanvas *self, gboolean is_accepted)
{
  const StudioCanvasPort source = self->source;
  const StudioCanvasPort target = self->target;

  if (source.node == NULL)
    return;

  self->mode = STUDIO_CANVAS_IDLE;
  self->source.node = NULL;
  self->target.node = NULL;
  self->hovered_port.node = NULL;
  g_string_truncate (self->typed, 0);
  g_clear_pointer (&self->fitting, g_hash_table_unref);
  for (guint i = 0; i < self->nodes->len; i++)
    studio_canvas_node_set_faded (self->nodes->pdata[i], FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (self));

  if (is_accepted && target.node != NULL)
    studio_canvas_connect (self, source.is_input ? &target : &source, source.is_input ? &source : &target);
  studio_canvas_update_description (self);
}
