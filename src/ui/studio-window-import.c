/* studio-window-import.c: creates projects from models of other programs.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>
#include <string.h>

#include "rensa-file.h"
#include "rensa-importer.h"
#include "rensa-modes.h"
#include "studio-window-private.h"

#define SUFFIX ".rensa"
/* Maximum number of notes shown for a model. */
#define MOST_NOTES 12

/* Reading and writing of large files, in threads */

static void
imported_free (gpointer imported)
{
  rensa_imported_free (imported);
}

static void
read_model (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  GError *error = NULL;
  RensaImported *imported = rensa_import (data, &error);

  if (imported != NULL)
    g_task_return_pointer (task, imported, imported_free);
  else
    g_task_return_error (task, error);
}

typedef struct
{
  RensaImported *imported;
  char *path;
  gboolean overwrites;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  rensa_imported_free (saving->imported);
  g_free (saving->path);
  g_free (saving);
}

static void
save_project (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Saving *saving = data;
  GError *error = NULL;

  if (rensa_imported_save (saving->imported, saving->path, saving->overwrites, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Messages and questions */

char *
studio_window_write_notes (GPtrArray *notes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (notes->len, MOST_NOTES); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", (const char *) notes->pdata[i]);
  if (notes->len > MOST_NOTES)
    {
      const guint n = notes->len - MOST_NOTES;

      g_string_append_c (text, '\n');
      g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "%u more sentence", "%u more sentences", n), n);
    }
  return g_string_free (text, FALSE);
}

static void
saved (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioWindow *self = STUDIO_WINDOW (object);
  const Saving *saving = g_task_get_task_data (G_TASK (result));
  g_autoptr (GFile) file = g_file_new_for_path (saving->path);
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      studio_window_tell (self, _ ("Project Not Saved"), error->message);
      return;
    }
  studio_window_open (self, file);
}

static void
place_chosen (StudioWindow *self, GFile *file)
{
  g_autoptr (RensaImported) imported = g_steal_pointer (&self->imported);
  const char *typed = file != NULL ? g_file_peek_path (file) : NULL;
  g_autoptr (GTask) task = NULL;
  Saving *saving;

  if (typed == NULL || imported == NULL)
    return;
  /* The dialog asked for permission to replace the file with the typed name, if it exists; its
   * weights file belongs to it and is replaced too. */
  saving = g_new0 (Saving, 1);
  saving->overwrites = g_str_has_suffix (typed, SUFFIX) && g_file_test (typed, G_FILE_TEST_EXISTS);
  saving->imported = g_steal_pointer (&imported);
  saving->path = g_strconcat (typed, g_str_has_suffix (typed, SUFFIX) ? NULL : SUFFIX, NULL);
  task = g_task_new (self, NULL, saved, NULL);
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, save_project);
}

/* Suggests the model's folder and name. */
static void
choose_place (StudioWindow *self, const char *path)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Save Imported Project"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  g_autofree char *name = rensa_file_dup_shown_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GFile) place = g_file_new_for_path (folder);
  const char *dot = strrchr (name, '.');
  g_autofree char *project =
      g_strdup_printf ("%.*s" SUFFIX, (int) (dot != NULL ? dot - name : (gssize) strlen (name)), name);

  studio_window_add_filters (chooser);
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), place, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), project);
  studio_window_choose_file (self, chooser, place_chosen);
}

static void
import_answered (AdwMessageDialog *dialog, const char *response, StudioWindow *self)
{
  if (g_str_equal (response, "save"))
    choose_place (self, g_object_get_data (G_OBJECT (dialog), "path"));
  else
    g_clear_pointer (&self->imported, rensa_imported_free);
}

/* Shows the content of the file before asking where to save the project. */
static void
show_imported (StudioWindow *self, const char *path)
{
  g_autofree char *name = rensa_file_dup_shown_basename (path);
  AdwMessageDialog *dialog =
      studio_window_ask (self, _ ("Import Model"), name, _ ("_Cancel"), G_CALLBACK (import_answered));

  g_object_set_data_full (G_OBJECT (dialog), "path", g_strdup (path), g_free);
  adw_message_dialog_set_extra_child (dialog, studio_window_describe_imported (self->imported));
  if (self->imported->problem != NULL)
    return;
  adw_message_dialog_add_response (dialog, "save", _ ("_Save as Project…"));
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
}

static void
model_read (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioWindow *self = STUDIO_WINDOW (object);
  g_autoptr (GError) error = NULL;
  RensaImported *imported = g_task_propagate_pointer (G_TASK (result), &error);

  if (imported == NULL)
    {
      studio_window_tell (self, _ ("This Model Cannot Be Imported"), error->message);
      return;
    }
  g_clear_pointer (&self->imported, rensa_imported_free);
  self->imported = imported;
  show_imported (self, g_task_get_task_data (G_TASK (result)));
}

gboolean
studio_window_import (StudioWindow *self, GFile *file)
{
  const char *path = g_file_peek_path (file);
  g_autoptr (GTask) task = NULL;

  if (path == NULL || rensa_importer_find (path) == NULL)
    return FALSE;
  task = g_task_new (self, NULL, model_read, NULL);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, read_model);
  return TRUE;
}

void
studio_window_add_model_filter (GtkFileChooserNative *chooser)
{
  g_autoptr (GtkFileFilter) models = gtk_file_filter_new ();
  g_autoptr (GString) endings = g_string_new (NULL);
  g_autofree char *name = NULL;
  guint n;
  const RensaImporter *const *importers = rensa_importer_list (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *pattern = g_strconcat ("*", importers[i]->ending, NULL);

      gtk_file_filter_add_pattern (models, pattern);
      g_string_append_printf (endings, "%s%s", i > 0 ? ", " : "", pattern);
    }
  name = g_strdup_printf (_ ("Models From Other Programs (%s)"), endings->str);
  gtk_file_filter_set_name (models, name);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), models);
}

/* Dropping */

static gboolean
dropped (GtkDropTarget *target, const GValue *value, double x, double y, StudioWindow *self)
{
  GSList *files = g_value_get_boxed (value);

  for (GSList *l = files; l != NULL; l = l->next)
    studio_window_open (self, l->data);
  return files != NULL;
}

void
studio_window_accept_drops (StudioWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "drop", G_CALLBACK (dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
