/* rensa-autograd-faults.h: faults of type checks.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

#define RENSA_AUTOGRAD_FAULTS(FAULT)                                                                                  \
  FAULT (unfit, "UNFIT", N_ ("{who} cannot handle its input"))                                                        \
  FAULT (pictures, "PICTURES", N_ ("{who} expects images (arrays with 4 axes), but its input has {found}"))           \
  FAULT (axes, "AXES", N_ ("{who} expects an array with {expected}, but its input has {found}"))                      \
  FAULT (least_axes, "LEAST_AXES", N_ ("{who} expects an array with at least {expected}, but its input has {found}")) \
  FAULT (more_axes, "MORE_AXES", N_ ("{who} expects an array with more than {expected}, but its input has {found}"))  \
  FAULT (multiple, "MULTIPLE", N_ ("{who} expects a multiple of {expected}, but its input has {found}"))              \
  FAULT (inputs, "INPUTS", N_ ("{who} requires {expected}, but has {found}"))                                         \
  FAULT (least_inputs, "LEAST_INPUTS", N_ ("{who} requires at least {expected}, but has {found}"))                    \
  FAULT (most_inputs, "MOST_INPUTS", N_ ("{who} accepts at most {expected}, but has {found}"))                        \
  FAULT (condition, "CONDITION", N_ ("{who} expects {expected}, not {found}"))                                        \
  FAULT (floating, "FLOATING", N_ ("{who} expects floating-point numbers, but its input has integers"))               \
  FAULT (integers, "INTEGERS", N_ ("{who} expects integers, but its input has other numbers"))                        \
  FAULT (dtypes, "DTYPES", N_ ("{who} expects inputs of the same data type, but they are {expected} and {found}"))    \
  FAULT (shapes, "SHAPES", N_ ("{who} expects inputs of the same shape, but they are {expected} and {found}"))        \
  FAULT (extents, "EXTENTS", N_ ("two sizes in the inputs of {who} must match, but they are {expected} and {found}"))

#define RENSA_AUTOGRAD_UNITS(UNIT)                  \
  UNIT (axes, "axes", NN_ ("{n} axis", "{n} axes")) \
  UNIT (inputs, "inputs", NN_ ("{n} input", "{n} inputs"))

RENSA_AUTOGRAD_FAULTS (RENSA_DECLARE_FAULT)
RENSA_AUTOGRAD_UNITS (RENSA_DECLARE_UNIT)

/* NULL-terminated. */
extern const RensaFaultCode *const rensa_autograd_faults[];
extern const RensaCountUnit *const rensa_autograd_units[];

G_END_DECLS
