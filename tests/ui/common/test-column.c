/* test-column.c: titles of columns.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "studio-column.h"
#include "studio-widget.h"
#include "ui-fixture.h"

static GtkColumnViewColumn *
add_column (GtkWidget *view, const char *title)
{
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (title, gtk_signal_list_item_factory_new ());
  g_autoptr (GtkCustomSorter) sorter = gtk_custom_sorter_new (NULL, NULL, NULL);

  gtk_column_view_column_set_sorter (column, GTK_SORTER (sorter));
  gtk_column_view_append_column (GTK_COLUMN_VIEW (view), column);
  return column; /* lives in the view */
}

/* Flush right, with the sign for sorting before it; the column beside it stays as it is. */
static void
test_align (void)
{
  GtkWidget *view = gtk_column_view_new (NULL);
  GtkWidget *window = ui_show (view);
  GtkWidget *name;
  GtkWidget *value;

  add_column (view, "Name");
  studio_column_align_title (add_column (view, "Value"));
  name = ui_find_text (view, "Name");
  value = ui_find_text (view, "Value");
  g_assert_cmpfloat (gtk_label_get_xalign (GTK_LABEL (value)), ==, 1);
  g_assert_true (gtk_widget_get_hexpand (value));
  g_assert_nonnull (gtk_widget_get_prev_sibling (value));
  g_assert_null (gtk_widget_get_next_sibling (value));
  g_assert_false (gtk_widget_get_hexpand (name));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_measure (void)
{
  GtkWidget *view = gtk_column_view_new (NULL);
  GtkWidget *window = ui_show (view);
  GtkColumnViewColumn *narrow = add_column (view, "Narrow");
  GtkColumnViewColumn *wide = add_column (view, "As wide as it takes to be");
  int label;

  gtk_column_view_column_set_fixed_width (wide, 10);
  gtk_widget_measure (ui_find_text (view, "As wide as it takes to be"), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &label,
                      NULL, NULL);
  g_assert_cmpint (studio_column_measure_title (wide), >, label);
  g_assert_cmpint (studio_column_measure_title (wide), >, studio_column_measure_title (narrow));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Cards and columns grow with it, and do not shrink. */
static void
test_scale (void)
{
  GtkWidget *label = gtk_label_new ("text");
  GtkWidget *window = ui_show (label);
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();
  GtkStyleContext *style = gtk_widget_get_style_context (label);

  gtk_css_provider_load_from_data (provider, ".large { font-size: 29.4px; } .small { font-size: 8px; }", -1);
  gtk_style_context_add_provider (style, GTK_STYLE_PROVIDER (provider), GTK_STYLE_PROVIDER_PRIORITY_USER);
  gtk_widget_add_css_class (label, "large");
  WAIT_FOR (fabs (studio_text_get_scale (label) - 2) < 0.01);
  gtk_widget_remove_css_class (label, "large");
  gtk_widget_add_css_class (label, "small");
  WAIT_FOR (studio_text_get_scale (label) == 1);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/ui/common/column/align", test_align);
  g_test_add_func ("/ui/common/column/measure", test_measure);
  g_test_add_func ("/ui/common/column/scale", test_scale);
  return g_test_run ();
}
