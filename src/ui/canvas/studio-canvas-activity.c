/* studio-canvas-activity.c: a thin line that passes along the nodes while they are trained.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

/* Slow enough to cost training nothing. */
#define INTERVAL_MS 120
/* Of a card, in one step. */
#define STEP 0.25

static void
show_activity (StudioCanvas *canvas, double activity)
{
  canvas->activity = activity;
  for (guint i = 0; i < canvas->nodes->len; i++)
    studio_canvas_node_set_activity (canvas->nodes->pdata[i], CLAMP (activity - i, 0, 1));
}

static gboolean
advance (gpointer data)
{
  StudioCanvas *canvas = data;
  const double next = canvas->activity + STEP;

  show_activity (canvas, next > canvas->nodes->len + 1 ? 0 : next);
  return G_SOURCE_CONTINUE;
}

static gboolean
is_animated (StudioCanvas *canvas)
{
  gboolean is_enabled = TRUE;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (canvas)), "gtk-enable-animations", &is_enabled, NULL);
  return is_enabled;
}

void
studio_canvas_update_activity (StudioCanvas *canvas)
{
  const gboolean is_shown = canvas->is_training && gtk_widget_get_mapped (GTK_WIDGET (canvas));
  const gboolean is_moving = is_shown && is_animated (canvas);

  if (is_moving && canvas->activity_source == 0)
    canvas->activity_source = g_timeout_add (INTERVAL_MS, advance, canvas);
  else if (!is_moving)
    g_clear_handle_id (&canvas->activity_source, g_source_remove);
  if (!is_moving)
    show_activity (canvas, is_shown ? canvas->nodes->len : 0);
}
