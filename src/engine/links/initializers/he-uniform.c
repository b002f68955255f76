/* he-uniform.c: uniform distribution, for layers followed by a rectifier.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-primitives.h"

#include <math.h>

typedef struct
{
  double scale;
} HeUniform;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (HeUniform, scale, .initial = 1.0, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Scale")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const HeUniform *self = values;
  double fan_in;
  double fan_out;
  double limit;

  if (!rensa_get_fans (rensa_array_get_shape (array), &fan_in, &fan_out, error))
    return FALSE;

  limit = self->scale * sqrt (6 / fan_in);
  return rensa_fill_uniform (array, random, -limit, limit, error);
}

const RensaInitializerClass rensa_he_uniform_class = {
  .name = "HeUniform",
  .title = N_ ("He Uniform"),
  .summary = N_ ("Uniform distribution for layers followed by ReLU"),
  .words = N_ ("kaiming;msra"),
  .formula = "U(-s, s) with s = scale √(6/fan_in)",
  .reference = "He et al., \"Delving Deep into Rectifiers\", ICCV 2015",
  RENSA_ATTRS (HeUniform, attrs),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.HeUniform(scale={scale})" },
               { "torch", "lambda w: nn.init.kaiming_uniform_(w, nonlinearity='relu')" },
               { "torch_more", "lambda w: nn.init.kaiming_uniform_(w, nonlinearity='relu').mul_({scale})" }),
};
