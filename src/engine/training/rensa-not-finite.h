/* rensa-not-finite.h: the first value of a run that became NaN or infinite.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/**
 * RensaNotFinite:
 * @key: (nullable): name of the reported value; NULL for a parameter
 * @param: (nullable): path of the parameter, "predictor/l1/W"
 * @iteration: iteration after which it was found; 0 before the first one
 * @number: the value itself; NaN for a parameter
 * @first, @last: first and last finite loss before that; NaN if there is none
 */
typedef struct
{
  const char *key;
  const char *param;
  gint64 iteration;
  double number;
  double first;
  double last;
} RensaNotFinite;

/* Returns NULL as long as all checked values are finite. Borrowed. */
const RensaNotFinite *rensa_trainer_get_not_finite (RensaTrainer *trainer);

/**
 * RensaBadColumn:
 * @name: name of the column; "" for the labels, NULL for inputs without columns
 * @n: number of the @n_examples checked that have NaN or infinite numbers there
 * @first: index of the first of them
 */
typedef struct
{
  char *name;
  gint64 n;
  gint64 n_examples;
  gint64 first;
} RensaBadColumn;

/* Finds the column of @dataset with the most NaN or infinite numbers; FALSE if there are none.
 * Searches for a few seconds at most. @columns: (nullable): names of the columns of the first
 * field. The caller frees the name. */
gboolean rensa_dataset_find_bad_column (RensaDataset *dataset, const char *const *columns, RensaBadColumn *found);

G_END_DECLS
