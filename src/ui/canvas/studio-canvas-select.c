/* studio-canvas-select.c: the selection, to which commands apply.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

void
studio_canvas_selection_changed (StudioCanvas *self)
{
  studio_canvas_update_description (self);
  studio_canvas_update_actions (self);
  studio_canvas_notify_selection (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Changes the selection without emitting signals. */
static void
mark (StudioCanvas *self, StudioCanvasNode *node, gboolean is_selected)
{
  if (studio_canvas_node_is_selected (node) == is_selected)
    return;
  self->n_selected += is_selected ? 1 : -1;
  studio_canvas_node_set_selected (node, is_selected);
}

static void
unmark_all (StudioCanvas *self)
{
  for (guint i = 0; i < self->nodes->len && self->n_selected > 0; i++)
    mark (self, self->nodes->pdata[i], FALSE);
  if (self->selected_wire.from != NULL)
    studio_canvas_queue_wires (self);
  self->selected_wire.from = NULL;
}

void
studio_canvas_unselect_all (StudioCanvas *self)
{
  unmark_all (self);
  studio_canvas_selection_changed (self);
}

void
studio_canvas_set_node_selected (StudioCanvas *self, StudioCanvasNode *node, gboolean is_selected)
{
  mark (self, node, is_selected);
  if (is_selected)
    self->cursor = node;
  studio_canvas_selection_changed (self);
}

void
studio_canvas_select_only (StudioCanvas *self, StudioCanvasNode *node)
{
  unmark_all (self);
  studio_canvas_set_node_selected (self, node, TRUE);
}

void
studio_canvas_select_names (StudioCanvas *self, const char *const *names)
{
  unmark_all (self);
  for (guint i = 0; names[i] != NULL; i++)
    {
      StudioCanvasNode *node = studio_canvas_get_node (self, names[i]);

      if (node == NULL)
        continue;
      mark (self, node, TRUE);
      self->cursor = node;
    }
  studio_canvas_selection_changed (self);
}

void
studio_canvas_select_all (StudioCanvas *self)
{
  unmark_all (self);
  for (guint i = 0; i < self->nodes->len; i++)
    mark (self, self->nodes->pdata[i], TRUE);
  studio_canvas_selection_changed (self);
}

void
studio_canvas_select_wire (StudioCanvas *self, StudioCanvasWire *wire)
{
  unmark_all (self);
  self->selected_wire = wire->ends;
  studio_canvas_queue_wires (self);
  studio_canvas_selection_changed (self);
}

StudioCanvasNode *
studio_canvas_get_single (StudioCanvas *self)
{
  if (self->n_selected != 1)
    return NULL;
  if (self->cursor != NULL && studio_canvas_node_is_selected (self->cursor))
    return self->cursor;

  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node_is_selected (self->nodes->pdata[i]))
      return self->nodes->pdata[i];
  return NULL;
}

char **
studio_canvas_list_selected (StudioCanvas *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node_is_selected (self->nodes->pdata[i]))
      g_strv_builder_add (builder, studio_canvas_node_get_name (self->nodes->pdata[i]));
  return g_strv_builder_end (builder);
}

GStrv
studio_canvas_list_selected_paths (StudioCanvas *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node_is_selected (self->nodes->pdata[i]))
      g_strv_builder_add (builder, studio_canvas_node_get_node (self->nodes->pdata[i])->path);
  return g_strv_builder_end (builder);
}

void
studio_canvas_go_to (StudioCanvas *self, StudioCanvasNode *node)
{
  studio_canvas_select_only (self, node);
  studio_canvas_reveal (self, node);
  gtk_widget_grab_focus (GTK_WIDGET (node));
}

void
studio_canvas_forget_node (StudioCanvas *self, StudioCanvasNode *node)
{
  mark (self, node, FALSE);
  if (self->cursor == node)
    self->cursor = NULL;
  if (self->selected_wire.from == node || self->selected_wire.to == node)
    self->selected_wire.from = NULL;
  if (self->grabbed_node == node)
    self->grabbed_node = NULL;
  if (self->hovered == node)
    self->hovered = NULL;
  if (self->hovered_port.node == node)
    self->hovered_port.node = NULL;
  if (self->source.node == node || self->target.node == node)
    studio_canvas_end_wire (self, FALSE);
}
