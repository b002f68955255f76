/* studio-panes.h: a middle with a pane on either side.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Panes can be made wider and hidden. Where there is no room for one beside the middle it becomes a sheet, which covers
 * the middle as long as it is shown; a sheet starts hidden, and Escape hides it.
 *
 * Properties: start, middle, end (widgets, set once); show-start, show-end; start-threshold, end-threshold (the width
 * below which the pane is a sheet); start-is-sheet, end-is-sheet (to be read); end-share (how much of the width, in per cent, the end has until
 * a person moves its border; 0: what it needs), end-is-large (it has most of the width). */
#define STUDIO_TYPE_PANES (studio_panes_get_type ())
G_DECLARE_FINAL_TYPE (StudioPanes, studio_panes, STUDIO, PANES, GtkWidget)

G_END_DECLS
