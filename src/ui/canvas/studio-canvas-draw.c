/* studio-canvas-draw.c: draws wires, ports and the pointer's current drawing.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <math.h>

#define PORT_RADIUS 4.5
/* Below this zoom, captions would be too small to read. */
#define CAPTION_ZOOM 0.5
/* Maximum distance of a text from its wire. */
#define OUTSIDE 160

typedef struct
{
  GdkRGBA ink;
  GdkRGBA accent;
  GdkRGBA error;
  GdkRGBA ground;
  /* Opacities of lines and texts; 1 in high contrast. */
  float line;
  float faint;
  float text;
  double width;
} Colors;

static GdkRGBA
look_up (GtkWidget *widget, const char *name, const GdkRGBA *fallback)
{
  GdkRGBA color;

  return gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, &color) ? color : *fallback;
}

static Colors
get_colors (StudioCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const gboolean is_strong = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  Colors colors;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colors.ink);
  colors.accent = look_up (widget, "accent_color", &colors.ink);
  colors.error = look_up (widget, "error_color", &colors.ink);
  colors.ground = look_up (widget, "popover_bg_color", &(GdkRGBA){ 1, 1, 1, 1 });
  colors.line = is_strong ? 1 : 0.5f;
  colors.faint = is_strong ? 0.7f : 0.3f;
  colors.text = is_strong ? 1 : 0.7f;
  colors.width = is_strong ? 2 : 1;
  return colors;
}

static GdkRGBA
fade (GdkRGBA color, float alpha)
{
  color.alpha *= alpha;
  return color;
}

static void
stroke_curve (StudioCanvas *self, cairo_t *cairo, const graphene_point_t *start, const graphene_point_t *end)
{
  graphene_point_t points[4];

  studio_route_get_curve (start, end, points);
  for (guint i = 0; i < 4; i++)
    studio_canvas_to_widget (self, &points[i], &points[i]);
  cairo_move_to (cairo, points[0].x, points[0].y);
  cairo_curve_to (cairo, points[1].x, points[1].y, points[2].x, points[2].y, points[3].x, points[3].y);
  cairo_stroke (cairo);
}

/* Returns FALSE if the wire and its texts are certainly out of view. */
static gboolean
is_in_view (StudioCanvas *self, const StudioRoute *route)
{
  const graphene_rect_t view =
      GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)));
  graphene_rect_t bounds;

  if (route == NULL)
    return FALSE;
  studio_route_get_bounds (route, &bounds);
  studio_canvas_rect_to_widget (self, &bounds, &bounds);
  graphene_rect_inset (&bounds, -OUTSIDE * studio_canvas_get_scale (self), -8);
  return graphene_rect_intersection (&bounds, &view, NULL);
}

/* One-pixel lines are sharp only at pixel centers. */
static void
to_pixel (StudioCanvas *self, const graphene_point_t *point, graphene_point_t *result)
{
  studio_canvas_to_widget (self, point, result);
  *result = GRAPHENE_POINT_INIT (floorf (result->x) + 0.5f, floorf (result->y) + 0.5f);
}

static void
stroke_route (StudioCanvas *self, cairo_t *cairo, const StudioRoute *route)
{
  graphene_point_t p[3];

  to_pixel (self, &route->points[0], &p[2]);
  cairo_move_to (cairo, p[2].x, p[2].y - 0.5);
  for (guint i = 0; i < route->n_curves; i++)
    {
      for (guint j = 0; j < 3; j++)
        to_pixel (self, &route->points[3 * i + j + 1], &p[j]);
      cairo_curve_to (cairo, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y);
    }
  cairo_stroke (cairo);
}

static void
draw_wire (StudioCanvas *self, cairo_t *cairo, const StudioCanvasWire *wire, gboolean is_selected, const Colors *colors)
{
  const GdkRGBA plain = fade (colors->ink, wire->id < 0 ? colors->faint : colors->line);

  if (!is_in_view (self, wire->route))
    return;
  gdk_cairo_set_source_rgba (cairo, is_selected ? &colors->accent : wire->is_wrong ? &colors->error : &plain);
  cairo_set_line_width (cairo, is_selected ? 3 : wire->is_wrong ? 2 : colors->width);
  stroke_route (self, cairo, wire->route);
}

static void
draw_tail (StudioCanvas *self, cairo_t *cairo, const StudioRoute *route, const Colors *colors)
{
  const double scale = studio_canvas_get_scale (self);
  const GdkRGBA color = fade (colors->ink, colors->line);
  graphene_point_t end;

  if (!is_in_view (self, route))
    return;
  gdk_cairo_set_source_rgba (cairo, &color);
  cairo_set_line_width (cairo, colors->width);
  stroke_route (self, cairo, route);
  to_pixel (self, &route->points[3], &end);
  cairo_move_to (cairo, end.x - 3.5 * scale, end.y - 5 * scale);
  cairo_line_to (cairo, end.x + 3.5 * scale, end.y - 5 * scale);
  cairo_line_to (cairo, end.x, end.y + 1);
  cairo_fill (cairo);
}

PangoLayout *
studio_canvas_get_layout (StudioCanvas *self, const char *text)
{
  PangoLayout *layout = g_hash_table_lookup (self->layouts, text);
  PangoAttrList *attrs;

  if (layout != NULL)
    return layout;

  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  attrs = pango_attr_list_new ();
  pango_attr_list_insert (attrs, pango_attr_family_new ("monospace"));
  pango_attr_list_insert (attrs, pango_attr_scale_new (0.82));
  pango_layout_set_attributes (layout, attrs);
  pango_attr_list_unref (attrs);
  g_hash_table_insert (self->layouts, g_strdup (text), layout);
  return layout;
}

static void
draw_text (StudioCanvas *self, GtkSnapshot *snapshot, const char *text, const graphene_rect_t *place,
           const GdkRGBA *color)
{
  graphene_point_t corner;

  if (text == NULL || place->size.width == 0)
    return;
  studio_canvas_to_widget (self, &place->origin, &corner);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &corner);
  gtk_snapshot_scale (snapshot, self->zoom, self->zoom);
  gtk_snapshot_append_layout (snapshot, studio_canvas_get_layout (self, text), color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_texts (StudioCanvas *self, GtkSnapshot *snapshot, const Colors *colors)
{
  const GdkRGBA plain = fade (colors->ink, colors->text);
  StudioCanvasNode *node = NULL;
  const StudioRoute *tail;

  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioCanvasWire *wire = self->wires->pdata[i];
      const GdkRGBA *color = wire->is_wrong ? &colors->error : &plain;

      if (!is_in_view (self, wire->route))
        continue;
      draw_text (self, snapshot, wire->caption, &wire->route->caption, color);
      draw_text (self, snapshot, wire->label, &wire->route->label, color);
    }
  for (guint i = 0; (tail = studio_canvas_get_tail (self, i, &node)) != NULL; i++)
    draw_text (self, snapshot, studio_canvas_node_get_output_caption (node, 0), &tail->caption, &plain);
}

static GskRenderNode *
make_wires (StudioCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  const Colors colors = get_colors (self);
  const StudioCanvasWire *selected = studio_canvas_get_selected_wire (self);
  StudioCanvasNode *node = NULL;
  const StudioRoute *tail;
  cairo_t *cairo = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget)));

  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioCanvasWire *wire = self->wires->pdata[i];

      draw_wire (self, cairo, wire, wire == selected || wire == self->drop_wire, &colors);
    }
  for (guint i = 0; (tail = studio_canvas_get_tail (self, i, &node)) != NULL; i++)
    draw_tail (self, cairo, tail, &colors);
  cairo_destroy (cairo);

  if (self->zoom >= CAPTION_ZOOM)
    draw_texts (self, snapshot, &colors);
  return gtk_snapshot_free_to_node (snapshot);
}

/* Unchanged wires reuse the same render node, so that GTK repaints only where a card changed. */
void
studio_canvas_draw_wires (StudioCanvas *self, GtkSnapshot *snapshot)
{
  if (self->drawn_wires == NULL)
    self->drawn_wires = make_wires (self);
  if (self->drawn_wires != NULL)
    gtk_snapshot_append_node (snapshot, self->drawn_wires);
}

static void
draw_port (StudioCanvas *self, cairo_t *cairo, const StudioCanvasPort *port, const Colors *colors)
{
  const gboolean is_lit = port->node == self->hovered_port.node && port->is_input == self->hovered_port.is_input
                          && port->index == self->hovered_port.index;
  graphene_point_t place;

  studio_canvas_get_port_place (port, &place);
  studio_canvas_to_widget (self, &place, &place);
  cairo_new_sub_path (cairo);
  cairo_arc (cairo, place.x, place.y, PORT_RADIUS + (is_lit ? 1.5 : 0), 0, 2 * G_PI);
  gdk_cairo_set_source_rgba (cairo, is_lit ? &colors->accent : &colors->ground);
  cairo_fill_preserve (cairo);
  gdk_cairo_set_source_rgba (cairo, &colors->accent);
  cairo_set_line_width (cairo, 1.5);
  cairo_stroke (cairo);
}

static void
draw_ports (StudioCanvas *self, cairo_t *cairo, StudioCanvasNode *node, gboolean is_input, const Colors *colors)
{
  const int n = studio_canvas_count_shown_ports (node, is_input);

  for (int i = 0; i < n; i++)
    draw_port (self, cairo, &(StudioCanvasPort){ node, is_input, i }, colors);
}

/* While a wire is being drawn, draws the ports where it could end. */
static void
draw_all_ports (StudioCanvas *self, cairo_t *cairo, const Colors *colors)
{
  StudioCanvasNode *single = studio_canvas_get_single (self);
  StudioCanvasNode *shown[2] = { self->hovered, single != self->hovered ? single : NULL };

  for (guint i = 0; i < self->nodes->len && self->source.node != NULL; i++)
    if (studio_canvas_fits (self, self->nodes->pdata[i]))
      draw_ports (self, cairo, self->nodes->pdata[i], !self->source.is_input, colors);

  for (guint i = 0; i < G_N_ELEMENTS (shown) && self->mode == STUDIO_CANVAS_IDLE; i++)
    if (shown[i] != NULL && self->zoom >= STUDIO_CANVAS_BLOCK_ZOOM)
      {
        draw_ports (self, cairo, shown[i], TRUE, colors);
        draw_ports (self, cairo, shown[i], FALSE, colors);
      }
}

static void
draw_new_wire (StudioCanvas *self, cairo_t *cairo, const Colors *colors)
{
  graphene_point_t start;
  graphene_point_t end;

  studio_canvas_to_model (self, self->pointer.x, self->pointer.y, &end);
  studio_canvas_get_port_place (&self->source, &start);
  if (self->target.node != NULL)
    studio_canvas_get_port_place (&self->target, &end);
  else if (self->mode == STUDIO_CANVAS_AIMING)
    return;

  gdk_cairo_set_source_rgba (cairo, &colors->accent);
  cairo_set_line_width (cairo, 2);
  if (self->source.is_input)
    stroke_curve (self, cairo, &end, &start);
  else
    stroke_curve (self, cairo, &start, &end);
}

static void
draw_band (StudioCanvas *self, cairo_t *cairo, const Colors *colors)
{
  const GdkRGBA filling = fade (colors->accent, 0.12);

  cairo_rectangle (cairo, (int) MIN (self->pressed.x, self->pointer.x) + 0.5,
                   (int) MIN (self->pressed.y, self->pointer.y) + 0.5, (int) ABS (self->pointer.x - self->pressed.x),
                   (int) ABS (self->pointer.y - self->pressed.y));
  gdk_cairo_set_source_rgba (cairo, &filling);
  cairo_fill_preserve (cairo);
  gdk_cairo_set_source_rgba (cairo, &colors->accent);
  cairo_set_line_width (cairo, 1);
  cairo_stroke (cairo);
}

void
studio_canvas_draw_overlay (StudioCanvas *self, GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const Colors colors = get_colors (self);
  cairo_t *cairo;

  if (self->hovered == NULL && self->n_selected != 1 && self->mode == STUDIO_CANVAS_IDLE)
    return;

  cairo = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget)));
  if (self->source.node != NULL)
    draw_new_wire (self, cairo, &colors);
  draw_all_ports (self, cairo, &colors);
  if (self->mode == STUDIO_CANVAS_BANDING)
    draw_band (self, cairo, &colors);
  cairo_destroy (cairo);
}
