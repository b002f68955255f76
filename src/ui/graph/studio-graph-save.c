/* studio-graph-save.c: saves a graph as a picture.
 * SPDX-License-Identifier: MIT */

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n.h>

#include "studio-graph-drawing.h"

#define MARGIN 24.0
/* For PNG pictures; graphs beyond Cairo's size limit are scaled down. */
#define PIXELS_PER_POINT 2.0
#define MOST_PIXELS 32000.0

static void
paint (StudioGraphDrawing *drawing, cairo_surface_t *surface, double scale)
{
  const StudioGraphLook look = { .foreground = { 0, 0, 0, 1 }, .accent = { 0, 0, 0, 1 }, .current = -1 };
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_scale (cr, scale, scale);
  cairo_translate (cr, MARGIN, MARGIN);
  studio_graph_drawing_draw (drawing, cr, &look, NULL, 1);
  cairo_destroy (cr);
}

static cairo_status_t
save_vectors (StudioGraphDrawing *drawing, cairo_surface_t *surface)
{
  cairo_status_t status;

  paint (drawing, surface, 1);
  cairo_surface_finish (surface);
  status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return status;
}

static cairo_status_t
save_png (StudioGraphDrawing *drawing, const char *path, double width, double height)
{
  const double scale = MIN (PIXELS_PER_POINT, MOST_PIXELS / MAX (width, height));
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) (width * scale) + 1, (int) (height * scale) + 1);
  cairo_status_t status;

  paint (drawing, surface, scale);
  status = cairo_surface_write_to_png (surface, path);
  cairo_surface_destroy (surface);
  return status;
}

gboolean
studio_graph_drawing_save (StudioGraphDrawing *drawing, const char *path, GError **error)
{
  const StudioGraphLayout *layout = studio_graph_drawing_get_layout (drawing);
  const double width = layout->width + 2 * MARGIN;
  const double height = layout->height + 2 * MARGIN;
  cairo_status_t status;

  if (g_str_has_suffix (path, ".svg"))
    status = save_vectors (drawing, cairo_svg_surface_create (path, width, height));
  else if (g_str_has_suffix (path, ".pdf"))
    status = save_vectors (drawing, cairo_pdf_surface_create (path, width, height));
  else
    status = save_png (drawing, path, width, height);
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("The image could not be written to %s: %s."), path,
               cairo_status_to_string (status));
  return FALSE;
}
