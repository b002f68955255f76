/* studio-canvas-select.c: what the next command is about.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

void
studio_canvas_selection_changed (StudioCanvas *canvas)
{
  studio_canvas_update_description (canvas);
  studio_canvas_update_actions (canvas);
  studio_canvas_notify_selection (canvas);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

/* Without telling anybody. */
static void
mark (StudioCanvas *canvas, StudioCanvasNode *node, gboolean is_selected)
{
  if (studio_canvas_node_is_selected (node) == is_selected)
    return;
  canvas->n_selected += is_selected ? 1 : -1;
  studio_canvas_node_set_selected (node, is_selected);
}

static void
unmark_all (StudioCanvas *canvas)
{
  for (guint i = 0; i < canvas->nodes->len && canvas->n_selected > 0; i++)
    mark (canvas, canvas->nodes->pdata[i], FALSE);
  if (canvas->wire_from != NULL)
    studio_canvas_queue_wires (canvas);
  g_clear_pointer (&canvas->wire_from, g_free);
  g_clear_pointer (&canvas->wire_to, g_free);
}

void
studio_canvas_unselect_all (StudioCanvas *canvas)
{
  unmark_all (canvas);
  studio_canvas_selection_changed (canvas);
}

void
studio_canvas_set_node_selected (StudioCanvas *canvas, StudioCanvasNode *node, gboolean is_selected)
{
  mark (canvas, node, is_selected);
  if (is_selected)
    canvas->cursor = node;
  studio_canvas_selection_changed (canvas);
}

void
studio_canvas_select_only (StudioCanvas *canvas, StudioCanvasNode *node)
{
  unmark_all (canvas);
  studio_canvas_set_node_selected (canvas, node, TRUE);
}

void
studio_canvas_select_names (StudioCanvas *canvas, const char *const *names)
{
  unmark_all (canvas);
  for (guint i = 0; names[i] != NULL; i++)
    {
      StudioCanvasNode *node = studio_canvas_get_node (canvas, names[i]);

      if (node == NULL)
        continue;
      mark (canvas, node, TRUE);
      canvas->cursor = node;
    }
  studio_canvas_selection_changed (canvas);
}

void
studio_canvas_select_all (StudioCanvas *canvas)
{
  unmark_all (canvas);
  for (guint i = 0; i < canvas->nodes->len; i++)
    mark (canvas, canvas->nodes->pdata[i], TRUE);
  studio_canvas_selection_changed (canvas);
}

void
studio_canvas_select_wire (StudioCanvas *canvas, StudioCanvasWire *wire)
{
  unmark_all (canvas);
  canvas->wire_from = g_strdup (wire->from_text);
  canvas->wire_to = g_strdup (wire->to_text);
  studio_canvas_queue_wires (canvas);
  studio_canvas_selection_changed (canvas);
}

StudioCanvasNode *
studio_canvas_get_single (StudioCanvas *canvas)
{
  if (canvas->n_selected != 1)
    return NULL;
  if (canvas->cursor != NULL && studio_canvas_node_is_selected (canvas->cursor))
    return canvas->cursor;

  for (guint i = 0; i < canvas->nodes->len; i++)
    if (studio_canvas_node_is_selected (canvas->nodes->pdata[i]))
      return canvas->nodes->pdata[i];
  return NULL;
}

char **
studio_canvas_list_selected (StudioCanvas *canvas)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < canvas->nodes->len; i++)
    if (studio_canvas_node_is_selected (canvas->nodes->pdata[i]))
      g_strv_builder_add (builder, studio_canvas_node_get_name (canvas->nodes->pdata[i]));
  return g_strv_builder_end (builder);
}

void
studio_canvas_go_to (StudioCanvas *canvas, StudioCanvasNode *node)
{
  studio_canvas_select_only (canvas, node);
  studio_canvas_reveal (canvas, node);
  gtk_widget_grab_focus (GTK_WIDGET (node));
}

void
studio_canvas_forget_node (StudioCanvas *canvas, StudioCanvasNode *node)
{
  mark (canvas, node, FALSE);
  if (canvas->cursor == node)
    canvas->cursor = NULL;
  if (canvas->grabbed_node == node)
    canvas->grabbed_node = NULL;
  if (canvas->hovered == node)
    canvas->hovered = NULL;
  if (canvas->hovered_port.node == node)
    canvas->hovered_port.node = NULL;
  if (canvas->source.node == node || canvas->target.node == node)
    studio_canvas_end_wire (canvas, FALSE);
}
