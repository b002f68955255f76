/* softmax.c: softmax along an axis.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-softmax-private.h"

const RensaAttrSpec rensa_softmax_attrs[1] = {
  RENSA_ATTR_INT (RensaSoftmax, axis, .initial = 1, .title = N_ ("Axis"),
                  .hint = N_ ("Axis along which the results sum to 1")),
};

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[[1, 2, 3]]", "[[0.09003057317038046, 0.24472847105479764, 0.6652409557748218]]" },
  { "axis=0", "[[0, 1000], [0, 0]]", "[[0.5, 1], [0.5, 0]]" },
};

/* kernel: softmax_grad (y, gy, sum) -> gx */
KERNEL real
softmax_grad (real y, real gy, real sum)
{
  return y * (gy - sum);
}
/* end kernel */

gboolean
rensa_softmax_infer (RensaInference *inference, GError **error)
{
  const RensaSoftmax *self = rensa_inference_get_attrs (inference);
  int axis;

  return rensa_infer_elementwise (inference, error) && rensa_expect_axis (inference, self->axis, &axis, error);
}

gboolean
rensa_softmax_forward (RensaCall *call, gboolean log, GError **error)
{
  const RensaSoftmax *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const int axis = rensa_axis_from_start (self->axis, rensa_array_get_ndim (x));

  rensa_call_retain_output (call, 0);
  rensa_call_take_output (call, 0, rensa_softmax_rows (x, axis, log, error));
  return rensa_call_succeeded (call);
}

RensaVariable *
rensa_softmax_sum (RensaBackward *backward, RensaVariable *terms, GError **error)
{
  const RensaSoftmax *self = rensa_backward_get_attrs (backward);
  const RensaInts axis = { .n = RENSA_INTS_SCALAR, .values = { self->axis } };

  return rensa_sum (terms, &axis, TRUE, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_softmax_forward (call, FALSE, error);
}

/* gx = y (gy - Σ y gy). */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *y = rensa_backward_get_output (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) weighted = rensa_multiply (y, gy, error);
  g_autoptr (RensaVariable) sum = rensa_softmax_sum (backward, weighted, error);

  if (sum == NULL)
    return FALSE;
  if (!rensa_backward_is_recorded (backward))
    return rensa_backward_take_map (backward, 0, RENSA_KERNEL_SOFTMAX_GRAD, NULL, (RensaVariable *[]){ y, gy, sum },
                                    error);

  g_autoptr (RensaVariable) rest = rensa_subtract (gy, sum, error);

  rensa_backward_take_grad_input (backward, 0, rensa_multiply (y, rest, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_softmax_class = {
  .name = "softmax",
  .group = &rensa_activation_group,
  .title = N_ ("Softmax"),
  .summary = N_ ("Normalizes exponentials to sum to 1 along an axis"),
  .words = N_ ("probabilities;normalized exponential"),
  .formula = "y = exp(x) / Σ exp(x)",
  .label = "Softmax",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaSoftmax, rensa_softmax_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_softmax_infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.softmax({x}, axis={axis})" }, { "torch", "F.softmax({x}, dim={axis:always})" },
               { "onnx", "Softmax (x, axis=axis)" }),
};

/**
 * rensa_softmax:
 * @axis: counts from the end if negative
 *
 * y = exp (x) / Σ exp (x), summed along @axis, for x of any floating dtype. RENSA_ERROR_TYPE_CHECK
 * if @axis is out of range.
 */
RENSA_API RensaVariable *
rensa_softmax (RensaVariable *x, int axis, GError **error)
{
  const RensaSoftmax self = { .axis = axis };

  return rensa_apply1 (&rensa_softmax_class, &self, x, error);
}
