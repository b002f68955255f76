/* studio-analyst.h: thread that analyzes the latest document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis.h"

G_BEGIN_DECLS

typedef struct _StudioAnalyst StudioAnalyst;

/* Called in the main context in which the analyst was created; @analysis is of the latest document
 * or a slightly older one. */
typedef void (*StudioAnalystFunc) (RensaAnalysis *analysis, gpointer data);

/* Call everything below from a single thread, the one that runs @func. */
StudioAnalyst *studio_analyst_new (const char *dataset_root, StudioAnalystFunc func, gpointer data);
/* Stops calling @func; a running analysis finishes in the background. */
void studio_analyst_free (StudioAnalyst *analyst);
/* Requests an analysis of the current state of @document; drops earlier requests. */
void studio_analyst_ask (StudioAnalyst *analyst, RensaDocument *document);
/* Requests an analysis and reloads all data. */
void studio_analyst_ask_anew (StudioAnalyst *analyst, RensaDocument *document);
/* Returns TRUE if @func has been called for the latest request. */
gboolean studio_analyst_is_done (StudioAnalyst *analyst);
/* Waits until @func has been called for the latest request. */
void studio_analyst_wait (StudioAnalyst *analyst);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioAnalyst, studio_analyst_free)

G_END_DECLS
