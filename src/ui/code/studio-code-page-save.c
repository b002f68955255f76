/* studio-code-page-save.c: exports and proves the program on the code page.
 * SPDX-License-Identifier: MIT */

#include "studio-code-page-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "studio-file-chooser.h"

/* Saving may take minutes if the data are large or a proof is made. */
static void
count_saving (StudioCodePage *self, int by)
{
  self->n_saving += by;
  gtk_spinner_set_spinning (self->spinner, self->n_saving > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), self->n_saving > 0);
  studio_code_page_enable (self, g_str_equal (gtk_stack_get_visible_child_name (self->stack), "code"),
                           self->job != NULL);
}

void
studio_code_page_export (StudioCodePage *self, const char *path, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (self->job != NULL);

  count_saving (self, 1);
  studio_code_job_save (self->job, path, self, callback, data);
}

char *
studio_code_page_export_finish (StudioCodePage *self, GAsyncResult *result, GError **error)
{
  char *sentence = studio_code_job_save_finish (result, error);

  count_saving (self, -1);
  studio_code_page_show_proof (self);
  return sentence;
}

static void
exported (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *sentence = studio_code_page_export_finish (STUDIO_CODE_PAGE (object), result, &error);

  gtk_widget_activate_action (GTK_WIDGET (object), "win.toast", "s", sentence != NULL ? sentence : error->message);
}

/* A message that is already on the page needs no toast. */
static void
proved (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioCodePage *self = STUDIO_CODE_PAGE (object);
  g_autoptr (GError) error = NULL;
  g_autofree char *sentence = studio_code_page_export_finish (self, result, &error);

  if (sentence == NULL || g_strcmp0 (sentence, gtk_label_get_label (self->proof)) != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", sentence != NULL ? sentence : error->message);
}

static void
file_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  StudioCodePage *self = data;
  g_autoptr (GFile) file = studio_file_chooser_dup_file (dialog, response);

  if (file != NULL && g_file_peek_path (file) != NULL && self->job != NULL)
    studio_code_page_export (self, g_file_peek_path (file), exported, NULL);
  g_object_unref (dialog);
}

/* Returns, for example, "moons-c": the export is a folder. */
static char *
dup_folder_name (StudioCodePage *self)
{
  g_autofree char *name = rensa_export_dup_file_name (self->exporter, self->job->document);
  const char *stem = name + (g_str_has_prefix (name, self->exporter->prefix) ? strlen (self->exporter->prefix) : 0);

  return g_strdup_printf ("%.*s-%s", (int) (strlen (stem) - strlen (self->exporter->ending)), stem,
                          self->exporter->name);
}

static void
save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioCodePage *self = STUDIO_CODE_PAGE (widget);
  g_autofree char *name = dup_folder_name (self);
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new (_ ("Export to a Folder"), GTK_WINDOW (gtk_widget_get_root (widget)),
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  studio_file_chooser_show (dialog, G_CALLBACK (file_chosen), self);
}

static void
prove (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_code_page_export (STUDIO_CODE_PAGE (widget), NULL, proved, NULL);
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *text = studio_code_page_dup_text (STUDIO_CODE_PAGE (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  gtk_widget_activate_action (widget, "win.toast", "s", _ ("Program copied."));
}

void
studio_code_page_install_save_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "code.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "code.prove", NULL, prove);
  gtk_widget_class_install_action (widget_class, "code.save", NULL, save);
}
