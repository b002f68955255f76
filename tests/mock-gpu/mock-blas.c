/* mock-blas.c: a mock of cuBLAS that checks its arguments and computes on the host.
 * SPDX-License-Identifier: MIT */

#include "mock-blas.h"

#include "rensa-array-private.h"

#include <math.h>
#include <string.h>

struct RensaCudaBlas_
{
  RensaCudaStream stream;
  RensaCudaPointer workspace; /* 0 if the library allocates the workspace itself */
  gsize n_bytes;
};

double
mock_get_number (RensaDtype dtype, gconstpointer memory, gint64 i)
{
  return rensa_element_to_double (dtype, (const char *) memory + i * (gint64) rensa_dtype_get_size (dtype));
}

/* A type narrower than float32 is rounded from a float32. */
void
mock_put_number (RensaDtype dtype, gpointer memory, gint64 i, double value)
{
  rensa_element_from_double (dtype, rensa_dtype_is_half (dtype) ? (float) value : value,
                             (char *) memory + i * (gint64) rensa_dtype_get_size (dtype));
}

static double
get (const MockProduct *product, const char *at, gint64 i)
{
  return mock_get_number (product->dtype, at, i);
}

/* Rounds a float to 10 fraction bits. */
double
mock_round_to_tf32 (double x)
{
  float narrow = (float) x;
  guint32 bits;

  memcpy (&bits, &narrow, sizeof bits);
  if (isfinite (narrow))
    bits = (bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffu;
  memcpy (&narrow, &bits, sizeof bits);
  return narrow;
}

static double
get_factor (const MockProduct *product, const char *at, gint64 i)
{
  return product->is_tf32 ? mock_round_to_tf32 (get (product, at, i)) : get (product, at, i);
}

/* Element (i, j) of one product of the batch, before alpha. */
static double
multiply (const MockProduct *product, gint64 batch, gint64 i, gint64 j)
{
  double sum = 0;

  for (gint64 l = 0; l < product->k; l++)
    sum += get_factor (product, product->a,
                       batch * product->a_step + (product->transa ? i * product->lda + l : l * product->lda + i))
           * get_factor (product, product->b,
                         batch * product->b_step + (product->transb ? l * product->ldb + j : j * product->ldb + l));
  return sum;
}

static void
run_product (gconstpointer data)
{
  const MockProduct *product = data;

  for (gint64 batch = 0; batch < product->n_batch; batch++)
    for (gint64 j = 0; j < product->n; j++)
      for (gint64 i = 0; i < product->m; i++)
        {
          const gint64 at = batch * product->c_step + j * product->ldc + i;
          const double before = product->beta != 0 ? product->beta * get (product, product->c, at) : 0;
          const double bias = product->bias != NULL ? get (product, product->bias, i) : 0;
          const double value = product->alpha * multiply (product, batch, i, j) + before + bias;

          mock_put_number (product->dtype, product->c, at, value);
        }
}

/* Returns the number of elements in memory from the first to the last one of a matrix of @rows
 * times @columns, over the whole batch. */
static gsize
count_elements (gint64 rows, gint64 columns, gint64 ld, gint64 step, gint64 n_batch)
{
  return rows == 0 || columns == 0 ? 0 : (gsize) ((n_batch - 1) * step + (columns - 1) * ld + rows);
}

static gboolean
check_matrix (const char *what, gconstpointer data, gint64 rows, gint64 columns, gint64 ld, gint64 step,
              const MockProduct *product)
{
  const gsize size = rensa_dtype_get_size (product->dtype);

  if (ld < MAX (rows, 1) || step < 0)
    {
      mock_report ("%s: %s has %lld rows, %lld apart", product->call, what, (long long) rows, (long long) ld);
      return FALSE;
    }
  return mock_check_range (product->call, product->device, (RensaCudaPointer) (guintptr) data,
                           size * count_elements (rows, columns, ld, step, product->n_batch));
}

static gboolean
check_product (gconstpointer data)
{
  const MockProduct *product = data;

  return check_matrix ("a", product->a, product->transa ? product->k : product->m,
                       product->transa ? product->m : product->k, product->lda, product->a_step, product)
         && check_matrix ("b", product->b, product->transb ? product->n : product->k,
                          product->transb ? product->k : product->n, product->ldb, product->b_step, product)
         && check_matrix ("c", product->c, product->m, product->n, product->ldc, product->c_step, product)
         && (product->bias == NULL || check_matrix ("the bias", product->bias, product->m, 1, product->m, 0, product));
}

static const MockKind product_kind = { run_product, check_product, .computes = TRUE };

/* Memory that a library allocates during capture is not the same each time. */
static gboolean
check_workspace (RensaCudaBlas handle)
{
  if (handle->workspace == 0 && mock_is_captured (handle->stream))
    {
      mock_report ("cublasGemmStridedBatchedEx is captured without a workspace of its own");
      return FALSE;
    }
  return handle->workspace == 0
         || mock_check_range ("cublasSetWorkspace", mock_stream_get_device (handle->stream), handle->workspace,
                              handle->n_bytes);
}

gboolean
mock_find_dtype (int type, int compute_type, RensaDtype *dtype)
{
  static const struct
  {
    int type;
    int compute_type;
    RensaDtype dtype;
  } known[] = {
    { RENSA_CUDA_R_64F, RENSA_CUBLAS_COMPUTE_64F, RENSA_FLOAT64 },
    { RENSA_CUDA_R_32F, RENSA_CUBLAS_COMPUTE_32F, RENSA_FLOAT32 },
    { RENSA_CUDA_R_32F, RENSA_CUBLAS_COMPUTE_32F_FAST_TF32, RENSA_FLOAT32 },
    { RENSA_CUDA_R_16F, RENSA_CUBLAS_COMPUTE_32F, RENSA_FLOAT16 },
    { RENSA_CUDA_R_16BF, RENSA_CUBLAS_COMPUTE_32F, RENSA_BFLOAT16 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i].type == type && known[i].compute_type == compute_type)
      {
        *dtype = known[i].dtype;
        return *dtype != RENSA_BFLOAT16 || mock_get_architecture () >= 80;
      }
  return FALSE;
}

static gboolean
check_types (int a_type, int b_type, int c_type, int compute_type, RensaDtype *dtype)
{
  if (mock_find_dtype (a_type, compute_type, dtype) && b_type == a_type && c_type == a_type)
    return TRUE;
  mock_report ("cublasGemmStridedBatchedEx: types %d, %d and %d with computation %d", a_type, b_type, c_type,
               compute_type);
  return FALSE;
}

RensaCudaStatus
mock_enqueue_product (RensaCudaStream stream, const MockProduct *product)
{
  /* cuBLAS reports every driver error with the same code. */
  return mock_enqueue (stream, &product_kind, g_memdup2 (product, sizeof *product)) == RENSA_CUDA_SUCCESS
             ? RENSA_CUDA_SUCCESS
             : RENSA_CUBLAS_STATUS_EXECUTION_FAILED;
}

double
mock_get_scalar (gconstpointer value, gboolean is_double)
{
  return is_double ? *(const double *) value : (double) *(const float *) value;
}

static RensaCudaStatus
multiply_batch (RensaCudaBlas handle, int transa, int transb, int m, int n, int k, const void *alpha, const void *a,
                int a_type, int lda, long long a_step, const void *b, int b_type, int ldb, long long b_step,
                const void *beta, void *c, int c_type, int ldc, long long c_step, int n_batch, int compute_type,
                int algorithm)
{
  const gboolean is_double = compute_type == RENSA_CUBLAS_COMPUTE_64F;
  g_autoptr (GRecMutexLocker) locker G_GNUC_UNUSED = g_rec_mutex_locker_new (&mock_lock);
  RensaDtype dtype;

  mock_counts.n_blas_calls++;
  if (!check_types (a_type, b_type, c_type, compute_type, &dtype) || !check_workspace (handle))
    return RENSA_CUBLAS_STATUS_INVALID_VALUE;

  const MockProduct product = {
    .call = "cublasGemmStridedBatchedEx",
    .device = mock_stream_get_device (handle->stream),
    .dtype = dtype,
    .is_tf32 = compute_type == RENSA_CUBLAS_COMPUTE_32F_FAST_TF32,
    .transa = transa == RENSA_CUBLAS_OP_T,
    .transb = transb == RENSA_CUBLAS_OP_T,
    .m = m,
    .n = n,
    .k = k,
    .n_batch = n_batch,
    .a = a,
    .b = b,
    .c = c,
    .lda = lda,
    .ldb = ldb,
    .ldc = ldc,
    .a_step = a_step,
    .b_step = b_step,
    .c_step = c_step,
    .alpha = mock_get_scalar (alpha, is_double),
    .beta = mock_get_scalar (beta, is_double),
  };
  return mock_enqueue_product (handle->stream, &product);
}

static RensaCudaStatus
create (RensaCudaBlas *handle)
{
  *handle = g_new0 (struct RensaCudaBlas_, 1);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
destroy (RensaCudaBlas handle)
{
  g_free (handle);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_version (RensaCudaBlas handle, int *version)
{
  *version = 0;
  return RENSA_CUDA_SUCCESS;
}

/* The workspace belongs to the library again. */
static RensaCudaStatus
set_stream (RensaCudaBlas handle, RensaCudaStream stream)
{
  *handle = (struct RensaCudaBlas_){ .stream = stream };
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
set_workspace (RensaCudaBlas handle, void *memory, gsize n_bytes)
{
  g_autoptr (GRecMutexLocker) locker G_GNUC_UNUSED = g_rec_mutex_locker_new (&mock_lock);

  handle->workspace = (RensaCudaPointer) (guintptr) memory;
  handle->n_bytes = n_bytes;
  return check_workspace (handle) ? RENSA_CUDA_SUCCESS : RENSA_CUBLAS_STATUS_INVALID_VALUE;
}

static RensaCudaStatus
set_math_mode (RensaCudaBlas handle, int mode)
{
  if (mode == RENSA_CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)
    return RENSA_CUDA_SUCCESS;
  mock_report ("cublasSetMathMode: mode %d would round what asks for no rounding", mode);
  return RENSA_CUBLAS_STATUS_INVALID_VALUE;
}

static const char *
get_status_string (RensaCudaStatus status)
{
  return status == RENSA_CUBLAS_STATUS_EXECUTION_FAILED ? "the function failed to launch on the GPU"
         : status == RENSA_CUBLAS_STATUS_NOT_SUPPORTED  ? "the requested functionality is not supported"
                                                       : "an unsupported value or parameter was passed to the function";
}

void
mock_fill_blas (RensaCudaApi *api)
{
  api->cublasGetStatusString = get_status_string;
  api->cublasCreate_v2 = create;
  api->cublasDestroy_v2 = destroy;
  api->cublasGetVersion_v2 = get_version;
  api->cublasSetStream_v2 = set_stream;
  api->cublasSetMathMode = set_math_mode;
  api->cublasSetWorkspace_v2 = set_workspace;
  api->cublasGemmStridedBatchedEx = multiply_batch;
}
