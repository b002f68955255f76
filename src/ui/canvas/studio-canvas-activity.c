/* studio-canvas-activity.c: a thin line that moves along the nodes during training.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

/* Slow enough not to slow down training. */
#define INTERVAL_MS 120
/* Fraction of a card per step. */
#define STEP 0.25

static void
show_activity (StudioCanvas *self, double activity)
{
  self->activity = activity;
  for (guint i = 0; i < self->nodes->len; i++)
    studio_canvas_node_set_activity (self->nodes->pdata[i], CLAMP (activity - i, 0, 1));
}

static gboolean
advance (gpointer data)
{
  StudioCanvas *self = data;
  const double next = self->activity + STEP;

  show_activity (self, next > self->nodes->len + 1 ? 0 : next);
  return G_SOURCE_CONTINUE;
}

static gboolean
is_animated (StudioCanvas *self)
{
  gboolean is_enabled = TRUE;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &is_enabled, NULL);
  return is_enabled;
}

void
studio_canvas_update_activity (StudioCanvas *self)
{
  const gboolean is_shown = self->is_training && gtk_widget_get_mapped (GTK_WIDGET (self));
  const gboolean is_moving = is_shown && is_animated (self);

  if (is_moving && self->activity_source == 0)
    self->activity_source = g_timeout_add (INTERVAL_MS, advance, self);
  else if (!is_moving)
    g_clear_handle_id (&self->activity_source, g_source_remove);
  if (!is_moving)
    show_activity (self, is_shown ? self->nodes->len : 0);
}
