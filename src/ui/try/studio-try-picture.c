/* studio-try-picture.c: a generated picture, scaled with sharp pixels.
 * SPDX-License-Identifier: MIT */

#include "studio-try-picture.h"

#include <math.h>
#include <string.h>

/* Minimum size of the widget. */
#define LEAST 96

struct _StudioTryPicture
{
  GtkWidget parent_instance;
  cairo_surface_t *surface;
  int width;
  int height;
};

G_DEFINE_FINAL_TYPE (StudioTryPicture, studio_try_picture, GTK_TYPE_WIDGET)

void
studio_try_picture_show (StudioTryPicture *self, const RensaPreviewed *previewed)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, previewed->width, previewed->height);
  guint8 *bytes = cairo_image_surface_get_data (surface);

  for (int y = 0; bytes != NULL && y < previewed->height; y++)
    memcpy (bytes + y * cairo_image_surface_get_stride (surface), previewed->pixels + (gsize) y * previewed->width,
            (gsize) previewed->width * sizeof *previewed->pixels);
  cairo_surface_mark_dirty (surface);
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  self->surface = surface;
  self->width = previewed->width;
  self->height = previewed->height;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

double
studio_try_picture_get_zoom (StudioTryPicture *self)
{
  double zoom;

  if (self->width == 0 || self->height == 0)
    return 0;
  zoom = MIN ((double) gtk_widget_get_width (GTK_WIDGET (self)) / self->width,
              (double) gtk_widget_get_height (GTK_WIDGET (self)) / self->height);
  return zoom > 1 ? floor (zoom) : zoom;
}

static void
studio_try_picture_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                            int *minimum_baseline, int *natural_baseline)
{
  StudioTryPicture *self = STUDIO_TRY_PICTURE (widget);

  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? self->width : self->height;
  *minimum = MIN (*natural, LEAST);
}

static void
studio_try_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioTryPicture *self = STUDIO_TRY_PICTURE (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const double zoom = studio_try_picture_get_zoom (self);
  cairo_t *cr;

  if (zoom == 0)
    return;

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_translate (cr, floor ((width - zoom * self->width) / 2), floor ((height - zoom * self->height) / 2));
  cairo_scale (cr, zoom, zoom);
  cairo_set_source_surface (cr, self->surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), zoom < 1 ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static void
studio_try_picture_finalize (GObject *object)
{
  g_clear_pointer (&STUDIO_TRY_PICTURE (object)->surface, cairo_surface_destroy);
  G_OBJECT_CLASS (studio_try_picture_parent_class)->finalize (object);
}

static void
studio_try_picture_class_init (StudioTryPictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_try_picture_finalize;
  widget_class->measure = studio_try_picture_measure;
  widget_class->snapshot = studio_try_picture_snapshot;
  gtk_widget_class_set_css_name (widget_class, "picture");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
studio_try_picture_init (StudioTryPicture *self)
{
}
