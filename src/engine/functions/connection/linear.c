/* linear.c: product with a weight matrix.
 * SPDX-License-Identifier: MIT */

#include "rensa-function.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  gint64 n_batch_axes;
} Linear;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Linear, n_batch_axes, .initial = 1, .min = 1, .max = RENSA_MAX_NDIM - 1, .title = N_ ("Batch Axes"),
                  .hint = N_ ("Number of leading batch axes; the remaining axes are flattened into one")),
};

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 4]]; [[1, 0], [0.5, -1]]; [0.5, 1]", "[[1.5, -0.5], [3.5, -1.5]]" },
  { "", "[[[1, 2], [3, 4]]]; [[1, 1, 1, 1]]", "[[10]]" },
  { "n_batch_axes=2", "[[[1, 2], [3, 4]]]; [[10, 1]]; [0.5]", "[[[12.5], [34.5]]]" },
};

/* Returns the shape of x as a matrix: examples by features. */
static RensaShape
get_rows (const RensaShape *x, gint64 n_batch_axes)
{
  RensaShape rows = { .ndim = 2, .dims = { 1, 1 } };

  for (int axis = 0; axis < x->ndim; axis++)
    rows.dims[axis < n_batch_axes ? 0 : 1] *= x->dims[axis];

  return rows;
}

static gboolean
infer_bias (RensaInference *inference, const RensaType *W, GError **error)
{
  const RensaType *b = rensa_inference_get_input (inference, 2);

  return b == NULL
         || (rensa_expect_same_dtype (inference, 2, 0, error) && RENSA_EXPECT (inference, b->shape.ndim, ==, 1, error)
             && RENSA_EXPECT (inference, b->shape.dims[0], ==, W->shape.dims[0], error));
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Linear *self = rensa_inference_get_attrs (inference);
  const gint64 n_batch_axes = self->n_batch_axes;
  const RensaType *given = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);
  RensaType rows = *given;
  const RensaType *x = given;
  RensaShape y = { .ndim = (int) n_batch_axes + 1 };

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 0, 1, error)
      || !RENSA_EXPECT (inference, n_batch_axes, >=, 1, error)
      || !RENSA_EXPECT (inference, x->shape.ndim, >, n_batch_axes, error)
      || !RENSA_EXPECT (inference, W->shape.ndim, ==, 2, error))
    return FALSE;

  rows.shape = get_rows (&given->shape, n_batch_axes);
  x = &rows;
  if (!RENSA_EXPECT (inference, x->shape.dims[1], ==, W->shape.dims[1], error) || !infer_bias (inference, W, error))
    return FALSE;

  for (int axis = 0; axis < n_batch_axes; axis++)
    y.dims[axis] = given->shape.dims[axis];
  y.dims[n_batch_axes] = W->shape.dims[0];
  rensa_inference_set_output_shape (inference, 0, given->dtype, &y);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Linear *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const RensaShape rows = get_rows (rensa_array_get_shape (x), self->n_batch_axes);
  g_autoptr (RensaArray) matrix = rensa_array_reshape (x, &rows, error);
  g_autoptr (RensaArray) y =
      rensa_linear_forward (matrix, rensa_call_get_input (call, 1), rensa_call_get_input (call, 2), error);

  if (rensa_call_needs_grad (call, 0))
    rensa_call_retain_input (call, 1);
  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, rensa_array_reshape (y, &rensa_call_get_output_type (call, 0)->shape, error));
  return rensa_call_succeeded (call);
}

/* As matrices: gx = gy W, gW = gyᵀ x, gb = Σ gy. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Linear *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaShape x_rows = get_rows (&x.shape, self->n_batch_axes);
  const RensaType y = rensa_backward_get_output_type (backward, 0);
  const RensaShape y_rows = get_rows (&y.shape, self->n_batch_axes);
  const RensaInts examples = { .n = 1, .values = { 0 } };
  g_autoptr (RensaVariable) gy = rensa_reshape (rensa_backward_get_grad_output (backward, 0), &y_rows, error);

  if (rensa_backward_needs_grad (backward, 0))
    {
      g_autoptr (RensaVariable) gx = rensa_matmul (gy, rensa_backward_get_input (backward, 1), FALSE, FALSE, error);

      rensa_backward_take_grad_input (backward, 0, rensa_reshape (gx, &x.shape, error));
    }
  if (rensa_backward_needs_grad (backward, 1))
    {
      g_autoptr (RensaVariable) rows = rensa_reshape (rensa_backward_get_input (backward, 0), &x_rows, error);

      rensa_backward_take_grad_input (backward, 1, rensa_matmul (gy, rows, TRUE, FALSE, error));
    }
  if (rensa_backward_needs_grad (backward, 2))
    rensa_backward_take_grad_input (backward, 2, rensa_sum (gy, &examples, FALSE, error));

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_linear_class = {
  .name = "linear",
  .group = &rensa_connection_group,
  .title = N_ ("Linear"),
  .summary = N_ ("Multiplies by a weight matrix and adds a bias"),
  .formula = "y = x Wᵀ + b",
  .label = "LinearFunction",
  .inputs = RENSA_INPUTS ("x", "W", "b?"),
  .n_outputs = 1,
  RENSA_ATTRS (Linear, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.linear({x}, {W}, {b}, n_batch_axes={n_batch_axes})" },
               { "torch", "F.linear({x}.flatten({n_batch_axes}), {W}, {b})" },
               { "onnx", "r = ndim (x) == n_batch_axes + 1 ? x : Reshape (x, [spread (0, n_batch_axes), -1]); "
                         "n_batch_axes == 1 ? Gemm (r, W, b, transB=1) : given (b) ? MatMul (r, Transpose (W, "
                         "perm=[1, 0])) + b : MatMul (r, Transpose (W, perm=[1, 0]))" }),
};

/**
 * rensa_linear:
 * @x: shape (N…, k…)
 * @W: shape (m, k)
 * @b: (nullable): shape (m,)
 * @n_batch_axes: number of leading batch axes of @x; the axes after them are joined into one of
 *   extent k
 *
 * y = x Wᵀ + b, of shape (N…, m). All have the same floating dtype. RENSA_ERROR_TYPE_CHECK if
 * shapes or dtypes do not fit.
 */
RENSA_API RensaVariable *
rensa_linear (RensaVariable *x, RensaVariable *W, RensaVariable *b, gint64 n_batch_axes, GError **error)
{
  const Linear self = { .n_batch_axes = n_batch_axes };

  return rensa_apply3 (&rensa_linear_class, &self, x, W, b, error);
}
