/* rensa-not-finite.h: the first value of a run that became NaN or infinite.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/**
 * RensaNotFinite:
 * @key: (nullable): the name of the reported value; NULL for a parameter
 * @param: (nullable): the path of the parameter, "predictor/l1/W"
 * @iteration: after which it was found; 0 before the first one
 * @number: the value itself; NaN for a parameter
 * @first, @last: the first and the last finite loss before; NaN without any
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

/* NULL as long as all values that were looked at are finite. Borrowed. */
const RensaNotFinite *rensa_trainer_get_not_finite (RensaTrainer *trainer);

/**
 * RensaBadColumn:
 * @name: of the column; "" for the labels, NULL for inputs without columns
 * @n: how many of the @n_examples that were looked at hold NaN or infinite numbers there
 * @first: index of the first of them
 */
typedef struct
{
  char *name;
  gint64 n;
  gint64 n_examples;
  gint64 first;
} RensaBadColumn;

/* The column of @dataset with most NaN or infinite numbers; FALSE if there are none. Looks for a few seconds at most. @columns: (nullable):
 * names of the columns of the first field. The caller frees the name. */
gboolean rensa_dataset_find_bad_column (RensaDataset *dataset, const char *const *columns, RensaBadColumn *found);

G_END_DECLS
