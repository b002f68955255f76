/* normal.c: normal distribution.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-primitives.h"

typedef struct
{
  double scale;
} Normal;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Normal, scale, .initial = 0.05, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Deviation")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const Normal *self = values;

  return rensa_fill_normal (array, random, 0, self->scale, error);
}

const RensaInitializerClass rensa_normal_class = {
  .name = "Normal",
  .title = N_ ("Normal"),
  .summary = N_ ("Normally distributed values"),
  .formula = "N(0, scale²)",
  RENSA_ATTRS (Normal, attrs),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.Normal(scale={scale})" },
               { "torch", "lambda w: nn.init.normal_(w, std={scale})" }),
};
