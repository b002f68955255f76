/* studio-runs-column.h: text and order of the columns in the table of runs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-run-settings.h"

G_BEGIN_DECLS

/* Columns before the name. */
#define STUDIO_RUN_NUMBER "number"

/* The data that a column shows. */
typedef struct
{
  RensaRun *run;
  StudioRunSettings *settings; /* NULL until there is a store */
  const char *path;            /* Path of the setting that the column shows */
} StudioRunsCell;

/**
 * StudioRunsColumn:
 * @id: stored in the choice of columns; for a setting, its path
 * @title: shown to the user; to be translated
 * @format: returns the text of a cell
 * @compare: order of two runs
 * @is_number: right-aligned, with digits of equal width
 * @takes_rest: takes the space that the other columns do not need
 * @falls: sorts in descending order on the first click, for example for the best accuracy and the
 *   newest run
 * @is_usual: shown by default
 * @explain: (nullable): returns the tooltip of a cell; if NULL, the tooltip is its text
 * @least_chars: minimum width of a column that takes the remaining space, unless 0
 */
typedef struct
{
  const char *id;
  const char *title;
  char *(*format) (const StudioRunsCell *cell);
  int (*compare) (const StudioRunsCell *a, const StudioRunsCell *b);
  gboolean is_number;
  int width;
  gboolean takes_rest;
  gboolean is_usual;
  gboolean falls;
  char *(*explain) (const StudioRunsCell *cell);
  guint least_chars;
} StudioRunsColumn;

const StudioRunsColumn *studio_runs_list_columns (guint *n);
/* Returns TRUE if @id is a column that is shown by default. */
gboolean studio_runs_is_usual (const char *id);
/* Returns the column for any setting; its title is the path. */
const StudioRunsColumn *studio_runs_get_setting_column (void);
/* Returns the path of a column's setting; NULL if it does not show a setting. */
const char *studio_runs_column_get_path (const StudioRunsColumn *column);

/* Returns TRUE if each of the @words, case-folded, occurs somewhere in the table's texts for @run,
 * as far as its document has been read. @settings: (nullable). */
gboolean studio_runs_match (RensaRun *run, StudioRunSettings *settings, const char *const *words);
/* Returns "Interrupted" or "Finished, not finite", in the user's language. */
char *studio_runs_format_state (RensaRun *run);
/* Returns "C Program, ONNX Model": the exports checked against the model, first those that differ,
 * then those that agree; "" for none. */
char *studio_runs_format_proofs (RensaRun *run);

G_END_DECLS
