/* test-focus.c: the focus stays where it can be seen.
 * SPDX-License-Identifier: MIT */

#include "studio-focus.h"
#include "ui-fixture.h"

typedef struct
{
  GtkWidget *window;
  GtkWidget *stack;
  GtkWidget *seen;
  GtkWidget *unseen;
} Fixture;

/* Two pages with an entry each, the first of which is shown. */
static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->stack = gtk_stack_new ();
  fixture->seen = gtk_entry_new ();
  fixture->unseen = gtk_entry_new ();
  gtk_editable_set_text (GTK_EDITABLE (fixture->unseen), "text");
  gtk_stack_add_named (GTK_STACK (fixture->stack), fixture->seen, "seen");
  gtk_stack_add_named (GTK_STACK (fixture->stack), fixture->unseen, "unseen");
  fixture->window = ui_show (fixture->stack);
  studio_focus_keep_seen (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

static gboolean
has_focus (Fixture *fixture, GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  return focus != NULL && gtk_widget_is_ancestor (focus, widget);
}

static void
test_hidden (Fixture *fixture, gconstpointer data)
{
  gtk_widget_grab_focus (fixture->unseen);
  g_assert_true (has_focus (fixture, fixture->unseen));
  WAIT_FOR (gtk_window_get_focus (GTK_WINDOW (fixture->window)) == NULL);
}

/* What gets the focus first and is shown then keeps it. */
static void
test_shown_afterwards (Fixture *fixture, gconstpointer data)
{
  gtk_widget_grab_focus (fixture->unseen);
  gtk_stack_set_visible_child (GTK_STACK (fixture->stack), fixture->unseen);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_true (has_focus (fixture, fixture->unseen));
}

static gboolean
hide_row (GtkListBoxRow *row, gpointer data)
{
  return FALSE;
}

/* Keys go on from there to the next row in sight. */
static void
test_filtered_row (Fixture *fixture, gconstpointer data)
{
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_list_box_append (GTK_LIST_BOX (list), row);
  gtk_window_set_child (GTK_WINDOW (fixture->window), list);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (list), hide_row, NULL, NULL);
  g_assert_false (gtk_widget_get_mapped (row));
  gtk_widget_grab_focus (row);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) == row);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add ("/ui/common/focus/hidden", Fixture, NULL, set_up, test_hidden, tear_down);
  g_test_add ("/ui/common/focus/shown-afterwards", Fixture, NULL, set_up, test_shown_afterwards, tear_down);
  g_test_add ("/ui/common/focus/filtered-row", Fixture, NULL, set_up, test_filtered_row, tear_down);
  return g_test_run ();
}
