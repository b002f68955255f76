/* rensa-sampling.c: images read between their pixels.
 *
 * Reading is linear in x and, between two pixels, in each coordinate.  So its gradients are readings again, with
 * weights differentiated by u or by v (order), or their transpose, which spreads gradients over the four pixels:
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
/* The weight of pixel @i for coordinate @t between @i - 1 and @i + 1; differentiated by t where @order is 1. */
KERNEL real
sample_weight (real t, k_index i, k_index order)
{
  const real distance = t - (real) i;

  if (order == 0)
    return 1 - k_abs (distance);
  return distance < 0 ? (real) 1 : (real) -1;
}

/* Whether a pixel of @extent is near enough to @t. */
KERNEL int
sample_reaches (real t, k_index extent)
{
  return t > -1 && t < (real) extent;
}

/* The sum over the four pixels around (u, v), those outside left out. */
KERNEL real
sample_four (const real *data, k_view x, real u, k_index order_u, real v, k_index order_v)
{
  if (!sample_reaches (u, x.shape[3]) || !sample_reaches (v, x.shape[2]))
    return k_isnan (u) || k_isnan (v) ? K_NAN : 0;

  const k_index left = (k_index) k_floor (u);
  const k_index top = (k_index) k_floor (v);
  real sum = 0;

  for (k_index i = top < 0 ? 0 : top; i <= top + 1 && i < x.shape[2]; i++)
    for (k_index j = left < 0 ? 0 : left; j <= left + 1 && j < x.shape[3]; j++)
      sum += data[i * x.strides[2] + j * x.strides[3]] * sample_weight (v, i, order_v) * sample_weight (u, j, order_u);

  return sum;
}
/* end kernel */

/* index kernel: sample_image (x, grid; scale_u, scale_v, shift_u, shift_v, int order_u, int order_v) -> y */
KERNEL real
sample_image (const k_index *at, k_view x, k_view grid, real scale_u, real scale_v, real shift_u, real shift_v,
              k_index order_u, k_index order_v)
{
  const k_index place = at[0] * grid.strides[0] + at[2] * grid.strides[2];
  const real u = grid.data[place] * scale_u + shift_u;
  const real v = grid.data[place + grid.strides[1]] * scale_v + shift_v;

  return sample_four (x.data + at[0] * x.strides[0] + at[1] * x.strides[1], x, u, order_u, v, order_v);
}
/* end kernel */

/* index kernel: sample_grid_grad (x, grid, gy; scale_u, scale_v, shift_u, shift_v, int order_u, int order_v)
 * -> ggrid */
KERNEL real
sample_grid_grad (const k_index *at, k_view x, k_view grid, k_view gy, real scale_u, real scale_v, real shift_u,
                  real shift_v, k_index order_u, k_index order_v)
{
  const k_index place = at[0] * grid.strides[0] + at[2] * grid.strides[2];
  const k_index by_v = at[1];
  const real u = grid.data[place] * scale_u + shift_u;
  const real v = grid.data[place + grid.strides[1]] * scale_v + shift_v;
  real sum = 0;

  /* The second derivative of the weights is zero. */
  if ((by_v ? order_v : order_u) != 0)
    return 0;

  for (k_index c = 0; c < x.shape[1]; c++)
    sum +=
        gy.data[at[0] * gy.strides[0] + c * gy.strides[1] + at[2] * gy.strides[2]]
        * sample_four (x.data + at[0] * x.strides[0] + c * x.strides[1], x, u, order_u + 1 - by_v, v, order_v + by_v);

  return sum * (by_v ? scale_v : scale_u);
}
/* end kernel */

/* index kernel: sample_tap (grid; scale_u, scale_v, shift_u, shift_v, int order_u, int order_v, int height, int width)
 * -> (pixel, weight) */
/* One of four taps, at[0], of a place: which pixel of all images it meets (-1 for none), and how much it counts. */
KERNEL void
sample_tap (const k_index *at, k_view grid, real scale_u, real scale_v, real shift_u, real shift_v, k_index order_u,
            k_index order_v, k_index height, k_index width, real *pixel, real *weight)
{
  const k_index place = at[1] * grid.strides[0] + at[2] * grid.strides[2];
  const real u = grid.data[place] * scale_u + shift_u;
  const real v = grid.data[place + grid.strides[1]] * scale_v + shift_v;

  *pixel = -1;
  *weight = 0;
  if (!sample_reaches (u, width) || !sample_reaches (v, height))
    return;

  const k_index i = (k_index) k_floor (v) + at[0] / 2;
  const k_index j = (k_index) k_floor (u) + at[0] % 2;

  if (i < 0 || i >= height || j < 0 || j >= width)
    return;

  *pixel = (real) ((at[1] * height + i) * width + j);
  *weight = sample_weight (v, i, order_v) * sample_weight (u, j, order_u);
}
/* end kernel */

/* The parameters of the kernels. */
#define N_PARAMS 6

static void
get_params (const RensaSampling *sampling, double params[N_PARAMS])
{
  for (int i = 0; i < 2; i++)
    {
      params[i] = sampling->scale[i];
      params[2 + i] = sampling->shift[i];
      params[4 + i] = sampling->order[i];
    }
}

RensaArray *
rensa_sample (RensaArray *x, RensaArray *grid, const RensaSampling *sampling, GError **error)
{
  double params[N_PARAMS];

  if (x == NULL || grid == NULL)
    return NULL;

  const RensaShape shape =
      RENSA_SHAPE (rensa_array_get_dim (x, 0), rensa_array_get_dim (x, 1), rensa_array_get_dim (grid, 2));

  get_params (sampling, params);
  return rensa_index_map1 (RENSA_KERNEL_SAMPLE_IMAGE, rensa_array_get_dtype (x), &shape, (RensaArray *[]){ x, grid },
                           params, error);
}

/* Which pixels the taps meet, and their weights, both (4, N, P). */
static gboolean
find_taps (RensaArray *grid, const RensaSampling *sampling, const RensaShape *x, RensaArray *taps[2], GError **error)
{
  const RensaShape shape = RENSA_SHAPE (4, x->dims[0], rensa_array_get_dim (grid, 2));
  double params[N_PARAMS + 2] = { [N_PARAMS] = (double) x->dims[2], [N_PARAMS + 1] = (double) x->dims[3] };

  /* In float64, since float32 could not hold the number of every pixel. */
  get_params (sampling, params);
  return rensa_index_map (RENSA_KERNEL_SAMPLE_TAP, RENSA_FLOAT64, &shape, &grid, taps, params, error);
}

/* Sᵀ: channels become rows, which are added to those of the pixels. */
static RensaArray *
spread (RensaArray *gy, RensaArray *grid, const RensaSampling *sampling, const RensaShape *x, GError **error)
{
  const RensaDtype dtype = rensa_array_get_dtype (gy);
  const RensaDtype wide = rensa_dtype_promote (dtype, RENSA_FLOAT32);
  const RensaShape pixels = RENSA_SHAPE (x->dims[0] * x->dims[2] * x->dims[3], x->dims[1]);
  const RensaShape image = RENSA_SHAPE (x->dims[0], x->dims[2], x->dims[3], x->dims[1]);
  RensaArray *taps[2] = { NULL, NULL };

  if (!find_taps (grid, sampling, x, taps, error))
    return NULL;

  g_autoptr (RensaArray) numbers = taps[0];
  g_autoptr (RensaArray) weights = taps[1];
  g_autoptr (RensaArray) index = rensa_array_cast (numbers, RENSA_INT64, error);
  g_autoptr (RensaArray) narrow = rensa_array_cast (weights, wide, error);
  g_autoptr (RensaArray) factors = narrow != NULL ? rensa_array_view_expand (narrow, 1u << 3) : NULL;
  g_autoptr (RensaArray) moved = rensa_array_view_transpose (gy, (int[]){ 0, 2, 1 });
  g_autoptr (RensaArray) rows = rensa_array_contiguous (moved, error);
  g_autoptr (RensaArray) addends = rensa_map2 (RENSA_KERNEL_OP_MUL, factors, rows, NULL, error);
  g_autoptr (RensaArray) sums = index != NULL ? rensa_scatter_rows (&pixels, index, addends, -1, FALSE, error) : NULL;
  g_autoptr (RensaArray) rounded = rensa_array_cast (sums, dtype, error);
  g_autoptr (RensaArray) images = rensa_array_reshape (rounded, &image, error);

  return images != NULL ? rensa_array_view_transpose (images, (int[]){ 0, 3, 1, 2 }) : NULL;
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

/* By one coordinate: (N, 1, P). */
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
  if (is_recorded)
    {
      g_autoptr (RensaVariable) by_u = differentiate (x, grid, gy, sampling, 0, error);
      g_autoptr (RensaVariable) by_v = differentiate (x, grid, gy, sampling, 1, error);

      return rensa_concat ((RensaVariable *[]){ by_u, by_v }, 2, 1, error);
    }

  if (x == NULL || grid == NULL || gy == NULL)
    return NULL;

  RensaArray *const inputs[] = { rensa_variable_get_array (x), rensa_variable_get_array (grid),
                                 rensa_variable_get_array (gy) };
  const RensaType type = rensa_variable_get_type (grid);
  double params[N_PARAMS];

  get_params (sampling, params);
  g_autoptr (RensaArray) ggrid =
      rensa_index_map1 (RENSA_KERNEL_SAMPLE_GRID_GRAD, type.dtype, &type.shape, inputs, params, error);
  return rensa_variable_new_constant (ggrid);
}
