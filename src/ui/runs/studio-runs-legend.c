/* studio-runs-legend.c: which curve is whose, and in what the runs differ.
 * SPDX-License-Identifier: MIT */

#include "studio-runs-legend.h"

#include "rensa-plot.h"
#include "studio-differences.h"

/* Of values that stand together. */
#define MOST_VALUES 12
/* Of a run's name above its values. */
#define HEAD_LINES 4
#define HEAD_CHARS 14
/* A setting's path is seen whole up to so many letters, whatever stands beside it. */
#define PATH_CHARS 24

char *
studio_runs_legend_get_markup (RensaRun *run, guint number)
{
  static const char *const samples[] = {
    [RENSA_PLOT_MARKER_NONE] = "━━",  [RENSA_PLOT_MARKER_CROSS] = "━×━",  [RENSA_PLOT_MARKER_CIRCLE] = "━●━",
    [RENSA_PLOT_MARKER_PLUS] = "━+━", [RENSA_PLOT_MARKER_SQUARE] = "━■━",
  };
  const double *colour = rensa_plot_get_colour (number);
  g_autofree char *name = g_markup_escape_text (rensa_run_get_name (run), -1);

  return g_strdup_printf ("<span color=\"#%02x%02x%02x\">%s</span> %u: %s", (guint) (colour[0] * 255),
                          (guint) (colour[1] * 255), (guint) (colour[2] * 255), samples[rensa_plot_get_shape (number)],
                          number + 1, name);
}

static GtkWidget *
make_cell (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 48);
  gtk_widget_set_tooltip_text (label, text);
  gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
make_head (RensaRun *run, guint number)
{
  g_autofree char *markup = studio_runs_legend_get_markup (run, number);
  GtkWidget *label = make_cell (NULL, "heading");

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (label), HEAD_LINES);
  gtk_label_set_width_chars (GTK_LABEL (label), HEAD_CHARS);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_widget_set_tooltip_text (label, rensa_run_get_name (run));
  return label;
}

static void
setup_name (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_selectable (item, FALSE);
  gtk_list_item_set_child (item, label);
}

static void
bind_name (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  g_autofree char *markup =
      studio_runs_legend_get_markup (gtk_list_item_get_item (item), gtk_list_item_get_position (item));

  gtk_label_set_markup (GTK_LABEL (gtk_list_item_get_child (item)), markup);
}

/* As many as there are; those that are seen have rows. */
static GtkWidget *
make_names (GPtrArray *runs)
{
  GListStore *list = g_list_store_new (RENSA_TYPE_RUN);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *view;

  g_list_store_splice (list, 0, 0, runs->pdata, runs->len);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_name), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_name), NULL);
  view = gtk_list_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (list))), factory);
  gtk_widget_add_css_class (view, "runs-legend");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_widget_set_vexpand (scroller, TRUE);
  return scroller;
}

/* "0.001 · 0.01 · 0.1", each once. */
static char *
join_values (const StudioDifference *difference)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < difference->n; i++)
    {
      const char *value = difference->values[i] != NULL ? difference->values[i] : "–";

      if (!g_hash_table_add (seen, (gpointer) value) || g_hash_table_size (seen) > MOST_VALUES)
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", value);
    }
  if (g_hash_table_size (seen) > MOST_VALUES)
    g_string_append_printf (text, " · … (%u)", g_hash_table_size (seen));
  return g_string_free (text, FALSE);
}

static void
attach_values (GtkGrid *grid, const StudioDifference *difference, int row, gboolean together)
{
  g_autofree char *joined = together ? join_values (difference) : NULL;
  GtkWidget *path = make_cell (difference->path, "dim-label");

  gtk_label_set_width_chars (GTK_LABEL (path), (int) MIN (g_utf8_strlen (difference->path, -1), PATH_CHARS));
  gtk_grid_attach (grid, path, 0, row, 1, 1);
  if (together)
    gtk_grid_attach (grid, make_cell (joined, "monospace"), 1, row, 1, 1);
  for (guint i = 0; i < difference->n && !together; i++)
    gtk_grid_attach (grid, make_cell (difference->values[i] != NULL ? difference->values[i] : "–", "monospace"),
                     (int) i + 1, row, 1, 1);
}

static GtkWidget *
make_settings (GPtrArray *runs, const GPtrArray *differences, gboolean together)
{
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_widget_set_margin_bottom (grid, 12);
  for (guint i = 0; i < runs->len && runs->len > 1 && !together; i++)
    gtk_grid_attach (GTK_GRID (grid), make_head (runs->pdata[i], i), (int) i + 1, 0, 1, 1);
  for (guint i = 0; i < differences->len; i++)
    attach_values (GTK_GRID (grid), differences->pdata[i], (int) i + 1, together);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), grid);
  gtk_widget_set_vexpand (scroller, TRUE);
  return scroller;
}

GtkWidget *
studio_runs_legend_new (GPtrArray *runs, const GPtrArray *differences)
{
  const gboolean together = runs->len > STUDIO_RUNS_MOST_COLUMNS;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  if (together)
    gtk_box_append (GTK_BOX (box), make_names (runs));
  if (!together || differences->len > 0)
    gtk_box_append (GTK_BOX (box), make_settings (runs, differences, together));
  return box;
}
