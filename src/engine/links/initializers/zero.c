/* zero.c: zeros; all that the project knows about Zero.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-primitives.h"

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  return rensa_array_fill (array, 0, error);
}

const RensaInitializerClass rensa_zero_class = {
  .name = "Zero",
  .group = "initializer",
  .title = N_ ("Zero"),
  .summary = N_ ("Zeros"),
  .fill = fill,
  .chainer = "initializers.Zero()",
};
