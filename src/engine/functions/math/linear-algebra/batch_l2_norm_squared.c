/* batch_l2_norm_squared.c: squared norm of each sample.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[3, 4], [1, -0.5]]", "[25, 1.25]" },
  { "", "[[[1, 2], [3, 4]]]", "[30]" },
};

/* kernel: twice_product (x, gy) -> gx */
KERNEL real
twice_product (real x, real gy)
{
  return 2 * x * gy;
}
/* end kernel */

/* All axes but the first. */
static guint
get_mask (const RensaShape *x)
{
  return ((1u << x->ndim) - 1) & ~1u;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, >=, 2, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &RENSA_SHAPE (x->shape.dims[0]));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  const guint mask = get_mask (rensa_array_get_shape (x));

  rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, rensa_reduce (RENSA_REDUCE_SUM_SQUARE, x, mask, FALSE, error));
  return rensa_call_succeeded (call);
}

/* gx = 2 x gy */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *x = rensa_backward_get_input (backward, 0);
  const RensaType type = rensa_backward_get_input_type (backward, 0);
  const RensaShape kept = rensa_shape_reduce (&type.shape, get_mask (&type.shape), TRUE);
  g_autoptr (RensaVariable) gy = rensa_reshape (rensa_backward_get_grad_output (backward, 0), &kept, error);

  if (gy == NULL)
    return FALSE;
  if (!rensa_backward_is_recorded (backward))
    return rensa_backward_take_map (backward, 0, RENSA_KERNEL_TWICE_PRODUCT, NULL, (RensaVariable *[]){ x, gy }, error);

  g_autoptr (RensaVariable) product = rensa_multiply (x, gy, error);
  rensa_backward_take_grad_input (backward, 0, rensa_multiply_scalar (product, 2, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_batch_l2_norm_squared_class = {
  .name = "batch_l2_norm_squared",
  .group = &rensa_math_group,
  .title = N_ ("Squared L2 Norm of Examples"),
  .summary = N_ ("Sum of the squares of each example"),
  .formula = "y[i] = Σ x[i]²",
  .label = "BatchL2NormSquared",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.batch_l2_norm_squared({x})" }, { "torch", "{x}.square().flatten(1).sum(1)" },
               { "onnx", "t = Reshape (x, [0, -1]); ReduceSum (t * t, [1], keepdims=0)" }),
};

/**
 * rensa_batch_l2_norm_squared:
 *
 * y[i] = Σ x[i, …]², for @x with at least two axes, the first of which is the sample axis; one
 * value per sample. RENSA_ERROR_TYPE_CHECK if there is only one axis.
 */
RENSA_API RensaVariable *
rensa_batch_l2_norm_squared (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_batch_l2_norm_squared_class, NULL, x, error);
}
