/* rensa-mat.c: arrays in MATLAB files.
 * SPDX-License-Identifier: MIT */

#include "rensa-mat-private.h"

#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-gzip-private.h"
#include "rensa-language.h"
#include "rensa-memory.h"

#define HEADER_SIZE 128
#define BUFFER_SIZE 65536
#define MOST_NAME 63

/* Kinds of elements. */
enum
{
  ELEMENT_INT8 = 1,
  ELEMENT_UINT8 = 2,
  ELEMENT_UINT16 = 4,
  ELEMENT_INT32 = 5,
  ELEMENT_UINT32 = 6,
  ELEMENT_DOUBLE = 9,
  ELEMENT_MATRIX = 14,
  ELEMENT_COMPRESSED = 15,
};

/* Array classes, and a flag. */
enum
{
  CLASS_DOUBLE = 6,
  CLASS_UINT8 = 9,
};
#define FLAG_COMPLEX 0x0800

/* The bytes of an element, compressed or not. */
typedef struct
{
  const char *place;
  int fd;
  gboolean swaps;  /* the file is big-endian */
  guint64 n_left;  /* bytes of the element not yet read from the file */
  guint64 n_inner; /* upper bound of the number of bytes after decompression */
  z_stream *deflated;
  guint8 *buffer;
} Stream;

static gboolean
fail (const Stream *self, const char *what, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: %s"), self->place, _ (what));
  return FALSE;
}

static gboolean
read_plain (Stream *self, guint8 *bytes, guint64 n, GError **error)
{
  if (n > self->n_left)
    return fail (self, N_ ("an element in the file is longer than the element that contains it"), error);
  self->n_left -= n;
  while (n > 0)
    {
      const gssize n_read = read (self->fd, bytes, MIN (n, 1 << 30));

      if (n_read <= 0)
        return fail (self, N_ ("unexpected end of file"), error);
      bytes += n_read;
      n -= (guint64) n_read;
    }
  return TRUE;
}

static gboolean
fill_buffer (Stream *self, GError **error)
{
  const guint64 n = MIN (self->n_left, BUFFER_SIZE);

  if (n == 0)
    return fail (self, N_ ("the file is damaged or truncated"), error);
  self->deflated->next_in = self->buffer;
  self->deflated->avail_in = (uInt) n;
  return read_plain (self, self->buffer, n, error);
}

static gboolean
read_deflated (Stream *self, guint8 *bytes, guint64 n, GError **error)
{
  while (n > 0)
    {
      const guint64 n_wanted = MIN (n, 1 << 30);
      int code;

      if (self->deflated->avail_in == 0 && !fill_buffer (self, error))
        return FALSE;
      self->deflated->next_out = bytes;
      self->deflated->avail_out = (uInt) n_wanted;
      code = inflate (self->deflated, Z_NO_FLUSH);
      if ((code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
          || (code == Z_STREAM_END && self->deflated->avail_out > 0 && n_wanted - self->deflated->avail_out < n))
        return fail (self, N_ ("the file is damaged or truncated"), error);
      bytes += n_wanted - self->deflated->avail_out;
      n -= n_wanted - self->deflated->avail_out;
    }
  return TRUE;
}

static gboolean
stream_read (Stream *self, gpointer bytes, guint64 n, GError **error)
{
  if (n > self->n_inner)
    return fail (self, N_ ("an element in the file declares more bytes than the file can contain"), error);
  self->n_inner -= n;
  return self->deflated != NULL ? read_deflated (self, bytes, n, error) : read_plain (self, bytes, n, error);
}

static guint32
get_word (const Stream *self, const guint8 *bytes)
{
  guint32 word;

  memcpy (&word, bytes, sizeof word);
  return self->swaps ? GUINT32_SWAP_LE_BE (word) : word;
}

/* Header of an element. A small element has its data, at most four bytes, in the tag itself. */
typedef struct
{
  guint32 kind;
  guint32 size;
  gboolean is_small;
  guint8 data[4];
} Tag;

static gboolean
read_tag (Stream *self, Tag *tag, GError **error)
{
  guint8 bytes[8];

  if (!stream_read (self, bytes, sizeof bytes, error))
    return FALSE;
  tag->kind = get_word (self, bytes);
  tag->size = get_word (self, bytes + 4);
  tag->is_small = tag->kind >> 16 != 0;
  if (!tag->is_small)
    return TRUE;

  tag->size = tag->kind >> 16;
  tag->kind &= 0xffff;
  memcpy (tag->data, bytes + 4, sizeof tag->data);
  return tag->size <= sizeof tag->data
         || fail (self, N_ ("an element in the file does not match its declared type"), error);
}

/* Reads the data of an element into @bytes, and skips the padding to eight bytes. */
static gboolean
read_data (Stream *self, const Tag *tag, gpointer bytes, GError **error)
{
  guint8 padding[8];

  if (!tag->is_small)
    return stream_read (self, bytes, tag->size, error) && stream_read (self, padding, -tag->size & 7, error);
  memcpy (bytes, tag->data, tag->size);
  return TRUE;
}

static gboolean
read_words (Stream *self, guint32 kind, guint32 *words, guint most, guint *n, GError **error)
{
  guint8 bytes[RENSA_MAX_NDIM * sizeof (guint32)];
  Tag tag;

  if (!read_tag (self, &tag, error))
    return FALSE;
  if (tag.kind != kind || tag.size % sizeof *words != 0 || tag.size / sizeof *words > most)
    return fail (self, N_ ("an array has too many axes, or its description is damaged"), error);
  if (!read_data (self, &tag, bytes, error))
    return FALSE;
  *n = (guint) (tag.size / sizeof *words);
  for (guint i = 0; i < *n; i++)
    words[i] = get_word (self, bytes + i * sizeof *words);
  return TRUE;
}

/* Header of an array, before its numbers. */
typedef struct
{
  guint32 flags;
  RensaShape shape;
  char name[MOST_NAME + 1];
} Head;

static gboolean
read_head (Stream *self, Head *head, GError **error)
{
  guint32 words[RENSA_MAX_NDIM];
  guint n;
  Tag tag;

  if (!read_words (self, ELEMENT_UINT32, words, 2, &n, error))
    return FALSE;
  head->flags = n > 0 ? words[0] : 0;
  if (!read_words (self, ELEMENT_INT32, words, RENSA_MAX_NDIM, &n, error))
    return FALSE;
  head->shape.ndim = (int) n;
  for (guint i = 0; i < n; i++)
    head->shape.dims[i] = words[i];

  if (!read_tag (self, &tag, error))
    return FALSE;
  if (tag.kind != ELEMENT_INT8 || tag.size > MOST_NAME)
    return fail (self, N_ ("an array has no readable name"), error);
  return read_data (self, &tag, head->name, error);
}

static const struct
{
  guint32 class;
  RensaDtype dtype;
} dtypes[] = { { CLASS_DOUBLE, RENSA_FLOAT64 }, { CLASS_UINT8, RENSA_UINT8 } };

static gboolean
check_kind (Stream *self, const Head *head, RensaDtype *dtype, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (dtypes[i].class == (head->flags & 0xff) && (head->flags & FLAG_COMPLEX) == 0)
      {
        *dtype = dtypes[i].dtype;
        return TRUE;
      }
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: the array “%s” contains neither bytes nor float64"), self->place,
                   head->name);
  return FALSE;
}

/* MATLAB stores numbers in smaller types if they fit; in pictures and labels, only bytes occur. */
static void
widen (const guint8 *bytes, gint64 n, double *numbers)
{
  for (gint64 i = 0; i < n; i++)
    numbers[i] = bytes[i];
}

static void
swap_doubles (double *numbers, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    {
      guint64 word;

      memcpy (&word, &numbers[i], sizeof word);
      word = GUINT64_SWAP_LE_BE (word);
      memcpy (&numbers[i], &word, sizeof word);
    }
}

static gboolean
read_numbers (Stream *self, const Head *head, RensaMat *mat, GError **error)
{
  const gint64 n = rensa_shape_count (&mat->type.shape);
  const gsize size = rensa_dtype_get_size (mat->type.dtype);
  g_autofree guint8 *bytes = NULL;
  Tag tag;

  if (!read_tag (self, &tag, error))
    return FALSE;
  if ((tag.kind != ELEMENT_UINT8 && !(tag.kind == ELEMENT_DOUBLE && size == sizeof (double)))
      || tag.size != (guint64) n * (tag.kind == ELEMENT_UINT8 ? 1 : size)
      || (!tag.is_small && tag.size > self->n_inner))
    {
      g_autofree char *shape = rensa_shape_to_string (&mat->type.shape);

      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: the numbers in “%s” do not match an array of shape %s"),
                       self->place, head->name, shape);
      return FALSE;
    }
  mat->bytes = rensa_memory_try_alloc ((guint64) n, size, self->place, error);
  if (mat->bytes == NULL)
    return FALSE;
  if (tag.kind == ELEMENT_UINT8 && size > 1)
    {
      bytes = rensa_memory_try_new (guint8, (guint64) n, self->place, error);
      if (bytes == NULL || !read_data (self, &tag, bytes, error))
        return FALSE;
      widen (bytes, n, (double *) mat->bytes);
      return TRUE;
    }
  if (!read_data (self, &tag, mat->bytes, error))
    return FALSE;
  if (self->swaps && size > 1)
    swap_doubles ((double *) mat->bytes, n);
  return TRUE;
}

/* Requested arrays. */
typedef struct
{
  RensaMat *mats;
  const char *const *names;
  guint n;
} Wanted;

static gboolean
read_matrix (Stream *self, const Wanted *wanted, GError **error)
{
  Head head = { 0 };

  if (!read_head (self, &head, error))
    return FALSE;
  for (guint i = 0; i < wanted->n; i++)
    if (g_str_equal (wanted->names[i], head.name) && wanted->mats[i].bytes == NULL)
      {
        RensaMat *mat = &wanted->mats[i];

        mat->type.shape = head.shape;
        if (!check_kind (self, &head, &mat->type.dtype, error)
            || !rensa_shape_check (&mat->type.shape, mat->type.dtype, error))
          return FALSE;
        return read_numbers (self, &head, mat, error);
      }
  return TRUE;
}

/* Reads the element at the current position; the caller skips the remainder. */
static gboolean
read_element (Stream *self, guint32 kind, const Wanted *wanted, GError **error)
{
  z_stream deflated = { 0 };
  Tag tag;
  gboolean ok;

  self->n_inner = kind == ELEMENT_COMPRESSED ? self->n_left * RENSA_DEFLATE_RATIO : self->n_left;
  if (kind == ELEMENT_MATRIX)
    return read_matrix (self, wanted, error);
  if (kind != ELEMENT_COMPRESSED)
    return TRUE;

  if (inflateInit (&deflated) != Z_OK)
    return fail (self, N_ ("not enough memory to read it"), error);
  self->deflated = &deflated;
  ok = read_tag (self, &tag, error) && (tag.kind != ELEMENT_MATRIX || read_matrix (self, wanted, error));
  self->deflated = NULL;
  inflateEnd (&deflated);
  return ok;
}

static gboolean
read_header (Stream *self, GError **error)
{
  guint8 header[HEADER_SIZE];
  guint16 mark;

  if (self->n_left < sizeof header)
    return fail (self, N_ ("this is not a MAT file of version 5"), error);
  if (!read_plain (self, header, sizeof header, error))
    return FALSE;
  memcpy (&mark, header + 126, sizeof mark);
  self->swaps = mark == 0x494d;
  if ((mark != 0x4d49 && !self->swaps) || header[self->swaps ? 124 : 125] != 1)
    return fail (self, N_ ("this is not a MAT file of version 5"), error);
  return TRUE;
}

static gboolean
read_elements (Stream *self, guint64 size, const Wanted *wanted, GError **error)
{
  guint64 at = HEADER_SIZE;

  while (at < size)
    {
      Tag tag;

      self->n_left = self->n_inner = size - at;
      if (!read_tag (self, &tag, error))
        return FALSE;
      at += 8;
      if (tag.is_small)
        continue;
      if (tag.size > size - at)
        return fail (self, N_ ("an element in the file declares more bytes than the file can contain"), error);
      self->n_left = tag.size;
      if (!read_element (self, tag.kind, wanted, error))
        return FALSE;
      /* Matrices are padded to eight bytes, compressed elements are not. */
      at += tag.kind == ELEMENT_COMPRESSED ? tag.size : ((guint64) tag.size + 7) / 8 * 8;
      if (lseek (self->fd, (off_t) MIN (at, size), SEEK_SET) < 0)
        return fail (self, N_ ("unexpected end of file"), error);
    }
  return TRUE;
}

gboolean
rensa_mat_read (RensaMat *mats, const char *const *names, guint n, const char *path, GError **error)
{
  g_autofree guint8 *buffer = g_malloc (BUFFER_SIZE);
  const Wanted wanted = { mats, names, n };
  guint64 size;
  const int fd = rensa_file_open (path, &size, error);
  Stream stream = { .place = path, .fd = fd, .buffer = buffer, .n_left = size };
  gboolean ok;

  if (fd < 0)
    return FALSE;
  ok = read_header (&stream, error) && read_elements (&stream, size, &wanted, error);
  close (fd);
  for (guint i = 0; ok && i < n; i++)
    if (mats[i].bytes == NULL)
      {
        rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s does not contain an array “%s”"), path, names[i]);
        return FALSE;
      }
  return ok;
}

void
rensa_mat_clear (RensaMat *mat)
{
  g_clear_pointer (&mat->bytes, g_free);
}
