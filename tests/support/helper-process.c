/* helper-process.c: the helper process that reads untrusted files.
 * SPDX-License-Identifier: MIT */

#include "helper-process.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rensa-sanitizer.h"

pid_t
helper_process_find (void)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, NULL);
  g_autofree char *parent = g_strdup_printf ("%d", (int) getpid ());
  const char *name;

  while ((name = g_dir_read_name (processes)) != NULL)
    {
      g_autofree char *found = g_ascii_isdigit (*name) ? helper_process_dup_status ((pid_t) atoi (name), "PPid") : NULL;

      if (g_strcmp0 (found, parent) == 0)
        return (pid_t) atoi (name);
    }
  return 0;
}

guint
helper_process_count_open (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/fd", (int) pid);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;
  return n;
}

char *
helper_process_dup_status (pid_t pid, const char *key)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/status", (int) pid);
  g_autofree char *start = g_strdup_printf ("\n%s:\t", key);
  g_autofree char *status = NULL;
  const char *value;

  if (!g_file_get_contents (path, &status, NULL, NULL) || (value = strstr (status, start)) == NULL)
    return NULL;
  value += strlen (start);
  return g_strndup (value, strcspn (value, "\n"));
}

void
helper_process_assert_confined (pid_t pid)
{
  g_autofree char *filter = helper_process_dup_status (pid, "Seccomp");

  if (!RENSA_SANITIZED && filter != NULL)
    g_assert_cmpstr (filter, ==, "2");
}
