/* rensa-advice-faults.h: faults of repairs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

#define RENSA_ADVICE_FAULTS(FAULT)                                                                    \
  FAULT (changed, "CHANGED",                                                                          \
         N_ ("the document has changed in the meantime, and this may be a different connection now")) \
  FAULT (no_repair, "NO_REPAIR", N_ ("no fix is known for this problem"))

RENSA_ADVICE_FAULTS (RENSA_DECLARE_FAULT)

/* NULL-terminated. */
extern const RensaFaultCode *const rensa_advice_faults[];

G_END_DECLS
