/* studio-try-table.h: what a model says about many examples, beside what they are.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

/* A row for each of the first examples, and above them how good the answers are. */
#define STUDIO_TYPE_TRY_TABLE (studio_try_table_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryTable, studio_try_table, STUDIO, TRY_TABLE, AdwBin)

/* How many examples of @part have a row. */
guint studio_try_table_get_n_rows (const RensaPreviewPart *part);
/* Clears the table; @preview and its @part are what the answers are about. */
void studio_try_table_begin (StudioTryTable *table, RensaPreview *preview, const RensaPreviewPart *part);
/* The next row: what the model gives for the example that has none yet. */
void studio_try_table_add (StudioTryTable *table, const float *values, guint n);
/* Instead of the rows. */
void studio_try_table_show_error (StudioTryTable *table, const char *sentence);

/* All rows as a table in CSV, which the button of the table saves. */
char *studio_try_table_make_csv (StudioTryTable *self);

G_END_DECLS
