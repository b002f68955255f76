/* cpu-matmul.c: backend entry matmul, for any strides and batch axes.
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
