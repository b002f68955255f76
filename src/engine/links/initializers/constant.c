/* constant.c: one value.
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
  .title = N_ ("Constant"),
  .summary = N_ ("Same value for all elements"),
  RENSA_ATTRS (Constant, attrs),
  .number = "fill_value",
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.Constant({fill_value})" },
               { "torch", "lambda w: nn.init.constant_(w, {fill_value})" }),
};

/**
 * rensa_constant_new_attrs:
 *
 * A Constant: all elements are @fill_value.
 */
RENSA_API RensaAttrs *
rensa_constant_new_attrs (double fill_value, GError **error)
{
  const Constant self = { fill_value };

  return rensa_attrs_new_from_values (RENSA_COMPONENT (&rensa_constant_class), &self, error);
}
