/* studio-orphan.c: closes dialogs whose window no longer exists.
 * SPDX-License-Identifier: MIT */

#include "studio-orphan.h"

static gboolean
close_window (gpointer window)
{
  gtk_window_destroy (window);
  return G_SOURCE_REMOVE;
}

/* The dialog is about to be shown: with a parent, GTK does not warn about it, and it is closed
 * before anything is drawn. */
static void
realized (GtkWindow *window)
{
  if (!GTK_IS_MESSAGE_DIALOG (window) || gtk_window_get_transient_for (window) != NULL)
    return;

  gtk_window_set_transient_for (window,
                                gtk_application_get_active_window (GTK_APPLICATION (g_application_get_default ())));
  g_idle_add_full (G_PRIORITY_HIGH, close_window, g_object_ref (window), g_object_unref);
}

void
studio_orphan_close (GtkWindow *window)
{
  g_signal_connect (window, "realize", G_CALLBACK (realized), NULL);
}
