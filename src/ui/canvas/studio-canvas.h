/* studio-canvas.h: canvas that shows and edits the model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-drag.h"
#include "studio-project.h"

G_BEGIN_DECLS

/* Properties: project, scope (the path of the open Chain; "" at the top level; the name of a model
 * of a step), selected (the path of the selected node, NULL if none or several are selected), zoom
 * (1 is 100 %), n-selected, training. Actions, reachable as "canvas.NAME": delete, disconnect,
 * copy, cut, paste, duplicate, select-all, rename, group, ungroup, make-output, learn, report,
 * open, leave, escape, tidy, fit, find, find-next, find-previous, find-stop, zoom-in, zoom-out,
 * zoom-reset, quick-add, connect, undo, redo, menu; open-scope (s); and, with a GtkDirectionType
 * (i), walk, extend (the selection), nudge. It reports failures with "win.toast". */
#define STUDIO_TYPE_CANVAS (studio_canvas_get_type ())
G_DECLARE_FINAL_TYPE (StudioCanvas, studio_canvas, STUDIO, CANVAS, GtkWidget)

GtkWidget *studio_canvas_new (void);
void studio_canvas_set_project (StudioCanvas *self, StudioProject *project);
void studio_canvas_set_scope (StudioCanvas *self, const char *scope);
const char *studio_canvas_get_scope (StudioCanvas *self);
/* @path: (nullable): selects the node, opening the Chain that contains it, and brings it into view;
 *   opens a model of a step. */
void studio_canvas_select (StudioCanvas *self, const char *path);
const char *studio_canvas_get_selected (StudioCanvas *self);
/* Returns the paths of all selected nodes, NULL-terminated. */
GStrv studio_canvas_list_selected_paths (StudioCanvas *self);
/* Returns the path of the node after which the next one is added, and the index of its output to
 * use: the start of the selected wire, else the selected node, or the last one. NULL if there is
 * none. */
const char *studio_canvas_get_place (StudioCanvas *self, int *output);
/* Returns the type of output @output of the node at @path according to the last analysis; NULL if unknown. */
const RensaType *studio_canvas_find_type (StudioCanvas *self, const char *path, int output);
/* Adds a node of @type after the selected node, connected, or in the selected wire; otherwise in a
 * free place. Same as a double click in the palette. */
void studio_canvas_add_after_selected (StudioCanvas *self, const char *type);
/* Returns TRUE if it shows the training step itself. */
gboolean studio_canvas_is_step (StudioCanvas *self);
/* Sets whether the activity line moves along the nodes. */
void studio_canvas_set_training (StudioCanvas *self, gboolean is_training);

G_END_DECLS
