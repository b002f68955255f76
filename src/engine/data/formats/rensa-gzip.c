/* rensa-gzip.c: sequential reading of files that may be compressed with gzip.
 * SPDX-License-Identifier: MIT */

#include "rensa-gzip-private.h"

#include <unistd.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"

#define BUFFER_SIZE (1 << 17)

gboolean
rensa_gzip_fail (const RensaGzip *self, const char *what, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: %s"), self->place, _ (what));
  return FALSE;
}

gboolean
rensa_gzip_open (RensaGzip *self, const char *path, GError **error)
{
  guint64 size;
  const int fd = rensa_file_open (path, &size, error);

  if (fd < 0)
    return FALSE;

  self->place = g_strdup (path);
  self->file = gzdopen (fd, "rb");
  if (self->file == NULL)
    {
      close (fd);
      return rensa_gzip_fail (self, N_ ("not enough memory to read it"), error);
    }
  gzbuffer (self->file, BUFFER_SIZE);
  self->n_most = gzdirect (self->file) ? size : size * RENSA_DEFLATE_RATIO;
  return TRUE;
}

void
rensa_gzip_clear (RensaGzip *self)
{
  g_clear_pointer (&self->file, gzclose);
  g_clear_pointer (&self->place, g_free);
}

gboolean
rensa_gzip_read (RensaGzip *self, gpointer bytes, guint64 n, GError **error)
{
  for (guint8 *at = bytes; n > 0;)
    {
      const int n_read = gzread (self->file, at, (unsigned) MIN (n, 1 << 30));

      if (n_read <= 0)
        return rensa_gzip_fail (
            self, n_read == 0 ? N_ ("unexpected end of file") : N_ ("the file is damaged or truncated"), error);
      at += n_read;
      n -= (guint64) n_read;
      self->n_read += (guint64) n_read;
    }
  return TRUE;
}

gboolean
rensa_gzip_skip (RensaGzip *self, guint64 n, GError **error)
{
  g_autofree guint8 *passed = g_malloc (BUFFER_SIZE);

  for (; n > BUFFER_SIZE; n -= BUFFER_SIZE)
    if (!rensa_gzip_read (self, passed, BUFFER_SIZE, error))
      return FALSE;
  return rensa_gzip_read (self, passed, n, error);
}

/* zlib reports a missing end of compressed data only through its error code. */
gboolean
rensa_gzip_check_end (RensaGzip *self, const char *beyond, GError **error)
{
  guint8 byte;
  const int n_read = gzread (self->file, &byte, 1);
  int code;

  gzerror (self->file, &code);
  if (n_read > 0)
    return rensa_gzip_fail (self, beyond, error);
  return code == Z_OK || rensa_gzip_fail (self, N_ ("the file is damaged or truncated"), error);
}
