/* test-document.c: opening, saving and letting go of projects.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include <glib/gstdio.h>

#include "rensa-document-values.h"
#include "window-fixture.h"

static void
assert_not_opened (Desk *desk, StudioWindow *window, const char *path, const char *told)
{
  AdwMessageDialog *dialog;

  desk_open (desk, path);
  dialog = wait_for_dialog (window, "This Project Cannot Be Opened");
  g_test_message ("%s", adw_message_dialog_get_body (dialog));
  g_assert_nonnull (strstr (adw_message_dialog_get_body (dialog), told));
  answer (dialog, "close");
  g_assert_null (studio_window_get_project (window));
  g_assert_cmpuint (desk_count_windows (desk), ==, 1);
}

static void
test_bad_files (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "bad.rensa");
  g_autofree char *missing = desk_path (desk, "missing.rensa");
  g_autofree char *lost_data = desk_path (desk, "missing.csv");
  g_autofree char *folder = desk_path (desk, "folder.rensa");

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_file_set_contents (path, "This is not JSON", -1, NULL);
  assert_not_opened (desk, window, path, "bad.rensa");
  g_file_set_contents (path, "[1, 2]", -1, NULL);
  assert_not_opened (desk, window, path, "bad.rensa");
  g_file_set_contents (path, "{\"format\": 1000}", -1, NULL);
  assert_not_opened (desk, window, path, "newer");
  g_file_set_contents (path, "", -1, NULL);
  assert_not_opened (desk, window, path, "bad.rensa");
  assert_not_opened (desk, window, folder, "it is a folder");
  assert_not_opened (desk, window, lost_data, "No such file");
  assert_not_opened (desk, window, missing, "No such file");
}

/* Also where a window has a project already: no other one is left behind. */
static void
test_bad_file_beside (Desk *desk, StudioWindow *window)
{
  g_autofree char *missing = desk_path (desk, "missing.rensa");
  g_autofree char *uri = g_filename_to_uri (missing, NULL, NULL);

  desk_open_example (desk, "moons.rensa");
  g_action_group_activate_action (G_ACTION_GROUP (desk->application), "open-file", g_variant_new_string (uri));
  answer (wait_for_dialog (window, "This Project Cannot Be Opened"), "close");
  g_assert_cmpuint (desk_count_windows (desk), ==, 1);
  g_action_group_activate_action (G_ACTION_GROUP (desk->application), "open-example",
                                  g_variant_new_string ("none.rensa"));
  answer (wait_for_dialog (window, "This Project Cannot Be Opened"), "close");
}

#define TABLE "x,y,kind\n1,2,a\n2,1,b\n3,4,a\n"

static const struct
{
  const char *name;
  const char *text; /* NULL for a folder */
  const char *dataset;
  const char *title;
} data_files[] = {
  { "plants.csv", TABLE, "csv", "plants" },
  { "PLANTS.TSV", "x\ty\n1\t2\n3\t4\n", "csv", "PLANTS" },
  { "measured.txt", "x;y\n1;2\n3;4\n", "csv", "measured" },
  { "tale.txt", "Once, long ago, there was a king.\nHe had no bread.\n", "text", "tale" },
  { "one line.txt", "a,b", "text", "one line" },
  { "train-images-idx3-ubyte", "\x01", "idx", "train-images-idx3-ubyte" },
  { "arrays.npz", "PK", "npz", "arrays" },
  { "photos.zip", "PK", "image_zip", "photos" },
  { "photos", NULL, "image_folder", "photos" },
};

static void
write_data (const char *path, const char *text)
{
  if (text != NULL)
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
  else
    g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
}

/* Whatever a data set reads becomes a project of its own, called after it, on the page of its data; also where it holds
 * nothing that can be read, of which that page tells. */
static void
test_data (Desk *desk, StudioWindow *window)
{
  for (guint i = 0; i < G_N_ELEMENTS (data_files); i++)
    {
      g_autofree char *path = desk_path (desk, data_files[i].name);
      StudioWindow *other;
      RensaDocument *document;

      g_test_message ("%s", data_files[i].name);
      write_data (path, data_files[i].text);
      desk_open (desk, path);
      other = i == 0 ? window : desk_activate (desk);
      g_assert_cmpuint (desk_count_windows (desk), ==, i == 0 ? 1 : 2);
      document = studio_project_get_document (other->project);
      g_assert_cmpstr (studio_project_get_title (other->project), ==, data_files[i].title);
      g_assert_cmpstr (json_object_get_string (rensa_document_get (document, "data.dataset.type")), ==,
                       data_files[i].dataset);
      g_assert_cmpstr (get_page_name (other), ==, "data");
      g_assert_false (studio_project_is_saved (other->project));
      if (other != window)
        gtk_window_destroy (GTK_WINDOW (other));
    }
}

static void
open_from_start (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "a.rensa");

  g_assert_cmpuint (desk_count_windows (desk), ==, 1);
  g_assert_cmpstr (studio_project_get_path (window->project), ==, path);
  g_assert_true (studio_project_is_saved (window->project));

  /* Once more: the window that has it. */
  desk_open (desk, path);
  g_assert_cmpuint (desk_count_windows (desk), ==, 1);
}

static void
test_open (Desk *desk, gconstpointer data)
{
  g_autofree char *path = desk_path (desk, "a.rensa");

  write_project (path, "A", 1);
  desk_run (desk, path, open_from_start);
}

static char *
read_file (const char *path)
{
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static gboolean
file_has (const char *path, const char *part)
{
  g_autofree char *text = read_file (path);

  return text != NULL && strstr (text, part) != NULL;
}

static void
test_save (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "a.rensa");

  write_project (path, "A", 1);
  desk_open (desk, path);
  change_name (window, "B");
  g_assert_false (studio_project_is_saved (window->project));
  act (window, "win.save");
  g_assert_true (studio_project_is_saved (window->project));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "B");
  g_assert_true (file_has (path, "\"B\""));
  change_name (window, "C");
  act (window, "win.save");
  g_assert_true (file_has (path, "\"C\""));
}

static void
save_as (StudioWindow *window, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  studio_window_save_as (window, file);
}

static void
test_save_as (Desk *desk, StudioWindow *window)
{
  g_autofree char *bare = desk_path (desk, "b");
  g_autofree char *path = desk_path (desk, "b.rensa");
  g_autofree char *other = desk_path (desk, "c");
  g_autofree char *taken = desk_path (desk, "c.rensa");

  desk_open_example (desk, "moons.rensa");
  act (window, "win.save");
  close_chooser ();
  g_assert_null (studio_project_get_path (window->project));

  save_as (window, bare);
  g_assert_cmpstr (studio_project_get_path (window->project), ==, path);
  g_assert_true (file_has (path, "\"b\""));

  /* The chooser has asked about "c" only. */
  g_file_set_contents (taken, "somebody's", -1, NULL);
  save_as (window, other);
  answer (wait_for_dialog (window, "Replace File?"), "cancel");
  g_assert_true (file_has (taken, "somebody's"));
  g_assert_cmpstr (studio_project_get_path (window->project), ==, path);
  save_as (window, other);
  answer (wait_for_dialog (window, "Replace File?"), "replace");
  g_assert_true (file_has (taken, "\"c\""));
  g_assert_cmpstr (studio_project_get_path (window->project), ==, taken);
}

/* A new project is called as its file, in all that was done before, and somebody is told that it was saved. */
static void
test_save_untitled (Desk *desk, StudioWindow *window)
{
  g_autofree char *nowhere = desk_path (desk, "no/such/folder.rensa");
  g_autofree char *path = desk_path (desk, "proj2.rensa");
  g_autofree char *other = desk_path (desk, "proj3.rensa");

  desk_create (desk, "");
  g_assert_true (studio_project_set (window->project, "seed", "7", NULL));
  save_as (window, nowhere);
  answer (wait_for_dialog (window, "Project Not Saved"), "cancel");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "● Untitled");

  save_as (window, path);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "proj2");
  g_assert_true (file_has (path, "\"proj2\""));
  g_assert_cmpstr (get_toast (window), ==, "Saved as “proj2.rensa”");
  act (window, "win.undo");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "● proj2");
  act (window, "win.redo");
  g_assert_true (studio_project_is_saved (window->project));

  /* A name that it has from its file is that of the next one; a person's stays. */
  save_as (window, other);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "proj3");
  change_name (window, "Mine");
  save_as (window, path);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Mine");
}

/* What is undone out of sight is told, with a way there. */
static void
test_undo_elsewhere (Desk *desk, StudioWindow *window)
{
  desk_open_example (desk, "moons.rensa");
  g_assert_true (studio_project_set (window->project, "model.l1.out_size", "9", NULL));
  act (window, "win.undo");
  g_assert_null (get_toast (window));
  act (window, "win.redo");

  act_on (window, "win.show-page", "data");
  act (window, "win.undo");
  g_assert_nonnull (strstr (get_toast (window), "Undone: "));
  g_assert_cmpstr (get_page_name (window), ==, "data");
  press_toast (window);
  g_assert_cmpstr (get_page_name (window), ==, "model");
}

/* Where it cannot be written the project stays unsaved, and the sentence says where. */
static void
test_save_fails (Desk *desk, StudioWindow *window)
{
  g_autofree char *nowhere = desk_path (desk, "no/such/folder.rensa");
  g_autoptr (GFile) remote = g_file_new_for_uri ("nowhere://host/a.rensa");
  AdwMessageDialog *dialog;

  desk_open_example (desk, "moons.rensa");
  change_name (window, "B");
  save_as (window, nowhere);
  dialog = wait_for_dialog (window, "Project Not Saved");
  g_assert_nonnull (strstr (adw_message_dialog_get_body (dialog), "no/such"));
  g_assert_null (strstr (adw_message_dialog_get_body (dialog), "()"));
  answer (dialog, "save-as");
  close_chooser ();
  g_assert_false (studio_project_is_saved (window->project));
  g_assert_null (studio_project_get_path (window->project));

  studio_window_save_as (window, remote);
  answer (wait_for_dialog (window, "Project Not Saved"), "close");
  g_assert_null (studio_project_get_path (window->project));
}

static void
test_changed_elsewhere (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "a.rensa");

  write_project (path, "A", 1);
  desk_open (desk, path);
  change_name (window, "Mine");
  write_project (path, "Somebody else's", 1);
  act (window, "win.save");
  answer (wait_for_dialog (window, "Replace Changed File?"), "cancel");
  g_assert_true (file_has (path, "Somebody else's"));
  g_assert_false (studio_project_is_saved (window->project));

  act (window, "win.save");
  answer (wait_for_dialog (window, "Replace Changed File?"), "save-as");
  close_chooser ();
  g_assert_false (studio_project_is_saved (window->project));

  act (window, "win.save");
  answer (wait_for_dialog (window, "Replace Changed File?"), "replace");
  g_assert_true (file_has (path, "Mine"));
  change_name (window, "Mine again");
  act (window, "win.save");
  g_assert_true (file_has (path, "Mine again"));

  /* One that has gone is written without a word. */
  g_unlink (path);
  change_name (window, "Back");
  act (window, "win.save");
  g_assert_true (file_has (path, "Back"));
}

static void
close_changed (StudioWindow *window, const char *response)
{
  gtk_window_close (GTK_WINDOW (window));
  answer (wait_for_dialog (window, "Save Changes?"), response);
}

static void
test_close_saves (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "a.rensa");

  write_project (path, "A", 1);
  desk_open (desk, path);
  change_name (window, "B");
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  close_changed (window, "cancel");
  g_assert_nonnull (window);
  g_assert_false (studio_project_is_saved (window->project));
  close_changed (window, "save");
  WAIT_FOR (window == NULL);
  g_assert_true (file_has (path, "\"B\""));
}

/* Save asks for a place; who gives none keeps the window. */
static void
test_close_untitled (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "new.rensa");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  desk_create (desk, "");
  change_name (window, "New");
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  close_changed (window, "save");
  close_chooser ();
  g_assert_nonnull (window);
  g_assert_null (window->intent.next);

  /* Saved later, it stays open. */
  close_changed (window, "cancel");
  studio_window_save_as (window, file);
  g_assert_true (studio_project_is_saved (window->project));
  g_assert_nonnull (window);
  gtk_window_close (GTK_WINDOW (window));
  WAIT_FOR (window == NULL);
}

/* The place chosen in the dialog that closing led to; with nothing more to ask the window closes. */
static void
test_close_chooses (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "new");
  g_autofree char *full = desk_path (desk, "new.rensa");
  g_autofree char *folder = desk_path (desk, "folder.rensa");

  desk_create (desk, "");
  change_name (window, "New");
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  close_changed (window, "save");
  choose_file (path);
  WAIT_FOR (window == NULL);
  g_assert_true (file_has (full, "\"New\""));

  /* Where saving fails it stays. */
  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  window = desk_activate (desk);
  desk_create (desk, "");
  change_name (window, "New");
  close_changed (window, "save");
  close_chooser ();
  save_as (window, folder);
  answer (wait_for_dialog (window, "Project Not Saved"), "cancel");
  g_assert_false (studio_project_is_saved (window->project));
}

static void
test_choose (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "a.rensa");

  write_project (path, "A", 1);
  g_action_group_activate_action (G_ACTION_GROUP (desk->application), "open", NULL);
  choose_file (path);
  g_assert_cmpstr (studio_project_get_path (window->project), ==, path);
  act (window, "win.save-as");
  close_chooser ();
}

static void
test_recent (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "a.rensa");
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  GtkRecentManager *recent = gtk_recent_manager_get_default ();

  write_project (path, "A", 1);
  desk_open (desk, path);
  WAIT_FOR (gtk_recent_manager_has_item (recent, uri));
  g_unlink (path);
  gtk_window_destroy (GTK_WINDOW (window));
  window = desk_activate (desk);
  g_action_group_activate_action (G_ACTION_GROUP (desk->application), "open-file", g_variant_new_string (uri));
  answer (wait_for_dialog (window, "This Project Cannot Be Opened"), "close");
  WAIT_FOR (!gtk_recent_manager_has_item (recent, uri));
}

int
main (int argc, char **argv)
{
  window_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/ui/window/document/bad-files", test_bad_files);
  ADD_DESK_TEST ("/ui/window/document/data", test_data);
  ADD_DESK_TEST ("/ui/window/document/bad-file-beside", test_bad_file_beside);
  ADD_LONG_TEST ("/ui/window/document/open", test_open);
  ADD_DESK_TEST ("/ui/window/document/save", test_save);
  ADD_DESK_TEST ("/ui/window/document/save-as", test_save_as);
  ADD_DESK_TEST ("/ui/window/document/save-untitled", test_save_untitled);
  ADD_DESK_TEST ("/ui/window/document/undo-elsewhere", test_undo_elsewhere);
  ADD_DESK_TEST ("/ui/window/document/save-fails", test_save_fails);
  ADD_DESK_TEST ("/ui/window/document/changed-elsewhere", test_changed_elsewhere);
  ADD_DESK_TEST ("/ui/window/document/close-saves", test_close_saves);
  ADD_DESK_TEST ("/ui/window/document/close-untitled", test_close_untitled);
  ADD_DESK_TEST ("/ui/window/document/close-chooses", test_close_chooses);
  ADD_DESK_TEST ("/ui/window/document/choose", test_choose);
  ADD_DESK_TEST ("/ui/window/document/recent", test_recent);
  return g_test_run ();
}
