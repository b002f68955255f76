/* nan.c: not a number; all that the project knows about NaN.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-primitives.h"

#include <math.h>

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  return rensa_array_fill (array, NAN, error);
}

const RensaInitializerClass rensa_nan_class = {
  .name = "NaN",
  .group = "initializer",
  .title = N_ ("NaN"),
  .summary = N_ ("Not a number: for values that are written before they are read"),
  .fill = fill,
  .chainer = "initializers.NaN()",
};
