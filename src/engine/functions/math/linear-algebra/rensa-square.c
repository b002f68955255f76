/* rensa-square.c: functions of square matrices or stacks of them.
 * SPDX-License-Identifier: MIT */

#include "rensa-square-private.h"

#include "rensa-fault.h"
#include "rensa-functions.h"

gboolean
rensa_expect_square (RensaInference *inference, int ndim, GError **error)
{
  const RensaType *a = rensa_inference_get_input (inference, 0);
  const gint64 *dims = a->shape.dims;
  const int last = a->shape.ndim - 1;

  if (!rensa_expect_floating (inference, 0, error)
      || (ndim != 0 && !RENSA_EXPECT (inference, a->shape.ndim, ==, ndim, error))
      || !RENSA_EXPECT (inference, a->shape.ndim, >=, 2, error))
    return FALSE;
  if (dims[last - 1] != dims[last])
    return rensa_inference_fail_text (inference, error, "a.shape[-1] == a.shape[-2]",
                                      "%" G_GINT64_FORMAT " != %" G_GINT64_FORMAT, dims[last], dims[last - 1]);

  return TRUE;
}

static void
get_swapped_order (int ndim, int *order)
{
  for (int i = 0; i < ndim; i++)
    order[i] = i;
  order[ndim - 2] = ndim - 1;
  order[ndim - 1] = ndim - 2;
}

RensaArray *
rensa_array_swap_last_axes (RensaArray *a)
{
  int order[RENSA_MAX_NDIM];

  get_swapped_order (rensa_array_get_ndim (a), order);
  return rensa_array_view_transpose (a, order);
}

RensaVariable *
rensa_swap_last_axes (RensaVariable *a, GError **error)
{
  RensaInts axes;
  int order[RENSA_MAX_NDIM];

  if (a == NULL)
    return NULL;

  axes.n = rensa_variable_get_type (a).shape.ndim;
  get_swapped_order (axes.n, order);
  for (int i = 0; i < axes.n; i++)
    axes.values[i] = order[i];

  return rensa_transpose (a, &axes, error);
}

/* Inverses */

gboolean
rensa_inverse_infer (RensaInference *inference, int ndim, GError **error)
{
  if (!rensa_expect_square (inference, ndim, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

gboolean
rensa_inverse_forward (RensaCall *call, const char *name, GError **error)
{
  rensa_call_retain_output (call, 0);
  rensa_call_take_output (call, 0, rensa_invert_matrices (rensa_call_get_input (call, 0), error));
  if (rensa_call_succeeded (call))
    return TRUE;

  rensa_error_name (error, name);
  return FALSE;
}

/* ga = -yᵀ gy yᵀ */
gboolean
rensa_inverse_backward (RensaBackward *backward, GError **error)
{
  RensaVariable *y = rensa_backward_get_output (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) left = rensa_matmul (y, gy, TRUE, FALSE, error);
  g_autoptr (RensaVariable) both = rensa_matmul (left, y, FALSE, TRUE, error);

  rensa_backward_take_grad_input (backward, 0, rensa_negate (both, error));
  return rensa_backward_succeeded (backward);
}

static gboolean
infer_inverse (RensaInference *inference, GError **error)
{
  return rensa_inverse_infer (inference, 0, error);
}

static gboolean
forward_inverse (RensaCall *call, GError **error)
{
  return rensa_inverse_forward (call, "inverse", error);
}

static const RensaFunctionClass inverse_class = {
  .name = "inverse",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  .infer = infer_inverse,
  .forward = forward_inverse,
  .backward = rensa_inverse_backward,
};

RensaVariable *
rensa_inverse (RensaVariable *a, GError **error)
{
  return rensa_apply1 (&inverse_class, NULL, a, error);
}

/* Determinants */

gboolean
rensa_determinant_infer (RensaInference *inference, int ndim, GError **error)
{
  RensaType type;

  if (!rensa_expect_square (inference, ndim, error))
    return FALSE;

  type = *rensa_inference_get_input (inference, 0);
  type.shape.ndim -= 2;
  rensa_inference_set_output (inference, 0, &type);
  return TRUE;
}

gboolean
rensa_determinant_forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, rensa_get_determinants (rensa_call_get_input (call, 0), error));
  return rensa_call_succeeded (call);
}

static gboolean
infer_determinant (RensaInference *inference, GError **error)
{
  return rensa_determinant_infer (inference, 0, error);
}

static const RensaFunctionClass determinant_class = {
  .name = "determinant",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  .infer = infer_determinant,
  .forward = rensa_determinant_forward,
  .backward = rensa_determinant_backward,
};

/* Returns one number per matrix in a shape that broadcasts to @a: (…, 1, 1). */
static RensaVariable *
spread_numbers (RensaVariable *numbers, const RensaShape *a, GError **error)
{
  const RensaShape shape = rensa_shape_reduce (a, 3u << (a->ndim - 2), TRUE);

  return rensa_reshape (numbers, &shape, error);
}

static gboolean
forward_cofactors (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, rensa_get_cofactors (rensa_call_get_input (call, 0), error));
  return rensa_call_succeeded (call);
}

/* Second derivative of the determinant in the direction g, det (a) (Σ (b ∘ g) b - b gᵀ b) for b = a⁻ᵀ. */
static RensaVariable *
change_cofactors (RensaVariable *a, RensaVariable *g, GError **error)
{
  const RensaShape shape = rensa_variable_get_type (a).shape;
  const RensaInts last = { .n = 2, .values = { -2, -1 } };
  g_autoptr (RensaVariable) det = rensa_apply1 (&determinant_class, NULL, a, error);
  g_autoptr (RensaVariable) factor = spread_numbers (det, &shape, error);
  g_autoptr (RensaVariable) inverse = rensa_inverse (a, error);
  g_autoptr (RensaVariable) b = rensa_swap_last_axes (inverse, error);
  g_autoptr (RensaVariable) products = rensa_multiply (b, g, error);
  g_autoptr (RensaVariable) trace = rensa_sum (products, &last, TRUE, error);
  g_autoptr (RensaVariable) along = rensa_multiply (trace, b, error);
  g_autoptr (RensaVariable) left = rensa_matmul (b, g, FALSE, TRUE, error);
  g_autoptr (RensaVariable) across = rensa_matmul (left, b, FALSE, FALSE, error);
  g_autoptr (RensaVariable) difference = rensa_subtract (along, across, error);

  return rensa_multiply (factor, difference, error);
}

/* Only derivatives from the third on need an inverse. */
static gboolean
backward_cofactors (RensaBackward *backward, GError **error)
{
  RensaVariable *a = rensa_backward_get_input (backward, 0);
  RensaVariable *g = rensa_backward_get_grad_output (backward, 0);

  if (rensa_backward_is_recorded (backward))
    rensa_backward_take_grad_input (backward, 0, change_cofactors (a, g, error));
  else
    rensa_backward_take_grad_array (
        backward, 0, rensa_get_cofactors_change (rensa_variable_get_array (a), rensa_variable_get_array (g), error));

  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass cofactors_class = {
  .name = "cofactors",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  .infer = infer_inverse,
  .forward = forward_cofactors,
  .backward = backward_cofactors,
};

/* ga = gy det (a) a⁻ᵀ, the cofactors, which exist even if a has no inverse. */
gboolean
rensa_determinant_backward (RensaBackward *backward, GError **error)
{
  const RensaType a = rensa_backward_get_input_type (backward, 0);
  g_autoptr (RensaVariable) gy = spread_numbers (rensa_backward_get_grad_output (backward, 0), &a.shape, error);
  g_autoptr (RensaVariable) cofactors =
      rensa_apply1 (&cofactors_class, NULL, rensa_backward_get_input (backward, 0), error);

  rensa_backward_take_grad_input (backward, 0, rensa_multiply (gy, cofactors, error));
  return rensa_backward_succeeded (backward);
}
