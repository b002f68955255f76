/* studio-canvas-aim.c: drawing a wire with the keyboard.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

static void
aim_at (StudioCanvas *self, StudioCanvasNode *node)
{
  StudioCanvasPort target = { NULL };

  if (node != NULL)
    {
      target = studio_canvas_get_free_port (self, node, TRUE);
      studio_canvas_reveal (self, node);
    }
  studio_canvas_set_target (self, &target);
}

static StudioCanvasNode *
find_first (StudioCanvas *self)
{
  StudioCanvasNode *below = studio_canvas_find_neighbour (self, self->source.node, GTK_DIR_DOWN, self->fitting);

  for (guint i = 0; i < self->nodes->len && below == NULL; i++)
    if (studio_canvas_fits (self, self->nodes->pdata[i]))
      below = self->nodes->pdata[i];
  return below;
}

void
studio_canvas_start_aiming (StudioCanvas *self)
{
  StudioCanvasNode *node = studio_canvas_get_single (self);
  const StudioCanvasPort source = { node, FALSE, node != NULL ? studio_canvas_node_get_node (node)->main_output : 0 };

  studio_canvas_start_wire (self, STUDIO_CANVAS_AIMING, &source);
  aim_at (self, find_first (self));
}

static void
step_aim (StudioCanvas *self, GtkDirectionType direction)
{
  StudioCanvasNode *from = self->target.node != NULL ? self->target.node : self->source.node;
  StudioCanvasNode *next = studio_canvas_find_neighbour (self, from, direction, self->fitting);

  g_string_truncate (self->typed, 0);
  if (next != NULL)
    aim_at (self, next);
}

/* Selects the next input of the target or, if @is_back, the next output of the source. */
static void
turn_port (StudioCanvas *self, gboolean is_back)
{
  StudioCanvasPort *port = is_back ? &self->source : &self->target;

  if (port->node == NULL)
    return;
  port->index = (port->index + 1) % studio_canvas_count_ports (self, port->node, port->is_input);
  studio_canvas_set_target (self, &(StudioCanvasPort){ self->target.node, TRUE, self->target.index });
}

static StudioCanvasNode *
find_typed (StudioCanvas *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      StudioCanvasNode *node = self->nodes->pdata[i];

      if (studio_canvas_fits (self, node)
          && g_ascii_strncasecmp (studio_canvas_node_get_name (node), self->typed->str, self->typed->len) == 0)
        return node;
    }
  return NULL;
}

/* A letter that does not continue a name starts a new one. */
static gboolean
type_letter (StudioCanvas *self, guint keyval)
{
  const gunichar letter = gdk_keyval_to_unicode (keyval);
  StudioCanvasNode *node;

  if (letter >= 128 || !(g_ascii_isalnum (letter) || letter == '_'))
    return FALSE;

  g_string_append_c (self->typed, (char) letter);
  node = find_typed (self);
  if (node == NULL && self->typed->len > 1)
    {
      g_string_truncate (self->typed, 0);
      g_string_append_c (self->typed, (char) letter);
      node = find_typed (self);
    }
  if (node != NULL)
    aim_at (self, node);
  return TRUE;
}

gboolean
studio_canvas_aim_key (StudioCanvas *self, guint keyval, GdkModifierType state)
{
  switch (keyval)
    {
    case GDK_KEY_Up:
      step_aim (self, GTK_DIR_UP);
      return TRUE;
    case GDK_KEY_Down:
      step_aim (self, GTK_DIR_DOWN);
      return TRUE;
    case GDK_KEY_Left:
      step_aim (self, GTK_DIR_LEFT);
      return TRUE;
    case GDK_KEY_Right:
      step_aim (self, GTK_DIR_RIGHT);
      return TRUE;
    case GDK_KEY_Tab:
    case GDK_KEY_ISO_Left_Tab:
      turn_port (self, (state & GDK_SHIFT_MASK) != 0);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      studio_canvas_end_wire (self, TRUE);
      return TRUE;
    case GDK_KEY_Escape:
      studio_canvas_end_wire (self, FALSE);
      return TRUE;
    default:
      return type_letter (self, keyval);
    }
}
