/* glorot-uniform.c: uniform distribution, scaled by the number of inputs and outputs.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-primitives.h"

#include <math.h>

typedef struct
{
  double scale;
} GlorotUniform;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (GlorotUniform, scale, .initial = 1.0, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Scale")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const GlorotUniform *self = values;
  double fan_in;
  double fan_out;
  double limit;

  if (!rensa_get_fans (rensa_array_get_shape (array), &fan_in, &fan_out, error))
    return FALSE;

  limit = self->scale * sqrt (6 / (fan_in + fan_out));
  return rensa_fill_uniform (array, random, -limit, limit, error);
}

const RensaInitializerClass rensa_glorot_uniform_class = {
  .name = "GlorotUniform",
  .title = N_ ("Glorot Uniform"),
  .summary = N_ ("Uniform distribution that narrows with the number of inputs and outputs"),
  .words = N_ ("xavier"),
  .formula = "U(-s, s) with s = scale √(6/(fan_in + fan_out))",
  .reference =
      "Glorot and Bengio, \"Understanding the Difficulty of Training Deep Feedforward Neural Networks\", AISTATS 2010",
  RENSA_ATTRS (GlorotUniform, attrs),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.GlorotUniform(scale={scale})" }, { "torch", "nn.init.xavier_uniform_" },
               { "torch_more", "lambda w: nn.init.xavier_uniform_(w, gain={scale})" }),
};
