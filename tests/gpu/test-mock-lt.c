/* test-mock-lt.c: mistakes with products of cuBLASLt, each of which the stand-in tells.
 * SPDX-License-Identifier: MIT */

#include "mock-fixture.h"

/* c = a b + bias of 3 x 4 and 4 x 2, whose elements lie in x and y, bias in the first ones of x. */
typedef struct
{
  RensaCublasLt handle;
  RensaLtMatmul matmul;
  RensaLtLayout a;
  RensaLtLayout b;
  RensaLtLayout c;
  RensaLtPreference preference;
  RensaCudaPointer workspace;
} Product;

#define N_BYTES 8192

static void
set_bias (const Product *product, RensaCudaPointer bias)
{
  assert_success (mock_api.cublasLtMatmulDescSetAttribute (product->matmul, RENSA_CUBLASLT_MATMUL_DESC_BIAS_POINTER,
                                                           &bias, sizeof bias));
}

static void
set_epilogue (const Product *product, gint32 epilogue)
{
  assert_success (mock_api.cublasLtMatmulDescSetAttribute (product->matmul, RENSA_CUBLASLT_MATMUL_DESC_EPILOGUE,
                                                           &epilogue, sizeof epilogue));
}

static RensaLtLayout
layout_new (int type, guint64 rows, guint64 columns)
{
  RensaLtLayout layout;

  assert_success (mock_api.cublasLtMatrixLayoutCreate (&layout, type, rows, columns, (gint64) rows));
  return layout;
}

static Product
product_new (const MockDevice *device)
{
  const guint64 n_bytes = N_BYTES;
  Product product;

  assert_success (mock_api.cublasLtCreate (&product.handle));
  assert_success (mock_api.cublasLtMatmulDescCreate (&product.matmul, RENSA_CUBLAS_COMPUTE_32F, RENSA_CUDA_R_32F));
  product.a = layout_new (RENSA_CUDA_R_32F, 3, 4);
  product.b = layout_new (RENSA_CUDA_R_32F, 4, 2);
  product.c = layout_new (RENSA_CUDA_R_32F, 3, 2);
  set_epilogue (&product, RENSA_CUBLASLT_EPILOGUE_BIAS);
  set_bias (&product, device->x);
  assert_success (mock_api.cublasLtMatmulPreferenceCreate (&product.preference));
  assert_success (mock_api.cublasLtMatmulPreferenceSetAttribute (
      product.preference, RENSA_CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &n_bytes, sizeof n_bytes));
  assert_success (mock_api.cuMemAlloc_v2 (&product.workspace, N_BYTES));
  return product;
}

static void
product_free (Product *product)
{
  assert_success (mock_api.cuMemFree_v2 (product->workspace));
  mock_api.cublasLtMatmulPreferenceDestroy (product->preference);
  mock_api.cublasLtMatrixLayoutDestroy (product->a);
  mock_api.cublasLtMatrixLayoutDestroy (product->b);
  mock_api.cublasLtMatrixLayoutDestroy (product->c);
  mock_api.cublasLtMatmulDescDestroy (product->matmul);
  mock_api.cublasLtDestroy (product->handle);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Product, product_free)

static int
find_algorithm (const Product *product, RensaLtHeuristic *found)
{
  int n;

  mock_api.cublasLtMatmulAlgoGetHeuristic (product->handle, product->matmul, product->a, product->b, product->c,
                                           product->c, product->preference, 1, found, &n);
  return n;
}

static RensaCudaStatus
multiply (const MockDevice *device, const Product *product, const RensaLtAlgorithm *algorithm)
{
  const float one = 1;
  const float zero = 0;
  const gpointer y = (gpointer) (guintptr) device->y;
  const gpointer x = (gpointer) (guintptr) device->x;

  return mock_api.cublasLtMatmul (product->handle, product->matmul, &one, x, product->a, x, product->b, &zero, y,
                                  product->c, y, product->c, algorithm, (gpointer) (guintptr) product->workspace,
                                  N_BYTES, device->stream);
}

static void
test_bias (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  g_auto (Product) product = product_new (&device);
  const float expected[] = { 71, 82, 93, 159, 186, 213 };
  RensaLtHeuristic found;
  float values[6];

  g_assert_cmpint (find_algorithm (&product, &found), ==, 1);
  assert_success (multiply (&device, &product, &found.algorithm));
  mock_read_y (&device, values, 6);
  g_assert_cmpmem (values, sizeof values, expected, sizeof expected);
  g_assert_cmpstr (mock_mistakes->str, ==, "");
}

static void
test_memory (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  g_auto (Product) product = product_new (&device);
  const float host[3] = { 0 };
  RensaLtHeuristic found;

  g_assert_cmpint (find_algorithm (&product, &found), ==, 1);
  set_bias (&product, (RensaCudaPointer) (guintptr) host);
  g_assert_cmpint (multiply (&device, &product, &found.algorithm), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cublasLtMatmul was given an address of the host's memory");
  set_bias (&product, device.x + (MOCK_N - 2) * sizeof (float));
  g_assert_cmpint (multiply (&device, &product, &found.algorithm), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cublasLtMatmul was given 12 bytes of device memory of which not all are in use");
}

static void
test_descriptors (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  g_auto (Product) product = product_new (&device);
  RensaLtHeuristic found;
  RensaLtLayout layout;
  RensaLtMatmul matmul;
  gint64 wide = 0;

  g_assert_cmpint (find_algorithm (&product, &found), ==, 1);
  set_epilogue (&product, 1);
  g_assert_cmpint (multiply (&device, &product, &found.algorithm), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cublasLtMatmul: there is no bias");
  g_assert_cmpint (
      mock_api.cublasLtMatmulDescSetAttribute (product.matmul, RENSA_CUBLASLT_MATMUL_DESC_EPILOGUE, &wide, sizeof wide),
      !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cublasLtMatmulDescSetAttribute: there is no such attribute of that size");
  g_assert_cmpint (mock_api.cublasLtMatmulDescCreate (&matmul, RENSA_CUBLAS_COMPUTE_64F, RENSA_CUDA_R_32F), !=,
                   RENSA_CUDA_SUCCESS);
  mock_assert_told ("cublasLtMatmulDescCreate: the types do not go together");
  g_assert_cmpint (mock_api.cublasLtMatrixLayoutCreate (&layout, RENSA_CUDA_R_32F, 3, 4, 2), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cublasLtMatrixLayoutCreate: a matrix without elements, or whose columns overlap");
}

/* Factors of float16 make a result of float16, and parts of its sums are not rounded before they are joined. */
static void
test_half (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  g_auto (Product) product = product_new (&device);
  const guint32 schemes = RENSA_CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
  RensaLtHeuristic found;

  mock_api.cublasLtMatrixLayoutDestroy (product.a);
  mock_api.cublasLtMatrixLayoutDestroy (product.b);
  product.a = layout_new (RENSA_CUDA_R_16F, 3, 4);
  product.b = layout_new (RENSA_CUDA_R_16F, 4, 2);
  g_assert_cmpint (find_algorithm (&product, &found), ==, 1);
  g_assert_cmpint (multiply (&device, &product, &found.algorithm), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cublasLtMatmul: the types do not go together");

  mock_api.cublasLtMatrixLayoutDestroy (product.c);
  product.c = layout_new (RENSA_CUDA_R_16F, 3, 2);
  g_assert_cmpint (find_algorithm (&product, &found), ==, 0);
  mock_assert_told ("cublasLtMatmulAlgoGetHeuristic: parts of a sum may be rounded before they are joined");
  assert_success (mock_api.cublasLtMatmulPreferenceSetAttribute (
      product.preference, RENSA_CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, &schemes, sizeof schemes));
  g_string_truncate (mock_mistakes, 0);
  g_assert_cmpint (find_algorithm (&product, &found), ==, 1);
  assert_success (multiply (&device, &product, &found.algorithm));
  assert_success (mock_api.cuStreamSynchronize (device.stream));
  g_assert_cmpstr (mock_mistakes->str, ==, "");
}

/* An algorithm is kept for the form that it was found for. */
static void
test_other_form (void)
{
  g_auto (MockDevice) device = mock_device_open (1);
  g_auto (Product) product = product_new (&device);
  RensaLtHeuristic found;

  g_assert_cmpint (find_algorithm (&product, &found), ==, 1);
  mock_api.cublasLtMatrixLayoutDestroy (product.b);
  product.b = layout_new (RENSA_CUDA_R_32F, 4, 5);
  g_assert_cmpint (multiply (&device, &product, &found.algorithm), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cublasLtMatmul: the extents do not fit together");
  mock_api.cublasLtMatrixLayoutDestroy (product.c);
  product.c = layout_new (RENSA_CUDA_R_32F, 3, 5);
  g_assert_cmpint (multiply (&device, &product, &found.algorithm), !=, RENSA_CUDA_SUCCESS);
  mock_assert_told ("cublasLtMatmul: the algorithm is that of another product");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  mock_fixture_init ();
  g_test_add_func ("/gpu/mock-lt/bias", test_bias);
  g_test_add_func ("/gpu/mock-lt/memory", test_memory);
  g_test_add_func ("/gpu/mock-lt/descriptors", test_descriptors);
  g_test_add_func ("/gpu/mock-lt/half", test_half);
  g_test_add_func ("/gpu/mock-lt/other-form", test_other_form);
  return g_test_run ();
}
