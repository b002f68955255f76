/* cuda-matmul.c: matrix products by cuBLAS.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

/* A matrix of the last two axes of an array, by rows or, where it is transposed, by columns. */
typedef struct
{
  const char *data;
  gboolean is_transposed;
  gint64 ld;
} Factor;

/* Batches of equal steps, which are one call. */
typedef struct
{
  gint64 n;
  gint64 a_step, b_step, y_step; /* in bytes */
} Batch;

static gboolean
get_leading (gint64 n_rows, gint64 n_columns, gint64 row_step, gint64 column_step, gint64 size, gint64 *ld)
{
  const gint64 least = MAX (n_columns, 1);

  if (n_columns > 1 && column_step != size)
    return FALSE;

  *ld = n_rows > 1 ? row_step / size : least;
  return *ld >= least && *ld <= G_MAXINT && (n_rows <= 1 || row_step % size == 0);
}

static gboolean
get_factor (RensaArray *array, gboolean transpose, Factor *factor)
{
  const gint64 size = (gint64) rensa_dtype_get_size (array->dtype);
  const int last = array->shape.ndim - 1;
  const gint64 *dims = array->shape.dims;
  const gint64 *strides = array->strides;

  factor->data = array->data;
  factor->is_transposed = transpose;
  if (get_leading (dims[last - 1], dims[last], strides[last - 1], strides[last], size, &factor->ld))
    return TRUE;

  factor->is_transposed = !transpose;
  return get_leading (dims[last], dims[last - 1], strides[last], strides[last - 1], size, &factor->ld);
}

/* @array, or a copy where a product cannot take its strides. */
static RensaArray *
take_factor (RensaArray *array, gboolean transpose, Factor *factor, GError **error)
{
  g_autoptr (RensaArray) kept =
      get_factor (array, transpose, factor) ? rensa_array_ref (array) : rensa_array_contiguous (array, error);

  return kept != NULL && get_factor (kept, transpose, factor) ? g_steal_pointer (&kept) : NULL;
}

static gint64
get_step (RensaArray *array, const RensaShape *batch, int axis)
{
  const int own = axis - (batch->ndim - (array->shape.ndim - 2));

  return own < 0 || array->shape.dims[own] == 1 ? 0 : array->strides[own];
}

typedef struct
{
  RensaCudaDevice *device;
  Factor a, b;
  RensaArray *a_array, *b_array, *y;
  RensaShape batch;
  gint64 m, n, k, ldy, size;
  double beta;
} Product;

/* cuBLAS takes matrices by columns, in which y = a b by rows is the transpose of b' a'. */
static gboolean
multiply_batch (const Product *product, const char *a, const char *b, char *y, const Batch *batch, GError **error)
{
  const gboolean is_double = product->y->dtype == RENSA_FLOAT64;
  const int type = is_double ? RENSA_CUDA_R_64F : RENSA_CUDA_R_32F;
  const double one = 1;
  const float narrow_one = 1;
  const float narrow_beta = (float) product->beta;
  RensaCudaDevice *device = product->device;

  return RENSA_CUDA_CALL (device, cublasGemmStridedBatchedEx, error, device->blas,
                          product->b.is_transposed ? RENSA_CUBLAS_OP_T : RENSA_CUBLAS_OP_N,
                          product->a.is_transposed ? RENSA_CUBLAS_OP_T : RENSA_CUBLAS_OP_N, (int) product->n,
                          (int) product->m, (int) product->k, is_double ? (const void *) &one : &narrow_one, b, type,
                          (int) product->b.ld, batch->b_step / product->size, a, type, (int) product->a.ld,
                          batch->a_step / product->size, is_double ? (const void *) &product->beta : &narrow_beta, y,
                          type, (int) product->ldy, batch->y_step / product->size, (int) batch->n,
                          is_double ? RENSA_CUBLAS_COMPUTE_64F : RENSA_CUBLAS_COMPUTE_32F, RENSA_CUBLAS_GEMM_DEFAULT);
}

/* The last axis of the batch is one call, whatever the others. */
static gboolean
multiply_all (const Product *product, GError **error)
{
  const int last = product->batch.ndim - 1;
  Batch batch = { .n = 1 };
  gint64 n_calls = 1;

  if (last >= 0)
    batch = (Batch){ product->batch.dims[last], get_step (product->a_array, &product->batch, last),
                     get_step (product->b_array, &product->batch, last), product->y->strides[last] };
  for (int axis = 0; axis < last; axis++)
    n_calls *= product->batch.dims[axis];

  for (gint64 call = 0; call < n_calls; call++)
    {
      const char *a = product->a.data;
      const char *b = product->b.data;
      char *y = product->y->data;
      gint64 rest = call;

      for (int axis = last - 1; axis >= 0; axis--)
        {
          const gint64 at = rest % product->batch.dims[axis];

          rest /= product->batch.dims[axis];
          a += at * get_step (product->a_array, &product->batch, axis);
          b += at * get_step (product->b_array, &product->batch, axis);
          y += at * product->y->strides[axis];
        }
      if (!multiply_batch (product, a, b, y, &batch, error))
        return FALSE;
    }
  return TRUE;
}

/* Steps that cuBLAS cannot take in one call: those that are negative. */
static gboolean
has_plain_steps (RensaArray *array)
{
  for (int axis = 0; axis < array->shape.ndim; axis++)
    if (array->strides[axis] < 0)
      return FALSE;

  return TRUE;
}

static RensaArray *
with_plain_steps (RensaArray *array, GError **error)
{
  return has_plain_steps (array) ? rensa_array_ref (array) : rensa_array_copy (array, error);
}

/* By way of a product that lies in one piece. */
static gboolean
multiply_apart (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias, gboolean accumulate,
                RensaArray *y, GError **error)
{
  g_autoptr (RensaArray) product = rensa_new_beside (y, y->dtype, &y->shape, error);

  return product != NULL && rensa_cuda_matmul (a, b, transa, transb, bias, FALSE, product, error)
         && (accumulate ? rensa_cuda_accumulate (y, product, error) : rensa_cuda_assign (y, product, error));
}

static gboolean
fits_result (RensaArray *y, gint64 *ldy)
{
  const int last = y->shape.ndim - 1;

  return has_plain_steps (y)
         && get_leading (y->shape.dims[last - 1], y->shape.dims[last], y->strides[last - 1], y->strides[last],
                         (gint64) rensa_dtype_get_size (y->dtype), ldy);
}

static gboolean
require_int_sizes (const Product *product, GError **error)
{
  if (MAX (product->m, MAX (product->n, product->k)) <= G_MAXINT)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("matmul expects at most %d rows and columns on device %s: found more"), G_MAXINT,
                   product->device->base.name);
  return FALSE;
}

/* The bias is there first, and the product is added to it. */
gboolean
rensa_cuda_matmul (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias,
                   gboolean accumulate, RensaArray *y, GError **error)
{
  const int last = y->shape.ndim - 1;
  Product product = {
    .device = rensa_cuda_get_device (y),
    .y = y,
    .m = y->shape.dims[last - 1],
    .n = y->shape.dims[last],
    .k = a->shape.dims[a->shape.ndim - (transa ? 2 : 1)],
    .size = (gint64) rensa_dtype_get_size (y->dtype),
    .beta = accumulate || bias != NULL ? 1 : 0,
    .batch = { .ndim = last - 1 },
  };

  if (!require_int_sizes (&product, error))
    return FALSE;
  if (!fits_result (y, &product.ldy))
    return multiply_apart (a, b, transa, transb, bias, accumulate, y, error);

  g_autoptr (RensaArray) plain_a = with_plain_steps (a, error);
  g_autoptr (RensaArray) plain_b = plain_a != NULL ? with_plain_steps (b, error) : NULL;
  g_autoptr (RensaArray) kept_a = plain_b != NULL ? take_factor (plain_a, transa, &product.a, error) : NULL;
  g_autoptr (RensaArray) kept_b = kept_a != NULL ? take_factor (plain_b, transb, &product.b, error) : NULL;
  if (kept_b == NULL)
    return FALSE;

  product.a_array = kept_a;
  product.b_array = kept_b;
  for (int axis = 0; axis < last - 1; axis++)
    product.batch.dims[axis] = y->shape.dims[axis];
  return (bias == NULL || rensa_cuda_assign (y, bias, error)) && rensa_cuda_enter (product.device, error)
         && multiply_all (&product, error);
}
