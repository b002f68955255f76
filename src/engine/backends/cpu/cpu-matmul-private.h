/* cpu-matmul-private.h: the matrix product on which matmul and convolution stand.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-private.h"
#include "rensa-product-private.h"

G_BEGIN_DECLS

/* The products are cut into tiles by their extents alone and each tile is computed by one thread, so the result is
 * the same, bit for bit, for any number of threads. */
void rensa_cpu_gemm (const RensaMatrixProduct *gemm);

G_END_DECLS
