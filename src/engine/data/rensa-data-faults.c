/* rensa-data-faults.c: faults of data sets.
 * SPDX-License-Identifier: MIT */

#include "rensa-data-faults.h"

#include "rensa-language.h"

RENSA_DATA_FAULTS (RENSA_DEFINE_FAULT)
const RensaFaultCode *const rensa_data_faults[] = { RENSA_DATA_FAULTS (RENSA_LIST_FAULT) NULL };

RENSA_DATA_UNITS (RENSA_DEFINE_UNIT)
const RensaCountUnit *const rensa_data_units[] = { RENSA_DATA_UNITS (RENSA_LIST_UNIT) NULL };
