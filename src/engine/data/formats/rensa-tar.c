/* rensa-tar.c: sequential reading of tar archives.
 * SPDX-License-Identifier: MIT */

#include "rensa-tar-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"

#define BLOCK 512
#define NAME_SIZE 100

/* Header layout defined by POSIX. */
typedef struct
{
  char name[NAME_SIZE];
  char mode[8];
  char uid[8];
  char gid[8];
  guint8 size[12];
  char mtime[12];
  char checksum[8];
  char type;
  char rest[355];
} Header;

G_STATIC_ASSERT (sizeof (Header) == BLOCK);

gboolean
rensa_tar_open (RensaTar *self, const char *path, GError **error)
{
  return rensa_gzip_open (&self->gzip, path, error);
}

void
rensa_tar_clear (RensaTar *self)
{
  rensa_gzip_clear (&self->gzip);
  g_clear_pointer (&self->name, g_free);
}

/* Parses octal digits after optional blanks, up to a blank or a zero byte. */
static gboolean
parse_octal (const guint8 *text, gsize n, guint64 *number)
{
  gsize i = 0;

  *number = 0;
  while (i < n && text[i] == ' ')
    i++;
  for (; i < n && text[i] >= '0' && text[i] <= '7'; i++)
    *number = *number << 3 | (text[i] - '0');
  return i == n || text[i] == ' ' || text[i] == '\0';
}

/* Sizes above 8 GiB are stored in binary, after a byte with the highest bit set. */
static gboolean
parse_size (const guint8 *text, gsize n, guint64 *size)
{
  if ((text[0] & 0x80) == 0)
    return parse_octal (text, n, size);

  *size = 0;
  for (gsize i = n - 8; i < n; i++)
    *size = *size << 8 | text[i];
  for (gsize i = 1; i < n - 8; i++)
    if (text[i] != 0)
      return FALSE;
  return text[0] == 0x80 && *size <= G_MAXINT64;
}

/* Compares the checksum, the sum of all bytes of the header with the checksum field replaced by blanks. */
static gboolean
has_checksum (const Header *header)
{
  const guint8 *bytes = (const guint8 *) header;
  guint64 expected, sum = 0;

  for (gsize i = 0; i < BLOCK; i++)
    sum += i >= G_STRUCT_OFFSET (Header, checksum) && i < G_STRUCT_OFFSET (Header, type) ? ' ' : bytes[i];
  return parse_octal ((const guint8 *) header->checksum, sizeof header->checksum, &expected) && sum == expected;
}

static gboolean
is_end (const Header *header)
{
  const guint8 *bytes = (const guint8 *) header;

  for (gsize i = 0; i < BLOCK; i++)
    if (bytes[i] != 0)
      return FALSE;
  return TRUE;
}

static gboolean
take_header (RensaTar *self, const Header *header, GError **error)
{
  g_autofree char *name = g_strndup (header->name, NAME_SIZE);

  if (!has_checksum (header))
    return rensa_gzip_fail (&self->gzip, N_ ("not a tar archive, or damaged: a header checksum is wrong"), error);
  if (!parse_size (header->size, sizeof header->size, &self->size)
      || self->size > self->gzip.n_most - MIN (self->gzip.n_read, self->gzip.n_most))
    return rensa_gzip_fail (&self->gzip, N_ ("a file in the archive declares more bytes than the archive can contain"),
                            error);

  self->n_left = self->size + (BLOCK - self->size % BLOCK) % BLOCK;
  g_free (self->name);
  self->name = g_path_get_basename (name);
  return TRUE;
}

gboolean
rensa_tar_next (RensaTar *self, gboolean *is_there, GError **error)
{
  Header header;

  *is_there = FALSE;
  do
    {
      if (!rensa_gzip_skip (&self->gzip, self->n_left, error) || !rensa_gzip_read (&self->gzip, &header, BLOCK, error))
        return FALSE;
      self->n_left = 0;
      if (is_end (&header))
        return TRUE;
      if (!take_header (self, &header, error))
        return FALSE;
    }
  while (header.type != '0' && header.type != '\0');

  *is_there = TRUE;
  return TRUE;
}

gboolean
rensa_tar_read (RensaTar *self, gpointer bytes, guint64 n, GError **error)
{
  if (!rensa_gzip_read (&self->gzip, bytes, n, error))
    return FALSE;
  self->n_left -= n;
  return TRUE;
}
