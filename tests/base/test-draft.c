/* test-draft.c: files that appear when they are whole.
 * SPDX-License-Identifier: MIT */

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "folder.h"
#include "rensa-draft.h"
#include "rensa-error.h"

static char *folder;
static char *path;

static void
set_up (void)
{
  folder = test_folder_new ();
  path = g_build_filename (folder, "file", NULL);
}

static void
tear_down (void)
{
  g_clear_pointer (&folder, test_folder_free);
  g_clear_pointer (&path, g_free);
}

static void
assert_content (const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_whole (void)
{
  g_autoptr (GError) error = NULL;

  set_up ();
  g_assert_true (rensa_draft_save (path, "one", 3, &error));
  {
    g_auto (RensaDraft) draft = { 0 };

    g_assert_true (rensa_draft_open (&draft, path, &error));
    g_assert_true (rensa_draft_write (&draft, "two", 3, &error));
    assert_content ("one");
  }
  g_assert_cmpuint (test_folder_count (folder), ==, 1);
  assert_content ("one");
  g_assert_true (rensa_draft_save (path, "three", 5, &error));
  assert_content ("three");
  tear_down ();
}

static void
test_refused (void)
{
  g_autofree char *nowhere = NULL;
  g_autoptr (GError) error = NULL;

  set_up ();
  nowhere = g_build_filename (path, "below", NULL);
  g_assert_false (rensa_draft_save (nowhere, "one", 3, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "below” could not be written: "));
  g_clear_error (&error);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_false (rensa_draft_save (path, "one", 3, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_assert_cmpuint (test_folder_count (folder), ==, 1);
  tear_down ();
}

/* Another program writes; it is killed. */
static void
test_clear (void)
{
  int ends[2];
  char byte;
  pid_t writer;
  g_autofree char *link = NULL;

  set_up ();
  link = g_build_filename (folder, ".rensa-link00.part", NULL);
  g_assert_cmpint (symlink ("/dev/null", link), ==, 0);
  g_assert_cmpint (pipe (ends), ==, 0);
  writer = fork ();
  if (writer == 0)
    {
      RensaDraft draft = { 0 };

      if (rensa_draft_open (&draft, path, NULL) && rensa_draft_write (&draft, "half", 4, NULL)
          && write (ends[1], "x", 1) == 1)
        pause ();
      _exit (1);
    }

  g_assert_cmpint (read (ends[0], &byte, 1), ==, 1);
  rensa_draft_clear_folder (folder);
  g_assert_cmpuint (test_folder_count (folder), ==, 2);
  kill (writer, SIGKILL);
  waitpid (writer, NULL, 0);
  rensa_draft_clear_folder (folder);
  g_assert_cmpuint (test_folder_count (folder), ==, 1);
  close (ends[0]);
  close (ends[1]);
  tear_down ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/draft/whole", test_whole);
  g_test_add_func ("/base/draft/refused", test_refused);
  g_test_add_func ("/base/draft/clear", test_clear);
  return g_test_run ();
}
