/* studio-runs-compare.c: runs side by side.
 * SPDX-License-Identifier: MIT */

#include "studio-runs-compare.h"

#include <glib/gi18n.h>

#include "rensa-plot.h"
#include "studio-differences.h"
#include "studio-plot.h"

#define MOST_RUNS 7
#define MOST_CURVES (2 * MOST_RUNS)

struct _StudioRunsCompare
{
  AdwBin parent_instance;
  GtkBox *plots;
  GtkGrid *settings;
  GtkLabel *summary;
};

G_DEFINE_FINAL_TYPE (StudioRunsCompare, studio_runs_compare, ADW_TYPE_BIN)

/* The metrics that are compared, as far as the runs report them. */
static const char *const metrics[] = { "loss", "accuracy" };

static RensaSeries *
load_series (RensaStore *store, RensaRun *run, const char *key)
{
  g_autoptr (RensaRunSeries) values = rensa_store_load_series (store, run, key, NULL);
  RensaSeries *series;

  if (values == NULL || values->n == 0)
    return NULL;

  series = rensa_series_new ();
  for (gsize i = 0; i < values->n; i++)
    rensa_series_append (series, values->iterations[i], values->epochs[i], values->elapsed[i], values->values[i]);
  return series;
}

static gboolean
ends_in (const char *key, const char *metric)
{
  const char *slash = strrchr (key, '/');

  return g_str_equal (slash != NULL ? slash + 1 : key, metric);
}

/* "2" and "2 validation", with the number that the table has for the run; the plot's title is the metric. */
static guint
add_curves (StudioPlotCurve *curves, guint n, RensaStore *store, RensaRun *run, guint number, const char *metric)
{
  g_auto (GStrv) keys = rensa_store_list_series (store, run, NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL && n < MOST_CURVES; i++)
    {
      const gboolean is_validation = g_str_has_prefix (keys[i], "validation");
      RensaSeries *series = ends_in (keys[i], metric) ? load_series (store, run, keys[i]) : NULL;

      if (series == NULL)
        continue;
      curves[n++] = (StudioPlotCurve){
        .name = g_strdup_printf (is_validation ? _ ("%u validation") : "%u", number + 1),
        .series = series,
        .colour = number,
        .is_dashed = is_validation,
      };
    }
  return n;
}

static void
add_plot (StudioRunsCompare *self, RensaStore *store, GPtrArray *runs, const char *metric)
{
  StudioPlotCurve curves[MOST_CURVES];
  GtkWidget *plot;
  guint n = 0;

  for (guint i = 0; i < runs->len && i < MOST_RUNS; i++)
    n = add_curves (curves, n, store, runs->pdata[i], i, metric);
  if (n == 0)
    return;

  plot = studio_plot_new ();
  g_object_set (plot, "title", metric, "hexpand", TRUE, "vexpand", TRUE, NULL);
  studio_plot_set_curves (STUDIO_PLOT (plot), curves, n);
  gtk_box_append (self->plots, plot);
  for (guint i = 0; i < n; i++)
    {
      g_free ((char *) curves[i].name);
      rensa_series_unref (curves[i].series);
    }
}

static GtkWidget *
make_cell (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 32);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  gtk_widget_set_tooltip_text (label, text);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

/* "1  strokes, larger", the number in the colour of the run's curves. */
static GtkWidget *
make_head (RensaRun *run, guint number)
{
  const double *colour = rensa_plot_get_colour (number);
  g_autofree char *name = g_markup_escape_text (rensa_run_get_name (run), -1);
  g_autofree char *markup = g_strdup_printf ("<span color=\"#%02x%02x%02x\">●</span> %u: %s", (guint) (colour[0] * 255),
                                             (guint) (colour[1] * 255), (guint) (colour[2] * 255), number + 1, name);
  GtkWidget *label = make_cell (NULL, "heading");

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_widget_set_tooltip_text (label, rensa_run_get_name (run));
  return label;
}

static void
clear (GtkWidget *box, void (*remove) (GtkWidget *box, GtkWidget *child))
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    remove (box, child);
}

static void
remove_from_box (GtkWidget *box, GtkWidget *child)
{
  gtk_box_remove (GTK_BOX (box), child);
}

static void
remove_from_grid (GtkWidget *grid, GtkWidget *child)
{
  gtk_grid_remove (GTK_GRID (grid), child);
}

static RensaDocument *
load_document (RensaStore *store, RensaRun *run)
{
  g_autofree char *text = rensa_store_load_document (store, run, NULL);

  return text != NULL ? rensa_document_parse (text, -1, rensa_run_get_name (run), NULL) : NULL;
}

static void
fill_settings (StudioRunsCompare *self, GPtrArray *runs, GPtrArray *differences)
{
  for (guint i = 0; i < runs->len; i++)
    gtk_grid_attach (self->settings, make_head (runs->pdata[i], i), (int) i + 1, 0, 1, 1);
  for (guint k = 0; k < differences->len; k++)
    {
      const StudioDifference *difference = differences->pdata[k];

      gtk_grid_attach (self->settings, make_cell (difference->path, "dim-label"), 0, (int) k + 1, 1, 1);
      for (guint i = 0; i < difference->n; i++)
        gtk_grid_attach (self->settings,
                         make_cell (difference->values[i] != NULL ? difference->values[i] : "–", "monospace"),
                         (int) i + 1, (int) k + 1, 1, 1);
    }
}

static void
show_differences (StudioRunsCompare *self, RensaStore *store, GPtrArray *runs)
{
  g_autoptr (GPtrArray) documents = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_document_unref);
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  g_autoptr (GPtrArray) differences = NULL;
  g_autofree char *summary = NULL;

  for (guint i = 0; i < runs->len && i < MOST_RUNS; i++)
    {
      RensaDocument *document = load_document (store, runs->pdata[i]);

      if (document == NULL)
        continue;
      g_ptr_array_add (documents, document);
      g_ptr_array_add (shown, runs->pdata[i]);
    }
  differences = studio_differences_new ((RensaDocument *const *) documents->pdata, documents->len);
  fill_settings (self, shown, differences);
  if (differences->len == 0)
    summary = g_strdup (_ ("These runs have the same settings."));
  else
    summary =
        g_strdup_printf (ngettext ("%u setting differs", "%u settings differ", differences->len), differences->len);
  gtk_label_set_label (self->summary, summary);
}

void
studio_runs_compare_show (StudioRunsCompare *self, RensaStore *store, GPtrArray *runs)
{
  clear (GTK_WIDGET (self->plots), remove_from_box);
  clear (GTK_WIDGET (self->settings), remove_from_grid);
  for (guint i = 0; i < G_N_ELEMENTS (metrics); i++)
    add_plot (self, store, runs, metrics[i]);
  gtk_widget_set_visible (GTK_WIDGET (self->plots), gtk_widget_get_first_child (GTK_WIDGET (self->plots)) != NULL);
  show_differences (self, store, runs);
}

static void
studio_runs_compare_class_init (StudioRunsCompareClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-runs-compare.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioRunsCompare, plots);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsCompare, settings);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsCompare, summary);
}

static void
studio_runs_compare_init (StudioRunsCompare *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
