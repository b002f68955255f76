/* cuda-conv.c: convolution, with cuDNN if it has a plan, otherwise as a matrix product.
 * SPDX-License-Identifier: MIT */

#include "cuda-conv.h"

#include "cuda-dnn.h"

/* Returns a reference to @array or, if cuDNN is available and does not support its order of axes, a copy. */
static RensaArray *
take (RensaArray *array, GError **error)
{
  return rensa_cuda_get_device (array)->dnn == NULL || rensa_array_is_c_contiguous (array)
             ? rensa_array_ref (array)
             : rensa_cuda_take_channels_last (array, error);
}

/* *@is_done: TRUE if cuDNN did the computation. */
static gboolean
run (RensaDnnOperation operation, RensaArray *x, RensaArray *W, RensaArray *b, RensaArray *y, const RensaWindow *window,
     gboolean *is_done, GError **error)
{
  RensaDnnConvolution convolution;

  *is_done = FALSE;
  return !rensa_dnn_convolution_init (&convolution, operation, x, W, y, b != NULL, window)
         || rensa_dnn_run (rensa_cuda_get_device (x), &convolution, x, W, b, y, is_done, error);
}

/* Adds the bias separately, after the sums. */
static gboolean
add_bias (RensaArray *y, RensaArray *b, GError **error)
{
  g_autoptr (RensaArray) spread = rensa_array_view_expand (b, ((1u << y->shape.ndim) - 1) & ~2u);

  return rensa_cuda_accumulate (y, spread, error);
}

static gboolean
convolve_by_dnn (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, RensaArray *y,
                 gboolean *is_done, GError **error)
{
  g_autoptr (RensaArray) near_x = take (x, error);
  g_autoptr (RensaArray) near_W = near_x != NULL ? take (W, error) : NULL;
  g_autoptr (RensaArray) near_b = near_W != NULL && b != NULL ? rensa_array_contiguous (b, error) : NULL;

  *is_done = FALSE;
  if (near_W == NULL || (b != NULL && near_b == NULL)
      || !run (RENSA_DNN_FORWARD, near_x, near_W, near_b, y, window, is_done, error))
    return FALSE;
  /* Half-precision values would be rounded both before and after adding the bias. */
  if (*is_done || b == NULL || rensa_dtype_is_half (y->dtype))
    return TRUE;

  return run (RENSA_DNN_FORWARD, near_x, near_W, NULL, y, window, is_done, error)
         && (!*is_done || add_bias (y, b, error));
}

/* If there is no plan in half precision: computes in float32, for which there may be one, and
 * rounds the result. @a and @b are the operands in the order of the backend entry. */
static gboolean
run_wide (RensaDnnOperation operation, RensaArray *a, RensaArray *b, RensaArray *bias, const RensaWindow *window,
          RensaArray *result, GError **error)
{
  const RensaDtype dtype = rensa_dtype_widen (result->dtype);
  g_autoptr (RensaArray) wide_a = rensa_to_work (a, error);
  g_autoptr (RensaArray) wide_b = wide_a != NULL ? rensa_to_work (b, error) : NULL;
  g_autoptr (RensaArray) wide_bias = wide_b != NULL ? rensa_to_work (bias, error) : NULL;
  g_autoptr (RensaArray) wide = NULL;

  if (wide_b == NULL || (bias != NULL && wide_bias == NULL))
    return FALSE;
  wide = rensa_array_new_ordered (dtype, &result->shape, result, error);
  if (wide == NULL)
    return FALSE;

  const gboolean is_done =
      operation == RENSA_DNN_FORWARD      ? rensa_cuda_convolve (wide_a, wide_b, wide_bias, window, wide, error)
      : operation == RENSA_DNN_BACKWARD_X ? rensa_cuda_convolve_backward_x (wide_a, wide_b, window, wide, error)
                                          : rensa_cuda_convolve_backward_W (wide_a, wide_b, window, wide, error);
  return is_done && rensa_cuda_assign (result, wide, error);
}

/* Fallback without cuDNN. */
static gboolean
do_without (RensaDnnOperation operation, RensaArray *a, RensaArray *b, RensaArray *bias, const RensaWindow *window,
            RensaArray *result, GError **error)
{
  if (rensa_dtype_is_half (result->dtype))
    return run_wide (operation, a, b, bias, window, result, error);

  return operation == RENSA_DNN_FORWARD      ? rensa_cuda_unfold_forward (a, b, bias, window, result, error)
         : operation == RENSA_DNN_BACKWARD_X ? rensa_cuda_unfold_backward_x (a, b, window, result, error)
                                             : rensa_cuda_unfold_backward_W (a, b, window, result, error);
}

gboolean
rensa_cuda_convolve (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, RensaArray *y,
                     GError **error)
{
  gboolean is_done;

  return convolve_by_dnn (x, W, b, window, y, &is_done, error)
         && (is_done || do_without (RENSA_DNN_FORWARD, x, W, b, window, y, error));
}

gboolean
rensa_cuda_convolve_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window, RensaArray *gx,
                                GError **error)
{
  g_autoptr (RensaArray) near_gy = take (gy, error);
  g_autoptr (RensaArray) near_W = near_gy != NULL ? take (W, error) : NULL;
  gboolean is_done;

  return near_W != NULL && run (RENSA_DNN_BACKWARD_X, gx, near_W, NULL, near_gy, window, &is_done, error)
         && (is_done || do_without (RENSA_DNN_BACKWARD_X, gy, W, NULL, window, gx, error));
}

gboolean
rensa_cuda_convolve_backward_W (RensaArray *x, RensaArray *gy, const RensaWindow *window, RensaArray *gW,
                                GError **error)
{
  g_autoptr (RensaArray) near_x = take (x, error);
  g_autoptr (RensaArray) near_gy = near_x != NULL ? take (gy, error) : NULL;
  gboolean is_done;

  return near_gy != NULL && run (RENSA_DNN_BACKWARD_W, near_x, gW, NULL, near_gy, window, &is_done, error)
         && (is_done || do_without (RENSA_DNN_BACKWARD_W, x, gy, NULL, window, gW, error));
}
