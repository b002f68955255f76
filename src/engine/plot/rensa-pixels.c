/* rensa-pixels.c: writes raw pixels as PNG.
 * SPDX-License-Identifier: MIT */

#include "rensa-pixels.h"

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-png-private.h"

gboolean
rensa_pixels_save_png (const guint32 *pixels, int width, int height, const char *path, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface = cairo_image_surface_create_for_data ((guchar *) pixels, CAIRO_FORMAT_RGB24, width, height,
                                                                  width * (int) sizeof *pixels);
  const cairo_status_t status = cairo_surface_status (surface);
  const gboolean ok = status == CAIRO_STATUS_SUCCESS && rensa_png_append (bytes, surface);

  cairo_surface_destroy (surface);
  if (ok)
    return rensa_draft_save (path, bytes->data, bytes->len, error);
  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be written: %s"), path, cairo_status_to_string (status));
  return FALSE;
}
