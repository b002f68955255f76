/* studio-popover.c: popovers at a rectangle of a widget.
 * SPDX-License-Identifier: MIT */

#include "studio-popover.h"

/* Clips the range to the widget, keeping at least one pixel. */
static void
clamp (int *start, int *length, int size)
{
  const int end = CLAMP (*start + *length, 1, MAX (size, 1));

  *start = CLAMP (*start, 0, end - 1);
  *length = end - *start;
}

void
studio_popover_open (GtkPopover *popover, const GdkRectangle *place)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (popover));
  GdkRectangle seen = *place;

  clamp (&seen.x, &seen.width, gtk_widget_get_width (parent));
  clamp (&seen.y, &seen.height, gtk_widget_get_height (parent));
  gtk_popover_set_pointing_to (popover, &seen);
  gtk_popover_popup (popover);
}

static gboolean
unmapped (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);

  if (GTK_IS_POPOVER (widget) && gtk_widget_get_visible (widget))
    gtk_widget_set_visible (widget, FALSE);
  return TRUE;
}

void
studio_popover_close_unseen (void)
{
  GTypeClass *klass = g_type_class_ref (GTK_TYPE_WIDGET); /* the class has the signal */

  g_signal_add_emission_hook (g_signal_lookup ("unmap", GTK_TYPE_WIDGET), 0, unmapped, NULL, NULL);
  g_type_class_unref (klass);
}
