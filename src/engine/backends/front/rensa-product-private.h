/* rensa-product-private.h: description of a matrix product, common to all devices.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-primitives-private.h"

G_BEGIN_DECLS

/* One of the two factors: element (i, j) is at i ld + j, or at j ld + i if transposed. */
typedef struct
{
  gconstpointer data;
  gint64 ld;
  gboolean transposed;
} RensaFactor;

/**
 * RensaMatrixProduct:
 * @dtype: floating-point, and supported by the device
 * @batch: shape of the batch of products; ndim 0 means one
 * @a_steps: strides in bytes between factors along each axis of @batch; @b_steps and @c_steps are
 *   analogous
 * @c: (m, n), rows @ldc elements apart
 * @accumulate: add to @c instead of overwriting it
 * @bias: NULL, or n elements @bias_step elements apart, the initial value of every row; not with
 *   @accumulate
 *
 * c = a b + bias for each product of the batch. No extent is 0; extents and leading dimensions fit
 * in an int.
 */
typedef struct
{
  RensaDtype dtype;
  gint64 m;
  gint64 n;
  gint64 k;
  RensaShape batch;
  RensaFactor a;
  RensaFactor b;
  gpointer c;
  gint64 ldc;
  gint64 a_steps[RENSA_MAX_NDIM];
  gint64 b_steps[RENSA_MAX_NDIM];
  gint64 c_steps[RENSA_MAX_NDIM];
  gboolean accumulate;
  gconstpointer bias;
  gint64 bias_step;
} RensaMatrixProduct;

/* Libraries use int. @place names the caller of a product of (@m, @k) and (@k, @n). */
gboolean rensa_product_check (const char *place, gint64 m, gint64 n, gint64 k, GError **error);

/* A device's implementation of a product, whose result is @y or its memory; @bias is the array of
 * its bias, or NULL. */
typedef gboolean (*RensaMultiply) (const RensaMatrixProduct *product, RensaArray *y, RensaArray *bias, GError **error);

/* The backend entry matmul of a device that implements @multiply: copies factors and results with
 * strides that a product does not support, and merges products that share a factor. */
gboolean rensa_product_run (RensaMultiply multiply, RensaArray *a, RensaArray *b, gboolean transa, gboolean transb,
                            RensaArray *bias, gboolean accumulate, RensaArray *y, GError **error);

G_END_DECLS
