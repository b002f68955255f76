/* rensa-run-model.h: the document and the trained model of a run of the store.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-store.h"

G_BEGIN_DECLS

/* The document of a run of @store, to go on with.  Relative paths in it start from where it was when the run began. */
RensaDocument *rensa_run_load_document (RensaStore *store, RensaRun *run, GError **error);
/* The newest snapshot among @artifacts (element-type RensaRunArtifact) that can be read; NULL where there is none.  What
 * the store does not know of may be newer than the values that it has written, so it does not count. */
const RensaRunArtifact *rensa_run_find_snapshot (GPtrArray *artifacts);
/* The file of what the run has learned: its model, or a snapshot that is newer.  RENSA_ERROR_NOT_FOUND where there is
 * none that can be read. */
char *rensa_run_find_weights (RensaStore *store, RensaRun *run, GError **error);
/* The verdict on the run in the language of the reader; NULL if there is none. */
char *rensa_run_dup_verdict (RensaRun *run);
/* As a few words, where it is not a sentence of an older version. */
char *rensa_run_dup_brief_verdict (RensaRun *run);

G_END_DECLS
