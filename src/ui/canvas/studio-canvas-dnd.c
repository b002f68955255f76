/* studio-canvas-dnd.c: what is dragged here from the palette.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

static void
set_drop_wire (StudioCanvas *canvas, StudioCanvasWire *wire)
{
  if (canvas->drop_wire == wire)
    return;
  canvas->drop_wire = wire;
  studio_canvas_queue_wires (canvas);
}

static GdkDragAction
drop_moved (GtkDropTarget *target, double x, double y, StudioCanvas *canvas)
{
  if (canvas->project == NULL)
    return 0;
  set_drop_wire (canvas, studio_canvas_find_wire_at (canvas, x, y));
  return GDK_ACTION_COPY;
}

static void
drop_left (GtkDropTarget *target, StudioCanvas *canvas)
{
  set_drop_wire (canvas, NULL);
}

static gboolean
dropped (GtkDropTarget *target, const GValue *value, double x, double y, StudioCanvas *canvas)
{
  StudioCanvasWire *wire = studio_canvas_find_wire_at (canvas, x, y);
  const char *text = g_value_get_string (value);
  graphene_point_t place;

  set_drop_wire (canvas, NULL);
  if (canvas->project == NULL || text == NULL || !g_str_has_prefix (text, STUDIO_CANVAS_DRAG_PREFIX))
    return FALSE;

  text += strlen (STUDIO_CANVAS_DRAG_PREFIX);
  studio_canvas_to_model (canvas, x, y, &place);
  place.x -= STUDIO_CANVAS_NODE_WIDTH / 2;
  place.y -= (STUDIO_CANVAS_STEP - STUDIO_CANVAS_GAP) / 2;
  if (wire != NULL)
    studio_canvas_add_into_wire (canvas, text, wire);
  else
    studio_canvas_add_at (canvas, text, &place);
  return TRUE;
}

void
studio_canvas_init_drop (StudioCanvas *canvas)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_STRING, GDK_ACTION_COPY);

  g_signal_connect (target, "enter", G_CALLBACK (drop_moved), canvas);
  g_signal_connect (target, "motion", G_CALLBACK (drop_moved), canvas);
  g_signal_connect (target, "leave", G_CALLBACK (drop_left), canvas);
  g_signal_connect (target, "drop", G_CALLBACK (dropped), canvas);
  gtk_widget_add_controller (GTK_WIDGET (canvas), GTK_EVENT_CONTROLLER (target));
}
