/* studio-node-panel.h: all about one node.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Signals: "renaming" and "renamed" (const char *path), before and after the node gets another path; "opened" (const char *path), when the Chain of
 * that path is to be shown. */
#define STUDIO_TYPE_NODE_PANEL (studio_node_panel_get_type ())
G_DECLARE_FINAL_TYPE (StudioNodePanel, studio_node_panel, STUDIO, NODE_PANEL, AdwBin)

/* FALSE where there is no such node; then nothing is shown. Shows the present state of the same node in place. */
gboolean studio_node_panel_show (StudioNodePanel *panel, StudioProject *project, const char *path);
/* What the analysis has found out since. */
void studio_node_panel_show_analysis (StudioNodePanel *panel);

G_END_DECLS
