/* studio-inspector.h: what is selected, looked at and changed.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Properties: project; path (of the node that is shown; NULL for the model as a whole); selected (paths of the nodes that are
 * selected: where they are several, what they have together is shown). Signals: "renamed" (const char
 * *path), after the node got another path; "opened" (const char *path), when a Chain is to be shown;
 * "problem-activated" (const char *path), when the node of a problem is to be shown; "acted" (const char *action): an action of the canvas is
 * to be done on the selection. */
#define STUDIO_TYPE_INSPECTOR (studio_inspector_get_type ())
G_DECLARE_FINAL_TYPE (StudioInspector, studio_inspector, STUDIO, INSPECTOR, AdwBin)

GtkWidget *studio_inspector_new (void);

G_END_DECLS
