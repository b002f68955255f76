/* studio-canvas-blocks.c: simplified view of a large model when zoomed out.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

/* Minimum size, so that a smaller card remains visible. */
#define LEAST_EXTENT 2
/* Smaller blocks have no room for a frame. */
#define LEAST_FRAMED 6

static GdkRGBA
look_up (StudioCanvas *self, const char *name)
{
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (self));
  GdkRGBA color;

  if (name == NULL || !gtk_style_context_lookup_color (style, name, &color))
    gtk_style_context_get_color (style, &color);
  return color;
}

static GdkRGBA
get_block_color (StudioCanvas *self, StudioCanvasNode *node)
{
  const char *tint = studio_canvas_node_get_tint (node);
  GdkRGBA color = look_up (self, tint);

  if (tint == NULL)
    color.alpha *= studio_canvas_node_get_node (node)->kind == RENSA_MODEL_NODE_NESTED ? 0.65f : 0.45f;
  return color;
}

static void
append_frame (GtkSnapshot *snapshot, const graphene_rect_t *rect, float width, const GdkRGBA *color)
{
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, rect, 0);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]){ width, width, width, width },
                              (GdkRGBA[4]){ *color, *color, *color, *color });
}

static void
draw_block (StudioCanvas *self, GtkSnapshot *snapshot, StudioCanvasNode *node, const graphene_rect_t *rect)
{
  const GdkRGBA color = get_block_color (self, node);
  const GdkRGBA error = look_up (self, "error_color");
  const GdkRGBA accent = look_up (self, "accent_color");
  GdkRGBA ink = look_up (self, NULL);
  graphene_rect_t around = *rect;

  ink.alpha *= 0.5f;
  gtk_snapshot_append_color (snapshot, &color, rect);
  if (MIN (rect->size.width, rect->size.height) >= LEAST_FRAMED)
    append_frame (snapshot, rect, 1, &ink);
  graphene_rect_inset (&around, -2, -2);
  if (studio_canvas_node_is_selected (node))
    append_frame (snapshot, &around, 2, &accent);
  else if (studio_canvas_node_has_problem (node))
    append_frame (snapshot, &around, 2, &error);
}

void
studio_canvas_draw_blocks (StudioCanvas *self, GtkSnapshot *snapshot)
{
  const graphene_rect_t view =
      GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)));

  for (guint i = 0; i < self->nodes->len; i++)
    {
      graphene_rect_t rect;

      studio_canvas_rect_to_widget (self, studio_canvas_node_get_rect (self->nodes->pdata[i]), &rect);
      rect.size.width = MAX (rect.size.width, LEAST_EXTENT);
      rect.size.height = MAX (rect.size.height, LEAST_EXTENT);
      if (graphene_rect_intersection (&rect, &view, NULL))
        draw_block (self, snapshot, self->nodes->pdata[i], &rect);
    }
}

/* The overview */

gboolean
studio_canvas_get_overview (StudioCanvas *self, StudioOverview *overview)
{
  const double scale = studio_canvas_get_scale (self);
  graphene_rect_t whole;

  return studio_canvas_get_bounds (self, &whole)
         && studio_overview_init (overview, GTK_WIDGET (self), &whole,
                                  &GRAPHENE_RECT_INIT (self->origin.x, self->origin.y,
                                                       gtk_widget_get_width (GTK_WIDGET (self)) / scale,
                                                       gtk_widget_get_height (GTK_WIDGET (self)) / scale));
}

void
studio_canvas_follow_overview (StudioCanvas *self, double x, double y)
{
  const double scale = studio_canvas_get_scale (self);
  StudioOverview overview;
  graphene_point_t corner;

  if (!studio_canvas_get_overview (self, &overview))
    return;
  studio_overview_find_corner (&overview, x, y, &corner);
  studio_canvas_pan (self, (corner.x - self->origin.x) * scale, (corner.y - self->origin.y) * scale);
}

static void
draw_small (cairo_t *cairo, gpointer data)
{
  StudioCanvas *self = data;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const graphene_rect_t *rect = studio_canvas_node_get_rect (self->nodes->pdata[i]);
      const GdkRGBA color = get_block_color (self, self->nodes->pdata[i]);

      gdk_cairo_set_source_rgba (cairo, &color);
      cairo_rectangle (cairo, rect->origin.x, rect->origin.y, rect->size.width, rect->size.height);
      cairo_fill (cairo);
    }
}

void
studio_canvas_draw_overview (StudioCanvas *self, GtkSnapshot *snapshot)
{
  StudioOverview overview;
  graphene_rect_t room;
  cairo_t *cairo;

  if (!studio_canvas_get_overview (self, &overview))
    return;
  graphene_rect_inset_r (&overview.bounds, -6, -6, &room);
  cairo = gtk_snapshot_append_cairo (snapshot, &room);
  studio_overview_draw (&overview, GTK_WIDGET (self), cairo, draw_small, self);
  cairo_destroy (cairo);
}
