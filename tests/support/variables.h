/* variables.h: variables of known numbers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "arrays.h"
#include "rensa-variable.h"

/* As array_of (). */
RensaVariable *variable_of (RensaDtype dtype, RensaShape shape, const double *values);
/* All elements are 0, or @value, on the current device. */
RensaVariable *zeros_of (RensaDtype dtype, RensaShape shape);
RensaVariable *variable_full (RensaDtype dtype, RensaShape shape, double value);
