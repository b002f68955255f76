/* zero.c: zeros.
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
  .title = N_ ("Zero"),
  .summary = N_ ("Zeros"),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.Zero()" }, { "torch", "nn.init.zeros_" }),
};
