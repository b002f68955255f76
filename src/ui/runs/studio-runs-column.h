/* studio-runs-column.h: what a column of the table says of a run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-run-settings.h"

G_BEGIN_DECLS

/* Stands before the name. */
#define STUDIO_RUN_NUMBER "number"

/* What a column looks at. */
typedef struct
{
  RensaRun *run;
  StudioRunSettings *settings; /* NULL until there is a store */
  const char *path;            /* of the setting that the column is for */
} StudioRunsCell;

/**
 * StudioRunsColumn:
 * @id: what is kept of a choice of columns; for a setting its path
 * @title: for people, to be translated
 * @format: the text of a cell
 * @compare: whether one run comes before another
 * @is_number: flush right, in figures of one width
 * @takes_rest: is given what no column needs
 * @falls: its largest values come first where it is clicked first, as the best accuracy and the newest run do
 * @is_usual: shown where nobody chose
 * @explain: (nullable): the tooltip of a cell; its text without it
 * @least_chars: of a column that is given what no column needs, unless that is 0
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
/* Whether it is one of these. */
gboolean studio_runs_is_usual (const char *id);
/* That of any setting; its title is the path. */
const StudioRunsColumn *studio_runs_get_setting_column (void);
/* The path of a column's setting, NULL where it is none. */
const char *studio_runs_column_get_path (const StudioRunsColumn *column);

/* Whether each of the @words, case-folded, is somewhere in what the table says of @run, as far as its document has been read. @settings:
 * (nullable). */
gboolean studio_runs_match (RensaRun *run, StudioRunSettings *settings, const char *const *words);
/* "Interrupted" or "Finished, not finite", in the language of the person. */
char *studio_runs_format_state (RensaRun *run);
/* "C Program, ONNX Model": the exports of its model that agree with it, after those that do not; "" for none. */
char *studio_runs_format_proofs (RensaRun *run);

G_END_DECLS
