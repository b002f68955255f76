/* rensa-picture-file.c: pictures in files, as arrays of bytes.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <unistd.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-picture-bounds-private.h"
#include "rensa-picture-private.h"
#include "rensa-picture.h"

/* So many points a picture may have: more than cameras make, and less than a small file may claim. */
#define MOST_POINTS (G_GUINT64_CONSTANT (1) << 28)
#define MOST_FILE_BYTES (G_GUINT64_CONSTANT (1) << 30)
#define N_CHANNELS 3
#define OPAQUE 255

/* What is read, whatever else the system could: its first bytes, as many as there are no "?", and what GdkPixbuf calls it. */
static const struct
{
  const char *magic;
  const char *type;
  const char *title;
} formats[] = {
  { "\x89PNG\r\n", "png", "PNG" }, { "\xff\xd8\xff", "jpeg", "JPEG" },

  { "BM", "bmp", "BMP" },          { "RIFF????WEBP", "webp", "WebP" },
  { "II*", "tiff", "TIFF" },       { "MM", "tiff", "TIFF" },
  { "P4", "pnm", "PNM" },          { "P5", "pnm", "PNM" },
  { "P6", "pnm", "PNM" },          { "P1", "pnm", "PNM" },
  { "P2", "pnm", "PNM" },          { "P3", "pnm", "PNM" },
};
#define N_MAGIC 12

static const char *const endings[] = { ".png", ".jpg",  ".jpeg", ".jfif", ".bmp", ".webp",
                                       ".tif", ".tiff", ".pbm",  ".pgm",  ".ppm" };

gboolean
rensa_picture_is_name (const char *name)
{
  const char *dot = strrchr (name, '.');

  for (guint i = 0; dot != NULL && dot != name && i < G_N_ELEMENTS (endings); i++)
    if (g_ascii_strcasecmp (dot, endings[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_magic (const guint8 *bytes, gsize n, const char *magic)
{
  for (gsize i = 0; magic[i] != '\0'; i++)
    if (i >= n || (magic[i] != '?' && bytes[i] != (guint8) magic[i]))
      return FALSE;
  return TRUE;
}

/* How far a file has come whose loader is content with half of one. */
typedef struct
{
  guint32 last; /* four bytes */
  int n_length; /* bytes of a length that are still to come */
  guint n_skip; /* bytes of metadata, which may hold another picture, to be passed over */
  gboolean is_whole;
} Course;

/* The name of the last piece of a PNG, "IEND". */
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

/* A picture on its way through a GdkPixbufLoader. */
typedef struct
{
  const char *shown; /* its path, as text */
  const RensaPicture *picture;
  guint64 n_bytes;    /* of the file */
  double most_points; /* that those can hold */
  guint64 n_points;   /* that it has of those that all threads may decode at once */
  const char *type;
  GdkPixbufLoader *loader;
  Course course;
  GError *error; /* why it is not read on */
} Reading;

static void
reading_clear (Reading *self)
{
  g_clear_object (&self->loader);
  rensa_picture_give_points_back (self->n_points);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

/* Of a JPEG the loader makes half, a quarter or an eighth at little cost.  Twice what is wanted is left for our own filter,
 * whichever side will be up. */
static void
shrink (Reading *self, int width, int height)
{
  const gint64 wanted = 2 * MAX (self->picture->width, self->picture->height);
  int factor = 1;

  while (factor < 8 && MIN (width, height) / (2 * factor) >= wanted)
    factor *= 2;
  if (factor > 1)
    gdk_pixbuf_loader_set_size (self->loader, (width + factor - 1) / factor, (height + factor - 1) / factor);
}

static gboolean
check_points (Reading *self, int width, int height)
{
  const guint64 n_points = (guint64) width * (guint64) height;
  g_autofree char *size = NULL;

  if (n_points > MOST_POINTS)
    {
      rensa_set_words (&self->error, RENSA_ERROR_NO_MEMORY, N_ ("“%s” is too large: %d × %d points"), self->shown,
                       width, height);
      return FALSE;
    }
  if ((double) n_points <= self->most_points)
    return rensa_memory_check (4 * n_points, self->shown, &self->error);

  size = g_format_size (self->n_bytes);
  rensa_set_words (&self->error, RENSA_ERROR_FORMAT,
                   N_ ("“%s” holds no picture that can be read: its %s cannot be %d × %d points"), self->shown, size,
                   width, height);
  return FALSE;
}

static void
size_prepared (GdkPixbufLoader *loader, int width, int height, Reading *self)
{
  if (!check_points (self, width, height))
    {
      gdk_pixbuf_loader_set_size (loader, 0, 0);
      return;
    }
  if (self->n_points == 0)
    {
      self->n_points = (guint64) width * (guint64) height;
      rensa_picture_take_points (self->n_points);
    }
  if (g_str_equal (self->type, "jpeg"))
    shrink (self, width, height);
}

static void
refuse (Reading *self, const char *why)
{
  if (self->error == NULL)
    rensa_set_words (&self->error, RENSA_ERROR_FORMAT, N_ ("“%s” holds no picture that can be read: %s"), self->shown,
                     why);
}

/* The loader of PNM complains on stderr where it is told of a size that is too large. */
static gboolean
check_header (Reading *self, const guint8 *bytes, gsize n)
{
  int width;
  int height;

  return !g_str_equal (self->type, "pnm") || !rensa_picture_get_pnm_size (bytes, n, &width, &height)
         || check_points (self, width, height);
}

static gboolean
begin (Reading *self, const guint8 *bytes, gsize n)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (has_magic (bytes, n, formats[i].magic))
      {
        self->type = formats[i].type;
        self->most_points = rensa_picture_get_most_points (self->type, bytes, n, self->n_bytes);
        if (!check_header (self, bytes, n))
          return FALSE;
        self->loader = gdk_pixbuf_loader_new_with_type (self->type, NULL);
        if (self->loader == NULL)
          rensa_set_words (&self->error, RENSA_ERROR_FORMAT, N_ ("“%s” is a %s picture, which this system cannot read"),
                           self->shown, formats[i].title);
        else
          g_signal_connect (self->loader, "size-prepared", G_CALLBACK (size_prepared), self);
        return self->loader != NULL;
      }

  refuse (self, "its first bytes are those of no kind that is known");
  return FALSE;
}

static void
take (Reading *self, const guint8 *bytes, gsize n)
{
  g_autoptr (GError) why = NULL;

  if (n == 0 || (self->loader == NULL && !begin (self, bytes, n)))
    return;
  if (gdk_pixbuf_loader_write (self->loader, bytes, n, &why))
    follow (&self->course, self->type, bytes, n);
  else
    refuse (self, why->message);
}

/* FALSE at the end, and where the file is not worth being read on. */
static gboolean
read_block (Reading *self, int fd)
{
  guint8 block[65536];
  const gssize n = read (fd, block, sizeof block);

  if (n > 0)
    take (self, block, (gsize) n);
  else if (n < 0 && errno != EINTR)
    rensa_set_words (&self->error, RENSA_ERROR_IO, N_ ("“%s” could not be read: %s"), self->shown, g_strerror (errno));
  return n != 0 && self->error == NULL;
}

/* Closing says what lacks at the end of a file, and has to be done in any case. */
static void
finish (Reading *self)
{
  g_autoptr (GError) why = NULL;

  if (self->loader == NULL)
    refuse (self, "it is empty");
  else if (!gdk_pixbuf_loader_close (self->loader, &why))
    refuse (self, why->message);
  else if (!self->course.is_whole || gdk_pixbuf_loader_get_pixbuf (self->loader) == NULL)
    refuse (self, "it ends too early");
}

static gboolean
check_size (Reading *self)
{
  g_autofree char *size = g_format_size (self->n_bytes);

  if (self->n_bytes <= MOST_FILE_BYTES)
    return TRUE;
  rensa_set_words (&self->error, RENSA_ERROR_NO_MEMORY, N_ ("“%s” is too large: %s"), self->shown, size);
  return FALSE;
}

/* As if it lay on white paper. */
static void
flatten (const GdkPixbuf *pixbuf, const RensaPoints3 *points)
{
  const guint8 *bytes = gdk_pixbuf_read_pixels (pixbuf);
  const gsize stride = gdk_pixbuf_get_rowstride (pixbuf);
  const int n_channels = gdk_pixbuf_get_n_channels (pixbuf);

  for (int y = 0; y < points->height; y++)
    {
      const guint8 *from = bytes + (gsize) y * stride;
      guint8 *to = points->bytes + (gsize) y * points->stride;

      for (int x = 0; x < points->width; x++, from += n_channels, to += N_CHANNELS)
        {
          const int alpha = n_channels > N_CHANNELS ? from[N_CHANNELS] : OPAQUE;

          for (int c = 0; c < N_CHANNELS; c++)
            to[c] = (guint8) ((from[c] * alpha + OPAQUE * (OPAQUE - alpha) + OPAQUE / 2) / OPAQUE);
        }
    }
}

/* The part of a picture that is shown. */
static RensaPictureBox
get_box (const RensaPoints3 *points, const RensaPicture *picture)
{
  const double across = (double) points->width / (double) picture->width;
  const double down = (double) points->height / (double) picture->height;
  const double scale = MIN (across, down);
  const double width = picture->fit == RENSA_FIT_CROP ? scale * (double) picture->width : points->width;
  const double height = picture->fit == RENSA_FIT_CROP ? scale * (double) picture->height : points->height;

  return (RensaPictureBox){ (points->width - width) / 2, (points->height - height) / 2, width, height };
}

/* The part of @frame that a picture fills, at least a point of it. */
static RensaPoints3
get_place (const RensaPoints3 *points, const RensaPicture *picture, const RensaPoints3 *frame)
{
  const double scale = MIN ((double) picture->width / points->width, (double) picture->height / points->height);
  RensaPoints3 place = *frame;

  if (picture->fit != RENSA_FIT_PAD)
    return place;
  place.width = CLAMP ((int) (points->width * scale + 0.5), 1, frame->width);
  place.height = CLAMP ((int) (points->height * scale + 0.5), 1, frame->height);
  place.bytes += (gsize) ((frame->height - place.height) / 2) * frame->stride
                 + (gsize) ((frame->width - place.width) / 2) * N_CHANNELS;
  return place;
}

/* Channel by channel. */
static void
part_channels (const guint8 *points, gsize n, gint64 n_channels, guint8 *bytes)
{
  for (gsize i = 0; i < n; i++, points += N_CHANNELS)
    if (n_channels == 1)
      bytes[i] = (guint8) ((299 * points[0] + 587 * points[1] + 114 * points[2] + 500) / 1000);
    else
      for (int c = 0; c < N_CHANNELS; c++)
        bytes[(gsize) c * n + i] = points[c];
}

static gboolean
bring_to_size (const RensaPoints3 *points, const RensaPicture *picture, guint8 *bytes, GError **error)
{
  const gsize n = (gsize) picture->height * (gsize) picture->width;
  g_autofree guint8 *frame_bytes = rensa_memory_try_new (guint8, n * N_CHANNELS, "a picture", error);
  const RensaPoints3 frame = { frame_bytes, (int) picture->width, (int) picture->height,
                               (gsize) picture->width * N_CHANNELS };
  const RensaPictureBox box = get_box (points, picture);
  const RensaPoints3 place = get_place (points, picture, &frame);

  if (frame_bytes == NULL)
    return FALSE;
  memset (frame_bytes, 0, n * N_CHANNELS);
  if (!rensa_picture_scale (points, &box, &place, error))
    return FALSE;
  part_channels (frame_bytes, n, picture->n_channels, bytes);
  return TRUE;
}

/* What was taken, once all of it was. */
static gboolean
make_bytes (Reading *self, guint8 *bytes, GError **error)
{
  g_autoptr (GdkPixbuf) pixbuf = NULL;
  g_autofree guint8 *flat = NULL;
  RensaPoints3 points;

  finish (self);
  if (self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }

  pixbuf = gdk_pixbuf_apply_embedded_orientation (gdk_pixbuf_loader_get_pixbuf (self->loader));
  points.width = gdk_pixbuf_get_width (pixbuf);
  points.height = gdk_pixbuf_get_height (pixbuf);
  points.stride = (gsize) points.width * N_CHANNELS;
  flat = rensa_memory_try_new (guint8, points.stride * (guint64) points.height, self->shown, error);
  if (flat == NULL)
    return FALSE;
  points.bytes = flat;
  flatten (pixbuf, &points);
  return bring_to_size (&points, self->picture, bytes, error);
}

gboolean
rensa_picture_read (const char *path, const RensaPicture *picture, guint8 *bytes, GError **error)
{
  g_autofree char *shown = rensa_file_dup_shown_name (path);
  g_auto (Reading) reading = { shown, picture };
  const int fd = rensa_file_open (path, &reading.n_bytes, error);

  if (fd < 0)
    return FALSE;
  if (check_size (&reading))
    while (read_block (&reading, fd))
      ;
  close (fd);
  return make_bytes (&reading, bytes, error);
}

gboolean
rensa_picture_read_bytes (const guint8 *file, gsize n, const char *shown, const RensaPicture *picture, guint8 *bytes,
                          GError **error)
{
  g_auto (Reading) reading = { shown, picture, n };

  if (check_size (&reading))
    take (&reading, file, n);
  return make_bytes (&reading, bytes, error);
}
