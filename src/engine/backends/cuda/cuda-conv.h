/* cuda-conv.h: convolution as a matrix product.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"

G_BEGIN_DECLS

/* TRUE if the memory of @array is (N, d…, C) without gaps. */
gboolean rensa_cuda_is_channels_last (RensaArray *array);
/* Returns a reference to @array, or a copy, whose memory is (N, d…, C) without gaps. */
RensaArray *rensa_cuda_take_channels_last (RensaArray *array, GError **error);

/* The same as the entries of rensa-backend.h. */
gboolean rensa_cuda_unfold_forward (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window,
                                    RensaArray *y, GError **error);
gboolean rensa_cuda_unfold_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window, RensaArray *gx,
                                       GError **error);
gboolean rensa_cuda_unfold_backward_W (RensaArray *x, RensaArray *gy, const RensaWindow *window, RensaArray *gW,
                                       GError **error);

G_END_DECLS
