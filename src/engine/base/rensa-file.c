/* rensa-file.c: reading of untrusted files.
 * SPDX-License-Identifier: MIT */

#include "rensa-file.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rensa-fault.h"
#include "rensa-format.h"
#include "rensa-language.h"
#include "rensa-memory.h"

/* Number of folders above the program or the library that are searched. */
#define MOST_LEVELS 8
/* Maximum length of a displayed name in characters; the system allows longer names, which would be
 * unreadable. */
#define MOST_SHOWN 1024

char *
rensa_file_dup_shown_name (const char *path)
{
  g_autofree char *shown = rensa_make_harmless (path, -1);
  const glong n = g_utf8_strlen (shown, -1);
  g_autofree char *head = NULL;

  if (n <= MOST_SHOWN)
    return g_steal_pointer (&shown);
  head = g_utf8_substring (shown, 0, MOST_SHOWN / 2);
  return g_strconcat (head, "…", g_utf8_offset_to_pointer (shown, n - MOST_SHOWN / 2 + 1), NULL);
}

char *
rensa_file_dup_shown_basename (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return rensa_file_dup_shown_name (name);
}

gboolean
rensa_file_check_name (const char *path, GError **error)
{
  g_autofree char *shown = NULL;

  if (g_utf8_validate (path, -1, NULL))
    return TRUE;
  shown = rensa_file_dup_shown_name (path);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("The name of “%s” is not UTF-8; rename the file or its folder"),
                   shown);
  return FALSE;
}

static void
refuse (const char *path, const char *why, GError **error)
{
  g_autofree char *shown = rensa_file_dup_shown_name (path);

  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be opened: %s"), shown, why);
}

static const char *
find_fault (mode_t mode)
{
  if (S_ISREG (mode))
    return NULL;
  return S_ISDIR (mode) ? _ ("it is a folder") : _ ("it is not a file but a device, a pipe or a socket");
}

int
rensa_file_open (const char *path, guint64 *n_bytes, GError **error)
{
  /* Opens nonblocking: opening a pipe would otherwise wait for a writer, only for the pipe to be
   * rejected. */
  const int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat status;
  const char *fault;

  if (fd < 0 || fstat (fd, &status) != 0)
    fault = g_strerror (errno);
  else
    fault = find_fault (status.st_mode);
  if (fault == NULL)
    {
      *n_bytes = status.st_size;
      return fd;
    }

  refuse (path, fault, error);
  if (fd >= 0)
    close (fd);
  return -1;
}

/* Reads at most the size that the file had when it was opened. */
static gboolean
read_all (int fd, char *bytes, gsize most, gsize *n_bytes)
{
  for (*n_bytes = 0; *n_bytes < most;)
    {
      const gssize n = read (fd, bytes + *n_bytes, MIN (most - *n_bytes, 1 << 30));

      if (n < 0 && errno != EINTR)
        return FALSE;
      if (n == 0)
        break;
      *n_bytes += MAX (n, 0);
    }
  bytes[*n_bytes] = '\0';
  return TRUE;
}

static gboolean
check_size (const char *path, guint64 size, guint64 most, GError **error)
{
  g_autofree char *shown = NULL;
  g_autofree char *limit = NULL;

  if (size <= most)
    return TRUE;

  shown = rensa_file_dup_shown_name (path);
  limit = g_format_size_full (most, G_FORMAT_SIZE_IEC_UNITS);
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("“%s” is larger than %s"), shown, limit);
  return FALSE;
}

char *
rensa_file_read (const char *path, guint64 most, gsize *n_bytes, GError **error)
{
  guint64 size;
  const int fd = rensa_file_open (path, &size, error);
  g_autofree char *shown = rensa_file_dup_shown_name (path);
  g_autofree char *bytes = NULL;

  if (fd < 0)
    return NULL;

  if (check_size (path, size, most, error))
    bytes = rensa_memory_try_alloc (size + 1, 1, shown, error);
  if (bytes != NULL && !read_all (fd, bytes, size, n_bytes))
    {
      rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be read: %s"), shown, g_strerror (errno));
      g_clear_pointer (&bytes, g_free);
    }
  close (fd);
  return g_steal_pointer (&bytes);
}

void
rensa_file_remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);
      GStatBuf info;

      if (g_lstat (inside, &info) == 0 && S_ISDIR (info.st_mode))
        rensa_file_remove_folder (inside);
      else
        g_unlink (inside);
    }
  g_rmdir (path);
}

static char *
find_near (const char *program, const char *const *places, int mode)
{
  g_autofree char *folder = g_path_get_dirname (program);

  for (int level = 0; level < MOST_LEVELS && !g_str_equal (folder, "/") && !g_str_equal (folder, "."); level++)
    {
      char *parent;

      for (guint i = 0; places[i] != NULL; i++)
        {
          /* An absolute path given by the build is used unchanged. */
          g_autofree char *path = g_canonicalize_filename (places[i], folder);

          if (access (path, mode) == 0)
            return g_steal_pointer (&path);
        }
      parent = g_path_get_dirname (folder);
      g_free (folder);
      folder = parent;
    }
  return NULL;
}

char *
rensa_find_installed (const char *const *places, int mode)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  char *path = NULL;
  Dl_info info;

  if (dladdr ((gpointer) rensa_find_installed, &info) != 0 && info.dli_fname != NULL)
    {
      char *library = realpath (info.dli_fname, NULL);

      path = library != NULL ? find_near (library, places, mode) : NULL;
      free (library);
    }
  if (path == NULL && program != NULL)
    path = find_near (program, places, mode);
  return path;
}
