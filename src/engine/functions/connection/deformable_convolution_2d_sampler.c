/* deformable_convolution_2d_sampler.c: convolution whose taps are displaced by offsets.
 *
 *   grid     (N, 2, K H' W')      positions of the K = kH kW taps, plus the offsets
 *   sampled  (N, C, K H' W')      x sampled there, viewed as (N, C K, H' W')
 *   y        (N, O, H' W')        W (O, C K) sampled
 *
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-convolution-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-sampling-private.h"

typedef struct
{
  RensaInts stride;
  RensaInts pad;
} DeformableConvolution2DSampler;

enum
{
  X,
  OFFSET,
  W_,
  B,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (DeformableConvolution2DSampler, stride, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX,
                   .unit = "px", .title = N_ ("Stride"), .hint = N_ ("Step between windows")),
  RENSA_ATTR_INTS (DeformableConvolution2DSampler, pad, .initial = 0, .min = 0, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Padding"), .hint = N_ ("Zeros added around the image on each side")),
};

static const RensaSample samples[] = {
  { "", "[[[[1, 2, 4, 8]]]]; [[[[0, 0.5, 0]], [[0, 0.5, 0.25]], [[0, 0, 0]], [[0, 0, 0.5]]]]; [[[[1, 10]]]]; [0.5]",
    "[[[[21.5, 63.5, 34.5]]]]" },
  { "stride=(1, 2), pad=(0, 1)",
    "[[[[1, 2], [3, 5]], [[0, 1], [1, 0]]]]; [[[[0.5, -0.5], [0.75, 0.25]], [[0.5, 0], [0.25, -0.5]]]]; "
    "[[[[2]], [[8]]]]",
    "[[[[4, 7], [7.875, 8.25]]]]" },
};

/* index kernel: window_place (; int kernel_height, int kernel_width, int stride_v, int stride_u, int pad_v, int pad_u)
 * -> y */
/* Position of tap at[1] of the window at (at[2], at[3]): horizontal for at[0] = 0, else vertical. */
KERNEL real
window_place (const k_index *at, k_index kernel_height, k_index kernel_width, k_index stride_v, k_index stride_u,
              k_index pad_v, k_index pad_u)
{
  const k_index u = at[3] * stride_u + at[1] % kernel_width - pad_u;
  const k_index v = at[2] * stride_v + at[1] / kernel_width % kernel_height - pad_v;

  return (real) (at[0] == 0 ? u : v);
}
/* end kernel */

static const RensaSampling in_pixels = { .scale = { 1, 1 } };

/* All extents of a call. */
typedef struct
{
  RensaWindow window;
  gint64 n;
  gint64 channels;
  gint64 n_filters;
  gint64 n_taps;
  gint64 height; /* height of y */
  gint64 width;
} Geometry;

static gboolean
get_geometry (const DeformableConvolution2DSampler *self, const RensaShape *x, const RensaShape *offset,
              const RensaShape *W, Geometry *geometry, GError **error)
{
  *geometry = (Geometry){
    .n = x->dims[0],
    .channels = x->dims[1],
    .n_filters = W->dims[0],
    .n_taps = W->dims[2] * W->dims[3],
    .height = offset->dims[2],
    .width = offset->dims[3],
  };
  if (rensa_window_init (&geometry->window, 2, W->dims + 2, &self->stride, &self->pad, NULL, error))
    return TRUE;

  g_prefix_error (error, "deformable_convolution_2d_sampler: ");
  return FALSE;
}

static RensaShape
get_grid_shape (const Geometry *g)
{
  return RENSA_SHAPE (g->n, 2, g->n_taps * g->height * g->width);
}

static RensaShape
get_sampled_shape (const Geometry *g)
{
  return RENSA_SHAPE (g->n, g->channels, g->n_taps * g->height * g->width);
}

/* Shape of the same elements as the factor of W. */
static RensaShape
get_columns_shape (const Geometry *g)
{
  return RENSA_SHAPE (g->n, g->channels * g->n_taps, g->height * g->width);
}

static RensaShape
get_filters_shape (const Geometry *g)
{
  return RENSA_SHAPE (g->n_filters, g->channels * g->n_taps);
}

static gboolean
infer_bias (RensaInference *inference, GError **error)
{
  const RensaType *W = rensa_inference_get_input (inference, W_);
  const RensaType *b = rensa_inference_get_input (inference, B);

  return b == NULL
         || (rensa_expect_same_dtype (inference, B, X, error) && RENSA_EXPECT (inference, b->shape.ndim, ==, 1, error)
             && RENSA_EXPECT (inference, b->shape.dims[0], ==, W->shape.dims[0], error));
}

static gboolean
infer_inputs (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, X);
  const RensaType *offset = rensa_inference_get_input (inference, OFFSET);
  const RensaType *W = rensa_inference_get_input (inference, W_);

  return rensa_expect_floating (inference, X, error) && rensa_expect_same_dtype (inference, OFFSET, X, error)
         && rensa_expect_same_dtype (inference, W_, X, error) && RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
         && RENSA_EXPECT (inference, offset->shape.ndim, ==, 4, error)
         && RENSA_EXPECT (inference, W->shape.ndim, ==, 4, error)
         && RENSA_EXPECT (inference, x->shape.dims[0], ==, offset->shape.dims[0], error)
         && RENSA_EXPECT (inference, x->shape.dims[1], ==, W->shape.dims[1], error)
         && rensa_expect_filters (inference, &W->shape, error)
         && RENSA_EXPECT (inference, offset->shape.dims[1], ==, 2 * W->shape.dims[2] * W->shape.dims[3], error)
         && infer_bias (inference, error);
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, X);
  const RensaType *offset = rensa_inference_get_input (inference, OFFSET);
  const RensaType *W = rensa_inference_get_input (inference, W_);
  RensaType out = { .dtype = x->dtype };
  const RensaType *y = &out;
  Geometry geometry;

  if (!infer_inputs (inference, error)
      || !get_geometry (rensa_inference_get_attrs (inference), &x->shape, &offset->shape, &W->shape, &geometry, error))
    return FALSE;

  out.shape = RENSA_SHAPE (geometry.n, geometry.n_filters, 0, 0);
  if (!rensa_expect_window_fits (inference, &geometry.window, &x->shape, &out.shape, error)
      || !RENSA_EXPECT (inference, offset->shape.dims[2], ==, y->shape.dims[2], error)
      || !RENSA_EXPECT (inference, offset->shape.dims[3], ==, y->shape.dims[3], error))
    return FALSE;

  rensa_inference_set_output (inference, 0, y);
  return TRUE;
}

/* Returns the positions of the taps without offsets: (1, 2, K H' W'). */
static RensaArray *
new_places (const Geometry *g, RensaDtype dtype, GError **error)
{
  const RensaWindow *window = &g->window;
  const double params[] = {
    (double) window->kernel[0], (double) window->kernel[1], (double) window->stride[0],
    (double) window->stride[1], (double) window->pad[0],    (double) window->pad[1],
  };
  g_autoptr (RensaArray) places = rensa_index_map1 (
      RENSA_KERNEL_WINDOW_PLACE, dtype, &RENSA_SHAPE (2, g->n_taps, g->height, g->width), NULL, params, error);

  return rensa_array_reshape (places, &RENSA_SHAPE (1, 2, g->n_taps * g->height * g->width), error);
}

static RensaArray *
new_grid (const Geometry *g, RensaArray *offset, GError **error)
{
  const RensaShape shape = get_grid_shape (g);
  g_autoptr (RensaArray) places = new_places (g, rensa_array_get_dtype (offset), error);
  g_autoptr (RensaArray) joined = rensa_array_reshape (offset, &shape, error);

  return rensa_map2 (RENSA_KERNEL_OP_ADD, joined, places, NULL, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, X);
  RensaArray *offset = rensa_call_get_input (call, OFFSET);
  RensaArray *W = rensa_call_get_input (call, W_);
  Geometry g;

  if (!get_geometry (rensa_call_get_attrs (call), rensa_array_get_shape (x), rensa_array_get_shape (offset),
                     rensa_array_get_shape (W), &g, error))
    return FALSE;

  const RensaShape columns_shape = get_columns_shape (&g);
  const RensaShape filters_shape = get_filters_shape (&g);
  g_autoptr (RensaArray) grid = new_grid (&g, offset, error);
  g_autoptr (RensaArray) sampled = rensa_sample (x, grid, &in_pixels, error);
  g_autoptr (RensaArray) columns = rensa_array_reshape (sampled, &columns_shape, error);
  g_autoptr (RensaArray) filters = rensa_array_reshape (W, &filters_shape, error);
  g_autoptr (RensaArray) products = rensa_matmul_arrays (filters, columns, FALSE, FALSE, error);
  g_autoptr (RensaArray) y = rensa_array_reshape (products, &rensa_call_get_output_type (call, 0)->shape, error);

  if (y == NULL || !rensa_add_bias (y, rensa_call_get_input (call, B), error))
    return FALSE;

  for (int i = X; i <= W_; i++)
    rensa_call_retain_input (call, i);
  rensa_call_take_output (call, 0, g_steal_pointer (&y));
  return rensa_call_succeeded (call);
}

static RensaVariable *
add_places (const Geometry *g, RensaVariable *offset, GError **error)
{
  const RensaShape shape = get_grid_shape (g);
  g_autoptr (RensaArray) array = new_places (g, rensa_variable_get_type (offset).dtype, error);
  g_autoptr (RensaVariable) places = rensa_variable_new_constant (array);
  g_autoptr (RensaVariable) joined = rensa_reshape (offset, &shape, error);

  return rensa_add (joined, places, error);
}

/* Propagates gy through W to the samples, and from there to x and the offsets. */
static void
take_sampled_grads (RensaBackward *backward, const Geometry *g, RensaVariable *grid, RensaVariable *gy, GError **error)
{
  const RensaShape filters_shape = get_filters_shape (g);
  const RensaShape sampled_shape = get_sampled_shape (g);
  const RensaType x = rensa_backward_get_input_type (backward, X);
  const RensaType offset = rensa_backward_get_input_type (backward, OFFSET);
  g_autoptr (RensaVariable) filters = rensa_reshape (rensa_backward_get_input (backward, W_), &filters_shape, error);
  g_autoptr (RensaVariable) gcolumns = rensa_matmul (filters, gy, TRUE, FALSE, error);
  g_autoptr (RensaVariable) gsampled = rensa_reshape (gcolumns, &sampled_shape, error);

  if (rensa_backward_needs_grad (backward, X))
    rensa_backward_take_grad_input (backward, X, rensa_sample_grad_x (gsampled, grid, &in_pixels, &x.shape, error));
  if (rensa_backward_needs_grad (backward, OFFSET))
    {
      g_autoptr (RensaVariable) ggrid =
          rensa_sample_grad_grid (rensa_backward_get_input (backward, X), grid, gsampled, &in_pixels,
                                  rensa_backward_is_recorded (backward), error);

      rensa_backward_take_grad_input (backward, OFFSET, rensa_reshape (ggrid, &offset.shape, error));
    }
}

/* gW = Σ over n of gy sampledᵀ */
static RensaVariable *
find_grad_W (RensaBackward *backward, const Geometry *g, RensaVariable *grid, RensaVariable *gy, GError **error)
{
  const RensaShape columns_shape = get_columns_shape (g);
  const RensaType W = rensa_backward_get_input_type (backward, W_);
  const RensaInts examples = { .n = 1, .values = { 0 } };
  g_autoptr (RensaVariable) sampled =
      rensa_sample_variables (rensa_backward_get_input (backward, X), grid, &in_pixels, error);
  g_autoptr (RensaVariable) columns = rensa_reshape (sampled, &columns_shape, error);
  g_autoptr (RensaVariable) products = rensa_matmul (gy, columns, FALSE, TRUE, error);
  g_autoptr (RensaVariable) sum = rensa_sum (products, &examples, FALSE, error);

  return rensa_reshape (sum, &W.shape, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, X);
  const RensaType offset = rensa_backward_get_input_type (backward, OFFSET);
  const RensaType W = rensa_backward_get_input_type (backward, W_);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  Geometry g;

  if (!get_geometry (rensa_backward_get_attrs (backward), &x.shape, &offset.shape, &W.shape, &g, error))
    return FALSE;

  g_autoptr (RensaVariable) grid = add_places (&g, rensa_backward_get_input (backward, OFFSET), error);
  g_autoptr (RensaVariable) gy_places = rensa_reshape (gy, &RENSA_SHAPE (g.n, g.n_filters, g.height * g.width), error);

  if (rensa_backward_needs_grad (backward, X) || rensa_backward_needs_grad (backward, OFFSET))
    take_sampled_grads (backward, &g, grid, gy_places, error);
  if (rensa_backward_needs_grad (backward, W_))
    rensa_backward_take_grad_input (backward, W_, find_grad_W (backward, &g, grid, gy_places, error));
  if (rensa_backward_needs_grad (backward, B))
    rensa_backward_take_grad_input (backward, B, rensa_sum_channels (gy, error));

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_deformable_convolution_2d_sampler_class = {
  .name = "deformable_convolution_2d_sampler",
  .group = &rensa_connection_group,
  .title = N_ ("Deformable Convolution 2D Sampler"),
  .summary = N_ ("Convolution whose sampling positions are displaced differently at each position"),
  .formula = "y[n, o, i, j] = Σ W[o, c, u, v] x[n, c](si + u - p + dy[u, v, i, j], sj + v - p + dx[u, v, i, j]) + b[o]",
  .reference = "Dai et al., \"Deformable Convolutional Networks\", ICCV 2017",
  .label = "DeformableConvolution2DSampler",
  .inputs = RENSA_INPUTS ("x", "offset", "W", "b?"),
  .n_outputs = 1,
  RENSA_ATTRS (DeformableConvolution2DSampler, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer", "F.deformable_convolution_2d_sampler({x}, {offset}, {W}, {b}, stride={stride}, pad={pad})" }),
};

/**
 * rensa_deformable_convolution_2d_sampler:
 * @x: images, shape (N, C, H, W)
 * @offset: shape (N, 2 kH kW, H', W'): the horizontal offsets of all taps in C order, then the
 *   vertical ones, in pixels
 * @W: filters, shape (O, C, kH, kW)
 * @b: (nullable): shape (O,)
 * @stride: (nullable): distance between windows; NULL means 1
 * @pad: (nullable): zeros added on each side; NULL means 0
 *
 * y[n, o, i, j] = Σ W[o, c, u, v] x[n, c](s i + u - p + dy, s j + v - p + dx) + b[o], where dx =
 * offset[n, u kW + v, i, j], dy = offset[n, kH kW + u kW + v, i, j] and x is interpolated as by
 * rensa_spatial_transformer_sampler (). Of shape (N, O, H', W') with H' = ⌊(H + 2p - kH) / s⌋ + 1.
 * All have the same floating dtype. Unlike in Chainer, gradients are differentiable, and padded
 * images of a single row or column work; in Chainer they give NaN. RENSA_ERROR_TYPE_CHECK if shapes
 * or dtypes do not fit.
 *
 * Dai et al., "Deformable Convolutional Networks", ICCV 2017.
 */
RENSA_API RensaVariable *
rensa_deformable_convolution_2d_sampler (RensaVariable *x, RensaVariable *offset, RensaVariable *W, RensaVariable *b,
                                         const RensaInts *stride, const RensaInts *pad, GError **error)
{
  const DeformableConvolution2DSampler self = { .stride = rensa_ints_or (stride, 1), .pad = rensa_ints_or (pad, 0) };
  RensaVariable *const inputs[] = { x, offset, W, b };
  RensaVariable *y = NULL;

  rensa_function_apply (&rensa_deformable_convolution_2d_sampler_class, &self, inputs, G_N_ELEMENTS (inputs), &y, 1,
                        error);
  return y;
}
