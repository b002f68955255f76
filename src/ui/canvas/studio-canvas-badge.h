/* studio-canvas-badge.h: badge of a node with a problem.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A small button whose popover contains the message and, if available, a button for the repair,
 * which is the action "node.repair" of the widget that contains the badge. */
GtkWidget *studio_canvas_badge_new (void);
/* @repair: (nullable) */
void studio_canvas_badge_set_problem (GtkWidget *badge, const char *sentence, const char *repair);

G_END_DECLS
