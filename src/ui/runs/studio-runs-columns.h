/* studio-runs-columns.h: the columns of the table of runs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "studio-run-settings.h"

G_BEGIN_DECLS

/* Columns of facts about runs, and one for each setting that was asked for; each sorts the view. */
typedef struct _StudioRunsColumns StudioRunsColumns;

/* Adds the usual columns to @view; the newest run comes first. Stars are set through the signal "clicked" of a button of
 * the row: @star_clicked (button, data), the run being its "run". A row's widget has its run as "run", too. */
StudioRunsColumns *studio_runs_columns_new (GtkColumnView *view, GCallback star_clicked, gpointer data);
void studio_runs_columns_free (StudioRunsColumns *columns);

/* Where values of settings come from; borrowed. */
void studio_runs_columns_set_settings (StudioRunsColumns *columns, StudioRunSettings *settings);
/* All documents have been read. */
void studio_runs_columns_tell_read (StudioRunsColumns *columns);

/* @id: of a StudioRunsColumn, or the path of a setting. */
gboolean studio_runs_columns_is_shown (StudioRunsColumns *columns, const char *id);
void studio_runs_columns_show (StudioRunsColumns *columns, const char *id, gboolean is_shown);
char **studio_runs_columns_list_shown (StudioRunsColumns *columns);

G_END_DECLS
