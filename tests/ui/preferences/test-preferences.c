/* test-preferences.c: the dialog that sets what holds for all projects.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>

#include "rensa-document-values.h"
#include "studio-folder-row.h"
#include "studio-preferences.h"
#include "studio-preferences-dialog.h"
#include "window-fixture.h"

static GtkWidget *
open_dialog (Desk *desk)
{
  GListModel *toplevels = gtk_window_get_toplevels ();
  GtkWidget *found = NULL;

  g_action_group_activate_action (G_ACTION_GROUP (desk->application), "preferences", NULL);
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (toplevels, i);

      if (STUDIO_IS_PREFERENCES_DIALOG (toplevel))
        found = toplevel;
    }
  g_assert_nonnull (found);
  return found;
}

static gpointer
get_child (GtkWidget *dialog, const char *name)
{
  return gtk_widget_get_template_child (dialog, STUDIO_TYPE_PREFERENCES_DIALOG, name);
}

static const char *
get_subtitle (gpointer row)
{
  return adw_action_row_get_subtitle (row);
}

/* What is set takes effect at once, and is there when the dialog opens again. */
static void
test_values (Desk *desk, StudioWindow *window)
{
  AdwStyleManager *style = adw_application_get_style_manager (ADW_APPLICATION (desk->application));
  GtkWidget *dialog;

  g_unsetenv ("OMP_NUM_THREADS");
  dialog = open_dialog (desk);
  g_assert_cmpstr (gtk_editable_get_text (get_child (dialog, "threads")), ==, "All");
  gtk_spin_button_set_value (get_child (dialog, "threads"), 2);
  adw_combo_row_set_selected (get_child (dialog, "appearance"), 2);
  gtk_switch_set_active (get_child (dialog, "autosave"), FALSE);
  g_signal_emit_by_name (get_child (dialog, "device"), "chosen", "cuda:3");
  g_assert_cmpint (studio_preferences_get_threads (), ==, 2);
  g_assert_cmpint (adw_style_manager_get_color_scheme (style), ==, ADW_COLOR_SCHEME_FORCE_DARK);
  g_assert_false (studio_preferences_has_autosave ());
  gtk_window_destroy (GTK_WINDOW (dialog));

  dialog = open_dialog (desk);
  g_assert_cmpstr (gtk_editable_get_text (get_child (dialog, "threads")), ==, "2");
  g_assert_cmpuint (adw_combo_row_get_selected (get_child (dialog, "appearance")), ==, 2);
  gtk_spin_button_set_value (get_child (dialog, "threads"), 0);
  g_assert_cmpstr (gtk_editable_get_text (get_child (dialog, "threads")), ==, "All");
  adw_combo_row_set_selected (get_child (dialog, "appearance"), 0);
  gtk_window_destroy (GTK_WINDOW (dialog));

  desk_create (desk, "");
  g_assert_cmpstr (
      json_object_get_string (rensa_document_get (studio_project_get_document (window->project), "device")), ==,
      "cuda:3");
}

/* Without autosave, no copy of a changed project is written. */
static void
test_autosave (Desk *desk, StudioWindow *window)
{
  GtkWidget *dialog = open_dialog (desk);
  g_autofree char *folder = get_unsaved_folder ();
  const gint64 end = g_get_monotonic_time () + 3 * G_USEC_PER_SEC;

  gtk_switch_set_active (get_child (dialog, "autosave"), FALSE);
  gtk_window_destroy (GTK_WINDOW (dialog));
  desk_open_example (desk, "moons.rensa");
  change_name (window, "Half Moons");
  WAIT_FOR (g_get_monotonic_time () > end);
  /* The lock alone. */
  g_assert_cmpuint (test_folder_count (folder), ==, 1);
}

/* A variable overrides the setting, and its row says so. */
static void
test_variables (Desk *desk, StudioWindow *window)
{
  GtkWidget *dialog;

  g_setenv ("OMP_NUM_THREADS", "2", TRUE);
  dialog = open_dialog (desk);
  g_assert_nonnull (strstr (get_subtitle (get_child (dialog, "threads_row")), "OMP_NUM_THREADS"));
  g_assert_false (gtk_widget_is_sensitive (get_child (dialog, "threads")));
  g_assert_nonnull (strstr (get_subtitle (get_child (dialog, "runs")), "RENSA_RUNS"));
  g_assert_nonnull (strstr (get_subtitle (get_child (dialog, "runs")), rensa_store_get_folder (window->store)));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* A folder that cannot be written is refused; another one is where the next start keeps its runs. */
static void
choose_runs (Desk *desk, StudioWindow *window)
{
  GtkWidget *dialog = open_dialog (desk);
  g_autofree char *other = desk_path (desk, "other");
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (other, 0700), ==, 0);
  g_assert_null (strstr (get_subtitle (get_child (dialog, "runs")), "when Rensa is restarted"));
  g_assert_false (studio_folder_row_choose (get_child (dialog, "runs"), "/proc", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_clear_error (&error);
  g_assert_true (studio_folder_row_choose (get_child (dialog, "runs"), other, &error));
  g_assert_true (g_str_has_prefix (get_subtitle (get_child (dialog, "runs")), other));
  g_assert_nonnull (strstr (get_subtitle (get_child (dialog, "runs")), "when Rensa is restarted"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
find_runs (Desk *desk, StudioWindow *window)
{
  g_autofree char *other = desk_path (desk, "other");

  g_assert_cmpstr (rensa_store_get_folder (window->store), ==, other);
}

static void
test_runs (Desk *desk, gconstpointer data)
{
  g_unsetenv ("RENSA_RUNS");
  desk_run (desk, NULL, choose_runs);
  desk_run (desk, NULL, find_runs);
}

int
main (int argc, char **argv)
{
  window_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/ui/preferences/values", test_values);
  ADD_DESK_TEST ("/ui/preferences/autosave", test_autosave);
  ADD_DESK_TEST ("/ui/preferences/variables", test_variables);
  ADD_LONG_TEST ("/ui/preferences/runs", test_runs);
  return g_test_run ();
}
