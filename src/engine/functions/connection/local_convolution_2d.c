/* local_convolution_2d.c: convolution with separate filters at each position.
 *
 * One matrix product for each of the L = H' W' places, of K = C kH kW numbers under the window:
 *
 *   rows (L, N, K)    the windows of x
 *   W    (L, O, K)    the filters of the place
 *   y    (L, N, O)    rows Wᵀ
 *
 * SPDX-License-Identifier: MIT */

#include "local_convolution_2d.py.inc"
#include "rensa-functions.h"
#include "rensa-unfold-private.h"

typedef struct
{
  RensaInts stride;
} LocalConvolution2D;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (LocalConvolution2D, stride, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Stride"), .hint = N_ ("Step between windows")),
};

static const RensaSample samples[] = {
  { "", "[[[[1, 2, 3]]]]; [[[[[[1, 10]]], [[[100, 0]]]]]]; [[[0.5, 0]]]", "[[[[21.5, 200]]]]" },
  { "stride=(1, 2)", "[[[[1, 2, 3, 4]], [[5, 6, 7, 8]]]]; [[[[[[1, 0]], [[0, 1]]], [[[2, 0]], [[0, -1]]]]]]",
    "[[[[7, -2]]]]" },
};

/* Axis orders that turn windows (N, C, kH, kW, H', W') and W (O, H', W', C, kH, kW) into matrices,
 * and back; the same for y (N, O, H', W'). */
static const int window_order[] = { 4, 5, 0, 1, 2, 3 };
static const int window_order_back[] = { 2, 3, 4, 5, 0, 1 };
static const int filter_order[] = { 1, 2, 0, 3, 4, 5 };
static const int filter_order_back[] = { 2, 0, 1, 3, 4, 5 };
static const int place_order[] = { 2, 3, 0, 1 };

typedef struct
{
  gint64 n;           /* N */
  gint64 n_filters;   /* O */
  gint64 n_places;    /* L */
  gint64 window_size; /* K */
} Sizes;

static Sizes
get_sizes (const RensaShape *x, const RensaShape *W)
{
  return (Sizes){
    .n = x->dims[0],
    .n_filters = W->dims[0],
    .n_places = W->dims[1] * W->dims[2],
    .window_size = W->dims[3] * W->dims[4] * W->dims[5],
  };
}

static gboolean
get_window (const LocalConvolution2D *self, const RensaShape *W, RensaWindow *window, GError **error)
{
  const RensaInts none = { .n = RENSA_INTS_SCALAR, .values = { 0 } };

  if (rensa_window_init (window, 2, W->dims + 4, &self->stride, &none, NULL, error))
    return TRUE;

  g_prefix_error (error, "local_convolution_2d: ");
  return FALSE;
}

static gboolean
infer_bias (RensaInference *inference, const RensaType *W, GError **error)
{
  const RensaType *b = rensa_inference_get_input (inference, 2);

  return b == NULL
         || (rensa_expect_same_dtype (inference, 2, 0, error) && RENSA_EXPECT (inference, b->shape.ndim, ==, 3, error)
             && RENSA_EXPECT (inference, b->shape.dims[0], ==, W->shape.dims[0], error)
             && RENSA_EXPECT (inference, b->shape.dims[1], ==, W->shape.dims[1], error)
             && RENSA_EXPECT (inference, b->shape.dims[2], ==, W->shape.dims[2], error));
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);
  RensaType out = { .dtype = x->dtype };
  const RensaType *y = &out;
  RensaWindow window;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 0, 1, error)
      || !RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
      || !RENSA_EXPECT (inference, W->shape.ndim, ==, 6, error)
      || !RENSA_EXPECT (inference, x->shape.dims[1], ==, W->shape.dims[3], error)
      || !RENSA_EXPECT (inference, W->shape.dims[4], >=, 1, error)
      || !RENSA_EXPECT (inference, W->shape.dims[5], >=, 1, error) || !infer_bias (inference, W, error)
      || !get_window (rensa_inference_get_attrs (inference), &W->shape, &window, error))
    return FALSE;

  out.shape = RENSA_SHAPE (x->shape.dims[0], W->shape.dims[0], 0, 0);
  if (!rensa_expect_window_fits (inference, &window, &x->shape, &out.shape, error)
      || !RENSA_EXPECT (inference, y->shape.dims[2], ==, W->shape.dims[1], error)
      || !RENSA_EXPECT (inference, y->shape.dims[3], ==, W->shape.dims[2], error))
    return FALSE;

  rensa_inference_set_output (inference, 0, y);
  return TRUE;
}

/* Permutes the axes of @array, then reshapes to @shape. */
static RensaArray *
rearrange (RensaArray *array, const int *order, const RensaShape *shape, GError **error)
{
  g_autoptr (RensaArray) moved = array != NULL ? rensa_array_view_transpose (array, order) : NULL;

  return rensa_array_reshape (moved, shape, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *W = rensa_call_get_input (call, 1);
  RensaArray *b = rensa_call_get_input (call, 2);
  const RensaShape *y_shape = &rensa_call_get_output_type (call, 0)->shape;
  const Sizes sizes = get_sizes (rensa_array_get_shape (x), rensa_array_get_shape (W));
  const RensaShape places = RENSA_SHAPE (y_shape->dims[2], y_shape->dims[3], sizes.n, sizes.n_filters);
  RensaWindow window;

  if (!get_window (rensa_call_get_attrs (call), rensa_array_get_shape (W), &window, error))
    return FALSE;

  g_autoptr (RensaArray) windows = rensa_unfold (x, &window, error);
  g_autoptr (RensaArray) rows =
      rearrange (windows, window_order, &RENSA_SHAPE (sizes.n_places, sizes.n, sizes.window_size), error);
  g_autoptr (RensaArray) filters =
      rearrange (W, filter_order, &RENSA_SHAPE (sizes.n_places, sizes.n_filters, sizes.window_size), error);
  g_autoptr (RensaArray) products = rensa_matmul_arrays (rows, filters, FALSE, TRUE, error);
  g_autoptr (RensaArray) y_places = rensa_array_reshape (products, &places, error);
  g_autoptr (RensaArray) y = y_places != NULL ? rensa_array_view_transpose (y_places, place_order) : NULL;

  if (y == NULL || (b != NULL && !rensa_array_accumulate (y, b, error)))
    return FALSE;

  if (rensa_call_needs_grad (call, 0))
    rensa_call_retain_input (call, 1);
  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, g_steal_pointer (&y));
  return rensa_call_succeeded (call);
}

static RensaVariable *
rearrange_variable (RensaVariable *x, int n, const int *order, const RensaShape *shape, GError **error)
{
  RensaInts axes = { .n = n };

  for (int i = 0; i < n; i++)
    axes.values[i] = order[i];

  g_autoptr (RensaVariable) moved = rensa_transpose (x, &axes, error);
  return rensa_reshape (moved, shape, error);
}

/* The reverse: reshapes first, then permutes the axes. */
static RensaVariable *
arrange_variable (RensaVariable *x, const RensaShape *shape, const int *order, GError **error)
{
  RensaInts axes = { .n = shape->ndim };

  for (int i = 0; i < shape->ndim; i++)
    axes.values[i] = order[i];

  g_autoptr (RensaVariable) shaped = rensa_reshape (x, shape, error);
  return rensa_transpose (shaped, &axes, error);
}

/* gx = fold (gy W) */
static RensaVariable *
find_grad_x (RensaVariable *W, RensaVariable *gy, const RensaWindow *window, const RensaShape *x, GError **error)
{
  const RensaType type = rensa_variable_get_type (W);
  const gint64 *dims = type.shape.dims;
  const Sizes sizes = get_sizes (x, &type.shape);
  g_autoptr (RensaVariable) filters =
      rearrange_variable (W, 6, filter_order, &RENSA_SHAPE (sizes.n_places, sizes.n_filters, sizes.window_size), error);
  g_autoptr (RensaVariable) rows = rensa_matmul (gy, filters, FALSE, FALSE, error);
  g_autoptr (RensaVariable) windows = arrange_variable (
      rows, &RENSA_SHAPE (dims[1], dims[2], sizes.n, dims[3], dims[4], dims[5]), window_order_back, error);

  return rensa_fold_variables (windows, window, x, error);
}

/* gW = gyᵀ unfold (x) */
static RensaVariable *
find_grad_W (RensaVariable *x, RensaVariable *gy, const RensaWindow *window, const RensaShape *W, GError **error)
{
  const RensaType type = rensa_variable_get_type (x);
  const gint64 *dims = W->dims;
  const Sizes sizes = get_sizes (&type.shape, W);
  g_autoptr (RensaVariable) windows = rensa_unfold_variables (x, window, error);
  g_autoptr (RensaVariable) rows =
      rearrange_variable (windows, 6, window_order, &RENSA_SHAPE (sizes.n_places, sizes.n, sizes.window_size), error);
  g_autoptr (RensaVariable) product = rensa_matmul (gy, rows, TRUE, FALSE, error);

  return arrange_variable (product, &RENSA_SHAPE (dims[1], dims[2], dims[0], dims[3], dims[4], dims[5]),
                           filter_order_back, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaType W = rensa_backward_get_input_type (backward, 1);
  const Sizes sizes = get_sizes (&x.shape, &W.shape);
  const RensaInts examples = { .n = 1, .values = { 0 } };
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) gy_rows =
      rearrange_variable (gy, 4, place_order, &RENSA_SHAPE (sizes.n_places, sizes.n, sizes.n_filters), error);
  RensaWindow window;

  if (!get_window (rensa_backward_get_attrs (backward), &W.shape, &window, error))
    return FALSE;

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_input (
        backward, 0, find_grad_x (rensa_backward_get_input (backward, 1), gy_rows, &window, &x.shape, error));
  if (rensa_backward_needs_grad (backward, 1))
    rensa_backward_take_grad_input (
        backward, 1, find_grad_W (rensa_backward_get_input (backward, 0), gy_rows, &window, &W.shape, error));
  if (rensa_backward_needs_grad (backward, 2))
    rensa_backward_take_grad_input (backward, 2, rensa_sum (gy, &examples, FALSE, error));

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_local_convolution_2d_class = {
  .name = "local_convolution_2d",
  .group = &rensa_connection_group,
  .title = N_ ("Local Convolution 2D"),
  .summary = N_ ("Convolution with separate filters at each position"),
  .formula = "y[n, o, i, j] = Σ W[o, i, j, c, u, v] x[n, c, si + u, sj + v] + b[o, i, j]",
  .label = "LocalConvolution2DFunction",
  .inputs = RENSA_INPUTS ("x", "W", "b?"),
  .n_outputs = 1,
  RENSA_ATTRS (LocalConvolution2D, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.local_convolution_2d({x}, {W}, {b}, stride={stride})" },
               { "torch", "local_convolution_2d({x}, {W}, {b}, stride={stride})" }, { "torch_class", torch_class },
               { "onnx", "k = slice (shape (W), 4, 6); c = dim (x, 1); m = prod (k); "
                         "prod (floor ((slice (shape (x), 2, 4) - k) / spread (stride, 2)) + 1 == slice (shape "
                         "(out), 2, 4)) ? none : refuse ('stride'); q = dim (out, 2) * dim (out, 3); "
                         "w = Reshape (Transpose (W, perm=[0, 3, 4, 5, 1, 2]), [dim (W, 0), c * m, q]); "
                         "u = Conv (x, Reshape (Tile (EyeLike (Expand (numbers (0, dtype (x)), [m, m])), [c, 1]), "
                         "[c * m, 1, k]), none, strides=spread (stride, 2), group=c); "
                         "y = Reshape (Einsum (Reshape (u, [0, c * m, q]), w, equation='ncp,ocp->nop'), [0, slice "
                         "(shape (out), 1, 4)]); given (b) ? y + b : y" }),
};

/**
 * rensa_local_convolution_2d:
 * @x: images, shape (N, C, H, W)
 * @W: filters, shape (O, H', W', C, kH, kW)
 * @b: (nullable): shape (O, H', W')
 * @stride: (nullable): distance between windows; NULL means 1
 *
 * y[n, o, i, j] = Σ W[o, i, j, c, u, v] x[n, c, s i + u, s j + v] + b[o, i, j], of shape (N, O, H',
 * W') with H' = ⌊(H - kH) / s⌋ + 1. All have the same floating dtype. Gradients of gradients are
 * correct; Chainer returns zeros. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 */
RENSA_API RensaVariable *
rensa_local_convolution_2d (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                            GError **error)
{
  const LocalConvolution2D self = { .stride = rensa_ints_or (stride, 1) };

  return rensa_apply3 (&rensa_local_convolution_2d_class, &self, x, W, b, error);
}
