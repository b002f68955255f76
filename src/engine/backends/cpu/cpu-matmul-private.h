/* cpu-matmul-private.h: the matrix product on which matmul and convolution stand.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-private.h"

G_BEGIN_DECLS

/* One of the two factors: element (i, j) of what is multiplied stands at i ld + j, or at j ld + i when transposed. */
typedef struct
{
  gconstpointer data;
  gint64 ld;
  gboolean transposed;
} RensaCpuFactor;

/**
 * RensaCpuGemm:
 * @dtype: float32 or float64
 * @batch: how many products there are, along several axes; ndim 0 is one
 * @a_steps: bytes from one factor to the next along each axis of @batch; likewise @b_steps, @c_steps
 * @c: (m, n), rows @ldc elements apart
 * @accumulate: add to @c instead of writing over it
 * @bias: NULL, or n elements @bias_step elements apart that every row starts from; not together with @accumulate
 *
 * c = a b + bias for each product of the batch.  No extent is 0; extents and leading dimensions fit an int.
 */
typedef struct
{
  RensaDtype dtype;
  gint64 m;
  gint64 n;
  gint64 k;
  RensaShape batch;
  RensaCpuFactor a;
  RensaCpuFactor b;
  gpointer c;
  gint64 ldc;
  gint64 a_steps[RENSA_MAX_NDIM];
  gint64 b_steps[RENSA_MAX_NDIM];
  gint64 c_steps[RENSA_MAX_NDIM];
  gboolean accumulate;
  gconstpointer bias;
  gint64 bias_step;
} RensaCpuGemm;

/* OpenBLAS counts with int.  @place is what wants a product of (@m, @k) and (@k, @n). */
gboolean rensa_cpu_check_product (const char *place, gint64 m, gint64 n, gint64 k, GError **error);

/* The products are cut into tiles by their extents alone and each tile is computed by one thread, so the result is
 * the same, bit for bit, for any number of threads. */
void rensa_cpu_gemm (const RensaCpuGemm *gemm);

G_END_DECLS
