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
studio_canvas_class_init_drop (GtkWidgetClass *klass)
{
  gtk_widget_class_bind_template_child_full (klass, "drop", FALSE, 0);
  gtk_widget_class_bind_template_callback (klass, drop_moved);
  gtk_widget_class_bind_template_callback (klass, drop_left);
  gtk_widget_class_bind_template_callback (klass, dropped);
}

void
studio_canvas_init_drop (StudioCanvas *self)
{
  GType component = STUDIO_TYPE_DRAGGED_COMPONENT;

  gtk_drop_target_set_gtypes (
      GTK_DROP_TARGET (gtk_widget_get_template_child (GTK_WIDGET (self), STUDIO_TYPE_CANVAS, "drop")), &component, 1);
}
