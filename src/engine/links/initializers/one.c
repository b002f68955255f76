/* one.c: ones; all that the project knows about One.
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
  .group = "initializer",
  .title = N_ ("One"),
  .summary = N_ ("Ones"),
  .fill = fill,
  .chainer = "initializers.One()",
};
