/* rensa-draft.c: atomic creation of files.
 * SPDX-License-Identifier: MIT */

#include "rensa-draft.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"

#define PREFIX ".rensa-"
#define ENDING ".part"

static gboolean
fail (const RensaDraft *draft, GError **error)
{
  g_autofree char *shown = rensa_file_dup_shown_name (draft->path);

  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be written: %s"), shown, g_strerror (errno));
  return FALSE;
}

/* A cleanup of the folder may have removed the file between its creation and its lock. */
static gboolean
is_there (int fd)
{
  struct stat status;

  return fstat (fd, &status) == 0 && status.st_nlink > 0;
}

static int
make (const char *folder, int access, char **aside)
{
  for (;;)
    {
      g_autofree char *path = g_build_filename (folder, PREFIX "XXXXXX" ENDING, NULL);
      const int fd = g_mkstemp_full (path, access | O_CLOEXEC, 0666);

      /* If the file system does not support locks, folders are not cleaned up, either. */
      if (fd < 0 || flock (fd, LOCK_EX | LOCK_NB) != 0 || is_there (fd))
        {
          *aside = fd >= 0 ? g_steal_pointer (&path) : NULL;
          return fd;
        }
      close (fd);
    }
}

gboolean
rensa_draft_open (RensaDraft *draft, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  rensa_draft_clear_folder (folder);
  draft->path = g_strdup (path);
  draft->fd = make (folder, O_WRONLY, &draft->aside);
  return draft->fd >= 0 || fail (draft, error);
}

gboolean
rensa_draft_write (RensaDraft *draft, gconstpointer bytes, gsize n, GError **error)
{
  for (const char *rest = bytes; n > 0;)
    {
      const gssize n_written = write (draft->fd, rest, MIN (n, 1 << 30));

      if (n_written < 0 && errno != EINTR)
        return fail (draft, error);
      rest += MAX (n_written, 0);
      n -= MAX (n_written, 0);
    }
  return TRUE;
}

gboolean
rensa_draft_finish (RensaDraft *draft, GError **error)
{
  if (fsync (draft->fd) != 0 || g_rename (draft->aside, draft->path) != 0)
    return fail (draft, error);
  g_clear_pointer (&draft->aside, g_free);
  return TRUE;
}

gboolean
rensa_draft_restart (RensaDraft *draft, GError **error)
{
  return (ftruncate (draft->fd, 0) == 0 && lseek (draft->fd, 0, SEEK_SET) == 0) || fail (draft, error);
}

int
rensa_draft_open_unnamed (const char *folder)
{
  g_autofree char *path = NULL;
  const int fd = make (folder, O_RDWR, &path);

  if (fd >= 0)
    g_unlink (path);
  return fd;
}

void
rensa_draft_set_aside (RensaDraft *draft, const char *path)
{
  if (g_rename (draft->aside, path) == 0)
    g_clear_pointer (&draft->aside, g_free);
}

void
rensa_draft_clear (RensaDraft *draft)
{
  if (draft->aside != NULL)
    {
      g_unlink (draft->aside);
      close (draft->fd);
    }
  else if (draft->path != NULL && draft->fd >= 0)
    close (draft->fd);
  g_clear_pointer (&draft->path, g_free);
  g_clear_pointer (&draft->aside, g_free);
}

gboolean
rensa_draft_save (const char *path, gconstpointer bytes, gsize n, GError **error)
{
  g_auto (RensaDraft) draft = { 0 };

  return rensa_draft_open (&draft, path, error) && rensa_draft_write (&draft, bytes, n, error)
         && rensa_draft_finish (&draft, error);
}

static void
clear_stale (int folder, const char *name)
{
  const int fd = openat (folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct stat status;

  if (fd < 0)
    return;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode) && flock (fd, LOCK_EX | LOCK_NB) == 0)
    unlinkat (folder, name, 0);
  close (fd);
}

void
rensa_draft_clear_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const int fd = dir != NULL ? open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  const char *name;

  if (fd < 0)
    return;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, PREFIX) && g_str_has_suffix (name, ENDING))
      clear_stale (fd, name);
  close (fd);
}
