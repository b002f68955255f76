/* rensa-autograd-faults.c: faults of type checks.
 * SPDX-License-Identifier: MIT */

#include "rensa-autograd-faults.h"

#include "rensa-language.h"

RENSA_AUTOGRAD_FAULTS (RENSA_DEFINE_FAULT)
const RensaFaultCode *const rensa_autograd_faults[] = { RENSA_AUTOGRAD_FAULTS (RENSA_LIST_FAULT) NULL };

RENSA_AUTOGRAD_UNITS (RENSA_DEFINE_UNIT)
const RensaCountUnit *const rensa_autograd_units[] = { RENSA_AUTOGRAD_UNITS (RENSA_LIST_UNIT) NULL };
