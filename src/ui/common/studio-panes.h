/* studio-panes.h: container with a middle and a pane on either side.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Panes can be resized and hidden. If there is no room for a pane next to the middle, it becomes a
 * sheet, which covers the middle while it is shown; a sheet starts hidden, and Escape hides it.
 *
 * Properties: start, middle, end (widgets, set once); show-start, show-end; start-threshold,
 * end-threshold (the width below which the pane is a sheet); start-is-sheet, end-is-sheet
 * (read-only); end-share (share of the width, in percent, that the end has until the user moves its
 * border; 0: its natural width), end-is-large (it has most of the width). */
#define STUDIO_TYPE_PANES (studio_panes_get_type ())
G_DECLARE_FINAL_TYPE (StudioPanes, studio_panes, STUDIO, PANES, GtkWidget)

G_END_DECLS
