/* studio-window-extract.c: creates a project from one trained model of a step.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "rensa-extract.h"
#include "rensa-modes.h"
#include "rensa-run-model.h"
#include "studio-window-private.h"

/* Data for the thread, owned because the window may be closed meanwhile. */
typedef struct
{
  RensaDocument *document;
  char *dataset_root;
  char *weights;
  char *name;
  char *folder;
} Extraction;

static void
extraction_free (gpointer data)
{
  Extraction *self = data;

  g_clear_pointer (&self->document, rensa_document_unref);
  g_free (self->dataset_root);
  g_free (self->weights);
  g_free (self->name);
  g_free (self->folder);
  g_free (self);
}

static void
extract (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const Extraction *self = data;
  GError *error = NULL;
  char *path =
      rensa_extract_model (self->document, self->dataset_root, self->weights, self->name, self->folder, &error);

  if (path != NULL)
    g_task_return_pointer (task, path, g_free);
  else
    g_task_return_error (task, error);
}

static void
extracted (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioWindow *self = STUDIO_WINDOW (object);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_task_propagate_pointer (G_TASK (result), &error);
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;

  if (file != NULL)
    studio_window_open (self, file);
  else
    studio_window_tell (self, _ ("Model Not Extracted"), error->message);
}

/* Uses the run's own document, because the project may have changed since. */
void
studio_window_extract (StudioWindow *self, const char *name, GFile *folder)
{
  RensaRun *record = studio_run_get_record (self->run);
  g_autoptr (GTask) task = g_task_new (self, NULL, extracted, NULL);
  Extraction *extraction = g_new0 (Extraction, 1);
  GError *error = NULL;

  extraction->document = rensa_run_load_document (self->store, record, &error);
  extraction->dataset_root = g_strdup (studio_project_get_dataset_root (self->project));
  extraction->weights = studio_window_get_model_path (self->store, record);
  extraction->name = g_strdup (name);
  extraction->folder = g_file_get_path (folder);
  g_task_set_task_data (task, extraction, extraction_free);
  if (extraction->document != NULL)
    g_task_run_in_thread (task, extract);
  else
    g_task_return_error (task, error);
}

static void
place_chosen (StudioWindow *self, GFile *file)
{
  if (file != NULL && g_file_peek_path (file) != NULL && studio_window_has_model (self))
    studio_window_extract (self, self->intent.file, file);
}

static void
extract_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  GtkFileChooserNative *chooser;

  if (!studio_window_has_model (self))
    {
      studio_window_toast (self, _ ("There is no trained model to extract yet. Train the project first."));
      return;
    }
  g_free (self->intent.file);
  self->intent.file = g_variant_dup_string (parameter, NULL);
  chooser = gtk_file_chooser_native_new (_ ("Extract to Folder"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                         _ ("_Save"), _ ("_Cancel"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), self->intent.file);
  studio_window_choose_file (self, chooser, place_chosen);
}

void
studio_window_install_extract_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.extract", "s", extract_activated);
}
