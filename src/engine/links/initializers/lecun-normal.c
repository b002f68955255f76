/* lecun-normal.c: normal distribution, scaled by the number of inputs.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-primitives.h"

#include <math.h>

typedef struct
{
  double scale;
} LeCunNormal;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (LeCunNormal, scale, .initial = 1.0, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Scale")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const LeCunNormal *self = values;
  double fan_in;
  double fan_out;

  if (!rensa_get_fans (rensa_array_get_shape (array), &fan_in, &fan_out, error))
    return FALSE;

  return rensa_fill_normal (array, random, 0, self->scale * sqrt (1 / fan_in), error);
}

const RensaInitializerClass rensa_lecun_normal_class = {
  .name = "LeCunNormal",
  .title = N_ ("LeCun Normal"),
  .summary = N_ ("Normal distribution that narrows with the number of inputs; the default for weights"),
  .formula = "N(0, scale² 1/fan_in)",
  .reference = "LeCun et al., \"Efficient BackProp\", 1998",
  RENSA_ATTRS (LeCunNormal, attrs),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.LeCunNormal(scale={scale})" },
               { "torch", "lambda w: nn.init.kaiming_normal_(w, nonlinearity='linear')" },
               { "torch_more", "lambda w: nn.init.kaiming_normal_(w, nonlinearity='linear').mul_({scale})" }),
};
