/* variables.c: variables with given values.
 * SPDX-License-Identifier: MIT */

#include "variables.h"

#include "rensa-primitives.h"

RensaVariable *
variable_of (RensaDtype dtype, RensaShape shape, const double *values)
{
  g_autoptr (RensaArray) array = array_of (dtype, shape, values);

  return rensa_variable_new (array);
}

RensaVariable *
zeros_of (RensaDtype dtype, RensaShape shape)
{
  return variable_full (dtype, shape, 0);
}

RensaVariable *
variable_full (RensaDtype dtype, RensaShape shape, double value)
{
  g_autoptr (RensaArray) array = rensa_array_full (dtype, &shape, value, NULL);

  return rensa_variable_new (array);
}
