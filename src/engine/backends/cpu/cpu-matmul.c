/* cpu-matmul.c: the matmul entry: any strides, any batch.
 * SPDX-License-Identifier: MIT */

#include "cpu-matmul-private.h"

static gboolean
multiply (const RensaMatrixProduct *product, RensaArray *y, RensaArray *bias, GError **error)
{
  rensa_cpu_gemm (product);
  return TRUE;
}

gboolean
rensa_cpu_matmul (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias, gboolean accumulate,
                  RensaArray *y, GError **error)
{
  return rensa_product_run (multiply, a, b, transa, transb, bias, accumulate, y, error);
}
