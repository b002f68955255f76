/* studio-window-verdict.c: applies the advice of a verdict.
 * SPDX-License-Identifier: MIT */

#include <gio/gio.h>
#include <glib/gi18n.h>

#include "rensa-advice.h"
#include "rensa-best-model.h"
#include "studio-window-private.h"

/* The change can be undone and applies to the next run. */
static void
follow_advice_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  if (self->project == NULL)
    return;
  studio_project_settle (self->project);
  document = studio_project_begin (self->project);
  if (!rensa_advice_apply (rensa_advice_from_name (g_variant_get_string (parameter, NULL)), document, &error))
    {
      studio_window_toast (self, error->message);
      return;
    }
  studio_project_commit (self->project, document, _ ("Follow the Advice"), NULL);
  studio_window_toast (self, _ ("The project has been changed. Choose Train to start a new run."));
}

/* Does not affect resuming, which still continues from the last snapshot. */
static void
use_best_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  RensaRun *record = self->run != NULL ? studio_run_get_record (self->run) : NULL;
  g_autofree char *folder = record != NULL ? rensa_store_get_run_folder (self->store, record) : NULL;
  g_autofree char *model = record != NULL ? studio_window_get_model_path (self->store, record) : NULL;
  g_autofree char *best = folder != NULL ? g_build_filename (folder, RENSA_BEST_MODEL_NAME, NULL) : NULL;
  g_autoptr (GFile) from = best != NULL ? g_file_new_for_path (best) : NULL;
  g_autoptr (GFile) to = model != NULL ? g_file_new_for_path (model) : NULL;
  g_autoptr (GError) error = NULL;
  StudioRun *run;

  if (from == NULL || to == NULL || studio_window_is_training (self))
    return;
  if (!g_file_copy (from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error))
    {
      studio_window_toast (self, error->message);
      return;
    }
  run = studio_run_open (self->store, record, &error);
  studio_window_take_run (self, run, _ ("This Run Cannot Be Shown"), error);
  studio_window_toast (self, _ ("Try It and the exports now use the best model of this run."));
}

void
studio_window_install_verdict_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.follow-advice", "s", follow_advice_activated);
  gtk_widget_class_install_action (widget_class, "win.use-best", NULL, use_best_activated);
}
