/* studio-leave.c: callback when the focus leaves a widget.
 * SPDX-License-Identifier: MIT */

#include "studio-leave.h"

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
