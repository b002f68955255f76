/* constant.c: one value; all that the project knows about Constant.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-primitives.h"

typedef struct
{
  double fill_value;
} Constant;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Constant, fill_value, .required = TRUE, .title = N_ ("Value")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const Constant *self = values;

  return rensa_array_fill (array, self->fill_value, error);
}

const RensaInitializerClass rensa_constant_class = {
  .name = "Constant",
  .group = "initializer",
  .title = N_ ("Constant"),
  .summary = N_ ("The same value everywhere"),
  RENSA_ATTRS (Constant, attrs),
  .fill = fill,
  .chainer = "initializers.Constant({fill_value})",
};
