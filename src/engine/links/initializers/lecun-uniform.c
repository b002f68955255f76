/* lecun-uniform.c: uniform distribution, scaled by the number of inputs.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-primitives.h"

#include <math.h>

typedef struct
{
  double scale;
} LeCunUniform;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (LeCunUniform, scale, .initial = 1.0, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Scale")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const LeCunUniform *self = values;
  double fan_in;
  double fan_out;
  double limit;

  if (!rensa_get_fans (rensa_array_get_shape (array), &fan_in, &fan_out, error))
    return FALSE;

  limit = self->scale * sqrt (3 / fan_in);
  return rensa_fill_uniform (array, random, -limit, limit, error);
}

const RensaInitializerClass rensa_lecun_uniform_class = {
  .name = "LeCunUniform",
  .title = N_ ("LeCun Uniform"),
  .summary = N_ ("Uniform distribution that narrows with the number of inputs"),
  .formula = "U(-s, s) with s = scale √(3/fan_in)",
  .reference = "LeCun et al., \"Efficient BackProp\", 1998",
  RENSA_ATTRS (LeCunUniform, attrs),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.LeCunUniform(scale={scale})" },
               { "torch", "lambda w: nn.init.kaiming_uniform_(w, nonlinearity='linear')" },
               { "torch_more", "lambda w: nn.init.kaiming_uniform_(w, nonlinearity='linear').mul_({scale})" }),
};
