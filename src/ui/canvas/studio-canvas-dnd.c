/* studio-canvas-dnd.c: drag and drop from the palette.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

static void
set_drop_wire (StudioCanvas *self, StudioCanvasWire *wire)
{
  if (self->drop_wire == wire)
    return;
  self->drop_wire = wire;
  studio_canvas_queue_wires (self);
}

static GdkDragAction
drop_moved (GtkDropTarget *target, double x, double y, StudioCanvas *self)
{
  if (self->project == NULL)
    return 0;
  set_drop_wire (self, studio_canvas_find_wire_at (self, x, y));
  return GDK_ACTION_COPY;
}

static void
drop_left (GtkDropTarget *target, StudioCanvas *self)
{
  set_drop_wire (self, NULL);
}

static gboolean
dropped (GtkDropTarget *target, const GValue *value, double x, double y, StudioCanvas *self)
{
  StudioCanvasWire *wire = studio_canvas_find_wire_at (self, x, y);
  StudioDraggedComponent component = g_value_get_pointer (value);
  graphene_point_t place;

  set_drop_wire (self, NULL);
  if (self->project == NULL)
    return FALSE;

  studio_canvas_to_model (self, x, y, &place);
  place.x -= STUDIO_CANVAS_NODE_WIDTH / 2;
  place.y -= (STUDIO_CANVAS_STEP - STUDIO_CANVAS_GAP) / 2;
  if (wire != NULL)
    studio_canvas_add_into_wire (self, component->name, wire);
  else
    studio_canvas_add_at (self, component->name, &place);
  return TRUE;
}

void
studio_canvas_init_drop (StudioCanvas *self)
{
  GtkDropTarget *target = gtk_drop_target_new (STUDIO_TYPE_DRAGGED_COMPONENT, GDK_ACTION_COPY);

  g_signal_connect (target, "enter", G_CALLBACK (drop_moved), self);
  g_signal_connect (target, "motion", G_CALLBACK (drop_moved), self);
  g_signal_connect (target, "leave", G_CALLBACK (drop_left), self);
  g_signal_connect (target, "drop", G_CALLBACK (dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
