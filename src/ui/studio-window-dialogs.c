/* studio-window-dialogs.c: questions and messages of a window.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "studio-window-private.h"
#include "studio-file-chooser.h"

static GtkWidget *
make_dialog (StudioWindow *self, const char *heading, const char *sentence)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, sentence);

  gtk_window_set_title (GTK_WINDOW (dialog), heading);
  return dialog;
}

void
studio_window_tell (StudioWindow *self, const char *heading, const char *sentence)
{
  GtkWidget *dialog = make_dialog (self, heading, sentence);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Runs before the handler of the answer, which may ask the next question or destroy the window
 * while the dialog still exists. */
static void
question_answered (AdwMessageDialog *dialog, const char *response, StudioWindow *self)
{
  g_clear_weak_pointer (&self->question);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), NULL);
}

/* The dialog is shown before its other responses are added, so the focus would otherwise stay on
 * the first one. */
static void
focus_default (AdwMessageDialog *dialog)
{
  GtkWidget *button = gtk_window_get_default_widget (GTK_WINDOW (dialog));

  if (button != NULL)
    gtk_widget_grab_focus (button);
}

AdwMessageDialog *
studio_window_ask (StudioWindow *self, const char *heading, const char *sentence, const char *stay, GCallback answered)
{
  GtkWidget *dialog = make_dialog (self, heading, sentence);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "cancel", stay);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (question_answered), self, 0);
  g_signal_connect_object (dialog, "response", answered, self, 0);
  g_signal_connect (dialog, "notify::default-response", G_CALLBACK (focus_default), NULL);
  g_set_weak_pointer (&self->question, dialog);
  gtk_window_present (GTK_WINDOW (dialog));
  return ADW_MESSAGE_DIALOG (dialog);
}

static void
file_chosen (GtkNativeDialog *dialog, int response, StudioWindow *self)
{
  GtkFileChooserNative *chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = studio_file_chooser_dup_file (dialog, response);

  self->chosen (self, file);
  g_object_unref (chooser);
}

void
studio_window_choose_file (StudioWindow *self, GtkFileChooserNative *chooser,
                           void (*chosen) (StudioWindow *self, GFile *file))
{
  if (self->chooser != NULL)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);

  self->chooser = chooser;
  self->chosen = chosen;
  studio_file_chooser_show (chooser, G_CALLBACK (file_chosen), self);
}

void
studio_window_add_filters (GtkFileChooserNative *chooser)
{
  g_autoptr (GtkFileFilter) projects = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (projects, _ ("Projects (*.rensa)"));
  gtk_file_filter_add_pattern (projects, "*.rensa");
  gtk_file_filter_set_name (all, _ ("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), projects);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), all);
}
