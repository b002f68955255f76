/* arrays.h: arrays with given values.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

/* Creates an array of @dtype with the given values, in C order. */
RensaArray *array_of (RensaDtype dtype, RensaShape shape, const double *values);
/* Returns the elements in C order; free with g_free (). */
double *get_values (RensaArray *array);
