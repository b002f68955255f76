/* rensa-base-faults.c: general faults.
 * SPDX-License-Identifier: MIT */

#include "rensa-base-faults.h"

#include "rensa-language.h"

RENSA_BASE_FAULTS (RENSA_DEFINE_FAULT)
const RensaFaultCode *const rensa_base_faults[] = { RENSA_BASE_FAULTS (RENSA_LIST_FAULT) NULL };

RENSA_BASE_UNITS (RENSA_DEFINE_UNIT)
const RensaCountUnit *const rensa_base_units[] = { RENSA_BASE_UNITS (RENSA_LIST_UNIT) NULL };
