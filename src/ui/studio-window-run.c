/* studio-window-run.c: starts and controls training.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "studio-try-dialog.h"
#include "studio-window-private.h"
#include "studio-watch.h"
#include "studio-step.h"

gboolean
studio_window_is_training (StudioWindow *self)
{
  return self->run != NULL && studio_run_is_live (self->run);
}

static gboolean
is_paused (StudioWindow *self)
{
  return self->run != NULL && studio_run_is_paused (self->run);
}

gboolean
studio_window_has_model (StudioWindow *self)
{
  g_autofree char *path =
      self->run != NULL ? studio_window_get_model_path (self->store, studio_run_get_record (self->run)) : NULL;

  return path != NULL && g_file_test (path, G_FILE_TEST_EXISTS);
}

/* TRUE if the shown run ended early. */
static gboolean
can_continue (StudioWindow *self)
{
  return self->run != NULL && self->project != NULL && !studio_run_is_live (self->run)
         && !rensa_store_is_read_only (self->store) && studio_run_can_continue (studio_run_get_record (self->run));
}

/* TRUE if the shown run has finished and can be trained longer. */
static gboolean
can_train_longer (StudioWindow *self)
{
  g_autofree char *longer = NULL;

  if (self->run == NULL || self->project == NULL || studio_run_is_live (self->run)
      || rensa_store_is_read_only (self->store))
    return FALSE;
  longer = studio_run_describe_longer (studio_run_get_record (self->run), studio_run_get_document (self->run));
  return longer != NULL;
}

static void
enable (StudioWindow *self, const char *name, gboolean is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->run_actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

void
studio_window_update_run_actions (StudioWindow *self)
{
  const gboolean is_training = studio_window_is_training (self);
  const gboolean can_start =
      self->project != NULL && self->store != NULL && !is_training && self->start == STUDIO_START_NOT;
  const gboolean can_train_on = can_start && can_train_longer (self);

  enable (self, "start", can_start);
  enable (self, "pause", is_training && !is_paused (self));
  enable (self, "resume", is_paused (self) || (can_start && can_continue (self)));
  enable (self, "toggle-pause", is_training || (can_start && can_continue (self)));
  enable (self, "train-on", can_train_on);
  enable (self, "step", is_paused (self) || can_train_on || (can_start && (self->run == NULL || can_continue (self))));
  enable (self, "stop", is_training);
  enable (self, "snapshot", is_training);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.try", studio_window_has_model (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.load-weights", self->project != NULL);
}

void
studio_window_run_changed (StudioWindow *self)
{
  if (self->awaits_end && !studio_window_is_training (self))
    {
      self->awaits_end = FALSE;
      studio_window_run_ended (self);
    }
  studio_window_update_run_actions (self);
  if (!self->is_closing || studio_window_is_training (self))
    return;

  self->is_closing = FALSE;
  gtk_window_close (GTK_WINDOW (self));
}

void
studio_window_drop_run (StudioWindow *self)
{
  studio_source_clear (&self->run, self);
}

void
studio_window_set_run (StudioWindow *self, StudioRun *run)
{
  studio_window_drop_run (self);
  self->run = g_object_ref (run);
  self->awaits_end = studio_run_is_live (run);
  g_signal_connect_swapped (run, "notice", G_CALLBACK (studio_window_toast), self);
  g_object_notify (G_OBJECT (self), "run");
  studio_window_update_run_actions (self);
}

void
studio_window_take_run (StudioWindow *self, StudioRun *run, const char *heading, GError *error)
{
  g_autoptr (StudioRun) taken G_GNUC_UNUSED = run;

  if (taken == NULL)
    {
      studio_window_tell (self, heading, error->message);
      return;
    }
  studio_window_set_run (self, taken);
  studio_window_show_page (self, "training");
}

/* Starting */

/* If not trainable, reports the first problem and shows its location. */
static gboolean
is_trainable (StudioWindow *self)
{
  RensaAnalysis *analysis = studio_project_get_analysis (self->project);
  const RensaProblem *problem;

  if (rensa_analysis_is_trainable (analysis))
    return TRUE;

  problem = rensa_analysis_get_problem (analysis, 0);
  studio_window_toast (self, problem->sentence);
  if (problem->node != NULL)
    studio_window_show_page (self, "model");
  else
    studio_window_show_setting (self, problem->place);
  return FALSE;
}

static void
start_now (StudioWindow *self, gboolean stepping)
{
  g_autoptr (GError) error = NULL;
  StudioRun *run;

  if (!is_trainable (self))
    return;

  run = studio_run_start (self->store, studio_project_get_document (self->project), self->parent,
                          studio_project_get_dataset_root (self->project), stepping, &error);
  if (run != NULL && stepping)
    studio_run_step (run);
  studio_window_take_run (self, run, _ ("Training Could Not Start"), error);
}

/* Waits for the analysis without blocking, because data may take long to read. */
static void
start (StudioWindow *self, StudioStart how)
{
  studio_project_settle (self->project);
  self->start = how;
  if (studio_project_is_analysed (self->project))
    studio_window_project_analysed (self);
  else
    studio_window_update_run_actions (self);
}

void
studio_window_project_analysed (StudioWindow *self)
{
  const StudioStart how = self->start;

  if (how == STUDIO_START_NOT || !studio_project_is_analysed (self->project))
    return;

  self->start = STUDIO_START_NOT;
  studio_window_update_run_actions (self);
  start_now (self, how == STUDIO_START_STEPPING);
}

/* Actions */

static void
start_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  start (data, STUDIO_START_RUNNING);
}

static void
pause_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  studio_run_pause (STUDIO_WINDOW (data)->run);
}

static void
resume (StudioWindow *self)
{
  if (studio_window_is_training (self))
    studio_run_resume (self->run);
  else
    studio_window_continue_run (self, studio_run_get_record (self->run), FALSE);
}

static void
resume_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  resume (data);
}

static void
train_on_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  StudioWindow *self = data;

  studio_window_continue_run (self, studio_run_get_record (self->run), FALSE);
}

static void
toggle_pause_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  StudioWindow *self = data;

  if (studio_window_is_training (self) && !is_paused (self))
    studio_run_pause (self->run);
  else
    resume (self);
}

/* Steps the shown run; starts a new run only if there is none to step. */
static void
step_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  StudioWindow *self = data;

  if (studio_window_is_training (self))
    studio_run_step (self->run);
  else if (can_continue (self) || can_train_longer (self))
    studio_window_continue_run (self, studio_run_get_record (self->run), TRUE);
  else
    start (self, STUDIO_START_STEPPING);
}

static void
stop_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  studio_run_stop (STUDIO_WINDOW (data)->run);
}

static void
snapshot_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  studio_run_take_snapshot (STUDIO_WINDOW (data)->run);
}

void
studio_window_add_run_group (StudioWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "start", .activate = start_activated },
    { .name = "pause", .activate = pause_activated },
    { .name = "resume", .activate = resume_activated },
    { .name = "train-on", .activate = train_on_activated },
    { .name = "toggle-pause", .activate = toggle_pause_activated },
    { .name = "step", .activate = step_activated },
    { .name = "stop", .activate = stop_activated },
    { .name = "snapshot", .activate = snapshot_activated },
  };

  self->run_actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->run_actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "run", G_ACTION_GROUP (self->run_actions));
}

static void
show_try_dialog (StudioWindow *self)
{
  if (self->try_dialog == NULL)
    g_set_weak_pointer (
        &self->try_dialog,
        studio_try_dialog_new (self->run, studio_project_get_dataset_root (self->project), GTK_WINDOW (self)));
  gtk_window_present (GTK_WINDOW (self->try_dialog));
}

void
studio_window_try_picture (StudioWindow *self, GFile *picture)
{
  show_try_dialog (self);
  studio_try_example_open_picture (studio_try_dialog_get_example (STUDIO_TRY_DIALOG (self->try_dialog)), picture);
}

static void
try_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_try_dialog (STUDIO_WINDOW (widget));
}

void
studio_window_install_run_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.try", NULL, try_activated);
}
