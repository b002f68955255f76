/* cuda-kernel-cache.c: compiled formulas of earlier runs.
 *
 *   file: "rensa-kernel 1\n", SHA-256 of key and image in hexadecimal digits, "\n", image
 *
 * SPDX-License-Identifier: MIT */

#include "cuda-formula.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rensa-file.h"

#define MAGIC "rensa-kernel 1\n"
#define MOST_BYTES_OF_FILE (16 << 20)

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "rensa", "kernels", NULL);
}

/* Header before the image. */
static char *
make_head (const char *key, gconstpointer image, gsize n_bytes)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (checksum, (const guchar *) key, (gssize) strlen (key));
  g_checksum_update (checksum, image, (gssize) n_bytes);
  return g_strconcat (MAGIC, g_checksum_get_string (checksum), "\n", NULL);
}

/* An image is executable code: no other user may have write access. */
static gboolean
is_own (const char *path)
{
  struct stat about;

  return stat (path, &about) == 0 && about.st_uid == geteuid () && (about.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

GBytes *
rensa_kernel_cache_read (const char *key)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *path = g_build_filename (folder, key, NULL);
  gsize n_bytes;
  g_autofree char *text =
      is_own (folder) && is_own (path) ? rensa_file_read (path, MOST_BYTES_OF_FILE, &n_bytes, NULL) : NULL;
  const gsize head_size = strlen (MAGIC) + 64 + 1;

  if (text == NULL || n_bytes <= head_size)
    return NULL;

  g_autofree char *head = make_head (key, text + head_size, n_bytes - head_size);
  return memcmp (text, head, head_size) == 0 ? g_bytes_new (text + head_size, n_bytes - head_size) : NULL;
}

typedef struct
{
  char *path;
  gint64 modified;
  gint64 n_bytes;
} File;

static void
clear_file (gpointer data)
{
  g_free (((File *) data)->path);
}

static int
compare_ages (gconstpointer a, gconstpointer b)
{
  const gint64 first = ((const File *) a)->modified;
  const gint64 second = ((const File *) b)->modified;

  return (first > second) - (first < second);
}

static GArray *
list_files (const char *folder)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  GArray *files = g_array_new (FALSE, FALSE, sizeof (File));
  const char *name;

  g_array_set_clear_func (files, clear_file);
  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      File file = { .path = g_build_filename (folder, name, NULL) };
      struct stat about;

      if (lstat (file.path, &about) != 0)
        {
          g_free (file.path);
          continue;
        }
      file.modified = (gint64) about.st_mtime;
      file.n_bytes = about.st_size;
      g_array_append_val (files, file);
    }
  return files;
}

/* Deletes the oldest files; concurrent deletions or writes by other processes do no harm. */
static void
trim (const char *folder)
{
  g_autoptr (GArray) files = list_files (folder);
  gint64 n_bytes = 0;

  g_array_sort (files, compare_ages);
  for (guint i = 0; i < files->len; i++)
    n_bytes += g_array_index (files, File, i).n_bytes;
  for (guint i = 0; i < files->len && n_bytes > RENSA_KERNEL_CACHE_BYTES; i++)
    {
      const File *file = &g_array_index (files, File, i);

      if (g_unlink (file->path) == 0)
        n_bytes -= file->n_bytes;
    }
}

void
rensa_kernel_cache_write (const char *key, GBytes *image)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = get_folder ();
  g_autofree char *path = g_build_filename (folder, key, NULL);
  gsize n_bytes;
  gconstpointer data = g_bytes_get_data (image, &n_bytes);
  g_autofree char *head = make_head (key, data, n_bytes);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) head, (guint) strlen (head));
  g_byte_array_append (bytes, data, (guint) n_bytes);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    g_debug ("%s: %s", folder, g_strerror (errno));
  else if (!g_file_set_contents_full (path, (const char *) bytes->data, bytes->len, G_FILE_SET_CONTENTS_CONSISTENT,
                                      0600, &error))
    g_debug ("%s", error->message);
  else
    trim (folder);
}
