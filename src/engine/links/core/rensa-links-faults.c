/* rensa-links-faults.c: faults of links and of the sequences that connections carry.
 * SPDX-License-Identifier: MIT */

#include "rensa-links-faults.h"

#include "rensa-language.h"

RENSA_LINKS_FAULTS (RENSA_DEFINE_FAULT)
const RensaFaultCode *const rensa_links_faults[] = { RENSA_LINKS_FAULTS (RENSA_LIST_FAULT) NULL };

RENSA_LINKS_UNITS (RENSA_DEFINE_UNIT)
const RensaCountUnit *const rensa_links_units[] = { RENSA_LINKS_UNITS (RENSA_LIST_UNIT) NULL };
