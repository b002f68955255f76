/* weighted_linear.c: linear map with one weight per example.
 * SPDX-License-Identifier: MIT */

#include "rensa-composed-forward-private.h"
#include "rensa-functions.h"
#include "weighted_linear.py.inc"

enum
{
  X,
  W_EXAMPLES,
  W_,
  B,
};

/* Computed by hand. */
static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 4]]; [2, -1]; [[1, 10], [0, 1]]", "[[42, 4], [-43, -4]]" },
  { "", "[[[1, 2]], [[3, 4]]]; [0.5, 3]; [[1, 1]]; [0.25]", "[[1.75], [21.25]]" },
};

static gint64
count_features (const RensaShape *x)
{
  gint64 count = 1;

  for (int axis = 1; axis < x->ndim; axis++)
    count *= x->dims[axis];
  return count;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, X);
  const RensaType *w = rensa_inference_get_input (inference, W_EXAMPLES);
  const RensaType *W = rensa_inference_get_input (inference, W_);
  const RensaType *b = rensa_inference_get_n_inputs (inference) > B ? rensa_inference_get_input (inference, B) : NULL;

  if (!rensa_expect_floating (inference, X, error) || !rensa_expect_same_dtype (inference, W_EXAMPLES, X, error)
      || !rensa_expect_same_dtype (inference, W_, X, error) || !RENSA_EXPECT (inference, x->shape.ndim, >=, 2, error)
      || !RENSA_EXPECT (inference, w->shape.ndim, ==, 1, error)
      || !RENSA_EXPECT (inference, w->shape.dims[0], ==, x->shape.dims[0], error)
      || !RENSA_EXPECT (inference, W->shape.ndim, ==, 2, error))
    return FALSE;
  if (count_features (&x->shape) != W->shape.dims[1])
    return rensa_inference_fail_text (inference, error, "prod(x.shape[1:]) == W.shape[1]",
                                      "%" G_GINT64_FORMAT " != %" G_GINT64_FORMAT, count_features (&x->shape),
                                      W->shape.dims[1]);
  if (b != NULL
      && (!rensa_expect_same_dtype (inference, B, X, error) || !RENSA_EXPECT (inference, b->shape.ndim, ==, 1, error)
          || !RENSA_EXPECT (inference, b->shape.dims[0], ==, W->shape.dims[0], error)))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &RENSA_SHAPE (x->shape.dims[0], W->shape.dims[0]));
  return TRUE;
}

static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  RensaVariable *b = n_inputs > B ? inputs[B] : NULL;
  g_autoptr (RensaVariable) sums = rensa_linear (inputs[X], inputs[W_], NULL, 1, error);
  g_autoptr (RensaVariable) weighted = rensa_scale (sums, inputs[W_EXAMPLES], 0, error);

  outputs[0] = b != NULL ? rensa_add (weighted, b, error) : g_steal_pointer (&weighted);
  return outputs[0] != NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaComposition composition = { .compose = compose };

  return rensa_forward_composed (call, &composition, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaComposition composition = { .compose = compose };

  return rensa_backward_composed (backward, &composition, error);
}

const RensaFunctionClass rensa_weighted_linear_class = {
  .name = "weighted_linear",
  .group = &rensa_connection_group,
  .title = N_ ("Weighted Linear"),
  .summary = N_ ("Linear transformation scaled by a weight for each example"),
  .formula = "y = (x Wᵀ) w + b",
  .inputs = RENSA_INPUTS ("x", "w", "W", "b?"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "torch", "weighted_linear({x}, {w}, {W}, {b})" }, { "torch_class", torch_class }),
};

/**
 * rensa_weighted_linear:
 * @x: shape (N, …), the axes after the first are joined into I
 * @w: one weight per example, shape (N)
 * @W: shape (O, I)
 * @b: (nullable): shape (O)
 *
 * y = (x Wᵀ) w + b, of shape (N, O): as rensa_linear (), with the products of each example
 * multiplied by its weight, which also has a gradient. Not in Chainer. RENSA_ERROR_TYPE_CHECK if
 * shapes or dtypes do not fit.
 */
RENSA_API RensaVariable *
rensa_weighted_linear (RensaVariable *x, RensaVariable *w, RensaVariable *W, RensaVariable *b, GError **error)
{
  RensaVariable *const inputs[] = { x, w, W, b };
  RensaVariable *y = NULL;

  if (x == NULL || w == NULL || W == NULL)
    return NULL;
  return rensa_function_apply (&rensa_weighted_linear_class, NULL, inputs, 4, &y, 1, error) == 1 ? y : NULL;
}
