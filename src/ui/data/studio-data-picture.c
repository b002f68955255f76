/* studio-data-picture.c: one example that is an image, drawn with sharp square pixels.
 * SPDX-License-Identifier: MIT */

#include "studio-data-picture.h"

struct _StudioDataPicture
{
  GtkWidget parent_instance;
  int size;
  cairo_surface_t *surface;
  gboolean is_ink; /* the drawing has the text color, so that it is dark on light and light on dark */
};

G_DEFINE_FINAL_TYPE (StudioDataPicture, studio_data_picture, GTK_TYPE_WIDGET)

static guint8
get_level (const RensaPicture *picture, const float *values, gint64 channel, gint64 at)
{
  const double value = values[channel * picture->height * picture->width + at];

  const double span = picture->white - picture->black;

  return span > 0 ? 255 * CLAMP ((value - picture->black) / span, 0, 1) + 0.5 : 0;
}

static cairo_surface_t *
make_ink (const RensaPicture *picture, const float *values)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, picture->width, picture->height);
  const int stride = cairo_image_surface_get_stride (surface);
  guint8 *bytes = cairo_image_surface_get_data (surface);

  for (gint64 i = 0; bytes != NULL && i < picture->height * picture->width; i++)
    bytes[i / picture->width * stride + i % picture->width] = get_level (picture, values, 0, i);
  cairo_surface_mark_dirty (surface);
  return surface;
}

static cairo_surface_t *
make_colours (const RensaPicture *picture, const float *values)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, picture->width, picture->height);
  const int stride = cairo_image_surface_get_stride (surface) / sizeof (guint32);
  guint32 *points = (guint32 *) cairo_image_surface_get_data (surface);
  const gboolean has_colours = picture->n_channels >= 3;

  for (gint64 i = 0; points != NULL && i < picture->height * picture->width; i++)
    {
      const guint32 red = get_level (picture, values, 0, i);
      const guint32 green = has_colours ? get_level (picture, values, 1, i) : red;
      const guint32 blue = has_colours ? get_level (picture, values, 2, i) : red;

      points[i / picture->width * stride + i % picture->width] = red << 16 | green << 8 | blue;
    }
  cairo_surface_mark_dirty (surface);
  return surface;
}

void
studio_data_picture_show (StudioDataPicture *self, const RensaPicture *picture, const float *values)
{
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  if (values != NULL)
    {
      self->is_ink = picture->drawing != RENSA_DRAWING_NONE;
      self->surface = self->is_ink ? make_ink (picture, values) : make_colours (picture, values);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

GtkWidget *
studio_data_picture_new (int size)
{
  StudioDataPicture *self = g_object_new (STUDIO_TYPE_DATA_PICTURE, NULL);

  self->size = size;
  return GTK_WIDGET (self);
}

static void
studio_data_picture_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                             int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = STUDIO_DATA_PICTURE (widget)->size;
}

static void
studio_data_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioDataPicture *self = STUDIO_DATA_PICTURE (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  double scale;
  GdkRGBA ink;
  cairo_t *cr;

  if (self->surface == NULL || width == 0 || height == 0)
    return;

  scale = MIN ((double) width / cairo_image_surface_get_width (self->surface),
               (double) height / cairo_image_surface_get_height (self->surface));
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  cairo_translate (cr, (int) (width - scale * cairo_image_surface_get_width (self->surface)) / 2,
                   (int) (height - scale * cairo_image_surface_get_height (self->surface)) / 2);
  cairo_scale (cr, scale, scale);
  cairo_set_source_surface (cr, self->surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  if (self->is_ink)
    {
      cairo_pattern_t *mask = cairo_pattern_reference (cairo_get_source (cr));

      gtk_style_context_get_color (gtk_widget_get_style_context (widget), &ink);
      gdk_cairo_set_source_rgba (cr, &ink);
      cairo_mask (cr, mask);
      cairo_pattern_destroy (mask);
    }
  else
    cairo_paint (cr);
  cairo_destroy (cr);
}

static void
studio_data_picture_finalize (GObject *object)
{
  g_clear_pointer (&STUDIO_DATA_PICTURE (object)->surface, cairo_surface_destroy);
  G_OBJECT_CLASS (studio_data_picture_parent_class)->finalize (object);
}

static void
studio_data_picture_class_init (StudioDataPictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_data_picture_finalize;
  widget_class->measure = studio_data_picture_measure;
  widget_class->snapshot = studio_data_picture_snapshot;
  gtk_widget_class_set_css_name (widget_class, "picture");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
studio_data_picture_init (StudioDataPicture *self)
{
}
