/* scale.c: an array multiplied along some axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-link-operand-private.h"
#include "rensa-links.h"
#include "scale.py.inc"

typedef struct
{
  gint64 axis;
  RensaInts W_shape;
  gboolean bias_term;
  RensaInts bias_shape;
} Scale;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Scale, axis, .initial = 1, .min = -RENSA_MAX_NDIM, .max = RENSA_MAX_NDIM, .title = N_ ("First Axis"),
                  .hint = N_ ("Axis of the input aligned with the first axis of the array")),
  RENSA_ATTR_INTS (Scale, W_shape, .none = TRUE, .allow_none = TRUE, .min = 0, .max = G_MAXDOUBLE,
                   .title = N_ ("Shape"),
                   .hint = N_ ("Shape of the learned array; None takes the array as a "
                               "second input")),
  RENSA_ATTR_BOOL (Scale, bias_term, .title = N_ ("Learn a Shift")),
  RENSA_ATTR_INTS (Scale, bias_shape, .none = TRUE, .allow_none = TRUE, .min = 0, .max = G_MAXDOUBLE,
                   .title = N_ ("Shift Shape"),
                   .hint = N_ ("Used if the scale is an input; otherwise the shape equals that of the scale")),
};

static const RensaParamSpec params[] = { { "W", { "W_shape" }, .first = "One", .only_if = "W_shape" } };

static const RensaChildSpec children[] = {
  { "bias", &rensa_bias_link_class, "axis={axis}, shape={bias_shape}", .only_if = "bias_term" },
};

/* Computed by hand. */
static const RensaSample samples[] = {
  { "W_shape=(2,), bias_term=True", "[[1, 2], [3, 4]]", "[[1, 2], [3, 4]]" },
  { "axis=0, bias_term=True, bias_shape=(2, 2)", "[[1, 2], [3, 4]]; [10, 20]", "[[10, 20], [60, 80]]" },
};

static gboolean
settle (gpointer values, GError **error)
{
  Scale *self = values;

  if (self->W_shape.n != RENSA_INTS_NONE)
    self->bias_shape = self->W_shape;
  if (!self->bias_term || self->bias_shape.n != RENSA_INTS_NONE)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("bias_shape is required if bias_term is set and W_shape is not"));
  return FALSE;
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const Scale *self = rensa_link_get_values (link);
  RensaVariable *W = rensa_link_get_operand (link, 0, inputs, n_inputs, error);
  RensaLink *bias = rensa_link_get_child (link, 0);
  g_autoptr (RensaVariable) z = rensa_scale (inputs[0], W, self->axis, error);

  outputs[0] = bias != NULL ? rensa_link_call (bias, z, error) : g_steal_pointer (&z);
  return outputs[0] != NULL ? 1 : -1;
}

const RensaLinkClass rensa_scale_link_class = {
  .name = "Scale",
  .group = &rensa_linear_group,
  .title = N_ ("Scale"),
  .summary = N_ ("Multiplies by a learned array along some axes"),
  .words = N_ ("gain;multiply;affine;channelwise"),
  .stem = "scale",
  .formula = "z = W x + b",
  RENSA_ATTRS (Scale, attrs),
  .inputs = RENSA_INPUTS ("x", "y?"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_CHILDREN (children),
  RENSA_SAMPLES (samples),
  .settle = settle,
  .forward = forward,
  RENSA_FORMS ({ "chainer", "L.Scale(axis={axis}, W_shape={W_shape:sequence}, bias_term={bias_term}, "
                            "bias_shape={bias_shape:sequence})" },
               { "torch", "Scale({axis}, {W_shape}, bias_term={bias_term}, bias_shape={bias_shape})" },
               { "torch_class", torch_class }),
};

/**
 * rensa_scale_link_new:
 * @axis: axis of the input that the first axis of the array aligns with
 * @W_shape: shape of W, initially one
 * @bias_term: a Bias of the same shape follows
 *
 * A Scale: z = W x, or z = W x + b. Returns NULL with RENSA_ERROR_INVALID if an extent is negative.
 */
RENSA_API RensaLink *
rensa_scale_link_new (gint64 axis, const RensaInts *W_shape, gboolean bias_term, GError **error)
{
  const Scale self = { axis, *W_shape, bias_term, { .n = RENSA_INTS_NONE } };

  return rensa_link_new_from_values (&rensa_scale_link_class, &self, error);
}
