/* rensa-plain-rows-private.h: examples as plain numbers, and the simplest models of them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"

G_BEGIN_DECLS

/* Inputs of the first field and targets of the last one, one row for each of @n examples. */
typedef struct
{
  gint64 n;
  gint64 n_inputs;
  gint64 n_targets;
  double *inputs;
  double *targets;
} RensaRows;

/* Reads the first examples of @dataset, as many as can be read quickly; FALSE if they are not rows
 * of numbers. */
gboolean rensa_rows_read (RensaRows *rows, RensaDataset *dataset);
void rensa_rows_clear (RensaRows *rows);
/* Returns the most common target among single numbers; @is_constant: it is the only one. */
double rensa_rows_find_commonest (const RensaRows *rows, gboolean *is_constant);
gboolean rensa_rows_are_unscaled (const RensaRows *rows);
/* Counts how many of @others are classified correctly by the nearest class mean in @rows; -1 if unknown. */
gint64 rensa_rows_count_nearest (const RensaRows *rows, const RensaRows *others);
/* Return the mean distance of the targets of @others from the means in @rows, and from a linear
 * least-squares fit to their inputs (NaN if there are too many of them). */
double rensa_rows_measure_mean (const RensaRows *rows, const RensaRows *others);
double rensa_rows_measure_linear (const RensaRows *rows, const RensaRows *others);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaRows, rensa_rows_clear)

G_END_DECLS
