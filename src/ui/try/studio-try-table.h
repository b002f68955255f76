/* studio-try-table.h: table of predictions and labels for many examples.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

/* A row for each of the first examples, below a summary of the accuracy. */
#define STUDIO_TYPE_TRY_TABLE (studio_try_table_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryTable, studio_try_table, STUDIO, TRY_TABLE, AdwBin)

/* Returns the number of examples of @part that have a row. */
guint studio_try_table_get_n_rows (const RensaPreviewPart *part);
/* Clears the table; the following predictions are for @preview and its @part. */
void studio_try_table_begin (StudioTryTable *table, RensaPreview *preview, const RensaPreviewPart *part);
/* Adds a row with the prediction for the next example. */
void studio_try_table_add (StudioTryTable *table, const float *values, guint n);
/* Replaces the rows. */
void studio_try_table_show_error (StudioTryTable *table, const char *sentence);

/* Returns all rows as CSV; used by the table's export button. */
char *studio_try_table_make_csv (StudioTryTable *self);

G_END_DECLS
