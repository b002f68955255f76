/* studio-canvas.h: the model, drawn and edited.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-drag.h"
#include "studio-project.h"

G_BEGIN_DECLS

/* Properties: project, scope (the path of the Chain that is open; "" outside), selected (the path of the one selected
 * node, NULL where none or several are), zoom (1 is 100 %), n-selected, training. Actions, reachable as "canvas.NAME":
 * delete, disconnect, copy, cut, paste, duplicate, select-all, rename, group, ungroup, make-output, open, leave, escape,
 * tidy, fit, zoom-in, zoom-out, zoom-reset, quick-add, connect, undo, redo, menu; open-scope (s); and, with a
 * GtkDirectionType (i), walk, extend (the selection), nudge. It uses "win.toast" for what could not be done. */
#define STUDIO_TYPE_CANVAS (studio_canvas_get_type ())
G_DECLARE_FINAL_TYPE (StudioCanvas, studio_canvas, STUDIO, CANVAS, GtkWidget)

GtkWidget *studio_canvas_new (void);
void studio_canvas_set_project (StudioCanvas *canvas, StudioProject *project);
void studio_canvas_set_scope (StudioCanvas *canvas, const char *scope);
const char *studio_canvas_get_scope (StudioCanvas *canvas);
/* @path: (nullable): selects the node, opening the Chain it lies in, and brings it into view. */
void studio_canvas_select (StudioCanvas *canvas, const char *path);
const char *studio_canvas_get_selected (StudioCanvas *canvas);
/* A node of @type after the selected node, connected; or where there is room. As a double click in the palette does. */
void studio_canvas_add_after_selected (StudioCanvas *canvas, const char *type);
/* Whether the line of activity moves along the nodes. */
void studio_canvas_set_training (StudioCanvas *canvas, gboolean is_training);

G_END_DECLS
