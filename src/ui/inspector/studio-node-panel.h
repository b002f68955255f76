/* studio-node-panel.h: panel for a single node.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Signals: "renaming" and "renamed" (const char *path), before and after the path of the node
 * changes; "opened" (const char *path), to show the Chain at that path. */
#define STUDIO_TYPE_NODE_PANEL (studio_node_panel_get_type ())
G_DECLARE_FINAL_TYPE (StudioNodePanel, studio_node_panel, STUDIO, NODE_PANEL, AdwBin)

/* Returns FALSE and shows nothing if there is no such node. Updates in place if the node is already shown. */
gboolean studio_node_panel_show (StudioNodePanel *panel, StudioProject *project, const char *path);
/* Shows the results of the latest analysis. */
void studio_node_panel_show_analysis (StudioNodePanel *panel);

G_END_DECLS
