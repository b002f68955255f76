/* studio-verdict.c: verdict on a finished run.
 * SPDX-License-Identifier: MIT */

#include "studio-verdict.h"

#include <glib/gi18n.h>

#include "rensa-advice.h"
#include "rensa-run-model.h"
#include "studio-run.h"
#include "studio-watch.h"

struct _StudioVerdict
{
  AdwBin parent_instance;

  GtkRevealer *revealer;
  GtkWidget *box;
  GtkImage *icon;
  GtkLabel *label;
  GtkButton *button;
  StudioRun *run;
};

G_DEFINE_FINAL_TYPE (StudioVerdict, studio_verdict, ADW_TYPE_BIN)

enum
{
  PROP_RUN = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* A window action, with the name of the advice as its target if it takes one. */
static const struct
{
  const char *label;
  const char *action;
  gboolean is_change;
} buttons[RENSA_N_ADVICES] = {
  [RENSA_ADVICE_TRAIN_ON] = { N_ ("Continue Training"), "run.train-on", FALSE },
  [RENSA_ADVICE_USE_BEST] = { N_ ("Use Best Model"), "win.use-best", FALSE },
  [RENSA_ADVICE_NORMALIZE] = { N_ ("Normalize"), "win.follow-advice", TRUE },
  [RENSA_ADVICE_LOWER_RATE] = { N_ ("Lower Learning Rate"), "win.follow-advice", TRUE },
  [RENSA_ADVICE_RAISE_RATE] = { N_ ("Raise Learning Rate"), "win.follow-advice", TRUE },
};

/* The button resumes a stopped run, and trains a finished run longer. */
static void
update_button (StudioVerdict *self, RensaRun *record)
{
  const RensaAdvice advice = rensa_advice_from_name (rensa_run_get_advice (record));
  const gboolean resumes = advice == RENSA_ADVICE_TRAIN_ON && studio_run_can_continue (record);
  g_autofree char *longer = studio_run_describe_longer (record, studio_run_get_document (self->run));
  const char *label = advice == RENSA_ADVICE_TRAIN_ON && longer != NULL ? longer : _ (buttons[advice].label);

  gtk_widget_set_visible (GTK_WIDGET (self->button), advice != RENSA_ADVICE_NONE);
  if (advice == RENSA_ADVICE_NONE)
    return;
  gtk_button_set_label (self->button, resumes ? _ ("Resume") : label);
  gtk_actionable_set_action_target_value (
      GTK_ACTIONABLE (self->button),
      buttons[advice].is_change ? g_variant_new_string (rensa_advice_get_name (advice)) : NULL);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), resumes ? "run.resume" : buttons[advice].action);
}

static void
update (StudioVerdict *self)
{
  RensaRun *record = self->run != NULL ? studio_run_get_record (self->run) : NULL;
  const gboolean is_over = self->run != NULL && !studio_run_is_live (self->run);
  g_autofree char *sentence = is_over ? rensa_run_dup_verdict (record) : NULL;
  const gboolean is_failure = sentence != NULL && rensa_run_get_state (record) == RENSA_RUN_FAILED;

  if (sentence != NULL)
    {
      gtk_label_set_label (self->label, sentence);
      gtk_image_set_from_icon_name (self->icon, is_failure ? "dialog-error-symbolic" : "dialog-information-symbolic");
      gtk_widget_set_css_classes (self->box,
                                  (const char *[]){ is_failure ? "training-failure" : "training-verdict", NULL });
      update_button (self, record);
    }
  gtk_revealer_set_reveal_child (self->revealer, sentence != NULL);
}

/* For the template. */
static RensaRun *
get_record (StudioVerdict *self, StudioRun *run)
{
  return run != NULL ? g_object_ref (studio_run_get_record (run)) : NULL;
}

static void
studio_verdict_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_object (value, STUDIO_VERDICT (object)->run);
}

static void
studio_verdict_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  g_set_object (&STUDIO_VERDICT (object)->run, g_value_get_object (value));
}

static void
studio_verdict_dispose (GObject *object)
{
  g_clear_object (&STUDIO_VERDICT (object)->run);
  G_OBJECT_CLASS (studio_verdict_parent_class)->dispose (object);
}

static void
studio_verdict_class_init (StudioVerdictClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = studio_verdict_get_property;
  object_class->set_property = studio_verdict_set_property;
  object_class->dispose = studio_verdict_dispose;
  properties[PROP_RUN] =
      g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-verdict.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioVerdict, revealer);
  gtk_widget_class_bind_template_child (widget_class, StudioVerdict, box);
  gtk_widget_class_bind_template_child (widget_class, StudioVerdict, icon);
  gtk_widget_class_bind_template_child (widget_class, StudioVerdict, label);
  gtk_widget_class_bind_template_child (widget_class, StudioVerdict, button);
  gtk_widget_class_bind_template_callback (widget_class, get_record);
  gtk_widget_class_bind_template_callback (widget_class, update);
  studio_watch_keep (widget_class, "run_watch");
  studio_watch_keep (widget_class, "record_watch");
}

static void
studio_verdict_init (StudioVerdict *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
