/* test-popover.c: popovers that are not closed by who opened them.
 * SPDX-License-Identifier: MIT */

#include "studio-popover.h"
#include "ui-fixture.h"

static GtkWidget *
open_popover (GtkWidget *box)
{
  GtkWidget *popover = gtk_popover_new ();

  gtk_popover_set_child (GTK_POPOVER (popover), gtk_entry_new ());
  gtk_widget_set_parent (popover, box);
  gtk_popover_popup (GTK_POPOVER (popover));
  WAIT_FOR (gtk_widget_get_mapped (popover));
  return popover;
}

/* GTK gives up its grab where a popover is hidden, and only there. */
static void
test_removed (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *window = ui_show (box);
  g_autoptr (GtkWidget) popover = g_object_ref (open_popover (box));

  gtk_widget_unparent (popover);
  g_assert_false (gtk_widget_get_visible (popover));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_out_of_sight (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *window = ui_show (box);
  GtkWidget *popover = open_popover (box);

  gtk_widget_set_visible (box, FALSE);
  g_assert_false (gtk_widget_get_visible (popover));
  gtk_widget_set_visible (box, TRUE);
  g_assert_false (gtk_widget_get_visible (popover));
  gtk_widget_unparent (popover);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  studio_popover_close_unseen ();
  g_test_add_func ("/ui/common/popover/removed", test_removed);
  g_test_add_func ("/ui/common/popover/out-of-sight", test_out_of_sight);
  return g_test_run ();
}
