/* glorot-normal.c: normal distribution, scaled by the number of inputs and outputs.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-primitives.h"

#include <math.h>

typedef struct
{
  double scale;
} GlorotNormal;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (GlorotNormal, scale, .initial = 1.0, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Scale")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const GlorotNormal *self = values;
  double fan_in;
  double fan_out;

  if (!rensa_get_fans (rensa_array_get_shape (array), &fan_in, &fan_out, error))
    return FALSE;

  return rensa_fill_normal (array, random, 0, self->scale * sqrt (2 / (fan_in + fan_out)), error);
}

const RensaInitializerClass rensa_glorot_normal_class = {
  .name = "GlorotNormal",
  .title = N_ ("Glorot Normal"),
  .summary = N_ ("Normal distribution that narrows with the number of inputs and outputs"),
  .words = N_ ("xavier"),
  .formula = "N(0, scale² 2/(fan_in + fan_out))",
  .reference =
      "Glorot and Bengio, \"Understanding the Difficulty of Training Deep Feedforward Neural Networks\", AISTATS 2010",
  RENSA_ATTRS (GlorotNormal, attrs),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.GlorotNormal(scale={scale})" }, { "torch", "nn.init.xavier_normal_" },
               { "torch_more", "lambda w: nn.init.xavier_normal_(w, gain={scale})" }),
};
