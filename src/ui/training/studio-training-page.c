/* studio-training-page.c: settings, controls, curves and the log of a run.
 * SPDX-License-Identifier: MIT */

#include "studio-training-page.h"

#include <glib/gi18n.h>

#include "rensa-run-model.h"
#include "studio-closures.h"
#include "studio-log-table.h"
#include "studio-memory-gauge.h"
#include "studio-panels.h"
#include "studio-panes.h"
#include "studio-previews.h"
#include "studio-project.h"
#include "studio-run.h"
#include "studio-training-plots.h"
#include "studio-training-settings.h"
#include "studio-verdict.h"
#include "studio-watch.h"

struct _StudioTrainingPage
{
  AdwBin parent_instance;
  StudioProject *project;
  StudioRun *run;
  GtkToggleButton *sidebar_button;
  StudioTrainingSettings *settings;
  GtkProgressBar *progress;
};

enum
{
  PROP_PROJECT = 1,
  PROP_RUN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioTrainingPage, studio_training_page, ADW_TYPE_BIN)

/* Closures of the template, up to update_progress (). */
static char *
make_title (StudioTrainingPage *self, StudioRun *run)
{
  char *title = NULL;

  if (run != NULL)
    g_object_get (run, "title", &title, NULL);
  return title != NULL ? title : g_strdup (_ ("No run yet"));
}

/* Hidden if there is a verdict, which also gives the reason. */
static char *
make_failure (StudioTrainingPage *self, StudioRun *run)
{
  g_autofree char *verdict = run != NULL ? rensa_run_dup_verdict (studio_run_get_record (run)) : NULL;

  return g_strdup (run != NULL && verdict == NULL ? studio_run_get_error (run) : NULL);
}

static char *
make_longer (StudioTrainingPage *self, StudioRun *run)
{
  if (run == NULL || studio_run_is_live (run))
    return NULL;
  return studio_run_describe_longer (studio_run_get_record (run), studio_run_get_document (run));
}

static gboolean
can_go_on (StudioRun *run)
{
  if (run == NULL)
    return FALSE;
  return studio_run_is_live (run) ? studio_run_is_paused (run) : studio_run_can_continue (studio_run_get_record (run));
}

/* Describes the target of Step: the shown run, or a new one if there is none. */
static char *
describe_step (StudioTrainingPage *self, StudioRun *run, const char *longer)
{
  if (run == NULL)
    return g_strdup (_ ("Step (New Run): one iteration, then pause (F7)"));
  if (studio_run_is_live (run))
    return g_strdup (_ ("One iteration, then pause (F7)"));
  if (can_go_on (run))
    return g_strdup (_ ("Resume this run for one iteration, then pause (F7)"));
  return g_strdup (longer != NULL ? _ ("Continue training this run for one iteration, then pause (F7)")
                                  : _ ("This run is complete. Choose Train to start a new one."));
}

/* Selects the action of the first button: pause, resume (also a stopped run), or train a finished
 * run longer. */
static char *
find_action (StudioTrainingPage *self, StudioRun *run, const char *longer)
{
  return g_strdup (longer != NULL ? "longer" : can_go_on (run) ? "resume" : "pause");
}

static void
update_progress (StudioTrainingPage *self)
{
  double fraction = 0;

  if (self->run != NULL)
    g_object_get (self->run, "fraction", &fraction, NULL);
  /* If the stop trigger has no known length, shows only that training is active. */
  if (fraction >= 0)
    gtk_progress_bar_set_fraction (self->progress, fraction);
  else if (studio_run_is_live (self->run))
    gtk_progress_bar_pulse (self->progress);
  else
    gtk_progress_bar_set_fraction (self->progress, 0);
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
    g_set_object (&self->run, g_value_get_object (value));
}

static void
studio_training_page_dispose (GObject *object)
{
  StudioTrainingPage *self = STUDIO_TRAINING_PAGE (object);

  g_clear_object (&self->run);
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
  studio_closures_bind (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, make_title);
  gtk_widget_class_bind_template_callback (widget_class, make_failure);
  gtk_widget_class_bind_template_callback (widget_class, make_longer);
  gtk_widget_class_bind_template_callback (widget_class, describe_step);
  gtk_widget_class_bind_template_callback (widget_class, find_action);
  gtk_widget_class_bind_template_callback (widget_class, update_progress);
  studio_watch_keep (widget_class, "run_watch");
  studio_watch_keep (widget_class, "progress_watch");
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, sidebar_button);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, settings);
  gtk_widget_class_bind_template_child (widget_class, StudioTrainingPage, progress);
}

static void
studio_training_page_init (StudioTrainingPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
