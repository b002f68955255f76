/* nan.c: not a number.
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
  .title = N_ ("NaN"),
  .summary = N_ ("Not a number; for values that are always written before they are read"),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.NaN()" }, { "torch", "lambda w: nn.init.constant_(w, math.nan)" }),
};
