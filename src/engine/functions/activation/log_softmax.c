/* log_softmax.c: logarithm of softmax.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-softmax-private.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[[1, 2, 3]]", "[[-2.4076059644443806, -1.4076059644443804, -0.4076059644443804]]" },
  { "axis=0", "[[0, 1000], [0, 0]]", "[[-0.6931471805599453, 0], [-0.6931471805599453, -1000]]" },
};

/* kernel: log_softmax_grad (y, gy, sum) -> gx */
KERNEL real
log_softmax_grad (real y, real gy, real sum)
{
  return gy - k_exp (y) * sum;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_softmax_forward (call, TRUE, error);
}

/* gx = gy - exp (y) Σ gy. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *y = rensa_backward_get_output (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) sum = rensa_softmax_sum (backward, gy, error);

  if (sum == NULL)
    return FALSE;
  if (!rensa_backward_is_recorded (backward))
    return rensa_backward_take_map (backward, 0, RENSA_KERNEL_LOG_SOFTMAX_GRAD, NULL, (RensaVariable *[]){ y, gy, sum },
                                    error);

  g_autoptr (RensaVariable) softmax = rensa_exp (y, error);
  g_autoptr (RensaVariable) share = rensa_multiply (softmax, sum, error);

  rensa_backward_take_grad_input (backward, 0, rensa_subtract (gy, share, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_log_softmax_class = {
  .name = "log_softmax",
  .group = &rensa_activation_group,
  .title = N_ ("Log Softmax"),
  .summary = N_ ("Numerically stable logarithm of softmax"),
  .formula = "y = x - ln Σ exp(x)",
  .label = "LogSoftmax",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaSoftmax, rensa_softmax_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_softmax_infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.log_softmax({x}, axis={axis})" }, { "torch", "F.log_softmax({x}, dim={axis:always})" },
               { "onnx", "LogSoftmax (x, axis=axis)" }),
};

/**
 * rensa_log_softmax:
 * @axis: may be negative
 *
 * y = x - ln Σ exp (x), with the sum along @axis, for x of any floating dtype.
 * RENSA_ERROR_TYPE_CHECK if there is no such axis.
 */
RENSA_API RensaVariable *
rensa_log_softmax (RensaVariable *x, int axis, GError **error)
{
  const RensaSoftmax self = { .axis = axis };

  return rensa_apply1 (&rensa_log_softmax_class, &self, x, error);
}
