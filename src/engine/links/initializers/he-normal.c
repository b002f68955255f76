/* he-normal.c: normal distribution, for layers followed by a rectifier.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-primitives.h"

#include <math.h>

typedef struct
{
  double scale;
  int fan_option;
} HeNormal;

enum
{
  FAN_IN,
  FAN_OUT,
};

static const char *const fan_options[] = { "fan_in", "fan_out", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (HeNormal, scale, .initial = 1.0, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Scale")),
  RENSA_ATTR_CHOICE (HeNormal, fan_option, .initial = FAN_IN, .choices = fan_options, .title = N_ ("Fan"),
                     .hint = N_ ("fan_in preserves the scale of values in the forward pass, fan_out that of "
                                 "gradients in the backward pass")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const HeNormal *self = values;
  double fan_in;
  double fan_out;

  if (!rensa_get_fans (rensa_array_get_shape (array), &fan_in, &fan_out, error))
    return FALSE;

  return rensa_fill_normal (array, random, 0, self->scale * sqrt (2 / (self->fan_option == FAN_IN ? fan_in : fan_out)),
                            error);
}

const RensaInitializerClass rensa_he_normal_class = {
  .name = "HeNormal",
  .title = N_ ("He Normal"),
  .summary = N_ ("Normal distribution for layers followed by ReLU"),
  .words = N_ ("kaiming;msra"),
  .formula = "N(0, scale² 2/fan)",
  .reference = "He et al., \"Delving Deep into Rectifiers\", ICCV 2015",
  RENSA_ATTRS (HeNormal, attrs),
  .fill = fill,
  RENSA_FORMS (
      { "chainer", "initializers.HeNormal(scale={scale}, fan_option={fan_option})" },
      { "torch", "lambda w: nn.init.kaiming_normal_(w, mode={fan_option}, nonlinearity='relu')" },
      { "torch_more", "lambda w: nn.init.kaiming_normal_(w, mode={fan_option}, nonlinearity='relu').mul_({scale})" }),
};
