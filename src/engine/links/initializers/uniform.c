/* uniform.c: uniform distribution.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-primitives.h"

typedef struct
{
  double scale;
} Uniform;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Uniform, scale, .initial = 0.05, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Limit")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const Uniform *self = values;

  return rensa_fill_uniform (array, random, -self->scale, self->scale, error);
}

const RensaInitializerClass rensa_uniform_class = {
  .name = "Uniform",
  .title = N_ ("Uniform"),
  .summary = N_ ("Uniformly distributed values between -scale and scale"),
  .formula = "U(-scale, scale)",
  RENSA_ATTRS (Uniform, attrs),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.Uniform(scale={scale})" },
               { "torch", "lambda w: nn.init.uniform_(w, -{scale}, {scale})" }),
};
