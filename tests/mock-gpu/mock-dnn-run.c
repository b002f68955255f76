/* mock-dnn-run.c: convolutions on the host.
 * SPDX-License-Identifier: MIT */

#include "mock-dnn.h"

static double
get (const MockTensor *tensor, gint64 offset)
{
  return mock_get_number (tensor->dtype, tensor->data, offset);
}

static double
get_factor (const MockConvolution *self, const MockTensor *tensor, gint64 offset)
{
  return self->is_tf32 ? mock_round_to_tf32 (get (tensor, offset)) : get (tensor, offset);
}

static gint64
count (const MockTensor *tensor)
{
  gint64 n = 1;

  for (int axis = 0; axis < tensor->ndim; axis++)
    n *= tensor->dims[axis];
  return n;
}

/* Splits number @i, in C order, into an index. */
static void
split (gint64 i, int ndim, const gint64 *dims, gint64 *at)
{
  for (int axis = ndim - 1; axis >= 0; axis--)
    {
      at[axis] = i % dims[axis];
      i /= dims[axis];
    }
}

static gint64
get_offset (const MockTensor *tensor, const gint64 *at)
{
  gint64 offset = 0;

  for (int axis = 0; axis < tensor->ndim; axis++)
    offset += at[axis] * tensor->strides[axis];
  return offset;
}

static const MockTensor *
get_result (const MockConvolution *self)
{
  return self->kind == RENSA_CUDNN_OPERATION_CONVOLUTION_FORWARD         ? &self->y
         : self->kind == RENSA_CUDNN_OPERATION_CONVOLUTION_BACKWARD_DATA ? &self->x
                                                                         : &self->W;
}

gint64
mock_dnn_count_workspace (const MockConvolution *self)
{
  return 64 + count (get_result (self)) * (gint64) sizeof (double);
}

/* Adds the contribution of the element of y at @y_at and the element of W at @W_at to a sum of
 * the result; there is one sum for each position in its memory. */
static void
add_product (const MockConvolution *self, const gint64 *y_at, const gint64 *W_at, double *sums)
{
  const gint64 group = y_at[1] / (self->y.dims[1] / (self->x.dims[1] / self->W.dims[1]));
  gint64 x_at[MOCK_DNN_MAX_NDIM] = { y_at[0], group * self->W.dims[1] + W_at[1] };

  for (int i = 0; i < self->n_axes; i++)
    {
      x_at[i + 2] = y_at[i + 2] * self->stride[i] - self->pad[i] + W_at[i + 2] * self->dilate[i];
      if (x_at[i + 2] < 0 || x_at[i + 2] >= self->x.dims[i + 2])
        return;
    }

  const gint64 x = get_offset (&self->x, x_at);
  const gint64 W = get_offset (&self->W, W_at);
  const gint64 y = get_offset (&self->y, y_at);
  if (self->kind == RENSA_CUDNN_OPERATION_CONVOLUTION_FORWARD)
    sums[y] += get_factor (self, &self->x, x) * get_factor (self, &self->W, W);
  else if (self->kind == RENSA_CUDNN_OPERATION_CONVOLUTION_BACKWARD_DATA)
    sums[x] += get_factor (self, &self->y, y) * get_factor (self, &self->W, W);
  else
    sums[W] += get_factor (self, &self->x, x) * get_factor (self, &self->y, y);
}

static double
finish (const MockConvolution *self, const gint64 *at, double sum)
{
  if (self->has_bias)
    sum += get (&self->bias, at[1] * self->bias.strides[1]);
  return self->has_relu && sum < 0 ? 0 : sum;
}

/* Number of positions in memory from the first element to the last. */
static gint64
count_places (const MockTensor *tensor)
{
  gint64 n = 1;

  for (int axis = 0; axis < tensor->ndim; axis++)
    n += (tensor->dims[axis] - 1) * tensor->strides[axis];
  return n;
}

static void
run (gconstpointer data)
{
  const MockConvolution *self = data;
  const MockTensor *result = get_result (self);
  const gint64 n_weights = count (&self->W) / self->W.dims[0];
  g_autofree double *sums = g_new0 (double, count_places (result));
  gint64 at[MOCK_DNN_MAX_NDIM];

  for (gint64 i = 0; i < count (&self->y); i++)
    {
      split (i, self->y.ndim, self->y.dims, at);
      for (gint64 k = 0; k < n_weights; k++)
        {
          gint64 W_at[MOCK_DNN_MAX_NDIM];

          split (at[1] * n_weights + k, self->W.ndim, self->W.dims, W_at);
          add_product (self, at, W_at, sums);
        }
    }
  for (gint64 i = 0; i < count (result); i++)
    {
      split (i, result->ndim, result->dims, at);
      mock_put_number (result->dtype, result->data, get_offset (result, at),
                       finish (self, at, sums[get_offset (result, at)]));
    }
}

static gboolean
check_tensor (const MockTensor *tensor, int device)
{
  return mock_check_range ("cudnnBackendExecute", device, (RensaCudaPointer) (guintptr) tensor->data,
                           (gsize) count_places (tensor) * rensa_dtype_get_size (tensor->dtype));
}

static gboolean
check (gconstpointer data)
{
  const MockConvolution *self = data;

  return check_tensor (&self->x, self->device) && check_tensor (&self->W, self->device)
         && check_tensor (&self->y, self->device) && (!self->has_bias || check_tensor (&self->bias, self->device))
         && mock_check_range ("cudnnBackendExecute", self->device, (RensaCudaPointer) (guintptr) self->workspace,
                              (gsize) mock_dnn_count_workspace (self));
}

const MockKind mock_dnn_kind = { run, check, .computes = TRUE };

static gboolean
check_axis (const MockConvolution *self, int i)
{
  const gint64 extent = self->dilate[i] * (self->W.dims[i + 2] - 1) + 1;
  const gint64 room = self->x.dims[i + 2] + self->pad[i] + self->pad_behind[i] - extent;

  return room >= 0 && self->y.dims[i + 2] == room / self->stride[i] + 1;
}

/* All have one dtype, except that unrounded values have the width of the sums. */
static gboolean
have_types (const MockConvolution *self)
{
  const RensaDtype wide = self->x.dtype == RENSA_FLOAT64 ? RENSA_FLOAT64 : RENSA_FLOAT32;

  return self->compute_dtype == wide && self->W.dtype == self->x.dtype
         && self->y.dtype == (self->y.is_virtual ? wide : self->x.dtype);
}

gboolean
mock_dnn_check_extents (const MockConvolution *self)
{
  gboolean fits = self->x.ndim == self->n_axes + 2 && self->W.ndim == self->x.ndim && self->y.ndim == self->x.ndim
                  && have_types (self) && self->x.dims[0] == self->y.dims[0] && self->W.dims[0] == self->y.dims[1]
                  && self->x.dims[1] % self->W.dims[1] == 0
                  && self->y.dims[1] % (self->x.dims[1] / self->W.dims[1]) == 0;

  for (int i = 0; fits && i < self->n_axes; i++)
    fits = check_axis (self, i);
  if (!fits)
    mock_report ("cuDNN: the extents or types of a convolution do not fit together");
  return fits;
}
