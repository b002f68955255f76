/* studio-focus.c: keeps the focus on visible widgets, and calls back when it leaves a widget.
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

typedef struct
{
  StudioLeaveFunc func;
  GtkWidget *owner;
} Leave;

static gboolean
tell (gpointer data)
{
  const Leave *leave = data;

  if (gtk_widget_get_root (leave->owner) != NULL)
    leave->func (leave->owner);
  return G_SOURCE_REMOVE;
}

static void
leave_free (gpointer data)
{
  Leave *leave = data;

  g_object_unref (leave->owner);
  g_free (leave);
}

static void
left (GtkEventControllerFocus *focus, const Leave *leave)
{
  Leave *copy = g_memdup2 (leave, sizeof *leave);

  g_object_ref (copy->owner);
  g_idle_add_full (G_PRIORITY_HIGH, tell, copy, leave_free);
}

void
studio_on_leave (GtkWidget *widget, StudioLeaveFunc func, GtkWidget *owner)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();
  Leave *leave = g_new0 (Leave, 1);

  leave->func = func;
  leave->owner = owner;
  g_signal_connect_data (focus, "leave", G_CALLBACK (left), leave, (GClosureNotify) (GCallback) g_free, 0);
  gtk_widget_add_controller (widget, focus);
}
