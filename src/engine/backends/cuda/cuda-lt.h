/* cuda-lt.h: a product and its bias by one call of cuBLASLt.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"
#include "rensa-product-private.h"

G_BEGIN_DECLS

/* Opens cuBLASLt, where there is one. */
void rensa_cuda_open_lt (RensaCudaDevice *device);

/* Writes a b + bias, of one product of matrices.  *@is_done is FALSE, and nothing was written, where cuBLASLt cannot do that: there is none, the
 * bias has gaps, memory is not aligned as arrays are at their beginning, or there is no algorithm. */
gboolean rensa_cuda_multiply_with_bias (RensaCudaDevice *device, const RensaMatrixProduct *product, gboolean *is_done,
                                        GError **error);

G_END_DECLS
