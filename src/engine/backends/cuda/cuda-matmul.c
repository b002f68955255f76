/* cuda-matmul.c: matrix products with cuBLAS.
 * SPDX-License-Identifier: MIT */

#include "cuda-lt.h"
#include "rensa-modes.h"

/* Products combined in one call: their number, and the strides between them in bytes. */
typedef struct
{
  gint64 n;
  gint64 a_step;
  gint64 b_step;
  gint64 c_step;
} Batch;

static int
get_operation (const RensaFactor *factor)
{
  return factor->transposed ? RENSA_CUBLAS_OP_T : RENSA_CUBLAS_OP_N;
}

int
rensa_cuda_get_compute_type (RensaDtype dtype)
{
  return dtype == RENSA_FLOAT64                                     ? RENSA_CUBLAS_COMPUTE_64F
         : dtype == RENSA_FLOAT32 && rensa_modes_get ()->allow_tf32 ? RENSA_CUBLAS_COMPUTE_32F_FAST_TF32
                                                                    : RENSA_CUBLAS_COMPUTE_32F;
}

int
rensa_cuda_get_data_type (RensaDtype dtype)
{
  return dtype == RENSA_FLOAT64    ? RENSA_CUDA_R_64F
         : dtype == RENSA_FLOAT32  ? RENSA_CUDA_R_32F
         : dtype == RENSA_BFLOAT16 ? RENSA_CUDA_R_16BF
                                   : RENSA_CUDA_R_16F;
}

/* cuBLAS is column-major; the row-major product c = a b is then the transpose of b' a'. */
static gboolean
multiply_batch (const RensaMatrixProduct *self, RensaCudaDevice *device, const char *a, const char *b, char *c,
                const Batch *batch, GError **error)
{
  const gboolean is_double = self->dtype == RENSA_FLOAT64;
  const int type = rensa_cuda_get_data_type (self->dtype);
  const gint64 size = (gint64) rensa_dtype_get_size (self->dtype);
  const double factors[] = { 1, self->accumulate ? 1 : 0 };
  const float narrow_factors[] = { 1, self->accumulate ? 1 : 0 };
  const void *alpha = is_double ? (const void *) &factors[0] : &narrow_factors[0];
  const void *beta = is_double ? (const void *) &factors[1] : &narrow_factors[1];

  return RENSA_CUDA_CALL (device, cublasGemmStridedBatchedEx, error, device->blas, get_operation (&self->b),
                          get_operation (&self->a), (int) self->n, (int) self->m, (int) self->k, alpha, b, type,
                          (int) self->b.ld, batch->b_step / size, a, type, (int) self->a.ld, batch->a_step / size, beta,
                          c, type, (int) self->ldc, batch->c_step / size, (int) batch->n,
                          rensa_cuda_get_compute_type (self->dtype), RENSA_CUBLAS_GEMM_DEFAULT);
}

/* The last batch axis is one call, if all strides along it are positive; the others are looped over. */
static gboolean
multiply_all (const RensaMatrixProduct *self, RensaArray *y, GError **error)
{
  RensaCudaDevice *device = rensa_cuda_get_device (y);
  const int last = self->batch.ndim - 1;
  const gboolean is_batch =
      last >= 0 && self->a_steps[last] >= 0 && self->b_steps[last] >= 0 && self->c_steps[last] >= 0;
  const int n_axes = self->batch.ndim - is_batch;
  Batch batch = { .n = 1 };
  gint64 n_calls = 1;

  if (is_batch)
    batch = (Batch){ self->batch.dims[last], self->a_steps[last], self->b_steps[last], self->c_steps[last] };
  for (int axis = 0; axis < n_axes; axis++)
    n_calls *= self->batch.dims[axis];
  if (!rensa_cuda_enter (device, error))
    return FALSE;

  for (gint64 call = 0; call < n_calls; call++)
    {
      const char *a = self->a.data;
      const char *b = self->b.data;
      char *c = self->c;
      gint64 rest = call;

      for (int axis = n_axes - 1; axis >= 0; axis--)
        {
          const gint64 at = rest % self->batch.dims[axis];

          rest /= self->batch.dims[axis];
          a += at * self->a_steps[axis];
          b += at * self->b_steps[axis];
          c += at * self->c_steps[axis];
        }
      if (!multiply_batch (self, device, a, b, c, &batch, error))
        return FALSE;
    }
  return TRUE;
}

/* If both cannot be done in one call, the bias is written first, and the product is added to it. */
static gboolean
multiply (const RensaMatrixProduct *self, RensaArray *y, RensaArray *bias, GError **error)
{
  RensaMatrixProduct product = *self;
  gboolean is_done;

  if (bias == NULL)
    return multiply_all (self, y, error);
  if (!rensa_cuda_multiply_with_bias (rensa_cuda_get_device (y), self, &is_done, error))
    return FALSE;

  product.bias = NULL;
  product.accumulate = TRUE;
  return is_done || (rensa_cuda_assign (y, bias, error) && multiply_all (&product, y, error));
}

/* Computes in float32, and rounds at the end. */
static gboolean
multiply_wide (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias, gboolean accumulate,
               RensaArray *y, GError **error)
{
  g_autoptr (RensaArray) wide_a = rensa_to_work (a, error);
  g_autoptr (RensaArray) wide_b = wide_a != NULL ? rensa_to_work (b, error) : NULL;
  g_autoptr (RensaArray) wide_bias = wide_b != NULL ? rensa_to_work (bias, error) : NULL;
  g_autoptr (RensaArray) wide = NULL;

  if (wide_b == NULL || (bias != NULL && wide_bias == NULL))
    return FALSE;
  wide = accumulate ? rensa_to_work (y, error) : rensa_array_new_ordered (RENSA_FLOAT32, &y->shape, y, error);
  return wide != NULL && rensa_cuda_matmul (wide_a, wide_b, transa, transb, wide_bias, accumulate, wide, error)
         && rensa_cuda_assign (y, wide, error);
}

/* Devices older than sm_80 do not support bfloat16 products. */
gboolean
rensa_cuda_matmul (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias,
                   gboolean accumulate, RensaArray *y, GError **error)
{
  if (y->dtype == RENSA_BFLOAT16 && rensa_cuda_get_device (y)->architecture < 80)
    return multiply_wide (a, b, transa, transb, bias, accumulate, y, error);

  return rensa_product_run (multiply, a, b, transa, transb, bias, accumulate, y, error);
}
