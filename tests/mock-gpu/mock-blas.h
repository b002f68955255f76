/* mock-blas.h: what the stand-ins for cuBLAS and cuBLASLt share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "mock-private.h"

G_BEGIN_DECLS

/* c = alpha op (a) op (b) + beta c + bias for each of the batch, all of them by columns; @bias, which may be NULL, has an element for each row.
 * @call asked for it. */
typedef struct
{
  const char *call;
  int device;
  RensaDtype dtype; /* of all of them */
  gboolean is_tf32; /* factors are rounded to it */
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
/* FALSE where a product of elements that cuBLAS calls @type is not computed so. */
gboolean mock_find_dtype (int type, int compute_type, RensaDtype *dtype);
double mock_get_scalar (gconstpointer value, gboolean is_double);

G_END_DECLS
