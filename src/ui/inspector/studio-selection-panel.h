/* studio-selection-panel.h: what several selected nodes have together.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Signal: "acted" (const char *action), where the selection is to be deleted or made a Chain: the name of an action of the canvas. */
#define STUDIO_TYPE_SELECTION_PANEL (studio_selection_panel_get_type ())
G_DECLARE_FINAL_TYPE (StudioSelectionPanel, studio_selection_panel, STUDIO, SELECTION_PANEL, AdwBin)

/* @paths: of the nodes. */
void studio_selection_panel_show (StudioSelectionPanel *panel, StudioProject *project, const char *const *paths);

G_END_DECLS
