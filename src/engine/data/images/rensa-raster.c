/* rensa-raster.c: pictures with the original size and channels of their files.
 * SPDX-License-Identifier: MIT */

#include "rensa-raster-private.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <png.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"

#define MOST_POINTS (G_GUINT64_CONSTANT (1) << 28)

/* Rows of pixels with @n_channels big-endian numbers of @n_bytes bytes. */
typedef struct
{
  guint32 width;
  guint32 height;
  int n_channels;
  int n_bytes;
  gsize stride;
  const guint8 *bytes;
} Rows;

static gboolean
refuse (const char *place, const char *why, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("“%s” is not a readable image: %s"), place, why);
  return FALSE;
}

static RensaArray *
make_array (const Rows *rows, const char *place, GError **error)
{
  const gsize n = (gsize) rows->width * rows->height;
  g_autofree float *numbers = rensa_memory_try_new (float, n *(gsize) rows->n_channels, place, error);

  if (numbers == NULL)
    return NULL;
  for (guint32 y = 0; y < rows->height; y++)
    for (guint32 x = 0; x < rows->width; x++)
      for (int c = 0; c < rows->n_channels; c++)
        {
          const guint8 *at = rows->bytes + y * rows->stride
                             + ((gsize) x * (gsize) rows->n_channels + (gsize) c) * (gsize) rows->n_bytes;

          numbers[(gsize) c * n + (gsize) y * rows->width + x] = rows->n_bytes == 2 ? at[0] << 8 | at[1] : at[0];
        }
  return rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (rows->n_channels, rows->height, rows->width), numbers,
                                    error);
}

/* A PNG being decoded by libpng, which reports errors with longjmp. */
typedef struct
{
  const guint8 *bytes;
  gsize n;
  gsize at;
  char why[128];
  guint8 *points;
  guint8 **rows;
} Png;

static void
png_clear (Png *self)
{
  g_free (self->points);
  g_free (self->rows);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Png, png_clear)

static void
give_bytes (png_structp png, png_bytep to, png_size_t n)
{
  Png *self = png_get_io_ptr (png);

  if (n > self->n - self->at)
    png_error (png, "it ends too early");
  memcpy (to, self->bytes + self->at, n);
  self->at += n;
}

static void
note_error (png_structp png, png_const_charp why)
{
  Png *self = png_get_error_ptr (png);

  g_strlcpy (self->why, why, sizeof self->why);
  png_longjmp (png, 1);
}

static void
ignore_warning (png_structp png, png_const_charp why)
{
}

/* Protected by setjmp: only @self may own memory here. */
static gboolean
read_png (Png *self, png_structp png, png_infop info, Rows *rows)
{
  if (setjmp (png_jmpbuf (png)))
    return FALSE;
  png_set_read_fn (png, self, give_bytes);
  png_read_info (png, info);
  rows->width = png_get_image_width (png, info);
  rows->height = png_get_image_height (png, info);
  if ((guint64) rows->width * rows->height > MOST_POINTS)
    png_error (png, "it is too large");
  /* Expands pixels of less than a byte to one byte each, with unchanged numbers except for gray,
   * which is scaled to the full range. */
  png_set_packing (png);
  if (png_get_color_type (png, info) == PNG_COLOR_TYPE_GRAY && png_get_bit_depth (png, info) < 8)
    png_set_expand_gray_1_2_4_to_8 (png);
  png_set_interlace_handling (png);
  png_read_update_info (png, info);
  rows->n_channels = png_get_channels (png, info);
  rows->n_bytes = png_get_bit_depth (png, info) / 8;
  rows->stride = png_get_rowbytes (png, info);
  self->points = rensa_memory_try_alloc (rows->height, rows->stride, "PNG", NULL);
  self->rows = g_try_new (guint8 *, rows->height);
  if (self->points == NULL || self->rows == NULL)
    png_error (png, "there is no memory for it");
  for (guint32 y = 0; y < rows->height; y++)
    self->rows[y] = self->points + y * rows->stride;
  png_read_image (png, self->rows);
  png_read_end (png, NULL);
  rows->bytes = self->points;
  return TRUE;
}

static RensaArray *
decode_png (const guint8 *bytes, gsize n, const char *place, GError **error)
{
  g_auto (Png) self = { .bytes = bytes, .n = n };
  png_structp png = png_create_read_struct (PNG_LIBPNG_VER_STRING, &self, note_error, ignore_warning);
  png_infop info = png != NULL ? png_create_info_struct (png) : NULL;
  Rows rows = { 0 };
  const gboolean is_read = info != NULL && read_png (&self, png, info, &rows);

  png_destroy_read_struct (&png, &info, NULL);
  if (is_read)
    return make_array (&rows, place, error);
  refuse (place, self.why, error);
  return NULL;
}

static void
stop_at_large (GdkPixbufLoader *loader, int width, int height, gboolean *is_large)
{
  *is_large = (guint64) width * (guint64) height > MOST_POINTS;
  if (*is_large)
    gdk_pixbuf_loader_set_size (loader, 0, 0);
}

static RensaArray *
decode_other (const guint8 *bytes, gsize n, const char *place, GError **error)
{
  g_autoptr (GdkPixbufLoader) loader = gdk_pixbuf_loader_new ();
  g_autoptr (GError) why = NULL;
  gboolean is_large = FALSE;
  gboolean is_whole;
  const GdkPixbuf *pixbuf;
  Rows rows;

  g_signal_connect (loader, "size-prepared", G_CALLBACK (stop_at_large), &is_large);
  is_whole = gdk_pixbuf_loader_write (loader, bytes, n, &why);
  is_whole = gdk_pixbuf_loader_close (loader, is_whole ? &why : NULL) && is_whole;
  pixbuf = is_whole && !is_large ? gdk_pixbuf_loader_get_pixbuf (loader) : NULL;
  if (pixbuf == NULL)
    {
      refuse (place, is_large ? "it is too large" : why != NULL ? why->message : "it ends too early", error);
      return NULL;
    }
  rows = (Rows){ (guint32) gdk_pixbuf_get_width (pixbuf),   (guint32) gdk_pixbuf_get_height (pixbuf),
                 gdk_pixbuf_get_n_channels (pixbuf),        1,
                 (gsize) gdk_pixbuf_get_rowstride (pixbuf), gdk_pixbuf_read_pixels (pixbuf) };
  return make_array (&rows, place, error);
}

RensaArray *
rensa_raster_decode (const guint8 *bytes, gsize n, const char *place, GError **error)
{
  return n >= 8 && png_sig_cmp (bytes, 0, 8) == 0 ? decode_png (bytes, n, place, error)
                                                  : decode_other (bytes, n, place, error);
}
