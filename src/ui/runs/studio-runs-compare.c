/* studio-runs-compare.c: curves and differing settings of several runs.
 * SPDX-License-Identifier: MIT */

#include "studio-runs-compare.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "studio-differences.h"
#include "studio-format.h"
#include "studio-plot.h"
#include "studio-runs-column.h"
#include "studio-runs-legend.h"

#define N_METRICS 2
/* More curves could not be told apart; only the first runs are compared. */
#define MOST_COMPARED 100
#define RUNS_AT_ONCE 10

struct _StudioRunsCompare
{
  AdwBin parent_instance;
  GtkBox *plots;
  AdwBin *legend;
  GtkLabel *summary;
  GtkLabel *about;          /* For a single run: its device, if not the CPU, and its verified exports */
  GtkCheckButton *training; /* Shows training curves next to validation curves */

  RensaStore *store;
  GPtrArray *runs;              /* the best first */
  guint n_chosen;               /* Number of chosen runs; @compared has the first of them */
  GArray *compared;             /* StudioCompared of the runs read so far */
  GArray *curves[N_METRICS];    /* StudioPlotCurve, which own their names and series */
  char *metrics[N_METRICS];     /* Names of a loss and of a score; NULL if no run has one */
  StudioPlot *views[N_METRICS]; /* NULL if no run reports the metric */
  GCancellable *reading;        /* NULL while nothing is being read */
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
make_series (const RensaRunSeries *values)
{
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

/* Returns "#12" or "#12 validation"; a single run needs no number. */
static char *
name_curve (StudioRunsCompare *self, RensaRun *run, gboolean is_validation)
{
  g_autofree char *name = NULL;

  if (self->runs->len == 1)
    return g_strdup (is_validation ? _ ("validation") : _ ("training"));
  name = studio_runs_legend_name_run (run);
  return is_validation ? g_strdup_printf (_ ("%s validation"), name) : g_steal_pointer (&name);
}

/* A single run uses a separate color for each of its curves. */
static void
add_curves (StudioRunsCompare *self, const RensaRunContents *contents, guint number)
{
  for (guint i = 0; contents->reports != NULL && i < contents->reports->len; i++)
    for (guint m = 0; m < N_METRICS; m++)
      {
        const RensaReportKey *report = contents->reports->pdata[i];
        const gboolean is_validation = report->prefix > 0;
        const gboolean is_wanted = g_strcmp0 (rensa_report_key_get_name (report), self->metrics[m]) == 0;
        RensaSeries *series = is_wanted ? make_series (contents->series->pdata[i]) : NULL;
        const StudioPlotCurve curve = {
          .name = series != NULL ? name_curve (self, contents->run, is_validation) : NULL,
          .series = series,
          .colour = self->runs->len == 1 ? is_validation : number,
          .is_dashed = is_validation,
        };

        if (series != NULL)
          g_array_append_val (self->curves[m], curve);
      }
}

/* Returns an empty document if the run's document cannot be read. */
static RensaDocument *
parse_document (const RensaRunContents *contents)
{
  const char *text = contents->document;
  RensaDocument *document =
      text != NULL ? rensa_document_parse (text, -1, rensa_run_get_name (contents->run), NULL) : NULL;

  return document != NULL ? document : rensa_document_parse ("{ \"format\": 1 }", -1, "", NULL);
}

/* The device may be empty in a row written by other software. */
static const char *
get_device (RensaRun *run)
{
  const char *device = rensa_run_get_device (run);

  return device[0] != '\0' ? device : "cpu";
}

/* Marks the changes made during the run, if it is the only one. */
static void
add_marks (StudioRunsCompare *self, StudioPlot *plot)
{
  const StudioCompared *compared = &g_array_index (self->compared, StudioCompared, 0);

  for (guint i = 0; self->runs->len == 1 && compared->events != NULL && i < compared->events->len; i++)
    {
      const RensaRunEvent *event = compared->events->pdata[i];
      const double places[] = { (double) event->iteration, event->epoch, event->elapsed };
      g_autofree char *text = g_strdup_printf ("%s = %s", event->what, event->text);

      studio_plot_add_mark (plot, places, text);
    }
}

static gboolean
has_validation (const GArray *curves, guint colour)
{
  for (guint i = 0; i < curves->len; i++)
    if (g_array_index (curves, StudioPlotCurve, i).is_dashed
        && g_array_index (curves, StudioPlotCurve, i).colour == colour)
      return TRUE;
  return FALSE;
}

/* Omits training curves of runs that have validation curves, unless training is enabled; then
 * validation curves are dashed. */
static GArray *
choose_curves (StudioRunsCompare *self, const GArray *curves)
{
  const gboolean has_training = self->runs->len == 1 || gtk_check_button_get_active (self->training);
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (StudioPlotCurve));

  for (guint i = 0; i < curves->len; i++)
    {
      StudioPlotCurve curve = g_array_index (curves, StudioPlotCurve, i);

      if (!has_training && !curve.is_dashed && has_validation (curves, curve.colour))
        continue;
      curve.is_dashed = curve.is_dashed && has_training;
      g_array_append_val (chosen, curve);
    }
  return chosen;
}

static void
show_curves (StudioRunsCompare *self)
{
  for (guint m = 0; m < N_METRICS; m++)
    {
      g_autoptr (GArray) chosen = choose_curves (self, self->curves[m]);

      if (chosen->len == 0)
        continue;
      if (self->views[m] == NULL)
        {
          self->views[m] = STUDIO_PLOT (studio_plot_new ());
          g_object_set (self->views[m], "title", studio_format_metric (self->metrics[m]), "hexpand", TRUE, "vexpand",
                        TRUE, "has-labels", self->runs->len <= STUDIO_RUNS_MOST_COLUMNS, NULL);
          gtk_box_append (self->plots, GTK_WIDGET (self->views[m]));
          add_marks (self, self->views[m]);
        }
      studio_plot_set_curves (self->views[m], (const StudioPlotCurve *) (gpointer) chosen->data, chosen->len);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->plots), gtk_widget_get_first_child (GTK_WIDGET (self->plots)) != NULL);
}

static void
training_toggled (StudioRunsCompare *self)
{
  if (self->reading == NULL)
    show_curves (self);
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
    return n == 0 ? g_strdup (rensa_run_get_name (runs->pdata[0])) : g_strdup (_ ("Changed During the Run"));
  if (n == 0)
    return g_strdup (_ ("These runs have the same settings."));
  return g_strdup_printf (ngettext ("%u setting differs", "%u settings differ", n), n);
}

/* With several runs, the device is among the differing settings. */
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

/* Highlights the curves of the run under the pointer in the legend. */
static void
highlight (int number, gpointer data)
{
  StudioRunsCompare *self = data;

  for (guint m = 0; m < N_METRICS; m++)
    if (self->views[m] != NULL && self->runs->len > 1)
      studio_plot_highlight (self->views[m], number);
}

/* Also reports if not all chosen runs are compared. */
static void
show_summary (StudioRunsCompare *self, const char *sentence)
{
  g_autofree char *most = studio_format_count (self->runs->len);
  g_autofree char *all = studio_format_runs (self->n_chosen);
  g_autofree char *part =
      self->n_chosen > self->runs->len ? g_strdup_printf (_ ("Comparing the first %s of %s."), most, all) : NULL;
  g_autofree char *text = g_strjoin ("\n", sentence, part, NULL);

  gtk_label_set_label (self->summary, text);
}

static void
show_differences (StudioRunsCompare *self)
{
  g_autoptr (GPtrArray) differences =
      studio_differences_new ((const StudioCompared *) (gpointer) self->compared->data, self->compared->len);
  g_autofree char *sentence = summarize (self->runs, differences->len);

  show_summary (self, sentence);
  adw_bin_set_child (self->legend, studio_runs_legend_new (self->runs, differences, highlight, self));
  show_about (self);
  gtk_widget_set_visible (GTK_WIDGET (self->training), self->runs->len > 1);
  /* A single run on the CPU without changes has nothing to show here. */
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->legend)),
                          self->runs->len > 1 || differences->len > 0
                              || gtk_widget_get_visible (GTK_WIDGET (self->about)));
}

static void
clear (StudioRunsCompare *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->plots))) != NULL)
    gtk_box_remove (self->plots, child);
  for (guint m = 0; m < N_METRICS; m++)
    {
      g_array_set_size (self->curves[m], 0);
      self->views[m] = NULL;
    }
  g_array_set_size (self->compared, 0);
}

/* Reads several runs at a time. */

static void read_more (StudioRunsCompare *self);

static void
take_contents (StudioRunsCompare *self, GPtrArray *contents)
{
  for (guint i = 0; i < contents->len; i++)
    {
      RensaRunContents *run = contents->pdata[i];
      const StudioCompared compared = { parse_document (run), g_steal_pointer (&run->events), get_device (run->run) };

      add_curves (self, run, self->compared->len);
      g_array_append_val (self->compared, compared);
    }
}

static void
was_read (GObject *store, GAsyncResult *result, gpointer data)
{
  g_autoptr (StudioRunsCompare) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) contents = rensa_store_finish_contents (RENSA_STORE (store), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    {
      g_clear_object (&self->reading);
      show_summary (self, error->message);
      return;
    }
  /* Keeps the previous content until there is something new to show. */
  if (self->compared->len == 0)
    clear (self);
  take_contents (self, contents);
  show_curves (self);
  if (self->compared->len < self->runs->len)
    {
      read_more (self);
      return;
    }
  g_clear_object (&self->reading);
  show_differences (self);
}

static void
read_more (StudioRunsCompare *self)
{
  const char *wanted[N_METRICS + 1] = { NULL };
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();
  guint n_wanted = 0;

  for (guint m = 0; m < N_METRICS; m++)
    if (self->metrics[m] != NULL)
      wanted[n_wanted++] = self->metrics[m];
  for (guint i = self->compared->len; i < self->runs->len && runs->len < RUNS_AT_ONCE; i++)
    g_ptr_array_add (runs, self->runs->pdata[i]);
  rensa_store_load_contents (self->store, runs, wanted, self->reading, was_read, g_object_ref (self));
}

static void
stop_reading (StudioRunsCompare *self)
{
  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
}

static void
read_all (StudioRunsCompare *self)
{
  stop_reading (self);
  g_array_set_size (self->compared, 0);
  self->reading = g_cancellable_new ();
  read_more (self);
}

/* Choosing */

/* Returns the metric of the first run that has one. */
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
  for (guint m = 0; m < N_METRICS; m++)
    g_free (self->metrics[m]);
  self->metrics[0] = choose_metric (self->runs, rensa_run_get_loss_name);
  self->metrics[1] = choose_metric (self->runs, rensa_run_get_metric_name);
}

/* Returns the final score of a run: higher is better; NaN for none. */
static double
get_score (RensaRun *run)
{
  return rensa_run_get_metric_name (run) != NULL ? rensa_run_get_last_metric (run) : -rensa_run_get_last_loss (run);
}

static int
compare_scores (gconstpointer a, gconstpointer b)
{
  const double x = get_score (*(RensaRun *const *) a);
  const double y = get_score (*(RensaRun *const *) b);

  return isnan (x) || isnan (y) ? isnan (x) - isnan (y) : (x < y) - (x > y);
}

void
studio_runs_compare_show (StudioRunsCompare *self, RensaStore *store, GPtrArray *runs)
{
  g_set_object (&self->store, store);
  self->n_chosen = runs->len;
  g_ptr_array_set_size (self->runs, 0);
  for (guint i = 0; i < MIN (runs->len, MOST_COMPARED); i++)
    g_ptr_array_add (self->runs, g_object_ref (runs->pdata[i]));
  g_ptr_array_sort (self->runs, compare_scores);
  choose_metrics (self);
  read_all (self);
  gtk_check_button_set_active (self->training, self->runs->len <= STUDIO_RUNS_MOST_COLUMNS);
}

/* Shows what a single run has recorded while the page was hidden. */
static void
map (GtkWidget *widget)
{
  StudioRunsCompare *self = STUDIO_RUNS_COMPARE (widget);

  if (self->runs->len == 1)
    read_all (self);
  GTK_WIDGET_CLASS (studio_runs_compare_parent_class)->map (widget);
}

static void
studio_runs_compare_dispose (GObject *object)
{
  StudioRunsCompare *self = STUDIO_RUNS_COMPARE (object);

  stop_reading (self);
  for (guint m = 0; m < N_METRICS; m++)
    self->views[m] = NULL;
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
  g_array_unref (self->compared);
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
  gtk_widget_class_bind_template_child (widget_class, StudioRunsCompare, training);
  gtk_widget_class_bind_template_callback (widget_class, training_toggled);
}

static void
studio_runs_compare_init (StudioRunsCompare *self)
{
  self->runs = g_ptr_array_new_with_free_func (g_object_unref);
  self->compared = g_array_new (FALSE, TRUE, sizeof (StudioCompared));
  g_array_set_clear_func (self->compared, clear_compared);
  for (guint m = 0; m < N_METRICS; m++)
    {
      self->curves[m] = g_array_new (FALSE, TRUE, sizeof (StudioPlotCurve));
      g_array_set_clear_func (self->curves[m], clear_curve);
    }
  gtk_widget_init_template (GTK_WIDGET (self));
}
