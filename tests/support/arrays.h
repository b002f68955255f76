/* arrays.h: arrays of known numbers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

/* An array of @dtype with the values given, in C order. */
RensaArray *array_of (RensaDtype dtype, RensaShape shape, const double *values);
/* The elements in C order; free with g_free (). */
double *get_values (RensaArray *array);
