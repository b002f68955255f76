/* rensa-installed.c: the files that are installed with this program.
 * SPDX-License-Identifier: MIT */

#include "rensa-installed.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

/* Number of folders above the program or the library that are searched. */
#define MOST_LEVELS 8

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
