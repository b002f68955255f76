/* studio-canvas-view.c: which part of the model is seen, and how large.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <math.h>

#define MARGIN 36

double
studio_canvas_get_scale (StudioCanvas *canvas)
{
  return canvas->zoom * canvas->unit;
}

void
studio_canvas_to_model (StudioCanvas *canvas, double x, double y, graphene_point_t *point)
{
  point->x = canvas->origin.x + x / studio_canvas_get_scale (canvas);
  point->y = canvas->origin.y + y / studio_canvas_get_scale (canvas);
}

void
studio_canvas_to_widget (StudioCanvas *canvas, const graphene_point_t *point, graphene_point_t *result)
{
  result->x = (point->x - canvas->origin.x) * studio_canvas_get_scale (canvas);
  result->y = (point->y - canvas->origin.y) * studio_canvas_get_scale (canvas);
}

void
studio_canvas_rect_to_widget (StudioCanvas *canvas, const graphene_rect_t *rect, graphene_rect_t *result)
{
  graphene_point_t corner;

  studio_canvas_to_widget (canvas, &rect->origin, &corner);
  result->origin = corner;
  result->size.width = rect->size.width * studio_canvas_get_scale (canvas);
  result->size.height = rect->size.height * studio_canvas_get_scale (canvas);
}

gboolean
studio_canvas_get_bounds (StudioCanvas *canvas, graphene_rect_t *bounds)
{
  if (canvas->nodes->len == 0)
    return FALSE;

  *bounds = *studio_canvas_node_get_rect (canvas->nodes->pdata[0]);
  for (guint i = 1; i < canvas->nodes->len; i++)
    graphene_rect_union (bounds, studio_canvas_node_get_rect (canvas->nodes->pdata[i]), bounds);
  return TRUE;
}

static int
get_width (StudioCanvas *canvas)
{
  return gtk_widget_get_width (GTK_WIDGET (canvas));
}

static int
get_height (StudioCanvas *canvas)
{
  return gtk_widget_get_height (GTK_WIDGET (canvas));
}

/* Some of the model stays in view, however far it is pushed. */
static void
keep_in_view (StudioCanvas *canvas)
{
  graphene_rect_t bounds;
  const float width = get_width (canvas) / studio_canvas_get_scale (canvas);
  const float height = get_height (canvas) / studio_canvas_get_scale (canvas);
  const float margin = MARGIN / studio_canvas_get_scale (canvas);

  if (!studio_canvas_get_bounds (canvas, &bounds) || width <= 2 * margin || height <= 2 * margin)
    return;
  canvas->origin.x =
      CLAMP (canvas->origin.x, bounds.origin.x - width + margin, bounds.origin.x + bounds.size.width - margin);
  canvas->origin.y =
      CLAMP (canvas->origin.y, bounds.origin.y - height + margin, bounds.origin.y + bounds.size.height - margin);
}

void
studio_canvas_zoom_at (StudioCanvas *canvas, double zoom, double x, double y)
{
  graphene_point_t fixed;

  studio_canvas_to_model (canvas, x, y, &fixed);
  canvas->zoom = CLAMP (zoom, STUDIO_CANVAS_MIN_ZOOM, STUDIO_CANVAS_MAX_ZOOM);
  canvas->origin.x = fixed.x - x / studio_canvas_get_scale (canvas);
  canvas->origin.y = fixed.y - y / studio_canvas_get_scale (canvas);
  keep_in_view (canvas);
  studio_canvas_queue_layout (canvas);
  studio_canvas_notify_zoom (canvas);
}

void
studio_canvas_zoom_to (StudioCanvas *canvas, double zoom)
{
  studio_canvas_zoom_at (canvas, zoom, get_width (canvas) / 2.0, get_height (canvas) / 2.0);
}

void
studio_canvas_pan (StudioCanvas *canvas, double dx, double dy)
{
  canvas->origin.x += dx / studio_canvas_get_scale (canvas);
  canvas->origin.y += dy / studio_canvas_get_scale (canvas);
  keep_in_view (canvas);
  studio_canvas_queue_layout (canvas);
}

static void
center (StudioCanvas *canvas, const graphene_rect_t *bounds)
{
  canvas->origin.x =
      bounds->origin.x + bounds->size.width / 2 - get_width (canvas) / studio_canvas_get_scale (canvas) / 2;
  canvas->origin.y =
      bounds->origin.y + bounds->size.height / 2 - get_height (canvas) / studio_canvas_get_scale (canvas) / 2;
}

void
studio_canvas_fit (StudioCanvas *canvas)
{
  graphene_rect_t bounds;

  if (!studio_canvas_get_bounds (canvas, &bounds))
    return;
  canvas->zoom = MIN ((get_width (canvas) - 2 * MARGIN) / bounds.size.width,
                      (get_height (canvas) - 2 * MARGIN) / bounds.size.height)
                 / canvas->unit;
  canvas->zoom = CLAMP (canvas->zoom, STUDIO_CANVAS_MIN_ZOOM, 1);
  center (canvas, &bounds);
  studio_canvas_queue_layout (canvas);
  studio_canvas_notify_zoom (canvas);
}

void
studio_canvas_go_home (StudioCanvas *canvas)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, STUDIO_CANVAS_NODE_WIDTH, 0);
  const double zoom = canvas->zoom;

  canvas->zoom = 1;
  studio_canvas_get_bounds (canvas, &bounds);
  center (canvas, &bounds);
  if (bounds.size.width * canvas->unit + 2 * MARGIN > get_width (canvas))
    canvas->origin.x = bounds.origin.x - MARGIN;
  if (bounds.size.height * canvas->unit + 2 * MARGIN > get_height (canvas))
    canvas->origin.y = bounds.origin.y - MARGIN;
  canvas->origin.x = floorf (canvas->origin.x);
  canvas->origin.y = floorf (canvas->origin.y);
  canvas->width = get_width (canvas);
  canvas->is_placed = TRUE;
  if (zoom != 1)
    studio_canvas_notify_zoom (canvas);
}

/* How far a span has to be pushed to lie between 0 and @length. */
static double
get_push (double start, double extent, double length)
{
  if (start < MARGIN)
    return start - MARGIN;
  return MAX (0, MIN (start + extent + MARGIN - length, start - MARGIN));
}

void
studio_canvas_reveal (StudioCanvas *canvas, StudioCanvasNode *node)
{
  graphene_rect_t rect;
  double dx;
  double dy;

  if (!canvas->is_placed)
    return;
  studio_canvas_rect_to_widget (canvas, studio_canvas_node_get_rect (node), &rect);
  dx = get_push (rect.origin.x, rect.size.width, get_width (canvas));
  dy = get_push (rect.origin.y, rect.size.height, get_height (canvas));
  if (dx != 0 || dy != 0)
    studio_canvas_pan (canvas, dx, dy);
}

StudioCanvasNode *
studio_canvas_find_node_at (StudioCanvas *canvas, double x, double y, double margin)
{
  graphene_point_t point;

  studio_canvas_to_model (canvas, x, y, &point);
  for (guint i = canvas->nodes->len; i-- > 0;)
    {
      graphene_rect_t rect = *studio_canvas_node_get_rect (canvas->nodes->pdata[i]);

      graphene_rect_inset (&rect, -margin / studio_canvas_get_scale (canvas),
                           -margin / studio_canvas_get_scale (canvas));
      if (graphene_rect_contains_point (&rect, &point))
        return canvas->nodes->pdata[i];
    }
  return NULL;
}

static gboolean
is_free (StudioCanvas *canvas, const graphene_rect_t *rect)
{
  for (guint i = 0; i < canvas->nodes->len; i++)
    if (graphene_rect_intersection (rect, studio_canvas_node_get_rect (canvas->nodes->pdata[i]), NULL))
      return FALSE;
  return TRUE;
}

void
studio_canvas_find_free_place (StudioCanvas *canvas, graphene_point_t *place)
{
  graphene_rect_t rect = GRAPHENE_RECT_INIT (studio_canvas_snap (place->x), studio_canvas_snap (place->y),
                                             STUDIO_CANVAS_NODE_WIDTH, STUDIO_CANVAS_STEP - STUDIO_CANVAS_GAP);

  while (!is_free (canvas, &rect))
    rect.origin.x += STUDIO_CANVAS_NODE_WIDTH + STUDIO_CANVAS_GAP;
  *place = rect.origin;
}

float
studio_canvas_snap (float value)
{
  return roundf (value / STUDIO_CANVAS_GRID) * STUDIO_CANVAS_GRID;
}
