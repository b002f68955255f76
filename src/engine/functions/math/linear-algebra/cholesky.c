/* cholesky.c: Cholesky factor of a positive definite matrix.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-fault.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"
#include "rensa-square-private.h"

static const RensaSample samples[] = {
  { "", "[[[4, 2], [2, 5]]]", "[[[2, 0], [1, 2]]]" },
  { "", "[[[4, 2, -2], [2, 10, 0.5], [-2, 0.5, 5.25]]]", "[[[2, 0, 0], [1, 3, 0], [-1, 0.5, 2]]]" },
};

/* kernel: middle (x, y) -> z */
KERNEL real
middle (real x, real y)
{
  return (x + y) / 2;
}
/* end kernel */

/* index kernel: lower_half () -> y */
KERNEL real
lower_half (const k_index *at)
{
  return at[0] > at[1] ? 1 : at[0] == at[1] ? (real) 0.5 : 0;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  if (!rensa_expect_square (inference, 0, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

/* Both triangles are used equally, so that the gradient is the derivative in every direction. */
static gboolean
forward (RensaCall *call, GError **error)
{
  g_autoptr (RensaArray) a = rensa_array_widen (rensa_call_get_input (call, 0), error);
  g_autoptr (RensaArray) turned = a != NULL ? rensa_array_swap_last_axes (a) : NULL;
  g_autoptr (RensaArray) symmetric = rensa_map2 (RENSA_KERNEL_MIDDLE, a, turned, NULL, error);
  g_autoptr (RensaArray) factor = rensa_factor_cholesky (symmetric, error);

  rensa_call_retain_output (call, 0);
  rensa_call_take_output (call, 0, rensa_array_cast (factor, rensa_call_get_output_type (call, 0)->dtype, error));
  if (rensa_call_succeeded (call))
    return TRUE;

  rensa_error_name (error, "cholesky");
  return FALSE;
}

/* Returns the lower triangle of @x with half its diagonal. */
static RensaVariable *
take_lower_half (RensaVariable *x, GError **error)
{
  if (x == NULL)
    return NULL;

  const RensaType type = rensa_variable_get_type (x);
  const gint64 n = type.shape.dims[type.shape.ndim - 1];
  g_autoptr (RensaArray) mask =
      rensa_index_map1 (RENSA_KERNEL_LOWER_HALF, type.dtype, &RENSA_SHAPE (n, n), NULL, NULL, error);
  g_autoptr (RensaVariable) factor = rensa_variable_new_constant (mask);

  return rensa_multiply (x, factor, error);
}

/* With y yᵀ = a, and Φ for the lower triangle with half the diagonal: s = y⁻ᵀ Φ (yᵀ gy) y⁻¹, ga = (s + sᵀ) / 2. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *y = rensa_backward_get_output (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) inverse = rensa_inverse (y, error);
  g_autoptr (RensaVariable) product = rensa_matmul (y, gy, TRUE, FALSE, error);
  g_autoptr (RensaVariable) half = take_lower_half (product, error);
  g_autoptr (RensaVariable) left = rensa_matmul (inverse, half, TRUE, FALSE, error);
  g_autoptr (RensaVariable) s = rensa_matmul (left, inverse, FALSE, FALSE, error);
  g_autoptr (RensaVariable) turned = rensa_swap_last_axes (s, error);
  g_autoptr (RensaVariable) both = rensa_add (s, turned, error);

  rensa_backward_take_grad_input (backward, 0, rensa_multiply_scalar (both, 0.5, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_cholesky_class = {
  .name = "cholesky",
  .group = &rensa_math_group,
  .title = N_ ("Cholesky Factor"),
  .summary = N_ ("Lower triangular factor of a positive definite matrix"),
  .formula = "a = y yᵀ",
  .label = "Cholesky",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.cholesky({a})" }, { "torch", "torch.linalg.cholesky({a})" }),
};

/**
 * rensa_cholesky:
 *
 * Computes the lower triangular y with a = y yᵀ, for each symmetric positive definite matrix in the
 * last two axes of @a; Chainer accepts a single one. For a matrix that is not symmetric, the mean
 * of it and its transpose is factored, so the gradient is symmetric. RENSA_ERROR_INVALID if one is
 * not positive definite, RENSA_ERROR_TYPE_CHECK if they are not square.
 *
 * Murray, "Differentiation of the Cholesky decomposition", 2016.
 */
RENSA_API RensaVariable *
rensa_cholesky (RensaVariable *a, GError **error)
{
  return rensa_apply1 (&rensa_cholesky_class, NULL, a, error);
}
