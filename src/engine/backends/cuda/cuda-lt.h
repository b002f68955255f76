/* cuda-lt.h: a product and its bias in one call of cuBLASLt.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"
#include "rensa-product-private.h"

G_BEGIN_DECLS

/* Opens cuBLASLt, if available. */
void rensa_cuda_open_lt (RensaCudaDevice *device);

/* Writes a b + bias for one product of matrices. Sets *@is_done to FALSE, without writing anything,
 * if cuBLASLt cannot do so: it is not available, the bias has gaps, memory is not aligned like the
 * beginning of an array, or there is no algorithm. */
gboolean rensa_cuda_multiply_with_bias (RensaCudaDevice *device, const RensaMatrixProduct *product, gboolean *is_done,
                                        GError **error);

G_END_DECLS
