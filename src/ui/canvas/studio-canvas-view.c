/* studio-canvas-view.c: visible part of the model and zoom.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <math.h>

#define MARGIN 36

double
studio_canvas_get_scale (StudioCanvas *self)
{
  return self->zoom * self->unit;
}

void
studio_canvas_to_model (StudioCanvas *self, double x, double y, graphene_point_t *point)
{
  point->x = self->origin.x + x / studio_canvas_get_scale (self);
  point->y = self->origin.y + y / studio_canvas_get_scale (self);
}

void
studio_canvas_to_widget (StudioCanvas *self, const graphene_point_t *point, graphene_point_t *result)
{
  result->x = (point->x - self->origin.x) * studio_canvas_get_scale (self);
  result->y = (point->y - self->origin.y) * studio_canvas_get_scale (self);
}

void
studio_canvas_rect_to_widget (StudioCanvas *self, const graphene_rect_t *rect, graphene_rect_t *result)
{
  graphene_point_t corner;

  studio_canvas_to_widget (self, &rect->origin, &corner);
  result->origin = corner;
  result->size.width = rect->size.width * studio_canvas_get_scale (self);
  result->size.height = rect->size.height * studio_canvas_get_scale (self);
}

gboolean
studio_canvas_get_bounds (StudioCanvas *self, graphene_rect_t *bounds)
{
  if (self->nodes->len == 0)
    return FALSE;

  *bounds = *studio_canvas_node_get_rect (self->nodes->pdata[0]);
  for (guint i = 1; i < self->nodes->len; i++)
    graphene_rect_union (bounds, studio_canvas_node_get_rect (self->nodes->pdata[i]), bounds);
  return TRUE;
}

static int
get_width (StudioCanvas *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self));
}

static int
get_height (StudioCanvas *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self));
}

/* Keeps some of the model in view, however far it is panned. */
static void
keep_in_view (StudioCanvas *self)
{
  graphene_rect_t bounds;
  const float width = get_width (self) / studio_canvas_get_scale (self);
  const float height = get_height (self) / studio_canvas_get_scale (self);
  const float margin = MARGIN / studio_canvas_get_scale (self);

  if (!studio_canvas_get_bounds (self, &bounds) || width <= 2 * margin || height <= 2 * margin)
    return;
  self->origin.x =
      CLAMP (self->origin.x, bounds.origin.x - width + margin, bounds.origin.x + bounds.size.width - margin);
  self->origin.y =
      CLAMP (self->origin.y, bounds.origin.y - height + margin, bounds.origin.y + bounds.size.height - margin);
}

void
studio_canvas_zoom_at (StudioCanvas *self, double zoom, double x, double y)
{
  graphene_point_t fixed;

  studio_canvas_to_model (self, x, y, &fixed);
  self->zoom = CLAMP (zoom, STUDIO_CANVAS_MIN_ZOOM, STUDIO_CANVAS_MAX_ZOOM);
  self->origin.x = fixed.x - x / studio_canvas_get_scale (self);
  self->origin.y = fixed.y - y / studio_canvas_get_scale (self);
  keep_in_view (self);
  studio_canvas_queue_layout (self);
  studio_canvas_notify_zoom (self);
}

void
studio_canvas_zoom_to (StudioCanvas *self, double zoom)
{
  studio_canvas_zoom_at (self, zoom, get_width (self) / 2.0, get_height (self) / 2.0);
}

static void
move (StudioCanvas *self, double dx, double dy)
{
  self->origin.x += dx / studio_canvas_get_scale (self);
  self->origin.y += dy / studio_canvas_get_scale (self);
  keep_in_view (self);
}

void
studio_canvas_pan (StudioCanvas *self, double dx, double dy)
{
  move (self, dx, dy);
  studio_canvas_queue_layout (self);
}

static void
center (StudioCanvas *self, const graphene_rect_t *bounds)
{
  self->origin.x = bounds->origin.x + bounds->size.width / 2 - get_width (self) / studio_canvas_get_scale (self) / 2;
  self->origin.y = bounds->origin.y + bounds->size.height / 2 - get_height (self) / studio_canvas_get_scale (self) / 2;
}

void
studio_canvas_fit (StudioCanvas *self)
{
  graphene_rect_t bounds;

  if (!studio_canvas_get_bounds (self, &bounds))
    return;
  self->zoom =
      MIN ((get_width (self) - 2 * MARGIN) / bounds.size.width, (get_height (self) - 2 * MARGIN) / bounds.size.height)
      / self->unit;
  self->zoom = CLAMP (self->zoom, STUDIO_CANVAS_MIN_ZOOM, 1);
  center (self, &bounds);
  studio_canvas_queue_layout (self);
  studio_canvas_notify_zoom (self);
}

void
studio_canvas_go_home (StudioCanvas *self)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, STUDIO_CANVAS_NODE_WIDTH, 0);
  const double zoom = self->zoom;

  self->zoom = 1;
  studio_canvas_get_bounds (self, &bounds);
  center (self, &bounds);
  if (bounds.size.width * self->unit + 2 * MARGIN > get_width (self))
    self->origin.x = bounds.origin.x - MARGIN;
  if (bounds.size.height * self->unit + 2 * MARGIN > get_height (self))
    self->origin.y = bounds.origin.y - MARGIN;
  self->origin.x = floorf (self->origin.x);
  self->origin.y = floorf (self->origin.y);
  self->width = get_width (self);
  self->is_placed = TRUE;
  if (zoom != 1)
    studio_canvas_notify_zoom (self);
}

/* Returns the shift that puts a span between 0 and @length. */
static double
get_push (double start, double extent, double length)
{
  if (start < MARGIN)
    return start - MARGIN;
  return MAX (0, MIN (start + extent + MARGIN - length, start - MARGIN));
}

void
studio_canvas_bring_into_view (StudioCanvas *self, StudioCanvasNode *node)
{
  /* A match must not be hidden below the search entry. */
  const int top = gtk_widget_get_visible (self->find) ? gtk_widget_get_height (self->find) : 0;
  graphene_rect_t rect;

  studio_canvas_rect_to_widget (self, studio_canvas_node_get_rect (node), &rect);
  move (self, get_push (rect.origin.x, rect.size.width, get_width (self)),
        get_push (rect.origin.y - top, rect.size.height, get_height (self) - top));
}

void
studio_canvas_reveal (StudioCanvas *self, StudioCanvasNode *node)
{
  const graphene_point_t before = self->origin;

  if (!self->is_placed)
    return;
  studio_canvas_bring_into_view (self, node);
  if (!graphene_point_equal (&before, &self->origin))
    studio_canvas_queue_layout (self);
}

void
studio_canvas_make_readable (StudioCanvas *self, StudioCanvasNode *node)
{
  if (self->zoom < STUDIO_CANVAS_BLOCK_ZOOM && self->is_placed)
    {
      self->zoom = 1;
      center (self, studio_canvas_node_get_rect (node));
      studio_canvas_queue_layout (self);
      studio_canvas_notify_zoom (self);
    }
  studio_canvas_reveal (self, node);
}

StudioCanvasNode *
studio_canvas_find_node_at (StudioCanvas *self, double x, double y, double margin)
{
  graphene_point_t point;

  studio_canvas_to_model (self, x, y, &point);
  for (guint i = self->nodes->len; i-- > 0;)
    {
      graphene_rect_t rect = *studio_canvas_node_get_rect (self->nodes->pdata[i]);

      graphene_rect_inset (&rect, -margin / studio_canvas_get_scale (self), -margin / studio_canvas_get_scale (self));
      if (graphene_rect_contains_point (&rect, &point))
        return self->nodes->pdata[i];
    }
  return NULL;
}

static gboolean
is_free (StudioCanvas *self, const graphene_rect_t *rect)
{
  for (guint i = 0; i < self->nodes->len; i++)
    if (graphene_rect_intersection (rect, studio_canvas_node_get_rect (self->nodes->pdata[i]), NULL))
      return FALSE;
  return TRUE;
}

void
studio_canvas_find_free_place (StudioCanvas *self, graphene_point_t *place)
{
  graphene_rect_t rect = GRAPHENE_RECT_INIT (studio_canvas_snap (place->x), studio_canvas_snap (place->y),
                                             STUDIO_CANVAS_NODE_WIDTH, STUDIO_CANVAS_STEP - STUDIO_CANVAS_GAP);

  while (!is_free (self, &rect))
    rect.origin.x += STUDIO_CANVAS_NODE_WIDTH + STUDIO_CANVAS_GAP;
  *place = rect.origin;
}

float
studio_canvas_snap (float value)
{
  return roundf (value / STUDIO_CANVAS_GRID) * STUDIO_CANVAS_GRID;
}
