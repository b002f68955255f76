/* studio-project.h: the open document, as the pages see it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-analysis.h"
#include "rensa-attrs.h"
#include "rensa-edit.h"
#include "rensa-history.h"

G_BEGIN_DECLS

/* Properties: title (the document's name), path (NULL until it is saved), is-saved, can-undo, can-redo, undo-label,
 * redo-label. Signals: "changed" after every change of the document, undo and redo included; "analysed" when
 * studio_project_get_analysis () has caught up; "settle" for studio_project_settle (); "moved" (RensaDocument *before,
 * const char *label, gboolean is_undo) after undo and redo. No GTK; the main thread's. */
#define STUDIO_TYPE_PROJECT (studio_project_get_type ())
G_DECLARE_FINAL_TYPE (StudioProject, studio_project, STUDIO, PROJECT, GObject)

/* @path: (nullable): the file it came from. @document is referenced and from now on not to be changed by others. */
StudioProject *studio_project_new (RensaDocument *document, const char *path);

/* The present state; borrowed, and not to be changed. */
RensaDocument *studio_project_get_document (StudioProject *self);
const char *studio_project_get_title (StudioProject *self);
const char *studio_project_get_path (StudioProject *self);
gboolean studio_project_is_saved (StudioProject *self);

/* What stands typed in fields and is not entered yet is entered now, or given up where it is wrong. Whoever is about to
 * use the document (save it, train it) or to show another part of it calls this before. */
void studio_project_settle (StudioProject *self);

/* Every change is made so:
 *
 *   g_autoptr (RensaDocument) document = studio_project_begin (project);
 *
 *   if (rensa_document_rename_node (document, "", "l1", "hidden", error))
 *     studio_project_commit (project, document, "Rename l1", NULL);
 */
RensaDocument *studio_project_begin (StudioProject *self);
/* @merge_key: (nullable): changes of one key within two seconds are one step of undo ("move:l1", "set:l1.out_size"). */
void studio_project_commit (StudioProject *self, RensaDocument *document, const char *label, const char *merge_key);

/* One value, as rensa_document_set () takes it: "optimizer.alpha", "0.01". On an error nothing changes. */
gboolean studio_project_set (StudioProject *self, const char *path, const char *text, GError **error);
gboolean studio_project_repair (StudioProject *self, const RensaProblem *problem, GError **error);
void studio_project_undo (StudioProject *self);
void studio_project_redo (StudioProject *self);

/* TRUE if the model has only inputs. */
gboolean studio_project_is_beginning (StudioProject *self);
/* Of the parameters. */
RensaDtype studio_project_get_dtype (StudioProject *self);
/* Of the present state or a little older one; NULL before the first. Borrowed until "analysed". */
RensaAnalysis *studio_project_get_analysis (StudioProject *self);
/* What a new @component of the document begins with. */
RensaAttrs *studio_project_start (StudioProject *self, const RensaComponent *component);
/* Whether it is that of the present state. */
gboolean studio_project_is_analysed (StudioProject *self);
/* Waits until it is. */
RensaAnalysis *studio_project_wait_for_analysis (StudioProject *self);
/* Looks at the data anew: files may have changed or been downloaded. */
void studio_project_reload_data (StudioProject *self);

/* Where downloaded data sets lie: RENSA_DATASET_ROOT and so on. */
const char *studio_project_get_dataset_root (StudioProject *self);

gboolean studio_project_save (StudioProject *self, const char *path, GError **error);

G_END_DECLS
