/* spatial_transformer_sampler.c: images sampled at the positions of a grid.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-primitives.h"
#include "rensa-sampling-private.h"

static const RensaSample samples[] = {
  { "", "[[[[1, 2], [3, 5]]]]; [[[[-1, 1, 0, -0.5]], [[-1, -1, 0, 0.5]]]]", "[[[[1, 2, 2.75, 2.9375]]]]" },
  { "", "[[[[1, 2, 4], [8, 16, 32]], [[1, 0, 0], [0, 0, 1]]]]; [[[[0.5], [1.5]], [[1], [-1]]]]",
    "[[[[24], [2]], [[0.5], [0]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *grid = rensa_inference_get_input (inference, 1);

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 1, 0, error)
      || !RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
      || !RENSA_EXPECT (inference, grid->shape.ndim, ==, 4, error)
      || !RENSA_EXPECT (inference, grid->shape.dims[1], ==, 2, error)
      || !RENSA_EXPECT (inference, x->shape.dims[0], ==, grid->shape.dims[0], error))
    return FALSE;

  const RensaShape y = RENSA_SHAPE (x->shape.dims[0], x->shape.dims[1], grid->shape.dims[2], grid->shape.dims[3]);
  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

/* -1 and 1 are the centers of the first and the last pixel. */
static RensaSampling
get_sampling (const RensaShape *x)
{
  const double reach[] = { (double) (x->dims[3] - 1) / 2, (double) (x->dims[2] - 1) / 2 };

  return (RensaSampling){ .scale = { reach[0], reach[1] }, .shift = { reach[0], reach[1] } };
}

/* Returns the shape (N, C, H', W') with H' and W' merged into one axis. */
static RensaShape
join_places (const RensaShape *shape)
{
  return RENSA_SHAPE (shape->dims[0], shape->dims[1], shape->dims[2] * shape->dims[3]);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *grid = rensa_call_get_input (call, 1);
  const RensaSampling sampling = get_sampling (rensa_array_get_shape (x));
  const RensaShape joined = join_places (rensa_array_get_shape (grid));
  g_autoptr (RensaArray) places = rensa_array_reshape (grid, &joined, error);
  g_autoptr (RensaArray) y = rensa_sample (x, places, &sampling, error);

  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0, rensa_array_reshape (y, &rensa_call_get_output_type (call, 0)->shape, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaType grid = rensa_backward_get_input_type (backward, 1);
  const RensaType y = rensa_backward_get_output_type (backward, 0);
  const RensaSampling sampling = get_sampling (&x.shape);
  const RensaShape grid_joined = join_places (&grid.shape);
  const RensaShape y_joined = join_places (&y.shape);
  g_autoptr (RensaVariable) places = rensa_reshape (rensa_backward_get_input (backward, 1), &grid_joined, error);
  g_autoptr (RensaVariable) gy = rensa_reshape (rensa_backward_get_grad_output (backward, 0), &y_joined, error);

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_input (backward, 0, rensa_sample_grad_x (gy, places, &sampling, &x.shape, error));
  if (rensa_backward_needs_grad (backward, 1))
    {
      g_autoptr (RensaVariable) ggrid = rensa_sample_grad_grid (
          rensa_backward_get_input (backward, 0), places, gy, &sampling, rensa_backward_is_recorded (backward), error);

      rensa_backward_take_grad_input (backward, 1, rensa_reshape (ggrid, &grid.shape, error));
    }

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_spatial_transformer_sampler_class = {
  .name = "spatial_transformer_sampler",
  .group = &rensa_array_group,
  .title = N_ ("Spatial Transformer Sampler"),
  .summary = N_ ("Samples images at the positions of a grid, interpolating between pixels"),
  .formula = "y[n, c, p] = Σ max(1 - |u[n, p] - j|, 0) max(1 - |v[n, p] - i|, 0) x[n, c, i, j]",
  .reference = "Jaderberg et al., \"Spatial Transformer Networks\", NIPS 2015",
  .label = "SpatialTransformerSampler",
  .inputs = RENSA_INPUTS ("x", "grid"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.spatial_transformer_sampler({x}, {grid})" },
               { "torch", "F.grid_sample({x}, {grid}.permute(0, 2, 3, 1), align_corners=True)" },
               { "onnx", "GridSample (x, Transpose (grid, perm=[0, 2, 3, 1]), align_corners=1)" }),
};

/**
 * rensa_spatial_transformer_sampler:
 * @x: images, shape (N, C, H, W)
 * @grid: coordinates, shape (N, 2, H', W'): grid[:, 0] horizontal, grid[:, 1] vertical; -1 is the
 *   center of the first pixel and 1 that of the last one
 *
 * Samples bilinearly: y[n, c, p] = Σ h (u - j) h (v - i) x[n, c, i, j] with h (t) = max (1 - |t|,
 * 0), u = (grid[n, 0, p] + 1) (W - 1) / 2 and v = (grid[n, 1, p] + 1) (H - 1) / 2, of shape (N, C,
 * H', W'). x is zero outside. At a pixel, the gradient of a coordinate is the one towards larger
 * coordinates. Unlike in Chainer, gradients are differentiable; if a coordinate is NaN, so is y.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Jaderberg et al., "Spatial Transformer Networks", NIPS 2015.
 */
RENSA_API RensaVariable *
rensa_spatial_transformer_sampler (RensaVariable *x, RensaVariable *grid, GError **error)
{
  return rensa_apply2 (&rensa_spatial_transformer_sampler_class, NULL, x, grid, error);
}
