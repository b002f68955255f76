/* studio-training-page.c: settings, controls, curves and the log of a run.
 * SPDX-License-Identifier: MIT */

#include "studio-training-page.h"

#include <glib/gi18n.h>

#include "studio-log-table.h"
#include "studio-memory-gauge.h"
#include "studio-panels.h"
#include "studio-panes.h"
#include "studio-previews.h"
#include "studio-project.h"
#include "studio-run.h"
#include "studio-source.h"
#include "studio-training-plots.h"
#include "studio-training-settings.h"
#include "rensa-run-model.h"
#include "studio-verdict.h"

struct _StudioTrainingPage
{
  AdwBin parent_instance;
  StudioProject *project;
  StudioRun *run;
  GtkToggleButton *sidebar_button;
  StudioTrainingSettings *settings;
  GtkStack *pause_stack;
  GtkButton *longer_button;
  GtkWidget *step_button;
  GtkProgressBar *progress;
  GtkLabel *progress_label;
  GtkLabel *rate_label;
  GtkLabel *run_label;
  GtkRevealer *failure;
  GtkLabel *failure_label;
};

enum
{
  PROP_PROJECT = 1,
  PROP_RUN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioTrainingPage, studio_training_page, ADW_TYPE_BIN)

/* For the template. */
static gboolean
is_any (gpointer self, gboolean one, gboolean other)
{
  return one || other;
}

/* Hidden if there is a verdict, which also gives the reason. */
static void
update_failure (StudioTrainingPage *self)
{
  g_autofree char *verdict = self->run != NULL ? rensa_run_dup_verdict (studio_run_get_record (self->run)) : NULL;
  const gboolean is_shown = self->run != NULL && verdict == NULL;
  const char *sentence = is_shown ? studio_run_get_error (self->run) : NULL;

  gtk_label_set_label (self->failure_label, sentence != NULL ? sentence : "");
  gtk_revealer_set_reveal_child (self->failure, sentence != NULL);
}

/* Describes the target of Step: the shown run, or a new one if there is none. */
static const char *
describe_step (StudioTrainingPage *self, gboolean can_go_on, gboolean can_train_longer)
{
  if (self->run == NULL)
    return _ ("Step (New Run): one iteration, then pause (F7)");
  if (studio_run_is_live (self->run))
    return _ ("One iteration, then pause (F7)");
  if (can_go_on)
    return _ ("Resume this run for one iteration, then pause (F7)");
  return can_train_longer ? _ ("Continue training this run for one iteration, then pause (F7)")
                          : _ ("This run is complete. Choose Train to start a new one.");
}

/* Selects the action of the first button: pause, resume (also a stopped run), or train a finished
 * run longer. */
static void
update_buttons (StudioTrainingPage *self)
{
  gboolean can_go_on = FALSE;
  g_autofree char *longer = NULL;

  if (self->run != NULL && studio_run_is_live (self->run))
    can_go_on = studio_run_is_paused (self->run);
  else if (self->run != NULL)
    can_go_on = studio_run_can_continue (studio_run_get_record (self->run));
  if (self->run != NULL && !studio_run_is_live (self->run))
    longer = studio_run_describe_longer (studio_run_get_record (self->run), studio_run_get_document (self->run));
  if (longer != NULL)
    gtk_button_set_label (self->longer_button, longer);
  gtk_stack_set_visible_child_name (self->pause_stack, longer != NULL ? "longer" : can_go_on ? "resume" : "pause");
  gtk_widget_set_tooltip_text (self->step_button, describe_step (self, can_go_on, longer != NULL));
}

static void
update_progress (StudioTrainingPage *self)
{
  g_autofree char *progress = NULL;
  g_autofree char *rate = NULL;
  double fraction = 0;

  if (self->run != NULL)
    g_object_get (self->run, "progress-text", &progress, "rate-text", &rate, "fraction", &fraction, NULL);
  gtk_label_set_label (self->progress_label, progress != NULL ? progress : "");
  gtk_label_set_label (self->rate_label, rate != NULL ? rate : "");
  gtk_widget_set_visible (GTK_WIDGET (self->progress), self->run != NULL);
  /* If the stop trigger has no known length, shows only that training is active. */
  if (fraction >= 0)
    gtk_progress_bar_set_fraction (self->progress, fraction);
  else if (studio_run_is_live (self->run))
    gtk_progress_bar_pulse (self->progress);
  else
    gtk_progress_bar_set_fraction (self->progress, 0);
}

static void
update_all (StudioTrainingPage *self)
{
  g_autofree char *title = NULL;

  if (self->run != NULL)
    g_object_get (self->run, "title", &title, NULL);
  gtk_label_set_label (self->run_label, title != NULL ? title : _ ("No run yet"));
  update_buttons (self);
  update_progress (self);
  update_failure (self);
}

static void
set_run (StudioTrainingPage *self, StudioRun *run)
{
  if (self->run != NULL)
    g_signal_handlers_disconnect_by_data (self->run, self);
  if (run != NULL)
    {
      g_signal_connect_swapped (run, "notify::fraction", G_CALLBACK (update_progress), self);
      g_signal_connect_swapped (run, "notify::state", G_CALLBACK (update_all), self);
      g_signal_connect_swapped (run, "notify::is-paused", G_CALLBACK (update_buttons), self);
      g_signal_connect_swapped (run, "notify::is-live", G_CALLBACK (update_all), self);
    }
  g_set_object (&self->run, run);
  update_all (self);
}

void
studio_training_page_show_setting (StudioTrainingPage *self, const char *place)
{
  gtk_toggle_button_set_active (self->sidebar_button, TRUE);
  studio_training_settings_show_setting (self->settings, place);
}

static void
studio_training_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StudioTrainingPage *self = STUDIO_TRAINING_PAGE (object);

  if (id == PROP_PROJECT)
    g_value_set_object (value, self->project);
  else
    g_value_set_object (value, self->run);
}

static void
studio_training_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  StudioTrainingPage *self = STUDIO_TRAINING_PAGE (object);

  if (id == PROP_PROJECT)
    g_set_object (&self->project, g_value_get_object (value));
  else
    set_run (self, g_value_get_object (value));
}

static void
studio_training_page_dispose (GObject *object)
{
  StudioTrainingPage *self = STUDIO_TRAINING_PAGE (object);

  studio_source_clear (&self->run, self);
  g_clear_object (&self->project);
  G_OBJECT_CLASS (studio_training_page_parent_class)->dispose (object);
}

static void
studio_training_page_class_init (StudioTrainingPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = studio_training_page_get_property;
  object_class->set_property = studio_training_page_set_property;
  object_class->dispose = studio_training_page_dispose;
  properties[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, STUDIO_TYPE_PROJECT, flags);
  properties[PROP_RUN] = g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (STUDIO_TYPE_LOG_TABLE);
  g_type_ensure (STUDIO_TYPE_MEMORY_GAUGE);
  g_type_ensure (STUDIO_TYPE_PANES);
  g_type_ensure (STUDIO_TYPE_PANELS);
  g_type_ensure (STUDIO_TYPE_PREVIEWS);
  g_type_ensure (STUDIO_TYPE_TRAINING_PLOTS);
  g_type_ensure (STUDIO_TYPE_TRAINING_SETTINGS);
  g_type_ensure (STUDIO_TYPE_VERDICT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-training-page.ui");
  gtk_widget_class_bind_template_callback (widget_class, is_any);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, sidebar_button);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, settings);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, pause_stack);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, longer_button);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, step_button);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, progress);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, progress_label);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, rate_label);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, run_label);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, failure);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, failure_label);
}

static void
studio_training_page_init (StudioTrainingPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  update_all (self);
}
