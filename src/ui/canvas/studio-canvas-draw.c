/* studio-canvas-draw.c: wires, ports and what is being drawn with the pointer.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#define PORT_RADIUS 4.5
/* How far the tail below an output of the model reaches. */
#define TAIL 26
/* Captions would be too small to read below. */
#define CAPTION_ZOOM 0.5
/* How high above a card the texts at its ports stand. */
#define PORT_TEXT_HEIGHT 9
/* How far aside a wire may lead and still count as straight. */
#define STRAIGHT 6

typedef struct
{
  GdkRGBA ink;
  GdkRGBA accent;
  GdkRGBA error;
  GdkRGBA ground;
} Colors;

static GdkRGBA
look_up (GtkWidget *widget, const char *name, const GdkRGBA *fallback)
{
  GdkRGBA color;

  return gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, &color) ? color : *fallback;
}

static Colors
get_colors (StudioCanvas *canvas)
{
  GtkWidget *widget = GTK_WIDGET (canvas);
  Colors colors;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colors.ink);
  colors.accent = look_up (widget, "accent_color", &colors.ink);
  colors.error = look_up (widget, "error_color", &colors.ink);
  colors.ground = look_up (widget, "popover_bg_color", &(GdkRGBA){ 1, 1, 1, 1 });
  return colors;
}

static GdkRGBA
fade (GdkRGBA color, float alpha)
{
  color.alpha *= alpha;
  return color;
}

/* The two points that pull the curve so that it leaves and enters at right angles. */
static void
get_controls (const graphene_point_t *start, const graphene_point_t *end, float scale, graphene_point_t *a,
              graphene_point_t *b)
{
  const float rise = end->y - start->y;
  const float pull = rise > 0 ? rise / 2 : MAX (40 * scale, -rise / 3);

  *a = GRAPHENE_POINT_INIT (start->x, start->y + pull);
  *b = GRAPHENE_POINT_INIT (end->x, end->y - pull);
}

void
studio_canvas_curve_at (const graphene_point_t *start, const graphene_point_t *end, float t, graphene_point_t *point)
{
  const float u = 1 - t;
  graphene_point_t a;
  graphene_point_t b;

  get_controls (start, end, 1, &a, &b);
  point->x = u * u * u * start->x + 3 * u * u * t * a.x + 3 * u * t * t * b.x + t * t * t * end->x;
  point->y = u * u * u * start->y + 3 * u * u * t * a.y + 3 * u * t * t * b.y + t * t * t * end->y;
}

static void
stroke_curve (StudioCanvas *canvas, cairo_t *cairo, const graphene_point_t *start, const graphene_point_t *end)
{
  graphene_point_t a;
  graphene_point_t b;

  get_controls (start, end, canvas->zoom, &a, &b);
  cairo_move_to (cairo, start->x, start->y);
  cairo_curve_to (cairo, a.x, a.y, b.x, b.y, end->x, end->y);
  cairo_stroke (cairo);
}

/* Without what is certainly out of view. */
static gboolean
is_in_view (StudioCanvas *canvas, const graphene_point_t *start, const graphene_point_t *end)
{
  const float reach = 120 * canvas->zoom;

  return MAX (start->x, end->x) > -reach && MIN (start->x, end->x) < gtk_widget_get_width (GTK_WIDGET (canvas)) + reach
         && MAX (start->y, end->y) > -reach
         && MIN (start->y, end->y) < gtk_widget_get_height (GTK_WIDGET (canvas)) + reach;
}

/* Lines of one pixel are sharp only in the middle of pixels. */
static void
place_ends (StudioCanvas *canvas, const StudioCanvasWire *wire, graphene_point_t *start, graphene_point_t *end)
{
  studio_canvas_to_widget (canvas, &wire->start, start);
  studio_canvas_to_widget (canvas, &wire->end, end);
  start->x = (int) start->x + 0.5f;
  end->x = (int) end->x + 0.5f;
}

static void
draw_wire (StudioCanvas *canvas, cairo_t *cairo, const StudioCanvasWire *wire, gboolean is_selected,
           const Colors *colors)
{
  const GdkRGBA plain = fade (colors->ink, wire->is_implied ? 0.3 : 0.5);
  graphene_point_t start;
  graphene_point_t end;

  place_ends (canvas, wire, &start, &end);
  if (!is_in_view (canvas, &start, &end))
    return;

  gdk_cairo_set_source_rgba (cairo, is_selected ? &colors->accent : wire->is_wrong ? &colors->error : &plain);
  cairo_set_line_width (cairo, is_selected ? 3 : wire->is_wrong ? 2 : 1);
  stroke_curve (canvas, cairo, &start, &end);
}

/* What the model gives leaves it by a short tail. */
static void
draw_tail (StudioCanvas *canvas, cairo_t *cairo, StudioCanvasNode *node, const Colors *colors)
{
  const GdkRGBA color = fade (colors->ink, 0.5);
  graphene_point_t top;
  graphene_point_t end;

  studio_canvas_node_get_output (node, 0, &top);
  studio_canvas_to_widget (canvas, &top, &top);
  top.x = (int) top.x + 0.5f;
  end = GRAPHENE_POINT_INIT (top.x, top.y + TAIL * canvas->zoom);
  if (!is_in_view (canvas, &top, &end))
    return;

  gdk_cairo_set_source_rgba (cairo, &color);
  cairo_set_line_width (cairo, 1);
  cairo_move_to (cairo, top.x, top.y);
  cairo_line_to (cairo, end.x, end.y);
  cairo_stroke (cairo);
  cairo_move_to (cairo, end.x - 3.5 * canvas->zoom, end.y - 5 * canvas->zoom);
  cairo_line_to (cairo, end.x + 3.5 * canvas->zoom, end.y - 5 * canvas->zoom);
  cairo_line_to (cairo, end.x, end.y + 1);
  cairo_fill (cairo);
}

static PangoLayout *
get_layout (StudioCanvas *canvas, const char *text)
{
  PangoLayout *layout = g_hash_table_lookup (canvas->layouts, text);
  PangoAttrList *attrs;

  if (layout != NULL)
    return layout;

  layout = gtk_widget_create_pango_layout (GTK_WIDGET (canvas), text);
  attrs = pango_attr_list_new ();
  pango_attr_list_insert (attrs, pango_attr_family_new ("monospace"));
  pango_attr_list_insert (attrs, pango_attr_scale_new (0.82));
  pango_layout_set_attributes (layout, attrs);
  pango_attr_list_unref (attrs);
  g_hash_table_insert (canvas->layouts, g_strdup (text), layout);
  return layout;
}

/* Beside the middle of a straight wire, and where one that is bent enters. */
static void
get_caption_place (const StudioCanvasWire *wire, graphene_point_t *place)
{
  studio_canvas_curve_at (&wire->start, &wire->end, 0.5, place);
  if (ABS (wire->end.x - wire->start.x) > STRAIGHT)
    *place = GRAPHENE_POINT_INIT (wire->end.x, wire->end.y - PORT_TEXT_HEIGHT);
  place->x += 6;
}

/* @align: how much of the text stands to the left of the place. */
static void
draw_text (StudioCanvas *canvas, GtkSnapshot *snapshot, const char *text, const graphene_point_t *place, float align,
           const GdkRGBA *color)
{
  PangoLayout *layout = get_layout (canvas, text);
  graphene_point_t corner;
  int width;
  int height;

  pango_layout_get_pixel_size (layout, &width, &height);
  studio_canvas_to_widget (canvas, &GRAPHENE_POINT_INIT (place->x - align * width, place->y - height / 2), &corner);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &corner);
  gtk_snapshot_scale (snapshot, canvas->zoom, canvas->zoom);
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_wire_texts (StudioCanvas *canvas, GtkSnapshot *snapshot, const StudioCanvasWire *wire, const Colors *colors)
{
  const GdkRGBA color = wire->is_wrong ? colors->error : fade (colors->ink, 0.7);
  graphene_point_t start;
  graphene_point_t end;
  graphene_point_t place;

  place_ends (canvas, wire, &start, &end);
  if (!is_in_view (canvas, &start, &end))
    return;

  if (wire->caption != NULL)
    {
      get_caption_place (wire, &place);
      draw_text (canvas, snapshot, wire->caption, &place, 0, &color);
    }
  if (wire->label != NULL)
    {
      place = GRAPHENE_POINT_INIT (wire->end.x - 5, wire->end.y - PORT_TEXT_HEIGHT);
      draw_text (canvas, snapshot, wire->label, &place, 1, &color);
    }
}

static void
draw_tail_text (StudioCanvas *canvas, GtkSnapshot *snapshot, StudioCanvasNode *node, const Colors *colors)
{
  const char *caption = studio_canvas_node_get_output_caption (node, 0);
  const GdkRGBA color = fade (colors->ink, 0.7);
  graphene_point_t place;

  if (caption == NULL)
    return;
  studio_canvas_node_get_output (node, 0, &place);
  place.x += 6;
  place.y += TAIL / 2 + 2;
  draw_text (canvas, snapshot, caption, &place, 0, &color);
}

static GskRenderNode *
make_wires (StudioCanvas *canvas)
{
  GtkWidget *widget = GTK_WIDGET (canvas);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  const Colors colors = get_colors (canvas);
  const StudioCanvasWire *selected = studio_canvas_get_selected_wire (canvas);
  cairo_t *cairo = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget)));

  for (guint i = 0; i < canvas->wires->len; i++)
    {
      const StudioCanvasWire *wire = canvas->wires->pdata[i];

      draw_wire (canvas, cairo, wire, wire == selected || wire == canvas->drop_wire, &colors);
    }
  for (guint i = 0; i < canvas->nodes->len; i++)
    if (studio_canvas_node_is_output (canvas->nodes->pdata[i]))
      draw_tail (canvas, cairo, canvas->nodes->pdata[i], &colors);
  cairo_destroy (cairo);

  if (canvas->zoom >= CAPTION_ZOOM)
    {
      for (guint i = 0; i < canvas->wires->len; i++)
        draw_wire_texts (canvas, snapshot, canvas->wires->pdata[i], &colors);
      for (guint i = 0; i < canvas->nodes->len; i++)
        if (studio_canvas_node_is_output (canvas->nodes->pdata[i]))
          draw_tail_text (canvas, snapshot, canvas->nodes->pdata[i], &colors);
    }
  return gtk_snapshot_free_to_node (snapshot);
}

/* What did not change is drawn from the same render node, so that GTK repaints only where a card changed. */
void
studio_canvas_draw_wires (StudioCanvas *canvas, GtkSnapshot *snapshot)
{
  if (canvas->drawn_wires == NULL)
    canvas->drawn_wires = make_wires (canvas);
  if (canvas->drawn_wires != NULL)
    gtk_snapshot_append_node (snapshot, canvas->drawn_wires);
}

static void
draw_port (StudioCanvas *canvas, cairo_t *cairo, const StudioCanvasPort *port, const Colors *colors)
{
  const gboolean is_lit = port->node == canvas->hovered_port.node && port->is_input == canvas->hovered_port.is_input
                          && port->index == canvas->hovered_port.index;
  graphene_point_t place;

  studio_canvas_get_port_place (port, &place);
  studio_canvas_to_widget (canvas, &place, &place);
  cairo_new_sub_path (cairo);
  cairo_arc (cairo, place.x, place.y, PORT_RADIUS + (is_lit ? 1.5 : 0), 0, 2 * G_PI);
  gdk_cairo_set_source_rgba (cairo, is_lit ? &colors->accent : &colors->ground);
  cairo_fill_preserve (cairo);
  gdk_cairo_set_source_rgba (cairo, &colors->accent);
  cairo_set_line_width (cairo, 1.5);
  cairo_stroke (cairo);
}

static void
draw_ports (StudioCanvas *canvas, cairo_t *cairo, StudioCanvasNode *node, gboolean is_input, const Colors *colors)
{
  const int n = studio_canvas_count_ports (canvas, node, is_input);

  for (int i = 0; i < n; i++)
    draw_port (canvas, cairo, &(StudioCanvasPort){ node, is_input, i }, colors);
}

/* While a wire is being drawn, those where it could end. */
static void
draw_all_ports (StudioCanvas *canvas, cairo_t *cairo, const Colors *colors)
{
  StudioCanvasNode *single = studio_canvas_get_single (canvas);
  StudioCanvasNode *shown[2] = { canvas->hovered, single != canvas->hovered ? single : NULL };

  for (guint i = 0; i < canvas->nodes->len && canvas->source.node != NULL; i++)
    if (studio_canvas_fits (canvas, canvas->nodes->pdata[i]))
      draw_ports (canvas, cairo, canvas->nodes->pdata[i], !canvas->source.is_input, colors);

  for (guint i = 0; i < G_N_ELEMENTS (shown) && canvas->mode == STUDIO_CANVAS_IDLE; i++)
    if (shown[i] != NULL)
      {
        draw_ports (canvas, cairo, shown[i], TRUE, colors);
        draw_ports (canvas, cairo, shown[i], FALSE, colors);
      }
}

static void
draw_new_wire (StudioCanvas *canvas, cairo_t *cairo, const Colors *colors)
{
  graphene_point_t start;
  graphene_point_t end = canvas->pointer;

  studio_canvas_get_port_place (&canvas->source, &start);
  studio_canvas_to_widget (canvas, &start, &start);
  if (canvas->target.node != NULL)
    {
      studio_canvas_get_port_place (&canvas->target, &end);
      studio_canvas_to_widget (canvas, &end, &end);
    }
  else if (canvas->mode == STUDIO_CANVAS_AIMING)
    return;

  gdk_cairo_set_source_rgba (cairo, &colors->accent);
  cairo_set_line_width (cairo, 2);
  if (canvas->source.is_input)
    stroke_curve (canvas, cairo, &end, &start);
  else
    stroke_curve (canvas, cairo, &start, &end);
}

static void
draw_band (StudioCanvas *canvas, cairo_t *cairo, const Colors *colors)
{
  const GdkRGBA filling = fade (colors->accent, 0.12);

  cairo_rectangle (cairo, (int) MIN (canvas->pressed.x, canvas->pointer.x) + 0.5,
                   (int) MIN (canvas->pressed.y, canvas->pointer.y) + 0.5,
                   (int) ABS (canvas->pointer.x - canvas->pressed.x),
                   (int) ABS (canvas->pointer.y - canvas->pressed.y));
  gdk_cairo_set_source_rgba (cairo, &filling);
  cairo_fill_preserve (cairo);
  gdk_cairo_set_source_rgba (cairo, &colors->accent);
  cairo_set_line_width (cairo, 1);
  cairo_stroke (cairo);
}

void
studio_canvas_draw_overlay (StudioCanvas *canvas, GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (canvas);
  const Colors colors = get_colors (canvas);
  cairo_t *cairo;

  if (canvas->hovered == NULL && canvas->n_selected != 1 && canvas->mode == STUDIO_CANVAS_IDLE)
    return;

  cairo = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget)));
  if (canvas->source.node != NULL)
    draw_new_wire (canvas, cairo, &colors);
  draw_all_ports (canvas, cairo, &colors);
  if (canvas->mode == STUDIO_CANVAS_BANDING)
    draw_band (canvas, cairo, &colors);
  cairo_destroy (cairo);
}
