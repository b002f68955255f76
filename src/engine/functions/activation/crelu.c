/* crelu.c: both halves of an array, rectified side by side; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-composed-forward-private.h"
#include "rensa-functions.h"

typedef struct
{
  gint64 axis;
} CReLU;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (CReLU, axis, .initial = 1, .title = N_ ("Axis"), .hint = N_ ("The axis that becomes twice as long")),
};

static const RensaSample samples[] = {
  { "", "[[-1, 2], [3, -4]]", "[[0, 2, 1, 0], [3, 0, 0, 4]]" },
  { "axis=-2", "[[-1, 2]]", "[[0, 2], [1, 0]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const CReLU *self = rensa_inference_get_attrs (inference);
  RensaType y = *rensa_inference_get_input (inference, 0);
  int axis;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_axis (inference, self->axis, &axis, error))
    return FALSE;

  y.shape.dims[axis] *= 2;
  rensa_inference_set_output (inference, 0, &y);
  return TRUE;
}

static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const CReLU *self = values;
  g_autoptr (RensaVariable) positive = rensa_relu (inputs[0], error);
  g_autoptr (RensaVariable) turned = rensa_negate (inputs[0], error);
  g_autoptr (RensaVariable) negative = rensa_relu (turned, error);

  outputs[0] = rensa_concat ((RensaVariable *[]){ positive, negative }, 2, (int) self->axis, error);
  return outputs[0] != NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaComposition composition = { .compose = compose,
                                         .attrs = rensa_call_get_attrs (call),
                                         .attrs_size = sizeof (CReLU) };

  return rensa_forward_composed (call, &composition, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaComposition composition = { .compose = compose,
                                         .attrs = rensa_backward_get_attrs (backward),
                                         .attrs_size = sizeof (CReLU) };

  return rensa_backward_composed (backward, &composition, error);
}

const RensaFunctionClass rensa_crelu_class = {
  .name = "crelu",
  .group = RENSA_GROUP_ACTIVATION,
  .title = N_ ("Concatenated ReLU"),
  .summary = N_ ("What is positive and what is negative, rectified side by side"),
  .formula = "y = [max(x, 0), max(-x, 0)]",
  .label = "CReLU",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (CReLU, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.crelu({x}, axis={axis})",
  .torch = "torch.cat([F.relu({x}), F.relu(-{x})], dim={axis})",
};

/**
 * rensa_crelu:
 * @axis: becomes twice as long; counts from the end where it is negative
 *
 * y = max (x, 0) and max (-x, 0), joined along @axis.
 *
 * Shang et al., "Understanding and Improving Convolutional Neural Networks via Concatenated Rectified Linear Units",
 * ICML 2016.
 */
RENSA_API RensaVariable *
rensa_crelu (RensaVariable *x, gint64 axis, GError **error)
{
  const CReLU self = { .axis = axis };

  return rensa_apply1 (&rensa_crelu_class, &self, x, error);
}
