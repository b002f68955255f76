/* rensa-network-faults.c: faults of models, training steps and their data.
 * SPDX-License-Identifier: MIT */

#include "rensa-network-faults.h"

#include "rensa-language.h"

RENSA_NETWORK_FAULTS (RENSA_DEFINE_FAULT)
const RensaFaultCode *const rensa_network_faults[] = { RENSA_NETWORK_FAULTS (RENSA_LIST_FAULT) NULL };

RENSA_NETWORK_UNITS (RENSA_DEFINE_UNIT)
const RensaCountUnit *const rensa_network_units[] = { RENSA_NETWORK_UNITS (RENSA_LIST_UNIT) NULL };
