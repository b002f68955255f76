/* rensa-preview-sheet.c: pictures with text.
 * SPDX-License-Identifier: MIT */

#include "rensa-preview-sheet.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"

#define INK 0.08
/* Characters of a text that are considered; no width has room for more. */
#define MOST_CHARACTERS 120

gboolean
rensa_previewed_lay_ground (RensaPreviewed *previewed, gint64 width, gint64 height, guint32 ground, GError **error)
{
  if (width > G_MAXINT16 || height > G_MAXINT16)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the image is too large: %lld × %lld pixels"), (long long) width,
                       (long long) height);
      return FALSE;
    }
  previewed->pixels = rensa_memory_try_new (guint32, (guint64) (width * height), "preview", error);
  if (previewed->pixels == NULL)
    return FALSE;
  previewed->width = (int) width;
  previewed->height = (int) height;
  for (gint64 i = 0; i < width * height; i++)
    previewed->pixels[i] = ground;
  return TRUE;
}

void
rensa_sheet_open (RensaSheet *sheet, RensaPreviewed *previewed, double scale)
{
  sheet->previewed = previewed;
  sheet->surface =
      cairo_image_surface_create_for_data ((guchar *) previewed->pixels, CAIRO_FORMAT_RGB24, previewed->width,
                                           previewed->height, previewed->width * (int) sizeof *previewed->pixels);
  cairo_surface_set_device_scale (sheet->surface, scale, scale);
  sheet->cr = cairo_create (sheet->surface);
  sheet->writer = rensa_plot_writer_new (sheet->cr);
  rensa_sheet_set_ink (sheet, 1);
}

gboolean
rensa_sheet_close (RensaSheet *sheet, GError **error)
{
  const cairo_status_t status = cairo_status (sheet->cr);
  const gint64 n = (gint64) sheet->previewed->width * sheet->previewed->height;

  cairo_destroy (sheet->cr);
  cairo_surface_finish (sheet->surface);
  cairo_surface_destroy (sheet->surface);
  /* Cairo does not define the fourth byte. */
  for (gint64 i = 0; i < n; i++)
    sheet->previewed->pixels[i] &= 0xffffff;
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the image could not be drawn: %s"),
                   cairo_status_to_string (status));
  return FALSE;
}

char *
rensa_sheet_fit (const RensaSheet *sheet, const char *text, double width)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *line =
      g_utf8_strlen (valid, -1) > MOST_CHARACTERS ? g_utf8_substring (valid, 0, MOST_CHARACTERS) : g_strdup (valid);

  for (char *c = line; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  return rensa_plot_writer_shorten (&sheet->writer, line, width);
}

void
rensa_sheet_write (const RensaSheet *sheet, const char *text, double x, double y, double align)
{
  rensa_plot_writer_write (&sheet->writer, sheet->cr, text, x, y, align);
}

void
rensa_sheet_set_ink (const RensaSheet *sheet, double alpha)
{
  cairo_set_source_rgba (sheet->cr, INK, INK, INK, alpha);
}
