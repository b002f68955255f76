/* studio-canvas-pointer.c: pressing, dragging and turning the wheel.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <math.h>

/* Pixels for one step of a wheel. */
#define WHEEL_STEP 60
#define WHEEL_ZOOM 1.15

static gboolean
is_adding (GtkGesture *gesture)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  return (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != 0;
}

/* Buttons and entries on cards take care of themselves. */
static gboolean
is_for_child (StudioCanvas *canvas, double x, double y)
{
  GtkWidget *child = gtk_widget_pick (GTK_WIDGET (canvas), x, y, GTK_PICK_DEFAULT);

  return child != NULL
         && (gtk_widget_get_ancestor (child, GTK_TYPE_BUTTON) != NULL
             || gtk_widget_get_ancestor (child, GTK_TYPE_TEXT) != NULL);
}

static void
press_node (StudioCanvas *canvas, StudioCanvasNode *node, gboolean is_added)
{
  const gboolean was_selected = studio_canvas_node_is_selected (node);

  if (is_added)
    studio_canvas_set_node_selected (canvas, node, !was_selected);
  else if (!was_selected)
    studio_canvas_select_only (canvas, node);
  canvas->cursor = node;
  canvas->grabbed_node = studio_canvas_node_is_selected (node) ? node : NULL;
  canvas->grabbed = studio_canvas_node_get_rect (node)->origin;
  gtk_widget_grab_focus (GTK_WIDGET (node));
}

static void
press_ground (StudioCanvas *canvas, gboolean is_added)
{
  StudioCanvasWire *wire = studio_canvas_find_wire_at (canvas, canvas->pressed.x, canvas->pressed.y);

  if (wire != NULL)
    {
      studio_canvas_select_wire (canvas, wire);
    }
  else
    {
      if (!is_added)
        studio_canvas_unselect_all (canvas);
      canvas->mode = STUDIO_CANVAS_BANDING;
    }
  gtk_widget_grab_focus (GTK_WIDGET (canvas));
}

/* What is being typed, here or beside the canvas, is entered before another node is shown. */
static void
finish_typing (StudioCanvas *canvas)
{
  for (guint i = 0; i < canvas->nodes->len; i++)
    studio_canvas_node_accept_rename (canvas->nodes->pdata[i]);
  if (canvas->project != NULL)
    studio_project_settle (canvas->project);
}

static void
drag_began (GtkGestureDrag *gesture, double x, double y, StudioCanvas *canvas)
{
  StudioCanvasPort port;
  StudioCanvasNode *node;

  if (is_for_child (canvas, x, y))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }

  finish_typing (canvas);
  port = studio_canvas_find_port_at (canvas, x, y);
  node = studio_canvas_find_node_at (canvas, x, y, 0);
  studio_canvas_end_wire (canvas, FALSE);
  canvas->pressed = canvas->pointer = GRAPHENE_POINT_INIT (x, y);
  canvas->grabbed_node = NULL;
  if (canvas->is_space_held)
    {
      canvas->mode = STUDIO_CANVAS_PANNING;
      canvas->grabbed = canvas->origin;
    }
  else if (port.node != NULL)
    studio_canvas_start_wire (canvas, STUDIO_CANVAS_CONNECTING, &port);
  else if (node != NULL)
    press_node (canvas, node, is_adding (GTK_GESTURE (gesture)));
  else
    press_ground (canvas, is_adding (GTK_GESTURE (gesture)));
}

/* All selected nodes go along with the one that is held, which stays on the grid. */
static void
move_nodes (StudioCanvas *canvas, double dx, double dy)
{
  const graphene_point_t old = studio_canvas_node_get_rect (canvas->grabbed_node)->origin;
  const float x = studio_canvas_snap (canvas->grabbed.x + dx / studio_canvas_get_scale (canvas)) - old.x;
  const float y = studio_canvas_snap (canvas->grabbed.y + dy / studio_canvas_get_scale (canvas)) - old.y;

  if (x == 0 && y == 0)
    return;
  for (guint i = 0; i < canvas->nodes->len; i++)
    {
      StudioCanvasNode *node = canvas->nodes->pdata[i];
      const graphene_point_t place = studio_canvas_node_get_rect (node)->origin;

      if (studio_canvas_node_is_selected (node))
        studio_canvas_node_move (node, place.x + x, place.y + y);
    }
  studio_canvas_queue_layout (canvas);
}

static void
aim_pointer (StudioCanvas *canvas)
{
  const StudioCanvasPort target = studio_canvas_find_target_at (canvas, canvas->pointer.x, canvas->pointer.y);

  studio_canvas_set_target (canvas, &target);
}

static gboolean
has_left_press (StudioCanvas *canvas)
{
  return gtk_drag_check_threshold (GTK_WIDGET (canvas), canvas->pressed.x, canvas->pressed.y, canvas->pointer.x,
                                   canvas->pointer.y);
}

static void
drag_moved (GtkGestureDrag *gesture, double dx, double dy, StudioCanvas *canvas)
{
  canvas->pointer = GRAPHENE_POINT_INIT (canvas->pressed.x + dx, canvas->pressed.y + dy);
  if (canvas->mode == STUDIO_CANVAS_IDLE && canvas->grabbed_node != NULL && has_left_press (canvas))
    canvas->mode = STUDIO_CANVAS_MOVING;

  switch (canvas->mode)
    {
    case STUDIO_CANVAS_PANNING:
      canvas->origin = canvas->grabbed;
      studio_canvas_pan (canvas, -dx, -dy);
      break;
    case STUDIO_CANVAS_MOVING:
      move_nodes (canvas, dx, dy);
      break;
    case STUDIO_CANVAS_CONNECTING:
      aim_pointer (canvas);
      break;
    case STUDIO_CANVAS_BANDING:
      gtk_widget_queue_draw (GTK_WIDGET (canvas));
      break;
    case STUDIO_CANVAS_IDLE:
    case STUDIO_CANVAS_AIMING:
      break;
    }
}

static void
select_in_band (StudioCanvas *canvas)
{
  graphene_point_t a;
  graphene_point_t b;
  graphene_rect_t band;

  studio_canvas_to_model (canvas, MIN (canvas->pressed.x, canvas->pointer.x),
                          MIN (canvas->pressed.y, canvas->pointer.y), &a);
  studio_canvas_to_model (canvas, MAX (canvas->pressed.x, canvas->pointer.x),
                          MAX (canvas->pressed.y, canvas->pointer.y), &b);
  graphene_rect_init (&band, a.x, a.y, b.x - a.x, b.y - a.y);
  for (guint i = 0; i < canvas->nodes->len; i++)
    if (graphene_rect_intersection (&band, studio_canvas_node_get_rect (canvas->nodes->pdata[i]), NULL))
      studio_canvas_set_node_selected (canvas, canvas->nodes->pdata[i], TRUE);
}

static void
finish_wire (StudioCanvas *canvas)
{
  const StudioCanvasPort source = canvas->source;
  StudioCanvasNode *node = studio_canvas_find_node_at (canvas, canvas->pointer.x, canvas->pointer.y, 0);
  g_autofree char *reason = NULL;

  if (!has_left_press (canvas))
    {
      studio_canvas_end_wire (canvas, FALSE);
      studio_canvas_go_to (canvas, source.node);
      return;
    }
  if (canvas->target.node == NULL && node == NULL)
    studio_canvas_open_quick_add_at (canvas, &source, canvas->pointer.x, canvas->pointer.y);
  else if (canvas->target.node == NULL && !studio_canvas_fits (canvas, node))
    reason = studio_canvas_explain_misfit (canvas, &source, node);
  if (reason != NULL)
    gtk_widget_activate_action (GTK_WIDGET (canvas), "win.toast", "s", reason);
  studio_canvas_end_wire (canvas, TRUE);
}

static void
finish_move (StudioCanvas *canvas)
{
  const graphene_point_t place = studio_canvas_node_get_rect (canvas->grabbed_node)->origin;

  if (!graphene_point_equal (&place, &canvas->grabbed))
    studio_canvas_move_selected (canvas, 0, 0, NULL);
}

static void
drag_ended (GtkGestureDrag *gesture, double dx, double dy, StudioCanvas *canvas)
{
  const StudioCanvasMode mode = canvas->mode;

  if (mode == STUDIO_CANVAS_AIMING)
    return;

  canvas->mode = STUDIO_CANVAS_IDLE;
  if (mode == STUDIO_CANVAS_CONNECTING)
    finish_wire (canvas);
  else if (mode == STUDIO_CANVAS_MOVING)
    finish_move (canvas);
  else if (mode == STUDIO_CANVAS_BANDING)
    select_in_band (canvas);
  else if (canvas->grabbed_node != NULL && canvas->n_selected > 1 && !is_adding (GTK_GESTURE (gesture)))
    studio_canvas_select_only (canvas, canvas->grabbed_node);
  canvas->grabbed_node = NULL;
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

void
studio_canvas_cancel_drag (StudioCanvas *canvas)
{
  const gboolean was_moving = canvas->mode == STUDIO_CANVAS_MOVING;

  studio_canvas_end_wire (canvas, FALSE);
  canvas->mode = STUDIO_CANVAS_IDLE;
  canvas->grabbed_node = NULL;
  if (was_moving)
    studio_canvas_sync (canvas);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
drag_cancelled (GtkGesture *gesture, GdkEventSequence *sequence, StudioCanvas *canvas)
{
  if (canvas->mode != STUDIO_CANVAS_AIMING)
    studio_canvas_cancel_drag (canvas);
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, StudioCanvas *canvas)
{
  StudioCanvasNode *node = n_press == 2 ? studio_canvas_find_node_at (canvas, x, y, 0) : NULL;

  if (node != NULL && studio_canvas_node_is_nested (node) && !is_for_child (canvas, x, y))
    studio_canvas_set_scope (canvas, studio_canvas_node_get_path (node));
}

static void
menu_pressed (GtkGestureClick *gesture, int n_press, double x, double y, StudioCanvas *canvas)
{
  StudioCanvasNode *node = studio_canvas_find_node_at (canvas, x, y, 0);
  StudioCanvasWire *wire = node == NULL ? studio_canvas_find_wire_at (canvas, x, y) : NULL;

  if (node != NULL && !studio_canvas_node_is_selected (node))
    studio_canvas_select_only (canvas, node);
  if (wire != NULL)
    studio_canvas_select_wire (canvas, wire);
  studio_canvas_open_menu (canvas, x, y);
}

static void
hand_began (GtkGestureDrag *gesture, double x, double y, StudioCanvas *canvas)
{
  canvas->grabbed = canvas->origin;
}

static void
hand_moved (GtkGestureDrag *gesture, double dx, double dy, StudioCanvas *canvas)
{
  canvas->origin = canvas->grabbed;
  studio_canvas_pan (canvas, -dx, -dy);
}

static const char *
get_cursor_name (StudioCanvas *canvas, double x, double y)
{
  if (canvas->is_space_held)
    return "grab";
  if (canvas->hovered_port.node != NULL)
    return "crosshair";
  return canvas->hovered == NULL && studio_canvas_find_wire_at (canvas, x, y) != NULL ? "pointer" : NULL;
}

static void
pointer_moved (GtkEventControllerMotion *motion, double x, double y, StudioCanvas *canvas)
{
  const StudioCanvasPort port = studio_canvas_find_port_at (canvas, x, y);
  StudioCanvasNode *node = port.node != NULL ? port.node : studio_canvas_find_node_at (canvas, x, y, 0);

  if (canvas->mode != STUDIO_CANVAS_IDLE)
    return;
  if (node != canvas->hovered || port.node != canvas->hovered_port.node || port.index != canvas->hovered_port.index)
    gtk_widget_queue_draw (GTK_WIDGET (canvas));
  canvas->pointer = GRAPHENE_POINT_INIT (x, y);
  canvas->hovered = node;
  canvas->hovered_port = port;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (canvas), get_cursor_name (canvas, x, y));
}

static void
pointer_left (GtkEventControllerMotion *motion, StudioCanvas *canvas)
{
  if (canvas->mode != STUDIO_CANVAS_IDLE)
    return;
  canvas->hovered = NULL;
  canvas->hovered_port.node = NULL;
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static gboolean
scrolled (GtkEventControllerScroll *scroll, double dx, double dy, StudioCanvas *canvas)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  const double step = gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_WHEEL ? WHEEL_STEP : 1;

  if ((state & GDK_CONTROL_MASK) != 0)
    studio_canvas_zoom_at (canvas, canvas->zoom * pow (WHEEL_ZOOM, -dy * step / WHEEL_STEP), canvas->pointer.x,
                           canvas->pointer.y);
  else if ((state & GDK_SHIFT_MASK) != 0 && dx == 0)
    studio_canvas_pan (canvas, dy * step, 0);
  else
    studio_canvas_pan (canvas, dx * step, dy * step);
  return GDK_EVENT_STOP;
}

static void
pinch_began (GtkGesture *gesture, GdkEventSequence *sequence, StudioCanvas *canvas)
{
  canvas->zoom_before_pinch = canvas->zoom;
}

static void
pinched (GtkGestureZoom *gesture, double scale, StudioCanvas *canvas)
{
  double x = canvas->pointer.x;
  double y = canvas->pointer.y;

  gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y);
  studio_canvas_zoom_at (canvas, canvas->zoom_before_pinch * scale, x, y);
}

static GtkGesture *
add_drag (StudioCanvas *canvas, guint button)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  gtk_widget_add_controller (GTK_WIDGET (canvas), GTK_EVENT_CONTROLLER (drag));
  return drag;
}

static GtkGesture *
add_click (StudioCanvas *canvas, guint button)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), button);
  gtk_widget_add_controller (GTK_WIDGET (canvas), GTK_EVENT_CONTROLLER (click));
  return click;
}

void
studio_canvas_init_pointer (StudioCanvas *canvas)
{
  GtkGesture *drag = add_drag (canvas, GDK_BUTTON_PRIMARY);
  GtkGesture *hand = add_drag (canvas, GDK_BUTTON_MIDDLE);
  GtkGesture *click = add_click (canvas, GDK_BUTTON_PRIMARY);
  GtkGesture *menu = add_click (canvas, GDK_BUTTON_SECONDARY);
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  gtk_gesture_group (click, drag);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_began), canvas);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_moved), canvas);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_ended), canvas);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancelled), canvas);
  g_signal_connect (hand, "drag-begin", G_CALLBACK (hand_began), canvas);
  g_signal_connect (hand, "drag-update", G_CALLBACK (hand_moved), canvas);
  g_signal_connect (click, "pressed", G_CALLBACK (clicked), canvas);
  g_signal_connect (menu, "pressed", G_CALLBACK (menu_pressed), canvas);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_began), canvas);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinched), canvas);
  g_signal_connect (motion, "motion", G_CALLBACK (pointer_moved), canvas);
  g_signal_connect (motion, "leave", G_CALLBACK (pointer_left), canvas);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scrolled), canvas);
  gtk_widget_add_controller (GTK_WIDGET (canvas), GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (GTK_WIDGET (canvas), motion);
  gtk_widget_add_controller (GTK_WIDGET (canvas), scroll);
}
