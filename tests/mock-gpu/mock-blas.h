/* mock-blas.h: common code of the mocks of cuBLAS and cuBLASLt.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "mock-private.h"

G_BEGIN_DECLS

/* c = alpha op (a) op (b) + beta c + bias for each product of the batch, all column-major;
 * @bias, which may be NULL, has an element for each row. @call: the call that requested it. */
typedef struct
{
  const char *call;
  int device;
  RensaDtype dtype; /* data type of all arrays */
  gboolean is_tf32; /* factors are rounded to TF32 */
  gboolean transa, transb;
  int m, n, k, n_batch;
  const char *a, *b;
  char *c;
  const char *bias;
  gint64 lda, ldb, ldc;
  gint64 a_step, b_step, c_step;
  double alpha, beta;
} MockProduct;

RensaCudaStatus mock_enqueue_product (RensaCudaStream stream, const MockProduct *product);
/* Returns FALSE if cuBLAS does not compute products of elements of @type in this way. */
gboolean mock_find_dtype (int type, int compute_type, RensaDtype *dtype);
double mock_get_scalar (gconstpointer value, gboolean is_double);

G_END_DECLS
