/* studio-runs-compare.h: comparison of runs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-store.h"

G_BEGIN_DECLS

/* One plot for each metric with the curves of all runs, one color and marker for each run, and the
 * settings that differ or were changed during a run. */
#define STUDIO_TYPE_RUNS_COMPARE (studio_runs_compare_get_type ())
G_DECLARE_FINAL_TYPE (StudioRunsCompare, studio_runs_compare, STUDIO, RUNS_COMPARE, AdwBin)

/* @runs: RensaRun items; of more than a hundred, only the first hundred are compared, and a message
 *   says so. Reads them in a thread and shows them step by step. */
void studio_runs_compare_show (StudioRunsCompare *compare, RensaStore *store, GPtrArray *runs);

G_END_DECLS
