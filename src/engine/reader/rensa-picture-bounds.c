/* rensa-picture-bounds.c: bounds on the number of pixels that a file can hold.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture-bounds.h"

#include <string.h>

/* Maximum compression ratio of deflate. */
#define DEFLATE_RATIO 1032

static guint
get_u16 (const guint8 *bytes)
{
  return bytes[0] | (guint) bytes[1] << 8;
}

/* Reads the bits per pixel from the header. */
static double
get_png_points_per_byte (const guint8 *head, gsize n)
{
  static const guint8 n_samples[] = { 1, 0, 3, 1, 2, 0, 4 };
  const guint depth = n > 25 ? head[24] : 1;
  const guint kind = n > 25 && head[25] < G_N_ELEMENTS (n_samples) ? head[25] : 0;

  return DEFLATE_RATIO * 8.0 / MAX (depth * n_samples[kind], 1);
}

/* A run of 255 equal pixels takes two bytes; without compression a pixel takes its bits. */
static double
get_bmp_points_per_byte (const guint8 *head, gsize n)
{
  const gboolean is_old = n > 25 && get_u16 (head + 14) == 12;
  const guint bits = is_old ? get_u16 (head + 24) : n > 31 ? get_u16 (head + 28) : 1;
  const guint compression = !is_old && n > 31 ? get_u16 (head + 30) : 0;

  return compression == 1 || compression == 2 ? 128 : 8.0 / MAX (bits, 1);
}

/* Plain samples are digits with separators. */
static double
get_pnm_points_per_byte (const guint8 *head, gsize n)
{
  static const double of_kinds[] = { 1, 0.5, 1 / 6.0, 8, 1, 1 / 3.0 };

  return n > 1 && head[1] >= '1' && head[1] <= '6' ? of_kinds[head[1] - '1'] : 8;
}

/* In a JPEG, an empty block of 64 pixels takes one bit, or less with arithmetic coding. A white row
 * of a fax, in a TIFF, takes one bit. A WebP of a single color takes no data at all, and the frames
 * of a GIF may leave most of it empty. */
static double
get_points_per_byte (const char *type, const guint8 *head, gsize n)
{
  if (g_str_equal (type, "png"))
    return get_png_points_per_byte (head, n);
  if (g_str_equal (type, "bmp"))
    return get_bmp_points_per_byte (head, n);
  if (g_str_equal (type, "pnm"))
    return get_pnm_points_per_byte (head, n);
  if (g_str_equal (type, "jpeg"))
    return 4 * 512;
  return g_str_equal (type, "tiff") ? 1 << 17 : G_MAXDOUBLE;
}

double
rensa_picture_get_most_points (const char *type, const guint8 *head, gsize n, guint64 n_bytes)
{
  return get_points_per_byte (type, head, n) * (double) n_bytes;
}

int
rensa_picture_read_pnm_number (const guint8 **at, const guint8 *end)
{
  gint64 number = 0;

  while (*at < end && (g_ascii_isspace (**at) || **at == '#'))
    {
      const gboolean is_comment = *(*at)++ == '#';

      while (is_comment && *at < end && **at != '\n')
        (*at)++;
    }
  while (*at < end && g_ascii_isdigit (**at) && number < G_MAXINT / 10)
    number = 10 * number + *(*at)++ - '0';
  return (int) number;
}

gboolean
rensa_picture_get_pnm_size (const guint8 *head, gsize n, int *width, int *height)
{
  const guint8 *at = head + MIN (n, 2);

  *width = rensa_picture_read_pnm_number (&at, head + n);
  *height = rensa_picture_read_pnm_number (&at, head + n);
  return *width > 0 && *height > 0;
}
