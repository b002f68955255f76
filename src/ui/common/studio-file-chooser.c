/* studio-file-chooser.c: result of a file chooser, and a fix for closing it while its folder
 * changes.
 * SPDX-License-Identifier: MIT */

#include "studio-file-chooser.h"

static void
model_changed (GtkTreeView *list, GParamSpec *property, GtkWidget *chooser)
{
  GtkTreeModel *model = gtk_tree_view_get_model (list);

  if (model != NULL)
    g_signal_handlers_disconnect_matched (model, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA,
                                          g_signal_lookup ("row-changed", GTK_TYPE_TREE_MODEL), 0, NULL, NULL, chooser);
}

static void
visit (GtkWidget *widget, GtkWidget *chooser)
{
  if (GTK_IS_FILE_CHOOSER_WIDGET (widget))
    chooser = widget;
  if (chooser != NULL && GTK_IS_TREE_VIEW (widget))
    g_signal_connect (widget, "notify::model", G_CALLBACK (model_changed), chooser);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    visit (child, chooser);
}

static void
realized (GtkWidget *window)
{
  g_signal_handlers_disconnect_by_func (window, realized, NULL);
  visit (window, NULL);
}

void
studio_file_chooser_show (GtkFileChooserNative *chooser, GCallback response, gpointer owner)
{
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", response, owner, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

GFile *
studio_file_chooser_dup_file (GtkNativeDialog *dialog, int response)
{
  return response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
}

void
studio_file_chooser_forget_changes (GtkWindow *window)
{
  if (GTK_IS_FILE_CHOOSER_DIALOG (window))
    g_signal_connect (window, "realize", G_CALLBACK (realized), NULL);
}
