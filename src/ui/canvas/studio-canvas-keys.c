/* studio-canvas-keys.c: keyboard control.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"
#include "studio-focus.h"

static graphene_point_t
get_center (StudioCanvasNode *node)
{
  graphene_point_t center;

  graphene_rect_get_center (studio_canvas_node_get_rect (node), &center);
  return center;
}

/* Sideways distance costs more than distance ahead; returns FALSE if @to is not ahead. */
static gboolean
get_cost (StudioCanvasNode *from, StudioCanvasNode *to, GtkDirectionType direction, float *cost)
{
  const graphene_point_t a = get_center (from);
  const graphene_point_t b = get_center (to);
  const gboolean is_vertical = direction == GTK_DIR_UP || direction == GTK_DIR_DOWN;
  const float sign = direction == GTK_DIR_UP || direction == GTK_DIR_LEFT ? -1 : 1;
  const float ahead = sign * (is_vertical ? b.y - a.y : b.x - a.x);
  const float aside = ABS (is_vertical ? b.x - a.x : b.y - a.y);

  *cost = ahead + 2 * aside;
  return ahead > 1;
}

StudioCanvasNode *
studio_canvas_find_neighbour (StudioCanvas *self, StudioCanvasNode *node, GtkDirectionType direction, GHashTable *among)
{
  StudioCanvasNode *nearest = NULL;
  float least = G_MAXFLOAT;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      StudioCanvasNode *other = self->nodes->pdata[i];
      float cost;

      if (other == node || (among != NULL && !g_hash_table_contains (among, other))
          || !get_cost (node, other, direction, &cost) || cost >= least)
        continue;
      least = cost;
      nearest = other;
    }
  return nearest;
}

static StudioCanvasNode *
follow_wire (StudioCanvas *self, StudioCanvasNode *node, gboolean is_down)
{
  StudioCanvasNode *nearest = NULL;
  float least = G_MAXFLOAT;

  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioCanvasWire *wire = self->wires->pdata[i];
      StudioCanvasNode *other = is_down ? wire->ends.to : wire->ends.from;
      const float aside = ABS (get_center (other).x - get_center (node).x);

      if ((is_down ? wire->ends.from : wire->ends.to) != node || aside >= least)
        continue;
      least = aside;
      nearest = other;
    }
  return nearest;
}

StudioCanvasNode *
studio_canvas_find_step (StudioCanvas *self, StudioCanvasNode *node, GtkDirectionType direction)
{
  StudioCanvasNode *next = NULL;

  if (direction == GTK_DIR_UP || direction == GTK_DIR_DOWN)
    next = follow_wire (self, node, direction == GTK_DIR_DOWN);
  return next != NULL ? next : studio_canvas_find_neighbour (self, node, direction, NULL);
}

void
studio_canvas_walk (StudioCanvas *self, GtkDirectionType direction, gboolean extend)
{
  StudioCanvasNode *next = self->nodes->len > 0 ? self->nodes->pdata[0] : NULL;

  if (self->cursor != NULL)
    next = studio_canvas_find_step (self, self->cursor, direction);
  if (next == NULL)
    return;
  if (!extend)
    {
      studio_canvas_go_to (self, next);
      return;
    }
  studio_canvas_set_node_selected (self, next, TRUE);
  studio_canvas_reveal (self, next);
  gtk_widget_grab_focus (GTK_WIDGET (next));
}

/* All nodes are one stop of the Tab key; arrow keys move between them. */
static gboolean
enter_nodes (StudioCanvas *self)
{
  if (self->cursor == NULL && self->nodes->len > 0)
    self->cursor = self->nodes->pdata[0];
  if (self->cursor != NULL && self->n_selected == 0)
    studio_canvas_select_only (self, self->cursor);
  return gtk_widget_grab_focus (GTK_WIDGET (self));
}

gboolean
studio_canvas_move_focus (StudioCanvas *self, GtkDirectionType direction)
{
  GtkWidget *child = gtk_widget_get_focus_child (GTK_WIDGET (self));
  const gboolean is_inside = child != NULL || gtk_widget_is_focus (GTK_WIDGET (self));
  const gboolean is_back = direction == GTK_DIR_TAB_BACKWARD;

  if (child != NULL && gtk_widget_child_focus (child, direction))
    return TRUE;
  if (is_inside && child != self->trail)
    return is_back && gtk_widget_child_focus (self->trail, direction);
  if (!is_inside && !is_back && gtk_widget_child_focus (self->trail, direction))
    return TRUE;
  return (!is_inside || !is_back) && enter_nodes (self);
}

static gboolean
key_captured (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state, StudioCanvas *self)
{
  return self->mode == STUDIO_CANVAS_AIMING && studio_canvas_aim_key (self, keyval, state);
}

static gboolean
key_pressed (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state, StudioCanvas *self)
{
  if (keyval != GDK_KEY_space)
    return GDK_EVENT_PROPAGATE;
  self->is_space_held = TRUE;
  return GDK_EVENT_STOP;
}

static void
key_released (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state, StudioCanvas *self)
{
  if (keyval == GDK_KEY_space)
    self->is_space_held = FALSE;
}

static void
focus_left (gpointer data)
{
  StudioCanvas *self = data;

  self->is_space_held = FALSE;
  if (self->mode == STUDIO_CANVAS_AIMING)
    studio_canvas_end_wire (self, FALSE);
}

void
studio_canvas_init_keys (StudioCanvas *self)
{
  studio_on_leave (GTK_WIDGET (self), focus_left, GTK_WIDGET (self));
}

/* If several keys have the same action, menus show the last one. */
static const struct
{
  guint keyval;
  GdkModifierType state;
  const char *action;
} bindings[] = {
  { GDK_KEY_BackSpace, 0, "canvas.delete" },
  { GDK_KEY_KP_Delete, 0, "canvas.delete" },
  { GDK_KEY_Delete, 0, "canvas.delete" },
  { GDK_KEY_c, GDK_CONTROL_MASK, "canvas.copy" },
  { GDK_KEY_x, GDK_CONTROL_MASK, "canvas.cut" },
  { GDK_KEY_v, GDK_CONTROL_MASK, "canvas.paste" },
  { GDK_KEY_d, GDK_CONTROL_MASK, "canvas.duplicate" },
  { GDK_KEY_a, GDK_CONTROL_MASK, "canvas.select-all" },
  { GDK_KEY_F2, 0, "canvas.rename" },
  { GDK_KEY_g, GDK_CONTROL_MASK, "canvas.group" },
  { GDK_KEY_g, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "canvas.ungroup" },
  { GDK_KEY_Return, 0, "canvas.open" },
  { GDK_KEY_KP_Enter, 0, "canvas.open" },
  { GDK_KEY_Escape, 0, "canvas.escape" },
  { GDK_KEY_l, GDK_CONTROL_MASK, "canvas.tidy" },
  { GDK_KEY_f, GDK_CONTROL_MASK, "canvas.find" },
  { GDK_KEY_f, 0, "canvas.fit" },
  { GDK_KEY_plus, GDK_CONTROL_MASK, "canvas.zoom-in" },
  { GDK_KEY_equal, GDK_CONTROL_MASK, "canvas.zoom-in" },
  { GDK_KEY_KP_Add, GDK_CONTROL_MASK, "canvas.zoom-in" },
  { GDK_KEY_minus, GDK_CONTROL_MASK, "canvas.zoom-out" },
  { GDK_KEY_KP_Subtract, GDK_CONTROL_MASK, "canvas.zoom-out" },
  { GDK_KEY_0, GDK_CONTROL_MASK, "canvas.zoom-reset" },
  { GDK_KEY_KP_0, GDK_CONTROL_MASK, "canvas.zoom-reset" },
  { GDK_KEY_slash, 0, "canvas.quick-add" },
  { GDK_KEY_k, GDK_CONTROL_MASK, "canvas.quick-add" },
  { GDK_KEY_c, 0, "canvas.connect" },
  { GDK_KEY_c, GDK_SHIFT_MASK, "canvas.disconnect" },
  { GDK_KEY_z, GDK_CONTROL_MASK, "canvas.undo" },
  { GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "canvas.redo" },
  { GDK_KEY_y, GDK_CONTROL_MASK, "canvas.redo" },
  { GDK_KEY_Menu, 0, "canvas.menu" },
  { GDK_KEY_F10, GDK_SHIFT_MASK, "canvas.menu" },
};

static const struct
{
  guint keyval;
  guint keypad;
  GtkDirectionType direction;
} arrows[] = {
  { GDK_KEY_Up, GDK_KEY_KP_Up, GTK_DIR_UP },
  { GDK_KEY_Down, GDK_KEY_KP_Down, GTK_DIR_DOWN },
  { GDK_KEY_Left, GDK_KEY_KP_Left, GTK_DIR_LEFT },
  { GDK_KEY_Right, GDK_KEY_KP_Right, GTK_DIR_RIGHT },
};

static void
bind_arrow (GtkWidgetClass *klass, guint keyval, GtkDirectionType direction)
{
  gtk_widget_class_add_binding_action (klass, keyval, 0, "canvas.walk", "i", direction);
  gtk_widget_class_add_binding_action (klass, keyval, GDK_SHIFT_MASK, "canvas.extend", "i", direction);
  gtk_widget_class_add_binding_action (klass, keyval, GDK_ALT_MASK, "canvas.nudge", "i", direction);
}

void
studio_canvas_class_init_keys (GtkWidgetClass *klass)
{
  for (guint i = 0; i < G_N_ELEMENTS (bindings); i++)
    gtk_widget_class_add_binding_action (klass, bindings[i].keyval, bindings[i].state, bindings[i].action, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    {
      bind_arrow (klass, arrows[i].keyval, arrows[i].direction);
      bind_arrow (klass, arrows[i].keypad, arrows[i].direction);
    }
  gtk_widget_class_bind_template_callback (klass, key_captured);
  gtk_widget_class_bind_template_callback (klass, key_pressed);
  gtk_widget_class_bind_template_callback (klass, key_released);
}
