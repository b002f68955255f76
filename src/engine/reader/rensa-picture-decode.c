/* rensa-picture-decode.c: decodes picture files to arrays of bytes.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture-decode.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <string.h>

#include "rensa-picture-bounds.h"
#include "rensa-picture-deep.h"
#include "rensa-picture-scale.h"

#define N_CHANNELS 3
#define OPAQUE 255

/* Accepted formats, independent of what the system supports: magic bytes, where "?" matches any
 * byte, and the GdkPixbuf name. */
static const struct
{
  const char *magic;
  const char *type;
  const char *title;
} formats[] = {
  { "\x89PNG\r\n", "png", "PNG" }, { "\xff\xd8\xff", "jpeg", "JPEG" },

  { "BM", "bmp", "BMP" },          { "RIFF????WEBP", "webp", "WebP" },
  { "GIF8", "gif", "GIF" },        { "II*", "tiff", "TIFF" },
  { "MM", "tiff", "TIFF" },        { "P4", "pnm", "PNM" },
  { "P5", "pnm", "PNM" },          { "P6", "pnm", "PNM" },
  { "P1", "pnm", "PNM" },          { "P2", "pnm", "PNM" },
  { "P3", "pnm", "PNM" },
};
#define N_MAGIC 12

static gboolean
has_magic (const guint8 *bytes, gsize n, const char *magic)
{
  for (gsize i = 0; magic[i] != '\0'; i++)
    if (i >= n || (magic[i] != '?' && bytes[i] != (guint8) magic[i]))
      return FALSE;
  return TRUE;
}

/* Progress through a file whose loader accepts truncated files. */
typedef struct
{
  guint32 last; /* four bytes */
  int n_length; /* remaining bytes of the length field */
  guint n_skip; /* bytes of metadata to skip, which may contain another picture */
  gboolean is_whole;
} Course;

/* Name of the last chunk of a PNG, "IEND". */
#define PNG_END 0x49454e44
#define JPEG_END 0xffd9

static gboolean
is_jpeg_metadata (guint16 mark)
{
  return (mark >= 0xffe0 && mark <= 0xffef) || mark == 0xfffe;
}

static void
follow_jpeg (Course *self, guint8 byte)
{
  const guint16 word = (guint16) (self->last << 8 | byte);

  if (self->n_skip > 0)
    self->n_skip--;
  else if (self->n_length == 2)
    self->n_length = 1;
  else if (self->n_length == 1)
    {
      self->n_length = 0;
      self->n_skip = MAX (word, 2) - 2;
    }
  else if (is_jpeg_metadata (word))
    self->n_length = 2;
  else
    self->is_whole = word == JPEG_END;
}

static void
follow (Course *self, const char *type, const guint8 *bytes, gsize n)
{
  for (gsize i = 0; i < n && !self->is_whole; i++)
    {
      if (g_str_equal (type, "jpeg"))
        follow_jpeg (self, bytes[i]);
      else
        self->is_whole = !g_str_equal (type, "png") || (self->last << 8 | bytes[i]) == PNG_END;
      self->last = self->last << 8 | bytes[i];
    }
}

struct _RensaPictureDecoding
{
  RensaPictureRequest request;
  double most_points; /* maximum that the file can hold */
  const char *type;
  GdkPixbufLoader *loader;
  GByteArray *file; /* whole file, if it may have 16 bits per channel and they are wanted; decoded at its end */
  Course course;
  gboolean is_over; /* the answer is known: @reply, followed by @text */
  RensaPictureReply reply;
  char *text;
};

RensaPictureDecoding *
rensa_picture_decoding_new (const RensaPictureRequest *request)
{
  RensaPictureDecoding *self = g_new0 (RensaPictureDecoding, 1);

  self->request = *request;
  return self;
}

void
rensa_picture_decoding_free (RensaPictureDecoding *self)
{
  if (self->loader != NULL)
    gdk_pixbuf_loader_close (self->loader, NULL);
  g_clear_object (&self->loader);
  g_clear_pointer (&self->file, g_byte_array_unref);
  g_free (self->text);
  g_free (self);
}

/* Ignores all answers except the first. */
static gboolean
refuse (RensaPictureDecoding *self, RensaPictureAnswer answer, const char *text)
{
  if (self->is_over)
    return FALSE;
  self->is_over = TRUE;
  self->reply.answer = answer;
  self->text = g_strdup (text);
  return FALSE;
}

/* The JPEG loader can scale to a half, a quarter or an eighth cheaply. Keeps twice the requested
 * size for our own filter, whichever way the picture is rotated. */
static void
shrink (RensaPictureDecoding *self, int width, int height)
{
  const gint64 wanted = 2 * MAX (self->request.width, self->request.height);
  int factor = 1;

  while (factor < 8 && MIN (width, height) / (2 * factor) >= wanted)
    factor *= 2;
  if (factor > 1)
    gdk_pixbuf_loader_set_size (self->loader, (width + factor - 1) / factor, (height + factor - 1) / factor);
}

static gboolean
check_points (RensaPictureDecoding *self, int width, int height)
{
  const guint64 n_points = (guint64) width * (guint64) height;

  if (!self->is_over)
    {
      self->reply.width = width;
      self->reply.height = height;
    }
  if (n_points > RENSA_PICTURE_MOST_POINTS)
    return refuse (self, RENSA_PICTURE_TOO_LARGE, "");
  if ((double) n_points > self->most_points)
    return refuse (self, RENSA_PICTURE_IMPLAUSIBLE, "");
  return n_points <= self->request.most_points || refuse (self, RENSA_PICTURE_LARGE, "");
}

static void
size_prepared (GdkPixbufLoader *loader, int width, int height, RensaPictureDecoding *self)
{
  if (!check_points (self, width, height))
    gdk_pixbuf_loader_set_size (loader, 0, 0);
  else if (g_str_equal (self->type, "jpeg"))
    shrink (self, width, height);
}

/* Checks the size first, because the PNM loader prints warnings to stderr for sizes that are too large. */
static gboolean
check_header (RensaPictureDecoding *self, const guint8 *bytes, gsize n)
{
  int width;
  int height;

  return !g_str_equal (self->type, "pnm") || !rensa_picture_get_pnm_size (bytes, n, &width, &height)
         || check_points (self, width, height);
}

static gboolean
is_perhaps_deep (const char *type)
{
  return g_str_equal (type, "png") || g_str_equal (type, "tiff") || g_str_equal (type, "pnm");
}

static gboolean
begin (RensaPictureDecoding *self, const guint8 *bytes, gsize n)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (has_magic (bytes, n, formats[i].magic))
      {
        self->type = formats[i].type;
        self->most_points = rensa_picture_get_most_points (self->type, bytes, n, self->request.n_bytes);
        if (!check_header (self, bytes, n))
          return FALSE;
        self->loader = gdk_pixbuf_loader_new_with_type (self->type, NULL);
        if (self->loader == NULL)
          return refuse (self, RENSA_PICTURE_NO_DECODER, formats[i].title);
        g_signal_connect (self->loader, "size-prepared", G_CALLBACK (size_prepared), self);
        if (self->request.n_each > 1 && is_perhaps_deep (self->type))
          self->file = g_byte_array_new ();
        return TRUE;
      }
  return refuse (self, RENSA_PICTURE_UNKNOWN, "");
}

static void
write_to_loader (RensaPictureDecoding *self, const guint8 *bytes, gsize n)
{
  g_autoptr (GError) why = NULL;

  if (gdk_pixbuf_loader_write (self->loader, bytes, n, &why))
    follow (&self->course, self->type, bytes, n);
  else
    refuse (self, RENSA_PICTURE_REFUSED, why->message);
}

void
rensa_picture_decoding_take (RensaPictureDecoding *self, const guint8 *bytes, gsize n)
{
  if (n == 0 || self->is_over || (self->loader == NULL && !begin (self, bytes, n)))
    return;
  if (self->file != NULL)
    g_byte_array_append (self->file, bytes, (guint) n);
  else
    write_to_loader (self, bytes, n);
}

static gboolean
check_size (int width, int height, gpointer data)
{
  return check_points (data, width, height);
}

/* Returns FALSE if GdkPixbuf must decode the file. */
static gboolean
decode_deep (RensaPictureDecoding *self, RensaPoints3 *points)
{
  RensaDeepPicture picture = { self->file->data, self->file->len, check_size, self };
  const RensaDeepAnswer answer = rensa_picture_deep_decode (&picture, points);

  if (answer == RENSA_DEEP_NO_MEMORY)
    refuse (self, RENSA_PICTURE_NO_MEMORY, "");
  return answer != RENSA_DEEP_NONE;
}

/* Closing reports truncated files, and is required in any case. */
static GdkPixbuf *
finish (RensaPictureDecoding *self)
{
  g_autoptr (GdkPixbufLoader) loader = g_steal_pointer (&self->loader);
  g_autoptr (GError) why = NULL;

  if (loader == NULL)
    refuse (self, RENSA_PICTURE_EMPTY, "");
  else if (!gdk_pixbuf_loader_close (loader, &why))
    refuse (self, RENSA_PICTURE_REFUSED, why->message);
  else if (!self->course.is_whole || gdk_pixbuf_loader_get_pixbuf (loader) == NULL)
    refuse (self, RENSA_PICTURE_CUT, "");
  return self->is_over ? NULL : gdk_pixbuf_apply_embedded_orientation (gdk_pixbuf_loader_get_pixbuf (loader));
}

/* Blends a channel with white, in units of 1 / OPAQUE. */
static int
lay_on_white (int value, int alpha)
{
  return value * alpha + OPAQUE * (OPAQUE - alpha);
}

/* Writes to @bytes or, if that is NULL, to @words, as the same fraction of white in 16 bits;
 * nothing is rounded before that. */
static void
flatten_row (const guint8 *from, int n_channels, int width, guint8 *bytes, guint16 *words)
{
  for (int x = 0; x < width; x++, from += n_channels)
    {
      const int alpha = n_channels > N_CHANNELS ? from[N_CHANNELS] : OPAQUE;

      for (int c = 0; c < N_CHANNELS; c++)
        if (bytes != NULL)
          *bytes++ = (guint8) ((lay_on_white (from[c], alpha) + OPAQUE / 2) / OPAQUE);
        else
          *words++ = (guint16) (((gint64) lay_on_white (from[c], alpha) * G_MAXUINT16 + OPAQUE * OPAQUE / 2)
                                / (OPAQUE * OPAQUE));
    }
}

static void
flatten (const GdkPixbuf *pixbuf, const RensaPoints3 *points)
{
  const guint8 *bytes = gdk_pixbuf_read_pixels (pixbuf);
  const gsize stride = gdk_pixbuf_get_rowstride (pixbuf);
  const int n_channels = gdk_pixbuf_get_n_channels (pixbuf);

  for (int y = 0; y < points->height; y++)
    {
      guint8 *to = points->bytes + (gsize) y * points->stride;

      flatten_row (bytes + (gsize) y * stride, n_channels, points->width, points->n_each == 1 ? to : NULL,
                   (guint16 *) (gpointer) to);
    }
}

/* Returns the visible part of a picture. */
static RensaPictureBox
get_box (const RensaPoints3 *points, const RensaPictureRequest *picture)
{
  const double across = (double) points->width / (double) picture->width;
  const double down = (double) points->height / (double) picture->height;
  const double scale = MIN (across, down);
  const double width = picture->fit == RENSA_FIT_CROP ? scale * (double) picture->width : points->width;
  const double height = picture->fit == RENSA_FIT_CROP ? scale * (double) picture->height : points->height;

  return (RensaPictureBox){ (points->width - width) / 2, (points->height - height) / 2, width, height };
}

/* Returns the part of @frame that a picture fills, at least one pixel. */
static RensaPoints3
get_place (const RensaPoints3 *points, const RensaPictureRequest *picture, const RensaPoints3 *frame)
{
  const double scale = MIN ((double) picture->width / points->width, (double) picture->height / points->height);
  RensaPoints3 place = *frame;

  if (picture->fit != RENSA_FIT_PAD)
    return place;
  place.width = CLAMP ((int) (points->width * scale + 0.5), 1, frame->width);
  place.height = CLAMP ((int) (points->height * scale + 0.5), 1, frame->height);
  place.bytes += (gsize) ((frame->height - place.height) / 2) * frame->stride
                 + (gsize) ((frame->width - place.width) / 2) * N_CHANNELS * frame->n_each;
  return place;
}

static guint
get_luma (guint red, guint green, guint blue)
{
  return (299 * red + 587 * green + 114 * blue + 500) / 1000;
}

/* Channel by channel. */
static void
part_bytes (const guint8 *points, gsize n, gint64 n_channels, guint8 *bytes)
{
  for (gsize i = 0; i < n; i++, points += N_CHANNELS)
    if (n_channels == 1)
      bytes[i] = (guint8) get_luma (points[0], points[1], points[2]);
    else
      for (gsize c = 0; c < N_CHANNELS; c++)
        bytes[c * n + i] = points[c];
}

/* The same of 16 bits; @bytes need not be aligned. */
static void
part_words (const guint16 *points, gsize n, gint64 n_channels, guint8 *bytes)
{
  for (gsize i = 0; i < n; i++, points += N_CHANNELS)
    for (gsize c = 0; c < (gsize) n_channels; c++)
      {
        const guint16 word = n_channels == 1 ? (guint16) get_luma (points[0], points[1], points[2]) : points[c];

        memcpy (bytes + (c * n + i) * sizeof word, &word, sizeof word);
      }
}

static gboolean
bring_to_size (const RensaPoints3 *points, const RensaPictureRequest *picture, guint8 *bytes)
{
  const gsize n = (gsize) picture->height * (gsize) picture->width;
  g_autofree guint8 *frame_bytes = g_try_malloc0_n (MAX (n, 1), N_CHANNELS * picture->n_each);
  const RensaPoints3 frame = { frame_bytes, (int) picture->width, (int) picture->height,
                               (gsize) picture->width * N_CHANNELS * picture->n_each, picture->n_each };
  const RensaPictureBox box = get_box (points, picture);
  const RensaPoints3 place = get_place (points, picture, &frame);

  if (frame_bytes == NULL || !rensa_picture_scale (points, &box, &place))
    return FALSE;
  if (picture->n_each == 1)
    part_bytes (frame_bytes, n, picture->n_channels, bytes);
  else
    part_words ((const guint16 *) (gpointer) frame_bytes, n, picture->n_channels, bytes);
  return TRUE;
}

/* Sets the bytes of @points to NULL if memory is insufficient. */
static void
make_points (const GdkPixbuf *pixbuf, gsize n_each, RensaPoints3 *points)
{
  *points = (RensaPoints3){ .width = gdk_pixbuf_get_width (pixbuf),
                            .height = gdk_pixbuf_get_height (pixbuf),
                            .stride = (gsize) gdk_pixbuf_get_width (pixbuf) * N_CHANNELS * n_each,
                            .n_each = n_each };
  points->bytes = g_try_malloc_n ((gsize) points->height, points->stride);
  if (points->bytes != NULL)
    flatten (pixbuf, points);
}

/* Decodes the whole file, if it can be read. */
static void
decode (RensaPictureDecoding *self, RensaPoints3 *points)
{
  g_autoptr (GdkPixbuf) pixbuf = NULL;

  if (self->file != NULL && !self->is_over && decode_deep (self, points))
    return;
  if (self->file != NULL && !self->is_over)
    write_to_loader (self, self->file->data, self->file->len);
  pixbuf = finish (self);
  if (pixbuf != NULL)
    make_points (pixbuf, self->request.n_each, points);
  if (pixbuf != NULL && points->bytes == NULL)
    refuse (self, RENSA_PICTURE_NO_MEMORY, "");
}

void
rensa_picture_decoding_answer (RensaPictureDecoding *self, GByteArray *answers)
{
  const RensaPictureRequest *picture = &self->request;
  const gsize n = (gsize) picture->n_channels * (gsize) picture->height * (gsize) picture->width * picture->n_each;
  const guint at = answers->len;
  RensaPoints3 points = { NULL };
  g_autofree guint8 *bytes = NULL;

  decode (self, &points);
  bytes = points.bytes;
  g_byte_array_set_size (answers, at + sizeof self->reply + (bytes != NULL ? n : 0));
  if (bytes != NULL && !bring_to_size (&points, picture, answers->data + at + sizeof self->reply))
    refuse (self, RENSA_PICTURE_NO_MEMORY, "");
  if (self->is_over)
    {
      self->reply.n_bytes = MIN (strlen (self->text), RENSA_PICTURE_MOST_TEXT_BYTES);
      g_byte_array_set_size (answers, at + sizeof self->reply);
      g_byte_array_append (answers, (const guint8 *) self->text, self->reply.n_bytes);
    }
  else
    self->reply.n_bytes = (guint32) n;
  memcpy (answers->data + at, &self->reply, sizeof self->reply);
}

static void
say_nothing (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
}

void
rensa_picture_decode_prepare (void)
{
  /* Messages of the GIF loader on stderr, such as those about an empty frame, are caused by the file. */
  g_log_set_handler ("GdkPixbuf", G_LOG_LEVEL_MASK | G_LOG_FLAG_RECURSION, say_nothing, NULL);
  /* PNG contains Latin-1 text; while this converter is open, others need no system files. */
  g_iconv_open ("UTF-8", "ISO-8859-1");
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GdkPixbufLoader) loader = gdk_pixbuf_loader_new_with_type (formats[i].type, NULL);
      g_autoptr (GError) why = NULL;

      if (loader == NULL)
        continue;
      /* The error for a file that ends at once loads the decoder's module and its translations. */
      gdk_pixbuf_loader_write (loader, (const guint8 *) formats[i].magic, strlen (formats[i].magic), NULL);
      gdk_pixbuf_loader_close (loader, &why);
    }
}
