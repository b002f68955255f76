/* studio-training-edit.c: dialog for a component of the training settings.
 * SPDX-License-Identifier: MIT */

#include "studio-training-edit.h"

#include <glib/gi18n.h>

#include "rensa-document-values.h"
#include "studio-component-dialog.h"
#include "studio-step.h"
#include "studio-summary.h"

/* Returns the path in the document of the component at @path of the run; NULL if there is none. */
static char *
find_place (RensaDocument *document, const char *path)
{
  g_autofree char *place = studio_step_find_path (document, path);
  g_autoptr (RensaAttrs) attrs = place != NULL ? rensa_document_get_attrs (document, place, NULL) : NULL;

  return attrs != NULL ? g_steal_pointer (&place) : NULL;
}

/* Warns that the run currently uses settings other than those the dialog shows. */
static void
tell_of_difference (GtkWidget *dialog, RensaDocument *document, RensaDocument *settings, const char *place)
{
  g_autofree char *difference = studio_summary_compare (document, settings, place);
  g_autofree char *note = NULL;

  if (difference == NULL)
    return;
  note = g_strdup_printf (_ ("This run currently uses: %s. Changes here apply to both the run and the project."),
                          difference);
  studio_component_dialog_set_note (STUDIO_COMPONENT_DIALOG (dialog), note);
}

GtkWidget *
studio_training_edit_new (StudioProject *project, StudioRun *run, RensaComponentKind kind, const char *path,
                          GtkWindow *parent)
{
  RensaDocument *document = studio_project_get_document (project);
  g_autofree char *place = run != NULL ? find_place (document, path) : g_strdup (path);
  GtkWidget *dialog = place != NULL ? studio_component_dialog_new (project, kind, place, parent) : NULL;

  if (dialog == NULL || run == NULL)
    return dialog;
  tell_of_difference (dialog, document, studio_run_get_settings (run), place);
  g_object_set_data_full (G_OBJECT (dialog), "place", g_strdup (place), g_free);
  g_object_set_data_full (G_OBJECT (dialog), "run-path", g_strdup (path), g_free);
  return dialog;
}

char *
studio_training_edit_find_run_path (GtkWidget *dialog, const char *path)
{
  const char *place = g_object_get_data (G_OBJECT (dialog), "place");
  const char *run_path = g_object_get_data (G_OBJECT (dialog), "run-path");

  return g_str_has_prefix (path, place) ? g_strconcat (run_path, path + strlen (place), NULL) : g_strdup (path);
}
