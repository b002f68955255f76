/* studio-window-store.c: actions on stored runs.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "rensa-run-model.h"
#include "studio-window-private.h"

#define MODEL_NAME "model.npz"

/* Shows a message and returns NULL if the run no longer exists. */
static RensaRun *
find_record (StudioWindow *self, GVariant *parameter)
{
  RensaRun *record = rensa_store_find_run (self->store, g_variant_get_string (parameter, NULL));

  if (record == NULL)
    studio_window_toast (self, _ ("This run no longer exists."));
  return record;
}

char *
studio_window_get_model_path (RensaStore *store, RensaRun *record)
{
  g_autofree char *folder = rensa_store_get_run_folder (store, record);

  return g_build_filename (folder, MODEL_NAME, NULL);
}

/* A run that is already shown keeps its object, which may be live. */
static gboolean
is_shown (StudioWindow *self, RensaRun *record)
{
  return self->run != NULL && studio_run_get_record (self->run) == record;
}

static gboolean
refuse_while_training (StudioWindow *self)
{
  const gboolean is_training = studio_window_is_training (self);

  if (is_training)
    studio_window_toast (self, _ ("A run is training in this window. Stop it first."));
  return is_training;
}

static void
open_run_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  RensaRun *record = find_record (self, parameter);
  g_autoptr (GError) error = NULL;
  StudioRun *run;

  if (record == NULL)
    return;
  if (is_shown (self, record))
    {
      studio_window_show_page (self, "training");
      return;
    }
  if (refuse_while_training (self))
    return;
  run = studio_run_open (self->store, record, &error);
  studio_window_take_run (self, run, _ ("This Run Cannot Be Shown"), error);
}

static void
go_on (StudioWindow *self, RensaRun *record, gboolean stepping)
{
  g_autoptr (GError) error = NULL;
  StudioRun *run =
      studio_run_continue (self->store, record, studio_project_get_dataset_root (self->project), stepping, &error);

  if (run != NULL && stepping)
    studio_run_step (run);
  studio_window_take_run (self, run, _ ("This Run Cannot Be Resumed"), error);
}

static void
begin_again_answered (AdwMessageDialog *dialog, const char *response, StudioWindow *self)
{
  if (g_str_equal (response, "resume"))
    go_on (self, g_object_get_data (G_OBJECT (dialog), "record"),
           GPOINTER_TO_INT (g_object_get_data (G_OBJECT (dialog), "stepping")));
}

/* If the run has no snapshot, its values are lost when it is resumed. */
static void
ask_to_begin_again (StudioWindow *self, RensaRun *record, gboolean stepping)
{
  const gint64 n = rensa_run_get_iteration (record);
  g_autofree char *sentence = g_strdup_printf (
      ngettext ("This run has no snapshot yet. It restarts from the beginning, and the values reported in %lld "
                "iteration are deleted.",
                "This run has no snapshot yet. It restarts from the beginning, and the values reported in %lld "
                "iterations are deleted.",
                (gulong) n),
      (long long) n);
  AdwMessageDialog *dialog = studio_window_ask (self, _ ("Resume From Iteration 0?"), sentence, _ ("_Cancel"),
                                                G_CALLBACK (begin_again_answered));

  g_object_set_data_full (G_OBJECT (dialog), "record", g_object_ref (record), g_object_unref);
  g_object_set_data (G_OBJECT (dialog), "stepping", GINT_TO_POINTER (stepping));
  adw_message_dialog_add_response (dialog, "resume", _ ("_Resume"));
  adw_message_dialog_set_response_appearance (dialog, "resume", ADW_RESPONSE_DESTRUCTIVE);
}

void
studio_window_continue_run (StudioWindow *self, RensaRun *record, gboolean stepping)
{
  g_autoptr (GPtrArray) artifacts = NULL;

  if (refuse_while_training (self))
    return;
  artifacts = rensa_store_load_artifacts (self->store, record, NULL);
  if (artifacts != NULL && rensa_run_find_snapshot (artifacts) == NULL && rensa_run_get_iteration (record) > 0
      && !rensa_run_is_active (record))
    ask_to_begin_again (self, record, stepping);
  else
    go_on (self, record, stepping);
}

static void
continue_run_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  RensaRun *record = find_record (self, parameter);

  if (record != NULL)
    studio_window_continue_run (self, record, FALSE);
}

static void
open_run_document_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  RensaRun *record = find_record (self, parameter);
  g_autoptr (GError) error = NULL;
  RensaDocument *document;
  StudioWindow *window;

  if (record == NULL)
    return;
  document = rensa_run_load_document (self->store, record, &error);
  if (document == NULL)
    {
      studio_window_tell (self, _ ("This Project Cannot Be Opened"), error->message);
      return;
    }
  window = studio_window_require_free (self);
  studio_window_take_document (window, document, NULL);
  window->parent = g_strdup (rensa_run_get_uuid (record));
}

void
studio_window_export_npz (StudioWindow *self, GFile *file)
{
  g_autoptr (GFile) source = g_file_new_for_path (self->intent.file);
  g_autoptr (GError) error = NULL;

  if (g_file_copy (source, file, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error))
    studio_window_toast (self, _ ("Parameters exported."));
  else
    studio_window_tell (self, _ ("Parameters Not Exported"), error->message);
}

static void
export_place_chosen (StudioWindow *self, GFile *file)
{
  if (file != NULL)
    studio_window_export_npz (self, file);
}

static void
export_npz_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  RensaRun *record = find_record (self, parameter);
  GtkFileChooserNative *chooser;

  if (record == NULL)
    return;

  g_free (self->intent.file);
  self->intent.file = studio_window_get_model_path (self->store, record);
  if (!g_file_test (self->intent.file, G_FILE_TEST_EXISTS))
    {
      studio_window_toast (self, _ ("This run has no trained parameters yet. Pause or stop it first."));
      return;
    }

  chooser = gtk_file_chooser_native_new (_ ("Export NPZ"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                         _ ("_Export"), _ ("_Cancel"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), MODEL_NAME);
  studio_window_choose_file (self, chooser, export_place_chosen);
}

void
studio_window_update_store_actions (StudioWindow *self)
{
  static const char *const names[] = { "win.open-run", "win.continue-run", "win.open-run-document", "win.export-npz" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), names[i], self->project != NULL && self->store != NULL);
}

void
studio_window_install_store_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open-run", "s", open_run_activated);
  gtk_widget_class_install_action (widget_class, "win.continue-run", "s", continue_run_activated);
  gtk_widget_class_install_action (widget_class, "win.open-run-document", "s", open_run_document_activated);
  gtk_widget_class_install_action (widget_class, "win.export-npz", "s", export_npz_activated);
}
