/* test-mock-attention.c: mistakes in what cuDNN is told of attention, each of which the stand-in tells.
 * SPDX-License-Identifier: MIT */

#include "cuda-dnn-attention.h"
#include "mock-fixture.h"
#include "rensa-meta-device.h"

#include <math.h>
#include <string.h>

/* What a caller may do wrong; all else is right. */
typedef enum
{
  NOTHING,
  STATISTICS_ARE_SHORT,
  STATISTICS_HAVE_GAPS,
  SCALE_IS_MISSING,
  SCALE_IS_ON_DEVICE,
  SCALE_IS_NO_NUMBER,
  SCALE_IS_OF_ROWS,
  SCORES_ARE_REAL,
  WEIGHTS_ARE_WIDE,
  NUMBERS_ARE_ALIKE,
  KEYS_ARE_NOT_TURNED,
  ROWS_HAVE_GAPS,
  MASK_IS_OF_NUMBERS,
  AXIS_IS_MISSING,
  SUMS_ARE_ROUGH,
  VALUES_ARE_ON_HOST,
  Y_IS_SMALL,
  ALONG_IS_MISSING,
  WORKSPACE_IS_SMALL,
} Mistake;

/* One matrix of 8 queries, keys and values of 8 numbers each. */
#define EXTENT 8
#define N (EXTENT * EXTENT)

static Mistake mistake;

/* What a tensor was told so far; its number comes last, so nothing goes on before it is finalized. */
typedef struct
{
  int attribute, type;
  gint64 n;
  gint64 values[4];
} Said;

static RensaCudnnDescriptor pending;
static Said said[8];
static guint n_said;

static gsize
get_size (int type)
{
  return type == RENSA_CUDNN_TYPE_INT64 ? sizeof (gint64) : type == RENSA_CUDNN_TYPE_BOOLEAN ? 1 : sizeof (int);
}

static gboolean
is_tensor_attribute (int attribute)
{
  return attribute >= RENSA_CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT && attribute <= RENSA_CUDNN_ATTR_TENSOR_IS_BY_VALUE;
}

static RensaCudaStatus
set_attribute (RensaCudnnDescriptor descriptor, int attribute, int type, gint64 n, const void *values)
{
  static const int rough = RENSA_CUDNN_DATA_HALF;
  Said one = { attribute, type, n, { 0 } };

  if (attribute == RENSA_CUDNN_ATTR_MATMUL_COMP_TYPE && mistake == SUMS_ARE_ROUGH)
    values = &rough;
  if (attribute == RENSA_CUDNN_ATTR_POINTWISE_AXIS && mistake == AXIS_IS_MISSING)
    return RENSA_CUDA_SUCCESS;
  if (!is_tensor_attribute (attribute))
    return mock_api.cudnnBackendSetAttribute (descriptor, attribute, type, n, values);

  if (pending != descriptor)
    n_said = 0;
  pending = descriptor;
  memcpy (one.values, values, (gsize) n * get_size (type));
  said[n_said++] = one;
  return RENSA_CUDA_SUCCESS;
}

static Said *
find (int attribute)
{
  for (guint i = 0; i < n_said; i++)
    if (said[i].attribute == attribute)
      return &said[i];
  return NULL;
}

static void
forget (int attribute)
{
  Said *one = find (attribute);

  *one = said[--n_said];
}

static void
spoil_totals (void)
{
  if (mistake == STATISTICS_ARE_SHORT)
    find (RENSA_CUDNN_ATTR_TENSOR_DIMENSIONS)->values[2] /= 2;
  if (mistake == STATISTICS_HAVE_GAPS)
    find (RENSA_CUDNN_ATTR_TENSOR_STRIDES)->values[2] *= 2;
}

static void
spoil_scale (void)
{
  if (mistake == SCALE_IS_NO_NUMBER)
    forget (RENSA_CUDNN_ATTR_TENSOR_IS_BY_VALUE);
  if (mistake == SCALE_IS_OF_ROWS)
    find (RENSA_CUDNN_ATTR_TENSOR_DIMENSIONS)->values[2] = EXTENT;
}

static void
spoil_keys (void)
{
  if (mistake == NUMBERS_ARE_ALIKE)
    find (RENSA_CUDNN_ATTR_TENSOR_UNIQUE_ID)->values[0] = RENSA_ATTENTION_Q;
  if (mistake == KEYS_ARE_NOT_TURNED)
    find (RENSA_CUDNN_ATTR_TENSOR_DIMENSIONS)->values[2] *= 2;
  if (mistake == ROWS_HAVE_GAPS)
    {
      find (RENSA_CUDNN_ATTR_TENSOR_STRIDES)->values[2] *= 2;
      find (RENSA_CUDNN_ATTR_TENSOR_STRIDES)->values[3] *= 2;
    }
}

/* Of what is not in memory. */
static void
spoil_virtual (void)
{
  Said *type = find (RENSA_CUDNN_ATTR_TENSOR_DATA_TYPE);

  if (mistake == SCORES_ARE_REAL && type->values[0] == RENSA_CUDNN_DATA_FLOAT)
    forget (RENSA_CUDNN_ATTR_TENSOR_IS_VIRTUAL);
  if (mistake == WEIGHTS_ARE_WIDE && type->values[0] == RENSA_CUDNN_DATA_HALF)
    find (RENSA_CUDNN_ATTR_TENSOR_DIMENSIONS)->values[3] *= 2;
  if (mistake == MASK_IS_OF_NUMBERS && type->values[0] == RENSA_CUDNN_DATA_BOOLEAN)
    type->values[0] = RENSA_CUDNN_DATA_FLOAT;
}

static RensaCudaStatus
finalize (RensaCudnnDescriptor descriptor)
{
  if (descriptor == pending)
    {
      const gint64 number = find (RENSA_CUDNN_ATTR_TENSOR_UNIQUE_ID)->values[0];

      if (number == RENSA_ATTENTION_TOTALS)
        spoil_totals ();
      else if (number == RENSA_ATTENTION_SCALE)
        spoil_scale ();
      else if (number == RENSA_ATTENTION_K)
        spoil_keys ();
      else if (number > RENSA_ATTENTION_END)
        spoil_virtual ();
      for (guint i = 0; i < n_said; i++)
        mock_api.cudnnBackendSetAttribute (descriptor, said[i].attribute, said[i].type, said[i].n, said[i].values);
      pending = NULL;
    }
  return mock_api.cudnnBackendFinalize (descriptor);
}

static RensaDnnPlan *
make_plan (RensaCudnn handle, gboolean is_backward)
{
  static RensaCudaApi api; /* which plans keep */
  RensaArray *arrays[RENSA_ATTENTION_N_ARRAYS] = { NULL };
  g_autofree char *why_not = NULL;
  RensaDnnAttention attention;
  g_autoptr (RensaArray) array =
      rensa_array_new_on (&rensa_meta_device, RENSA_FLOAT16, &RENSA_SHAPE (1, 1, EXTENT, EXTENT), NULL);

  for (int i = RENSA_ATTENTION_Q; i <= (is_backward ? RENSA_ATTENTION_GV : RENSA_ATTENTION_Y); i++)
    arrays[i] = array;
  api = mock_api;
  api.cudnnBackendSetAttribute = set_attribute;
  api.cudnnBackendFinalize = finalize;
  pending = NULL;
  rensa_dnn_attention_init (&attention, TRUE, is_backward, arrays);
  return rensa_dnn_attention_plan_new (&api, handle, NULL, &attention, &why_not);
}

/* Numbers that lie on the device, of which the first @n hold @value. */
static RensaCudaPointer
upload (const MockDevice *device, double value, gsize n_bytes)
{
  const guint16 half = rensa_float_to_half ((float) value);
  const guint32 bits = half | (guint32) half << 16;
  RensaCudaPointer memory;

  assert_success (mock_api.cuMemAlloc_v2 (&memory, n_bytes));
  assert_success (mock_api.cuMemsetD32Async (memory, bits, n_bytes / sizeof bits, device->stream));
  return memory;
}

/* The arguments of one pass, of which the arrays come first. */
typedef struct
{
  float numbers[RENSA_ATTENTION_END];
  gint64 names[RENSA_ATTENTION_END];
  guint64 memory[RENSA_ATTENTION_END];
  gint64 n;
} Arguments;

static void
arguments_add (Arguments *self, RensaAttentionTensor number, guint64 memory)
{
  self->names[self->n] = number;
  self->memory[self->n++] = memory;
}

static void
arguments_add_number (Arguments *self, RensaAttentionTensor number, float value)
{
  self->numbers[number] = value;
  arguments_add (self, number, (guint64) (guintptr) &self->numbers[number]);
}

/* All of them, but for the mistake. */
static void
arguments_init (Arguments *self, const MockDevice *device, gboolean is_backward)
{
  static float on_host[N];
  const RensaCudaPointer small = upload (device, 0, 4 * sizeof (float));

  for (int i = RENSA_ATTENTION_Q; i <= (is_backward ? RENSA_ATTENTION_GV : RENSA_ATTENTION_Y); i++)
    arguments_add (self, (RensaAttentionTensor) i,
                   mistake == VALUES_ARE_ON_HOST && i == RENSA_ATTENTION_V ? (guint64) (guintptr) on_host
                   : mistake == Y_IS_SMALL && i == RENSA_ATTENTION_Y       ? small
                                                                           : upload (device, 0.5, 2 * N));
  arguments_add (self, RENSA_ATTENTION_TOTALS, upload (device, 0, EXTENT * sizeof (float)));
  if (mistake == SCALE_IS_ON_DEVICE)
    arguments_add (self, RENSA_ATTENTION_SCALE, small);
  else if (mistake != SCALE_IS_MISSING)
    arguments_add_number (self, RENSA_ATTENTION_SCALE, 0.25);
  arguments_add_number (self, RENSA_ATTENTION_HIDDEN, -INFINITY);
  if (is_backward)
    arguments_add_number (self, RENSA_ATTENTION_ONE, 1);
  if (is_backward && mistake != ALONG_IS_MISSING)
    arguments_add (self, RENSA_ATTENTION_ALONG, upload (device, 0, EXTENT * sizeof (float)));
}

static gboolean
execute (const MockDevice *device, RensaCudnn handle, const RensaDnnPlan *plan, const Arguments *arguments)
{
  const RensaCudaPointer workspace = upload (device, 0, mistake == WORKSPACE_IS_SMALL ? 16 : (gsize) plan->workspace);
  RensaCudnnDescriptor pack;
  RensaCudaStatus status;

  assert_success (mock_api.cudnnBackendCreateDescriptor (RENSA_CUDNN_VARIANT_PACK, &pack));
  mock_api.cudnnBackendSetAttribute (pack, RENSA_CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, RENSA_CUDNN_TYPE_INT64,
                                     arguments->n, arguments->names);
  mock_api.cudnnBackendSetAttribute (pack, RENSA_CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, RENSA_CUDNN_TYPE_VOID_PTR,
                                     arguments->n, arguments->memory);
  mock_api.cudnnBackendSetAttribute (pack, RENSA_CUDNN_ATTR_VARIANT_PACK_WORKSPACE, RENSA_CUDNN_TYPE_VOID_PTR, 1,
                                     &workspace);
  mock_api.cudnnBackendFinalize (pack);
  status = mock_api.cudnnBackendExecute (handle, plan->plan, pack);
  mock_api.cudnnBackendDestroyDescriptor (pack);
  return status == RENSA_CUDA_SUCCESS && mock_api.cuStreamSynchronize (device->stream) == RENSA_CUDA_SUCCESS;
}

/* One pass; FALSE where a call was refused, else y or the gradient of q. */
static gboolean
run (const MockDevice *device, gboolean is_backward, float y[N])
{
  const int number = is_backward ? RENSA_ATTENTION_GQ : RENSA_ATTENTION_Y;
  Arguments arguments = { .n = 0 };
  guint16 halves[N];
  RensaCudnn handle;

  assert_success (mock_api.cudnnCreate (&handle));
  assert_success (mock_api.cudnnSetStream (handle, device->stream));
  g_autoptr (RensaDnnPlan) plan = make_plan (handle, is_backward);
  if (plan != NULL)
    arguments_init (&arguments, device, is_backward);
  const gboolean is_done = plan != NULL && execute (device, handle, plan, &arguments);
  mock_api.cudnnDestroy (handle);
  if (!is_done)
    return FALSE;

  assert_success (mock_api.cuMemcpyDtoHAsync_v2 (halves, arguments.memory[number - RENSA_ATTENTION_Q], sizeof halves,
                                                 device->stream));
  assert_success (mock_api.cuStreamSynchronize (device->stream));
  for (int i = 0; i < N; i++)
    y[i] = rensa_half_to_float (halves[i]);
  return TRUE;
}

/* Where all values are alike so is what comes of them, and it does not depend on the queries. */
static void
test_result (void)
{
  MockDevice device = mock_device_open (1);
  float y[N];
  float gq[N];

  mistake = NOTHING;
  g_assert_true (run (&device, FALSE, y));
  g_assert_true (run (&device, TRUE, gq));
  for (int i = 0; i < N; i++)
    {
      g_assert_cmpfloat (y[i], ==, 0.5);
      g_assert_cmpfloat (gq[i], ==, 0);
    }
  g_assert_cmpstr (mock_mistakes->str, ==, "");
  mock_device_close (&device);
}

static const struct
{
  const char *path;
  Mistake mistake;
  gboolean is_backward;
  const char *told;
} planted[] = {
  { "statistics-are-short", STATISTICS_ARE_SHORT, FALSE, "do not fit together" },
  { "statistics-are-short-backwards", STATISTICS_ARE_SHORT, TRUE, "do not fit together" },
  { "statistics-have-gaps", STATISTICS_HAVE_GAPS, FALSE, "statistics are not one number for each row" },
  { "scale-is-missing", SCALE_IS_MISSING, FALSE, "a tensor has no address" },
  { "scale-is-missing-backwards", SCALE_IS_MISSING, TRUE, "a tensor has no address" },
  { "scale-is-on-device", SCALE_IS_ON_DEVICE, FALSE, "a number of the host was given device memory" },
  { "scale-is-no-number", SCALE_IS_NO_NUMBER, FALSE, "an address of the host's memory" },
  { "scale-is-of-rows", SCALE_IS_OF_ROWS, FALSE, "a number of the host is not one of float32" },
  { "scores-are-real", SCORES_ARE_REAL, FALSE, "statistics are not one number for each row" },
  { "weights-are-wide", WEIGHTS_ARE_WIDE, FALSE, "do not fit together" },
  { "numbers-are-alike", NUMBERS_ARE_ALIKE, FALSE, "two tensors have one number" },
  { "keys-are-not-turned", KEYS_ARE_NOT_TURNED, FALSE, "do not fit together" },
  { "rows-have-gaps", ROWS_HAVE_GAPS, FALSE, "rows of an array have gaps" },
  { "mask-is-of-numbers", MASK_IS_OF_NUMBERS, FALSE, "do not fit together" },
  { "axis-is-missing", AXIS_IS_MISSING, FALSE, "do not fit together" },
  { "sums-are-rough", SUMS_ARE_ROUGH, FALSE, "do not fit together" },
  { "values-are-on-host", VALUES_ARE_ON_HOST, FALSE, "an address of the host's memory" },
  { "y-is-small", Y_IS_SMALL, FALSE, "not all are in use" },
  { "along-is-missing", ALONG_IS_MISSING, TRUE, "a tensor has no address" },
  { "workspace-is-small", WORKSPACE_IS_SMALL, TRUE, "not all are in use" },
};

static void
test_mistake (gconstpointer data)
{
  const __typeof__ (planted[0]) *row = data;
  MockDevice device = mock_device_open (1);
  float y[N];

  mistake = row->mistake;
  g_assert_false (run (&device, row->is_backward, y));
  mock_assert_told (row->told);
  mock_device_close (&device);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  mock_fixture_init ();
  g_test_add_func ("/gpu/mock-attention/result", test_result);
  for (guint i = 0; i < G_N_ELEMENTS (planted); i++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/mock-attention/%s", planted[i].path);

      g_test_add_data_func (path, &planted[i], test_mistake);
    }
  return g_test_run ();
}
