/* window-fixture.c: a studio within the test, and the ways in which a person acts on it.
 * SPDX-License-Identifier: MIT */

#include "window-fixture.h"

#include <string.h>

#include <locale.h>

#include "rensa-init.h"

/* Moons, 300 of them: Adam, Evaluator, LogReport. */
#define PROJECT                                                                                           \
  "{\n  \"format\": 1,\n  \"name\": \"%s\",\n"                                                            \
  "  \"data\": {\n    \"dataset\": { \"type\": \"moons\", \"attrs\": { \"n\": 300, \"n_test\": 60 } },\n" \
  "    \"iterator\": { \"type\": \"SerialIterator\", \"attrs\": { \"batch_size\": 10 } }\n  },\n"         \
  "  \"model\": {\n    \"nodes\": [\n      { \"name\": \"x\", \"type\": \"Input\" },\n"                   \
  "      { \"name\": \"l1\", \"type\": \"Linear\", \"attrs\": { \"out_size\": 4 } },\n"                   \
  "      { \"name\": \"l2\", \"type\": \"Linear\", \"attrs\": { \"out_size\": 2 } }\n    ],\n"            \
  "    \"edges\": [ { \"from\": \"x\", \"to\": \"l1\" }, { \"from\": \"l1\", \"to\": \"l2\" } ]\n  },\n"  \
  "  \"loss\": { \"type\": \"softmax_cross_entropy\" },\n  \"accuracy\": { \"type\": \"accuracy\" },\n"   \
  "  \"optimizer\": { \"type\": \"Adam\" },\n"                                                            \
  "  \"stop\": { \"type\": \"IntervalTrigger\", \"attrs\": { \"period\": %d, \"unit\": \"epoch\" } },\n"  \
  "  \"extensions\": [ { \"type\": \"Evaluator\" }, { \"type\": \"LogReport\" } ]\n}\n"

static char *home;

static void
remove_home (void)
{
  test_folder_free (home);
}

static void
make_home (void)
{
  static const char *const folders[] = { "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME" };

  home = test_folder_new ();
  g_setenv ("HOME", home, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (home, folders[i], NULL);

      g_setenv (folders[i], path, TRUE);
    }
  atexit (remove_home);
}

void
window_program_init (void)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_set_application_name ("Rensa");
  rensa_init ();
  gtk_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

void
window_tests_init (int *argc, char ***argv)
{
  make_home ();
  g_test_init (argc, argv, NULL);
  window_program_init ();
}

char *
get_unsaved_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "rensa", "unsaved", NULL);
}

void
desk_set_up (Desk *desk, gconstpointer data)
{
  g_autofree char *unsaved = get_unsaved_folder ();
  g_autofree char *runs = NULL;

  test_folder_remove (unsaved);
  desk->folder = test_folder_new ();
  runs = desk_path (desk, "runs");
  g_setenv ("RENSA_RUNS", runs, TRUE);
}

void
desk_tear_down (Desk *desk, gconstpointer data)
{
  test_folder_free (desk->folder);
}

static StudioWindow *
get_window (Desk *desk)
{
  return STUDIO_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (desk->application)));
}

static void
begun (Desk *desk)
{
  g_signal_handlers_disconnect_by_data (desk->application, desk);
  desk->body (desk, get_window (desk));
  for (GList *windows; (windows = gtk_application_get_windows (GTK_APPLICATION (desk->application))) != NULL;)
    gtk_window_destroy (windows->data);
}

static void
opened (GApplication *application, gpointer files, int n_files, const char *hint, Desk *desk)
{
  begun (desk);
}

void
desk_run (Desk *desk, const char *path, DeskFunc body)
{
  char *arguments[] = { (char *) "rensa-studio", (char *) path, NULL };

  desk->body = body;
  desk->application = studio_application_new ();
  g_signal_connect_data (desk->application, "activate", G_CALLBACK (begun), desk, NULL,
                         G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  g_signal_connect_after (desk->application, "open", G_CALLBACK (opened), desk);
  g_assert_cmpint (g_application_run (G_APPLICATION (desk->application), path != NULL ? 2 : 1, arguments), ==, 0);
  g_assert_finalize_object (desk->application);
}

void
desk_run_test (Desk *desk, gconstpointer body)
{
  desk_run (desk, NULL, (DeskFunc) body);
}

char *
desk_path (Desk *desk, const char *name)
{
  return g_build_filename (desk->folder, name, NULL);
}

StudioWindow *
desk_activate (Desk *desk)
{
  g_application_activate (G_APPLICATION (desk->application));
  return get_window (desk);
}

void
desk_open (Desk *desk, const char *path)
{
  GFile *file = g_file_new_for_path (path);

  g_application_open (G_APPLICATION (desk->application), &file, 1, "");
  g_object_unref (file);
}

guint
desk_count_windows (Desk *desk)
{
  guint n = 0;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (desk->application)); l != NULL; l = l->next)
    n += STUDIO_IS_WINDOW (l->data);
  return n;
}

StudioWindow *
desk_open_example (Desk *desk, const char *name)
{
  StudioWindow *window = get_window (desk);

  studio_window_open_example (window, name);
  return get_window (desk);
}

void
desk_create (Desk *desk, const char *name)
{
  g_action_group_activate_action (G_ACTION_GROUP (desk->application), "create", g_variant_new_string (name));
}

StudioWindow *
desk_find_other (Desk *desk, StudioWindow *window)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (desk->application)); l != NULL; l = l->next)
    if (STUDIO_IS_WINDOW (l->data) && l->data != window)
      return l->data;
  return NULL;
}

void
write_project (const char *path, const char *name, int epochs)
{
  g_autofree char *text = g_strdup_printf (PROJECT, name, epochs);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

void
write_changed_project (const char *path, const char *find, const char *replacement)
{
  g_autofree char *text = g_strdup_printf (PROJECT, "Changed", 20);
  g_autoptr (GString) changed = g_string_new (text);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (g_string_replace (changed, find, replacement, 0), ==, 1);
  g_file_set_contents (path, changed->str, -1, &error);
  g_assert_no_error (error);
}

void
change_name (StudioWindow *window, const char *name)
{
  StudioProject *project = studio_window_get_project (window);
  g_autoptr (RensaDocument) document = studio_project_begin (project);

  json_object_object_add (rensa_document_change (document), "name", json_object_new_string (name));
  studio_project_commit (project, document, "Rename", NULL);
}

void
act (StudioWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
}

void
act_on (StudioWindow *window, const char *action, const char *target)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, "s", target));
}

/* As a button with this action tells. */
gboolean
can_act (StudioWindow *window, const char *action)
{
  GtkBox *box = GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (window->contents)));
  GtkWidget *button = gtk_button_new ();
  gboolean is_sensitive;

  gtk_box_append (box, button);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  is_sensitive = gtk_widget_is_sensitive (button);
  gtk_box_remove (box, button);
  return is_sensitive;
}

const char *
get_page_name (StudioWindow *window)
{
  return adw_view_stack_get_visible_child_name (window->pages);
}

GtkWidget *
get_page (StudioWindow *window)
{
  return adw_bin_get_child (ADW_BIN (adw_view_stack_get_visible_child (window->pages)));
}

static GtkWidget *
find_child (GtkWidget *widget, const char *type)
{
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_child (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

const char *
get_toast (StudioWindow *window)
{
  GtkWidget *toast = find_child (GTK_WIDGET (window->toasts), "AdwToastWidget");
  GtkWidget *label = toast != NULL ? find_child (toast, "GtkLabel") : NULL;

  return label != NULL ? gtk_label_get_text (GTK_LABEL (label)) : NULL;
}

void
press_toast (StudioWindow *window)
{
  GtkWidget *toast = find_child (GTK_WIDGET (window->toasts), "AdwToastWidget");

  g_assert_nonnull (toast);
  g_signal_emit_by_name (find_child (toast, "GtkButton"), "clicked");
}

const char *
get_notice (StudioWindow *window)
{
  return gtk_revealer_get_reveal_child (window->notice) ? gtk_label_get_text (window->notice_label) : NULL;
}

AdwMessageDialog *
find_dialog (StudioWindow *window, const char *heading)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (ADW_IS_MESSAGE_DIALOG (toplevel) && gtk_widget_get_visible (GTK_WIDGET (toplevel))
          && gtk_window_get_transient_for (toplevel) == GTK_WINDOW (window)
          && g_strcmp0 (adw_message_dialog_get_heading (ADW_MESSAGE_DIALOG (toplevel)), heading) == 0)
        return ADW_MESSAGE_DIALOG (toplevel);
    }
  return NULL;
}

AdwMessageDialog *
wait_for_dialog (StudioWindow *window, const char *heading)
{
  WAIT_FOR (find_dialog (window, heading) != NULL);
  return find_dialog (window, heading);
}

void
answer (AdwMessageDialog *dialog, const char *response)
{
  g_assert_true (adw_message_dialog_has_response (dialog, response));
  g_object_ref (dialog);
  adw_message_dialog_response (dialog, response);
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_object_unref (dialog);
}

GtkWidget *
find_chooser (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (GTK_IS_FILE_CHOOSER (toplevel) && gtk_widget_get_visible (GTK_WIDGET (toplevel)))
        return GTK_WIDGET (toplevel);
    }
  return NULL;
}

/* Until it has read its folder. */
static GtkWidget *
wait_for_chooser (void)
{
  gint64 settled;

  WAIT_FOR (find_chooser () != NULL);
  settled = g_get_monotonic_time () + G_USEC_PER_SEC / 2;
  WAIT_FOR (g_get_monotonic_time () > settled);
  return find_chooser ();
}

void
close_chooser (void)
{
  gtk_window_close (GTK_WINDOW (wait_for_chooser ()));
  WAIT_FOR (find_chooser () == NULL);
}

void
choose_file (const char *path)
{
  GtkWidget *chooser = wait_for_chooser ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_path_get_basename (path);

  g_assert_true (gtk_file_chooser_set_file (GTK_FILE_CHOOSER (chooser), file, NULL));
  if (gtk_file_chooser_get_action (GTK_FILE_CHOOSER (chooser)) == GTK_FILE_CHOOSER_ACTION_SAVE)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  wait_for_chooser ();
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_ACCEPT);
  WAIT_FOR (find_chooser () == NULL);
}

StudioRun *
train (StudioWindow *window)
{
  act (window, "run.start");
  WAIT_FOR (window->run != NULL && studio_run_is_live (window->run));
  wait_for_state (window->run, RENSA_WORKER_RUNNING);
  return window->run;
}

void
wait_for_state (StudioRun *run, RensaWorkerState state)
{
  WAIT_FOR (studio_run_get_state (run) >= state);
}

void
stop (StudioWindow *window)
{
  act (window, "run.stop");
  WAIT_FOR (!studio_run_is_live (window->run));
}
