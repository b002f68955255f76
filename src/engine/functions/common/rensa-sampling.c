/* rensa-sampling.c: images read between their pixels.
 *
 * Sampling is linear in x and, between two pixels, in each coordinate. So its gradients are also
 * samplings, with weights differentiated by u or by v (order), or their transpose, which spreads
 * gradients over the four pixels:
 *
 *   y  = S (x, grid)         gx = Sᵀ (gy, grid)        ggrid = Σ over c of gy S' (x, grid)
 *   gx = Sᵀ (gy, grid)       ggy = S (ggx, grid)       ggrid = Σ over c of gy S' (ggx, grid)
 *
 * SPDX-License-Identifier: MIT */

#include "rensa-sampling-private.h"

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

/* kernel helpers */
/* If no pixel of @extent is close enough to @t, any position gives the same result. */
KERNEL real
sample_near (real t, real extent)
{
  return t <= -1 ? -2 : t >= extent ? extent : t;
}

KERNEL real
sample_slope (real t, real i)
{
  const real distance = t - i;

  return distance < 0 ? 1 : distance >= 0 ? -1 : distance;
}

/* Weight of pixel @i for coordinate @t between @i - 1 and @i + 1, differentiated @order times by t. */
KERNEL real
sample_weight (real t, real i, real order)
{
  return order == 0 ? 1 - k_abs (t - i) : order == 1 ? sample_slope (t, i) : 0;
}

/* Differentiated once more. */
KERNEL real
sample_weight_slope (real t, real i, real order)
{
  return order == 0 ? sample_slope (t, i) : 0;
}
/* end kernel */

/* One of the four taps of a position: its pixel (-1 for none) and its weight. */

/* kernel: sample_tap (grid_u, grid_v, tap; scale_u, scale_v, shift_u, shift_v, order_u, order_v, height, width)
 * -> (pixel, weight) */
KERNEL void
sample_tap (real grid_u, real grid_v, real tap, real scale_u, real scale_v, real shift_u, real shift_v, real order_u,
            real order_v, real height, real width, real *pixel, real *weight)
{
  const real u = sample_near (grid_u * scale_u + shift_u, width);
  const real v = sample_near (grid_v * scale_v + shift_v, height);
  const real below = k_floor (tap / 2);
  const real i = k_floor (v) + below;
  const real j = k_floor (u) + tap - 2 * below;

  *pixel = i >= 0 && i < height && j >= 0 && j < width ? i * width + j : -1;
  *weight = sample_weight (v, i, order_v) * sample_weight (u, j, order_u);
}
/* end kernel */

/* Gradient of a position, given the gradients of the weights of its four taps. */

/* kernel: sample_place_grad (grid_u, grid_v, g00, g01, g10, g11;
 *                            scale_u, scale_v, shift_u, shift_v, order_u, order_v, height, width)
 * -> (grad_u, grad_v) */
KERNEL void
sample_place_grad (real grid_u, real grid_v, real g00, real g01, real g10, real g11, real scale_u, real scale_v,
                   real shift_u, real shift_v, real order_u, real order_v, real height, real width, real *grad_u,
                   real *grad_v)
{
  const real u = sample_near (grid_u * scale_u + shift_u, width);
  const real v = sample_near (grid_v * scale_v + shift_v, height);
  const real i = k_floor (v);
  const real j = k_floor (u);
  const real left = g00 * sample_weight (v, i, order_v) + g10 * sample_weight (v, i + 1, order_v);
  const real right = g01 * sample_weight (v, i, order_v) + g11 * sample_weight (v, i + 1, order_v);
  const real upper = g00 * sample_weight (u, j, order_u) + g01 * sample_weight (u, j + 1, order_u);
  const real lower = g10 * sample_weight (u, j, order_u) + g11 * sample_weight (u, j + 1, order_u);

  *grad_u = scale_u * (left * sample_weight_slope (u, j, order_u) + right * sample_weight_slope (u, j + 1, order_u));
  *grad_v = scale_v * (upper * sample_weight_slope (v, i, order_v) + lower * sample_weight_slope (v, i + 1, order_v));
}
/* end kernel */

#define N_TAPS 4

/* Number of kernel parameters. */
#define N_PARAMS 8

static void
get_params (const RensaSampling *sampling, const RensaShape *x, double params[N_PARAMS])
{
  for (int i = 0; i < 2; i++)
    {
      params[i] = sampling->scale[i];
      params[2 + i] = sampling->shift[i];
      params[4 + i] = sampling->order[i];
      params[6 + i] = (double) x->dims[2 + i];
    }
}

/* Returns the indices of the taps, shape (4, 1). */
static RensaArray *
number_taps (RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) numbers =
      rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (N_TAPS, 1), (double[N_TAPS]){ 0, 1, 2, 3 }, error);

  return rensa_array_cast (numbers, dtype, error);
}

/* Returns @grid, converted to float64 if float32 could not hold every pixel index. */
static RensaArray *
widen_grid (RensaArray *grid, const RensaShape *x, GError **error)
{
  const gboolean fits = x->dims[2] * x->dims[3] <= 1 << 24;

  return rensa_array_cast (
      grid, rensa_dtype_promote (rensa_array_get_dtype (grid), fits ? RENSA_FLOAT32 : RENSA_FLOAT64), error);
}

static gboolean
find_taps (RensaArray *grid, const RensaSampling *sampling, const RensaShape *x, RensaTaps *taps, GError **error)
{
  g_autoptr (RensaArray) wide = widen_grid (grid, x, error);
  g_autoptr (RensaArray) u = wide != NULL ? rensa_array_view_range (wide, 1, 0, 1) : NULL;
  g_autoptr (RensaArray) v = wide != NULL ? rensa_array_view_range (wide, 1, 1, 1) : NULL;
  g_autoptr (RensaArray) tap = wide != NULL ? number_taps (rensa_array_get_dtype (wide), error) : NULL;
  RensaArray *outputs[2] = { NULL };
  double params[N_PARAMS];

  get_params (sampling, x, params);
  if (tap == NULL || !rensa_map (RENSA_KERNEL_SAMPLE_TAP, (RensaArray *[]){ u, v, tap }, outputs, params, error))
    return FALSE;

  g_autoptr (RensaArray) pixel = outputs[0];
  taps->weight = outputs[1];
  taps->index = rensa_array_cast (pixel, RENSA_INT64, error);
  return taps->index != NULL;
}

/* Minimum number of channels for which vectors pay off. */
#define MIN_CHANNELS 4

/* TRUE if rows of channels, one per pixel, are to be read rather than planes of pixels. This must
 * outweigh the cost of exchanging the axes of an image. */
static gboolean
has_channels_inside (const RensaShape *x, RensaArray *grid)
{
  return x->dims[1] >= MIN_CHANNELS && N_TAPS * rensa_array_get_dim (grid, 2) >= x->dims[2] * x->dims[3];
}

/* Returns images (N, C, H, W) or positions (N, C, P) as rows (N, 1, P, C), or else (N, C, P, 1). */
static RensaArray *
get_rows (RensaArray *array, gboolean channels_inside, GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (array);
  const gint64 n = shape->dims[0];
  const gint64 channels = shape->dims[1];
  const gint64 n_rows = shape->ndim == 4 ? shape->dims[2] * shape->dims[3] : shape->dims[2];
  g_autoptr (RensaArray) joined = rensa_array_reshape (array, &RENSA_SHAPE (n, channels, n_rows), error);

  if (joined == NULL || !channels_inside)
    return rensa_array_reshape (joined, &RENSA_SHAPE (n, channels, n_rows, 1), error);

  g_autoptr (RensaArray) moved = rensa_array_view_transpose (joined, (int[]){ 0, 2, 1 });
  return rensa_array_view_expand (moved, 1u << 1);
}

/* Converts back to (N, C, P). */
static RensaArray *
get_channels (RensaArray *rows, gboolean channels_inside)
{
  if (rows == NULL || !channels_inside)
    return rows != NULL ? rensa_array_view_squeeze (rows, 1u << 3) : NULL;

  g_autoptr (RensaArray) places = rensa_array_view_squeeze (rows, 1u << 1);
  return rensa_array_view_transpose (places, (int[]){ 0, 2, 1 });
}

RensaArray *
rensa_sample (RensaArray *x, RensaArray *grid, const RensaSampling *sampling, GError **error)
{
  g_auto (RensaTaps) taps = { 0 };

  if (x == NULL || grid == NULL || !find_taps (grid, sampling, rensa_array_get_shape (x), &taps, error))
    return NULL;

  const gboolean channels_inside = has_channels_inside (rensa_array_get_shape (x), grid);
  g_autoptr (RensaArray) pixels = get_rows (x, channels_inside, error);
  g_autoptr (RensaArray) places = rensa_read_taps (pixels, &taps, error);

  return get_channels (places, channels_inside);
}

/* Sᵀ */
static RensaArray *
spread (RensaArray *gy, RensaArray *grid, const RensaSampling *sampling, const RensaShape *x, GError **error)
{
  const gboolean channels_inside = has_channels_inside (x, grid);
  g_auto (RensaTaps) taps = { 0 };

  if (!find_taps (grid, sampling, x, &taps, error))
    return NULL;

  g_autoptr (RensaArray) places = get_rows (gy, channels_inside, error);
  g_autoptr (RensaArray) pixels = rensa_spread_taps (places, &taps, x->dims[2] * x->dims[3], error);
  g_autoptr (RensaArray) joined = get_channels (pixels, channels_inside);

  return rensa_array_reshape (joined, x, error);
}

/* Adds the gradients of the weights to those of the positions. */
static gboolean
add_up_taps (RensaArray *grid, RensaArray *gweight, const double *params, RensaArray *ggrid, GError **error)
{
  g_autoptr (RensaArray) u = rensa_array_view_range (grid, 1, 0, 1);
  g_autoptr (RensaArray) v = rensa_array_view_range (grid, 1, 1, 1);
  g_autoptr (RensaArray) grad_u = rensa_array_view_range (ggrid, 1, 0, 1);
  g_autoptr (RensaArray) grad_v = rensa_array_view_range (ggrid, 1, 1, 1);
  g_autoptr (RensaArray) g00 = rensa_array_view_range (gweight, 1, 0, 1);
  g_autoptr (RensaArray) g01 = rensa_array_view_range (gweight, 1, 1, 1);
  g_autoptr (RensaArray) g10 = rensa_array_view_range (gweight, 1, 2, 1);
  g_autoptr (RensaArray) g11 = rensa_array_view_range (gweight, 1, 3, 1);

  return rensa_map (RENSA_KERNEL_SAMPLE_PLACE_GRAD, (RensaArray *[]){ u, v, g00, g01, g10, g11 },
                    (RensaArray *[]){ grad_u, grad_v }, params, error);
}

static RensaArray *
differentiate_by_grid (RensaArray *x, RensaArray *grid, RensaArray *gy, const RensaSampling *sampling, GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (x);
  g_auto (RensaTaps) taps = { 0 };
  double params[N_PARAMS];

  if (!find_taps (grid, sampling, shape, &taps, error))
    return NULL;

  get_params (sampling, shape, params);
  const gboolean channels_inside = has_channels_inside (shape, grid);
  g_autoptr (RensaArray) pixels = get_rows (x, channels_inside, error);
  g_autoptr (RensaArray) places = pixels != NULL ? get_rows (gy, channels_inside, error) : NULL;
  g_autoptr (RensaArray) gweight = rensa_match_taps (pixels, places, taps.index, error);
  g_autoptr (RensaArray) wide = gweight != NULL ? widen_grid (grid, shape, error) : NULL;
  g_autoptr (RensaArray) ggrid =
      wide != NULL ? rensa_array_new (rensa_array_get_dtype (grid), rensa_array_get_shape (grid), error) : NULL;

  return ggrid != NULL && add_up_taps (wide, gweight, params, ggrid, error) ? g_steal_pointer (&ggrid) : NULL;
}

static gboolean
has_grid_gradient (const RensaSampling *sampling)
{
  return !sampling->order[0] || !sampling->order[1];
}

/* Reading */

static gboolean
infer_sample (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *grid = rensa_inference_get_input (inference, 1);
  const RensaShape y = RENSA_SHAPE (x->shape.dims[0], x->shape.dims[1], grid->shape.dims[2]);

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

static gboolean
forward_sample (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *grid = rensa_call_get_input (call, 1);

  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0, rensa_sample (x, grid, rensa_call_get_attrs (call), error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_sample (RensaBackward *backward, GError **error)
{
  const RensaSampling *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *grid = rensa_backward_get_input (backward, 1);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_input (backward, 0, rensa_sample_grad_x (gy, grid, self, &x.shape, error));
  if (rensa_backward_needs_grad (backward, 1) && has_grid_gradient (self))
    rensa_backward_take_grad_input (backward, 1,
                                    rensa_sample_grad_grid (rensa_backward_get_input (backward, 0), grid, gy, self,
                                                            rensa_backward_is_recorded (backward), error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass sample_class = {
  .name = "sample",
  .label = "Sample",
  .inputs = RENSA_INPUTS ("x", "grid"),
  .n_outputs = 1,
  .attrs_size = sizeof (RensaSampling),
  .infer = infer_sample,
  .forward = forward_sample,
  .backward = backward_sample,
};

RensaVariable *
rensa_sample_variables (RensaVariable *x, RensaVariable *grid, const RensaSampling *sampling, GError **error)
{
  return rensa_apply2 (&sample_class, sampling, x, grid, error);
}

/* Spreading */

typedef struct
{
  RensaSampling sampling;
  RensaShape x;
} Spread;

static gboolean
infer_spread (RensaInference *inference, GError **error)
{
  const Spread *self = rensa_inference_get_attrs (inference);

  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 0)->dtype, &self->x);
  return TRUE;
}

static gboolean
forward_spread (RensaCall *call, GError **error)
{
  const Spread *self = rensa_call_get_attrs (call);
  RensaArray *gy = rensa_call_get_input (call, 0);
  RensaArray *grid = rensa_call_get_input (call, 1);

  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0, spread (gy, grid, &self->sampling, &self->x, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_spread (RensaBackward *backward, GError **error)
{
  const Spread *self = rensa_backward_get_attrs (backward);
  RensaVariable *grid = rensa_backward_get_input (backward, 1);
  RensaVariable *ggx = rensa_backward_get_grad_output (backward, 0);

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_input (backward, 0, rensa_sample_variables (ggx, grid, &self->sampling, error));
  if (rensa_backward_needs_grad (backward, 1) && has_grid_gradient (&self->sampling))
    rensa_backward_take_grad_input (backward, 1,
                                    rensa_sample_grad_grid (ggx, grid, rensa_backward_get_input (backward, 0),
                                                            &self->sampling, rensa_backward_is_recorded (backward),
                                                            error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass spread_class = {
  .name = "sample_grad",
  .label = "SampleGrad",
  .inputs = RENSA_INPUTS ("gy", "grid"),
  .n_outputs = 1,
  .attrs_size = sizeof (Spread),
  .infer = infer_spread,
  .forward = forward_spread,
  .backward = backward_spread,
};

RensaVariable *
rensa_sample_grad_x (RensaVariable *gy, RensaVariable *grid, const RensaSampling *sampling, const RensaShape *x,
                     GError **error)
{
  const Spread self = { .sampling = *sampling, .x = *x };

  return rensa_apply2 (&spread_class, &self, gy, grid, error);
}

/* The gradient of the grid */

static RensaVariable *
new_zeros (RensaDtype dtype, const RensaShape *shape, GError **error)
{
  g_autoptr (RensaArray) zeros = rensa_array_zeros (dtype, shape, error);

  return rensa_variable_new_constant (zeros);
}

/* Gradient by one coordinate: (N, 1, P). */
static RensaVariable *
differentiate (RensaVariable *x, RensaVariable *grid, RensaVariable *gy, const RensaSampling *sampling, int axis,
               GError **error)
{
  const RensaType type = rensa_variable_get_type (grid);
  const RensaInts channels = { .n = 1, .values = { 1 } };
  RensaSampling slope = *sampling;

  if (sampling->order[axis])
    return new_zeros (type.dtype, &RENSA_SHAPE (type.shape.dims[0], 1, type.shape.dims[2]), error);

  slope.order[axis] = TRUE;
  g_autoptr (RensaVariable) slopes = rensa_sample_variables (x, grid, &slope, error);
  g_autoptr (RensaVariable) products = rensa_multiply (gy, slopes, error);
  g_autoptr (RensaVariable) sum = rensa_sum (products, &channels, TRUE, error);

  return rensa_multiply_scalar (sum, sampling->scale[axis], error);
}

RensaVariable *
rensa_sample_grad_grid (RensaVariable *x, RensaVariable *grid, RensaVariable *gy, const RensaSampling *sampling,
                        gboolean is_recorded, GError **error)
{
  if (x == NULL || grid == NULL || gy == NULL)
    return NULL;
  if (is_recorded)
    {
      g_autoptr (RensaVariable) by_u = differentiate (x, grid, gy, sampling, 0, error);
      g_autoptr (RensaVariable) by_v = differentiate (x, grid, gy, sampling, 1, error);

      return rensa_concat ((RensaVariable *[]){ by_u, by_v }, 2, 1, error);
    }

  g_autoptr (RensaArray) ggrid = differentiate_by_grid (rensa_variable_get_array (x), rensa_variable_get_array (grid),
                                                        rensa_variable_get_array (gy), sampling, error);
  return rensa_variable_new_constant (ggrid);
}
