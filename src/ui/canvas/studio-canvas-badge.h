/* studio-canvas-badge.h: the mark of a node that has a problem.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A small button whose popover holds the sentence and, where there is one, the repair, which is the action
 * "node.repair" of the widget that the button is in. */
GtkWidget *studio_canvas_badge_new (void);
/* @repair: (nullable) */
void studio_canvas_badge_set_problem (GtkWidget *badge, const char *sentence, const char *repair);

G_END_DECLS
