/* rensa-product-private.h: what a matrix product is made of, on every device.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-primitives-private.h"

G_BEGIN_DECLS

/* One of the two factors: element (i, j) of what is multiplied stands at i ld + j, or at j ld + i when transposed. */
typedef struct
{
  gconstpointer data;
  gint64 ld;
  gboolean transposed;
} RensaFactor;

/**
 * RensaMatrixProduct:
 * @dtype: floating, as the device takes it
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

/* Libraries count with int.  @place is what wants a product of (@m, @k) and (@k, @n). */
gboolean rensa_product_check (const char *place, gint64 m, gint64 n, gint64 k, GError **error);

/* What a device does with a product, whose result is @y or lies in its place; @bias is the array of its bias, or NULL. */
typedef gboolean (*RensaMultiply) (const RensaMatrixProduct *product, RensaArray *y, RensaArray *bias, GError **error);

/* The entry matmul of a device that has @multiply: factors whose strides no product can take are copied, a result
 * likewise, and products of which one factor is the same are one. */
gboolean rensa_product_run (RensaMultiply multiply, RensaArray *a, RensaArray *b, gboolean transa, gboolean transb,
                            RensaArray *bias, gboolean accumulate, RensaArray *y, GError **error);

G_END_DECLS
