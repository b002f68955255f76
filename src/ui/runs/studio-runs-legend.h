/* studio-runs-legend.h: which curve is whose, and in what the runs differ.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-store.h"

G_BEGIN_DECLS

/* So many stand side by side, each with its values below; more stand in a list, each with its values beside it. */
#define STUDIO_RUNS_MOST_COLUMNS 7

/* The pointer is at run @number; -1 when it has left. */
typedef void (*StudioRunsLegendFunc) (int number, gpointer data);

/* "#12": what a run is called where its name is not enough. */
char *studio_runs_legend_name_run (RensaRun *run);
/* The runs in the colours of their curves, with what they reached at last and their values of StudioDifferences, which are copied.
 * @hovered is called as long as the widget lives. */
GtkWidget *studio_runs_legend_new (GPtrArray *runs, const GPtrArray *differences, StudioRunsLegendFunc hovered,
                                   gpointer data);

G_END_DECLS
