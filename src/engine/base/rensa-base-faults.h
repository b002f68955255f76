/* rensa-base-faults.h: general faults.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

#define RENSA_BASE_FAULTS(FAULT)                                         \
  FAULT (words, "WORDS", "{text}")                                       \
  /* Explains a failed type check. */                                    \
  FAULT (values, "VALUES", N_ ("{who} expects {expected}, but {found}")) \
  FAULT (many_operations, "MANY_OPERATIONS", N_ ("a step performs more than {expected} operations"))

#define RENSA_BASE_UNITS(UNIT) UNIT (values, "values", NN_ ("{n} value", "{n} values"))

RENSA_BASE_FAULTS (RENSA_DECLARE_FAULT)
RENSA_BASE_UNITS (RENSA_DECLARE_UNIT)

/* NULL-terminated. */
extern const RensaFaultCode *const rensa_base_faults[];
extern const RensaCountUnit *const rensa_base_units[];

G_END_DECLS
