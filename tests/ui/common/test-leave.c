/* test-leave.c: what happens when the focus leaves a widget.
 * SPDX-License-Identifier: MIT */

#include "studio-focus.h"
#include "ui-fixture.h"

static guint n_left;

static void
remove_entry (gpointer entry)
{
  n_left++;
  gtk_box_remove (GTK_BOX (gtk_widget_get_parent (entry)), entry);
}

/* Within the change of the focus this would be an endless loop. */
static void
test_removed (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *first = gtk_entry_new ();
  GtkWidget *second = gtk_entry_new ();
  GtkWidget *window;

  gtk_box_append (GTK_BOX (box), first);
  gtk_box_append (GTK_BOX (box), second);
  studio_on_leave (first, remove_entry, first);
  window = ui_show (box);
  gtk_widget_grab_focus (first);
  gtk_widget_grab_focus (second);
  g_assert_cmpuint (n_left, ==, 0);
  WAIT_FOR (n_left == 1);
  g_assert_true (gtk_widget_get_first_child (box) == second);
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (window)), second));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* No callback comes to who is gone. */
static void
test_gone (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *window;

  n_left = 0;
  gtk_box_append (GTK_BOX (box), entry);
  studio_on_leave (entry, remove_entry, entry);
  window = ui_show (box);
  gtk_widget_grab_focus (entry);
  gtk_box_remove (GTK_BOX (box), entry);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n_left, ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/ui/common/leave/removed", test_removed);
  g_test_add_func ("/ui/common/leave/gone", test_gone);
  return g_test_run ();
}
