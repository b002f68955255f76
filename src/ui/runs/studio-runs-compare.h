/* studio-runs-compare.h: runs side by side.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-store.h"

G_BEGIN_DECLS

/* The curves of runs in one plot for each metric, one colour and marker for each run, and the settings that differ or
 * were changed while a run was going. */
#define STUDIO_TYPE_RUNS_COMPARE (studio_runs_compare_get_type ())
G_DECLARE_FINAL_TYPE (StudioRunsCompare, studio_runs_compare, STUDIO, RUNS_COMPARE, AdwBin)

/* @runs: RensaRun; of more than a hundred, the first hundred are compared, and it is said. They are read in a thread, and appear in
 * pieces. */
void studio_runs_compare_show (StudioRunsCompare *compare, RensaStore *store, GPtrArray *runs);

G_END_DECLS
