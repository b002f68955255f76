/* test-drag.c: texts that are dragged.
 * SPDX-License-Identifier: MIT */

#include "studio-drag.h"
#include "ui-fixture.h"

/* What a text holds, of which the characters from 2 to 5 are selected, and whether a press lets go of them. */
typedef struct
{
  const char *text;
  int n_press;
  gboolean is_kept;
} Case;

static const Case cases[] = {
  { "ab   cd", 1, FALSE },
  { "ab \n\tcd", 1, FALSE },
  { "ab x cd", 1, TRUE },
  { "ab   cd", 2, TRUE },
};

/* As GTK's own gestures on the widget, without what GTK does then. */
static void
press (GtkWidget *widget, int n_press)
{
  GtkGesture *gesture = gtk_gesture_click_new ();

  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (gesture));
  g_signal_emit_by_name (gesture, "pressed", n_press, 0.0, 0.0);
}

static void
test_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *text = gtk_text_new ();
      GtkWidget *window = ui_show (text);

      gtk_editable_set_text (GTK_EDITABLE (text), cases[i].text);
      gtk_editable_select_region (GTK_EDITABLE (text), 2, 5);
      press (text, cases[i].n_press);
      g_assert_cmpint (gtk_editable_get_selection_bounds (GTK_EDITABLE (text), NULL, NULL), ==, cases[i].is_kept);
      gtk_window_destroy (GTK_WINDOW (window));
    }
}

static void
test_label (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *label = gtk_label_new (cases[i].text);
      GtkWidget *window = ui_show (label);

      gtk_label_set_selectable (GTK_LABEL (label), TRUE);
      gtk_label_select_region (GTK_LABEL (label), 2, 5);
      press (label, cases[i].n_press);
      g_assert_cmpint (gtk_label_get_selection_bounds (GTK_LABEL (label), NULL, NULL), ==, cases[i].is_kept);
      gtk_window_destroy (GTK_WINDOW (window));
    }
}

static void
test_view (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *view = gtk_text_view_new ();
      GtkWidget *window = ui_show (view);
      GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
      GtkTextIter start;
      GtkTextIter end;

      gtk_text_buffer_set_text (buffer, cases[i].text, -1);
      gtk_text_buffer_get_iter_at_offset (buffer, &start, 2);
      gtk_text_buffer_get_iter_at_offset (buffer, &end, 5);
      gtk_text_buffer_select_range (buffer, &start, &end);
      press (view, cases[i].n_press);
      g_assert_cmpint (gtk_text_buffer_get_has_selection (buffer), ==, cases[i].is_kept);
      gtk_window_destroy (GTK_WINDOW (window));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  studio_drag_skip_blanks ();
  g_test_add_func ("/ui/common/drag/text", test_text);
  g_test_add_func ("/ui/common/drag/label", test_label);
  g_test_add_func ("/ui/common/drag/view", test_view);
  return g_test_run ();
}
