/* studio-panels.c: predictions of a model on the data, during and after training.
 * SPDX-License-Identifier: MIT */

#include "studio-panels.h"

#include <math.h>

#include <glib/gi18n.h>

#include "rensa-document-values.h"
#include "rensa-updater.h"
#include "studio-confusion.h"
#include "studio-data-scatter.h"
#include "studio-fit.h"
#include "studio-format.h"
#include "studio-preview-loader.h"
#include "studio-project.h"
#include "studio-run.h"
#include "studio-watch.h"

/* Minimum time between two requests, in microseconds. */
#define SURFACE_INTERVAL (G_USEC_PER_SEC / 8)
#define CONFUSION_INTERVAL (G_USEC_PER_SEC)
/* Predictions take at most 1/SHARE of the time away from training; more at first (1/FIRST_SHARE),
 * while the model changes quickly and a short run may soon be over. */
#define SHARE 100
#define FIRST_SHARE 20
/* With more classes, a table would be useless. */
#define MOST_CLASSES 1000

struct _StudioPanels
{
  AdwBin parent_instance;
  StudioProject *project;
  StudioRun *run;
  GtkStack *pages;
  GtkWidget *switcher;
  GtkLabel *moment;
  GtkLabel *sentence;
  GtkWidget *frame; /* around the scatter */
  StudioDataScatter *scatter;
  StudioConfusion *confusion;
  StudioFit *fit;

  StudioPreviewLoader *loader;
  RensaPreview *preview; /* Preview of the run's data, if it can be shown */
  const RensaPreviewPart *part;
  guint n_places;       /* Grid points along an axis, while training */
  StudioSurface asked;  /* The requested grid, without values */
  gboolean has_asked;   /* TRUE while an answer is pending */
  gboolean is_outdated; /* TRUE if the model has changed since the shown answer */
  gint64 due_at;        /* Monotonic time of the next request */
  guint n_answers;      /* number of answers of this run */
  gboolean is_large;    /* TRUE if the container gives the panels most of the space */
  guint timer;          /* Timeout until the next request is due, if there is one */
};

enum
{
  PROP_PROJECT = 1,
  PROP_RUN,
  PROP_AVAILABLE,
  PROP_IS_LARGE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioPanels, studio_panels, ADW_TYPE_BIN)

static gboolean
shows (StudioPanels *self, const char *page)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->pages), page) == 0;
}

static gboolean
has_scatter (const RensaPreview *preview)
{
  return preview->form == RENSA_PREVIEW_POINTS || preview->form == RENSA_PREVIEW_CURVE;
}

static gboolean
has_confusion (const RensaPreview *preview)
{
  return preview->n_classes > 1 && preview->n_classes <= MOST_CLASSES && rensa_preview_has_class_of_each (preview);
}

/* Requires a single field in addition to the label, because a preview contains only the first
 * field. */
static gboolean
is_fit (const RensaPreview *preview)
{
  return preview->state == RENSA_PREVIEW_READY && preview->n_fields == 2 && preview->train.n_shown > 0
         && preview->train.labels != NULL
         && (has_scatter (preview) || has_confusion (preview) || studio_fit_takes (preview));
}

/* Shows the epoch of the model that has answered. */
static void
show_moment (StudioPanels *self)
{
  g_autofree char *epoch = NULL;
  g_autofree char *text = NULL;
  RensaWorkerStatus status;

  studio_run_get_status (self->run, &status);
  epoch = studio_format_tenths (status.epoch);
  /* Translators: epochs of training, with at most one decimal. */
  text = g_strdup_printf (_ ("Predictions after epoch %s"), epoch);
  gtk_label_set_label (self->moment, text);
}

/* An answer for a different grid is out of date: requests a new one. */
static void
show_surface (StudioPanels *self, const float *values, guint n)
{
  StudioSurface *surface = studio_data_scatter_get_surface (self->scatter);
  const guint n_places = self->asked.n_columns * self->asked.n_rows;

  if (n == 0 || n_places == 0)
    return;
  if (n % n_places != 0)
    {
      self->is_outdated = TRUE;
      return;
    }
  g_free (surface->values);
  *surface = self->asked;
  surface->values = g_memdup2 (values, n * sizeof *values);
  surface->n_outputs = n / n_places;
  studio_data_scatter_surface_changed (self->scatter);
}

/* TRUE if the output is not a number, as for a model whose training has diverged. */
static gboolean
has_no_number (const float *values, guint n)
{
  for (guint i = 0; i < n; i++)
    if (isfinite (values[i]))
      return FALSE;
  return n > 0;
}

static void
show_sentence (StudioPanels *self, const char *sentence)
{
  gtk_label_set_label (self->sentence, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->sentence), sentence != NULL);
}

static void ask_when_due (StudioPanels *self);

static void
answered (const float *values, guint n, double seconds, const GError *error, gpointer data)
{
  StudioPanels *self = data;
  const gint64 interval = shows (self, "surface") ? SURFACE_INTERVAL : CONFUSION_INTERVAL;
  const guint share = MIN (SHARE, FIRST_SHARE * ++self->n_answers);

  self->has_asked = FALSE;
  self->due_at = g_get_monotonic_time () + MAX (interval, (gint64) (seconds * share * G_USEC_PER_SEC));
  show_sentence (self, error != NULL               ? error->message
                       : has_no_number (values, n) ? _ ("No prediction: all outputs of the model are NaN or infinite.")
                                                   : NULL);
  if (error == NULL)
    {
      show_moment (self);
      if (shows (self, "surface"))
        show_surface (self, values, n);
      else if (shows (self, "confusion"))
        studio_confusion_answer (self->confusion, values, n);
      else
        studio_fit_answer (self->fit, values, n);
    }
  ask_when_due (self);
}

/* Uses a finer grid while the model does not change. */
static void
choose_grid (StudioPanels *self)
{
  const StudioSurface *surface = studio_data_scatter_get_surface (self->scatter);
  const gboolean is_busy = studio_run_is_live (self->run) && !studio_run_is_paused (self->run);

  self->asked = *surface;
  self->asked.values = NULL;
  if (surface->n_rows == 1)
    return;
  self->asked.n_columns = is_busy ? self->n_places : studio_data_scatter_get_finest (self->scatter);
  self->asked.n_rows = self->asked.n_columns;
}

static void
ask (StudioPanels *self)
{
  const char *root = studio_project_get_dataset_root (self->project);

  self->has_asked = TRUE;
  self->is_outdated = FALSE;
  if (shows (self, "surface"))
    {
      g_autofree float *inputs = NULL;

      choose_grid (self);
      inputs = studio_surface_make_inputs (&self->asked);
      studio_run_ask (self->run, inputs, self->preview->n_values, self->asked.n_columns * self->asked.n_rows, root,
                      answered, self);
    }
  else
    studio_run_ask (self->run, self->part->inputs, self->preview->n_values, self->part->n_shown, root, answered, self);
}

static gboolean
can_ask (StudioPanels *self)
{
  return self->preview != NULL && self->project != NULL && gtk_widget_get_mapped (GTK_WIDGET (self))
         && studio_run_can_answer (self->run);
}

static gboolean
is_due (gpointer data)
{
  StudioPanels *self = data;

  self->timer = 0;
  if (self->is_outdated && !self->has_asked && can_ask (self))
    ask (self);
  return G_SOURCE_REMOVE;
}

/* Runs after each batch of values, and after each answer if more values have arrived since the request. */
static void
ask_when_due (StudioPanels *self)
{
  const gint64 left = self->due_at - g_get_monotonic_time ();

  if (!self->is_outdated || self->has_asked || self->timer != 0 || !can_ask (self))
    return;
  if (left > 0)
    self->timer = g_timeout_add ((guint) (left / 1000) + 1, is_due, self);
  else
    ask (self);
}

static void
updated (StudioPanels *self)
{
  self->is_outdated = TRUE;
  ask_when_due (self);
}

/* Requests an answer immediately, because training has paused or another page is shown. */
static void
ask_now (StudioPanels *self)
{
  self->is_outdated = TRUE;
  if (can_ask (self))
    ask (self);
}

static void
page_changed (StudioPanels *self)
{
  if (self->run != NULL)
    ask_now (self);
}

static void
show_page (StudioPanels *self, GtkWidget *child, gboolean is_there)
{
  gtk_stack_page_set_visible (gtk_stack_get_page (self->pages, child), is_there);
}

static void
show_pages (StudioPanels *self, const RensaPreview *preview)
{
  const gboolean is_fit = studio_fit_takes (preview);

  show_page (self, self->frame, has_scatter (preview));
  show_page (self, GTK_WIDGET (self->confusion), has_confusion (preview));
  show_page (self, GTK_WIDGET (self->fit), is_fit);
  gtk_stack_page_set_title (gtk_stack_get_page (self->pages, self->frame),
                            preview->form == RENSA_PREVIEW_CURVE ? _ ("Curve") : _ ("Decision Boundary"));
  gtk_stack_set_visible_child_name (self->pages, has_scatter (preview) ? "surface" : is_fit ? "fit" : "confusion");
  gtk_widget_set_visible (self->switcher, has_scatter (preview) && (is_fit || has_confusion (preview)));
}

static void
show_data (StudioPanels *self)
{
  const RensaPreview *preview = self->preview;

  if (has_scatter (preview))
    {
      studio_data_scatter_show (self->scatter, self->preview, &self->preview->train);
      self->n_places = studio_data_scatter_get_surface (self->scatter)->n_columns;
    }
  if (has_confusion (preview))
    studio_confusion_set_examples (self->confusion, self->preview, self->part);
  if (studio_fit_takes (preview))
    studio_fit_set_examples (self->fit, self->preview, self->part);
  show_pages (self, preview);
}

/* The panels evaluate each example separately; a model that keeps state between examples would
 * answer without it. */
static gboolean
goes_on (StudioRun *run)
{
  g_autoptr (RensaAttrs) updater = rensa_document_get_attrs (studio_run_get_document (run), "updater", NULL);

  return updater != NULL && ((const RensaUpdaterClass *) rensa_attrs_get_component (updater))->keeps_state;
}

static void
loaded (StudioPanels *self)
{
  RensaPreview *preview = studio_preview_loader_get_preview (self->loader);

  g_clear_pointer (&self->preview, rensa_preview_unref);
  if (self->run != NULL && preview != NULL && is_fit (preview) && studio_run_takes_examples (self->run)
      && !goes_on (self->run))
    {
      self->preview = rensa_preview_ref (preview);
      self->part = preview->test.n_shown > 0 ? &preview->test : &preview->train;
      show_data (self);
      ask_now (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_AVAILABLE]);
}

static void
load (StudioPanels *self)
{
  if (self->run != NULL && self->project != NULL)
    studio_preview_loader_load (self->loader, studio_run_get_document (self->run),
                                studio_project_get_dataset_root (self->project), FALSE);
  loaded (self);
}

static void
leave_run (StudioPanels *self)
{
  if (self->run != NULL)
    studio_run_forget (self->run, self);
  g_clear_handle_id (&self->timer, g_source_remove);
  self->has_asked = FALSE;
  self->due_at = 0;
  self->n_answers = 0;
  g_clear_object (&self->run);
}

static void
set_run (StudioPanels *self, StudioRun *run)
{
  if (self->run == run)
    return;

  leave_run (self);
  g_set_object (&self->run, run);
  load (self);
}

static void
studio_panels_map (GtkWidget *widget)
{
  StudioPanels *self = STUDIO_PANELS (widget);

  GTK_WIDGET_CLASS (studio_panels_parent_class)->map (widget);
  if (self->is_outdated)
    ask_now (self);
}

static void
studio_panels_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StudioPanels *self = STUDIO_PANELS (object);

  if (id == PROP_PROJECT)
    g_value_set_object (value, self->project);
  else if (id == PROP_RUN)
    g_value_set_object (value, self->run);
  else
    g_value_set_boolean (value, id == PROP_IS_LARGE ? self->is_large : self->preview != NULL);
}

static void
picture_pressed (StudioPanels *self, int n_presses)
{
  if (n_presses == 2)
    g_object_set (self, "is-large", !self->is_large, NULL);
}

static void
studio_panels_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  StudioPanels *self = STUDIO_PANELS (object);

  if (id == PROP_RUN)
    {
      set_run (self, g_value_get_object (value));
      return;
    }
  if (id == PROP_IS_LARGE)
    {
      self->is_large = g_value_get_boolean (value);
      return;
    }
  g_set_object (&self->project, g_value_get_object (value));
  load (self);
}

static void
studio_panels_dispose (GObject *object)
{
  StudioPanels *self = STUDIO_PANELS (object);

  leave_run (self);
  g_clear_object (&self->project);
  g_clear_pointer (&self->preview, rensa_preview_unref);
  G_OBJECT_CLASS (studio_panels_parent_class)->dispose (object);
}

static void
studio_panels_class_init (StudioPanelsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_STATIC_STRINGS;

  object_class->get_property = studio_panels_get_property;
  object_class->set_property = studio_panels_set_property;
  object_class->dispose = studio_panels_dispose;
  widget_class->map = studio_panels_map;
  properties[PROP_PROJECT] =
      g_param_spec_object ("project", NULL, NULL, STUDIO_TYPE_PROJECT, G_PARAM_READWRITE | flags);
  properties[PROP_RUN] = g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, G_PARAM_READWRITE | flags);
  properties[PROP_IS_LARGE] = g_param_spec_boolean ("is-large", NULL, NULL, FALSE, G_PARAM_READWRITE | flags);
  properties[PROP_AVAILABLE] = g_param_spec_boolean ("available", NULL, NULL, FALSE, G_PARAM_READABLE | flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (STUDIO_TYPE_CONFUSION);
  g_type_ensure (STUDIO_TYPE_DATA_SCATTER);
  g_type_ensure (STUDIO_TYPE_FIT);
  g_type_ensure (STUDIO_TYPE_PREVIEW_LOADER);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-panels.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioPanels, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioPanels, switcher);
  gtk_widget_class_bind_template_child (widget_class, StudioPanels, moment);
  gtk_widget_class_bind_template_child (widget_class, StudioPanels, sentence);
  gtk_widget_class_bind_template_child (widget_class, StudioPanels, frame);
  gtk_widget_class_bind_template_child (widget_class, StudioPanels, scatter);
  gtk_widget_class_bind_template_child (widget_class, StudioPanels, confusion);
  gtk_widget_class_bind_template_child (widget_class, StudioPanels, fit);
  gtk_widget_class_bind_template_callback (widget_class, page_changed);
  gtk_widget_class_bind_template_callback (widget_class, picture_pressed);
  gtk_widget_class_bind_template_child (widget_class, StudioPanels, loader);
  gtk_widget_class_bind_template_callback (widget_class, loaded);
  gtk_widget_class_bind_template_callback (widget_class, updated);
  gtk_widget_class_bind_template_callback (widget_class, ask_now);
  studio_watch_keep (widget_class, "points_watch");
  studio_watch_keep (widget_class, "state_watch");
}

static void
studio_panels_init (StudioPanels *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
