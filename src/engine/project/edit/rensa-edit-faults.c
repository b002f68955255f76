/* rensa-edit-faults.c: faults of edits.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-faults.h"

#include "rensa-language.h"

RENSA_EDIT_FAULTS (RENSA_DEFINE_FAULT)
const RensaFaultCode *const rensa_edit_faults[] = { RENSA_EDIT_FAULTS (RENSA_LIST_FAULT) NULL };
