/* rensa-run-folder.c: where a run's files are, and whether somebody is writing them.
 * SPDX-License-Identifier: MIT */

#include "rensa-run-folder-private.h"

#include "rensa-error.h"

#include <glib/gstdio.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

char *
rensa_run_folder_get_path (const char *store_folder, const char *uuid)
{
  return g_build_filename (store_folder, "runs", uuid, NULL);
}

static int
fail (const char *path, GError **error)
{
  const int number = errno;

  if (number == EWOULDBLOCK)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s: another studio is training this run.", path);
  else
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_IO, "%s: %s.", path, g_strerror (number));
  return -1;
}

int
rensa_run_folder_lock (const char *store_folder, const char *uuid, GError **error)
{
  g_autofree char *path = rensa_run_folder_get_path (store_folder, uuid);
  g_autofree char *lock = g_build_filename (path, "lock", NULL);
  int fd;

  if (g_mkdir_with_parents (path, 0777) != 0)
    return fail (path, error);
  fd = open (lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0)
    return fail (lock, error);
  if (flock (fd, LOCK_EX | LOCK_NB) != 0)
    {
      fail (path, error);
      close (fd);
      return -1;
    }

  return fd;
}

gboolean
rensa_run_folder_is_locked (const char *store_folder, const char *uuid)
{
  g_autofree char *path = rensa_run_folder_get_path (store_folder, uuid);
  g_autofree char *lock = g_build_filename (path, "lock", NULL);
  const int fd = open (lock, O_RDONLY | O_CLOEXEC);
  gboolean is_locked;

  if (fd < 0)
    return errno != ENOENT && errno != ENOTDIR;

  is_locked = flock (fd, LOCK_SH | LOCK_NB) != 0;
  close (fd);
  return is_locked;
}

void
rensa_folder_remove (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    dir = g_dir_open (path, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      rensa_folder_remove (child);
    }

  g_remove (path);
}
