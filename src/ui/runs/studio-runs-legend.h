/* studio-runs-legend.h: which curve is whose, and in what the runs differ.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-store.h"

G_BEGIN_DECLS

/* So many stand side by side, each with its values; of more, the names stand in a list and the values together. */
#define STUDIO_RUNS_MOST_COLUMNS 7

/* "2: small net" in the colour and with the marker of the run's curves; @number: from 0 on. */
char *studio_runs_legend_get_markup (RensaRun *run, guint number);
/* A widget with the names of the @runs and the StudioDifferences, which it copies. */
GtkWidget *studio_runs_legend_new (GPtrArray *runs, const GPtrArray *differences);

G_END_DECLS
