/* studio-plot.c: live plot of curves.
 * SPDX-License-Identifier: MIT */

#include "studio-format.h"
#include "studio-plot-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

/* Size of the plot's text relative to that of the interface. */
#define TEXT_SCALE 0.85
#define MAX_SMOOTHING 0.99

enum
{
  PROP_TITLE = 1,
  PROP_X_AXIS,
  PROP_X_LOG,
  PROP_Y_LOG,
  PROP_RIGHT_LOG,
  PROP_SMOOTHING,
  PROP_IS_ZOOMED,
  PROP_HAS_LABELS,
  PROP_SHOWS_ALL,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioPlot, studio_plot, GTK_TYPE_WIDGET)

G_DEFINE_ENUM_TYPE (StudioPlotAxis, studio_plot_axis, G_DEFINE_ENUM_VALUE (RENSA_SERIES_ITERATION, "iteration"),
                    G_DEFINE_ENUM_VALUE (RENSA_SERIES_EPOCH, "epoch"),
                    G_DEFINE_ENUM_VALUE (RENSA_SERIES_ELAPSED, "time"))

static void
clear_line (gpointer data)
{
  StudioPlotLine *line = data;

  g_free ((char *) line->curve.name);
  rensa_series_unref (line->curve.series);
  g_clear_pointer (&line->smoothed, rensa_smoothed_free);
}

static void
clear_mark (gpointer data)
{
  g_free (((StudioPlotMark *) data)->text);
}

/* Drawing */

static double
measure_text (gpointer data, const char *text)
{
  int width;

  pango_layout_set_text (data, text, -1);
  pango_layout_get_pixel_size (data, &width, NULL);
  return width;
}

static void
show_text (gpointer data, cairo_t *cr, const char *text)
{
  int height;

  pango_layout_set_text (data, text, -1);
  pango_layout_get_pixel_size (data, NULL, &height);
  cairo_rel_move_to (cr, 0, -height / 2.0);
  pango_cairo_show_layout (cr, data);
}

static void
init_writer (StudioPlotPicture *picture, StudioPlot *self)
{
  PangoAttrList *attrs = pango_attr_list_new ();
  int height;

  picture->text = gtk_widget_create_pango_layout (self->area, "0");
  pango_attr_list_insert (attrs, pango_attr_scale_new (TEXT_SCALE));
  pango_layout_set_attributes (picture->text, attrs);
  pango_attr_list_unref (attrs);
  pango_layout_get_pixel_size (picture->text, NULL, &height);
  picture->writer = (RensaPlotWriter){ height, measure_text, show_text, picture->text };
  picture->plot.writer = &picture->writer;
}

/* Caches smoothed values with the line, so that only new points are computed. Validation curves are
 * not smoothed: they have few points, which are already means. */
static RensaPlotCurve *
make_curves (StudioPlot *self)
{
  RensaPlotCurve *curves = g_new0 (RensaPlotCurve, MAX (self->lines->len, 1));

  for (guint i = 0; i < self->lines->len; i++)
    {
      StudioPlotLine *line = &g_array_index (self->lines, StudioPlotLine, i);

      if (self->smoothing > 0 && line->smoothed == NULL && !line->curve.is_dashed)
        line->smoothed = rensa_smoothed_new (line->curve.series, self->smoothing);
      curves[i] = (RensaPlotCurve){
        .name = line->curve.name,
        .series = line->curve.series,
        .smoothed = line->smoothed,
        .colour = line->curve.colour,
        .is_dashed = line->curve.is_dashed,
        .is_right = line->curve.is_right,
        .is_faded = self->highlighted >= 0 && line->curve.colour != (guint) self->highlighted,
        .marker = line->curve.is_dashed && rensa_plot_get_shape (line->curve.colour) == RENSA_PLOT_MARKER_NONE
                      ? RENSA_PLOT_MARKER_CIRCLE
                      : RENSA_PLOT_MARKER_NONE,
      };
    }
  return curves;
}

static RensaPlotMark *
make_marks (StudioPlot *self)
{
  RensaPlotMark *marks = g_new0 (RensaPlotMark, MAX (self->marks->len, 1));

  for (guint i = 0; i < self->marks->len; i++)
    {
      const StudioPlotMark *mark = &g_array_index (self->marks, StudioPlotMark, i);

      marks[i] = (RensaPlotMark){ mark->places[self->x_axis], mark->text };
    }
  return marks;
}

static const char *
get_axis_title (StudioPlot *self)
{
  switch (self->x_axis)
    {
    case RENSA_SERIES_EPOCH:
      return _ ("epoch");
    case RENSA_SERIES_ELAPSED:
      return _ ("time");
    case RENSA_SERIES_ITERATION:
    default:
      return _ ("iteration");
    }
}

static char *
make_note (const RensaPlot *plot)
{
  const gsize n = rensa_plot_count_left_out (plot);
  g_autofree char *count = g_strdup_printf ("%'" G_GSIZE_FORMAT, n);

  return n > 0 ? g_strdup_printf (ngettext ("%s value ≤ 0 omitted", "%s values ≤ 0 omitted", n), count) : NULL;
}

void
studio_plot_picture_init (StudioPlotPicture *picture, StudioPlot *self)
{
  *picture = (StudioPlotPicture){ 0 };
  picture->plot = (RensaPlot){
    .curves = make_curves (self),
    .n_curves = self->lines->len,
    .marks = make_marks (self),
    .n_marks = self->marks->len,
    .x_axis = self->x_axis,
    .x = self->x,
    .left = self->left,
    .right = self->right,
    .x_title = get_axis_title (self),
    .empty_text = _ ("No values yet"),
    .smoothed_word = _ ("smoothed"),
    .localize = studio_format_local,
    .hide_labels = !self->has_labels,
    .grid = TRUE,
    .is_dark = adw_style_manager_get_dark (adw_style_manager_get_default ()),
    .is_strong = adw_style_manager_get_high_contrast (adw_style_manager_get_default ()),
    .was_cut = self->layout.is_cut,
  };
  init_writer (picture, self);

  picture->note = make_note (&picture->plot);
  picture->plot.note = picture->note;
}

void
studio_plot_picture_clear (StudioPlotPicture *picture)
{
  g_free ((gpointer) picture->plot.curves);
  g_free ((gpointer) picture->plot.marks);
  g_clear_object (&picture->text);
  g_clear_pointer (&picture->note, g_free);
}

static void
draw_band (StudioPlot *self, cairo_t *cr, gboolean is_dark)
{
  const double ink = is_dark ? 1 : 0;
  GdkRectangle band;
  gboolean across;
  gboolean along;

  studio_plot_get_band (self, self->drag_start, self->drag_end, &band, &across, &along);
  if (!across && !along)
    return;
  gdk_cairo_rectangle (cr, &band);
  cairo_set_source_rgba (cr, ink, ink, ink, 0.08);
  cairo_fill (cr);
  cairo_rectangle (cr, band.x + 0.5, band.y + 0.5, band.width - 1, band.height - 1);
  cairo_set_line_width (cr, 1);
  cairo_set_source_rgba (cr, ink, ink, ink, 0.4);
  cairo_stroke (cr);
}

/* Runs after drawing, because showing the button changes the layout of the header. */
static gboolean
update_cut (gpointer data)
{
  StudioPlot *self = data;

  self->update_cut = 0;
  self->is_cut = self->layout.is_cut;
  gtk_widget_set_visible (self->show_all, self->is_cut || !self->left.is_robust);
  return G_SOURCE_REMOVE;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  StudioPlot *self = data;
  g_auto (StudioPlotPicture) picture = { 0 };

  studio_plot_picture_init (&picture, self);
  picture.plot.pixel = 1.0 / gtk_widget_get_scale_factor (GTK_WIDGET (area));
  picture.plot.hover = self->has_hover && self->mode == STUDIO_PLOT_IDLE ? &self->hover : NULL;
  rensa_plot_draw (&picture.plot, cr, width, height, &self->layout);
  if (self->layout.is_cut != self->is_cut && self->update_cut == 0)
    self->update_cut = g_idle_add (update_cut, self);
  if (self->mode == STUDIO_PLOT_ZOOMING)
    draw_band (self, cr, picture.plot.is_dark);
}

/* Properties */

static void
drop_smoothed (StudioPlot *self)
{
  for (guint i = 0; i < self->lines->len; i++)
    g_clear_pointer (&g_array_index (self->lines, StudioPlotLine, i).smoothed, rensa_smoothed_free);
}

static void
set_title (StudioPlot *self, const char *title)
{
  g_autofree char *name = g_strdup_printf (_ ("Plot of %s"), title != NULL ? title : "");

  g_free (self->title);
  self->title = g_strdup (title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
set_x_axis (StudioPlot *self, RensaSeriesAxis axis)
{
  if (self->x_axis == axis)
    return;
  self->x_axis = axis;
  studio_plot_end_reading (self);
  studio_plot_reset (self);
  studio_plot_refresh (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_X_AXIS]);
}

static void
set_log (StudioPlot *self, RensaPlotView *view, gboolean is_log, guint prop)
{
  if (view->is_log == is_log)
    return;
  view->is_log = is_log;
  studio_plot_reset (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop]);
}

static void
set_shows_all (StudioPlot *self, gboolean shows_all)
{
  if (self->left.is_robust == !shows_all)
    return;
  self->left.is_robust = !shows_all;
  self->right.is_robust = !shows_all;
  studio_plot_refresh (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOWS_ALL]);
}

static void
set_smoothing (StudioPlot *self, double smoothing)
{
  if (self->smoothing == smoothing)
    return;
  self->smoothing = smoothing;
  drop_smoothed (self);
  studio_plot_refresh (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SMOOTHING]);
}

static void
studio_plot_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  StudioPlot *self = STUDIO_PLOT (object);

  switch (id)
    {
    case PROP_TITLE:
      set_title (self, g_value_get_string (value));
      break;
    case PROP_X_AXIS:
      set_x_axis (self, (RensaSeriesAxis) g_value_get_enum (value));
      break;
    case PROP_X_LOG:
      set_log (self, &self->x, g_value_get_boolean (value), id);
      break;
    case PROP_Y_LOG:
      set_log (self, &self->left, g_value_get_boolean (value), id);
      break;
    case PROP_RIGHT_LOG:
      set_log (self, &self->right, g_value_get_boolean (value), id);
      break;
    case PROP_SMOOTHING:
      set_smoothing (self, g_value_get_double (value));
      break;
    case PROP_SHOWS_ALL:
      set_shows_all (self, g_value_get_boolean (value));
      break;
    case PROP_HAS_LABELS:
      self->has_labels = g_value_get_boolean (value);
      studio_plot_refresh (self);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_plot_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StudioPlot *self = STUDIO_PLOT (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_X_AXIS:
      g_value_set_enum (value, (int) self->x_axis);
      break;
    case PROP_X_LOG:
      g_value_set_boolean (value, self->x.is_log);
      break;
    case PROP_Y_LOG:
      g_value_set_boolean (value, self->left.is_log);
      break;
    case PROP_RIGHT_LOG:
      g_value_set_boolean (value, self->right.is_log);
      break;
    case PROP_SMOOTHING:
      g_value_set_double (value, self->smoothing);
      break;
    case PROP_IS_ZOOMED:
      g_value_set_boolean (value, studio_plot_is_zoomed (self));
      break;
    case PROP_SHOWS_ALL:
      g_value_set_boolean (value, !self->left.is_robust);
      break;
    case PROP_HAS_LABELS:
      g_value_set_boolean (value, self->has_labels);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_plot_dispose (GObject *object)
{
  StudioPlot *self = STUDIO_PLOT (object);
  GtkWidget *child;

  g_clear_handle_id (&self->describe_later, g_source_remove);
  g_clear_handle_id (&self->update_cut, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_plot_parent_class)->dispose (object);
}

static void
studio_plot_finalize (GObject *object)
{
  StudioPlot *self = STUDIO_PLOT (object);

  g_array_unref (self->lines);
  g_array_unref (self->marks);
  g_free (self->title);
  g_free (self->description);
  G_OBJECT_CLASS (studio_plot_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  const GParamFlags quiet = flags | G_PARAM_EXPLICIT_NOTIFY;

  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_X_AXIS] =
      g_param_spec_enum ("x-axis", NULL, NULL, STUDIO_TYPE_PLOT_AXIS, RENSA_SERIES_ITERATION, quiet);
  properties[PROP_X_LOG] = g_param_spec_boolean ("x-log", NULL, NULL, FALSE, quiet);
  properties[PROP_Y_LOG] = g_param_spec_boolean ("y-log", NULL, NULL, FALSE, quiet);
  properties[PROP_RIGHT_LOG] = g_param_spec_boolean ("right-log", NULL, NULL, FALSE, quiet);
  properties[PROP_SMOOTHING] = g_param_spec_double ("smoothing", NULL, NULL, 0, MAX_SMOOTHING, 0, quiet);
  properties[PROP_IS_ZOOMED] =
      g_param_spec_boolean ("is-zoomed", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SHOWS_ALL] = g_param_spec_boolean ("shows-all", NULL, NULL, FALSE, quiet);
  properties[PROP_HAS_LABELS] = g_param_spec_boolean ("has-labels", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (klass, N_PROPS, properties);
}

static void
studio_plot_class_init (StudioPlotClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = studio_plot_set_property;
  object_class->get_property = studio_plot_get_property;
  object_class->dispose = studio_plot_dispose;
  object_class->finalize = studio_plot_finalize;
  install_properties (object_class);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-plot.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioPlot, header);
  gtk_widget_class_bind_template_child (widget_class, StudioPlot, area);
  gtk_widget_class_bind_template_child (widget_class, StudioPlot, menu_button);
  gtk_widget_class_bind_template_child (widget_class, StudioPlot, show_all);
  gtk_widget_class_set_css_name (widget_class, "plot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_property_action (widget_class, "plot.x-axis", "x-axis");
  gtk_widget_class_install_property_action (widget_class, "plot.x-log", "x-log");
  gtk_widget_class_install_property_action (widget_class, "plot.y-log", "y-log");
  gtk_widget_class_install_property_action (widget_class, "plot.right-log", "right-log");
  gtk_widget_class_install_property_action (widget_class, "plot.show-all", "shows-all");
  studio_plot_class_init_input (widget_class);
}

static void
studio_plot_init (StudioPlot *self)
{
  self->has_labels = TRUE;
  self->highlighted = -1;
  self->left.is_robust = TRUE;
  self->right.is_robust = TRUE;
  self->lines = g_array_new (FALSE, TRUE, sizeof (StudioPlotLine));
  g_array_set_clear_func (self->lines, clear_line);
  self->marks = g_array_new (FALSE, TRUE, sizeof (StudioPlotMark));
  g_array_set_clear_func (self->marks, clear_mark);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw, self, NULL);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (gtk_widget_queue_draw),
                           self->area, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast",
                           G_CALLBACK (gtk_widget_queue_draw), self->area, G_CONNECT_SWAPPED);
  studio_plot_reset (self);
  studio_plot_set_curves (self, NULL, 0);
}

GtkWidget *
studio_plot_new (void)
{
  return g_object_new (STUDIO_TYPE_PLOT, NULL);
}

/* Data */

void
studio_plot_set_curves (StudioPlot *self, const StudioPlotCurve *curves, guint n)
{
  gboolean has_right = FALSE;

  g_array_set_size (self->lines, 0);
  for (guint i = 0; i < n; i++)
    {
      StudioPlotLine line = { .curve = curves[i] };

      line.curve.name = g_strdup (curves[i].name);
      line.curve.series = rensa_series_ref (curves[i].series);
      g_array_append_val (self->lines, line);
      has_right = has_right || curves[i].is_right;
    }
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "plot.right-log", has_right);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "plot.save-as", n > 0);
  studio_plot_refresh (self);
}

void
studio_plot_highlight (StudioPlot *self, int colour)
{
  if (self->highlighted == colour)
    return;
  self->highlighted = colour;
  gtk_widget_queue_draw (self->area);
}

void
studio_plot_clear_marks (StudioPlot *self)
{
  g_array_set_size (self->marks, 0);
  studio_plot_refresh (self);
}

void
studio_plot_add_mark (StudioPlot *self, const double places[3], const char *text)
{
  const StudioPlotMark mark = { { places[0], places[1], places[2] }, g_strdup (text) };

  g_array_append_val (self->marks, mark);
  studio_plot_refresh (self);
}

void
studio_plot_refresh (StudioPlot *self)
{
  gtk_widget_queue_draw (self->area);
  studio_plot_update_description (self);
}
