/* rensa-picture-tiff.c: TIFF with 16 bits per channel.
 * SPDX-License-Identifier: MIT */

#include <string.h>
#include <tiffio.h>

#include "rensa-picture-deep.h"

#define N_SAMPLES 4
#define N_CHANNELS 3

/* @at: position in the file, which is in memory. @width and @height: as stored in the file,
 *   before rotation. @n_samples: samples per pixel; sample @opacity is the opacity, -1 if there
 *   is none. Strips are blocks as wide as the picture. */
typedef struct
{
  RensaDeepPicture *picture;
  guint64 at;
  TIFF *tiff;
  guint32 width;
  guint32 height;
  guint16 n_samples;
  guint16 n_colours;
  int opacity;
  guint16 orientation;
  gboolean is_inverted;
  gboolean is_planar;
  guint32 block_width;
  guint32 block_height;
} Tiff;

/* The file in memory */

static tmsize_t
take (thandle_t data, void *bytes, tmsize_t n)
{
  Tiff *self = data;
  const guint64 n_left = self->picture->n - MIN (self->at, self->picture->n);
  const gsize n_taken = (gsize) MIN ((guint64) n, n_left);

  memcpy (bytes, self->picture->bytes + MIN (self->at, self->picture->n), n_taken);
  self->at += n_taken;
  return (tmsize_t) n_taken;
}

static tmsize_t
put (thandle_t data, void *bytes, tmsize_t n)
{
  return -1;
}

static toff_t
seek (thandle_t data, toff_t offset, int whence)
{
  Tiff *self = data;
  const guint64 start = whence == SEEK_CUR ? self->at : whence == SEEK_END ? self->picture->n : 0;

  self->at = start + offset;
  return self->at;
}

static toff_t
get_size (thandle_t data)
{
  return ((Tiff *) data)->picture->n;
}

static int
do_nothing (thandle_t data)
{
  return 0;
}

/* Fields */

static gboolean
read_colours (Tiff *self)
{
  guint16 photometric = PHOTOMETRIC_SEPARATED;
  guint16 n_extra = 0;
  guint16 *extra = NULL;

  TIFFGetField (self->tiff, TIFFTAG_PHOTOMETRIC, &photometric);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_EXTRASAMPLES, &n_extra, &extra);
  self->n_colours = photometric == PHOTOMETRIC_RGB ? N_CHANNELS : 1;
  self->is_inverted = photometric == PHOTOMETRIC_MINISWHITE;
  self->opacity = n_extra > 0 && extra[0] != EXTRASAMPLE_UNSPECIFIED ? self->n_colours : -1;
  self->picture->is_premultiplied = self->opacity >= 0 && extra[0] == EXTRASAMPLE_ASSOCALPHA;
  return (photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_MINISBLACK || self->is_inverted)
         && self->n_samples >= self->n_colours + (self->opacity >= 0);
}

/* Returns FALSE for a picture that another decoder must read. */
static gboolean
read_fields (Tiff *self)
{
  guint16 bits = 0;
  guint16 format = 0;
  guint16 planar = 0;

  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_SAMPLEFORMAT, &format);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_SAMPLESPERPIXEL, &self->n_samples);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_PLANARCONFIG, &planar);
  TIFFGetFieldDefaulted (self->tiff, TIFFTAG_ORIENTATION, &self->orientation);
  self->is_planar = planar == PLANARCONFIG_SEPARATE;
  if (!TIFFGetField (self->tiff, TIFFTAG_IMAGEWIDTH, &self->width)
      || !TIFFGetField (self->tiff, TIFFTAG_IMAGELENGTH, &self->height))
    return FALSE;
  self->block_width = self->width;
  if (TIFFIsTiled (self->tiff))
    {
      TIFFGetField (self->tiff, TIFFTAG_TILEWIDTH, &self->block_width);
      TIFFGetField (self->tiff, TIFFTAG_TILELENGTH, &self->block_height);
    }
  else
    TIFFGetFieldDefaulted (self->tiff, TIFFTAG_ROWSPERSTRIP, &self->block_height);
  self->block_height = MIN (self->block_height, TIFFIsTiled (self->tiff) ? G_MAXUINT32 : self->height);
  return bits == 16 && format == SAMPLEFORMAT_UINT && self->block_width > 0 && self->block_height > 0
         && read_colours (self);
}

/* Points */

static gboolean
is_on_its_side (const Tiff *self)
{
  return self->orientation >= ORIENTATION_LEFTTOP && self->orientation <= ORIENTATION_LEFTBOT;
}

/* Returns the position of that row and column of the file in the upright picture. */
static guint16 *
find_point (const Tiff *self, guint32 row, guint32 column)
{
  const guint16 way = self->orientation;
  const gsize width = (gsize) self->picture->width;
  const gsize height = (gsize) self->picture->height;
  gsize x = is_on_its_side (self) ? row : column;
  gsize y = is_on_its_side (self) ? column : row;

  if (way == ORIENTATION_TOPRIGHT || way == ORIENTATION_BOTRIGHT || way == ORIENTATION_RIGHTTOP
      || way == ORIENTATION_RIGHTBOT)
    x = width - 1 - x;
  if (way == ORIENTATION_BOTRIGHT || way == ORIENTATION_BOTLEFT || way == ORIENTATION_RIGHTBOT
      || way == ORIENTATION_LEFTBOT)
    y = height - 1 - y;
  return self->picture->samples + (y * width + x) * N_SAMPLES;
}

static void
put_sample (const Tiff *self, guint16 *point, guint sample, guint16 value)
{
  if ((int) sample == self->opacity)
    point[N_CHANNELS] = value;
  else if (sample < self->n_colours)
    for (guint c = sample; c < (self->n_colours == 1 ? N_CHANNELS : sample + 1); c++)
      point[c] = self->is_inverted ? (guint16) (G_MAXUINT16 - value) : value;
}

/* @values: values of the block whose first pixel is at @top, @left; all samples of a pixel, or
 *   only number @plane. */
static void
put_block (const Tiff *self, const guint16 *values, guint32 top, guint32 left, guint plane)
{
  const guint n_each = self->is_planar ? 1 : self->n_samples;
  const guint32 n_rows = MIN (self->block_height, self->height - top);
  const guint32 n_columns = MIN (self->block_width, self->width - left);

  for (guint32 row = 0; row < n_rows; row++)
    for (guint32 column = 0; column < n_columns; column++)
      {
        const guint16 *from = values + ((gsize) row * self->block_width + column) * n_each;
        guint16 *point = find_point (self, top + row, left + column);

        for (guint k = 0; k < n_each; k++)
          put_sample (self, point, plane + k, from[k]);
      }
}

static tmsize_t
read_block (const Tiff *self, guint32 top, guint32 left, guint plane, guint16 *values, tmsize_t size)
{
  return TIFFIsTiled (self->tiff)
             ? TIFFReadEncodedTile (self->tiff, TIFFComputeTile (self->tiff, left, top, 0, (guint16) plane), values,
                                    size)
             : TIFFReadEncodedStrip (self->tiff, TIFFComputeStrip (self->tiff, top, (guint16) plane), values, size);
}

static RensaDeepAnswer
read_blocks (Tiff *self)
{
  const guint n_each = self->is_planar ? 1 : self->n_samples;
  const gsize n_points = (gsize) self->block_width * self->block_height;
  const tmsize_t size = (tmsize_t) (n_points * n_each * sizeof (guint16));
  const tmsize_t real = TIFFIsTiled (self->tiff) ? TIFFTileSize (self->tiff) : TIFFStripSize (self->tiff);
  g_autofree guint16 *values = size == real ? g_try_malloc ((gsize) size) : NULL;

  if (values == NULL)
    return size == real ? RENSA_DEEP_NO_MEMORY : RENSA_DEEP_NONE;
  for (guint plane = 0; plane < (self->is_planar ? self->n_samples : 1); plane++)
    for (guint32 top = 0; top < self->height; top += MIN (self->block_height, self->height - top))
      for (guint32 left = 0; left < self->width; left += MIN (self->block_width, self->width - left))
        {
          const guint32 n_rows =
              TIFFIsTiled (self->tiff) ? self->block_height : MIN (self->block_height, self->height - top);
          const tmsize_t wanted = size / self->block_height * n_rows;

          if (read_block (self, top, left, plane, values, size) < wanted)
            return RENSA_DEEP_NONE;
          put_block (self, values, top, left, plane);
        }
  return RENSA_DEEP_DECODED;
}

RensaDeepAnswer
rensa_picture_deep_decode_tiff (RensaDeepPicture *self)
{
  const TIFFErrorHandler tell = TIFFSetErrorHandler (NULL);
  const TIFFErrorHandler warn = TIFFSetWarningHandler (NULL);
  Tiff tiff = { .picture = self };
  RensaDeepAnswer answer = RENSA_DEEP_NONE;

  tiff.tiff = TIFFClientOpen ("", "rm", &tiff, take, put, seek, do_nothing, get_size, NULL, NULL);
  if (tiff.tiff != NULL && read_fields (&tiff))
    answer = is_on_its_side (&tiff) ? rensa_picture_deep_begin (self, tiff.height, tiff.width)
                                    : rensa_picture_deep_begin (self, tiff.width, tiff.height);
  if (answer == RENSA_DEEP_DECODED)
    answer = read_blocks (&tiff);
  if (tiff.tiff != NULL)
    TIFFClose (tiff.tiff);
  TIFFSetErrorHandler (tell);
  TIFFSetWarningHandler (warn);
  return answer;
}
