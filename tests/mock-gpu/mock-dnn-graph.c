/* mock-dnn-graph.c: contents of cuDNN descriptors.
 * SPDX-License-Identifier: MIT */

#include "mock-dnn.h"

#include <string.h>

const MockAttribute *
mock_dnn_find (const MockDescriptor *descriptor, int name)
{
  for (guint i = 0; i < descriptor->attributes->len; i++)
    if (g_array_index (descriptor->attributes, MockAttribute, i).name == name)
      return &g_array_index (descriptor->attributes, MockAttribute, i);

  return NULL;
}

const gint64 *
mock_dnn_get_integers (const MockDescriptor *descriptor, int name)
{
  const MockAttribute *attribute = mock_dnn_find (descriptor, name);

  return attribute != NULL ? attribute->values : NULL;
}

int
mock_dnn_get_choice (const MockDescriptor *descriptor, int name)
{
  return *(const int *) mock_dnn_find (descriptor, name)->values;
}

RensaDtype
mock_dnn_find_dtype (int type)
{
  return type == RENSA_CUDNN_DATA_DOUBLE     ? RENSA_FLOAT64
         : type == RENSA_CUDNN_DATA_HALF     ? RENSA_FLOAT16
         : type == RENSA_CUDNN_DATA_BFLOAT16 ? RENSA_BFLOAT16
         : type == RENSA_CUDNN_DATA_INT32    ? RENSA_INT32
         : type == RENSA_CUDNN_DATA_BOOLEAN  ? RENSA_BOOL
                                             : RENSA_FLOAT32;
}

static RensaDtype
get_dtype (const MockDescriptor *descriptor, int name)
{
  return mock_dnn_find_dtype (mock_dnn_get_choice (descriptor, name));
}

static gboolean
has_flag (const MockDescriptor *descriptor, int name)
{
  const MockAttribute *flag = mock_dnn_find (descriptor, name);

  return flag != NULL && *(const guint8 *) flag->values;
}

void
mock_dnn_read_tensor (const MockDescriptor *descriptor, MockTensor *tensor)
{
  const MockAttribute *dims = mock_dnn_find (descriptor, RENSA_CUDNN_ATTR_TENSOR_DIMENSIONS);

  *tensor = (MockTensor){
    .number = *mock_dnn_get_integers (descriptor, RENSA_CUDNN_ATTR_TENSOR_UNIQUE_ID),
    .alignment = *mock_dnn_get_integers (descriptor, RENSA_CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT),
    .is_virtual = has_flag (descriptor, RENSA_CUDNN_ATTR_TENSOR_IS_VIRTUAL),
    .is_by_value = has_flag (descriptor, RENSA_CUDNN_ATTR_TENSOR_IS_BY_VALUE),
    .dtype = get_dtype (descriptor, RENSA_CUDNN_ATTR_TENSOR_DATA_TYPE),
    .ndim = (int) dims->n,
  };
  memcpy (tensor->dims, dims->values, dims->n * sizeof (gint64));
  memcpy (tensor->strides, mock_dnn_get_integers (descriptor, RENSA_CUDNN_ATTR_TENSOR_STRIDES),
          dims->n * sizeof (gint64));
}

/* Returns FALSE if it no longer exists. */
static gboolean
read_own_tensor (const MockDescriptor *operation, int name, MockTensor *tensor)
{
  const MockDescriptor *descriptor = mock_dnn_get_descriptor (operation, name, 0);

  if (descriptor != NULL)
    mock_dnn_read_tensor (descriptor, tensor);
  return descriptor != NULL;
}

/* Attributes of each kind of operation. */
static const struct
{
  int kind, window, x, W, y, alpha, beta;
} operations[] = {
  { RENSA_CUDNN_OPERATION_CONVOLUTION_FORWARD, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
    RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
    RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
    RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA },
  { RENSA_CUDNN_OPERATION_CONVOLUTION_BACKWARD_DATA, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
    RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
    RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
    RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA },
  { RENSA_CUDNN_OPERATION_CONVOLUTION_BACKWARD_FILTER, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
    RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
    RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
    RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA },
};

static gboolean
is_factor (const MockDescriptor *operation, int name, double wanted)
{
  const MockAttribute *factor = mock_dnn_find (operation, name);

  return wanted
         == (factor->type == RENSA_CUDNN_TYPE_DOUBLE ? *(const double *) factor->values
                                                     : (double) *(const float *) factor->values);
}

static gboolean
read_window (const MockDescriptor *window, MockConvolution *self)
{
  if (window == NULL)
    return FALSE;

  self->compute_dtype = get_dtype (window, RENSA_CUDNN_ATTR_CONVOLUTION_COMP_TYPE);
  self->n_axes = (int) *mock_dnn_get_integers (window, RENSA_CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS);

  const gsize size = self->n_axes * sizeof (gint64);
  memcpy (self->stride, mock_dnn_get_integers (window, RENSA_CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES), size);
  memcpy (self->dilate, mock_dnn_get_integers (window, RENSA_CUDNN_ATTR_CONVOLUTION_DILATIONS), size);
  memcpy (self->pad, mock_dnn_get_integers (window, RENSA_CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS), size);
  memcpy (self->pad_behind, mock_dnn_get_integers (window, RENSA_CUDNN_ATTR_CONVOLUTION_POST_PADDINGS), size);
  return TRUE;
}

/* The mock supports only the factors 1 and 0. */
static gboolean
read_convolution (const MockDescriptor *operation, MockConvolution *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (operations); i++)
    if (operations[i].kind == operation->kind)
      {
        self->kind = operation->kind;
        return is_factor (operation, operations[i].alpha, 1) && is_factor (operation, operations[i].beta, 0)
               && read_window (mock_dnn_get_descriptor (operation, operations[i].window, 0), self)
               && read_own_tensor (operation, operations[i].x, &self->x)
               && read_own_tensor (operation, operations[i].W, &self->W)
               && read_own_tensor (operation, operations[i].y, &self->y);
      }
  return FALSE;
}

/* A step after the convolution, which continues from its y. */
static gboolean
read_pointwise (const MockDescriptor *operation, MockConvolution *self)
{
  const MockDescriptor *mode =
      mock_dnn_get_descriptor (operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, 0);
  MockTensor from;
  MockTensor to;

  if (operation->kind != RENSA_CUDNN_OPERATION_POINTWISE || mode == NULL
      || self->kind != RENSA_CUDNN_OPERATION_CONVOLUTION_FORWARD
      || !read_own_tensor (operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_XDESC, &from)
      || !read_own_tensor (operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_YDESC, &to) || from.number != self->y.number
      || !from.is_virtual || memcmp (from.dims, to.dims, sizeof to.dims) != 0)
    return FALSE;

  self->y = to;
  if (mock_dnn_get_choice (mode, RENSA_CUDNN_ATTR_POINTWISE_MODE) == RENSA_CUDNN_POINTWISE_RELU_FWD)
    return self->has_relu = TRUE;

  self->has_bias = !self->has_relu
                   && mock_dnn_get_choice (mode, RENSA_CUDNN_ATTR_POINTWISE_MODE) == RENSA_CUDNN_POINTWISE_ADD
                   && mock_dnn_find (operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_BDESC) != NULL
                   && read_own_tensor (operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_BDESC, &self->bias);
  for (int axis = 0; self->has_bias && axis < self->bias.ndim; axis++)
    if (self->bias.dims[axis] != (axis == 1 ? to.dims[1] : 1))
      return FALSE;
  return self->has_bias && self->bias.ndim == to.ndim && self->bias.dtype == self->x.dtype
         && get_dtype (mode, RENSA_CUDNN_ATTR_POINTWISE_MATH_PREC) == self->compute_dtype;
}

gboolean
mock_dnn_read_graph (const MockDescriptor *graph, MockConvolution *self)
{
  const gint64 n = mock_dnn_find (graph, RENSA_CUDNN_ATTR_OPERATIONGRAPH_OPS)->n;

  *self = (MockConvolution){ 0 };
  for (gint64 i = 0; i < n; i++)
    {
      const MockDescriptor *step = mock_dnn_get_descriptor (graph, RENSA_CUDNN_ATTR_OPERATIONGRAPH_OPS, i);

      if (step == NULL || !(i == 0 ? read_convolution (step, self) : read_pointwise (step, self)))
        return FALSE;
    }
  return !self->y.is_virtual;
}

static gboolean
check_tensor (const MockDescriptor *descriptor)
{
  const MockAttribute *dims = mock_dnn_find (descriptor, RENSA_CUDNN_ATTR_TENSOR_DIMENSIONS);
  const MockAttribute *strides = mock_dnn_find (descriptor, RENSA_CUDNN_ATTR_TENSOR_STRIDES);

  for (gint64 i = 0; i < dims->n; i++)
    if (dims->n != strides->n || ((const gint64 *) dims->values)[i] < 1 || ((const gint64 *) strides->values)[i] < 1)
      {
        mock_report ("cuDNN: a tensor has extents or strides below 1, or not as many of these as of those");
        return FALSE;
      }
  return TRUE;
}

static gboolean
check_window (const MockDescriptor *descriptor)
{
  static const struct
  {
    int name;
    gint64 least;
  } rows[] = {
    { RENSA_CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, 1 },
    { RENSA_CUDNN_ATTR_CONVOLUTION_DILATIONS, 1 },
    { RENSA_CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, 0 },
    { RENSA_CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, 0 },
  };
  const gint64 n = *mock_dnn_get_integers (descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const MockAttribute *attribute = mock_dnn_find (descriptor, rows[i].name);
      gboolean is_right = attribute->n == n;

      for (gint64 k = 0; is_right && k < n; k++)
        is_right = ((const gint64 *) attribute->values)[k] >= rows[i].least;
      if (!is_right)
        {
          mock_report (
              "cuDNN: attribute %d of a convolution does not have a number of at least %d for each of its axes",
              rows[i].name, (int) rows[i].least);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_pack (const MockDescriptor *descriptor)
{
  if (mock_dnn_find (descriptor, RENSA_CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS)->n
      == mock_dnn_find (descriptor, RENSA_CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS)->n)
    return TRUE;

  mock_report ("cuDNN: a pack of arguments has not as many numbers as addresses");
  return FALSE;
}

gboolean
mock_dnn_check (const MockDescriptor *descriptor)
{
  MockConvolution convolution = { 0 };

  switch (descriptor->kind)
    {
    case RENSA_CUDNN_TENSOR:
      return check_tensor (descriptor);
    case RENSA_CUDNN_CONVOLUTION:
      return check_window (descriptor);
    case RENSA_CUDNN_VARIANT_PACK:
      return check_pack (descriptor);
    case RENSA_CUDNN_OPERATION_CONVOLUTION_FORWARD:
    case RENSA_CUDNN_OPERATION_CONVOLUTION_BACKWARD_DATA:
    case RENSA_CUDNN_OPERATION_CONVOLUTION_BACKWARD_FILTER:
      return read_convolution (descriptor, &convolution) && mock_dnn_check_extents (&convolution);
    default:
      return TRUE;
    }
}
