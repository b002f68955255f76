/* rensa-plain-rows-private.h: examples as plain numbers, and the simplest models of them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"

G_BEGIN_DECLS

/* The inputs of the first field and the targets of the last one, a row for each of @n examples. */
typedef struct
{
  gint64 n;
  gint64 n_inputs;
  gint64 n_targets;
  double *inputs;
  double *targets;
} RensaRows;

/* The first examples of @dataset, as many as are quick to read; FALSE where they are no rows of numbers. */
gboolean rensa_rows_read (RensaRows *rows, RensaDataset *dataset);
void rensa_rows_clear (RensaRows *rows);
/* The commonest target of one number; @is_constant: there is no other. */
double rensa_rows_find_commonest (const RensaRows *rows, gboolean *is_constant);
gboolean rensa_rows_are_unscaled (const RensaRows *rows);
/* How many of @others a model knows that takes each for the class whose mean in @rows is nearest; -1 where it cannot be told. */
gint64 rensa_rows_count_nearest (const RensaRows *rows, const RensaRows *others);
/* The mean distance of the targets of @others from the means in @rows, and from what linear least squares make of their inputs (NaN
 * where there are too many of them). */
double rensa_rows_measure_mean (const RensaRows *rows, const RensaRows *others);
double rensa_rows_measure_linear (const RensaRows *rows, const RensaRows *others);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaRows, rensa_rows_clear)

G_END_DECLS
