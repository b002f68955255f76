/* studio-try-pad.c: drawing pad.
 * SPDX-License-Identifier: MIT */

#include "studio-try-pad.h"

#include <glib/gi18n.h>

#define SIZE 280
/* Pen width relative to the sheet: about two pixels of 28. */
#define PEN (2.2 / 28)

struct _StudioTryPad
{
  GtkWidget parent_instance;
  GPtrArray *lines; /* RensaLine, on a sheet with sides of length 1 */
  RensaLine *line;  /* The line being drawn, or NULL */
};

G_DEFINE_FINAL_TYPE (StudioTryPad, studio_try_pad, GTK_TYPE_WIDGET)

static guint drawn_signal;

static void
line_free (gpointer line)
{
  g_array_unref (line);
}

/* Returns the largest centered square that fits. */
static graphene_rect_t
get_sheet (StudioTryPad *self)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  const int size = MAX (MIN (width, height), 1);

  return GRAPHENE_RECT_INIT ((width - size) / 2, (height - size) / 2, size, size);
}

static void
changed (StudioTryPad *self)
{
  g_autofree char *text =
      g_strdup_printf (ngettext ("%u line drawn", "%u lines drawn", self->lines->len), self->lines->len);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  self->lines->len > 0 ? text : _ ("empty"), -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, drawn_signal, 0);
}

const GPtrArray *
studio_try_pad_get_lines (StudioTryPad *self)
{
  return self->lines;
}

void
studio_try_pad_take_lines (StudioTryPad *self, GPtrArray *lines)
{
  self->line = NULL;
  g_ptr_array_unref (self->lines);
  self->lines = lines;
  changed (self);
}

void
studio_try_pad_undo (StudioTryPad *self)
{
  self->line = NULL;
  if (self->lines->len == 0)
    return;
  g_ptr_array_set_size (self->lines, self->lines->len - 1);
  changed (self);
}

void
studio_try_pad_clear (StudioTryPad *self)
{
  self->line = NULL;
  if (self->lines->len == 0)
    return;
  g_ptr_array_set_size (self->lines, 0);
  changed (self);
}

static void
add_point (StudioTryPad *self, double x, double y)
{
  const graphene_rect_t sheet = get_sheet (self);
  const RensaPoint point = { (x - sheet.origin.x) / sheet.size.width, (y - sheet.origin.y) / sheet.size.height };

  g_array_append_val (self->line, point);
  changed (self);
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, StudioTryPad *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->line = g_array_new (FALSE, FALSE, sizeof (RensaPoint));
  g_ptr_array_add (self->lines, self->line);
  add_point (self, x, y);
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, StudioTryPad *self)
{
  double x, y;

  if (self->line != NULL && gtk_gesture_drag_get_start_point (gesture, &x, &y))
    add_point (self, x + dx, y + dy);
}

static void
drag_end (GtkGestureDrag *gesture, double dx, double dy, StudioTryPad *self)
{
  self->line = NULL;
}

static void
draw_line (cairo_t *cr, const RensaLine *line)
{
  for (guint i = 0; i < line->len; i++)
    {
      const RensaPoint point = g_array_index (line, RensaPoint, i);

      cairo_line_to (cr, point.x, point.y);
    }
  /* A dot is a line of length zero. */
  if (line->len == 1)
    cairo_close_path (cr);
  cairo_stroke (cr);
}

static void
studio_try_pad_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioTryPad *self = STUDIO_TRY_PAD (widget);
  const graphene_rect_t sheet = get_sheet (self);
  GdkRGBA ink;
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &sheet);

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &ink);
  cairo_translate (cr, sheet.origin.x, sheet.origin.y);
  cairo_scale (cr, sheet.size.width, sheet.size.height);
  gdk_cairo_set_source_rgba (cr, &ink);
  cairo_set_line_width (cr, PEN);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < self->lines->len; i++)
    draw_line (cr, self->lines->pdata[i]);
  cairo_destroy (cr);
}

static void
studio_try_pad_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                        int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = SIZE;
}

static void
studio_try_pad_finalize (GObject *object)
{
  g_ptr_array_unref (STUDIO_TRY_PAD (object)->lines);
  G_OBJECT_CLASS (studio_try_pad_parent_class)->finalize (object);
}

static void
studio_try_pad_class_init (StudioTryPadClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_try_pad_finalize;
  widget_class->snapshot = studio_try_pad_snapshot;
  widget_class->measure = studio_try_pad_measure;
  drawn_signal =
      g_signal_new ("drawn", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "drawing");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-try-pad.ui");
  gtk_widget_class_bind_template_callback (widget_class, drag_begin);
  gtk_widget_class_bind_template_callback (widget_class, drag_update);
  gtk_widget_class_bind_template_callback (widget_class, drag_end);
}

static void
studio_try_pad_init (StudioTryPad *self)
{
  self->lines = g_ptr_array_new_with_free_func (line_free);
  gtk_widget_init_template (GTK_WIDGET (self));
}
