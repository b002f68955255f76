/* rensa-run-model.h: loads the document and the trained model of a stored run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-store.h"

G_BEGIN_DECLS

/* Loads the document of a run of @store for further use. Relative paths in it start from its
 * location when the run began. */
RensaDocument *rensa_run_load_document (RensaStore *store, RensaRun *run, GError **error);
/* Returns the newest readable snapshot among @artifacts (element-type RensaRunArtifact); NULL if
 * there is none. Ignores snapshots unknown to the store, which may be newer than the values that it
 * has written. */
const RensaRunArtifact *rensa_run_find_snapshot (GPtrArray *artifacts);
/* Returns the file with the run's trained weights: its model, or a newer snapshot. Fails with
 * RENSA_ERROR_NOT_FOUND if no file is readable. */
char *rensa_run_find_weights (RensaStore *store, RensaRun *run, GError **error);
/* Returns the verdict on the run in the user's language; NULL if there is none. */
char *rensa_run_dup_verdict (RensaRun *run);
/* Same in a few words, unless it is a sentence from an older version. */
char *rensa_run_dup_brief_verdict (RensaRun *run);
/* Returns why the run failed in the user's language, or in that of an older version; NULL if it has not failed. */
char *rensa_run_dup_message (RensaRun *run);

G_END_DECLS
