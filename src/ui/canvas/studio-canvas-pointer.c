/* studio-canvas-pointer.c: mouse buttons, dragging and scrolling.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <math.h>

/* Pixels per step of a wheel. */
#define WHEEL_STEP 60
#define WHEEL_ZOOM 1.15

static gboolean
is_adding (GtkGesture *gesture)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  return (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != 0;
}

/* Buttons and entries on cards handle their own events. */
static gboolean
is_for_child (StudioCanvas *self, double x, double y)
{
  GtkWidget *child = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  return child != NULL
         && (gtk_widget_get_ancestor (child, GTK_TYPE_BUTTON) != NULL || child == self->find
             || gtk_widget_is_ancestor (child, self->find) || gtk_widget_get_ancestor (child, GTK_TYPE_TEXT) != NULL);
}

static gboolean
is_in_overview (StudioCanvas *self, double x, double y)
{
  StudioOverview overview;

  return studio_canvas_get_overview (self, &overview) && studio_overview_contains (&overview, x, y);
}

static void
press_node (StudioCanvas *self, StudioCanvasNode *node, gboolean is_added)
{
  const gboolean was_selected = studio_canvas_node_is_selected (node);

  if (is_added)
    studio_canvas_set_node_selected (self, node, !was_selected);
  else if (!was_selected)
    studio_canvas_select_only (self, node);
  self->cursor = node;
  self->grabbed_node = studio_canvas_node_is_selected (node) ? node : NULL;
  self->grabbed = studio_canvas_node_get_rect (node)->origin;
  gtk_widget_grab_focus (GTK_WIDGET (node));
}

static void
press_ground (StudioCanvas *self, gboolean is_added)
{
  StudioCanvasWire *wire = studio_canvas_find_wire_at (self, self->pressed.x, self->pressed.y);

  if (wire != NULL)
    {
      studio_canvas_select_wire (self, wire);
    }
  else
    {
      if (!is_added)
        studio_canvas_unselect_all (self);
      self->mode = STUDIO_CANVAS_BANDING;
    }
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* Commits text being typed, here or next to the canvas, before another node is shown. */
static void
finish_typing (StudioCanvas *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    studio_canvas_node_accept_rename (self->nodes->pdata[i]);
  if (self->project != NULL)
    studio_project_settle (self->project);
}

static void
drag_began (GtkGestureDrag *gesture, double x, double y, StudioCanvas *self)
{
  StudioCanvasPort port;
  StudioCanvasNode *node;

  if (is_for_child (self, x, y))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }

  finish_typing (self);
  self->pressed = self->pointer = GRAPHENE_POINT_INIT (x, y);
  self->grabbed_node = NULL;
  if (is_in_overview (self, x, y))
    {
      studio_canvas_end_wire (self, FALSE);
      self->mode = STUDIO_CANVAS_SURVEYING;
      studio_canvas_follow_overview (self, x, y);
      return;
    }
  port = studio_canvas_find_port_at (self, x, y);
  node = studio_canvas_find_node_at (self, x, y, 0);
  studio_canvas_end_wire (self, FALSE);
  if (self->is_space_held)
    {
      self->mode = STUDIO_CANVAS_PANNING;
      self->grabbed = self->origin;
    }
  else if (port.node != NULL)
    studio_canvas_start_wire (self, STUDIO_CANVAS_CONNECTING, &port);
  else if (node != NULL)
    press_node (self, node, is_adding (GTK_GESTURE (gesture)));
  else
    press_ground (self, is_adding (GTK_GESTURE (gesture)));
}

/* All selected nodes move with the grabbed one, which stays on the grid. */
static void
move_nodes (StudioCanvas *self, double dx, double dy)
{
  const graphene_point_t old = studio_canvas_node_get_rect (self->grabbed_node)->origin;
  const float x = studio_canvas_snap (self->grabbed.x + dx / studio_canvas_get_scale (self)) - old.x;
  const float y = studio_canvas_snap (self->grabbed.y + dy / studio_canvas_get_scale (self)) - old.y;

  if (x == 0 && y == 0)
    return;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      StudioCanvasNode *node = self->nodes->pdata[i];
      const graphene_point_t place = studio_canvas_node_get_rect (node)->origin;

      if (studio_canvas_node_is_selected (node))
        studio_canvas_node_move (node, place.x + x, place.y + y);
    }
  studio_canvas_queue_layout (self);
}

static void
aim_pointer (StudioCanvas *self)
{
  const StudioCanvasPort target = studio_canvas_find_target_at (self, self->pointer.x, self->pointer.y);

  studio_canvas_set_target (self, &target);
}

static gboolean
has_left_press (StudioCanvas *self)
{
  return gtk_drag_check_threshold (GTK_WIDGET (self), self->pressed.x, self->pressed.y, self->pointer.x,
                                   self->pointer.y);
}

static void
drag_moved (GtkGestureDrag *gesture, double dx, double dy, StudioCanvas *self)
{
  self->pointer = GRAPHENE_POINT_INIT (self->pressed.x + dx, self->pressed.y + dy);
  if (self->mode == STUDIO_CANVAS_IDLE && self->grabbed_node != NULL && has_left_press (self))
    self->mode = STUDIO_CANVAS_MOVING;

  switch (self->mode)
    {
    case STUDIO_CANVAS_PANNING:
      self->origin = self->grabbed;
      studio_canvas_pan (self, -dx, -dy);
      break;
    case STUDIO_CANVAS_SURVEYING:
      studio_canvas_follow_overview (self, self->pointer.x, self->pointer.y);
      break;
    case STUDIO_CANVAS_MOVING:
      move_nodes (self, dx, dy);
      break;
    case STUDIO_CANVAS_CONNECTING:
      aim_pointer (self);
      break;
    case STUDIO_CANVAS_BANDING:
      gtk_widget_queue_draw (GTK_WIDGET (self));
      break;
    case STUDIO_CANVAS_IDLE:
    case STUDIO_CANVAS_AIMING:
      break;
    }
}

static void
select_in_band (StudioCanvas *self)
{
  graphene_point_t a;
  graphene_point_t b;
  graphene_rect_t band;

  studio_canvas_to_model (self, MIN (self->pressed.x, self->pointer.x), MIN (self->pressed.y, self->pointer.y), &a);
  studio_canvas_to_model (self, MAX (self->pressed.x, self->pointer.x), MAX (self->pressed.y, self->pointer.y), &b);
  graphene_rect_init (&band, a.x, a.y, b.x - a.x, b.y - a.y);
  for (guint i = 0; i < self->nodes->len; i++)
    if (graphene_rect_intersection (&band, studio_canvas_node_get_rect (self->nodes->pdata[i]), NULL))
      studio_canvas_set_node_selected (self, self->nodes->pdata[i], TRUE);
}

static void
finish_wire (StudioCanvas *self)
{
  const StudioCanvasPort source = self->source;
  StudioCanvasNode *node = studio_canvas_find_node_at (self, self->pointer.x, self->pointer.y, 0);
  g_autofree char *reason = NULL;

  if (!has_left_press (self))
    {
      studio_canvas_end_wire (self, FALSE);
      studio_canvas_go_to (self, source.node);
      return;
    }
  if (self->target.node == NULL && node == NULL)
    studio_canvas_open_quick_add_at (self, &source, self->pointer.x, self->pointer.y);
  else if (self->target.node == NULL && !studio_canvas_fits (self, node))
    reason = studio_canvas_explain_misfit (self, &source, node);
  if (reason != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", reason);
  studio_canvas_end_wire (self, TRUE);
}

static void
finish_move (StudioCanvas *self)
{
  const graphene_point_t place = studio_canvas_node_get_rect (self->grabbed_node)->origin;

  if (!graphene_point_equal (&place, &self->grabbed))
    studio_canvas_move_selected (self, 0, 0, NULL);
}

static void
drag_ended (GtkGestureDrag *gesture, double dx, double dy, StudioCanvas *self)
{
  const StudioCanvasMode mode = self->mode;

  if (mode == STUDIO_CANVAS_AIMING)
    return;

  self->mode = STUDIO_CANVAS_IDLE;
  if (mode == STUDIO_CANVAS_CONNECTING)
    finish_wire (self);
  else if (mode == STUDIO_CANVAS_MOVING)
    finish_move (self);
  else if (mode == STUDIO_CANVAS_BANDING)
    select_in_band (self);
  else if (self->grabbed_node != NULL && self->n_selected > 1 && !is_adding (GTK_GESTURE (gesture)))
    studio_canvas_select_only (self, self->grabbed_node);
  self->grabbed_node = NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
studio_canvas_cancel_drag (StudioCanvas *self)
{
  const gboolean was_moving = self->mode == STUDIO_CANVAS_MOVING;

  studio_canvas_end_wire (self, FALSE);
  self->mode = STUDIO_CANVAS_IDLE;
  self->grabbed_node = NULL;
  if (was_moving)
    studio_canvas_sync (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_cancelled (GtkGesture *gesture, GdkEventSequence *sequence, StudioCanvas *self)
{
  if (self->mode != STUDIO_CANVAS_AIMING)
    studio_canvas_cancel_drag (self);
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, StudioCanvas *self)
{
  StudioCanvasNode *node =
      n_press == 2 && !is_in_overview (self, x, y) ? studio_canvas_find_node_at (self, x, y, 0) : NULL;

  g_autofree char *scope =
      node != NULL ? g_strdup (studio_canvas_get_inner_scope (studio_canvas_node_get_node (node))) : NULL;

  if (scope != NULL && !is_for_child (self, x, y))
    studio_canvas_set_scope (self, scope);
}

static void
menu_pressed (GtkGestureClick *gesture, int n_press, double x, double y, StudioCanvas *self)
{
  StudioCanvasNode *node = studio_canvas_find_node_at (self, x, y, 0);
  StudioCanvasWire *wire = node == NULL ? studio_canvas_find_wire_at (self, x, y) : NULL;

  if (node != NULL && !studio_canvas_node_is_selected (node))
    studio_canvas_select_only (self, node);
  if (wire != NULL)
    studio_canvas_select_wire (self, wire);
  studio_canvas_open_menu (self, x, y);
}

static void
hand_began (GtkGestureDrag *gesture, double x, double y, StudioCanvas *self)
{
  self->grabbed = self->origin;
}

static void
hand_moved (GtkGestureDrag *gesture, double dx, double dy, StudioCanvas *self)
{
  self->origin = self->grabbed;
  studio_canvas_pan (self, -dx, -dy);
}

static const char *
get_cursor_name (StudioCanvas *self, double x, double y)
{
  if (self->is_space_held)
    return "grab";
  if (self->hovered_port.node != NULL)
    return "crosshair";
  return self->hovered == NULL && studio_canvas_find_wire_at (self, x, y) != NULL ? "pointer" : NULL;
}

static void
pointer_moved (GtkEventControllerMotion *motion, double x, double y, StudioCanvas *self)
{
  const gboolean is_free = !is_in_overview (self, x, y);
  const StudioCanvasPort port = is_free ? studio_canvas_find_port_at (self, x, y) : (StudioCanvasPort){ NULL };
  StudioCanvasNode *node = !is_free ? NULL : port.node != NULL ? port.node : studio_canvas_find_node_at (self, x, y, 0);

  if (self->mode != STUDIO_CANVAS_IDLE)
    return;
  if (node != self->hovered || port.node != self->hovered_port.node || port.index != self->hovered_port.index)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  self->pointer = GRAPHENE_POINT_INIT (x, y);
  self->hovered = node;
  self->hovered_port = port;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), get_cursor_name (self, x, y));
}

static void
pointer_left (GtkEventControllerMotion *motion, StudioCanvas *self)
{
  if (self->mode != STUDIO_CANVAS_IDLE)
    return;
  self->hovered = NULL;
  self->hovered_port.node = NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
scrolled (GtkEventControllerScroll *scroll, double dx, double dy, StudioCanvas *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  const double step = gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_WHEEL ? WHEEL_STEP : 1;

  if ((state & GDK_CONTROL_MASK) != 0)
    studio_canvas_zoom_at (self, self->zoom * pow (WHEEL_ZOOM, -dy * step / WHEEL_STEP), self->pointer.x,
                           self->pointer.y);
  else if ((state & GDK_SHIFT_MASK) != 0 && dx == 0)
    studio_canvas_pan (self, dy * step, 0);
  else
    studio_canvas_pan (self, dx * step, dy * step);
  return GDK_EVENT_STOP;
}

static void
pinch_began (GtkGesture *gesture, GdkEventSequence *sequence, StudioCanvas *self)
{
  self->zoom_before_pinch = self->zoom;
}

static void
pinched (GtkGestureZoom *gesture, double scale, StudioCanvas *self)
{
  double x = self->pointer.x;
  double y = self->pointer.y;

  gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y);
  studio_canvas_zoom_at (self, self->zoom_before_pinch * scale, x, y);
}

void
studio_canvas_class_init_pointer (GtkWidgetClass *klass)
{
  gtk_widget_class_bind_template_child_full (klass, "click", FALSE, 0);
  gtk_widget_class_bind_template_child_full (klass, "drag", FALSE, 0);
  gtk_widget_class_bind_template_callback (klass, drag_began);
  gtk_widget_class_bind_template_callback (klass, drag_moved);
  gtk_widget_class_bind_template_callback (klass, drag_ended);
  gtk_widget_class_bind_template_callback (klass, drag_cancelled);
  gtk_widget_class_bind_template_callback (klass, hand_began);
  gtk_widget_class_bind_template_callback (klass, hand_moved);
  gtk_widget_class_bind_template_callback (klass, clicked);
  gtk_widget_class_bind_template_callback (klass, menu_pressed);
  gtk_widget_class_bind_template_callback (klass, pinch_began);
  gtk_widget_class_bind_template_callback (klass, pinched);
  gtk_widget_class_bind_template_callback (klass, pointer_moved);
  gtk_widget_class_bind_template_callback (klass, pointer_left);
  gtk_widget_class_bind_template_callback (klass, scrolled);
}

void
studio_canvas_init_pointer (StudioCanvas *self)
{
  gtk_gesture_group (GTK_GESTURE (gtk_widget_get_template_child (GTK_WIDGET (self), STUDIO_TYPE_CANVAS, "click")),
                     GTK_GESTURE (gtk_widget_get_template_child (GTK_WIDGET (self), STUDIO_TYPE_CANVAS, "drag")));
}
