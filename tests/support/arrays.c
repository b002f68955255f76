/* arrays.c: arrays with given values.
 * SPDX-License-Identifier: MIT */

#include "arrays.h"

#include "rensa-primitives.h"

RensaArray *
array_of (RensaDtype dtype, RensaShape shape, const double *values)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) doubles = rensa_array_new_from_host (RENSA_FLOAT64, &shape, values, &error);
  RensaArray *array = rensa_array_cast (doubles, dtype, &error);

  g_assert_no_error (error);
  return array;
}

double *
get_values (RensaArray *array)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) doubles = rensa_array_cast (array, RENSA_FLOAT64, &error);
  double *values = g_new (double, MAX (1, rensa_array_get_count (array)));

  g_assert_no_error (error);
  g_assert_true (rensa_array_to_host (doubles, values, &error));
  return values;
}
