/* cuda-lt.c: a product and its bias in one call of cuBLASLt.
 * SPDX-License-Identifier: MIT */

#include "cuda-lt.h"

#include <string.h>

/* The alignment that cuBLASLt assumes by default, and more than any kernel requires. */
#define ALIGNMENT 256

/* Key of a plan; without padding, since its bytes are compared. */
typedef struct
{
  gint64 m;
  gint64 n;
  gint64 k;
  gint64 lda;
  gint64 ldb;
  gint64 ldc;
  gint32 compute_type;
  gint16 data_type;
  gint16 transposed; /* 1: a, 2: b */
} Form;

/* Plan of a product; in cuBLASLt's column-major terms, so a and b are swapped. */
typedef struct
{
  RensaLtMatmul matmul; /* NULL if there is no algorithm */
  RensaLtLayout a;
  RensaLtLayout b;
  RensaLtLayout c;
  RensaLtAlgorithm algorithm;
} Plan;

struct _RensaLt
{
  GMutex lock; /* protects all members */
  RensaCublasLt handle;
  GHashTable *plans; /* maps GBytes of a Form to its Plan */
};

void
rensa_cuda_open_lt (RensaCudaDevice *device)
{
  const RensaCudaApi *api = device->api;
  RensaCublasLt handle;

  if (api->cublasLtCreate == NULL || api->cublasLtCreate (&handle) != RENSA_CUDA_SUCCESS)
    return;

  device->lt = g_new (RensaLt, 1);
  *device->lt = (RensaLt){ .handle = handle, .plans = g_hash_table_new (g_bytes_hash, g_bytes_equal) };
  g_mutex_init (&device->lt->lock);
}

static Form
get_form (const RensaMatrixProduct *product)
{
  return (Form){
    .m = product->m,
    .n = product->n,
    .k = product->k,
    .lda = product->a.ld,
    .ldb = product->b.ld,
    .ldc = product->ldc,
    .compute_type = rensa_cuda_get_compute_type (product->dtype),
    .data_type = (gint16) rensa_cuda_get_data_type (product->dtype),
    .transposed = (product->a.transposed ? 1 : 0) + (product->b.transposed ? 2 : 0),
  };
}

/* Creates the layout of @columns-by-@rows matrices (column-major), or of their transpose. */
static gboolean
make_layout (const RensaCudaApi *api, const Form *form, gboolean transposed, gint64 rows, gint64 columns, gint64 ld,
             RensaLtLayout *layout)
{
  return api->cublasLtMatrixLayoutCreate (layout, form->data_type, (guint64) (transposed ? rows : columns),
                                          (guint64) (transposed ? columns : rows), ld)
         == RENSA_CUDA_SUCCESS;
}

static gboolean
set_choice (const RensaCudaApi *api, RensaLtMatmul matmul, int name, gint32 value)
{
  return api->cublasLtMatmulDescSetAttribute (matmul, name, &value, sizeof value) == RENSA_CUDA_SUCCESS;
}

/* The bias runs along the columns of a column-major matrix, which are the rows in C order. */
static gboolean
make_matmul (const RensaCudaApi *api, const Form *form, RensaLtMatmul *matmul)
{
  const int scale_type = form->compute_type == RENSA_CUBLAS_COMPUTE_64F ? RENSA_CUDA_R_64F : RENSA_CUDA_R_32F;

  return api->cublasLtMatmulDescCreate (matmul, form->compute_type, scale_type) == RENSA_CUDA_SUCCESS
         && set_choice (api, *matmul, RENSA_CUBLASLT_MATMUL_DESC_TRANSA,
                        form->transposed & 2 ? RENSA_CUBLAS_OP_T : RENSA_CUBLAS_OP_N)
         && set_choice (api, *matmul, RENSA_CUBLASLT_MATMUL_DESC_TRANSB,
                        form->transposed & 1 ? RENSA_CUBLAS_OP_T : RENSA_CUBLAS_OP_N)
         && set_choice (api, *matmul, RENSA_CUBLASLT_MATMUL_DESC_EPILOGUE, RENSA_CUBLASLT_EPILOGUE_BIAS);
}

static gboolean
is_half (const Form *form)
{
  return form->data_type == RENSA_CUDA_R_16F || form->data_type == RENSA_CUDA_R_16BF;
}

/* Partial sums in half precision are kept as float32 until they are combined. */
static gboolean
limit_search (const RensaCudaApi *api, const Form *form, RensaLtPreference preference)
{
  const guint64 n_bytes = RENSA_CUBLAS_WORKSPACE;
  const guint32 schemes =
      is_half (form) ? RENSA_CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE : RENSA_CUBLASLT_REDUCTION_SCHEME_MASK;

  return api->cublasLtMatmulPreferenceSetAttribute (preference, RENSA_CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                                    &n_bytes, sizeof n_bytes)
             == RENSA_CUDA_SUCCESS
         && api->cublasLtMatmulPreferenceSetAttribute (preference, RENSA_CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK,
                                                       &schemes, sizeof schemes)
                == RENSA_CUDA_SUCCESS;
}

static gboolean
find_algorithm (RensaCudaDevice *device, const Form *form, Plan *plan)
{
  const RensaCudaApi *api = device->api;
  RensaLtPreference preference;
  RensaLtHeuristic found;
  gboolean ok;
  int n = 0;

  if (api->cublasLtMatmulPreferenceCreate (&preference) != RENSA_CUDA_SUCCESS)
    return FALSE;

  ok = limit_search (api, form, preference)
       && api->cublasLtMatmulAlgoGetHeuristic (device->lt->handle, plan->matmul, plan->a, plan->b, plan->c, plan->c,
                                               preference, 1, &found, &n)
              == RENSA_CUDA_SUCCESS
       && n > 0 && found.state == RENSA_CUDA_SUCCESS;
  api->cublasLtMatmulPreferenceDestroy (preference);
  if (ok)
    plan->algorithm = found.algorithm;
  return ok;
}

static Plan *
plan_new (RensaCudaDevice *device, const Form *form)
{
  const RensaCudaApi *api = device->api;
  Plan *plan = g_new0 (Plan, 1);

  if (make_matmul (api, form, &plan->matmul)
      && make_layout (api, form, form->transposed & 2, form->k, form->n, form->ldb, &plan->a)
      && make_layout (api, form, form->transposed & 1, form->m, form->k, form->lda, &plan->b)
      && make_layout (api, form, FALSE, form->m, form->n, form->ldc, &plan->c) && find_algorithm (device, form, plan))
    return plan;

  g_debug ("cuBLASLt on device %s: no algorithm for a bias and (%lld, %lld) (%lld, %lld)", device->base.name,
           (long long) form->m, (long long) form->k, (long long) form->k, (long long) form->n);
  if (plan->matmul != NULL)
    api->cublasLtMatmulDescDestroy (g_steal_pointer (&plan->matmul));
  for (int i = 0; i < 3; i++)
    {
      RensaLtLayout *layout = (RensaLtLayout *[]){ &plan->a, &plan->b, &plan->c }[i];

      if (*layout != NULL)
        api->cublasLtMatrixLayoutDestroy (g_steal_pointer (layout));
    }
  return plan;
}

static const Plan *
find_plan (RensaCudaDevice *device, const Form *form)
{
  g_autoptr (GBytes) key = g_bytes_new (form, sizeof *form);
  Plan *plan = g_hash_table_lookup (device->lt->plans, key);

  if (plan == NULL)
    {
      plan = plan_new (device, form);
      g_hash_table_insert (device->lt->plans, g_bytes_ref (key), plan);
    }
  return plan;
}

static gboolean
is_aligned (const RensaMatrixProduct *product)
{
  const gconstpointer data[] = { product->a.data, product->b.data, product->c, product->bias };

  for (guint i = 0; i < G_N_ELEMENTS (data); i++)
    if ((guintptr) data[i] % ALIGNMENT != 0)
      return FALSE;

  return TRUE;
}

static gboolean
run (RensaCudaDevice *device, const Plan *plan, const RensaMatrixProduct *product, GError **error)
{
  const double one = 1;
  const double zero = 0;
  const float narrow_one = 1;
  const float narrow_zero = 0;
  const gboolean is_double = product->dtype == RENSA_FLOAT64;

  return RENSA_CUDA_CALL (device, cublasLtMatmulDescSetAttribute, error, plan->matmul,
                          RENSA_CUBLASLT_MATMUL_DESC_BIAS_POINTER, &product->bias, sizeof product->bias)
         && RENSA_CUDA_CALL (device, cublasLtMatmul, error, device->lt->handle, plan->matmul,
                             is_double ? (gconstpointer) &one : &narrow_one, product->b.data, plan->a, product->a.data,
                             plan->b, is_double ? (gconstpointer) &zero : &narrow_zero, product->c, plan->c, product->c,
                             plan->c, &plan->algorithm, (gpointer) (guintptr) device->blas_workspace,
                             RENSA_CUBLAS_WORKSPACE, device->stream);
}

gboolean
rensa_cuda_multiply_with_bias (RensaCudaDevice *device, const RensaMatrixProduct *product, gboolean *is_done,
                               GError **error)
{
  const Form form = get_form (product);

  *is_done = FALSE;
  if (device->lt == NULL || product->batch.ndim > 0 || (product->bias_step != 1 && product->n > 1)
      || !is_aligned (product))
    return TRUE;
  if (!rensa_cuda_enter (device, error))
    return FALSE;

  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&device->lt->lock);
  const Plan *plan = find_plan (device, &form);

  *is_done = plan->matmul != NULL;
  return !*is_done || run (device, plan, product, error);
}
