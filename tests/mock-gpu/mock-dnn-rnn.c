/* mock-dnn-rnn.c: a mock of cuDNN's recurrent networks that checks each descriptor and computes on
 * the host.
 * SPDX-License-Identifier: MIT */

#include "mock-dnn.h"

#include <string.h>

struct RensaCudnnRnn_
{
  MockRnn rnn;
};

struct RensaCudnnRnnData_
{
  RensaDtype dtype;
  int n_columns;
  int n_steps;
  int n_batch;
  int *lengths; /* NULL if not set */
};

struct RensaCudnnTensor_
{
  RensaDtype dtype;
  int ndim; /* 0 if not set */
  int dims[3];
  int strides[3];
};

/* Returns FALSE after reporting @text unless @right. */
static gboolean
expect (gboolean right, const char *call, const char *text)
{
  if (!right)
    mock_report ("%s: %s", call, text);
  return right;
}

#define EXPECT(right, call, text)          \
  G_STMT_START                             \
  {                                        \
    if (!expect (right, call, text))       \
      return RENSA_CUDNN_STATUS_BAD_PARAM; \
  }                                        \
  G_STMT_END

static RensaCudaStatus
create_tensor (RensaCudnnTensor *tensor)
{
  *tensor = g_new0 (struct RensaCudnnTensor_, 1);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
destroy_tensor (RensaCudnnTensor tensor)
{
  g_free (tensor);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
set_tensor (RensaCudnnTensor tensor, int dtype, int ndim, const int *dims, const int *strides)
{
  EXPECT (ndim == 3, "cudnnSetTensorNdDescriptor", "states have three axes");
  tensor->dtype = mock_dnn_find_dtype (dtype);
  tensor->ndim = ndim;
  memcpy (tensor->dims, dims, sizeof tensor->dims);
  memcpy (tensor->strides, strides, sizeof tensor->strides);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
create_rnn (RensaCudnnRnn *rnn)
{
  *rnn = g_new0 (struct RensaCudnnRnn_, 1);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
destroy_rnn (RensaCudnnRnn rnn)
{
  g_free (rnn);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
set_rnn (RensaCudnnRnn rnn, int algorithm, int kind, int bias, int direction, int input, int dtype, int precision,
         int math, gint32 n_in, gint32 n_units, gint32 n_projected, gint32 n_layers, void *dropout, guint32 flags)
{
  EXPECT (algorithm == RENSA_CUDNN_RNN_ALGO_STANDARD && bias == RENSA_CUDNN_RNN_DOUBLE_BIAS
              && input == RENSA_CUDNN_LINEAR_INPUT && n_layers == 1 && dropout == NULL && n_projected == n_units
              && flags == RENSA_CUDNN_RNN_PADDED_IO_DISABLED,
          "cudnnSetRNNDescriptor_v8", "that is more than the stand-in has");
  EXPECT (kind >= RENSA_CUDNN_RNN_RELU && kind <= RENSA_CUDNN_GRU && n_in > 0 && n_units > 0,
          "cudnnSetRNNDescriptor_v8", "there is no such cell");
  EXPECT (rensa_dtype_is_floating (mock_dnn_find_dtype (dtype))
              && precision == (dtype == RENSA_CUDNN_DATA_DOUBLE ? RENSA_CUDNN_DATA_DOUBLE : RENSA_CUDNN_DATA_FLOAT)
              && (math == RENSA_CUDNN_FMA_MATH || math == RENSA_CUDNN_DEFAULT_MATH),
          "cudnnSetRNNDescriptor_v8", "the types do not go together");
  rnn->rnn = (MockRnn){
    .is_set = TRUE,
    .kind = kind,
    .n_directions = direction == RENSA_CUDNN_BIDIRECTIONAL ? 2 : 1,
    .dtype = mock_dnn_find_dtype (dtype),
    .math = math,
    .n_in = n_in,
    .n_units = n_units,
  };
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
create_data (RensaCudnnRnnData *data)
{
  *data = g_new0 (struct RensaCudnnRnnData_, 1);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
destroy_data (RensaCudnnRnnData data)
{
  g_free (data->lengths);
  g_free (data);
  return RENSA_CUDA_SUCCESS;
}

/* Rejects the same sequences as cuDNN 9.19: without steps, of increasing length, or with a
 * maximum length that no sequence has. */
static gboolean
are_lengths_right (const int *lengths, int n_steps, int n_batch)
{
  if (lengths[0] != n_steps || lengths[n_batch - 1] < 1)
    return FALSE;
  for (int i = 1; i < n_batch; i++)
    if (lengths[i] > lengths[i - 1])
      return FALSE;
  return TRUE;
}

static RensaCudaStatus
set_data (RensaCudnnRnnData data, int dtype, int layout, int n_steps, int n_batch, int n_columns, const int *lengths,
          void *padding)
{
  EXPECT (layout == RENSA_CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED && padding == NULL && n_batch > 0 && n_columns > 0,
          "cudnnSetRNNDataDescriptor", "rows that are not packed, or none");
  EXPECT (are_lengths_right (lengths, n_steps, n_batch), "cudnnSetRNNDataDescriptor",
          "lengths of packed sequences fall, from the greatest to at least 1");
  g_free (data->lengths);
  *data = (struct RensaCudnnRnnData_){
    .dtype = mock_dnn_find_dtype (dtype),
    .n_columns = n_columns,
    .n_steps = n_steps,
    .n_batch = n_batch,
    .lengths = g_memdup2 (lengths, (gsize) n_batch * sizeof *lengths),
  };
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_weight_size (RensaCudnn handle, RensaCudnnRnn rnn, gsize *n_bytes)
{
  EXPECT (rnn->rnn.is_set, "cudnnGetRNNWeightSpaceSize", "the network was not described");
  *n_bytes = mock_rnn_count_weights (&rnn->rnn);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_weight (RensaCudnn handle, RensaCudnnRnn rnn, gint32 layer, gsize n_bytes, const void *weights, gint32 number,
            RensaCudnnTensor matrix, void **matrix_memory, RensaCudnnTensor bias, void **bias_memory)
{
  const MockRnn *self = &rnn->rnn;
  const gsize size = rensa_dtype_get_size ((RensaDtype) self->dtype);

  EXPECT (self->is_set && layer >= 0 && layer < self->n_directions && number >= 0
              && number < 2 * mock_rnn_count_gates (self) && matrix != NULL && bias != NULL,
          "cudnnGetRNNWeightParams", "there is no such weight");
  EXPECT (weights != NULL && n_bytes == mock_rnn_count_weights (self), "cudnnGetRNNWeightParams",
          "the weights have another size");
  *matrix_memory = (char *) weights + mock_rnn_find_weight (self, layer, number, FALSE) * size;
  *bias_memory = (char *) weights + mock_rnn_find_weight (self, layer, number, TRUE) * size;
  return RENSA_CUDA_SUCCESS;
}

static gint64
count_rows (RensaCudnnRnnData data)
{
  gint64 n = 0;

  for (int i = 0; i < data->n_batch; i++)
    n += data->lengths[i];
  return n;
}

static RensaCudaStatus
get_sizes (RensaCudnn handle, RensaCudnnRnn rnn, int mode, RensaCudnnRnnData x, gsize *n_work, gsize *n_reserve)
{
  EXPECT (rnn->rnn.is_set && x->lengths != NULL && mode == RENSA_CUDNN_FWD_MODE_TRAINING, "cudnnGetRNNTempSpaceSizes",
          "the network or its sequences were not described");
  *n_work = mock_rnn_count_work (&rnn->rnn, x->n_batch);
  *n_reserve = mock_rnn_count_reserve (&rnn->rnn, count_rows (x));
  return RENSA_CUDA_SUCCESS;
}

/* Arguments common to all three passes. */
typedef struct
{
  const char *call;
  RensaCudnn handle;
  RensaCudnnRnn rnn;
  const gint32 *lengths;
  RensaCudnnRnnData x;
  RensaCudnnRnnData y;
  RensaCudnnTensor h;
  gsize n_weights;
  gsize n_work;
  gsize n_reserve;
} Given;

static gboolean
do_sequences_fit (const Given *given)
{
  const MockRnn *rnn = &given->rnn->rnn;
  RensaCudnnRnnData x = given->x;
  RensaCudnnRnnData y = given->y;
  RensaCudnnTensor h = given->h;

  return rnn->is_set && x->lengths != NULL && y->lengths != NULL && x->dtype == (RensaDtype) rnn->dtype
         && y->dtype == (RensaDtype) rnn->dtype && x->n_columns == rnn->n_in
         && y->n_columns == rnn->n_directions * rnn->n_units && x->n_batch == y->n_batch
         && memcmp (x->lengths, y->lengths, (gsize) x->n_batch * sizeof *x->lengths) == 0 && h->ndim == 3
         && h->dtype == (RensaDtype) rnn->dtype && h->dims[0] == rnn->n_directions && h->dims[1] == x->n_batch
         && h->dims[2] == rnn->n_units && h->strides[2] == 1 && h->strides[1] == rnn->n_units
         && h->strides[0] == x->n_batch * rnn->n_units;
}

/* Creates a pass without its addresses; NULL after a report. */
static MockRecurrence *
recurrence_new (const Given *given, MockRnnPass pass)
{
  const MockRnn *rnn = &given->rnn->rnn;
  MockRecurrence *self;

  mock_counts.n_dnn_calls++;
  if (!expect (do_sequences_fit (given), given->call, "the descriptors do not fit together")
      || !expect (given->lengths == NULL, given->call, "cuDNN 9 does not read lengths on the device")
      || !expect (given->n_weights == mock_rnn_count_weights (rnn), given->call, "the weights have another size")
      || !expect (given->n_work >= mock_rnn_count_work (rnn, given->x->n_batch), given->call,
                  "the workspace is too small")
      || !expect (given->n_reserve >= mock_rnn_count_reserve (rnn, count_rows (given->x)), given->call,
                  "the reserve is too small"))
    return NULL;

  self = g_malloc0 (sizeof *self + (gsize) given->x->n_batch * sizeof *self->lengths);
  self->rnn = *rnn;
  self->pass = pass;
  self->device = mock_stream_get_device (given->handle->stream);
  self->n_steps = given->x->n_steps;
  self->n_batch = given->x->n_batch;
  memcpy (self->lengths, given->x->lengths, (gsize) self->n_batch * sizeof *self->lengths);
  return self;
}

static RensaCudaStatus
forward (RensaCudnn handle, RensaCudnnRnn rnn, int mode, const gint32 *lengths, RensaCudnnRnnData x_data, const void *x,
         RensaCudnnRnnData y_data, void *y, RensaCudnnTensor h, const void *hx, void *hy, RensaCudnnTensor c,
         const void *cx, void *cy, gsize n_weights, const void *weights, gsize n_work, void *work, gsize n_reserve,
         void *reserve)
{
  LOCKED;

  const Given given = { "cudnnRNNForward", handle, rnn, lengths, x_data, y_data, h, n_weights, n_work, n_reserve };
  MockRecurrence *self;

  EXPECT (mode == RENSA_CUDNN_FWD_MODE_TRAINING, given.call, "there is no reserve otherwise");
  self = recurrence_new (&given, MOCK_RNN_FORWARD);
  if (self == NULL)
    return RENSA_CUDNN_STATUS_BAD_PARAM;

  self->x = (char *) x;
  self->y = y;
  self->before[0] = (char *) hx;
  self->before[1] = (char *) cx;
  self->after[0] = hy;
  self->after[1] = cy;
  self->weights = (char *) weights;
  self->work = work;
  self->reserve = reserve;
  return mock_enqueue (handle->stream, &mock_rnn_kind, self);
}

static RensaCudaStatus
backward_data (RensaCudnn handle, RensaCudnnRnn rnn, const gint32 *lengths, RensaCudnnRnnData y_data, const void *y,
               const void *gy, RensaCudnnRnnData x_data, void *gx, RensaCudnnTensor h, const void *hx, const void *ghy,
               void *ghx, RensaCudnnTensor c, const void *cx, const void *gcy, void *gcx, gsize n_weights,
               const void *weights, gsize n_work, void *work, gsize n_reserve, void *reserve)
{
  LOCKED;

  const Given given = { "cudnnRNNBackwardData", handle, rnn, lengths, x_data, y_data, h, n_weights, n_work, n_reserve };
  MockRecurrence *self = recurrence_new (&given, MOCK_RNN_BACKWARD_DATA);

  if (self == NULL)
    return RENSA_CUDNN_STATUS_BAD_PARAM;

  self->y = (char *) y;
  self->gy = (char *) gy;
  self->gx = gx;
  self->before[0] = (char *) hx;
  self->before[1] = (char *) cx;
  self->gafter[0] = (char *) ghy;
  self->gafter[1] = (char *) gcy;
  self->gbefore[0] = ghx;
  self->gbefore[1] = gcx;
  self->weights = (char *) weights;
  self->work = work;
  self->reserve = reserve;
  return mock_enqueue (handle->stream, &mock_rnn_kind, self);
}

static RensaCudaStatus
backward_weights (RensaCudnn handle, RensaCudnnRnn rnn, int mode, const gint32 *lengths, RensaCudnnRnnData x_data,
                  const void *x, RensaCudnnTensor h, const void *hx, RensaCudnnRnnData y_data, const void *y,
                  gsize n_weights, void *gweights, gsize n_work, void *work, gsize n_reserve, void *reserve)
{
  LOCKED;

  const Given given = {
    "cudnnRNNBackwardWeights", handle, rnn, lengths, x_data, y_data, h, n_weights, n_work, n_reserve
  };
  MockRecurrence *self;

  EXPECT (mode == RENSA_CUDNN_WGRAD_MODE_ADD, given.call, "cuDNN adds to the gradients of weights");
  self = recurrence_new (&given, MOCK_RNN_BACKWARD_WEIGHTS);
  if (self == NULL)
    return RENSA_CUDNN_STATUS_BAD_PARAM;

  self->x = (char *) x;
  self->before[0] = (char *) hx;
  self->y = (char *) y;
  self->gweights = gweights;
  self->work = work;
  self->reserve = reserve;
  return mock_enqueue (handle->stream, &mock_rnn_kind, self);
}

void
mock_dnn_fill_rnn (RensaCudaApi *api)
{
  api->cudnnCreateTensorDescriptor = create_tensor;
  api->cudnnDestroyTensorDescriptor = destroy_tensor;
  api->cudnnSetTensorNdDescriptor = set_tensor;
  api->cudnnCreateRNNDescriptor = create_rnn;
  api->cudnnDestroyRNNDescriptor = destroy_rnn;
  api->cudnnSetRNNDescriptor_v8 = set_rnn;
  api->cudnnCreateRNNDataDescriptor = create_data;
  api->cudnnDestroyRNNDataDescriptor = destroy_data;
  api->cudnnSetRNNDataDescriptor = set_data;
  api->cudnnGetRNNWeightSpaceSize = get_weight_size;
  api->cudnnGetRNNWeightParams = get_weight;
  api->cudnnGetRNNTempSpaceSizes = get_sizes;
  api->cudnnRNNForward = forward;
  api->cudnnRNNBackwardData_v8 = backward_data;
  api->cudnnRNNBackwardWeights_v8 = backward_weights;
}
