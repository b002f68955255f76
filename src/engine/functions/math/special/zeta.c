/* zeta.c: Hurwitz's zeta function.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "special.h"

/* Computed independently of this code, with 40 digits. */
static const RensaSample samples[] = {
  { "", "[2.0, 4.5, 1.25]; [1, 0.5, 3.25]", "[1.6449340668482264, 22.810599146128397, 3.1009738707652805]" },
  { "", "[[2.0], [3.0]]; [0.25, 20]",
    "[[17.197329154507111, 0.05127082293520312], [64.66386996876846, 0.0013140612011573273]]" },
};

/* kernel: zeta_forward (x, q) -> y */
KERNEL real
zeta_forward (real x, real q)
{
  return k_zeta (x, q, 1);
}
/* end kernel */

/* kernel: zeta_grad (x, q, gy) -> gq */
KERNEL real
zeta_grad (real x, real q, real gy)
{
  return -gy * x * k_zeta (x + 1, q, 1);
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *q = rensa_inference_get_input (inference, 1);

  if (!rensa_expect_floating (inference, 1, error)
      || (rensa_dtype_is_floating (x->dtype) && !rensa_expect_same_dtype (inference, 0, 1, error)))
    return FALSE;
  return rensa_infer_broadcast_as (inference, q->dtype, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  return rensa_forward_map (call, RENSA_KERNEL_ZETA_FORWARD, NULL, error);
}

/* gq = -x ζ (x + 1, q) gy, where x is a constant. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType type = rensa_backward_get_input_type (backward, 1);
  RensaVariable *q = rensa_backward_get_input (backward, 1);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaArray) floating =
      rensa_array_cast (rensa_variable_get_array (rensa_backward_get_input (backward, 0)), type.dtype, error);
  g_autoptr (RensaVariable) x = floating != NULL ? rensa_variable_new_constant (floating) : NULL;

  if (!rensa_backward_needs_grad (backward, 1))
    return TRUE;
  if (x != NULL && !rensa_backward_is_recorded (backward))
    return rensa_backward_take_map (backward, 1, RENSA_KERNEL_ZETA_GRAD, NULL, (RensaVariable *[]){ x, q, gy }, error);

  g_autoptr (RensaVariable) next = rensa_add_scalar (x, 1, error);
  g_autoptr (RensaVariable) value = rensa_zeta (next, q, error);
  g_autoptr (RensaVariable) product = rensa_multiply (x, value, error);
  g_autoptr (RensaVariable) slope = rensa_negate (product, error);

  rensa_backward_take_summed (backward, 1, rensa_multiply (gy, slope, error), error);
  return rensa_backward_succeeded (backward);
}

/* x passes no gradient and is declared as an input of integers for that reason. */
const RensaFunctionClass rensa_zeta_class = {
  .name = "zeta",
  .group = &rensa_math_group,
  .title = N_ ("Hurwitz Zeta Function"),
  .summary = N_ ("Sum of 1 / (q + k)ˣ over k = 0, 1, 2, …"),
  .formula = "y = Σₖ (q + k)⁻ˣ",
  .label = "zeta",
  .inputs = RENSA_INPUTS ("x:const", "q"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.zeta(chainer.as_array({x}), {q})" }, { "torch", "torch.special.zeta({x}, {q})" }),
};

/**
 * rensa_zeta:
 * @x: the exponent, of integers or of the dtype of @q; it gets no gradient
 *
 * y = ζ (x, q) = Σₖ (q + k)⁻ˣ over k ≥ 0, elementwise, with NumPy's broadcasting; infinite if x
 * is 1 or q is 0 or a negative integer, NaN if x is below 1, or if q is negative and x not an
 * integer. RENSA_ERROR_TYPE_CHECK if q is not floating or the shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_zeta (RensaVariable *x, RensaVariable *q, GError **error)
{
  return rensa_apply2 (&rensa_zeta_class, NULL, x, q, error);
}
