/* rensa-picture-deep.c: pictures with 16 bits per channel: PNG, PNM, and code common to all
 * formats.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture-deep.h"

#include <png.h>
#include <string.h>

#include "rensa-picture-bounds.h"

#define N_SAMPLES 4
#define N_CHANNELS 3
#define WHITE G_MAXUINT16

RensaDeepAnswer
rensa_picture_deep_begin (RensaDeepPicture *self, gint64 width, gint64 height)
{
  if (width <= 0 || height <= 0 || width > G_MAXINT || height > G_MAXINT)
    return RENSA_DEEP_NONE;
  self->width = (int) width;
  self->height = (int) height;
  if (!self->check (self->width, self->height, self->data))
    return RENSA_DEEP_REFUSED;
  self->samples = g_try_malloc_n ((gsize) width * (gsize) height, N_SAMPLES * sizeof *self->samples);
  if (self->samples == NULL)
    return RENSA_DEEP_NO_MEMORY;
  memset (self->samples, 0xff, (gsize) width * (gsize) height * N_SAMPLES * sizeof *self->samples);
  return RENSA_DEEP_DECODED;
}

/* PNG */

typedef struct
{
  const guint8 *at;
  gsize n_left;
} PngSource;

static void
png_take (png_structp png, png_bytep bytes, gsize n)
{
  PngSource *source = png_get_io_ptr (png);

  if (n > source->n_left)
    png_error (png, "");
  memcpy (bytes, source->at, n);
  source->at += n;
  source->n_left -= n;
}

static void
png_fail (png_structp png, png_const_charp why)
{
  png_longjmp (png, 1);
}

static void
png_warn (png_structp png, png_const_charp why)
{
}

/* A failing call jumps back here (longjmp), so no state is kept in local variables. */
static gboolean
png_decode (RensaDeepPicture *self, png_structp png, png_infop info, RensaDeepAnswer *answer)
{
  if (setjmp (png_jmpbuf (png)))
    return FALSE;
  png_read_info (png, info);
  *answer = rensa_picture_deep_begin (self, png_get_image_width (png, info), png_get_image_height (png, info));
  if (*answer != RENSA_DEEP_DECODED)
    return TRUE;
  png_set_expand (png);
  png_set_gray_to_rgb (png);
  png_set_add_alpha (png, WHITE, PNG_FILLER_AFTER);
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN)
    png_set_swap (png);
  for (int pass = png_set_interlace_handling (png); pass > 0; pass--)
    for (int y = 0; y < self->height; y++)
      png_read_row (png, (png_bytep) (self->samples + (gsize) y * (gsize) self->width * N_SAMPLES), NULL);
  png_read_end (png, NULL);
  return TRUE;
}

RensaDeepAnswer
rensa_picture_deep_decode_png (RensaDeepPicture *self)
{
  PngSource source = { self->bytes, self->n };
  RensaDeepAnswer answer = RENSA_DEEP_NO_MEMORY;
  png_structp png;
  png_infop info;

  /* The bit depth follows the size in the header. */
  if (self->n < 25 || self->bytes[24] != 16)
    return RENSA_DEEP_NONE;
  png = png_create_read_struct (PNG_LIBPNG_VER_STRING, NULL, png_fail, png_warn);
  info = png != NULL ? png_create_info_struct (png) : NULL;
  if (info != NULL)
    {
      png_set_read_fn (png, &source, png_take);
      if (!png_decode (self, png, info, &answer))
        answer = RENSA_DEEP_NONE;
    }
  png_destroy_read_struct (&png, &info, NULL);
  return answer;
}

/* PNM */

static guint
read_sample (const guint8 **at, const guint8 *end, gboolean is_plain)
{
  guint sample;

  if (is_plain)
    return (guint) rensa_picture_read_pnm_number (at, end);
  sample = (guint) (*at)[0] << 8 | (*at)[1];
  *at += 2;
  return sample;
}

RensaDeepAnswer
rensa_picture_deep_decode_pnm (RensaDeepPicture *self)
{
  const guint8 *end = self->bytes + self->n;
  const guint8 *at = self->bytes + MIN (self->n, 2);
  const gboolean is_plain = self->bytes[1] == '2' || self->bytes[1] == '3';
  const guint n_channels = self->bytes[1] == '3' || self->bytes[1] == '6' ? N_CHANNELS : 1;
  const int width = rensa_picture_read_pnm_number (&at, end);
  const int height = rensa_picture_read_pnm_number (&at, end);
  const guint top = (guint) rensa_picture_read_pnm_number (&at, end);
  RensaDeepAnswer answer;
  gsize n_points;

  if (!strchr ("2356", self->bytes[1]) || top <= G_MAXUINT8 || top > G_MAXUINT16)
    return RENSA_DEEP_NONE;
  answer = rensa_picture_deep_begin (self, width, height);
  if (answer != RENSA_DEEP_DECODED)
    return answer;
  n_points = (gsize) width * (gsize) height;
  /* The header ends with a single blank. */
  at += at < end;
  if (!is_plain && (gsize) (end - at) / 2 / n_channels < n_points)
    return RENSA_DEEP_NONE;
  for (gsize i = 0; i < n_points; i++)
    for (guint c = 0; c < n_channels; c++)
      {
        const guint sample = at < end ? read_sample (&at, end, is_plain) : 0;
        const guint16 value = (guint16) ((MIN (sample, top) * (guint64) WHITE + top / 2) / top);

        for (guint k = c; k < (n_channels == 1 ? N_CHANNELS : c + 1); k++)
          self->samples[i * N_SAMPLES + k] = value;
      }
  return RENSA_DEEP_DECODED;
}

/* All */

/* Works in place, since three samples fit into the space of four. */
static void
lay_on_white (RensaDeepPicture *self, RensaPoints3 *points)
{
  const gsize n = (gsize) self->width * (gsize) self->height;
  const guint16 *from = self->samples;
  guint16 *to = self->samples;

  for (gsize i = 0; i < n; i++, from += N_SAMPLES, to += N_CHANNELS)
    {
      const guint32 opacity = from[N_CHANNELS];

      for (int c = 0; c < N_CHANNELS; c++)
        to[c] = self->is_premultiplied
                    ? (guint16) MIN (from[c] + WHITE - opacity, WHITE)
                    : (guint16) ((from[c] * opacity + WHITE * (WHITE - opacity) + WHITE / 2) / WHITE);
    }
  *points = (RensaPoints3){ .bytes = (guint8 *) g_steal_pointer (&self->samples),
                            .width = self->width,
                            .height = self->height,
                            .stride = (gsize) self->width * N_CHANNELS * sizeof (guint16),
                            .n_each = sizeof (guint16) };
}

RensaDeepAnswer
rensa_picture_deep_decode (RensaDeepPicture *self, RensaPoints3 *points)
{
  const guint8 *bytes = self->bytes;
  RensaDeepAnswer answer = RENSA_DEEP_NONE;

  if (self->n > 4 && bytes[0] == 0x89)
    answer = rensa_picture_deep_decode_png (self);
  else if (self->n > 4 && (memcmp (bytes, "II*\0", 4) == 0 || memcmp (bytes, "MM\0*", 4) == 0))
    answer = rensa_picture_deep_decode_tiff (self);
  else if (self->n > 4 && bytes[0] == 'P')
    answer = rensa_picture_deep_decode_pnm (self);
  if (answer == RENSA_DEEP_DECODED)
    lay_on_white (self, points);
  g_clear_pointer (&self->samples, g_free);
  return answer;
}
