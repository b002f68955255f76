/* cuda-dnn-rnn.c: one layer of a recurrent network with cuDNN, all steps at once.
 * SPDX-License-Identifier: MIT */

#include "cuda-dnn.h"

#include "rensa-modes.h"

/* Rows of a reserve have the alignment of device memory. */
#define ALIGNMENT 256

/* Key of a plan; without padding, since its bytes are compared. */
typedef struct
{
  gint64 n_in;
  gint64 n_units;
  gint32 kind;
  gint32 n_directions;
  gint32 dtype;
  gint32 allows_tf32; /* and is float32 */
} Form;

/* Layer in terms of cuDNN, independent of the sequences. */
typedef struct
{
  RensaCudnnRnn rnn;
  gsize n_weight_bytes;
  /* Offsets of each weight and its bias in the memory of all weights, in elements. */
  gint64 weights[RENSA_RECURRENCE_MAX_DIRECTIONS * RENSA_RECURRENCE_MAX_WEIGHTS];
  gint64 biases[RENSA_RECURRENCE_MAX_DIRECTIONS * RENSA_RECURRENCE_MAX_WEIGHTS];
} Plan;

static Form
get_form (const RensaRecurrence *recurrence)
{
  return (Form){
    .n_in = recurrence->n_in,
    .n_units = recurrence->n_units,
    .kind = recurrence->kind,
    .n_directions = recurrence->n_directions,
    .dtype = recurrence->dtype,
    .allows_tf32 = recurrence->dtype == RENSA_FLOAT32 && rensa_modes_get ()->allow_tf32,
  };
}

RensaCudaStatus
rensa_dnn_set_rnn (const RensaCudaApi *api, RensaCudnnRnn rnn, const RensaRecurrence *recurrence, gboolean allows_tf32)
{
  static const int kinds[] = {
    [RENSA_RECURRENCE_TANH] = RENSA_CUDNN_RNN_TANH,
    [RENSA_RECURRENCE_RELU] = RENSA_CUDNN_RNN_RELU,
    [RENSA_RECURRENCE_GRU] = RENSA_CUDNN_GRU,
    [RENSA_RECURRENCE_LSTM] = RENSA_CUDNN_LSTM,
  };
  const int type = rensa_dnn_get_data_type (recurrence->dtype);
  /* Half-precision products are accumulated in float32, with tensor cores. */
  const int precision = type == RENSA_CUDNN_DATA_DOUBLE ? RENSA_CUDNN_DATA_DOUBLE : RENSA_CUDNN_DATA_FLOAT;
  const int math =
      allows_tf32 || rensa_dtype_is_half (recurrence->dtype) ? RENSA_CUDNN_DEFAULT_MATH : RENSA_CUDNN_FMA_MATH;
  const gint32 n_units = (gint32) recurrence->n_units;

  return api->cudnnSetRNNDescriptor_v8 (
      rnn, RENSA_CUDNN_RNN_ALGO_STANDARD, kinds[recurrence->kind], RENSA_CUDNN_RNN_DOUBLE_BIAS,
      recurrence->n_directions > 1 ? RENSA_CUDNN_BIDIRECTIONAL : RENSA_CUDNN_UNIDIRECTIONAL, RENSA_CUDNN_LINEAR_INPUT,
      type, precision, math, (gint32) recurrence->n_in, n_units, n_units, 1, NULL, RENSA_CUDNN_RNN_PADDED_IO_DISABLED);
}

/* cuDNN returns the positions of weights as addresses, which requires allocated memory. */
static gboolean
find_weights (RensaCudaDevice *device, Plan *plan, const RensaRecurrence *recurrence, GError **error)
{
  const gint64 size = (gint64) rensa_dtype_get_size (recurrence->dtype);
  g_autoptr (RensaBuffer) memory = rensa_cuda_get_scratch (device, plan->n_weight_bytes, error);
  RensaCudnnTensor tensor;
  gboolean ok = TRUE;

  if (memory == NULL || !RENSA_CUDA_CALL (device, cudnnCreateTensorDescriptor, error, &tensor))
    return FALSE;

  for (int i = 0; ok && i < recurrence->n_directions * recurrence->n_weights; i++)
    {
      gpointer weight;
      gpointer bias;

      ok = RENSA_CUDA_CALL (device, cudnnGetRNNWeightParams, error, device->dnn->handle, plan->rnn,
                            i / recurrence->n_weights, plan->n_weight_bytes, memory->data, i % recurrence->n_weights,
                            tensor, &weight, tensor, &bias);
      if (ok)
        {
          plan->weights[i] = ((char *) weight - (char *) memory->data) / size;
          plan->biases[i] = ((char *) bias - (char *) memory->data) / size;
        }
    }
  device->api->cudnnDestroyTensorDescriptor (tensor);
  return ok;
}

/* Does not determine the positions of weights; NULL if cuDNN does not support the layer. */
static Plan *
plan_new (RensaCudaDevice *device, const RensaRecurrence *recurrence, const Form *form)
{
  const RensaCudaApi *api = device->api;
  g_autofree Plan *plan = g_new0 (Plan, 1);

  if (api->cudnnCreateRNNDescriptor (&plan->rnn) != RENSA_CUDA_SUCCESS)
    return NULL;
  if (rensa_dnn_set_rnn (api, plan->rnn, recurrence, form->allows_tf32 != 0) == RENSA_CUDA_SUCCESS
      && api->cudnnGetRNNWeightSpaceSize (device->dnn->handle, plan->rnn, &plan->n_weight_bytes) == RENSA_CUDA_SUCCESS)
    return g_steal_pointer (&plan);

  api->cudnnDestroyRNNDescriptor (plan->rnn);
  return NULL;
}

static gboolean
make_plan (RensaCudaDevice *device, const RensaRecurrence *recurrence, const Form *form, Plan **plan, GError **error)
{
  /* cuDNN may load code while it searches for a plan. */
  g_autoptr (GMutexLocker) pause = rensa_cuda_interrupt (device, error);

  if (pause == NULL)
    return FALSE;

  *plan = plan_new (device, recurrence, form);
  /* If the pool frees memory to allocate the scratch memory, it waits for this lock. */
  g_clear_pointer (&pause, g_mutex_locker_free);
  if (*plan == NULL || find_weights (device, *plan, recurrence, error))
    return TRUE;

  device->api->cudnnDestroyRNNDescriptor ((*plan)->rnn);
  g_clear_pointer (plan, g_free);
  return FALSE;
}

/* Sets *@plan to NULL if cuDNN has none. The device is entered, and no other thread uses its cuDNN. */
static gboolean
find_plan (RensaCudaDevice *device, const RensaRecurrence *recurrence, const Plan **plan, GError **error)
{
  const Form form = get_form (recurrence);
  g_autoptr (GBytes) key = g_bytes_new (&form, sizeof form);
  Plan *made;

  if (g_hash_table_lookup_extended (device->dnn->recurrences, key, NULL, (gpointer *) plan))
    return TRUE;
  if (!make_plan (device, recurrence, &form, &made, error))
    return FALSE;

  g_debug ("cuDNN on device %s, recurrence %d with %d units: %s", device->base.name, form.kind, (int) form.n_units,
           made != NULL ? "a plan" : "refused");
  g_hash_table_insert (device->dnn->recurrences, g_bytes_ref (key), made);
  *plan = made;
  return TRUE;
}

/* Description of the sequences of one call for cuDNN. */
typedef struct
{
  const RensaCudaApi *api;
  RensaCudnnRnnData x;
  RensaCudnnRnnData y;
  RensaCudnnTensor states;
  gsize n_work;
  gsize n_reserve;
} Sequences;

static void
sequences_clear (Sequences *self)
{
  if (self->x != NULL)
    self->api->cudnnDestroyRNNDataDescriptor (self->x);
  if (self->y != NULL)
    self->api->cudnnDestroyRNNDataDescriptor (self->y);
  if (self->states != NULL)
    self->api->cudnnDestroyTensorDescriptor (self->states);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sequences, sequences_clear)

/* For each sequence. */
static int *
list_lengths (const RensaRecurrence *recurrence)
{
  int *lengths = g_new0 (int, recurrence->n_batch);

  for (int t = 0; t < recurrence->n_steps; t++)
    for (gint64 i = 0; i < recurrence->starts[t + 1] - recurrence->starts[t]; i++)
      lengths[i]++;
  return lengths;
}

RensaCudaStatus
rensa_dnn_set_rows (const RensaCudaApi *api, RensaCudnnRnnData data, const RensaRecurrence *recurrence,
                    gint64 n_columns)
{
  g_autofree int *lengths = list_lengths (recurrence);

  return api->cudnnSetRNNDataDescriptor (data, rensa_dnn_get_data_type (recurrence->dtype),
                                         RENSA_CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED, lengths[0],
                                         (int) recurrence->n_batch, (int) n_columns, lengths, NULL);
}

static gboolean
describe_rows (RensaCudaDevice *device, const RensaRecurrence *recurrence, gint64 n_columns, RensaCudnnRnnData *data,
               GError **error)
{
  return RENSA_CUDA_CALL (device, cudnnCreateRNNDataDescriptor, error, data)
         && rensa_cuda_check (device, "cudnnSetRNNDataDescriptor",
                              rensa_dnn_set_rows (device->api, *data, recurrence, n_columns), error);
}

static gboolean
sequences_init (Sequences *self, RensaCudaDevice *device, const Plan *plan, const RensaRecurrence *recurrence,
                GError **error)
{
  const int n_batch = (int) recurrence->n_batch;
  const int n_units = (int) recurrence->n_units;
  const int dims[] = { recurrence->n_directions, n_batch, n_units };
  const int strides[] = { n_batch * n_units, n_units, 1 };

  self->api = device->api;
  return describe_rows (device, recurrence, recurrence->n_in, &self->x, error)
         && describe_rows (device, recurrence, recurrence->n_directions * recurrence->n_units, &self->y, error)
         && RENSA_CUDA_CALL (device, cudnnCreateTensorDescriptor, error, &self->states)
         && RENSA_CUDA_CALL (device, cudnnSetTensorNdDescriptor, error, self->states,
                             rensa_dnn_get_data_type (recurrence->dtype), G_N_ELEMENTS (dims), dims, strides)
         && RENSA_CUDA_CALL (device, cudnnGetRNNTempSpaceSizes, error, device->dnn->handle, plan->rnn,
                             RENSA_CUDNN_FWD_MODE_TRAINING, self->x, &self->n_work, &self->n_reserve);
}

gboolean
rensa_cuda_measure_recurrence (const RensaDevice *base, const RensaRecurrence *recurrence, gint64 *n_reserve,
                               GError **error)
{
  RensaCudaDevice *device = (RensaCudaDevice *) base;
  g_auto (Sequences) sequences = { 0 };
  const Plan *plan;

  /* Older devices do not support bfloat16 products. */
  if (device->dnn == NULL || (recurrence->dtype == RENSA_BFLOAT16 && device->architecture < 80))
    return TRUE;
  if (!rensa_cuda_enter (device, error))
    return FALSE;

  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&device->dnn->lock);
  if (!find_plan (device, recurrence, &plan, error)
      || (plan != NULL && !sequences_init (&sequences, device, plan, recurrence, error)))
    return FALSE;
  if (plan != NULL)
    *n_reserve = ((gint64) MAX (sequences.n_reserve, 1) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return TRUE;
}

/* Creates the memory of all weights, or of their gradients. */
static RensaArray *
new_weights (RensaCudaDevice *device, const Plan *plan, RensaDtype dtype, GError **error)
{
  const gint64 count = (gint64) (plan->n_weight_bytes / rensa_dtype_get_size (dtype));

  return rensa_array_new_on (&device->base, dtype, &RENSA_SHAPE (count), error);
}

/* Returns a view of weight @i, or its bias, in @memory. */
static RensaArray *
view_weight (const Plan *plan, const RensaRecurrence *recurrence, RensaArray *memory, int i, gboolean is_bias)
{
  const gboolean of_x = i % recurrence->n_weights < recurrence->n_weights / 2;
  const RensaShape shape = is_bias ? RENSA_SHAPE (recurrence->n_units)
                                   : RENSA_SHAPE (recurrence->n_units, of_x ? recurrence->n_in : recurrence->n_units);
  g_autoptr (RensaArray) range =
      rensa_array_view_range (memory, 0, is_bias ? plan->biases[i] : plan->weights[i], rensa_shape_count (&shape));

  return rensa_array_view_reshape (range, &shape);
}

static RensaArray *
pack_weights (RensaCudaDevice *device, const Plan *plan, const RensaRecurrence *recurrence,
              const RensaRecurrenceArrays *arrays, GError **error)
{
  g_autoptr (RensaArray) memory = new_weights (device, plan, recurrence->dtype, error);

  for (int i = 0; memory != NULL && i < recurrence->n_directions * recurrence->n_weights; i++)
    {
      g_autoptr (RensaArray) weight = view_weight (plan, recurrence, memory, i, FALSE);
      g_autoptr (RensaArray) bias = view_weight (plan, recurrence, memory, i, TRUE);

      if (!rensa_cuda_assign (weight, arrays->Ws[i], error) || !rensa_cuda_assign (bias, arrays->bs[i], error))
        return NULL;
    }
  return g_steal_pointer (&memory);
}

/* Common state of both passes. Its owner has exclusive use of cuDNN. */
typedef struct
{
  RensaCudaDevice *device;
  const Plan *plan;
  Sequences sequences;
  RensaArray *weights;
  RensaBuffer *work;
  GMutexLocker *locker;
} Pass;

static void
pass_clear (Pass *self)
{
  sequences_clear (&self->sequences);
  g_clear_pointer (&self->weights, rensa_array_unref);
  g_clear_pointer (&self->work, rensa_buffer_unref);
  g_clear_pointer (&self->locker, g_mutex_locker_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pass, pass_clear)

static gboolean
pass_begin (Pass *self, const RensaRecurrence *recurrence, const RensaRecurrenceArrays *arrays, GError **error)
{
  self->device = rensa_cuda_get_device (arrays->x);
  if (!rensa_cuda_enter (self->device, error))
    return FALSE;

  self->locker = g_mutex_locker_new (&self->device->dnn->lock);
  if (!find_plan (self->device, recurrence, &self->plan, error)
      || !sequences_init (&self->sequences, self->device, self->plan, recurrence, error))
    return FALSE;

  self->weights = pack_weights (self->device, self->plan, recurrence, arrays, error);
  if (self->weights == NULL)
    return FALSE;

  self->work = rensa_cuda_get_scratch (self->device, MAX (self->sequences.n_work, 1), error);
  return self->work != NULL && rensa_cuda_enter (self->device, error);
}

static gpointer
get_data (RensaArray *array)
{
  return array != NULL ? array->data : NULL;
}

gboolean
rensa_cuda_recur (const RensaRecurrence *recurrence, const RensaRecurrenceArrays *arrays, GError **error)
{
  g_auto (Pass) pass = { 0 };
  const Sequences *sequences = &pass.sequences;

  return pass_begin (&pass, recurrence, arrays, error)
         && RENSA_CUDA_CALL (pass.device, cudnnRNNForward, error, pass.device->dnn->handle, pass.plan->rnn,
                             RENSA_CUDNN_FWD_MODE_TRAINING, NULL, sequences->x, arrays->x->data, sequences->y,
                             arrays->y->data, sequences->states, arrays->before[0]->data, arrays->after[0]->data,
                             sequences->states, get_data (arrays->before[1]), get_data (arrays->after[1]),
                             pass.plan->n_weight_bytes, pass.weights->data, sequences->n_work, pass.work->data,
                             sequences->n_reserve, arrays->reserve->data);
}

/* cuDNN overwrites @reserve, and adds to @gweights. */
static gboolean
run_backward (const Pass *pass, const RensaRecurrenceArrays *arrays, const RensaRecurrenceArrays *grads,
              RensaArray *reserve, RensaArray *gweights, GError **error)
{
  RensaCudaDevice *device = pass->device;
  const Sequences *sequences = &pass->sequences;

  return RENSA_CUDA_CALL (device, cudnnRNNBackwardData_v8, error, device->dnn->handle, pass->plan->rnn, NULL,
                          sequences->y, arrays->y->data, grads->y->data, sequences->x, grads->x->data,
                          sequences->states, arrays->before[0]->data, grads->after[0]->data, grads->before[0]->data,
                          sequences->states, get_data (arrays->before[1]), get_data (grads->after[1]),
                          get_data (grads->before[1]), pass->plan->n_weight_bytes, pass->weights->data,
                          sequences->n_work, pass->work->data, sequences->n_reserve, reserve->data)
         && RENSA_CUDA_CALL (device, cudnnRNNBackwardWeights_v8, error, device->dnn->handle, pass->plan->rnn,
                             RENSA_CUDNN_WGRAD_MODE_ADD, NULL, sequences->x, arrays->x->data, sequences->states,
                             arrays->before[0]->data, sequences->y, arrays->y->data, pass->plan->n_weight_bytes,
                             gweights->data, sequences->n_work, pass->work->data, sequences->n_reserve, reserve->data);
}

gboolean
rensa_cuda_recur_backward (const RensaRecurrence *recurrence, const RensaRecurrenceArrays *arrays,
                           const RensaRecurrenceArrays *grads, GError **error)
{
  g_auto (Pass) pass = { 0 };
  /* The reserve from forward may be read again, so a copy is used. */
  g_autoptr (RensaArray) reserve = rensa_array_copy (arrays->reserve, error);
  g_autoptr (RensaArray) gweights = NULL;

  if (reserve == NULL || !pass_begin (&pass, recurrence, arrays, error))
    return FALSE;

  gweights = new_weights (pass.device, pass.plan, recurrence->dtype, error);
  if (gweights == NULL || !rensa_cuda_fill (gweights, 0, error) || !rensa_cuda_enter (pass.device, error)
      || !run_backward (&pass, arrays, grads, reserve, gweights, error))
    return FALSE;

  for (int i = 0; i < recurrence->n_directions * recurrence->n_weights; i++)
    {
      grads->Ws[i] = view_weight (pass.plan, recurrence, gweights, i, FALSE);
      grads->bs[i] = view_weight (pass.plan, recurrence, gweights, i, TRUE);
    }
  return TRUE;
}
