/* rensa-bad-numbers-private.h: finds examples with NaN or infinite numbers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-iterator.h"

G_BEGIN_DECLS

/* Returns TRUE if a value of the batch is NaN or infinite. */
gboolean rensa_batch_has_bad_numbers (const RensaBatch *batch, const RensaConverter *converter);
/* Checks the examples, for no longer than a few seconds. @columns: (nullable): names of the columns
 * of the first field Returns: "column “x2” in 7 of 135 examples", comma-separated if there are
 * several; NULL if all checked values are finite */
char *rensa_dataset_describe_bad_numbers (RensaDataset *dataset, const char *const *columns);

G_END_DECLS
