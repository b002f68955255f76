/* rensa-start.c: language of the program, and folders of its data.
 * SPDX-License-Identifier: MIT */

#include "rensa-start.h"

#include <libintl.h>
#include <locale.h>
#include <unistd.h>

#define DOMAIN "rensa"

void
rensa_restart_with_short_spinning (char **argv)
{
  if (g_getenv ("GOMP_SPINCOUNT") != NULL || g_getenv ("OMP_WAIT_POLICY") != NULL)
    return;

  g_setenv ("GOMP_SPINCOUNT", "1000", TRUE);
  execv ("/proc/self/exe", argv);
}

static char *
get_program_folder (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  return program != NULL ? g_path_get_dirname (program) : g_strdup ("/usr/bin");
}

char *
rensa_find_data_folder (const char *built, const char *installed)
{
  g_autofree char *program_folder = get_program_folder ();
  g_autofree char *in_build = g_build_filename (program_folder, "..", "..", built, NULL);
  g_autofree char *marker = g_build_filename (program_folder, "..", "..", "build.ninja", NULL);

  if (g_file_test (marker, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&in_build);
  return g_build_filename (program_folder, "..", "share", installed, NULL);
}

void
rensa_set_locale (void)
{
  g_autofree char *folder = rensa_find_data_folder ("po", "locale");

  setlocale (LC_ALL, "");
  bindtextdomain (DOMAIN, folder);
  bind_textdomain_codeset (DOMAIN, "UTF-8");
  textdomain (DOMAIN);
}
