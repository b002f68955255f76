/* studio-runs-legend.h: legend of the curves, and the differences between the runs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-store.h"

G_BEGIN_DECLS

/* Maximum number of runs shown as columns, with the values below each name; more are shown as a
 * list, with the values next to each name. */
#define STUDIO_RUNS_MOST_COLUMNS 7

/* Called when the pointer enters run @number; -1 when it leaves. */
typedef void (*StudioRunsLegendFunc) (int number, gpointer data);

/* Returns the short name of a run, such as "#12". */
char *studio_runs_legend_name_run (RensaRun *run);
/* Shows the runs in the colors of their curves, with their final results and their values of the
 * StudioDifferences, which are copied.
 * @hovered may be called as long as the widget exists. */
GtkWidget *studio_runs_legend_new (GPtrArray *runs, const GPtrArray *differences, StudioRunsLegendFunc hovered,
                                   gpointer data);

G_END_DECLS
