/* studio-canvas.h: the model, drawn and edited.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-drag.h"
#include "studio-project.h"

G_BEGIN_DECLS

/* Properties: project, scope (the path of the Chain that is open; "" outside; the name of a model beside a
 * step), selected (the path of the one selected
 * node, NULL where none or several are), zoom (1 is 100 %), n-selected, training. Actions, reachable as "canvas.NAME":
 * delete, disconnect, copy, cut, paste, duplicate, select-all, rename, group, ungroup, make-output, learn, report, open, leave, escape,
 * tidy, fit, find, find-next, find-previous, find-stop, zoom-in, zoom-out, zoom-reset, quick-add, connect, undo, redo, menu; open-scope (s); and, with a
 * GtkDirectionType (i), walk, extend (the selection), nudge. It uses "win.toast" for what could not be done. */
#define STUDIO_TYPE_CANVAS (studio_canvas_get_type ())
G_DECLARE_FINAL_TYPE (StudioCanvas, studio_canvas, STUDIO, CANVAS, GtkWidget)

GtkWidget *studio_canvas_new (void);
void studio_canvas_set_project (StudioCanvas *self, StudioProject *project);
void studio_canvas_set_scope (StudioCanvas *self, const char *scope);
const char *studio_canvas_get_scope (StudioCanvas *self);
/* @path: (nullable): selects the node, opening the Chain it lies in, and brings it into view; opens a model beside a step. */
void studio_canvas_select (StudioCanvas *self, const char *path);
const char *studio_canvas_get_selected (StudioCanvas *self);
/* The paths of all selected nodes, NULL-terminated. */
GStrv studio_canvas_list_selected_paths (StudioCanvas *self);
/* The path of the node after which the next one comes, and which of its outputs that takes: where a wire is selected, its begin;
 * else the selected node, or the last. NULL where there is none. */
const char *studio_canvas_get_place (StudioCanvas *self, int *output);
/* The type of output @output of the node at @path, as the last analysis found it; NULL where that is not known. */
const RensaType *studio_canvas_find_type (StudioCanvas *self, const char *path, int output);
/* A node of @type after the selected node, connected, or in the selected wire; or where there is room. As a double click in the
 * palette does. */
void studio_canvas_add_after_selected (StudioCanvas *self, const char *type);
/* Whether it shows the training step itself. */
gboolean studio_canvas_is_step (StudioCanvas *self);
/* Whether the line of activity moves along the nodes. */
void studio_canvas_set_training (StudioCanvas *self, gboolean is_training);

G_END_DECLS
