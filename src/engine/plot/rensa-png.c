/* rensa-png.c: fast PNG encoding of drawings.
 * SPDX-License-Identifier: MIT */

#include "rensa-png.h"

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-png-private.h"

#include <zlib.h>

#define N_CHANNELS 3
/* Differences from the previous row */
#define FILTER_UP 2
#define COLOUR_RGB 2

static void
append_number (GByteArray *bytes, guint32 number)
{
  const guint32 big = GUINT32_TO_BE (number);

  g_byte_array_append (bytes, (const guint8 *) &big, sizeof big);
}

static void
append_chunk (GByteArray *bytes, const char *type, const guint8 *data, guint32 n)
{
  const guint start = bytes->len + sizeof n;

  append_number (bytes, n);
  g_byte_array_append (bytes, (const guint8 *) type, 4);
  g_byte_array_append (bytes, data, n);
  append_number (bytes, (guint32) crc32 (0, bytes->data + start, bytes->len - start));
}

static void
append_head (GByteArray *bytes, int width, int height)
{
  const guint8 rest[] = { 8, COLOUR_RGB, 0, 0, 0 };
  g_autoptr (GByteArray) head = g_byte_array_new ();

  append_number (head, (guint32) width);
  append_number (head, (guint32) height);
  g_byte_array_append (head, rest, sizeof rest);
  append_chunk (bytes, "IHDR", head->data, head->len);
}

static void
filter_row (guint8 *to, const guint32 *row, const guint32 *above, int width)
{
  *to++ = FILTER_UP;
  for (int x = 0; x < width; x++)
    {
      for (int shift = 8 * (N_CHANNELS - 1); shift >= 0; shift -= 8)
        *to++ = (guint8) ((row[x] >> shift) - (above[x] >> shift));
    }
}

gboolean
rensa_png_append (GByteArray *bytes, cairo_surface_t *surface)
{
  static const guint8 signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
  const int width = cairo_image_surface_get_width (surface);
  const int height = cairo_image_surface_get_height (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  const gsize n_row = 1 + (gsize) width * N_CHANNELS;
  g_autofree guint32 *black = g_new0 (guint32, width);
  g_autofree guint8 *filtered = g_malloc (n_row * height);
  uLongf n = compressBound (n_row * height);
  g_autofree guint8 *compressed = g_malloc (n);
  const guint8 *data;

  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  for (int y = 0; y < height; y++)
    filter_row (filtered + n_row * y, (const guint32 *) (gconstpointer) (data + (gsize) stride * y),
                y > 0 ? (const guint32 *) (gconstpointer) (data + (gsize) stride * (y - 1)) : black, width);
  if (compress2 (compressed, &n, filtered, n_row * height, Z_BEST_SPEED) != Z_OK)
    return FALSE;

  g_byte_array_append (bytes, signature, sizeof signature);
  append_head (bytes, width, height);
  append_chunk (bytes, "IDAT", compressed, (guint32) n);
  append_chunk (bytes, "IEND", NULL, 0);
  return TRUE;
}

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
