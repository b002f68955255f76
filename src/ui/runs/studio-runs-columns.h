/* studio-runs-columns.h: what the table of runs tells of each.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-store.h"

G_BEGIN_DECLS

/* Adds the columns, each of which sorts, to @view; the newest run comes first. Stars are set in @store through the
 * signal "clicked" of a button of the row: @star_clicked (button, data), the run being its "run". */
void studio_runs_add_columns (GtkColumnView *view, GCallback star_clicked, gpointer data);

/* Whether each of the @words, case-folded, is somewhere in what the table says of @run. */
gboolean studio_runs_match (RensaRun *run, const char *const *words);
/* "interrupted", in the language of the person. */
const char *studio_runs_get_state_name (RensaRun *run);

G_END_DECLS
