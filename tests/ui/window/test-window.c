/* test-window.c: the window from the start to the end.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "studio-canvas.h"
#include "window-fixture.h"

static void
test_start (Desk *desk, StudioWindow *window)
{
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Rensa");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->contents), ==, "welcome");
  g_assert_null (studio_window_get_project (window));
  g_assert_null (get_notice (window));
  for (const char *const *action = (const char *const[]){ "win.save", "win.save-as", "win.undo", "win.redo",
                                                          "run.start", "run.step", "run.stop", "win.try", NULL };
       *action != NULL; action++)
    g_assert_false (can_act (window, *action));

  /* Starting it again shows what is there. */
  g_assert_true (desk_activate (desk) == window);
  g_assert_cmpuint (desk_count_windows (desk), ==, 1);
}

static void
test_example (Desk *desk, StudioWindow *window)
{
  GtkWidget *focus;

  g_action_group_activate_action (G_ACTION_GROUP (desk->application), "open-example",
                                  g_variant_new_string ("moons.rensa"));
  g_assert_cmpuint (desk_count_windows (desk), ==, 1);
  g_assert_nonnull (studio_window_get_project (window));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Two Moons");
  g_assert_cmpstr (get_page_name (window), ==, "model");
  g_assert_true (can_act (window, "win.save") && can_act (window, "run.start"));
  g_assert_false (can_act (window, "win.undo"));
  focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_nonnull (focus);
  g_assert_true (STUDIO_IS_CANVAS (focus) || gtk_widget_get_ancestor (focus, STUDIO_TYPE_CANVAS) != NULL);

  change_name (window, "Half Moons");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "● Half Moons");
  act (window, "win.undo");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Two Moons");
  act (window, "win.redo");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "● Half Moons");
}

/* The next project goes to another window, and no two of them have one title. */
static void
test_titles (Desk *desk, StudioWindow *window)
{
  StudioWindow *first = window;
  StudioWindow *second;

  desk_create (desk, "");
  desk_create (desk, "");
  g_assert_cmpuint (desk_count_windows (desk), ==, 2);
  second = desk_find_other (desk, first);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (first)), ==, "Untitled");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (second)), ==, "Untitled (2)");
  change_name (second, "Waves");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (second)), ==, "● Waves");
}

/* A page is made when it is seen, sees what the window has, and takes the focus. */
static void
test_pages (Desk *desk, StudioWindow *window)
{
  static const char *const names[] = { "data", "training", "graph", "runs", "code", "model" };
  AdwViewStack *pages = window->pages;

  desk_open_example (desk, "moons.rensa");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      AdwBin *place = ADW_BIN (adw_view_stack_get_child_by_name (pages, names[i]));
      GtkWidget *focus;

      g_assert_true ((adw_bin_get_child (place) == NULL) == !g_str_equal (names[i], "model"));
      act_on (window, "win.show-page", names[i]);
      g_assert_cmpstr (get_page_name (window), ==, names[i]);
      g_assert_nonnull (adw_bin_get_child (place));
      g_test_message ("focus on %s", names[i]);
      focus = gtk_window_get_focus (GTK_WINDOW (window));
      g_assert_nonnull (focus);
      g_assert_true (gtk_widget_is_ancestor (focus, GTK_WIDGET (place)));
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      AdwBin *place = ADW_BIN (adw_view_stack_get_child_by_name (pages, names[i]));
      GObject *page = G_OBJECT (adw_bin_get_child (place));
      g_autoptr (GObject) project = NULL;

      if (g_object_class_find_property (G_OBJECT_GET_CLASS (page), "project") == NULL)
        continue;
      g_object_get (page, "project", &project, NULL);
      g_assert_true (project == G_OBJECT (window->project));
    }
}

static void
test_close (Desk *desk, StudioWindow *window)
{
  desk_open_example (desk, "moons.rensa");

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  act (window, "win.close");
  WAIT_FOR (window == NULL);
}

static void
test_quit (Desk *desk, StudioWindow *window)
{
  StudioWindow *plain = desk_open_example (desk, "moons.rensa");
  StudioWindow *changed = desk_open_example (desk, "waves.rensa");

  change_name (changed, "Ripples");
  g_object_add_weak_pointer (G_OBJECT (plain), (gpointer *) &plain);
  g_object_add_weak_pointer (G_OBJECT (changed), (gpointer *) &changed);
  g_action_group_activate_action (G_ACTION_GROUP (desk->application), "quit", NULL);
  WAIT_FOR (plain == NULL);
  answer (wait_for_dialog (changed, "Save Changes?"), "cancel");
  g_assert_nonnull (changed);

  g_action_group_activate_action (G_ACTION_GROUP (desk->application), "quit", NULL);
  answer (wait_for_dialog (changed, "Save Changes?"), "discard");
  WAIT_FOR (changed == NULL);
}

/* A question that is open is not asked twice, and goes with its window. */
static void
test_one_question (Desk *desk, StudioWindow *window)
{
  AdwMessageDialog *dialog;
  guint n = 0;

  desk_open_example (desk, "moons.rensa");
  change_name (window, "Other");
  act (window, "win.close");
  act (window, "win.close");
  dialog = wait_for_dialog (window, "Save Changes?");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (dialog)), ==, "Save Changes?");
  for (guint i = 0; i < g_list_model_get_n_items (gtk_window_get_toplevels ()); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (gtk_window_get_toplevels (), i);

      n += ADW_IS_MESSAGE_DIALOG (toplevel);
    }
  g_assert_cmpuint (n, ==, 1);
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_window_destroy (GTK_WINDOW (window));
  WAIT_FOR (dialog == NULL);
}

static gboolean
has_message_dialog (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (GTK_IS_MESSAGE_DIALOG (toplevel))
        return TRUE;
    }
  return FALSE;
}

/* Who changes their mind before the folder has been read is not told that it could not be. */
static void
test_hasty_chooser (Desk *desk, StudioWindow *window)
{
  gint64 settled;

  desk_open_example (desk, "moons.rensa");
  act (window, "win.save");
  g_assert_nonnull (find_chooser ());
  gtk_window_close (GTK_WINDOW (find_chooser ()));
  settled = g_get_monotonic_time () + G_USEC_PER_SEC / 2;
  WAIT_FOR (g_get_monotonic_time () > settled);
  g_assert_null (find_chooser ());
  /* GTK creates one even so, which is closed before it is drawn. */
  WAIT_FOR (!has_message_dialog ());
}

/* Every command of the menu can be found, and the overlay says what the program does. */
static void
test_commands (Desk *desk, StudioWindow *window)
{
  GtkShortcutsWindow *help = gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window));
  g_auto (GStrv) accels = gtk_application_get_accels_for_action (GTK_APPLICATION (desk->application), "run.start");

  desk_open_example (desk, "moons.rensa");
  g_assert_nonnull (help);
  g_assert_cmpstr (accels[0], ==, "F5");
  act (window, "win.show-help-overlay");
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (help)));
  gtk_window_close (GTK_WINDOW (help));
  WAIT_FOR (!gtk_widget_get_visible (GTK_WIDGET (help)));
  g_action_group_activate_action (G_ACTION_GROUP (desk->application), "about", NULL);
}

int
main (int argc, char **argv)
{
  window_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/ui/window/start", test_start);
  ADD_DESK_TEST ("/ui/window/example", test_example);
  ADD_DESK_TEST ("/ui/window/titles", test_titles);
  ADD_DESK_TEST ("/ui/window/pages", test_pages);
  ADD_DESK_TEST ("/ui/window/close", test_close);
  ADD_DESK_TEST ("/ui/window/quit", test_quit);
  ADD_DESK_TEST ("/ui/window/one-question", test_one_question);
  ADD_DESK_TEST ("/ui/window/hasty-chooser", test_hasty_chooser);
  ADD_DESK_TEST ("/ui/window/commands", test_commands);
  return g_test_run ();
}
