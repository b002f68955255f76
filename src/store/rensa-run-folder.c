/* rensa-run-folder.c: folder and write lock of a run.
 * SPDX-License-Identifier: MIT */

#include "rensa-run-folder-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"

#include <glib/gstdio.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK_NAME "lock"
/* Each level takes a file descriptor; what Rensa writes is one level deep. */
#define DEEPEST 64

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
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: this run is being trained in another instance of Rensa."),
                     path);
  else
    rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s: %s."), path, g_strerror (number));
  return -1;
}

/* Opens the folder itself and does not follow a link in its place. Returns -1 with errno set. */
static int
open_folder (int parent, const char *name)
{
  return openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int
rensa_run_folder_lock (const char *store_folder, const char *uuid, GError **error)
{
  g_autofree char *path = rensa_run_folder_get_path (store_folder, uuid);
  int folder;
  int fd;

  if (g_mkdir_with_parents (path, RENSA_PRIVATE_FOLDER) != 0)
    return fail (path, error);
  folder = open_folder (AT_FDCWD, path);
  if (folder < 0)
    return fail (path, error);
  fd = openat (folder, LOCK_NAME, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, RENSA_PRIVATE_FILE);
  if (fd < 0)
    fail (path, error);
  else if (flock (fd, LOCK_EX | LOCK_NB) != 0)
    {
      fail (path, error);
      close (fd);
      fd = -1;
    }

  close (folder);
  return fd;
}

gboolean
rensa_run_folder_is_locked (const char *store_folder, const char *uuid)
{
  g_autofree char *path = rensa_run_folder_get_path (store_folder, uuid);
  g_autofree char *lock = g_build_filename (path, LOCK_NAME, NULL);
  const int fd = open (lock, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  gboolean is_locked;

  if (fd < 0)
    return errno != ENOENT && errno != ENOTDIR;

  is_locked = flock (fd, LOCK_SH | LOCK_NB) != 0;
  close (fd);
  return is_locked;
}

/* Descends by file descriptors, so that a link cannot be put into the path meanwhile. */
static void
remove_at (int parent, const char *name, guint depth)
{
  const int fd = depth < DEEPEST ? open_folder (parent, name) : -1;
  DIR *folder = fd >= 0 ? fdopendir (fd) : NULL;
  struct dirent *entry;

  while (folder != NULL && (entry = readdir (folder)) != NULL)
    if (!g_str_equal (entry->d_name, ".") && !g_str_equal (entry->d_name, ".."))
      remove_at (dirfd (folder), entry->d_name, depth + 1);
  if (folder != NULL)
    closedir (folder);
  unlinkat (parent, name, fd >= 0 ? AT_REMOVEDIR : 0);
}

void
rensa_folder_remove (const char *path)
{
  remove_at (AT_FDCWD, path, 0);
}

void
rensa_run_folder_remove (const char *store_folder, const char *uuid)
{
  g_autofree char *path = g_build_filename (store_folder, "runs", NULL);
  const int runs = g_uuid_string_is_valid (uuid) ? open_folder (AT_FDCWD, path) : -1;

  if (runs < 0)
    return;

  remove_at (runs, uuid, 0);
  close (runs);
}

gboolean
rensa_make_private_file (const char *path, GError **error)
{
  const int fd = open (path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, RENSA_PRIVATE_FILE);

  if (fd < 0)
    return fail (path, error) >= 0;

  /* Files of earlier versions were created with the umask's mode; the mode of another user's file
   * cannot be changed. */
  if (fchmod (fd, RENSA_PRIVATE_FILE) != 0)
    errno = 0;
  close (fd);
  return TRUE;
}
