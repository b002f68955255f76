/* test-recovery.c: what is not saved survives a program that is killed.
 *
 * test-recovery --crash [FILE...] is that program: it changes what it opens, and is killed when the copies are there.
 * SPDX-License-Identifier: MIT */

#include <signal.h>
#include <string.h>

#include <glib/gstdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "window-fixture.h"

static char *program;

static guint
count_files (const char *suffix)
{
  g_autofree char *folder = get_unsaved_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, suffix);
  return n;
}

/* The program that is killed */

static guint n_files;
static char **files;

static void
change_and_die (Desk *desk, StudioWindow *window)
{
  for (guint i = 0; i < n_files; i++)
    desk_open (desk, files[i]);
  if (n_files == 0)
    desk_open_example (desk, "moons.rensa");
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (desk->application)); l != NULL; l = l->next)
    {
      g_autofree char *name =
          g_strconcat (studio_project_get_title (STUDIO_WINDOW (l->data)->project), ", changed", NULL);

      change_name (l->data, name);
    }
  WAIT_FOR (count_files (".rensa") == MAX (n_files, 1));
  raise (SIGKILL);
}

static void
crash (const char *a, const char *b)
{
  const char *const arguments[] = { program, "--crash", a, b, NULL };
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
}

/* What is found afterwards */

/* Nothing of the project is looked at before the person says so. */
static void
recover (StudioWindow *window)
{
  g_assert_null (studio_window_get_project (window));
  act (window, "win.recover");
  g_assert_nonnull (studio_window_get_project (window));
}

static void
assert_recovered (StudioWindow *window, const char *name, const char *path)
{
  recover (window);
  g_assert_cmpstr (studio_project_get_title (window->project), ==, name);
  g_assert_cmpstr (studio_project_get_path (window->project), ==, path);
  g_assert_false (studio_project_is_saved (window->project));
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "● "));
  g_assert_nonnull (strstr (get_toast (window), "recovered"));
}

static void
discard (StudioWindow *window)
{
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (GTK_WINDOW (window));
  answer (wait_for_dialog (window, "Save Changes?"), "discard");
  WAIT_FOR (window == NULL);
}

static void
find_file (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "a.rensa");

  g_assert_cmpuint (desk_count_windows (desk), ==, 1);
  assert_recovered (window, "A, changed", path);
  g_assert_cmpuint (count_files (".rensa"), ==, 1);
  g_assert_cmpuint (count_files (".lock"), ==, 1);

  /* The saved state is one step away. */
  act (window, "win.undo");
  g_assert_cmpstr (studio_project_get_title (window->project), ==, "A");
  g_assert_true (studio_project_is_saved (window->project));
  g_assert_cmpuint (count_files (".rensa"), ==, 0);
  act (window, "win.redo");
  discard (window);
  g_assert_cmpuint (count_files (""), ==, 0);
}

static void
test_file (Desk *desk, gconstpointer data)
{
  g_autofree char *path = desk_path (desk, "a.rensa");

  write_project (path, "A", 1);
  crash (path, NULL);
  g_assert_cmpuint (count_files (".rensa"), ==, 1);
  desk_run (desk, NULL, find_file);
}

/* The file that is opened again is the one that was recovered. */
static void
test_file_opened (Desk *desk, gconstpointer data)
{
  g_autofree char *path = desk_path (desk, "a.rensa");

  write_project (path, "A", 1);
  crash (path, NULL);
  desk_run (desk, path, find_file);
}

static void
find_untitled (Desk *desk, StudioWindow *window)
{
  assert_recovered (window, "Two Moons, changed", NULL);
  discard (window);
}

static void
find_nothing (Desk *desk, StudioWindow *window)
{
  g_assert_cmpuint (desk_count_windows (desk), ==, 1);
  g_assert_null (studio_window_get_project (window));
}

static void
test_untitled (Desk *desk, gconstpointer data)
{
  crash (NULL, NULL);
  desk_run (desk, NULL, find_untitled);
  desk_run (desk, NULL, find_nothing);
}

static void
find_two (Desk *desk, StudioWindow *window)
{
  StudioWindow *other = desk_find_other (desk, window);

  g_assert_cmpuint (desk_count_windows (desk), ==, 2);
  recover (window);
  recover (other);
  g_assert_cmpuint (count_files (".rensa"), ==, 2);
  g_assert_cmpstr (studio_project_get_title (window->project), !=, studio_project_get_title (other->project));
  g_assert_true (g_str_has_suffix (studio_project_get_title (window->project), ", changed"));
  g_assert_true (g_str_has_suffix (studio_project_get_title (other->project), ", changed"));
}

static void
test_two (Desk *desk, gconstpointer data)
{
  g_autofree char *a = desk_path (desk, "a.rensa");
  g_autofree char *b = desk_path (desk, "b.rensa");

  write_project (a, "A", 1);
  write_project (b, "B", 1);
  crash (a, b);
  desk_run (desk, NULL, find_two);
}

/* Data beside the project are found although the copy lies elsewhere. */
static void
find_data (Desk *desk, StudioWindow *window)
{
  RensaAnalysis *analysis;

  recover (window);
  analysis = studio_project_wait_for_analysis (window->project);

  for (guint i = 0; i < rensa_analysis_get_n_problems (analysis); i++)
    g_assert_false (g_str_has_prefix (rensa_analysis_get_problem (analysis, i)->place, "data"));
}

static void
test_relative_data (Desk *desk, gconstpointer data)
{
  g_autofree char *path = desk_path (desk, "a.rensa");
  g_autofree char *points = desk_path (desk, "points.csv");

  g_file_set_contents (points,
                       "x,y,label\n0,1,0\n1,0,1\n1,1,0\n0,0,1\n2,1,0\n1,2,1\n3,1,0\n1,3,1\n4,1,0\n1,4,1\n5,1,0\n"
                       "1,5,1\n6,1,0\n1,6,1\n7,1,0\n1,7,1\n",
                       -1, NULL);
  write_changed_project (path, "{ \"type\": \"moons\", \"attrs\": { \"n\": 300, \"n_test\": 60 } }",
                         "{ \"type\": \"csv\", \"attrs\": { \"path\": \"points.csv\" } }");
  crash (path, NULL);
  desk_run (desk, NULL, find_data);
}

/* A copy is there as long as it is needed, and nobody else takes it. */
static void
test_copy (Desk *desk, StudioWindow *window)
{
  g_autoptr (GPtrArray) leftovers = NULL;
  g_autofree char *path = desk_path (desk, "a.rensa");

  write_project (path, "A", 1);
  desk_open (desk, path);
  g_assert_cmpuint (count_files (".rensa"), ==, 0);
  change_name (window, "B");
  WAIT_FOR (count_files (".rensa") == 1);
  leftovers = studio_leftover_list ();
  g_assert_cmpuint (leftovers->len, ==, 0);
  g_assert_cmpuint (count_files (".rensa"), ==, 1);

  act (window, "win.save");
  g_assert_cmpuint (count_files (".rensa"), ==, 0);
  change_name (window, "C");
  WAIT_FOR (count_files (".rensa") == 1);
  act (window, "win.undo");
  g_assert_cmpuint (count_files (".rensa"), ==, 0);
  gtk_window_close (GTK_WINDOW (window));
  g_assert_cmpuint (count_files (""), ==, 0);
}

/* Whoever does not want to decide now is asked again; who does not want the changes is asked no more. */
static void
decide_later (Desk *desk, StudioWindow *window)
{
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (window)), "Two Moons, changed"));
  gtk_window_close (GTK_WINDOW (window));
}

static void
discard_leftover (Desk *desk, StudioWindow *window)
{
  act (window, "win.discard-leftover");
  answer (wait_for_dialog (window, "Discard Changes?"), "discard");
  find_nothing (desk, window);
}

static void
test_discarded (Desk *desk, gconstpointer data)
{
  crash (NULL, NULL);
  desk_run (desk, NULL, decide_later);
  g_assert_cmpuint (count_files (".rensa"), ==, 1);
  desk_run (desk, NULL, discard_leftover);
  g_assert_cmpuint (count_files (""), ==, 0);
}

/* The data of a project may be what ended the studio. */
static void
find_again (Desk *desk, StudioWindow *window)
{
  const gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC / 4;

  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (studio_window_get_project (window));
}

static void
test_not_analysed (Desk *desk, gconstpointer data)
{
  g_autofree char *pipe = desk_path (desk, "endless");
  g_autofree char *path = desk_path (desk, "a.rensa");

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  write_changed_project (path, "{ \"type\": \"moons\", \"attrs\": { \"n\": 300, \"n_test\": 60 } }",
                         "{ \"type\": \"csv\", \"attrs\": { \"path\": \"endless\" } }");
  crash (path, NULL);
  desk_run (desk, NULL, find_again);
  desk_run (desk, NULL, find_again);
  g_assert_cmpuint (count_files (".rensa"), ==, 1);
}

/* What cannot be read stays for the person to look at; a lock without a copy goes, and a copy that was never finished. */
static void
test_unreadable (Desk *desk, gconstpointer data)
{
  g_autofree char *folder = get_unsaved_folder ();
  static const char *const names[] = { "broken.rensa", "broken.lock", "empty.lock", "gone.rensa.Ab12Cd",
                                       "broken.rensa.Ab12Cd" };

  g_mkdir_with_parents (folder, 0700);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_file_set_contents (path, "{", -1, NULL);
    }
  desk_run (desk, NULL, find_nothing);
  g_assert_cmpuint (count_files (".rensa"), ==, 1);
  g_assert_cmpuint (count_files (".lock"), ==, 1);
  g_assert_cmpuint (count_files (""), ==, 2);
}

static int
be_killed (int argc, char **argv)
{
  Desk desk = { 0 };

  n_files = (guint) argc - 2;
  files = argv + 2;
  window_program_init ();
  desk_run (&desk, NULL, change_and_die);
  return EXIT_FAILURE;
}

int
main (int argc, char **argv)
{
  program = g_file_read_link ("/proc/self/exe", NULL);
  if (argc > 1 && g_str_equal (argv[1], "--crash"))
    return be_killed (argc, argv);

  window_tests_init (&argc, &argv);
  ADD_LONG_TEST ("/ui/window/recovery/file", test_file);
  ADD_LONG_TEST ("/ui/window/recovery/file-opened", test_file_opened);
  ADD_LONG_TEST ("/ui/window/recovery/untitled", test_untitled);
  ADD_LONG_TEST ("/ui/window/recovery/two", test_two);
  ADD_LONG_TEST ("/ui/window/recovery/relative-data", test_relative_data);
  ADD_DESK_TEST ("/ui/window/recovery/copy", test_copy);
  ADD_LONG_TEST ("/ui/window/recovery/discarded", test_discarded);
  ADD_LONG_TEST ("/ui/window/recovery/not-analysed", test_not_analysed);
  ADD_LONG_TEST ("/ui/window/recovery/unreadable", test_unreadable);
  return g_test_run ();
}
