/* cuda-conv.c: convolution.
 * SPDX-License-Identifier: MIT */

#include "cuda-conv.h"

gboolean
rensa_cuda_convolve (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, RensaArray *y,
                     GError **error)
{
  return rensa_cuda_unfold_forward (x, W, b, window, y, error);
}

gboolean
rensa_cuda_convolve_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window, RensaArray *gx,
                                GError **error)
{
  return rensa_cuda_unfold_backward_x (gy, W, window, gx, error);
}

gboolean
rensa_cuda_convolve_backward_W (RensaArray *x, RensaArray *gy, const RensaWindow *window, RensaArray *gW,
                                GError **error)
{
  return rensa_cuda_unfold_backward_W (x, gy, window, gW, error);
}
