/* studio-runs-page.h: page with the table of all runs and their comparison.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Properties: store (RensaStore); comparing (TRUE if the curves replace the table); columns (ids of
 * the visible columns, separated by blanks); undo-label (read-only: what "page.undo" undoes, NULL
 * for nothing). */
#define STUDIO_TYPE_RUNS_PAGE (studio_runs_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioRunsPage, studio_runs_page, STUDIO, RUNS_PAGE, AdwBin)

G_END_DECLS
