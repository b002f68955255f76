/* studio-training-plots.c: curves of a run, one plot for each metric.
 * SPDX-License-Identifier: MIT */

#include "studio-training-plots.h"

#include <glib/gi18n.h>

#include "studio-widget.h"
#include "studio-format.h"
#include "studio-plot.h"
#include "studio-run.h"
#include "studio-watch.h"

#define MOST_COLUMNS 2
#define MOST_KEYS 16

typedef enum
{
  PLACE_HIDDEN,
  PLACE_OWN,
  PLACE_RIGHT_OF_LOSS,
} Place;

/* All series whose values have the same name. */
typedef struct
{
  char *name;
  RensaMeasure measure;
  Place place;
  GPtrArray *series; /* StudioSeries */
  StudioPlot *plot;  /* NULL unless it has its own plot */
} Metric;

struct _StudioTrainingPlots
{
  AdwBin parent_instance;
  StudioRun *run;
  GtkStack *stack;
  GtkFlowBox *box;
  GtkPopover *popover;
  GtkListBox *choices;
  GPtrArray *metrics; /* Metric, in order of appearance */
  guint n_series;     /* of the run, which the metrics have */
};

enum
{
  PROP_RUN = 1,
  PROP_POPOVER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioTrainingPlots, studio_training_plots, ADW_TYPE_BIN)

static void
metric_free (gpointer data)
{
  Metric *metric = data;

  g_free (metric->name);
  g_ptr_array_unref (metric->series);
  g_free (metric);
}

/* The plot's title names the metric, so the curve's name identifies its data: training data, or
 * other examples, by the name of the observer. The optimizer's target, "main", is shown as
 * training. */
static char *
get_curve_name (const RensaReportKey *report)
{
  g_autofree char *prefix = rensa_report_key_dup_prefix (report);
  g_autofree char *observer = rensa_report_key_dup_observer (report);

  if (g_str_equal (observer, "main"))
    return g_strdup (*prefix != '\0' ? studio_format_metric (prefix) : _ ("training"));
  return g_strdup_printf ("%.*s%s", (int) report->prefix, report->key,
                          *observer != '\0' ? observer : rensa_report_key_get_name (report));
}

static Metric *
find_metric (StudioTrainingPlots *self, const char *name)
{
  for (guint i = 0; i < self->metrics->len; i++)
    {
      Metric *metric = self->metrics->pdata[i];

      if (g_str_equal (metric->name, name))
        return metric;
    }
  return NULL;
}

/* Gives each curve of a plot its own color, in the order of the keys; validation curves are dashed. */
static guint
add_curves (Metric *metric, gboolean is_right, StudioPlotCurve *curves, guint n)
{
  for (guint i = 0; i < metric->series->len && n < MOST_KEYS; i++, n++)
    {
      StudioSeries *series = metric->series->pdata[i];
      const RensaReportKey *report = studio_series_get_report (series);

      curves[n] = (StudioPlotCurve){
        .name = get_curve_name (report),
        .series = studio_series_get_points (series),
        .colour = n,
        .is_dashed = report->prefix > 0,
        .is_right = is_right,
      };
    }
  return n;
}

static void
fill_plot (StudioTrainingPlots *self, Metric *metric)
{
  StudioPlotCurve curves[MOST_KEYS] = { 0 };
  guint n = add_curves (metric, FALSE, curves, 0);

  for (guint i = 0; metric->measure == RENSA_MEASURE_LOSS && i < self->metrics->len; i++)
    {
      Metric *other = self->metrics->pdata[i];

      if (other->place == PLACE_RIGHT_OF_LOSS)
        n = add_curves (other, TRUE, curves, n);
    }
  studio_plot_set_curves (metric->plot, curves, n);
  for (guint i = 0; i < n; i++)
    g_free ((char *) curves[i].name);
}

static void
add_marks (StudioTrainingPlots *self, StudioPlot *plot)
{
  GListModel *events = studio_run_get_events (self->run);

  studio_plot_clear_marks (plot);
  for (guint i = 0; i < g_list_model_get_n_items (events); i++)
    {
      g_autoptr (StudioEvent) event = g_list_model_get_item (events, i);
      const double places[] = {
        studio_event_get_place (event, RENSA_SERIES_ITERATION),
        studio_event_get_place (event, RENSA_SERIES_EPOCH),
        studio_event_get_place (event, RENSA_SERIES_ELAPSED),
      };

      studio_plot_add_mark (plot, places, studio_event_get_text (event));
    }
}

/* Binds the axis and the smoothing of all plots, so that a choice for one applies to all. */
static void
bind_to_others (StudioTrainingPlots *self, StudioPlot *plot)
{
  static const char *const shared[] = { "x-axis", "x-log", "smoothing" };

  for (guint i = 0; i < self->metrics->len; i++)
    {
      Metric *other = self->metrics->pdata[i];

      if (other->plot == NULL || other->plot == plot)
        continue;
      for (guint j = 0; j < G_N_ELEMENTS (shared); j++)
        g_object_bind_property (other->plot, shared[j], plot, shared[j],
                                G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
      return;
    }
}

static void
make_plot (StudioTrainingPlots *self, Metric *metric)
{
  GtkWidget *plot = studio_plot_new ();
  GtkWidget *child;

  metric->plot = STUDIO_PLOT (plot);
  g_object_set (plot, "title", studio_format_metric (metric->name), "hexpand", TRUE, "vexpand", TRUE, NULL);
  bind_to_others (self, metric->plot);
  add_marks (self, metric->plot);
  gtk_flow_box_append (self->box, plot);
  child = gtk_widget_get_parent (plot);
  gtk_widget_set_focusable (child, FALSE);
}

static void
drop_plot (StudioTrainingPlots *self, Metric *metric)
{
  gtk_flow_box_remove (self->box, gtk_widget_get_parent (GTK_WIDGET (metric->plot)));
  metric->plot = NULL;
}

static guint
count_plots (StudioTrainingPlots *self)
{
  guint n = 0;

  for (guint i = 0; i < self->metrics->len; i++)
    n += ((const Metric *) self->metrics->pdata[i])->plot != NULL;
  return n;
}

/* Lays out every metric according to its place; a single plot gets the full width. */
static void
arrange (StudioTrainingPlots *self)
{
  for (guint i = 0; i < self->metrics->len; i++)
    {
      Metric *metric = self->metrics->pdata[i];

      if (metric->place == PLACE_OWN && metric->plot == NULL)
        make_plot (self, metric);
      else if (metric->place != PLACE_OWN && metric->plot != NULL)
        drop_plot (self, metric);
    }
  for (guint i = 0; i < self->metrics->len; i++)
    {
      Metric *metric = self->metrics->pdata[i];

      if (metric->plot != NULL)
        fill_plot (self, metric);
    }
  gtk_flow_box_set_max_children_per_line (self->box, CLAMP (count_plots (self), 1, MOST_COLUMNS));
  gtk_stack_set_visible_child_name (self->stack, self->metrics->len > 0 ? "plots" : "empty");
}

static void
place_chosen (GtkDropDown *choice, GParamSpec *pspec, StudioTrainingPlots *self)
{
  Metric *metric = find_metric (self, g_object_get_data (G_OBJECT (choice), "metric"));

  if (metric == NULL)
    return;
  metric->place = gtk_drop_down_get_selected (choice);
  arrange (self);
}

static void
add_choice (StudioTrainingPlots *self, Metric *metric)
{
  const char *const places[] = { _ ("Hidden"), _ ("Separate Plot"), _ ("Right Axis of Loss Plot"), NULL };
  const char *const places_of_loss[] = { _ ("Hidden"), _ ("Separate Plot"), NULL };
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *choice = gtk_drop_down_new_from_strings (metric->measure == RENSA_MEASURE_LOSS ? places_of_loss : places);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), studio_format_metric (metric->name));
  gtk_widget_set_valign (choice, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  studio_format_metric (metric->name), -1);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), metric->place);
  g_object_set_data_full (G_OBJECT (choice), "metric", g_strdup (metric->name), g_free);
  g_signal_connect (choice, "notify::selected", G_CALLBACK (place_chosen), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), choice);
  gtk_list_box_append (self->choices, row);
}

static Metric *
add_metric (StudioTrainingPlots *self, const RensaReportKey *report)
{
  Metric *metric = g_new0 (Metric, 1);

  metric->name = g_strdup (rensa_report_key_get_name (report));
  metric->measure = report->measure;
  /* Shows metrics that measure training progress by default; others can be enabled in the menu. */
  metric->place = report->measure != RENSA_MEASURE_NONE ? PLACE_OWN : PLACE_HIDDEN;
  metric->series = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (self->metrics, metric);
  add_choice (self, metric);
  return metric;
}

/* If nothing of that kind is reported, shows the first metric. */
static void
show_something (StudioTrainingPlots *self)
{
  for (guint i = 0; i < self->metrics->len; i++)
    if (((Metric *) self->metrics->pdata[i])->place != PLACE_HIDDEN)
      return;
  if (self->metrics->len > 0)
    ((Metric *) self->metrics->pdata[0])->place = PLACE_OWN;
}

static void
add_series (StudioTrainingPlots *self, StudioSeries *series)
{
  const RensaReportKey *report = studio_series_get_report (series);
  Metric *metric = find_metric (self, rensa_report_key_get_name (report));

  if (metric == NULL)
    metric = add_metric (self, report);
  g_ptr_array_add (metric->series, series);
}

/* Adds the series that the run has reported since the last call. */
static void
series_changed (StudioTrainingPlots *self)
{
  GListModel *list = self->run != NULL ? studio_run_get_series (self->run) : NULL;
  const guint n = list != NULL ? g_list_model_get_n_items (list) : 0;

  if (n == self->n_series)
    return;
  for (; self->n_series < n; self->n_series++)
    add_series (self, g_list_model_get_item (list, self->n_series));
  show_something (self);
  arrange (self);
}

static void
refresh (StudioTrainingPlots *self)
{
  for (guint i = 0; i < self->metrics->len; i++)
    {
      Metric *metric = self->metrics->pdata[i];

      if (metric->plot != NULL)
        studio_plot_refresh (metric->plot);
    }
}

static void
events_changed (StudioTrainingPlots *self)
{
  for (guint i = 0; i < self->metrics->len; i++)
    {
      Metric *metric = self->metrics->pdata[i];

      if (metric->plot != NULL)
        add_marks (self, metric->plot);
    }
}

static void
clear (StudioTrainingPlots *self)
{
  GtkWidget *row;

  for (guint i = 0; i < self->metrics->len; i++)
    {
      Metric *metric = self->metrics->pdata[i];

      if (metric->plot != NULL)
        drop_plot (self, metric);
    }
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->choices))) != NULL)
    gtk_list_box_remove (self->choices, row);
  g_ptr_array_set_size (self->metrics, 0);
  self->n_series = 0;
}

static void
set_run (StudioTrainingPlots *self, StudioRun *run)
{
  if (run == self->run)
    return;

  clear (self);
  g_set_object (&self->run, run);
  arrange (self);
}

static void
studio_training_plots_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StudioTrainingPlots *self = STUDIO_TRAINING_PLOTS (object);

  if (id == PROP_POPOVER)
    g_value_set_object (value, self->popover);
  else
    g_value_set_object (value, self->run);
}

static void
studio_training_plots_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  set_run (STUDIO_TRAINING_PLOTS (object), g_value_get_object (value));
}

static void
studio_training_plots_dispose (GObject *object)
{
  g_clear_object (&STUDIO_TRAINING_PLOTS (object)->run);
  G_OBJECT_CLASS (studio_training_plots_parent_class)->dispose (object);
}

static void
studio_training_plots_finalize (GObject *object)
{
  g_ptr_array_unref (STUDIO_TRAINING_PLOTS (object)->metrics);
  G_OBJECT_CLASS (studio_training_plots_parent_class)->finalize (object);
}

static void
studio_training_plots_class_init (StudioTrainingPlotsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = studio_training_plots_get_property;
  object_class->set_property = studio_training_plots_set_property;
  object_class->dispose = studio_training_plots_dispose;
  object_class->finalize = studio_training_plots_finalize;
  properties[PROP_RUN] =
      g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_POPOVER] =
      g_param_spec_object ("popover", NULL, NULL, GTK_TYPE_POPOVER, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-training-plots.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPlots, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPlots, box);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPlots, choices);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPlots, popover);
  gtk_widget_class_bind_template_callback (widget_class, series_changed);
  gtk_widget_class_bind_template_callback (widget_class, events_changed);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
  studio_watch_keep (widget_class, "series_watch");
  studio_watch_keep (widget_class, "events_watch");
  studio_watch_keep (widget_class, "points_watch");
}

static void
studio_training_plots_init (StudioTrainingPlots *self)
{
  self->metrics = g_ptr_array_new_with_free_func (metric_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_flow_box_forgo_cursor (self->box);
}
