/* variables.h: variables with given values.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "arrays.h"
#include "rensa-variable.h"

/* Same as array_of (). */
RensaVariable *variable_of (RensaDtype dtype, RensaShape shape, const double *values);
/* Creates a variable on the current device with all elements 0, or @value. */
RensaVariable *zeros_of (RensaDtype dtype, RensaShape shape);
RensaVariable *variable_full (RensaDtype dtype, RensaShape shape, double value);
