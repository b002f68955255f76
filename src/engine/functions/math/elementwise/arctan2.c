/* arctan2.c: angle of a point.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[1, -2, 0.5]; [2, -1, -3]", "[0.46364760900080612, -2.0344439357957027, 2.9764439761751664]" },
  { "", "[[1], [-1]]; [-1, 1]",
    "[[2.3561944901923449, 0.78539816339744831], [-2.3561944901923449, -0.78539816339744831]]" },
};

/* kernel: arctan2_forward (x1, x2) -> y */
KERNEL real
arctan2_forward (real x1, real x2)
{
  return k_atan2 (x1, x2);
}
/* end kernel */

/* The gradient of x2 is that of x1 with -x1 instead of x2. */
/* kernel: arctan2_grad (x1, x2, gy; turned) -> gx */
KERNEL real
arctan2_grad (real x1, real x2, real gy, real turned)
{
  return gy * (turned != 0 ? -x1 : x2) / (x1 * x1 + x2 * x2);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  return rensa_forward_map (call, RENSA_KERNEL_ARCTAN2_FORWARD, NULL, error);
}

/* gy / (x1² + x2²) */
static RensaVariable *
divide_by_square (RensaVariable *gy, RensaVariable *x1, RensaVariable *x2, GError **error)
{
  g_autoptr (RensaVariable) square1 = rensa_multiply (x1, x1, error);
  g_autoptr (RensaVariable) square2 = rensa_multiply (x2, x2, error);
  g_autoptr (RensaVariable) sum = rensa_add (square1, square2, error);

  return rensa_divide (gy, sum, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *x1 = rensa_backward_get_input (backward, 0);
  RensaVariable *x2 = rensa_backward_get_input (backward, 1);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) scaled = NULL;

  if (!rensa_backward_is_recorded (backward))
    {
      for (int i = 0; i < 2; i++)
        if (rensa_backward_needs_grad (backward, i))
          rensa_backward_take_map (backward, i, RENSA_KERNEL_ARCTAN2_GRAD, (double[]){ i },
                                   (RensaVariable *[]){ x1, x2, gy }, error);
      return rensa_backward_succeeded (backward);
    }

  scaled = divide_by_square (gy, x1, x2, error);
  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_summed (backward, 0, rensa_multiply (scaled, x2, error), error);
  if (rensa_backward_needs_grad (backward, 1))
    {
      g_autoptr (RensaVariable) opposite = rensa_multiply (scaled, x1, error);

      rensa_backward_take_summed (backward, 1, rensa_negate (opposite, error), error);
    }
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_arctan2_class = {
  .name = "arctan2",
  .group = &rensa_math_group,
  .title = N_ ("Angle of a Point"),
  .summary = N_ ("Angle in radians of a point as seen from the origin"),
  .formula = "y = arg(x₂ + i x₁)",
  .label = "arctan2",
  .inputs = RENSA_INPUTS ("x1", "x2"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_broadcast,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.arctan2(*F.broadcast({x1}, {x2}))" }, { "torch", "torch.atan2({x1}, {x2})" },
               { "onnx", "t = Atan (x1 / x2); Where (x2 == 0, Sign (x1) * 1.5707963267948966, "
                         "Where (x2 > 0, t, Where (x1 < 0, t - 3.1415926535897932, t + 3.1415926535897932)))" }),
};

/**
 * rensa_arctan2:
 * @x1: the ordinate
 * @x2: the abscissa
 *
 * Returns the angle of the point (x2, x1), from -π to π, elementwise, with NumPy's broadcasting,
 * for which Chainer has no gradient. Both have the same floating dtype; RENSA_ERROR_TYPE_CHECK
 * otherwise or if their shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_arctan2 (RensaVariable *x1, RensaVariable *x2, GError **error)
{
  return rensa_apply2 (&rensa_arctan2_class, NULL, x1, x2, error);
}
