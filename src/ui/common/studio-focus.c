/* studio-focus.c: keeps the focus on visible widgets.
 * SPDX-License-Identifier: MIT */

#include "studio-focus.h"

/* Returns TRUE if the widget is hidden by an ancestor. A row that only its list hides is excluded,
 * because the focus moves on to the next row. */
static gboolean
is_hidden (GtkWidget *widget)
{
  return widget != NULL && gtk_widget_get_visible (widget) && gtk_widget_get_child_visible (widget)
         && !gtk_widget_get_mapped (widget);
}

static gboolean
take_focus (gpointer data)
{
  GtkWindow *window = data;

  if (gtk_widget_get_mapped (GTK_WIDGET (window)) && is_hidden (gtk_window_get_focus (window)))
    gtk_window_set_focus (window, NULL);
  return G_SOURCE_REMOVE;
}

/* A widget may get the focus just before it is shown. The idle source runs before anything is drawn
 * or a key is handled. */
static void
focus_changed (GtkWindow *window)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (window)) && is_hidden (gtk_window_get_focus (window)))
    g_idle_add_full (G_PRIORITY_HIGH, take_focus, g_object_ref (window), g_object_unref);
}

void
studio_focus_keep_seen (GtkWindow *window)
{
  g_signal_connect (window, "notify::focus-widget", G_CALLBACK (focus_changed), NULL);
}
