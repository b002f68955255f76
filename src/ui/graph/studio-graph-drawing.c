/* studio-graph-drawing.c: boxes, ovals and arrows.
 * SPDX-License-Identifier: MIT */

#include "studio-graph-drawing.h"

#include <math.h>
#include <pango/pangocairo.h>

#define RADIUS 6.0
#define SMALLEST_TEXT 0.35
#define ARROW_LENGTH 7.0
#define ARROW_WIDTH 3.0

struct _StudioGraphDrawing
{
  StudioGraphLayout *layout;
  PangoContext *context;
  PangoLayout **texts; /* One per box; created when first drawn */
};

StudioGraphDrawing *
studio_graph_drawing_new (StudioGraphLayout *layout, PangoContext *context)
{
  StudioGraphDrawing *self = g_new0 (StudioGraphDrawing, 1);

  self->layout = studio_graph_layout_ref (layout);
  self->context = g_object_ref (context);
  self->texts = g_new0 (PangoLayout *, layout->boxes->len);
  return self;
}

void
studio_graph_drawing_free (StudioGraphDrawing *self)
{
  for (guint i = 0; i < self->layout->boxes->len; i++)
    g_clear_object (&self->texts[i]);
  g_free (self->texts);
  g_object_unref (self->context);
  studio_graph_layout_unref (self->layout);
  g_free (self);
}

StudioGraphLayout *
studio_graph_drawing_get_layout (StudioGraphDrawing *self)
{
  return self->layout;
}

static const StudioGraphBox *
get_box (StudioGraphDrawing *self, guint i)
{
  return &g_array_index (self->layout->boxes, StudioGraphBox, i);
}

static PangoLayout *
get_text (StudioGraphDrawing *self, guint i)
{
  const StudioGraphBox *box = get_box (self, i);

  if (self->texts[i] == NULL)
    self->texts[i] = studio_graph_box_new_text (self->layout->graph, box->kind, box->index, self->context);
  return self->texts[i];
}

/* Colours */

static void
set_source (cairo_t *cr, const GdkRGBA *colour, double alpha)
{
  cairo_set_source_rgba (cr, colour->red, colour->green, colour->blue, alpha);
}

/* Uses @share of the foreground's opacity, or full opacity in high contrast. */
static void
set_line (cairo_t *cr, const StudioGraphLook *look, double share)
{
  set_source (cr, &look->foreground, look->is_strong ? 1 : share);
  cairo_set_line_width (cr, look->is_strong ? 2 : 1);
}

typedef enum
{
  PARAMETER,
  VARIABLE,
  FUNCTION,
  FOLDED,
  CLUSTER,
} Role;

static Role
get_role (StudioGraphDrawing *self, const StudioGraphBox *box)
{
  const StudioGraphNode *node;

  if (box->kind != STUDIO_GRAPH_NODE)
    return box->kind == STUDIO_GRAPH_FOLDED ? FOLDED : CLUSTER;
  node = studio_graph_get_node (self->layout->graph, box->index);
  if (node->is_function)
    return FUNCTION;
  return node->param != NULL ? PARAMETER : VARIABLE;
}

/* Okabe-Ito colors: orange for parameters, blue for functions. They also differ in form. */
static void
set_fill (cairo_t *cr, Role role, const StudioGraphLook *look)
{
  static const double orange[] = { 0.90, 0.62, 0.0 };
  static const double blue[] = { 0.34, 0.71, 0.91 };
  const double alpha = look->is_dark ? 0.32 : 0.36;

  if (role == PARAMETER)
    cairo_set_source_rgba (cr, orange[0], orange[1], orange[2], alpha);
  else if (role == FUNCTION)
    cairo_set_source_rgba (cr, blue[0], blue[1], blue[2], alpha);
  else
    set_source (cr, &look->foreground, role == VARIABLE ? 0.03 : role == FOLDED ? 0.12 : 0.035);
}

/* Forms */

static void
trace_rectangle (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static void
trace_oval (cairo_t *cr, const StudioGraphBox *box)
{
  cairo_save (cr);
  cairo_translate (cr, box->x, box->y);
  cairo_scale (cr, box->width / 2, box->height / 2);
  cairo_new_sub_path (cr);
  cairo_arc (cr, 0, 0, 1, 0, 2 * G_PI);
  cairo_close_path (cr);
  cairo_restore (cr);
}

static void
trace_box (cairo_t *cr, const StudioGraphBox *box, Role role, double grow)
{
  const double left = box->x - box->width / 2 - grow;
  const double top = box->y - box->height / 2 - grow;
  const double width = box->width + 2 * grow;
  const double height = box->height + 2 * grow;

  if (role == FUNCTION)
    {
      const StudioGraphBox grown = { box->kind, box->index, box->x, box->y, width, height };

      trace_oval (cr, &grown);
    }
  else if (role == VARIABLE)
    trace_rectangle (cr, left, top, width, height, 1);
  else
    trace_rectangle (cr, left, top, width, height, RADIUS + grow);
}

static void
draw_text (StudioGraphDrawing *self, cairo_t *cr, guint i, Role role, const StudioGraphLook *look)
{
  const StudioGraphBox *box = get_box (self, i);
  PangoLayout *text = get_text (self, i);
  int width;
  int height;

  pango_layout_get_pixel_size (text, &width, &height);
  set_line (cr, look, role == CLUSTER ? 0.75 : 1);
  if (role == CLUSTER)
    cairo_move_to (cr, box->x - width / 2.0, box->y - box->height / 2 + 6);
  else
    cairo_move_to (cr, box->x - width / 2.0, box->y - height / 2.0);
  pango_cairo_show_layout (cr, text);
}

static void
draw_box (StudioGraphDrawing *self, cairo_t *cr, guint i, const StudioGraphLook *look, double scale)
{
  const StudioGraphBox *box = get_box (self, i);
  const Role role = get_role (self, box);
  const gboolean is_found = look->found != NULL && look->found[i];

  /* A second sheet behind a group indicates hidden content. */
  if (role == FOLDED)
    {
      cairo_save (cr);
      cairo_translate (cr, 3, 3);
      trace_box (cr, box, role, 0);
      set_line (cr, look, 0.25);
      cairo_stroke (cr);
      cairo_restore (cr);
    }

  trace_box (cr, box, role, 0);
  set_fill (cr, role, look);
  cairo_fill_preserve (cr);
  set_line (cr, look, role == CLUSTER ? 0.2 : role == VARIABLE ? 0.3 : 0.55);
  cairo_stroke (cr);
  if (is_found || (int) i == look->current)
    {
      trace_box (cr, box, role, 2.5);
      set_source (cr, &look->accent, 1);
      cairo_set_line_width (cr, (int) i == look->current ? 3 : 1.5);
      cairo_stroke (cr);
    }
  if (scale >= SMALLEST_TEXT)
    draw_text (self, cr, i, role, look);
}

/* Lines */

static void
draw_arrow (cairo_t *cr, StudioGraphPoint from, StudioGraphPoint tip)
{
  const double length = hypot (tip.x - from.x, tip.y - from.y);
  const double dx = length > 0 ? (tip.x - from.x) / length : 0;
  const double dy = length > 0 ? (tip.y - from.y) / length : 1;

  cairo_move_to (cr, tip.x, tip.y);
  cairo_line_to (cr, tip.x - ARROW_LENGTH * dx - ARROW_WIDTH * dy, tip.y - ARROW_LENGTH * dy + ARROW_WIDTH * dx);
  cairo_line_to (cr, tip.x - ARROW_LENGTH * dx + ARROW_WIDTH * dy, tip.y - ARROW_LENGTH * dy - ARROW_WIDTH * dx);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static gboolean
line_is_within (const StudioGraphPoint *points, guint n, const graphene_rect_t *clip)
{
  double left = points[0].x;
  double right = left;
  double top = points[0].y;
  double bottom = top;
  graphene_rect_t bounds;

  for (guint i = 1; i < n; i++)
    {
      left = MIN (left, points[i].x);
      right = MAX (right, points[i].x);
      top = MIN (top, points[i].y);
      bottom = MAX (bottom, points[i].y);
    }
  graphene_rect_init (&bounds, left - 5, top - 5, right - left + 10, bottom - top + 10);
  return graphene_rect_intersection (&bounds, clip, NULL);
}

static void
draw_line (StudioGraphDrawing *self, cairo_t *cr, const StudioGraphLine *line, const StudioGraphLook *look,
           const graphene_rect_t *clip)
{
  const StudioGraphPoint *points = &g_array_index (self->layout->points, StudioGraphPoint, line->first);
  const gboolean touches = look->current >= 0 && ((int) line->from == look->current || (int) line->to == look->current);
  guint n = line->n_points;

  if (n < 4 || (clip != NULL && !line_is_within (points, n, clip)))
    return;

  cairo_move_to (cr, points[0].x, points[0].y);
  for (guint i = 1; i + 2 < n; i += 3)
    cairo_curve_to (cr, points[i].x, points[i].y, points[i + 1].x, points[i + 1].y, points[i + 2].x, points[i + 2].y);
  set_line (cr, look, 0.5);
  if (touches)
    {
      set_source (cr, &look->accent, 1);
      cairo_set_line_width (cr, look->is_strong ? 3 : 2);
    }
  cairo_stroke (cr);
  draw_arrow (cr, n >= 5 ? points[n - 4] : points[0], points[n - 1]);
}

static gboolean
box_is_within (const StudioGraphBox *box, const graphene_rect_t *clip)
{
  graphene_rect_t bounds;

  graphene_rect_init (&bounds, box->x - box->width / 2 - 5, box->y - box->height / 2 - 5, box->width + 10,
                      box->height + 10);
  return clip == NULL || graphene_rect_intersection (&bounds, clip, NULL);
}

static void
draw_boxes (StudioGraphDrawing *self, cairo_t *cr, const StudioGraphLook *look, const graphene_rect_t *clip,
            double scale, gboolean clusters)
{
  for (guint i = 0; i < self->layout->boxes->len; i++)
    {
      const StudioGraphBox *box = get_box (self, i);

      if ((box->kind == STUDIO_GRAPH_CLUSTER) == clusters && box_is_within (box, clip))
        draw_box (self, cr, i, look, scale);
    }
}

void
studio_graph_drawing_draw (StudioGraphDrawing *self, cairo_t *cr, const StudioGraphLook *look,
                           const graphene_rect_t *clip, double scale)
{
  draw_boxes (self, cr, look, clip, scale, TRUE);
  for (guint i = 0; i < self->layout->lines->len; i++)
    draw_line (self, cr, &g_array_index (self->layout->lines, StudioGraphLine, i), look, clip);
  draw_boxes (self, cr, look, clip, scale, FALSE);
}

void
studio_graph_drawing_draw_small (StudioGraphDrawing *self, cairo_t *cr, const StudioGraphLook *look)
{
  for (guint i = 0; i < self->layout->boxes->len; i++)
    {
      const StudioGraphBox *box = get_box (self, i);
      const gboolean stands_out = (look->found != NULL && look->found[i]) || (int) i == look->current;

      cairo_rectangle (cr, box->x - box->width / 2, box->y - box->height / 2, box->width, box->height);
      set_source (cr, stands_out ? &look->accent : &look->foreground,
                  stands_out                          ? 1
                  : box->kind == STUDIO_GRAPH_CLUSTER ? 0.06
                  : look->is_strong                   ? 0.7
                                                      : 0.4);
      cairo_fill (cr);
    }
}
