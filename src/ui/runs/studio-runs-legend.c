/* studio-runs-legend.c: legend of the curves, and the differences between the runs.
 * SPDX-License-Identifier: MIT */

#include "studio-runs-legend.h"

#include <adwaita.h>
#include <string.h>

#include "rensa-plot.h"
#include "studio-differences.h"
#include "studio-format.h"
#include "studio-widget.h"

/* Maximum size of a run's name above its values. */
#define HEAD_LINES 4
#define HEAD_CHARS 8
#define CELL_CHARS 28
/* Width of "━●━ #1234", so that the texts after it are aligned. */
#define SAMPLE_CHARS 9
/* A setting's name up to this length is never truncated. */
#define NAME_CHARS 24

/* User data of the widgets that react to hovering. */
typedef struct
{
  StudioRunsLegendFunc hovered;
  gpointer data;
} Hovering;

static void
entered (GtkEventController *motion, double x, double y, const Hovering *hovering)
{
  hovering->hovered (GPOINTER_TO_INT (g_object_get_data (G_OBJECT (motion), "number")), hovering->data);
}

static void
left (GtkEventController *motion, const Hovering *hovering)
{
  hovering->hovered (-1, hovering->data);
}

static GtkEventController *
add_hovering (GtkWidget *widget, const Hovering *hovering, guint number)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_object_set_data (G_OBJECT (motion), "number", GUINT_TO_POINTER (number));
  g_signal_connect (motion, "enter", G_CALLBACK (entered), (gpointer) hovering);
  g_signal_connect (motion, "leave", G_CALLBACK (left), (gpointer) hovering);
  gtk_widget_add_controller (widget, motion);
  return motion;
}

/* A run that is not in the database yet has no number. */
char *
studio_runs_legend_name_run (RensaRun *run)
{
  const gint64 number = rensa_run_get_number (run);

  return number > 0 ? g_strdup_printf ("#%" G_GINT64_FORMAT, number) : g_strdup (rensa_run_get_name (run));
}

/* Returns a sample in the color and with the marker of the run's curves. */
static char *
make_sample (guint number)
{
  static const char *const samples[] = {
    [RENSA_PLOT_MARKER_NONE] = "━━",  [RENSA_PLOT_MARKER_CROSS] = "━×━",  [RENSA_PLOT_MARKER_CIRCLE] = "━●━",
    [RENSA_PLOT_MARKER_PLUS] = "━+━", [RENSA_PLOT_MARKER_SQUARE] = "━■━",
  };
  double tint[3];

  rensa_plot_get_tint (number, adw_style_manager_get_dark (adw_style_manager_get_default ()), tint);
  return g_strdup_printf ("<span color=\"#%02x%02x%02x\">%s</span>", (guint) (tint[0] * 255), (guint) (tint[1] * 255),
                          (guint) (tint[2] * 255), samples[rensa_plot_get_shape (number)]);
}

/* Returns the name of the run's metric. */
static const char *
get_metric (RensaRun *run)
{
  return rensa_run_get_metric_name (run) != NULL ? rensa_run_get_metric_name (run) : rensa_run_get_loss_name (run);
}

static char *
format_last (RensaRun *run)
{
  if (get_metric (run) == NULL)
    return g_strdup ("");
  return studio_format_number (rensa_run_get_metric_name (run) != NULL ? rensa_run_get_last_metric (run)
                                                                       : rensa_run_get_last_loss (run));
}

/* "accuracy 0.985" */
static char *
word_last (RensaRun *run)
{
  const char *metric = get_metric (run);
  const char *slash = metric != NULL ? strrchr (metric, '/') : NULL;
  g_autofree char *last = format_last (run);

  return metric != NULL ? g_strdup_printf ("%s %s", studio_format_metric (slash != NULL ? slash + 1 : metric), last)
                        : g_strdup ("");
}

/* Side by side */

static GtkWidget *
make_cell (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), CELL_CHARS);
  gtk_widget_set_tooltip_text (label, text);
  gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
make_head (RensaRun *run, guint number)
{
  g_autofree char *sample = make_sample (number);
  g_autofree char *whose = studio_runs_legend_name_run (run);
  g_autofree char *last = word_last (run);
  g_autofree char *reached = g_markup_escape_text (last, -1);
  g_autofree char *name = g_markup_escape_text (rensa_run_get_name (run), -1);
  g_autofree char *called = g_markup_escape_text (whose, -1);
  g_autofree char *markup = g_strdup_printf ("%s %s\n<small>%s\n%s</small>", sample, called, name, reached);
  GtkWidget *label = make_cell (NULL, "heading");

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_lines (GTK_LABEL (label), HEAD_LINES);
  gtk_label_set_width_chars (GTK_LABEL (label), HEAD_CHARS);
  gtk_widget_set_tooltip_text (label, rensa_run_get_name (run));
  return label;
}

static void
attach (GtkGrid *grid, GtkWidget *cell, guint number, int row, const Hovering *hovering)
{
  gtk_grid_attach (grid, cell, (int) number + 1, row, 1, 1);
  add_hovering (cell, hovering, number);
}

static void
attach_values (GtkGrid *grid, const StudioDifference *difference, int row, const Hovering *hovering)
{
  GtkWidget *name = make_cell (difference->name, "dim-label");

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (name), (int) MIN (g_utf8_strlen (difference->name, -1), NAME_CHARS));
  gtk_widget_set_tooltip_text (name, difference->path);
  gtk_grid_attach (grid, name, 0, row, 1, 1);
  for (guint i = 0; i < difference->n; i++)
    attach (grid, make_cell (difference->values[i] != NULL ? difference->values[i] : "–", "monospace"), i, row,
            hovering);
}

static GtkWidget *
make_columns (GPtrArray *runs, const GPtrArray *differences, const Hovering *hovering)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_widget_set_margin_bottom (grid, 12);
  for (guint i = 0; i < runs->len && runs->len > 1; i++)
    attach (GTK_GRID (grid), make_head (runs->pdata[i], i), i, 0, hovering);
  for (guint i = 0; i < differences->len; i++)
    attach_values (GTK_GRID (grid), differences->pdata[i], (int) i + 1, hovering);
  return grid;
}

/* List form: only visible entries have row widgets */

static GtkWidget *
add_label (GtkWidget *box)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "numeric");
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, const Hovering *hovering)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *settings;

  gtk_label_set_width_chars (GTK_LABEL (add_label (row)), SAMPLE_CHARS);
  settings = add_label (row);
  gtk_label_set_wrap (GTK_LABEL (settings), TRUE);
  gtk_label_set_lines (GTK_LABEL (settings), 2);
  gtk_label_set_ellipsize (GTK_LABEL (settings), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (settings, TRUE);
  add_label (row);
  g_object_set_data (G_OBJECT (item), "motion", add_hovering (row, hovering, 0));
  gtk_list_item_set_selectable (item, FALSE);
  gtk_list_item_set_child (item, row);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  const char *const *texts = g_object_get_data (G_OBJECT (factory), "texts");
  RensaRun *run = gtk_list_item_get_item (item);
  const guint number = gtk_list_item_get_position (item);
  GtkWidget *row = gtk_list_item_get_child (item);
  GtkWidget *head = gtk_widget_get_first_child (row);
  GtkWidget *settings = gtk_widget_get_next_sibling (head);
  g_autofree char *sample = make_sample (number);
  g_autofree char *whose = studio_runs_legend_name_run (run);
  g_autofree char *called = g_markup_escape_text (whose, -1);
  g_autofree char *markup = g_strdup_printf ("%s %s", sample, called);
  g_autofree char *last = format_last (run);
  g_autofree char *worded = word_last (run);

  gtk_label_set_markup (GTK_LABEL (head), markup);
  gtk_label_set_label (GTK_LABEL (settings), texts[number][0] != '\0' ? texts[number] : rensa_run_get_name (run));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (settings)), last);
  gtk_widget_set_tooltip_text (gtk_widget_get_next_sibling (settings), worded);
  gtk_widget_set_tooltip_text (settings, gtk_label_get_label (GTK_LABEL (settings)));
  g_object_set_data (g_object_get_data (G_OBJECT (item), "motion"), "number", GUINT_TO_POINTER (number));
}

static GtkWidget *
make_list (GPtrArray *runs, const GPtrArray *differences, const Hovering *hovering)
{
  GListStore *list = g_list_store_new (RENSA_TYPE_RUN);
  GtkListItemFactory *factory =
      studio_factory_new (G_CALLBACK (setup_row), G_CALLBACK (bind_row), NULL, (gpointer) hovering);
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  GtkWidget *view;

  for (guint i = 0; i < runs->len; i++)
    {
      g_autofree char *text = studio_differences_describe (differences, i);

      g_strv_builder_add (texts, text);
    }
  g_object_set_data_full (G_OBJECT (factory), "texts", g_strv_builder_end (texts), (GDestroyNotify) g_strfreev);
  g_list_store_splice (list, 0, 0, runs->pdata, runs->len);
  view = gtk_list_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (list))), factory);
  gtk_widget_add_css_class (view, "runs-legend");
  return view;
}

GtkWidget *
studio_runs_legend_new (GPtrArray *runs, const GPtrArray *differences, StudioRunsLegendFunc hovered, gpointer data)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  Hovering *hovering = g_new (Hovering, 1);
  GtkWidget *content;

  *hovering = (Hovering){ hovered, data };
  g_object_set_data_full (G_OBJECT (scroller), "hovering", hovering, g_free);
  content = runs->len > STUDIO_RUNS_MOST_COLUMNS ? make_list (runs, differences, hovering)
                                                 : make_columns (runs, differences, hovering);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), content);
  gtk_widget_set_vexpand (scroller, TRUE);
  return scroller;
}
