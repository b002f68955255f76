/* mock-dnn-attention-run.c: attention on the host, step by step.
 *
 * All values are computed as float32 and rounded to the type of their tensor. The factors of a
 * product are rounded to the type of arrays, as by tensor cores, and their sums only once. So
 * weights are rounded before they are multiplied with the values.
 *
 * SPDX-License-Identifier: MIT */

#include "mock-dnn-attention.h"

#include <math.h>

/* Elements of each tensor in C order; NULL until computed. */
typedef struct
{
  const MockAttention *graph;
  float *values[MOCK_ATTENTION_MOST_TENSORS];
} Run;

static gint64
count (const MockTensor *tensor)
{
  return tensor->dims[0] * tensor->dims[1] * tensor->dims[2] * tensor->dims[3];
}

/* Returns the position in memory of element @i in C order. */
static gint64
get_offset (const MockTensor *tensor, gint64 i)
{
  gint64 offset = 0;

  for (int axis = 3; axis >= 0; axis--)
    {
      offset += i % tensor->dims[axis] * tensor->strides[axis];
      i /= tensor->dims[axis];
    }
  return offset;
}

/* Returns the element of @tensor, which may be broadcast, for element @i of @y. */
static gint64
get_spread (const MockTensor *tensor, const MockTensor *y, gint64 i)
{
  gint64 place = 0;
  gint64 step = 1;

  for (int axis = 3; axis >= 0; axis--)
    {
      place += tensor->dims[axis] == 1 ? 0 : i % y->dims[axis] * step;
      step *= tensor->dims[axis];
      i /= y->dims[axis];
    }
  return place;
}

static float
round_to (RensaDtype dtype, float value)
{
  return dtype == RENSA_FLOAT16    ? rensa_half_to_float (rensa_float_to_half (value))
         : dtype == RENSA_BFLOAT16 ? rensa_bfloat_to_float (rensa_float_to_bfloat (value))
                                   : value;
}

static void
multiply (const Run *self, const MockStep *step)
{
  const MockTensor *a = &self->graph->tensors[step->x];
  const MockTensor *y = &self->graph->tensors[step->y];
  const RensaDtype dtype = self->graph->tensors[step->b].dtype;
  const gint64 n_inner = a->dims[3];
  const gint64 n_columns = y->dims[3];

  for (gint64 i = 0; i < count (y); i++)
    {
      const gint64 row = i / n_columns;
      const float *left = self->values[step->x] + row * n_inner;
      const float *right = self->values[step->b] + row / y->dims[2] * n_inner * n_columns + i % n_columns;
      double sum = 0;

      for (gint64 k = 0; k < n_inner; k++)
        sum += (double) round_to (dtype, left[k]) * (double) round_to (dtype, right[k * n_columns]);
      self->values[step->y][i] = round_to (y->dtype, (float) sum);
    }
}

static float
compute (int mode, float x, float b, gboolean chosen)
{
  switch (mode)
    {
    case RENSA_CUDNN_POINTWISE_ADD:
      return x + b;
    case RENSA_CUDNN_POINTWISE_SUB:
      return x - b;
    case RENSA_CUDNN_POINTWISE_MUL:
      return x * b;
    case RENSA_CUDNN_POINTWISE_DIV:
      return x / b;
    case RENSA_CUDNN_POINTWISE_EXP:
      return expf (x);
    case RENSA_CUDNN_POINTWISE_LOG:
      return logf (x);
    case RENSA_CUDNN_POINTWISE_CMP_GE:
      return x >= b;
    default:
      return chosen ? x : b;
    }
}

static void
compute_all (const Run *self, const MockStep *step)
{
  const MockTensor *tensors = self->graph->tensors;
  const MockTensor *y = &tensors[step->y];

  for (gint64 i = 0; i < count (y); i++)
    {
      const float b = step->b >= 0 ? self->values[step->b][get_spread (&tensors[step->b], y, i)] : 0;
      const gboolean chosen = step->t >= 0 && self->values[step->t][get_spread (&tensors[step->t], y, i)] != 0;
      const gint64 index = step->axis == 3 ? i % y->dims[3] : i / y->dims[3] % y->dims[2];

      self->values[step->y][i] = step->mode == RENSA_CUDNN_POINTWISE_GEN_INDEX
                                     ? (float) index
                                     : round_to (y->dtype, compute (step->mode, self->values[step->x][i], b, chosen));
    }
}

static void
reduce (const Run *self, const MockStep *step)
{
  const gint64 n_columns = self->graph->tensors[step->x].dims[3];

  for (gint64 i = 0; i < count (&self->graph->tensors[step->y]); i++)
    {
      const float *row = self->values[step->x] + i * n_columns;
      float result = row[0];

      for (gint64 k = 1; k < n_columns; k++)
        result = step->mode == RENSA_CUDNN_REDUCE_TENSOR_MAX ? fmaxf (result, row[k]) : result + row[k];
      self->values[step->y][i] = result;
    }
}

static void
turn (const Run *self, const MockStep *step)
{
  const MockTensor *y = &self->graph->tensors[step->y];
  const gint64 n_rows = y->dims[2];
  const gint64 n_columns = y->dims[3];

  for (gint64 i = 0; i < count (y); i++)
    {
      const gint64 matrix = i / (n_rows * n_columns);
      const gint64 row = i / n_columns % n_rows;
      const gint64 other = matrix * n_rows * n_columns + i % n_columns * n_rows + row;

      self->values[step->y][i] = round_to (y->dtype, self->values[step->x][other]);
    }
}

static void
load (Run *self, int place)
{
  const MockTensor *tensor = &self->graph->tensors[place];
  const gint64 n = count (tensor);

  self->values[place] = g_new (float, n);
  if (tensor->is_by_value)
    self->values[place][0] = tensor->value;
  else if (!mock_attention_is_result (self->graph, place))
    for (gint64 i = 0; i < n; i++)
      self->values[place][i] = (float) mock_get_number (tensor->dtype, tensor->data, get_offset (tensor, i));
}

static void
store (const Run *self, int place)
{
  const MockTensor *tensor = &self->graph->tensors[place];

  if (!tensor->is_virtual && mock_attention_is_result (self->graph, place))
    for (gint64 i = 0; i < count (tensor); i++)
      mock_put_number (tensor->dtype, tensor->data, get_offset (tensor, i), (double) self->values[place][i]);
}

static void
run (gconstpointer data)
{
  Run self = { .graph = data };

  for (int i = 0; i < self.graph->n_tensors; i++)
    load (&self, i);
  for (int i = 0; i < self.graph->n_steps; i++)
    {
      const MockStep *step = &self.graph->steps[i];

      if (step->kind == RENSA_CUDNN_OPERATION_MATMUL)
        multiply (&self, step);
      else if (step->kind == RENSA_CUDNN_OPERATION_POINTWISE)
        compute_all (&self, step);
      else if (step->kind == RENSA_CUDNN_OPERATION_REDUCTION)
        reduce (&self, step);
      else
        turn (&self, step);
    }
  for (int i = 0; i < self.graph->n_tensors; i++)
    {
      store (&self, i);
      g_free (self.values[i]);
    }
}

static gboolean
check (gconstpointer data)
{
  const MockAttention *self = data;

  for (int i = 0; i < self->n_tensors; i++)
    {
      const MockTensor *tensor = &self->tensors[i];
      const gsize n_places = (gsize) get_offset (tensor, count (tensor) - 1) + 1;

      if (!tensor->is_virtual && !tensor->is_by_value
          && !mock_check_range ("cudnnBackendExecute", self->device, (RensaCudaPointer) (guintptr) tensor->data,
                                n_places * rensa_dtype_get_size (tensor->dtype)))
        return FALSE;
    }
  return mock_check_range ("cudnnBackendExecute", self->device, (RensaCudaPointer) (guintptr) self->workspace,
                           (gsize) mock_attention_count_workspace (self));
}

const MockKind mock_attention_kind = { run, check, .computes = TRUE };
