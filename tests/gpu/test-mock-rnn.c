/* test-mock-rnn.c: mistakes with recurrent networks of cuDNN, each of which the stand-in tells.
 * SPDX-License-Identifier: MIT */

#include "mock-fixture.h"

#include <math.h>
#include <string.h>

/* What a caller may do wrong; all else is right. */
typedef enum
{
  NOTHING,
  LENGTHS_RISE,
  LENGTH_IS_ZERO,
  NOBODY_IS_SO_LONG,
  COLUMNS_DIFFER,
  GATES_ARE_EXCHANGED,
  LENGTHS_ARE_ON_DEVICE,
  WEIGHTS_ARE_SMALL,
  WEIGHTS_ARE_MISSING,
  WORK_IS_SMALL,
  RESERVE_IS_SMALL,
  RESERVE_IS_SHORT,
  RESERVE_IS_EMPTY,
  RESERVE_IS_OF_OTHERS,
  RESERVE_IS_USED,
  DATA_COMES_LAST,
  WEIGHTS_ARE_SET,
  STATE_IS_ON_HOST,
} Mistake;

#define N_IN 2
#define N_UNITS 2
#define N_ROWS 3
#define N_WEIGHTS 8
/* More bytes than anything here needs. */
#define MANY 8192

/* An LSTM of two sequences, of two steps and of one. */
typedef struct
{
  Mistake mistake;
  const MockDevice *device;
  RensaCudnn handle;
  RensaCudnnRnn rnn;
  RensaCudnnRnnData x_data;
  RensaCudnnRnnData y_data;
  RensaCudnnTensor states;
  gsize n_weights, n_work, n_reserve;
  gpointer x, y, gx, gy, states_before, states_after, gstates_before, gstates_after, weights, gweights, work, reserve;
} Case;

static RensaCudnnRnn
rnn_new (int kind)
{
  RensaCudnnRnn rnn;

  assert_success (mock_api.cudnnCreateRNNDescriptor (&rnn));
  assert_success (mock_api.cudnnSetRNNDescriptor_v8 (
      rnn, RENSA_CUDNN_RNN_ALGO_STANDARD, kind, RENSA_CUDNN_RNN_DOUBLE_BIAS, RENSA_CUDNN_UNIDIRECTIONAL,
      RENSA_CUDNN_LINEAR_INPUT, RENSA_CUDNN_DATA_FLOAT, RENSA_CUDNN_DATA_FLOAT, RENSA_CUDNN_FMA_MATH, N_IN, N_UNITS,
      N_UNITS, 1, NULL, RENSA_CUDNN_RNN_PADDED_IO_DISABLED));
  return rnn;
}

static gboolean
describe_rows (const Case *self, int n_columns, RensaCudnnRnnData *data)
{
  const int lengths[] = { self->mistake == LENGTHS_RISE ? 1 : 2, self->mistake == LENGTH_IS_ZERO ? 0
                                                                 : self->mistake == LENGTHS_RISE ? 2
                                                                                                 : 1 };

  assert_success (mock_api.cudnnCreateRNNDataDescriptor (data));
  return mock_api.cudnnSetRNNDataDescriptor (*data, RENSA_CUDNN_DATA_FLOAT,
                                             RENSA_CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED,
                                             self->mistake == NOBODY_IS_SO_LONG ? 3 : 2, 2, n_columns, lengths, NULL)
         == RENSA_CUDA_SUCCESS;
}

/* Memory of floats that are all @value. */
static gpointer
upload (const Case *self, float value)
{
  RensaCudaPointer memory;
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  assert_success (mock_api.cuMemAlloc_v2 (&memory, MANY));
  assert_success (mock_api.cuMemsetD32Async (memory, bits, MANY / sizeof bits, self->device->stream));
  return (gpointer) (guintptr) memory;
}

static void
fill (const Case *self, gpointer memory, float value, guint n)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  assert_success (mock_api.cuMemsetD32Async ((RensaCudaPointer) (guintptr) memory, bits, n, self->device->stream));
}

/* Weight i holds (i + 1) / 10, and its bias (i + 1) / 20. */
static void
fill_weights (const Case *self)
{
  RensaCudnnTensor tensor;

  assert_success (mock_api.cudnnCreateTensorDescriptor (&tensor));
  for (int i = 0; i < N_WEIGHTS; i++)
    {
      const int number = self->mistake == GATES_ARE_EXCHANGED && i < 2 ? 3 - i : i;
      gpointer matrix, bias;

      assert_success (mock_api.cudnnGetRNNWeightParams (self->handle, self->rnn, 0, self->n_weights, self->weights,
                                                        number, tensor, &matrix, tensor, &bias));
      fill (self, matrix, (float) (i + 1) / 10, N_UNITS * (i < N_WEIGHTS / 2 ? N_IN : N_UNITS));
      fill (self, bias, (float) (i + 1) / 20, N_UNITS);
    }
  mock_api.cudnnDestroyTensorDescriptor (tensor);
}

static gboolean
case_init (Case *self)
{
  const int dims[] = { 1, 2, N_UNITS };
  const int strides[] = { 2 * N_UNITS, N_UNITS, 1 };
  gpointer *const memory[] = { &self->x,
                               &self->y,
                               &self->gx,
                               &self->gy,
                               &self->states_before,
                               &self->states_after,
                               &self->gstates_before,
                               &self->gstates_after,
                               &self->weights,
                               &self->gweights,
                               &self->work,
                               &self->reserve };

  assert_success (mock_api.cudnnCreate (&self->handle));
  assert_success (mock_api.cudnnSetStream (self->handle, self->device->stream));
  self->rnn = rnn_new (RENSA_CUDNN_LSTM);
  for (guint i = 0; i < G_N_ELEMENTS (memory); i++)
    *memory[i] = upload (self, 0.5);
  assert_success (mock_api.cudnnCreateTensorDescriptor (&self->states));
  assert_success (mock_api.cudnnSetTensorNdDescriptor (self->states, RENSA_CUDNN_DATA_FLOAT, 3, dims, strides));
  assert_success (mock_api.cudnnGetRNNWeightSpaceSize (self->handle, self->rnn, &self->n_weights));
  if (!describe_rows (self, N_IN, &self->x_data)
      || !describe_rows (self, self->mistake == COLUMNS_DIFFER ? N_UNITS + 1 : N_UNITS, &self->y_data))
    return FALSE;
  assert_success (mock_api.cudnnGetRNNTempSpaceSizes (self->handle, self->rnn, RENSA_CUDNN_FWD_MODE_TRAINING,
                                                      self->x_data, &self->n_work, &self->n_reserve));
  fill_weights (self);
  return TRUE;
}

static void
case_clear (Case *self)
{
  mock_api.cuStreamSynchronize (self->device->stream);
  mock_api.cudnnDestroyRNNDescriptor (self->rnn);
  mock_api.cudnnDestroyTensorDescriptor (self->states);
  if (self->x_data != NULL)
    mock_api.cudnnDestroyRNNDataDescriptor (self->x_data);
  if (self->y_data != NULL)
    mock_api.cudnnDestroyRNNDataDescriptor (self->y_data);
  mock_api.cudnnDestroy (self->handle);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static gboolean
run_forward (const Case *self, RensaCudnnRnn rnn, gsize n_weights, gpointer reserve)
{
  static float on_host[4];
  static const gint32 lengths[] = { 2, 1 };
  const Mistake mistake = self->mistake;

  return mock_api.cudnnRNNForward (
             self->handle, rnn, RENSA_CUDNN_FWD_MODE_TRAINING, mistake == LENGTHS_ARE_ON_DEVICE ? lengths : NULL,
             self->x_data, self->x, self->y_data, self->y, self->states,
             mistake == STATE_IS_ON_HOST ? (gpointer) on_host : self->states_before, self->states_after, self->states,
             self->states_before, (char *) self->states_after + MANY / 2, n_weights - (mistake == WEIGHTS_ARE_SMALL),
             mistake == WEIGHTS_ARE_MISSING ? NULL : self->weights, self->n_work - (mistake == WORK_IS_SMALL),
             self->work, self->n_reserve - (mistake == RESERVE_IS_SMALL),
             mistake == RESERVE_IS_SHORT ? (char *) reserve + MANY - 64 : reserve)
         == RENSA_CUDA_SUCCESS;
}

static gboolean
run_data (const Case *self)
{
  return mock_api.cudnnRNNBackwardData_v8 (self->handle, self->rnn, NULL, self->y_data, self->y, self->gy, self->x_data,
                                           self->gx, self->states, self->states_before, self->gstates_after,
                                           self->gstates_before, self->states, self->states_before, self->gstates_after,
                                           (char *) self->gstates_before + MANY / 2, self->n_weights, self->weights,
                                           self->n_work, self->work, self->n_reserve, self->reserve)
         == RENSA_CUDA_SUCCESS;
}

static gboolean
run_weights (const Case *self)
{
  return mock_api.cudnnRNNBackwardWeights_v8 (
             self->handle, self->rnn, self->mistake == WEIGHTS_ARE_SET ? 1 : RENSA_CUDNN_WGRAD_MODE_ADD, NULL,
             self->x_data, self->x, self->states, self->states_before, self->y_data, self->y, self->n_weights,
             self->gweights, self->n_work, self->work, self->n_reserve, self->reserve)
         == RENSA_CUDA_SUCCESS;
}

/* The reserve of a network of another kind, which has the same size. */
static gboolean
run_other (const Case *self)
{
  gsize n_weights;
  RensaCudnnRnn other = rnn_new (RENSA_CUDNN_GRU);
  gboolean ok;

  assert_success (mock_api.cudnnGetRNNWeightSpaceSize (self->handle, other, &n_weights));
  ok = run_forward (self, other, n_weights, self->reserve);
  mock_api.cudnnDestroyRNNDescriptor (other);
  return ok;
}

static gboolean
run_passes (const Case *self)
{
  const Mistake mistake = self->mistake;

  if (mistake == RESERVE_IS_OF_OTHERS)
    return run_other (self) && run_data (self);
  return (mistake == RESERVE_IS_EMPTY || run_forward (self, self->rnn, self->n_weights, self->reserve))
         && (mistake == DATA_COMES_LAST || run_data (self)) && (mistake != RESERVE_IS_USED || run_data (self))
         && run_weights (self) && (mistake != DATA_COMES_LAST || run_data (self));
}

/* TRUE, with y, where everything went well. */
static gboolean
run (Mistake mistake, float y[N_ROWS * N_UNITS])
{
  g_auto (MockDevice) device = mock_device_open (1);
  g_auto (Case) self = { .mistake = mistake, .device = &device };
  const gboolean ok = case_init (&self) && run_passes (&self);

  assert_success (mock_api.cuStreamSynchronize (device.stream));
  assert_success (mock_api.cuMemcpyDtoHAsync_v2 (y, (RensaCudaPointer) (guintptr) self.y, N_ROWS * N_UNITS * sizeof *y,
                                                 device.stream));
  assert_success (mock_api.cuStreamSynchronize (device.stream));
  return ok && mock_mistakes->len == 0;
}

static float
sigmoid (float x)
{
  return 1 / (1 + expf (-x));
}

/* After the first step, from x = h = c = 0.5: pre-activation i is (i + 1) / 10 + (i + 5) / 10 for the two elements of x
 * and h, and (i + 1 + i + 5) / 20 for the biases. */
static void
test_result (void)
{
  float a[4];
  float y[N_ROWS * N_UNITS];

  for (int i = 0; i < 4; i++)
    a[i] = (float) (2 * i + 6) * 0.15f;
  g_assert_true (run (NOTHING, y));
  g_assert_cmpfloat_with_epsilon (y[0], sigmoid (a[3]) * tanhf (sigmoid (a[1]) * 0.5f + sigmoid (a[0]) * tanhf (a[2])),
                                  1e-6);
}

/* Nobody is told, but the result is another one. */
static void
test_gates (void)
{
  float right[N_ROWS * N_UNITS];
  float wrong[N_ROWS * N_UNITS];

  g_assert_true (run (NOTHING, right));
  g_assert_true (run (GATES_ARE_EXCHANGED, wrong));
  g_assert_cmpfloat (fabsf (right[0] - wrong[0]), >, 1e-3);
}

static const struct
{
  const char *name;
  Mistake mistake;
  const char *told;
} planted[] = {
  { "lengths-rise", LENGTHS_RISE, "lengths of packed sequences fall" },
  { "length-is-zero", LENGTH_IS_ZERO, "to at least 1" },
  { "nobody-is-so-long", NOBODY_IS_SO_LONG, "from the greatest" },
  { "columns-differ", COLUMNS_DIFFER, "the descriptors do not fit together" },
  { "lengths-are-on-device", LENGTHS_ARE_ON_DEVICE, "does not read lengths" },
  { "weights-are-small", WEIGHTS_ARE_SMALL, "the weights have another size" },
  { "weights-are-missing", WEIGHTS_ARE_MISSING, "cuDNN's recurrent network" },
  { "work-is-small", WORK_IS_SMALL, "the workspace is too small" },
  { "reserve-is-small", RESERVE_IS_SMALL, "the reserve is too small" },
  { "reserve-is-short", RESERVE_IS_SHORT, "not all are in use" },
  { "reserve-is-empty", RESERVE_IS_EMPTY, "the reserve is not what the pass before" },
  { "reserve-is-of-others", RESERVE_IS_OF_OTHERS, "the reserve is not what the pass before" },
  { "reserve-is-used", RESERVE_IS_USED, "the reserve is not what the pass before" },
  { "data-comes-last", DATA_COMES_LAST, "the reserve is not what the pass before" },
  { "weights-are-set", WEIGHTS_ARE_SET, "adds to the gradients" },
  { "state-is-on-host", STATE_IS_ON_HOST, "an address of the host's memory" },
};

static void
test_mistake (gconstpointer data)
{
  const __typeof__ (planted[0]) *row = data;
  g_auto (MockDevice) device = mock_device_open (1);
  g_auto (Case) self = { .mistake = row->mistake, .device = &device };

  if (case_init (&self))
    run_passes (&self);
  mock_api.cuStreamSynchronize (device.stream);
  mock_assert_told (row->told);
}

/* Sums of halves are made in float32. */
static void
test_rough_sums (void)
{
  MockDevice device = mock_device_open (1);
  RensaCudnnRnn rnn;

  assert_success (mock_api.cudnnCreateRNNDescriptor (&rnn));
  g_assert_cmpint (mock_api.cudnnSetRNNDescriptor_v8 (rnn, RENSA_CUDNN_RNN_ALGO_STANDARD, RENSA_CUDNN_LSTM,
                                                      RENSA_CUDNN_RNN_DOUBLE_BIAS, RENSA_CUDNN_UNIDIRECTIONAL,
                                                      RENSA_CUDNN_LINEAR_INPUT, RENSA_CUDNN_DATA_HALF,
                                                      RENSA_CUDNN_DATA_HALF, RENSA_CUDNN_DEFAULT_MATH, N_IN, N_UNITS,
                                                      N_UNITS, 1, NULL, RENSA_CUDNN_RNN_PADDED_IO_DISABLED),
                   ==, RENSA_CUDNN_STATUS_BAD_PARAM);
  mock_assert_told ("the types do not go together");
  mock_api.cudnnDestroyRNNDescriptor (rnn);
  mock_device_close (&device);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  mock_fixture_init ();
  g_test_add_func ("/gpu/mock-rnn/result", test_result);
  g_test_add_func ("/gpu/mock-rnn/gates-are-exchanged", test_gates);
  g_test_add_func ("/gpu/mock-rnn/rough-sums", test_rough_sums);
  for (guint i = 0; i < G_N_ELEMENTS (planted); i++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/mock-rnn/%s", planted[i].name);

      g_test_add_data_func (path, &planted[i], test_mistake);
    }
  return g_test_run ();
}
