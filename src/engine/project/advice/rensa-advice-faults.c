/* rensa-advice-faults.c: faults of repairs.
 * SPDX-License-Identifier: MIT */

#include "rensa-advice-faults.h"

#include "rensa-language.h"

RENSA_ADVICE_FAULTS (RENSA_DEFINE_FAULT)
const RensaFaultCode *const rensa_advice_faults[] = { RENSA_ADVICE_FAULTS (RENSA_LIST_FAULT) NULL };
