/* test-mock-dnn.c: mistakes in what cuDNN is told, each of which the stand-in tells.
 * SPDX-License-Identifier: MIT */

#include "rensa-mock.h"

#include <string.h>

static RensaCudaApi api;
static GString *mistakes;

static void
note (const char *text)
{
  g_string_append_printf (mistakes, "%s\n", text);
}

#define assert_success(call) g_assert_cmpint (call, ==, RENSA_CUDA_SUCCESS)
#define set_attribute api.cudnnBackendSetAttribute

/* What a caller may do wrong; all else is right. */
typedef enum
{
  NOTHING,
  STRIDES_ARE_SHORT,
  TENSOR_IS_OPEN,
  CHANNELS_DIFFER,
  Y_IS_LARGE,
  STRIDE_IS_ZERO,
  KIND_IS_WRONG,
  ENGINE_IS_RANDOM,
  ENGINE_IS_ROUGH,
  TYPES_DIFFER,
  Y_IS_ON_HOST,
  Y_IS_SMALL,
  W_IS_MISSING,
  WORKSPACE_IS_SMALL,
  PACK_IS_OPEN,
  GRAPH_IS_GONE,
} Mistake;

/* A convolution of one channel of 4 × 4 ones by 3 × 3 ones, with a bias of -4 and what is negative cut off. */
typedef struct
{
  Mistake mistake;
  RensaCudaStream stream;
  RensaCudnn handle;
  RensaCudnnDescriptor graph;
  RensaCudaPointer x, W, y, bias, workspace;
} Case;

static RensaCudnnDescriptor
make (int kind)
{
  RensaCudnnDescriptor descriptor;

  assert_success (api.cudnnBackendCreateDescriptor (kind, &descriptor));
  return descriptor;
}

static void
set_descriptor (RensaCudnnDescriptor descriptor, int attribute, RensaCudnnDescriptor value)
{
  set_attribute (descriptor, attribute, RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &value);
}

static void
set_choice (RensaCudnnDescriptor descriptor, int attribute, int type, int value)
{
  set_attribute (descriptor, attribute, type, 1, &value);
}

enum
{
  X = 1,
  W,
  Y,
  BIAS,
  PRODUCT,
  SUM,
};

static RensaCudnnDescriptor
make_tensor (const Case *test, gint64 number, gint64 channels, gint64 extent)
{
  const gint64 dims[] = { 1, channels, extent, extent };
  const gint64 strides[] = { channels * extent * extent, extent * extent, extent, 1 };
  RensaCudnnDescriptor tensor = make (RENSA_CUDNN_TENSOR);

  set_choice (tensor, RENSA_CUDNN_ATTR_TENSOR_DATA_TYPE, RENSA_CUDNN_TYPE_DATA_TYPE,
              test->mistake == TYPES_DIFFER && number == X ? RENSA_CUDNN_DATA_HALF : RENSA_CUDNN_DATA_FLOAT);
  set_attribute (tensor, RENSA_CUDNN_ATTR_TENSOR_DIMENSIONS, RENSA_CUDNN_TYPE_INT64, 4, dims);
  set_attribute (tensor, RENSA_CUDNN_ATTR_TENSOR_STRIDES, RENSA_CUDNN_TYPE_INT64,
                 test->mistake == STRIDES_ARE_SHORT ? 3 : 4, strides);
  set_attribute (tensor, RENSA_CUDNN_ATTR_TENSOR_UNIQUE_ID, RENSA_CUDNN_TYPE_INT64, 1, &number);
  set_attribute (tensor, RENSA_CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, RENSA_CUDNN_TYPE_INT64, 1, &(gint64){ 16 });
  if (number >= PRODUCT)
    set_attribute (tensor, RENSA_CUDNN_ATTR_TENSOR_IS_VIRTUAL, RENSA_CUDNN_TYPE_BOOLEAN, 1, &(guint8){ TRUE });
  if (test->mistake != TENSOR_IS_OPEN)
    api.cudnnBackendFinalize (tensor);
  return tensor;
}

static RensaCudnnDescriptor
make_window (const Case *test)
{
  const gint64 step = test->mistake == STRIDE_IS_ZERO ? 0 : 1;
  RensaCudnnDescriptor window = make (RENSA_CUDNN_CONVOLUTION);

  set_choice (window, RENSA_CUDNN_ATTR_CONVOLUTION_COMP_TYPE, RENSA_CUDNN_TYPE_DATA_TYPE, RENSA_CUDNN_DATA_FLOAT);
  set_choice (window, RENSA_CUDNN_ATTR_CONVOLUTION_CONV_MODE, RENSA_CUDNN_TYPE_CONVOLUTION_MODE,
              RENSA_CUDNN_CROSS_CORRELATION);
  set_attribute (window, RENSA_CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, RENSA_CUDNN_TYPE_INT64, 1, &(gint64){ 2 });
  set_attribute (window, RENSA_CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, RENSA_CUDNN_TYPE_INT64, 2,
                 (gint64[]){ step, step });
  set_attribute (window, RENSA_CUDNN_ATTR_CONVOLUTION_DILATIONS, RENSA_CUDNN_TYPE_INT64, 2, (gint64[]){ 1, 1 });
  set_attribute (window, RENSA_CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, RENSA_CUDNN_TYPE_INT64, 2, (gint64[]){ 1, 0 });
  set_attribute (window, RENSA_CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, RENSA_CUDNN_TYPE_INT64, 2, (gint64[]){ 0, 1 });
  api.cudnnBackendFinalize (window);
  return window;
}

static RensaCudnnDescriptor
make_convolution (const Case *test, RensaCudnnDescriptor product)
{
  RensaCudnnDescriptor operation = make (RENSA_CUDNN_OPERATION_CONVOLUTION_FORWARD);
  RensaCudnnDescriptor window = make_window (test);

  set_attribute (operation, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA, RENSA_CUDNN_TYPE_FLOAT, 1,
                 &(float){ 1 });
  set_attribute (operation, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA, RENSA_CUDNN_TYPE_FLOAT, 1,
                 &(float){ 0 });
  set_descriptor (operation, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
                  test->mistake == KIND_IS_WRONG ? product : window);
  set_descriptor (operation, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X, make_tensor (test, X, 1, 4));
  set_descriptor (operation, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
                  make_tensor (test, W, test->mistake == CHANNELS_DIFFER ? 2 : 1, 3));
  set_descriptor (operation, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y, product);
  api.cudnnBackendFinalize (operation);
  return operation;
}

static RensaCudnnDescriptor
make_step (int mode_number, RensaCudnnDescriptor x, RensaCudnnDescriptor b, RensaCudnnDescriptor y)
{
  RensaCudnnDescriptor operation = make (RENSA_CUDNN_OPERATION_POINTWISE);
  RensaCudnnDescriptor mode = make (RENSA_CUDNN_POINTWISE);

  set_choice (mode, RENSA_CUDNN_ATTR_POINTWISE_MODE, RENSA_CUDNN_TYPE_POINTWISE_MODE, mode_number);
  set_choice (mode, RENSA_CUDNN_ATTR_POINTWISE_MATH_PREC, RENSA_CUDNN_TYPE_DATA_TYPE, RENSA_CUDNN_DATA_FLOAT);
  api.cudnnBackendFinalize (mode);
  set_descriptor (operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, mode);
  set_descriptor (operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_XDESC, x);
  if (b != NULL)
    set_descriptor (operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_BDESC, b);
  set_descriptor (operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_YDESC, y);
  api.cudnnBackendFinalize (operation);
  return operation;
}

static void
make_graph (Case *test)
{
  const gint64 extent = test->mistake == Y_IS_LARGE ? 4 : 3;
  RensaCudnnDescriptor product = make_tensor (test, PRODUCT, 1, extent);
  RensaCudnnDescriptor sum = make_tensor (test, SUM, 1, extent);
  RensaCudnnDescriptor y = make_tensor (test, Y, 1, extent);
  RensaCudnnDescriptor steps[] = {
    make_convolution (test, product),
    make_step (RENSA_CUDNN_POINTWISE_ADD, product, make_tensor (test, BIAS, 1, 1), sum),
    make_step (RENSA_CUDNN_POINTWISE_RELU_FWD, sum, NULL, y),
  };

  test->graph = make (RENSA_CUDNN_OPERATIONGRAPH);
  set_attribute (test->graph, RENSA_CUDNN_ATTR_OPERATIONGRAPH_HANDLE, RENSA_CUDNN_TYPE_HANDLE, 1, &test->handle);
  set_attribute (test->graph, RENSA_CUDNN_ATTR_OPERATIONGRAPH_OPS, RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR,
                 G_N_ELEMENTS (steps), steps);
  api.cudnnBackendFinalize (test->graph);
}

#define N_ENGINES 4

/* By the last engine that is proposed, or one of the first where that is the mistake. */
static RensaCudnnDescriptor
make_plan (const Case *test)
{
  RensaCudnnDescriptor heuristics = make (RENSA_CUDNN_ENGINEHEUR);
  RensaCudnnDescriptor plan = make (RENSA_CUDNN_EXECUTION_PLAN);
  RensaCudnnDescriptor configs[N_ENGINES];
  gint64 n;

  for (int i = 0; i < N_ENGINES; i++)
    configs[i] = make (RENSA_CUDNN_ENGINECFG);
  set_descriptor (heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, test->graph);
  set_choice (heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_MODE, RENSA_CUDNN_TYPE_HEUR_MODE, RENSA_CUDNN_HEUR_MODE_A);
  api.cudnnBackendFinalize (heuristics);
  api.cudnnBackendGetAttribute (heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_RESULTS, RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR,
                                N_ENGINES, &n, configs);
  set_attribute (plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_HANDLE, RENSA_CUDNN_TYPE_HANDLE, 1, &test->handle);
  set_descriptor (plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG,
                  configs[test->mistake == ENGINE_IS_RANDOM  ? 0
                          : test->mistake == ENGINE_IS_ROUGH ? 1
                                                             : N_ENGINES - 1]);
  api.cudnnBackendFinalize (plan);
  return plan;
}

static RensaCudnnDescriptor
make_arguments (const Case *test, gint64 workspace)
{
  static float on_host[16];
  const gint64 numbers[] = { X, Y, BIAS, W };
  const gint64 n = test->mistake == W_IS_MISSING ? 3 : 4;
  const guint64 y = test->mistake == Y_IS_ON_HOST ? (guint64) (guintptr) on_host
                    : test->mistake == Y_IS_SMALL ? test->bias
                                                  : test->y;
  const guint64 memory[] = { test->x, y, test->bias, test->W };
  const guint64 room = test->mistake == WORKSPACE_IS_SMALL ? test->bias : test->workspace;
  RensaCudnnDescriptor arguments = make (RENSA_CUDNN_VARIANT_PACK);

  g_assert_cmpint (workspace, <=, 4096);
  set_attribute (arguments, RENSA_CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, RENSA_CUDNN_TYPE_INT64, n, numbers);
  set_attribute (arguments, RENSA_CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, RENSA_CUDNN_TYPE_VOID_PTR, n, memory);
  set_attribute (arguments, RENSA_CUDNN_ATTR_VARIANT_PACK_WORKSPACE, RENSA_CUDNN_TYPE_VOID_PTR, 1, &room);
  if (test->mistake != PACK_IS_OPEN)
    api.cudnnBackendFinalize (arguments);
  return arguments;
}

static RensaCudaPointer
upload (const Case *test, float value, guint n)
{
  guint32 bits;
  RensaCudaPointer memory;

  memcpy (&bits, &value, sizeof bits);
  assert_success (api.cuMemAlloc_v2 (&memory, n * sizeof value));
  assert_success (api.cuMemsetD32Async (memory, bits, n, test->stream));
  return memory;
}

/* TRUE, with y, where all calls went well. */
static gboolean
run (Mistake mistake, float y[9])
{
  Case test = { .mistake = mistake };
  RensaCudaContext context;
  gint64 workspace = 0;
  gint64 n;

  assert_success (api.cuDevicePrimaryCtxRetain (&context, 0));
  assert_success (api.cuCtxSetCurrent (context));
  assert_success (api.cuStreamCreate (&test.stream, RENSA_CUDA_STREAM_NON_BLOCKING));
  assert_success (api.cudnnCreate (&test.handle));
  assert_success (api.cudnnSetStream (test.handle, test.stream));
  test.x = upload (&test, 1, 16);
  test.W = upload (&test, 1, 9);
  test.y = upload (&test, 0, 9);
  test.bias = upload (&test, -4, 1);
  test.workspace = upload (&test, 0, 1024);
  make_graph (&test);

  RensaCudnnDescriptor plan = make_plan (&test);
  api.cudnnBackendGetAttribute (plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, RENSA_CUDNN_TYPE_INT64, 1, &n,
                                &workspace);
  RensaCudnnDescriptor arguments = make_arguments (&test, workspace);
  if (mistake == GRAPH_IS_GONE)
    api.cudnnBackendDestroyDescriptor (test.graph);
  if (api.cudnnBackendExecute (test.handle, plan, arguments) != RENSA_CUDA_SUCCESS)
    return FALSE;

  assert_success (api.cuMemcpyDtoHAsync_v2 (y, test.y, 9 * sizeof *y, test.stream));
  assert_success (api.cuStreamSynchronize (test.stream));
  return mistakes->len == 0;
}

/* Rows and columns of x that each window has: 2, 3, 3 and 3, 3, 2. */
static void
test_result (void)
{
  static const float expected[] = { 2, 2, 0, 5, 5, 2, 5, 5, 2 };
  float y[9];

  g_string_truncate (mistakes, 0);
  g_assert_true (run (NOTHING, y));
  for (int i = 0; i < 9; i++)
    g_assert_cmpfloat (y[i], ==, expected[i]);
}

static const struct
{
  const char *path;
  Mistake mistake;
  const char *told;
} planted[] = {
  { "/gpu/mock-dnn/strides-are-short", STRIDES_ARE_SHORT, "does not take so many values" },
  { "/gpu/mock-dnn/tensor-is-open", TENSOR_IS_OPEN, "one that is not finalized" },
  { "/gpu/mock-dnn/channels-differ", CHANNELS_DIFFER, "do not fit together" },
  { "/gpu/mock-dnn/y-is-large", Y_IS_LARGE, "do not fit together" },
  { "/gpu/mock-dnn/stride-is-zero", STRIDE_IS_ZERO,
    "attribute 103 of a convolution does not have a number of at least 1" },
  { "/gpu/mock-dnn/kind-is-wrong", KIND_IS_WRONG, "a descriptor of another kind" },
  { "/gpu/mock-dnn/engine-is-random", ENGINE_IS_RANDOM, "not the same each time" },
  { "/gpu/mock-dnn/engine-is-rough", ENGINE_IS_ROUGH, "is not exact" },
  { "/gpu/mock-dnn/types-differ", TYPES_DIFFER, "do not fit together" },
  { "/gpu/mock-dnn/y-is-on-host", Y_IS_ON_HOST, "an address of the host's memory" },
  { "/gpu/mock-dnn/y-is-small", Y_IS_SMALL, "not all are in use" },
  { "/gpu/mock-dnn/w-is-missing", W_IS_MISSING, "a tensor has no address" },
  { "/gpu/mock-dnn/workspace-is-small", WORKSPACE_IS_SMALL, "not all are in use" },
  { "/gpu/mock-dnn/pack-is-open", PACK_IS_OPEN, "arguments are not finalized" },
  { "/gpu/mock-dnn/graph-is-gone", GRAPH_IS_GONE, "was destroyed" },
};

static void
test_mistake (gconstpointer data)
{
  const __typeof__ (planted[0]) *row = data;
  float y[9];

  g_string_truncate (mistakes, 0);
  g_assert_false (run (row->mistake, y));
  if (strstr (mistakes->str, row->told) == NULL)
    g_error ("the stand-in said: %s", mistakes->str);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_mock_fill (&api);
  rensa_mock_set_report (note);
  mistakes = g_string_new (NULL);
  g_test_add_func ("/gpu/mock-dnn/result", test_result);
  for (guint i = 0; i < G_N_ELEMENTS (planted); i++)
    g_test_add_data_func (planted[i].path, &planted[i], test_mistake);
  return g_test_run ();
}
