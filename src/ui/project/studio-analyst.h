/* studio-analyst.h: a thread that analyses documents, always the latest.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis.h"

G_BEGIN_DECLS

typedef struct _StudioAnalyst StudioAnalyst;

/* In the main context that the analyst was made in; @analysis is that of the latest document, or a little older. */
typedef void (*StudioAnalystFunc) (RensaAnalysis *analysis, gpointer data);

/* Everything below is for one thread, that of @func. */
StudioAnalyst *studio_analyst_new (const char *dataset_root, StudioAnalystFunc func, gpointer data);
/* @func is not called any more; an analysis under way ends in its own time. */
void studio_analyst_free (StudioAnalyst *analyst);
/* Asks for the analysis of @document as it is now; those asked for before are given up. */
void studio_analyst_ask (StudioAnalyst *analyst, RensaDocument *document);
/* Asks for it with all data loaded anew. */
void studio_analyst_ask_anew (StudioAnalyst *analyst, RensaDocument *document);
/* Whether @func has been called for what was asked for last. */
gboolean studio_analyst_is_done (StudioAnalyst *analyst);
/* Waits for what was asked for last; @func is called. */
void studio_analyst_wait (StudioAnalyst *analyst);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioAnalyst, studio_analyst_free)

G_END_DECLS
