/* rensa-file-array.c: append-only bytes, most of them in a file.
 * SPDX-License-Identifier: MIT */

#include "rensa-file-array.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-language.h"

/* The file contains the first @n_written bytes, @held the others. After a failed write the next
 * attempt is made when @held has grown to @next_write. */
struct _RensaFileArray
{
  char *folder;
  int fd;
  guint64 n_written;
  GByteArray *held;
  gsize next_write;
};

RensaFileArray *
rensa_file_array_new (void)
{
  RensaFileArray *array = g_new0 (RensaFileArray, 1);

  array->fd = -1;
  array->held = g_byte_array_new ();
  array->next_write = RENSA_FILE_ARRAY_MAX_HELD;
  return array;
}

void
rensa_file_array_free (RensaFileArray *array)
{
  if (array->fd >= 0)
    close (array->fd);
  g_byte_array_unref (array->held);
  g_free (array->folder);
  g_free (array);
}

static gboolean
write_held (RensaFileArray *array)
{
  gsize n_done = 0;

  while (n_done < array->held->len)
    {
      const gssize n = pwrite (array->fd, array->held->data + n_done, array->held->len - n_done,
                               (goffset) (array->n_written + n_done));

      if (n < 0 && errno != EINTR)
        return FALSE;
      n_done += (gsize) MAX (n, 0);
    }
  return TRUE;
}

static void
spill (RensaFileArray *array)
{
  if (array->folder == NULL || array->held->len < array->next_write)
    return;
  if (array->fd < 0)
    array->fd = rensa_draft_open_unnamed (array->folder);
  if (array->fd < 0 || !write_held (array))
    {
      array->next_write = array->held->len + RENSA_FILE_ARRAY_MAX_HELD;
      return;
    }
  array->n_written += array->held->len;
  /* Frees the buffer instead of only emptying it, since it may have been large. */
  g_byte_array_unref (array->held);
  array->held = g_byte_array_new ();
  array->next_write = RENSA_FILE_ARRAY_MAX_HELD;
}

void
rensa_file_array_set_folder (RensaFileArray *array, const char *folder)
{
  g_free (array->folder);
  array->folder = g_strdup (folder);
  spill (array);
}

void
rensa_file_array_append (RensaFileArray *array, gconstpointer bytes, gsize n)
{
  g_byte_array_append (array->held, bytes, (guint) n);
  spill (array);
}

guint64
rensa_file_array_get_size (RensaFileArray *array)
{
  return array->n_written + array->held->len;
}

gsize
rensa_file_array_get_n_held (RensaFileArray *array)
{
  return array->held->len;
}

static gboolean
read_written (RensaFileArray *array, guint64 offset, guint8 *bytes, gsize n, GError **error)
{
  while (n > 0)
    {
      const gssize n_read = pread (array->fd, bytes, n, (goffset) offset);

      if (n_read == 0 || (n_read < 0 && errno != EINTR))
        {
          rensa_set_words (error, RENSA_ERROR_IO, N_ ("A temporary file in “%s” could not be read: %s"), array->folder,
                           n_read < 0 ? g_strerror (errno) : _ ("it is too short"));
          return FALSE;
        }
      offset += (guint64) MAX (n_read, 0);
      bytes += MAX (n_read, 0);
      n -= (gsize) MAX (n_read, 0);
    }
  return TRUE;
}

gboolean
rensa_file_array_read (RensaFileArray *array, guint64 offset, gpointer bytes, gsize n, GError **error)
{
  const gsize n_of_file = offset < array->n_written ? (gsize) MIN (n, array->n_written - offset) : 0;

  g_return_val_if_fail (offset + n <= rensa_file_array_get_size (array), FALSE);
  if (n_of_file > 0 && !read_written (array, offset, bytes, n_of_file, error))
    return FALSE;
  if (n > n_of_file)
    memcpy ((guint8 *) bytes + n_of_file, array->held->data + (offset + n_of_file - array->n_written), n - n_of_file);
  return TRUE;
}
