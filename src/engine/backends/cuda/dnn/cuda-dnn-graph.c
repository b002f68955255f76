/* cuda-dnn-graph.c: graphs of convolutions.
 *
 *   x, W -> convolution -> y           or  -> product, b -> sum -> y
 *   gy, W -> gradient of x -> gx       x, gy -> gradient of W -> gW
 *
 * SPDX-License-Identifier: MIT */

#include "cuda-dnn-builder.h"

#include "cuda-conv.h"
#include "rensa-modes.h"

#define ALIGNMENT 16

/* A single spatial axis becomes the last of two. Axes of extent one get the strides of the layout. */
static gboolean
set_tensor (RensaDnnTensor *tensor, RensaArray *array)
{
  const gboolean is_last = !rensa_array_is_c_contiguous (array);
  const gint64 size = (gint64) rensa_dtype_get_size (array->dtype);
  const int n_missing = MAX (0, 4 - array->shape.ndim);
  const int ndim = array->shape.ndim + n_missing;
  gint64 step = 1;

  for (int axis = 0; axis < ndim; axis++)
    tensor->dims[axis] = axis < 2               ? array->shape.dims[axis]
                         : axis < 2 + n_missing ? 1
                                                : array->shape.dims[axis - n_missing];
  for (int i = 0; i < ndim; i++)
    {
      const int axis = !is_last ? ndim - 1 - i : i == 0 ? 1 : i == ndim - 1 ? 0 : ndim - i;

      tensor->strides[axis] = step;
      step *= tensor->dims[axis];
    }
  tensor->alignment = (guintptr) array->data % ALIGNMENT == 0 ? ALIGNMENT : size;
  return !is_last || rensa_cuda_is_channels_last (array);
}

gboolean
rensa_dnn_convolution_init (RensaDnnConvolution *self, RensaDnnOperation operation, RensaArray *x, RensaArray *W,
                            RensaArray *y, gboolean has_bias, const RensaWindow *window)
{
  const int n_missing = MAX (0, 2 - window->n);

  *self = (RensaDnnConvolution){
    .operation = operation,
    .dtype = x->dtype,
    .allows_tf32 = x->dtype == RENSA_FLOAT32 && rensa_modes_get ()->allow_tf32,
    .n_axes = window->n + n_missing,
    .has_bias = has_bias,
  };
  if (self->n_axes > RENSA_DNN_MAX_AXES || window->n < 1 || !set_tensor (&self->x, x) || !set_tensor (&self->W, W)
      || !set_tensor (&self->y, y))
    return FALSE;

  self->stride[0] = self->dilate[0] = 1;
  for (int i = 0; i < window->n; i++)
    {
      const gint64 extent = window->dilate[i] * (window->kernel[i] - 1) + 1;
      const gint64 covered = (y->shape.dims[i + 2] - 1) * window->stride[i] + extent;

      self->stride[i + n_missing] = window->stride[i];
      self->dilate[i + n_missing] = window->dilate[i];
      self->pad_before[i + n_missing] = window->pad[i];
      /* The last window may extend beyond this. */
      self->pad_behind[i + n_missing] = MAX (window->pad[i], covered - x->shape.dims[i + 2] - window->pad[i]);
    }
  return TRUE;
}

int
rensa_dnn_get_data_type (RensaDtype dtype)
{
  return dtype == RENSA_FLOAT64    ? RENSA_CUDNN_DATA_DOUBLE
         : dtype == RENSA_FLOAT32  ? RENSA_CUDNN_DATA_FLOAT
         : dtype == RENSA_BFLOAT16 ? RENSA_CUDNN_DATA_BFLOAT16
                                   : RENSA_CUDNN_DATA_HALF;
}

static int
get_data_type (const RensaDnnConvolution *convolution)
{
  return rensa_dnn_get_data_type ((RensaDtype) convolution->dtype);
}

/* Type of sums, and of values before rounding. */
static int
get_compute_type (const RensaDnnConvolution *convolution)
{
  return convolution->dtype == RENSA_FLOAT64 ? RENSA_CUDNN_DATA_DOUBLE : RENSA_CUDNN_DATA_FLOAT;
}

static RensaCudnnDescriptor
add_tensor (RensaDnnBuilder *self, const RensaDnnConvolution *convolution, RensaDnnArray number,
            const RensaDnnTensor *tensor)
{
  const gboolean is_virtual = number == RENSA_DNN_PRODUCT;
  RensaCudnnDescriptor descriptor =
      rensa_dnn_begin_tensor (self, number, is_virtual ? get_compute_type (convolution) : get_data_type (convolution),
                              tensor, (int) convolution->n_axes + 2);

  if (is_virtual)
    rensa_dnn_set_flag (self, descriptor, RENSA_CUDNN_ATTR_TENSOR_IS_VIRTUAL);
  rensa_dnn_finalize (self, descriptor);
  return descriptor;
}

static RensaCudnnDescriptor
add_window (RensaDnnBuilder *self, const RensaDnnConvolution *convolution)
{
  const gint64 n = convolution->n_axes;
  RensaCudnnDescriptor descriptor = rensa_dnn_make (self, RENSA_CUDNN_CONVOLUTION);

  rensa_dnn_set_choice (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_COMP_TYPE, RENSA_CUDNN_TYPE_DATA_TYPE,
                        get_compute_type (convolution));
  rensa_dnn_set_choice (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_CONV_MODE, RENSA_CUDNN_TYPE_CONVOLUTION_MODE,
                        RENSA_CUDNN_CROSS_CORRELATION);
  rensa_dnn_set_integer (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, n);
  rensa_dnn_set (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, RENSA_CUDNN_TYPE_INT64, n,
                 convolution->stride);
  rensa_dnn_set (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_DILATIONS, RENSA_CUDNN_TYPE_INT64, n,
                 convolution->dilate);
  rensa_dnn_set (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, RENSA_CUDNN_TYPE_INT64, n,
                 convolution->pad_before);
  rensa_dnn_set (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, RENSA_CUDNN_TYPE_INT64, n,
                 convolution->pad_behind);
  rensa_dnn_finalize (self, descriptor);
  return descriptor;
}

/* Attributes of each operation. */
static const struct
{
  int kind;
  int alpha, beta, window, x, W, y;
} operations[] = {
  [RENSA_DNN_FORWARD] = { RENSA_CUDNN_OPERATION_CONVOLUTION_FORWARD,
                          RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
                          RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA,
                          RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
                          RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
                          RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
                          RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y },
  [RENSA_DNN_BACKWARD_X] = { RENSA_CUDNN_OPERATION_CONVOLUTION_BACKWARD_DATA,
                             RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
                             RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA,
                             RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
                             RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
                             RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
                             RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY },
  [RENSA_DNN_BACKWARD_W] = { RENSA_CUDNN_OPERATION_CONVOLUTION_BACKWARD_FILTER,
                             RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
                             RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA,
                             RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
                             RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
                             RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
                             RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY },
};

static void
set_factor (RensaDnnBuilder *self, RensaDtype dtype, RensaCudnnDescriptor descriptor, int attribute, double factor)
{
  if (dtype == RENSA_FLOAT64)
    rensa_dnn_set (self, descriptor, attribute, RENSA_CUDNN_TYPE_DOUBLE, 1, &factor);
  else
    rensa_dnn_set (self, descriptor, attribute, RENSA_CUDNN_TYPE_FLOAT, 1, &(float){ (float) factor });
}

static RensaCudnnDescriptor
add_convolution (RensaDnnBuilder *self, const RensaDnnConvolution *convolution, RensaCudnnDescriptor x,
                 RensaCudnnDescriptor W, RensaCudnnDescriptor y)
{
  const __typeof__ (operations[0]) *attributes = &operations[convolution->operation];
  RensaCudnnDescriptor window = add_window (self, convolution);
  RensaCudnnDescriptor operation = rensa_dnn_make (self, attributes->kind);

  set_factor (self, (RensaDtype) convolution->dtype, operation, attributes->alpha, 1);
  set_factor (self, (RensaDtype) convolution->dtype, operation, attributes->beta, 0);
  rensa_dnn_set_descriptor (self, operation, attributes->window, window);
  rensa_dnn_set_descriptor (self, operation, attributes->x, x);
  rensa_dnn_set_descriptor (self, operation, attributes->W, W);
  rensa_dnn_set_descriptor (self, operation, attributes->y, y);
  rensa_dnn_finalize (self, operation);
  return operation;
}

/* A tensor with one number per channel, contiguous. */
static RensaDnnTensor
get_bias_tensor (const RensaDnnConvolution *convolution)
{
  const gint64 n = convolution->y.dims[1];
  RensaDnnTensor bias = { .alignment = ALIGNMENT };

  for (gint64 axis = 0; axis < convolution->n_axes + 2; axis++)
    {
      bias.dims[axis] = axis == 1 ? n : 1;
      bias.strides[axis] = axis == 0 ? n : 1;
    }
  return bias;
}

RensaDnnPlan *
rensa_dnn_plan_new (const RensaCudaApi *api, RensaCudnn handle, RensaCudnnDescriptor device,
                    const RensaDnnConvolution *convolution, char **why_not)
{
  RensaDnnBuilder self = rensa_dnn_builder_begin (api, handle, device);
  RensaCudnnDescriptor x = add_tensor (&self, convolution, RENSA_DNN_X, &convolution->x);
  RensaCudnnDescriptor W = add_tensor (&self, convolution, RENSA_DNN_W, &convolution->W);
  RensaCudnnDescriptor y = add_tensor (&self, convolution, RENSA_DNN_Y, &convolution->y);
  RensaCudnnDescriptor steps[2];
  gint64 n_steps = 1;

  if (convolution->has_bias)
    {
      const RensaDnnTensor tensor = get_bias_tensor (convolution);
      RensaDnnPointwise sum = { .mode = RENSA_CUDNN_POINTWISE_ADD, .type = get_compute_type (convolution), .y = y };

      sum.b = add_tensor (&self, convolution, RENSA_DNN_BIAS, &tensor);
      sum.x = add_tensor (&self, convolution, RENSA_DNN_PRODUCT, &convolution->y);
      steps[0] = add_convolution (&self, convolution, x, W, sum.x);
      steps[n_steps++] = rensa_dnn_add_pointwise (&self, &sum);
    }
  else
    steps[0] = add_convolution (&self, convolution, x, W, y);

  return rensa_dnn_builder_finish (&self, steps, n_steps,
                                   convolution->dtype != RENSA_FLOAT32 || convolution->allows_tf32, why_not);
}
