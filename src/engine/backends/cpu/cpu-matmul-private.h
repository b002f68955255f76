/* cpu-matmul-private.h: matrix product used by matmul and convolution.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-private.h"
#include "rensa-product-private.h"

G_BEGIN_DECLS

/* Products are split into tiles based on their extents only, and each tile is computed by one
 * thread, so the result is the same, bit for bit, for any number of threads. */
void rensa_cpu_gemm (const RensaMatrixProduct *gemm);

G_END_DECLS
