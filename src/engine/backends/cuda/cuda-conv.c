/* cuda-conv.c: convolution, by cuDNN where it has a plan, else by way of a matrix product.
 * SPDX-License-Identifier: MIT */

#include "cuda-conv.h"

#include "cuda-dnn.h"

/* A reference to @array or, where cuDNN is there and does not take its order of axes, a copy. */
static RensaArray *
take (RensaArray *array, GError **error)
{
  return rensa_cuda_get_device (array)->dnn == NULL || rensa_array_is_c_contiguous (array)
             ? rensa_array_ref (array)
             : rensa_cuda_take_channels_last (array, error);
}

/* *@is_done: cuDNN has done it. */
static gboolean
run (RensaDnnOperation operation, RensaArray *x, RensaArray *W, RensaArray *b, RensaArray *y, const RensaWindow *window,
     gboolean *is_done, GError **error)
{
  RensaDnnConvolution convolution;

  *is_done = FALSE;
  return !rensa_dnn_convolution_init (&convolution, operation, x, W, y, b != NULL, window)
         || rensa_dnn_run (rensa_cuda_get_device (x), &convolution, x, W, b, y, is_done, error);
}

/* The bias on its own, after the sums. */
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
  if (*is_done || b == NULL)
    return TRUE;

  return run (RENSA_DNN_FORWARD, near_x, near_W, NULL, y, window, is_done, error)
         && (!*is_done || add_bias (y, b, error));
}

gboolean
rensa_cuda_convolve (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, RensaArray *y,
                     GError **error)
{
  gboolean is_done;

  return convolve_by_dnn (x, W, b, window, y, &is_done, error)
         && (is_done || rensa_cuda_unfold_forward (x, W, b, window, y, error));
}

gboolean
rensa_cuda_convolve_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window, RensaArray *gx,
                                GError **error)
{
  g_autoptr (RensaArray) near_gy = take (gy, error);
  g_autoptr (RensaArray) near_W = near_gy != NULL ? take (W, error) : NULL;
  gboolean is_done;

  return near_W != NULL && run (RENSA_DNN_BACKWARD_X, gx, near_W, NULL, near_gy, window, &is_done, error)
         && (is_done || rensa_cuda_unfold_backward_x (gy, W, window, gx, error));
}

gboolean
rensa_cuda_convolve_backward_W (RensaArray *x, RensaArray *gy, const RensaWindow *window, RensaArray *gW,
                                GError **error)
{
  g_autoptr (RensaArray) near_x = take (x, error);
  g_autoptr (RensaArray) near_gy = near_x != NULL ? take (gy, error) : NULL;
  gboolean is_done;

  return near_gy != NULL && run (RENSA_DNN_BACKWARD_W, near_x, gW, NULL, near_gy, window, &is_done, error)
         && (is_done || rensa_cuda_unfold_backward_W (x, gy, window, gW, error));
}
