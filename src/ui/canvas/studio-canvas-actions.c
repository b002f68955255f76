/* studio-canvas-actions.c: the commands of the canvas.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"
#include "studio-popover.h"
#include "studio-step.h"

#define ZOOM_STEP 1.25

static void
rename_selected (StudioCanvas *self)
{
  StudioCanvasNode *node = studio_canvas_get_single (self);

  studio_canvas_make_readable (self, node);
  studio_canvas_node_start_rename (node);
}

static void
open_selected (StudioCanvas *self)
{
  const RensaModelNode *node = studio_canvas_node_get_node (studio_canvas_get_single (self));
  g_autofree char *scope = g_strdup (studio_canvas_get_inner_scope (node));

  studio_canvas_set_scope (self, scope);
}

/* Leaves one state at a time: the drag in progress, a selection other than a single node, the
 * Chain. */
static void
escape (StudioCanvas *self)
{
  if (self->mode != STUDIO_CANVAS_IDLE)
    studio_canvas_cancel_drag (self);
  else if (self->n_selected > 1 || self->selected_wire.from != NULL)
    studio_canvas_unselect_all (self);
  else if (self->scope[0] != '\0')
    studio_canvas_leave_scope (self);
}

static void
zoom_in (StudioCanvas *self)
{
  studio_canvas_zoom_to (self, self->zoom * ZOOM_STEP);
}

static void
zoom_out (StudioCanvas *self)
{
  studio_canvas_zoom_to (self, self->zoom / ZOOM_STEP);
}

static void
zoom_reset (StudioCanvas *self)
{
  studio_canvas_zoom_to (self, 1);
}

static void
undo (StudioCanvas *self)
{
  studio_project_undo (self->project);
}

static void
redo (StudioCanvas *self)
{
  studio_project_redo (self->project);
}

void
studio_canvas_open_menu (StudioCanvas *self, double x, double y)
{
  studio_popover_open (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
}

static void
open_menu_at_cursor (StudioCanvas *self)
{
  graphene_rect_t rect = GRAPHENE_RECT_INIT (0, 0, 0, 0);

  if (self->cursor != NULL)
    studio_canvas_rect_to_widget (self, studio_canvas_node_get_rect (self->cursor), &rect);
  studio_canvas_open_menu (self, rect.origin.x + rect.size.width / 2, rect.origin.y + rect.size.height);
}

static const struct
{
  const char *name;
  void (*activate) (StudioCanvas *canvas);
} commands[] = {
  { "canvas.delete", studio_canvas_delete },
  { "canvas.disconnect", studio_canvas_disconnect },
  { "canvas.copy", studio_canvas_copy },
  { "canvas.cut", studio_canvas_cut },
  { "canvas.paste", studio_canvas_paste },
  { "canvas.duplicate", studio_canvas_duplicate },
  { "canvas.select-all", studio_canvas_select_all },
  { "canvas.rename", rename_selected },
  { "canvas.group", studio_canvas_group },
  { "canvas.ungroup", studio_canvas_ungroup },
  { "canvas.freeze", studio_canvas_freeze },
  { "canvas.unfreeze", studio_canvas_unfreeze },
  { "canvas.open", open_selected },
  { "canvas.leave", studio_canvas_leave_scope },
  { "canvas.escape", escape },
  { "canvas.make-output", studio_canvas_make_output },
  { "canvas.learn", studio_canvas_learn },
  { "canvas.report", studio_canvas_report },
  { "canvas.tidy", studio_canvas_tidy },
  { "canvas.fit", studio_canvas_fit },
  { "canvas.find", studio_canvas_find },
  { "canvas.find-next", studio_canvas_find_next },
  { "canvas.find-previous", studio_canvas_find_previous },
  { "canvas.find-stop", studio_canvas_find_stop },
  { "canvas.zoom-in", zoom_in },
  { "canvas.zoom-out", zoom_out },
  { "canvas.zoom-reset", zoom_reset },
  { "canvas.quick-add", studio_canvas_open_quick_add },
  { "canvas.connect", studio_canvas_start_aiming },
  { "canvas.undo", undo },
  { "canvas.redo", redo },
  { "canvas.menu", open_menu_at_cursor },
};

static void
activate (GtkWidget *widget, const char *name, GVariant *parameter)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, name) == 0)
      commands[i].activate (STUDIO_CANVAS (widget));
}

static void
activate_walk (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_canvas_walk (STUDIO_CANVAS (widget), g_variant_get_int32 (parameter), strcmp (name, "canvas.extend") == 0);
}

static void
activate_nudge (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioCanvas *self = STUDIO_CANVAS (widget);
  const GtkDirectionType direction = g_variant_get_int32 (parameter);
  const int x = (direction == GTK_DIR_RIGHT) - (direction == GTK_DIR_LEFT);
  const int y = (direction == GTK_DIR_DOWN) - (direction == GTK_DIR_UP);
  g_auto (GStrv) names = studio_canvas_list_selected (self);
  g_autofree char *joined = g_strjoinv (" ", names);
  g_autofree char *key = g_strdup_printf ("move:%s:%s", self->scope, joined);

  studio_canvas_move_selected (self, x * STUDIO_CANVAS_GRID, y * STUDIO_CANVAS_GRID, key);
}

static void
activate_open_scope (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_canvas_set_scope (STUDIO_CANVAS (widget), g_variant_get_string (parameter, NULL));
}

void
studio_canvas_class_init_actions (GtkWidgetClass *klass)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    gtk_widget_class_install_action (klass, commands[i].name, NULL, activate);
  gtk_widget_class_install_action (klass, "canvas.walk", "i", activate_walk);
  gtk_widget_class_install_action (klass, "canvas.extend", "i", activate_walk);
  gtk_widget_class_install_action (klass, "canvas.nudge", "i", activate_nudge);
  gtk_widget_class_install_action (klass, "canvas.open-scope", "s", activate_open_scope);
}

static gboolean
has_selected_input (StudioCanvas *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node_is_selected (self->nodes->pdata[i])
        && studio_canvas_node_get_node (self->nodes->pdata[i])->kind == RENSA_MODEL_NODE_INPUT)
      return TRUE;
  return FALSE;
}

/* Returns TRUE if a selected node can be frozen (or unfrozen, if @is_frozen) and nothing around it
 * is frozen. */
static gboolean
has_selected_part (StudioCanvas *self, gboolean is_frozen)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const RensaModelNode *node = studio_canvas_node_get_node (self->nodes->pdata[i]);
      const RensaModelNode *part = rensa_model_node_get_freezable (node);

      if (studio_canvas_node_is_selected (self->nodes->pdata[i]) && part != NULL && part->is_frozen == part->freezes
          && part->freezes == is_frozen)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_wire_to_cut (StudioCanvas *self)
{
  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioCanvasWire *wire = self->wires->pdata[i];

      if (wire->id >= 0 && (self->selected_wire.from != NULL || studio_canvas_node_is_selected (wire->ends.to)))
        return TRUE;
    }
  return FALSE;
}

/* Enables the roles that a node can have at its level: output of a model, or loss or reported value
 * of a step. */
static void
update_output_actions (StudioCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  StudioCanvasNode *single = studio_canvas_get_single (self);
  const RensaModelNode *node = single != NULL ? studio_canvas_node_get_node (single) : NULL;
  const gboolean is_step = studio_canvas_is_step (self);

  gtk_widget_action_set_enabled (widget, "canvas.make-output", node != NULL && !is_step && !node->is_output);
  gtk_widget_action_set_enabled (widget, "canvas.learn",
                                 node != NULL && is_step && !studio_step_is_loss (self->network, node));
  gtk_widget_action_set_enabled (widget, "canvas.report", node != NULL && is_step && !node->is_output);
}

/* Updates only the actions whose state can change. */
void
studio_canvas_update_actions (StudioCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  StudioCanvasNode *single = studio_canvas_get_single (self);
  const RensaModelNode *node = single != NULL ? studio_canvas_node_get_node (single) : NULL;
  const gboolean has_nodes = self->nodes->len > 0;
  const gboolean has_selected = self->n_selected > 0;
  const gboolean can_cut = has_wire_to_cut (self);
  gboolean can_undo = FALSE;
  gboolean can_redo = FALSE;

  if (self->project != NULL)
    g_object_get (self->project, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  gtk_widget_action_set_enabled (widget, "canvas.delete", has_selected || can_cut);
  gtk_widget_action_set_enabled (widget, "canvas.disconnect", can_cut);
  gtk_widget_action_set_enabled (widget, "canvas.copy", has_selected);
  gtk_widget_action_set_enabled (widget, "canvas.cut", has_selected);
  gtk_widget_action_set_enabled (widget, "canvas.paste", studio_canvas_can_paste (self));
  gtk_widget_action_set_enabled (widget, "canvas.duplicate", has_selected);
  gtk_widget_action_set_enabled (widget, "canvas.nudge", has_selected);
  gtk_widget_action_set_enabled (widget, "canvas.group", has_selected && !has_selected_input (self));
  gtk_widget_action_set_enabled (widget, "canvas.freeze", has_selected_part (self, FALSE));
  gtk_widget_action_set_enabled (widget, "canvas.unfreeze", has_selected_part (self, TRUE));
  gtk_widget_action_set_enabled (widget, "canvas.select-all", has_nodes);
  gtk_widget_action_set_enabled (widget, "canvas.tidy", has_nodes);
  gtk_widget_action_set_enabled (widget, "canvas.fit", has_nodes);
  gtk_widget_action_set_enabled (widget, "canvas.find", self->project != NULL);
  gtk_widget_action_set_enabled (widget, "canvas.rename", single != NULL);
  gtk_widget_action_set_enabled (widget, "canvas.connect", single != NULL && self->nodes->len > 1);
  update_output_actions (self);
  gtk_widget_action_set_enabled (widget, "canvas.open", node != NULL && studio_canvas_get_inner_scope (node) != NULL);
  gtk_widget_action_set_enabled (widget, "canvas.ungroup", node != NULL && node->kind == RENSA_MODEL_NODE_NESTED);
  gtk_widget_action_set_enabled (widget, "canvas.leave", self->scope[0] != '\0' && !studio_canvas_is_at_model (self));
  gtk_widget_action_set_enabled (widget, "canvas.quick-add", self->project != NULL);
  gtk_widget_action_set_enabled (widget, "canvas.undo", can_undo);
  gtk_widget_action_set_enabled (widget, "canvas.redo", can_redo);
  gtk_widget_action_set_enabled (widget, "canvas.zoom-in", self->zoom < STUDIO_CANVAS_MAX_ZOOM);
  gtk_widget_action_set_enabled (widget, "canvas.zoom-out", self->zoom > STUDIO_CANVAS_MIN_ZOOM);
  gtk_widget_action_set_enabled (widget, "canvas.zoom-reset", self->zoom != 1);
}
