/* rensa-plot-save.c: saves plots to files.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-png-private.h"

/* For high-resolution screens. */
#define PNG_SCALE 2

static cairo_status_t
append (void *bytes, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
make_png (GByteArray *bytes, double width, double height)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) (width * PNG_SCALE), (int) (height * PNG_SCALE));

  cairo_surface_set_device_scale (surface, PNG_SCALE, PNG_SCALE);
  return surface;
}

static cairo_surface_t *
make_svg (GByteArray *bytes, double width, double height)
{
  return cairo_svg_surface_create_for_stream (append, bytes, width, height);
}

static cairo_surface_t *
make_pdf (GByteArray *bytes, double width, double height)
{
  return cairo_pdf_surface_create_for_stream (append, bytes, width, height);
}

static const struct
{
  const char *suffix;
  cairo_surface_t *(*make) (GByteArray *bytes, double width, double height);
} forms[] = {
  { ".png", make_png },
  { ".svg", make_svg },
  { ".pdf", make_pdf },
};

static int
find_form (const char *path, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      if (g_str_has_suffix (lower, forms[i].suffix))
        return (int) i;
    }
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("the file name of a plot must end in .png, .svg, or .pdf, but is “%s”"), path);
  return -1;
}

gboolean
rensa_plot_check_path (const char *path, GError **error)
{
  return find_form (path, error) >= 0;
}

/* @n_columns: number of panels in a row */
typedef struct
{
  const RensaPlot *plots;
  guint n;
  guint n_columns;
} Panels;

static cairo_status_t
paint (const Panels *panels, cairo_surface_t *surface, double width, double height)
{
  const double ground = panels->plots[0].is_dark ? 0.12 : 1;
  const double panel_width = width / panels->n_columns;
  const double panel_height = height / ((panels->n + panels->n_columns - 1) / panels->n_columns);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_set_source_rgb (cr, ground, ground, ground);
  cairo_paint (cr);
  for (guint i = 0; i < panels->n; i++)
    {
      cairo_save (cr);
      cairo_translate (cr, i % panels->n_columns * panel_width, i / panels->n_columns * panel_height);
      rensa_plot_draw (&panels->plots[i], cr, panel_width, panel_height, NULL);
      cairo_restore (cr);
    }
  status = cairo_status (cr);
  cairo_destroy (cr);
  return status;
}

gboolean
rensa_plot_save (const RensaPlot *plot, const char *path, double width, double height, GError **error)
{
  return rensa_plot_save_panels (plot, 1, 1, path, width, height, error);
}

gboolean
rensa_plot_save_panels (const RensaPlot *plots, guint n, guint n_columns, const char *path, double width, double height,
                        GError **error)
{
  const Panels panels = { plots, n, n_columns };
  const int form = find_form (path, error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface;
  cairo_status_t status;

  if (form < 0)
    return FALSE;

  surface = forms[form].make (bytes, width, height);
  status = paint (&panels, surface, width, height);
  if (status == CAIRO_STATUS_SUCCESS && cairo_surface_get_type (surface) == CAIRO_SURFACE_TYPE_IMAGE
      && !rensa_png_append (bytes, surface))
    status = CAIRO_STATUS_WRITE_ERROR;
  cairo_surface_finish (surface);
  status = status == CAIRO_STATUS_SUCCESS ? cairo_surface_status (surface) : status;
  cairo_surface_destroy (surface);

  if (status == CAIRO_STATUS_SUCCESS)
    return rensa_draft_save (path, bytes->data, bytes->len, error);
  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be written: %s"), path, cairo_status_to_string (status));
  return FALSE;
}
