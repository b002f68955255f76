/* mock-lt.c: a mock of cuBLASLt that checks its arguments and computes on the host.
 * SPDX-License-Identifier: MIT */

#include "mock-blas.h"

#include <string.h>

/* Size of the workspace of a product, in bytes. */
#define WORKSPACE 4096

struct RensaCublasLt_
{
  gboolean is_open;
};

struct RensaLtMatmul_
{
  int compute_type;
  gint32 transa, transb;
  gint32 epilogue;
  const char *bias;
};

struct RensaLtLayout_
{
  int type;
  guint64 rows, columns;
  gint64 ld;
};

struct RensaLtPreference_
{
  guint64 n_bytes;
  guint32 schemes; /* allowed ways of joining the parts of a sum */
};

/* Returns FALSE after reporting @text unless @right. */
static gboolean
expect (gboolean right, const char *call, const char *text)
{
  if (!right)
    mock_report ("%s: %s", call, text);
  return right;
}

static RensaCudaStatus
create (RensaCublasLt *handle)
{
  *handle = g_new0 (struct RensaCublasLt_, 1);
  (*handle)->is_open = TRUE;
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
destroy (RensaCublasLt handle)
{
  g_free (handle);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
create_matmul (RensaLtMatmul *matmul, int compute_type, int scale_type)
{
  RensaDtype dtype;

  if (!expect (mock_find_dtype (scale_type, compute_type, &dtype) && !rensa_dtype_is_half (dtype),
               "cublasLtMatmulDescCreate", "the types do not go together"))
    return RENSA_CUBLAS_STATUS_INVALID_VALUE;

  *matmul = g_new0 (struct RensaLtMatmul_, 1);
  (*matmul)->compute_type = compute_type;
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
destroy_matmul (RensaLtMatmul matmul)
{
  g_free (matmul);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
set_matmul (RensaLtMatmul matmul, int name, const void *value, gsize n_bytes)
{
  const gboolean is_bias = name == RENSA_CUBLASLT_MATMUL_DESC_BIAS_POINTER;
  gint32 *choice = name == RENSA_CUBLASLT_MATMUL_DESC_TRANSA     ? &matmul->transa
                   : name == RENSA_CUBLASLT_MATMUL_DESC_TRANSB   ? &matmul->transb
                   : name == RENSA_CUBLASLT_MATMUL_DESC_EPILOGUE ? &matmul->epilogue
                                                                 : NULL;

  if (!expect ((is_bias || choice != NULL) && n_bytes == (is_bias ? sizeof matmul->bias : sizeof *choice),
               "cublasLtMatmulDescSetAttribute", "there is no such attribute of that size"))
    return RENSA_CUBLAS_STATUS_INVALID_VALUE;
  memcpy (is_bias ? (gpointer) &matmul->bias : choice, value, n_bytes);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
create_layout (RensaLtLayout *layout, int type, guint64 rows, guint64 columns, gint64 ld)
{
  if (!expect (rows > 0 && columns > 0 && ld >= (gint64) rows, "cublasLtMatrixLayoutCreate",
               "a matrix without elements, or whose columns overlap"))
    return RENSA_CUBLAS_STATUS_INVALID_VALUE;

  *layout = g_new (struct RensaLtLayout_, 1);
  **layout = (struct RensaLtLayout_){ type, rows, columns, ld };
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
destroy_layout (RensaLtLayout layout)
{
  g_free (layout);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
create_preference (RensaLtPreference *preference)
{
  *preference = g_new (struct RensaLtPreference_, 1);
  **preference = (struct RensaLtPreference_){ .schemes = RENSA_CUBLASLT_REDUCTION_SCHEME_MASK };
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
destroy_preference (RensaLtPreference preference)
{
  g_free (preference);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
set_preference (RensaLtPreference preference, int name, const void *value, gsize n_bytes)
{
  const gboolean is_schemes = name == RENSA_CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK;

  if (!expect ((is_schemes || name == RENSA_CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES)
                   && n_bytes == (is_schemes ? sizeof preference->schemes : sizeof preference->n_bytes),
               "cublasLtMatmulPreferenceSetAttribute", "there is no such attribute of that size"))
    return RENSA_CUBLAS_STATUS_INVALID_VALUE;
  memcpy (is_schemes ? (gpointer) &preference->schemes : &preference->n_bytes, value, n_bytes);
  return RENSA_CUDA_SUCCESS;
}

/* Returns the algorithm for a product. */
static RensaLtAlgorithm
describe (RensaLtMatmul matmul, RensaLtLayout a, RensaLtLayout b, RensaLtLayout c)
{
  return (RensaLtAlgorithm){
    { (guint64) matmul->transa, (guint64) matmul->transb, c->rows, c->columns,
      matmul->transa == RENSA_CUBLAS_OP_T ? a->rows : a->columns, (guint64) a->ld, (guint64) b->ld, (guint64) c->ld },
  };
}

/* There is no algorithm for products whose result has one column. */
static RensaCudaStatus
get_heuristic (RensaCublasLt handle, RensaLtMatmul matmul, RensaLtLayout a, RensaLtLayout b, RensaLtLayout c,
               RensaLtLayout d, RensaLtPreference preference, int n_wanted, RensaLtHeuristic *found, int *n_found)
{
  RensaDtype dtype;

  *n_found = 0;
  if (!expect (!mock_find_dtype (c->type, RENSA_CUBLAS_COMPUTE_32F, &dtype) || !rensa_dtype_is_half (dtype)
                   || preference->schemes == RENSA_CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE,
               "cublasLtMatmulAlgoGetHeuristic", "parts of a sum may be rounded before they are joined"))
    return RENSA_CUBLAS_STATUS_INVALID_VALUE;
  if (c->columns == 1 || n_wanted < 1 || preference->n_bytes < WORKSPACE)
    return RENSA_CUBLAS_STATUS_NOT_SUPPORTED;

  *n_found = 1;
  *found = (RensaLtHeuristic){ .algorithm = describe (matmul, a, b, c), .workspace = WORKSPACE };
  return RENSA_CUDA_SUCCESS;
}

static gboolean
check_arguments (RensaLtMatmul matmul, RensaLtLayout a, RensaLtLayout b, RensaLtLayout c, RensaLtLayout d,
                 const RensaLtAlgorithm *algorithm, RensaDtype *dtype)
{
  const RensaLtAlgorithm wanted = describe (matmul, a, b, c);
  const gboolean transa = matmul->transa == RENSA_CUBLAS_OP_T;
  const gboolean transb = matmul->transb == RENSA_CUBLAS_OP_T;

  return expect (mock_find_dtype (a->type, matmul->compute_type, dtype) && b->type == a->type && c->type == a->type
                     && c == d,
                 "cublasLtMatmul", "the types do not go together")
         && expect ((transa ? a->columns : a->rows) == c->rows && (transb ? b->rows : b->columns) == c->columns
                        && (transa ? a->rows : a->columns) == (transb ? b->columns : b->rows),
                    "cublasLtMatmul", "the extents do not fit together")
         && expect (matmul->epilogue == RENSA_CUBLASLT_EPILOGUE_BIAS, "cublasLtMatmul", "there is no bias")
         && expect (memcmp (algorithm, &wanted, sizeof wanted) == 0, "cublasLtMatmul",
                    "the algorithm is that of another product");
}

static RensaCudaStatus
multiply (RensaCublasLt handle, RensaLtMatmul matmul, const void *alpha, const void *a, RensaLtLayout a_layout,
          const void *b, RensaLtLayout b_layout, const void *beta, const void *c, RensaLtLayout c_layout, void *d,
          RensaLtLayout d_layout, const RensaLtAlgorithm *algorithm, void *workspace, gsize n_bytes,
          RensaCudaStream stream)
{
  LOCKED;
  RensaDtype dtype;

  mock_counts.n_blas_calls++;
  if (!check_arguments (matmul, a_layout, b_layout, c_layout, d_layout, algorithm, &dtype)
      || !expect (c == d && n_bytes >= WORKSPACE, "cublasLtMatmul", "the result or the workspace is not as it was said")
      || !mock_check_range ("cublasLtMatmul", mock_stream_get_device (stream), (RensaCudaPointer) (guintptr) workspace,
                            n_bytes))
    return RENSA_CUBLAS_STATUS_INVALID_VALUE;

  const MockProduct product = {
    .call = "cublasLtMatmul",
    .device = mock_stream_get_device (stream),
    .dtype = dtype,
    .is_tf32 = matmul->compute_type == RENSA_CUBLAS_COMPUTE_32F_FAST_TF32,
    .transa = matmul->transa == RENSA_CUBLAS_OP_T,
    .transb = matmul->transb == RENSA_CUBLAS_OP_T,
    .m = (int) c_layout->rows,
    .n = (int) c_layout->columns,
    .k = (int) (matmul->transa == RENSA_CUBLAS_OP_T ? a_layout->rows : a_layout->columns),
    .n_batch = 1,
    .a = a,
    .b = b,
    .c = d,
    .bias = matmul->bias,
    .lda = a_layout->ld,
    .ldb = b_layout->ld,
    .ldc = c_layout->ld,
    .alpha = mock_get_scalar (alpha, dtype == RENSA_FLOAT64),
    .beta = mock_get_scalar (beta, dtype == RENSA_FLOAT64),
  };
  return mock_enqueue_product (stream, &product);
}

void
mock_fill_lt (RensaCudaApi *api)
{
  api->cublasLtCreate = create;
  api->cublasLtDestroy = destroy;
  api->cublasLtMatmulDescCreate = create_matmul;
  api->cublasLtMatmulDescDestroy = destroy_matmul;
  api->cublasLtMatmulDescSetAttribute = set_matmul;
  api->cublasLtMatrixLayoutCreate = create_layout;
  api->cublasLtMatrixLayoutDestroy = destroy_layout;
  api->cublasLtMatmulPreferenceCreate = create_preference;
  api->cublasLtMatmulPreferenceDestroy = destroy_preference;
  api->cublasLtMatmulPreferenceSetAttribute = set_preference;
  api->cublasLtMatmulAlgoGetHeuristic = get_heuristic;
  api->cublasLtMatmul = multiply;
}

void
rensa_mock_remove_lt (RensaCudaApi *api)
{
#define REMOVE(name, arguments) api->name = NULL;
  RENSA_CUDA_LT_CALLS (REMOVE)
#undef REMOVE
}
