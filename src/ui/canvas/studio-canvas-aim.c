/* studio-canvas-aim.c: drawing a wire with the keyboard.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

static void
aim_at (StudioCanvas *canvas, StudioCanvasNode *node)
{
  StudioCanvasPort target = { NULL };

  if (node != NULL)
    {
      target = studio_canvas_get_free_port (canvas, node, TRUE);
      studio_canvas_reveal (canvas, node);
    }
  studio_canvas_set_target (canvas, &target);
}

static StudioCanvasNode *
find_first (StudioCanvas *canvas)
{
  StudioCanvasNode *below = studio_canvas_find_neighbour (canvas, canvas->source.node, GTK_DIR_DOWN, canvas->fitting);

  for (guint i = 0; i < canvas->nodes->len && below == NULL; i++)
    if (studio_canvas_fits (canvas, canvas->nodes->pdata[i]))
      below = canvas->nodes->pdata[i];
  return below;
}

void
studio_canvas_start_aiming (StudioCanvas *canvas)
{
  const StudioCanvasPort source = { studio_canvas_get_single (canvas), FALSE, 0 };

  studio_canvas_start_wire (canvas, STUDIO_CANVAS_AIMING, &source);
  aim_at (canvas, find_first (canvas));
}

static void
step_aim (StudioCanvas *canvas, GtkDirectionType direction)
{
  StudioCanvasNode *from = canvas->target.node != NULL ? canvas->target.node : canvas->source.node;
  StudioCanvasNode *next = studio_canvas_find_neighbour (canvas, from, direction, canvas->fitting);

  g_string_truncate (canvas->typed, 0);
  if (next != NULL)
    aim_at (canvas, next);
}

/* Another input of the target or, backwards, another output of the source. */
static void
turn_port (StudioCanvas *canvas, gboolean is_back)
{
  StudioCanvasPort *port = is_back ? &canvas->source : &canvas->target;

  if (port->node == NULL)
    return;
  port->index = (port->index + 1) % studio_canvas_count_ports (canvas, port->node, port->is_input);
  studio_canvas_set_target (canvas, &(StudioCanvasPort){ canvas->target.node, TRUE, canvas->target.index });
}

static StudioCanvasNode *
find_typed (StudioCanvas *canvas)
{
  for (guint i = 0; i < canvas->nodes->len; i++)
    {
      StudioCanvasNode *node = canvas->nodes->pdata[i];

      if (studio_canvas_fits (canvas, node)
          && g_ascii_strncasecmp (studio_canvas_node_get_name (node), canvas->typed->str, canvas->typed->len) == 0)
        return node;
    }
  return NULL;
}

/* A letter that continues no name begins one. */
static gboolean
type_letter (StudioCanvas *canvas, guint keyval)
{
  const gunichar letter = gdk_keyval_to_unicode (keyval);
  StudioCanvasNode *node;

  if (letter >= 128 || !(g_ascii_isalnum (letter) || letter == '_'))
    return FALSE;

  g_string_append_c (canvas->typed, (char) letter);
  node = find_typed (canvas);
  if (node == NULL && canvas->typed->len > 1)
    {
      g_string_truncate (canvas->typed, 0);
      g_string_append_c (canvas->typed, (char) letter);
      node = find_typed (canvas);
    }
  if (node != NULL)
    aim_at (canvas, node);
  return TRUE;
}

gboolean
studio_canvas_aim_key (StudioCanvas *canvas, guint keyval, GdkModifierType state)
{
  switch (keyval)
    {
    case GDK_KEY_Up:
      step_aim (canvas, GTK_DIR_UP);
      return TRUE;
    case GDK_KEY_Down:
      step_aim (canvas, GTK_DIR_DOWN);
      return TRUE;
    case GDK_KEY_Left:
      step_aim (canvas, GTK_DIR_LEFT);
      return TRUE;
    case GDK_KEY_Right:
      step_aim (canvas, GTK_DIR_RIGHT);
      return TRUE;
    case GDK_KEY_Tab:
    case GDK_KEY_ISO_Left_Tab:
      turn_port (canvas, (state & GDK_SHIFT_MASK) != 0);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      studio_canvas_end_wire (canvas, TRUE);
      return TRUE;
    case GDK_KEY_Escape:
      studio_canvas_end_wire (canvas, FALSE);
      return TRUE;
    default:
      return type_letter (canvas, keyval);
    }
}
