/* studio-window-weights.c: loads initial weights from a file.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "studio-weights-dialog.h"
#include "studio-window-private.h"

static void
weights_loaded (StudioWindow *self, const char *name)
{
  g_autofree char *sentence = g_strdup_printf (_ ("The next run starts with the weights from %s."), name);

  studio_window_toast (self, sentence);
}

void
studio_window_compare_weights (StudioWindow *self, GFile *file)
{
  GtkWidget *dialog = studio_weights_dialog_new (self->project, file);

  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  g_signal_connect_object (dialog, "loaded", G_CALLBACK (weights_loaded), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
file_chosen (StudioWindow *self, GFile *file)
{
  if (file != NULL && self->project != NULL)
    studio_window_compare_weights (self, file);
}

static void
add_filter (GtkFileChooserNative *chooser, const char *name, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
}

static void
load_weights_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Load Weights"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));

  /* Snapshots have no extension. */
  add_filter (chooser, _ ("All Files"), (const char *const[]){ "*", NULL });
  add_filter (chooser, _ ("Weights (*.npz, *.h5)"), (const char *const[]){ "*.npz", "*.h5", "*.hdf5", NULL });
  studio_window_choose_file (self, chooser, file_chosen);
}

void
studio_window_install_weights_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.load-weights", NULL, load_weights_activated);
}
