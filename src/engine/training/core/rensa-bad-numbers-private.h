/* rensa-bad-numbers-private.h: examples with numbers that are none.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-iterator.h"

G_BEGIN_DECLS

/* Whether a value of the batch is NaN or infinite. */
gboolean rensa_batch_has_bad_numbers (const RensaBatch *batch, const RensaConverter *converter);
/* Looks at the examples, for no longer than a few seconds. @columns: (nullable): names of the columns of the first field
 * Returns: "column “x2” in 7 of 135 examples", of several with commas between them; NULL where all that was looked at are numbers */
char *rensa_dataset_describe_bad_numbers (RensaDataset *dataset, const char *const *columns);

G_END_DECLS
