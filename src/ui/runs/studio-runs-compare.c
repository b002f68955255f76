/* studio-runs-compare.c: the curves of runs, and what tells them apart.
 * SPDX-License-Identifier: MIT */

#include "studio-runs-compare.h"

#include <glib/gi18n.h>

#include "studio-differences.h"
#include "studio-format.h"
#include "studio-plot.h"
#include "studio-runs-column.h"
#include "studio-runs-legend.h"

#define N_METRICS 2
/* Runs are loaded for so long at once, in microseconds; the first ones before the person sees anything. */
#define SLICE 12000
#define FIRST_SLICE 50000

struct _StudioRunsCompare
{
  AdwBin parent_instance;
  GtkBox *plots;
  AdwBin *legend;
  GtkLabel *summary;
  GtkLabel *about; /* a single run: where it was trained, if not on the CPU, and which of its exports were proved */

  RensaStore *store;
  GPtrArray *runs;
  GArray *curves[N_METRICS];    /* StudioPlotCurve, which own their names and series */
  char *metrics[N_METRICS];     /* the names of a loss and of a score; NULL where no run has one */
  StudioPlot *views[N_METRICS]; /* NULL where no run reports the metric */
  guint n_loaded;
  guint loading; /* source */
};

G_DEFINE_FINAL_TYPE (StudioRunsCompare, studio_runs_compare, ADW_TYPE_BIN)

static void
clear_curve (gpointer data)
{
  StudioPlotCurve *curve = data;

  g_free ((char *) curve->name);
  rensa_series_unref (curve->series);
}

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

static const char *
get_last_part (const char *key)
{
  const char *slash = strrchr (key, '/');

  return slash != NULL ? slash + 1 : key;
}

/* "2" and "2 validation", with the number that the legend has for the run; one run alone needs no number. */
static char *
name_curve (StudioRunsCompare *self, guint number, gboolean is_validation)
{
  if (self->runs->len == 1)
    return g_strdup (is_validation ? _ ("validation") : _ ("training"));
  return g_strdup_printf (is_validation ? _ ("%u validation") : "%u", number + 1);
}

static void
load_run (StudioRunsCompare *self, guint number)
{
  RensaRun *run = self->runs->pdata[number];
  g_autoptr (GPtrArray) reports = rensa_store_list_series (self->store, run, NULL);

  for (guint i = 0; reports != NULL && i < reports->len; i++)
    for (guint m = 0; m < N_METRICS; m++)
      {
        const RensaReportKey *report = reports->pdata[i];
        const gboolean is_validation = report->prefix > 0;
        const gboolean is_wanted = g_strcmp0 (rensa_report_key_get_name (report), self->metrics[m]) == 0;
        RensaSeries *series = is_wanted ? load_series (self->store, run, report->key) : NULL;
        const StudioPlotCurve curve = {
          .name = series != NULL ? name_curve (self, number, is_validation) : NULL,
          .series = series,
          .colour = number,
          .is_dashed = is_validation,
        };

        if (series != NULL)
          g_array_append_val (self->curves[m], curve);
      }
}

/* What was changed while the run was going, where it is the only one. */
static void
add_marks (StudioRunsCompare *self, StudioPlot *plot)
{
  g_autoptr (GPtrArray) events =
      self->runs->len == 1 ? rensa_store_load_events (self->store, self->runs->pdata[0], NULL) : NULL;

  for (guint i = 0; events != NULL && i < events->len; i++)
    {
      const RensaRunEvent *event = events->pdata[i];
      const double places[] = { (double) event->iteration, event->epoch, event->elapsed };
      g_autofree char *text = g_strdup_printf ("%s = %s", event->what, event->text);

      studio_plot_add_mark (plot, places, text);
    }
}

static void
show_curves (StudioRunsCompare *self)
{
  for (guint m = 0; m < N_METRICS; m++)
    {
      if (self->curves[m]->len == 0)
        continue;
      if (self->views[m] == NULL)
        {
          self->views[m] = STUDIO_PLOT (studio_plot_new ());
          g_object_set (self->views[m], "title", studio_format_metric (self->metrics[m]), "hexpand", TRUE, "vexpand",
                        TRUE, "has-labels", self->runs->len <= STUDIO_RUNS_MOST_COLUMNS, NULL);
          gtk_box_append (self->plots, GTK_WIDGET (self->views[m]));
          add_marks (self, self->views[m]);
        }
      studio_plot_set_curves (self->views[m], (const StudioPlotCurve *) (gpointer) self->curves[m]->data,
                              self->curves[m]->len);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->plots), gtk_widget_get_first_child (GTK_WIDGET (self->plots)) != NULL);
}

static gboolean
load_until (StudioRunsCompare *self, gint64 deadline)
{
  while (self->n_loaded < self->runs->len && g_get_monotonic_time () < deadline)
    load_run (self, self->n_loaded++);
  return self->n_loaded < self->runs->len;
}

static gboolean
load_more (gpointer data)
{
  StudioRunsCompare *self = data;

  if (load_until (self, g_get_monotonic_time () + SLICE))
    return G_SOURCE_CONTINUE;
  self->loading = 0;
  show_curves (self);
  return G_SOURCE_REMOVE;
}

/* Nothing is known of the settings of a run whose document cannot be read. */
static RensaDocument *
load_document (RensaStore *store, RensaRun *run)
{
  g_autofree char *text = rensa_store_load_document (store, run, NULL);
  RensaDocument *document = text != NULL ? rensa_document_parse (text, -1, rensa_run_get_name (run), NULL) : NULL;

  return document != NULL ? document : rensa_document_parse ("{ \"format\": 1 }", -1, "", NULL);
}

static void
clear_compared (gpointer data)
{
  StudioCompared *compared = data;

  rensa_document_unref (compared->document);
  g_clear_pointer ((GPtrArray **) &compared->events, g_ptr_array_unref);
}

static char *
summarize (GPtrArray *runs, guint n)
{
  if (runs->len == 1)
    return n == 0 ? g_strdup (rensa_run_get_name (runs->pdata[0])) : g_strdup (_ ("Changed while it ran"));
  if (n == 0)
    return g_strdup (_ ("These runs have the same settings."));
  return g_strdup_printf (ngettext ("%u setting differs", "%u settings differ", n), n);
}

/* A row that somebody else has written may say nothing. */
static const char *
get_device (RensaRun *run)
{
  const char *device = rensa_run_get_device (run);

  return device[0] != '\0' ? device : "cpu";
}

/* Of several runs it is among the settings that differ. */
static void
show_about (StudioRunsCompare *self)
{
  RensaRun *run = self->runs->len == 1 ? self->runs->pdata[0] : NULL;
  const char *device = run != NULL ? get_device (run) : "cpu";
  g_autofree char *proofs = run != NULL ? studio_runs_format_proofs (run) : g_strdup ("");
  g_autoptr (GString) text = g_string_new (NULL);

  if (!g_str_equal (device, "cpu"))
    g_string_append_printf (text, _ ("Trained on %s"), device);
  if (proofs[0] != '\0')
    {
      g_string_append (text, text->len > 0 ? "\n" : "");
      g_string_append_printf (text, _ ("Proofs: %s"), proofs);
    }
  gtk_label_set_label (self->about, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->about), text->len > 0);
}

static void
show_differences (StudioRunsCompare *self)
{
  g_autoptr (GArray) compared = g_array_new (FALSE, TRUE, sizeof (StudioCompared));
  g_autoptr (GPtrArray) differences = NULL;
  g_autofree char *summary = NULL;

  g_array_set_clear_func (compared, clear_compared);
  for (guint i = 0; i < self->runs->len; i++)
    {
      RensaRun *run = self->runs->pdata[i];
      const StudioCompared settings = { load_document (self->store, run),
                                        rensa_store_load_events (self->store, run, NULL), get_device (run) };

      g_array_append_val (compared, settings);
    }
  differences = studio_differences_new ((const StudioCompared *) (gpointer) compared->data, compared->len);
  summary = summarize (self->runs, differences->len);
  gtk_label_set_label (self->summary, summary);
  adw_bin_set_child (self->legend, studio_runs_legend_new (self->runs, differences));
  show_about (self);
  /* A single run on the CPU without changes has nothing to show here. */
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->legend)),
                          self->runs->len > 1 || differences->len > 0
                              || gtk_widget_get_visible (GTK_WIDGET (self->about)));
}

static void
clear (StudioRunsCompare *self)
{
  GtkWidget *child;

  g_clear_handle_id (&self->loading, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->plots))) != NULL)
    gtk_box_remove (self->plots, child);
  for (guint m = 0; m < N_METRICS; m++)
    {
      g_array_set_size (self->curves[m], 0);
      self->views[m] = NULL;
      g_clear_pointer (&self->metrics[m], g_free);
    }
  self->n_loaded = 0;
}

/* What the runs are judged by, as the first one that has it calls it. */
static char *
choose_metric (GPtrArray *runs, const char *(*get_key) (RensaRun *run))
{
  for (guint i = 0; i < runs->len; i++)
    if (get_key (runs->pdata[i]) != NULL)
      return g_strdup (get_last_part (get_key (runs->pdata[i])));
  return NULL;
}

static void
choose_metrics (StudioRunsCompare *self)
{
  self->metrics[0] = choose_metric (self->runs, rensa_run_get_loss_name);
  self->metrics[1] = choose_metric (self->runs, rensa_run_get_metric_name);
}

void
studio_runs_compare_show (StudioRunsCompare *self, RensaStore *store, GPtrArray *runs)
{
  clear (self);
  g_set_object (&self->store, store);
  g_ptr_array_set_size (self->runs, 0);
  g_ptr_array_extend (self->runs, runs, (GCopyFunc) (void (*) (void)) g_object_ref, NULL);
  choose_metrics (self);
  if (load_until (self, g_get_monotonic_time () + FIRST_SLICE))
    self->loading = g_idle_add (load_more, self);
  show_curves (self);
  show_differences (self);
}

/* What a run has been through while another page was seen. */
static void
map (GtkWidget *widget)
{
  StudioRunsCompare *self = STUDIO_RUNS_COMPARE (widget);

  if (self->runs->len == 1)
    show_differences (self);
  GTK_WIDGET_CLASS (studio_runs_compare_parent_class)->map (widget);
}

static void
studio_runs_compare_dispose (GObject *object)
{
  StudioRunsCompare *self = STUDIO_RUNS_COMPARE (object);

  g_clear_handle_id (&self->loading, g_source_remove);
  g_clear_object (&self->store);
  G_OBJECT_CLASS (studio_runs_compare_parent_class)->dispose (object);
}

static void
studio_runs_compare_finalize (GObject *object)
{
  StudioRunsCompare *self = STUDIO_RUNS_COMPARE (object);

  for (guint m = 0; m < N_METRICS; m++)
    {
      g_array_unref (self->curves[m]);
      g_free (self->metrics[m]);
    }
  g_ptr_array_unref (self->runs);
  G_OBJECT_CLASS (studio_runs_compare_parent_class)->finalize (object);
}

static void
studio_runs_compare_class_init (StudioRunsCompareClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_runs_compare_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_runs_compare_finalize;
  widget_class->map = map;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-runs-compare.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioRunsCompare, plots);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsCompare, legend);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsCompare, summary);
  gtk_widget_class_bind_template_child (widget_class, StudioRunsCompare, about);
}

static void
studio_runs_compare_init (StudioRunsCompare *self)
{
  self->runs = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint m = 0; m < N_METRICS; m++)
    {
      self->curves[m] = g_array_new (FALSE, TRUE, sizeof (StudioPlotCurve));
      g_array_set_clear_func (self->curves[m], clear_curve);
    }
  gtk_widget_init_template (GTK_WIDGET (self));
}
