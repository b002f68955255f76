/* studio-project.h: the open document as the pages see it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-analysis.h"
#include "rensa-attrs.h"
#include "rensa-edit.h"
#include "rensa-history.h"

G_BEGIN_DECLS

/* Properties: title (the document's name), path (NULL until it is saved), is-saved, can-undo,
 * can-redo, undo-label, redo-label. Signals: "changed" after every change of the document,
 * including undo and redo; "analysed" when studio_project_get_analysis () is updated; "settle" for
 * studio_project_settle (); "moved" (RensaDocument *before, const char *label, gboolean is_undo)
 * after undo and redo. Independent of GTK; use from the main thread only. */
#define STUDIO_TYPE_PROJECT (studio_project_get_type ())
G_DECLARE_FINAL_TYPE (StudioProject, studio_project, STUDIO, PROJECT, GObject)

/* @path: (nullable): the file it was loaded from. References @document, which others must not
 *   modify afterwards. */
StudioProject *studio_project_new (RensaDocument *document, const char *path);

/* Returns the current state; borrowed, must not be modified. */
RensaDocument *studio_project_get_document (StudioProject *self);
const char *studio_project_get_title (StudioProject *self);
const char *studio_project_get_path (StudioProject *self);
gboolean studio_project_is_saved (StudioProject *self);

/* Applies pending text in entry fields, or discards it if invalid. Call before the document is used
 * (saved, trained) or another part of it is shown. */
void studio_project_settle (StudioProject *self);

/* Every change is made so:
 *
 *   g_autoptr (RensaDocument) document = studio_project_begin (project);
 *
 *   if (rensa_document_rename_node (document, "", "l1", "hidden", error))
 *     studio_project_commit (project, document, "Rename l1", NULL);
 */
RensaDocument *studio_project_begin (StudioProject *self);
/* @merge_key: (nullable): changes with the same key within two seconds become a single undo step
 *   ("move:l1", "set:l1.out_size"). */
void studio_project_commit (StudioProject *self, RensaDocument *document, const char *label, const char *merge_key);

/* Sets one value like rensa_document_set (): "optimizer.alpha", "0.01". Nothing changes on error. */
gboolean studio_project_set (StudioProject *self, const char *path, const char *text, GError **error);
gboolean studio_project_repair (StudioProject *self, const RensaProblem *problem, GError **error);
void studio_project_undo (StudioProject *self);
void studio_project_redo (StudioProject *self);

/* TRUE if the model has only inputs. */
gboolean studio_project_is_beginning (StudioProject *self);
/* Returns the data type of the parameters. */
RensaDtype studio_project_get_dtype (StudioProject *self);
/* Returns the analysis of the current state or a slightly older one; NULL before the first.
 * Borrowed until "analysed". */
RensaAnalysis *studio_project_get_analysis (StudioProject *self);
/* Returns the initial attributes for a new @component in the document. */
RensaAttrs *studio_project_start (StudioProject *self, const RensaComponent *component);
/* Returns TRUE if the analysis is of the current state. */
gboolean studio_project_is_analysed (StudioProject *self);
/* Waits for the analysis of the current state. */
RensaAnalysis *studio_project_wait_for_analysis (StudioProject *self);
/* Reloads the data: files may have changed or been downloaded. */
void studio_project_reload_data (StudioProject *self);

/* Returns the folder of downloaded data sets: RENSA_DATASET_ROOT and so on. */
const char *studio_project_get_dataset_root (StudioProject *self);

gboolean studio_project_save (StudioProject *self, const char *path, GError **error);

G_END_DECLS
