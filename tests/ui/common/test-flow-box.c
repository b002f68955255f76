/* test-flow-box.c: keys in a box whose children come and go.
 * SPDX-License-Identifier: MIT */

#include "studio-widget.h"
#include "ui-fixture.h"

static void
send_keys (GtkFlowBox *box)
{
  gboolean handled;

  g_signal_emit_by_name (box, "move-cursor", GTK_MOVEMENT_VISUAL_POSITIONS, 1, FALSE, FALSE, &handled);
  g_signal_emit_by_name (box, "toggle-cursor-child");
  g_signal_emit_by_name (box, "activate-cursor-child");
}

static void
note (gboolean *activated)
{
  *activated = TRUE;
}

/* The child that had the cursor is gone, and so is its memory. */
static void
test_removed_cursor (void)
{
  GtkFlowBox *box = GTK_FLOW_BOX (gtk_flow_box_new ());
  gboolean activated = FALSE;
  GtkWidget *window;

  gtk_flow_box_append (box, gtk_label_new ("first"));
  gtk_flow_box_append (box, gtk_label_new ("second"));
  window = ui_show (GTK_WIDGET (box));
  g_signal_connect_swapped (box, "child-activated", G_CALLBACK (note), &activated);
  gtk_widget_child_focus (GTK_WIDGET (box), GTK_DIR_TAB_FORWARD);
  g_signal_emit_by_name (box, "activate-cursor-child");
  g_assert_true (activated);

  studio_flow_box_forgo_cursor (box);
  activated = FALSE;
  send_keys (box);
  g_assert_false (activated);
  gtk_flow_box_remove (box, GTK_WIDGET (gtk_flow_box_get_child_at_index (box, 0)));
  send_keys (box);
  g_assert_false (activated);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/ui/common/flow-box/removed-cursor", test_removed_cursor);
  return g_test_run ();
}
