/* rensa-data-faults.h: faults of data sets.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

#define RENSA_DATA_FAULTS(FAULT)                                                      \
  FAULT (split, "SPLIT", N_ ("no examples out of {found} would remain for training")) \
  FAULT (large_batch, "LARGE_BATCH", N_ ("the batch size {value} is larger than the data set of {found}"))

#define RENSA_DATA_UNITS(UNIT) UNIT (examples, "examples", NN_ ("{n} example", "{n} examples"))

RENSA_DATA_FAULTS (RENSA_DECLARE_FAULT)
RENSA_DATA_UNITS (RENSA_DECLARE_UNIT)

/* NULL-terminated. */
extern const RensaFaultCode *const rensa_data_faults[];
extern const RensaCountUnit *const rensa_data_units[];

G_END_DECLS
