/* bias.c: adds an array, broadcast along some axes.
 * SPDX-License-Identifier: MIT */

#include "bias.py.inc"
#include "rensa-functions.h"
#include "rensa-link-operand-private.h"
#include "rensa-links.h"

typedef struct
{
  gint64 axis;
  RensaInts shape;
} Bias;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Bias, axis, .initial = 1, .min = -RENSA_MAX_NDIM, .max = RENSA_MAX_NDIM, .title = N_ ("First Axis"),
                  .hint = N_ ("Axis of the input aligned with the first axis of the array")),
  RENSA_ATTR_INTS (Bias, shape, .none = TRUE, .allow_none = TRUE, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Shape"),
                   .hint = N_ ("Shape of the learned array; None takes the array as a second input")),
};

static const RensaParamSpec params[] = { { "b", { "shape" }, .first = "Zero", .only_if = "shape" } };

/* Computed by hand. */
static const RensaSample samples[] = {
  { "shape=(2,)", "[[1, 2], [3, 4]]", "[[1, 2], [3, 4]]" },
  { "axis=0", "[[1, 2], [3, 4]]; [10, 20]", "[[11, 12], [23, 24]]" },
};

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const Bias *self = rensa_link_get_values (link);
  RensaVariable *b = rensa_link_get_operand (link, 0, inputs, n_inputs, error);

  outputs[0] = rensa_bias (inputs[0], b, self->axis, error);
  return outputs[0] != NULL ? 1 : -1;
}

const RensaLinkClass rensa_bias_link_class = {
  .name = "Bias",
  .group = &rensa_linear_group,
  .title = N_ ("Bias"),
  .summary = N_ ("Adds a learned array along some axes"),
  .words = N_ ("offset;shift;add"),
  .stem = "bias",
  .formula = "z = x + b",
  RENSA_ATTRS (Bias, attrs),
  .inputs = RENSA_INPUTS ("x", "y?"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS ({ "chainer", "L.Bias(axis={axis}, shape={shape:sequence})" }, { "torch", "Bias({axis}, {shape})" },
               { "torch_class", torch_class }),
};

/**
 * rensa_bias_link_new:
 * @axis: axis of the input that the first axis of the array aligns with
 * @shape: (nullable): shape of b, initially zero; NULL to take b as a second input
 *
 * A Bias: z = x + b. Returns NULL with RENSA_ERROR_INVALID if an extent is negative.
 */
RENSA_API RensaLink *
rensa_bias_link_new (gint64 axis, const RensaInts *shape, GError **error)
{
  const Bias self = { axis, shape != NULL ? *shape : (RensaInts){ .n = RENSA_INTS_NONE } };

  return rensa_link_new_from_values (&rensa_bias_link_class, &self, error);
}
