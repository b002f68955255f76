/* studio-runs-page.h: all runs, and what tells them apart.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Properties: store (RensaStore); comparing (whether the curves take the place of the table); columns (the ids of those
 * that are shown, separated by blanks); undo-label (read-only: what "page.undo" takes back, NULL for nothing). */
#define STUDIO_TYPE_RUNS_PAGE (studio_runs_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioRunsPage, studio_runs_page, STUDIO, RUNS_PAGE, AdwBin)

G_END_DECLS
