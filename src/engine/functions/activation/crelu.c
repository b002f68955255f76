/* crelu.c: concatenation of the rectified positive and negative parts of an array.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-halves-private.h"
#include "rensa-primitives.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (RensaHalves, axis, .initial = 1, .title = N_ ("Axis"), .hint = N_ ("Axis that is doubled in size")),
};

static const RensaSample samples[] = {
  { "", "[[-1, 2], [3, -4]]", "[[0, 2, 1, 0], [3, 0, 0, 4]]" },
  { "axis=-2", "[[-1, 2]]", "[[0, 2], [1, 0]]" },
};

/* kernel: crelu_forward (x) -> (positive, negative) */
KERNEL void
crelu_forward (real x, real *positive, real *negative)
{
  *positive = k_max (x, 0);
  *negative = k_max (-x, 0);
}
/* end kernel */

/* kernel: crelu_grad (x, gpositive, gnegative) -> gx */
KERNEL real
crelu_grad (real x, real gpositive, real gnegative)
{
  return x > 0 ? gpositive : x < 0 ? -gnegative : 0;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  RensaType y = *rensa_inference_get_input (inference, 0);
  int axis;

  if (!rensa_halves_expect_axis (inference, &axis, error))
    return FALSE;

  y.shape.dims[axis] *= 2;
  rensa_inference_set_output (inference, 0, &y);
  return TRUE;
}

static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const RensaHalves *self = values;
  g_autoptr (RensaVariable) positive = rensa_relu (inputs[0], error);
  g_autoptr (RensaVariable) turned = rensa_negate (inputs[0], error);
  g_autoptr (RensaVariable) negative = rensa_relu (turned, error);

  outputs[0] = rensa_concat ((RensaVariable *[]){ positive, negative }, 2, (int) self->axis, error);
  return outputs[0] != NULL;
}

/* Writes both halves directly into the result. */
static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaHalves *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const RensaType *type = rensa_call_get_output_type (call, 0);
  g_autoptr (RensaArray) y = rensa_array_new (type->dtype, &type->shape, error);
  RensaArray *halves[2];
  gboolean done;

  if (y == NULL)
    return FALSE;

  rensa_call_retain_input (call, 0);
  rensa_array_view_halves (y, self->axis, halves);
  done = rensa_map (RENSA_KERNEL_CRELU_FORWARD, &x, halves, NULL, error);
  for (int i = 0; i < 2; i++)
    rensa_array_unref (halves[i]);
  rensa_call_take_output (call, 0, done ? g_steal_pointer (&y) : NULL);
  return rensa_call_succeeded (call);
}

static RensaArray *
make_grad (RensaArray *x, RensaArray *gy, gint64 axis, GError **error)
{
  RensaArray *inputs[3] = { x };
  RensaArray *gx = NULL;

  rensa_array_view_halves (gy, axis, inputs + 1);
  rensa_map (RENSA_KERNEL_CRELU_GRAD, inputs, &gx, NULL, error);
  rensa_array_unref (inputs[1]);
  rensa_array_unref (inputs[2]);
  return gx;
}

static const RensaHalvesRule rule = { compose, make_grad };

const RensaFunctionClass rensa_crelu_class = {
  .name = "crelu",
  .group = &rensa_activation_group,
  .title = N_ ("Concatenated ReLU"),
  .summary = N_ ("Concatenates the rectified positive and negative parts"),
  .formula = "y = [max(x, 0), max(-x, 0)]",
  .label = "CReLU",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaHalves, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = rensa_halves_backward,
  .rule = &rule,
  RENSA_FORMS ({ "chainer", "F.crelu({x}, axis={axis})" },
               { "torch", "torch.cat([F.relu({x}), F.relu(-{x})], dim={axis:always})" },
               { "onnx", "Concat (Relu (x), Relu (-x), axis=axis)" }),
};

/**
 * rensa_crelu:
 * @axis: the axis that becomes twice as long; may be negative
 *
 * y = max (x, 0) and max (-x, 0), concatenated along @axis.
 *
 * Shang et al., "Understanding and Improving Convolutional Neural Networks via Concatenated
 * Rectified Linear Units", ICML 2016.
 */
RENSA_API RensaVariable *
rensa_crelu (RensaVariable *x, gint64 axis, GError **error)
{
  const RensaHalves self = { .axis = axis };

  return rensa_apply1 (&rensa_crelu_class, &self, x, error);
}
