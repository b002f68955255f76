/* studio-inspector.h: shows and edits the selection.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Properties: project; path (of the shown node; NULL for the whole model); selected (paths of the
 * selected nodes; with several, their common attributes are shown). Signals: "renamed" (const char
 * *path), after the path of the node has changed; "opened" (const char *path), to show a Chain;
 * "problem-activated" (const char *path), to show the node of a problem; "acted" (const char
 * *action), to apply an action of the canvas to the selection. */
#define STUDIO_TYPE_INSPECTOR (studio_inspector_get_type ())
G_DECLARE_FINAL_TYPE (StudioInspector, studio_inspector, STUDIO, INSPECTOR, AdwBin)

GtkWidget *studio_inspector_new (void);

G_END_DECLS
