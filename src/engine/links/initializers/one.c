/* one.c: ones.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-primitives.h"

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  return rensa_array_fill (array, 1, error);
}

const RensaInitializerClass rensa_one_class = {
  .name = "One",
  .title = N_ ("One"),
  .summary = N_ ("Ones"),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.One()" }, { "torch", "nn.init.ones_" }),
};
