/* normalize.c: division by the Euclidean norm.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"
#include "rensa-primitives.h"
#include "rensa-statistics-private.h"

typedef struct
{
  double eps;
  RensaInts axis;
} Normalize;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Normalize, eps, .initial = 1e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the norm to prevent division by zero")),
  RENSA_ATTR_INTS (Normalize, axis, .initial_text = "1", .title = N_ ("Axes"),
                   .hint = N_ ("Axes over which the norm is computed")),
};

static const RensaSample samples[] = {
  { "eps=0", "[[3, 4], [0, -2]]", "[[0.6, 0.8], [0, -1]]" },
  { "eps=1, axis=0", "[3, 4]", "[0.5, 0.66666666666666667]" },
  { "eps=1, axis=(0, 2)", "[[[2], [1]], [[2], [0]], [[1], [0]]]", "[[[0.5], [0.5]], [[0.5], [0]], [[0.25], [0]]]" },
};

/* kernel: normalize_by_square (x, square; eps) -> y */
KERNEL real
normalize_by_square (real x, real square, real eps)
{
  return x / (k_sqrt (square) + eps);
}
/* end kernel */

/* A vector of zeros has the gradient gy / eps, like its neighbourhood. */
/* kernel: normalize_grad (x, gy, square, along; eps) -> gx */
KERNEL real
normalize_grad (real x, real gy, real square, real along, real eps)
{
  const real norm = k_sqrt (square);
  const real scale = 1 / (norm + eps);

  return scale * (gy - (norm > 0 ? x * along * scale / norm : 0));
}
/* end kernel */

/* kernel: normalize_is_zero (square) -> y */
KERNEL real
normalize_is_zero (real square)
{
  return square == 0 ? 1 : 0;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Normalize *self = rensa_inference_get_attrs (inference);
  guint mask;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_axes (inference, &self->axis, &mask, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Normalize *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const guint mask = rensa_axes_to_mask (&self->axis, rensa_array_get_ndim (x));
  g_autoptr (RensaArray) wide = rensa_array_widen (x, error);
  g_autoptr (RensaArray) square = rensa_reduce (RENSA_REDUCE_SUM_SQUARE, wide, mask, TRUE, error);
  g_autoptr (RensaArray) y = rensa_map2 (RENSA_KERNEL_NORMALIZE_BY_SQUARE, x, square, &self->eps, error);

  if (y == NULL)
    return FALSE;

  rensa_call_retain_input (call, 0);
  rensa_call_keep (call, 0, g_steal_pointer (&square));
  rensa_call_take_output (call, 0, rensa_array_cast (y, rensa_array_get_dtype (x), error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_arrays (RensaBackward *backward, const Normalize *self, GError **error)
{
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, 0));
  RensaArray *gy = rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0));
  RensaArray *square = rensa_backward_get_kept (backward, 0);
  const guint mask = rensa_axes_to_mask (&self->axis, rensa_array_get_ndim (x));
  g_autoptr (RensaArray) wide = rensa_array_widen (x, error);
  g_autoptr (RensaArray) product = rensa_map2 (RENSA_KERNEL_OP_MUL, wide, gy, NULL, error);
  g_autoptr (RensaArray) along = product != NULL ? rensa_reduce (RENSA_REDUCE_SUM, product, mask, TRUE, error) : NULL;
  g_autoptr (RensaArray) gx = NULL;

  rensa_map (RENSA_KERNEL_NORMALIZE_GRAD, (RensaArray *[]){ x, gy, square, along }, &gx, &self->eps, error);
  if (gx == NULL)
    return FALSE;

  rensa_backward_take_grad_array (backward, 0, rensa_array_cast (gx, rensa_array_get_dtype (x), error));
  return rensa_backward_succeeded (backward);
}

/* Is 1 where the norm is zero, because the norm has no slope there. */
static RensaVariable *
find_zeros (RensaArray *square, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) zeros = rensa_map1 (RENSA_KERNEL_NORMALIZE_IS_ZERO, square, NULL, error);
  g_autoptr (RensaArray) cast = zeros != NULL ? rensa_array_cast (zeros, dtype, error) : NULL;

  return rensa_variable_new_constant (cast);
}

/* gx = (gy - x Σ gy x / (norm (norm + eps))) / (norm + eps) */
static gboolean
backward_variables (RensaBackward *backward, const Normalize *self, GError **error)
{
  const RensaType type = rensa_backward_get_input_type (backward, 0);
  const guint mask = rensa_axes_to_mask (&self->axis, type.shape.ndim);
  const RensaInts axes = rensa_ints_from_mask (mask);
  RensaVariable *x = rensa_backward_get_input (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) zeros = find_zeros (rensa_backward_get_kept (backward, 0), type.dtype, error);
  g_autoptr (RensaVariable) squares = rensa_multiply (x, x, error);
  g_autoptr (RensaVariable) square = rensa_sum (squares, &axes, TRUE, error);
  g_autoptr (RensaVariable) positive = rensa_add (square, zeros, error);
  g_autoptr (RensaVariable) norm = rensa_sqrt (positive, error);
  g_autoptr (RensaVariable) exact_norm = rensa_subtract (norm, zeros, error);
  g_autoptr (RensaVariable) divisor = rensa_add_scalar (exact_norm, self->eps, error);
  g_autoptr (RensaVariable) product = rensa_multiply (x, gy, error);
  g_autoptr (RensaVariable) along = rensa_sum (product, &axes, TRUE, error);
  g_autoptr (RensaVariable) both = rensa_multiply (norm, divisor, error);
  g_autoptr (RensaVariable) weight = rensa_divide (along, both, error);
  g_autoptr (RensaVariable) radial = rensa_multiply (x, weight, error);
  g_autoptr (RensaVariable) rest = rensa_subtract (gy, radial, error);

  rensa_backward_take_grad_input (backward, 0, rensa_divide (rest, divisor, error));
  return rensa_backward_succeeded (backward);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Normalize *self = rensa_backward_get_attrs (backward);

  return rensa_backward_is_recorded (backward) ? backward_variables (backward, self, error)
                                               : backward_arrays (backward, self, error);
}

const RensaFunctionClass rensa_normalize_class = {
  .name = "normalize",
  .group = &rensa_normalization_group,
  .title = N_ ("Normalize"),
  .summary = N_ ("Divides vectors by their Euclidean norm"),
  .formula = "y = x / (‖x‖₂ + ε)",
  .label = "NormalizeL2",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Normalize, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.normalize({x}, eps={eps}, axis={axis})" },
               { "torch", "{x} / (torch.linalg.vector_norm({x}, dim={axis}, keepdim=True) + {eps})" },
               { "onnx", "x / (ReduceL2 (x, axes=axes (axis, ndim (x)), keepdims=1) + eps)" }),
};

/**
 * rensa_normalize:
 * @eps: added to the norm (Chainer's default: 1e-5)
 * @axis: the axes of each vector (Chainer's default: 1)
 *
 * y = x / (‖x‖₂ + ε) for x of any floating dtype. RENSA_ERROR_TYPE_CHECK if an axis is out of
 * range or occurs twice.
 */
RENSA_API RensaVariable *
rensa_normalize (RensaVariable *x, double eps, const RensaInts *axis, GError **error)
{
  const Normalize self = { .eps = eps, .axis = *axis };

  return rensa_apply1 (&rensa_normalize_class, &self, x, error);
}
