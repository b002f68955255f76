/* studio-selection-panel.h: common settings of several selected nodes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Signal: "acted" (const char *action): the canvas action to apply to the selection, to delete it
 * or to make it a Chain. */
#define STUDIO_TYPE_SELECTION_PANEL (studio_selection_panel_get_type ())
G_DECLARE_FINAL_TYPE (StudioSelectionPanel, studio_selection_panel, STUDIO, SELECTION_PANEL, AdwBin)

/* @paths: paths of the nodes. */
void studio_selection_panel_show (StudioSelectionPanel *panel, StudioProject *project, const char *const *paths);

G_END_DECLS
