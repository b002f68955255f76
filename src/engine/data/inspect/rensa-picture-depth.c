/* rensa-picture-depth.c: bit depth of picture files.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture-files-private.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "rensa-file.h"

/* Only the first files of a large folder are checked. */
#define MOST_FILES 256
/* Lower limits for archives, because members must be decompressed entirely. */
#define MOST_MEMBERS 16
#define MOST_MEMBER_BYTES (8 << 20)
#define HEAD_BYTES 256

/* TIFF: the size of a directory entry, and the tag BitsPerSample. */
#define ENTRY_BYTES 12
#define BITS_PER_SAMPLE 258
#define MOST_ENTRIES 256

/* @fd: -1 if @bytes contains the whole file. */
typedef struct
{
  int fd;
  guint8 *bytes;
  gsize n;
} Source;

static gsize
read_at (const Source *self, guint64 offset, guint8 *bytes, gsize n)
{
  if (self->fd >= 0)
    {
      const gssize n_read = pread (self->fd, bytes, n, (off_t) offset);

      return n_read > 0 ? (gsize) n_read : 0;
    }
  if (offset >= self->n)
    return 0;
  n = MIN (n, self->n - (gsize) offset);
  memcpy (bytes, self->bytes + offset, n);
  return n;
}

/* Numbers of TIFF */

static guint
get_u16 (const guint8 *bytes, gboolean is_big)
{
  return is_big ? (guint) bytes[0] << 8 | bytes[1] : (guint) bytes[1] << 8 | bytes[0];
}

static guint32
get_u32 (const guint8 *bytes, gboolean is_big)
{
  const guint32 first = get_u16 (bytes, is_big);
  const guint32 second = get_u16 (bytes + 2, is_big);

  return is_big ? first << 16 | second : second << 16 | first;
}

/* More than two values are stored elsewhere in the file. All channels have the depth of the first one. */
static guint
read_bits (const Source *self, const guint8 *entry, gboolean is_big)
{
  guint8 bits[2];

  if (get_u32 (entry + 4, is_big) <= 2)
    return get_u16 (entry + 8, is_big);
  return read_at (self, get_u32 (entry + 8, is_big), bits, sizeof bits) == sizeof bits ? get_u16 (bits, is_big) : 0;
}

static guint
get_tiff_depth (const Source *self, const guint8 *head, gsize n)
{
  const gboolean is_big = head[0] == 'M';
  const guint64 offset = n >= 8 ? get_u32 (head + 4, is_big) : 0;
  guint8 count[2];
  guint8 entries[MOST_ENTRIES * ENTRY_BYTES];
  gsize n_entries;

  if (offset < 8 || read_at (self, offset, count, sizeof count) != sizeof count)
    return 0;
  n_entries = MIN (get_u16 (count, is_big), MOST_ENTRIES);
  n_entries = read_at (self, offset + 2, entries, n_entries * ENTRY_BYTES) / ENTRY_BYTES;
  for (gsize i = 0; i < n_entries; i++)
    if (get_u16 (entries + i * ENTRY_BYTES, is_big) == BITS_PER_SAMPLE)
      return read_bits (self, entries + i * ENTRY_BYTES, is_big);
  return 0;
}

/* Width, height and maximum value follow the magic number, possibly with comments between them. */
static guint
get_pnm_depth (const guint8 *head, gsize n)
{
  guint64 numbers[3] = { 0 };
  guint n_numbers = 0;

  for (gsize i = 2; i < n && n_numbers < G_N_ELEMENTS (numbers); i++)
    {
      const gboolean is_last = i + 1 >= n || !g_ascii_isdigit (head[i + 1]);

      if (head[i] == '#')
        while (i + 1 < n && head[i] != '\n')
          i++;
      if (!g_ascii_isdigit (head[i]))
        continue;
      numbers[n_numbers] = MIN (numbers[n_numbers] * 10 + (head[i] - '0'), G_MAXUINT16 + 1);
      n_numbers += is_last;
    }
  return numbers[2] > G_MAXUINT8 ? 16 : 8;
}

/* Returns 0 if the depth is unknown. */
static guint
get_depth (const Source *self)
{
  static const guint8 png[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
  guint8 head[HEAD_BYTES];
  const gsize n = read_at (self, 0, head, sizeof head);

  if (n > 24 && memcmp (head, png, sizeof png) == 0)
    return head[24];
  if (n > 4 && (memcmp (head, "II*\0", 4) == 0 || memcmp (head, "MM\0*", 4) == 0))
    return get_tiff_depth (self, head, n);
  if (n > 2 && head[0] == 'P' && strchr ("2356", head[1]) != NULL)
    return get_pnm_depth (head, n);
  return 0;
}

static guint
read_depth (const RensaPictureFiles *files, guint i)
{
  const guint member = g_array_index (files->files, RensaPictureFile, i).member;
  g_autofree char *path = files->zip == NULL ? rensa_picture_files_dup_path (files, i) : NULL;
  Source source = { .fd = -1 };
  guint64 n_bytes;
  guint depth;

  if (path != NULL)
    source.fd = rensa_file_open (path, &n_bytes, NULL);
  else if (rensa_zip_get_size (files->zip, member) <= MOST_MEMBER_BYTES)
    source.bytes = rensa_zip_read (files->zip, member, &source.n, NULL);
  depth = source.fd >= 0 || source.bytes != NULL ? get_depth (&source) : 0;
  g_free (source.bytes);
  if (source.fd >= 0)
    g_close (source.fd, NULL);
  return depth;
}

guint
rensa_picture_files_count_deep (const RensaPictureFiles *self)
{
  const guint most = self->zip != NULL ? MOST_MEMBERS : MOST_FILES;
  guint n = 0;

  for (guint i = 0; i < MIN (self->files->len, most); i++)
    n += read_depth (self, i) == 16;
  return n;
}
