/* studio-data-page-files.c: handles files that the user chooses or drops.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit.h"
#include "rensa-document-values.h"
#include "rensa-data-kind.h"
#include "studio-data-page-private.h"
#include "studio-file-chooser.h"
#include "studio-widget.h"

#include <glib/gi18n.h>

#include "rensa-error.h"
#include "rensa-file.h"

const char *
studio_data_page_get_path (RensaAttrs *dataset)
{
  const RensaAttrSpec *spec = rensa_data_kind_find_path (rensa_attrs_get_component (dataset));

  return spec != NULL ? G_STRUCT_MEMBER (const char *, rensa_attrs_get_values (dataset), spec->offset) : NULL;
}

gboolean
studio_data_page_takes_folder (const RensaDatasetClass *dataset)
{
  const RensaAttrSpec *spec = rensa_data_kind_find_path (RENSA_COMPONENT (dataset));

  return spec != NULL && spec->is_folder;
}

gboolean
studio_data_page_needs_path (const RensaDatasetClass *dataset)
{
  const RensaAttrSpec *spec = rensa_data_kind_find_path (RENSA_COMPONENT (dataset));

  return spec != NULL && spec->required;
}

/* Returns a path relative to the document or to the folder of data sets if the file is below one of
 * them, so that both can be moved together. */
static char *
get_path (StudioProject *project, GFile *file)
{
  g_autofree char *folder = g_strdup (rensa_document_get_folder (studio_project_get_document (project)));
  const char *const starts[] = { studio_project_get_path (project) != NULL ? folder : NULL,
                                 studio_project_get_dataset_root (project) };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    if (starts[i] != NULL)
      {
        g_autoptr (GFile) start = g_file_new_for_path (starts[i]);
        char *path = g_file_get_relative_path (start, file);

        if (path != NULL)
          return path;
      }
  return g_file_get_path (file);
}

static gboolean
set_path (RensaDocument *document, const RensaComponent *component, const char *path, GError **error)
{
  const RensaDataChange change = { .attr = (char *) rensa_data_kind_find_path (component)->name,
                                   .value = (char *) path };

  return rensa_file_check_name (path, error) && rensa_document_change_data (document, &change, error);
}

/* Prepares the split for new data: disables cross-validation, but keeps an explicit setting about classes. */
static gboolean
begin_split (RensaDocument *document, GError **error)
{
  struct json_object *split = rensa_document_get (document, "data.split");

  return (!json_object_object_get_ex (split, "parts", NULL)
          || rensa_document_set (document, "data.split.parts=None", error))
         && (json_object_object_get_ex (split, "stratified", NULL)
             || rensa_document_set (document, "data.split.stratified=true", error));
}

gboolean
studio_data_page_apply_change (StudioProject *project, const RensaDataChange *change, GError **error)
{
  g_autoptr (RensaDocument) document = studio_project_begin (project);
  g_autofree char *label = g_strdup (change->label);

  if (!rensa_document_change_data (document, change, error))
    return FALSE;
  studio_project_commit (project, document, label, NULL);
  return TRUE;
}

gboolean
studio_data_page_set_dataset (StudioProject *project, const RensaDatasetClass *dataset, const char *path,
                              GError **error)
{
  g_autoptr (RensaDocument) document = studio_project_begin (project);
  g_autofree char *assignment = g_strconcat ("data.dataset=", dataset->name, NULL);
  g_autofree char *label = NULL;

  if (!rensa_document_set (document, assignment, error) || !begin_split (document, error)
      || (path != NULL && !set_path (document, RENSA_COMPONENT (dataset), path, error)))
    return FALSE;

  /* Translators: the step that can be undone; a data set. */
  label = g_strdup_printf (_ ("Choose %s"), _ (dataset->title));
  studio_project_commit (project, document, label, NULL);
  return TRUE;
}

gboolean
studio_data_open (StudioProject *project, GFile *file, GError **error)
{
  const RensaDatasetClass *dataset = rensa_data_kind_find (file);
  g_autofree char *path = get_path (project, file);
  g_autofree char *shown = rensa_file_dup_shown_name (path != NULL ? path : g_file_peek_path (file));
  g_autofree char *name = g_path_get_basename (shown);

  if (dataset != NULL && path != NULL)
    return studio_data_page_set_dataset (project, dataset, path, error);

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               _ ("“%s” cannot be read. Use a CSV, NPZ or IDX file or a folder of images on this computer."), name);
  return FALSE;
}

gboolean
studio_data_page_open_file (StudioDataPage *self, GFile *file, GError **error)
{
  StudioProject *project = studio_data_page_get_project (self);

  return project != NULL && studio_data_open (project, file, error);
}

static void
open_or_tell (StudioDataPage *self, GFile *file)
{
  g_autoptr (GError) error = NULL;

  if (!studio_data_page_open_file (self, file, &error))
    studio_toast_error (GTK_WIDGET (self), error);
}

/* A file chosen for a given kind of data is accepted regardless of its name. */
static void
file_chosen (GtkNativeDialog *dialog, int response, StudioDataPage *self)
{
  const RensaDatasetClass *dataset = g_object_get_data (G_OBJECT (dialog), "dataset");
  StudioProject *project = studio_data_page_get_project (self);
  g_autoptr (GFile) file = studio_file_chooser_dup_file (dialog, response);

  if (file != NULL && project != NULL)
    {
      g_autofree char *path = get_path (project, file);
      g_autoptr (GError) error = NULL;

      if (path == NULL)
        open_or_tell (self, file);
      else if (!studio_data_page_set_dataset (project, dataset, path, &error))
        studio_toast_error (GTK_WIDGET (self), error);
    }
  g_object_unref (dialog);
}

static GtkFileFilter *
make_filter (const RensaDatasetClass *dataset)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ (dataset->title));
  for (guint i = 0; dataset->endings[i] != NULL; i++)
    {
      g_autofree char *pattern = g_strconcat ("*", dataset->endings[i], NULL);

      gtk_file_filter_add_pattern (filter, pattern);
    }
  return filter;
}

void
studio_data_page_choose_file (StudioDataPage *self, const RensaDatasetClass *dataset)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ (dataset->title), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  g_autoptr (GtkFileFilter) filter = make_filter (dataset);
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (all, _ ("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), all);
  g_object_set_data (G_OBJECT (dialog), "dataset", (gpointer) dataset);
  studio_file_chooser_show (dialog, G_CALLBACK (file_chosen), self);
}

static void
folder_chosen (GtkNativeDialog *dialog, int response, StudioDataPage *self)
{
  const RensaDatasetClass *dataset = g_object_get_data (G_OBJECT (dialog), "dataset");
  StudioProject *project = studio_data_page_get_project (self);
  g_autoptr (GFile) folder = studio_file_chooser_dup_file (dialog, response);
  g_autofree char *path = folder != NULL && project != NULL ? get_path (project, folder) : NULL;

  if (path != NULL)
    {
      const RensaDataChange change = { .label = _ ("Choose Folder"),
                                       .attr = (char *) rensa_data_kind_find_path (RENSA_COMPONENT (dataset))->name,
                                       .value = path };
      g_autoptr (GError) error = NULL;

      if (!studio_data_page_apply_change (project, &change, &error))
        studio_toast_error (GTK_WIDGET (self), error);
    }
  g_object_unref (dialog);
}

void
studio_data_page_choose_folder (StudioDataPage *self, const RensaDatasetClass *dataset)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new (_ (dataset->title), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                   GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL, NULL);

  g_object_set_data (G_OBJECT (dialog), "dataset", (gpointer) dataset);
  studio_file_chooser_show (dialog, G_CALLBACK (folder_chosen), self);
}

static gboolean
dropped (GtkDropTarget *target, const GValue *value, double x, double y, StudioDataPage *self)
{
  GSList *files = g_value_get_boxed (value);

  if (files == NULL)
    return FALSE;
  open_or_tell (self, files->data);
  return TRUE;
}

void
studio_data_page_accept_drops (StudioDataPage *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "drop", G_CALLBACK (dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
