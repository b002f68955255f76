/* cumprod.c: cumulative products along an axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-running-private.h"

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, -0.5]]", "[1, 2, 6, -3]" },
  { "axis=0", "[[1, 2], [3, -4.5]]", "[[1, 2], [3, -9]]" },
  { "axis=-1", "[[1, 2, 3], [3, 0, 5]]", "[[1, 2, 6], [3, 0, 0]]" },
};

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  rensa_call_retain_output (call, 0);
  return rensa_running_forward (call, RENSA_SCAN_PROD, error);
}

/* gx[i] is the product of all elements before x[i] times s[i] = gy[i] + x[i + 1] s[i + 1], a
 * recurrence from the end. There is no division by x, which may be zero. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *x = rensa_backward_get_input (backward, 0);
  const RensaType type = rensa_backward_get_input_type (backward, 0);
  RensaShape shape;
  const int axis = rensa_running_get_axis (rensa_backward_get_attrs (backward), &type.shape, &shape);
  g_autoptr (RensaVariable) shaped = rensa_reshape (x, &shape, error);
  g_autoptr (RensaVariable) from_end = rensa_flip (shaped, axis, error);
  g_autoptr (RensaVariable) factors = rensa_push_along (from_end, axis, 0, error);
  g_autoptr (RensaVariable) gy = rensa_flip (rensa_backward_get_grad_output (backward, 0), axis, error);
  g_autoptr (RensaVariable) sums = rensa_recurrence (gy, factors, axis, error);
  g_autoptr (RensaVariable) s = rensa_flip (sums, axis, error);
  g_autoptr (RensaVariable) before = rensa_push_along (rensa_backward_get_output (backward, 0), axis, 1, error);
  g_autoptr (RensaVariable) gx = rensa_multiply (before, s, error);

  rensa_backward_take_grad_input (backward, 0, rensa_reshape (gx, &type.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_cumprod_class = {
  .name = "cumprod",
  .group = &rensa_math_group,
  .title = N_ ("Cumulative Product"),
  .summary = N_ ("Cumulative product of the elements along an axis"),
  .formula = "y[i] = x[0] … x[i]",
  .label = "Cumprod",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaRunning, rensa_running_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_running_infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.cumprod({x}, axis={axis})" }, { "torch", "torch.cumprod({x}, dim={axis:given})" },
               { "torch_more", "torch.cumprod({x}.flatten(), dim=0)" }, { "torch_needless", "{axis}" }),
};

/**
 * rensa_cumprod:
 * @axis: counts from the end if negative; RENSA_INT_NONE for the flattened array
 *
 * y[i] = x[0] … x[i] along @axis, in the shape of @x, or flat. The gradient is correct for zero
 * elements. RENSA_ERROR_TYPE_CHECK if the axis is out of range.
 */
RENSA_API RensaVariable *
rensa_cumprod (RensaVariable *x, gint64 axis, GError **error)
{
  const RensaRunning self = { .axis = axis };

  return rensa_apply1 (&rensa_cumprod_class, &self, x, error);
}
