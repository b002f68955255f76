/* studio-runs-columns.h: columns of the table of runs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "studio-run-settings.h"

G_BEGIN_DECLS

/* Columns for data of runs, and one for each requested setting; each can sort the view. */
typedef struct _StudioRunsColumns StudioRunsColumns;

/* Adds the usual columns to @view, sorted with the newest run first. Clicking a row's star calls
 * @star_clicked (button, data); the button's "run" data is the run. The row's widget has the run as
 * "run" too. */
StudioRunsColumns *studio_runs_columns_new (GtkColumnView *view, GCallback star_clicked, gpointer data);
void studio_runs_columns_free (StudioRunsColumns *columns);

/* Source of the settings' values; borrowed. */
void studio_runs_columns_set_settings (StudioRunsColumns *columns, StudioRunSettings *settings);
/* Call when all documents have been read. */
void studio_runs_columns_tell_read (StudioRunsColumns *columns);

/* @id: id of a StudioRunsColumn, or path of a setting. */
gboolean studio_runs_columns_is_shown (StudioRunsColumns *columns, const char *id);
void studio_runs_columns_show (StudioRunsColumns *columns, const char *id, gboolean is_shown);
char **studio_runs_columns_list_shown (StudioRunsColumns *columns);

G_END_DECLS
