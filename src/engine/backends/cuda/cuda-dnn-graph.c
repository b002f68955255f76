/* cuda-dnn-graph.c: graphs of convolutions, and plans of cuDNN for them.
 *
 *   x, W -> convolution -> y           or  -> product, b -> sum -> y
 *   gy, W -> gradient of x -> gx       x, gy -> gradient of W -> gW
 *
 * SPDX-License-Identifier: MIT */

#include "cuda-dnn.h"

#include "cuda-conv.h"
#include "rensa-modes.h"

/* Plans that want more memory are passed over. */
#define MOST_WORKSPACE (G_GINT64_CONSTANT (1) << 30)
#define ALIGNMENT 16

/* One spatial axis is the last of two.  Axes of one element have the strides that the layout gives them. */
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
      /* The last window may reach further. */
      self->pad_behind[i + n_missing] = MAX (window->pad[i], covered - x->shape.dims[i + 2] - window->pad[i]);
    }
  return TRUE;
}

/* After a call that failed there are no others. */
typedef struct
{
  const RensaCudaApi *api;
  RensaCudnn handle;
  RensaCudnnDescriptor device;
  const RensaDnnConvolution *convolution;
  GPtrArray *descriptors;
  RensaCudaStatus status;
  const char *refused; /* the call */
} Builder;

static void
note (Builder *self, const char *call, RensaCudaStatus status)
{
  self->status = status;
  if (status != RENSA_CUDA_SUCCESS)
    self->refused = call;
}

static RensaCudnnDescriptor
make (Builder *self, int kind)
{
  RensaCudnnDescriptor descriptor = NULL;

  if (self->status == RENSA_CUDA_SUCCESS)
    note (self, "cudnnBackendCreateDescriptor", self->api->cudnnBackendCreateDescriptor (kind, &descriptor));
  if (descriptor != NULL)
    g_ptr_array_add (self->descriptors, descriptor);
  return descriptor;
}

static void
set (Builder *self, RensaCudnnDescriptor descriptor, int attribute, int type, gint64 n, gconstpointer values)
{
  if (self->status == RENSA_CUDA_SUCCESS)
    note (self, "cudnnBackendSetAttribute",
          self->api->cudnnBackendSetAttribute (descriptor, attribute, type, n, values));
}

static void
set_descriptor (Builder *self, RensaCudnnDescriptor descriptor, int attribute, RensaCudnnDescriptor value)
{
  set (self, descriptor, attribute, RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &value);
}

static void
set_integer (Builder *self, RensaCudnnDescriptor descriptor, int attribute, gint64 value)
{
  set (self, descriptor, attribute, RENSA_CUDNN_TYPE_INT64, 1, &value);
}

/* An enum of cuDNN. */
static void
set_choice (Builder *self, RensaCudnnDescriptor descriptor, int attribute, int type, int value)
{
  set (self, descriptor, attribute, type, 1, &value);
}

static void
finalize (Builder *self, RensaCudnnDescriptor descriptor)
{
  if (self->status == RENSA_CUDA_SUCCESS)
    note (self, "cudnnBackendFinalize", self->api->cudnnBackendFinalize (descriptor));
}

/* Descriptors. */
static void
get (Builder *self, RensaCudnnDescriptor descriptor, int attribute, gint64 n_wanted, gint64 *n, gpointer values)
{
  if (self->status == RENSA_CUDA_SUCCESS)
    note (self, "cudnnBackendGetAttribute",
          self->api->cudnnBackendGetAttribute (descriptor, attribute, RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR, n_wanted, n,
                                               values));
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
get_data_type (const Builder *self)
{
  return rensa_dnn_get_data_type ((RensaDtype) self->convolution->dtype);
}

/* That of sums, and of what is not rounded yet. */
static int
get_compute_type (const Builder *self)
{
  return self->convolution->dtype == RENSA_FLOAT64 ? RENSA_CUDNN_DATA_DOUBLE : RENSA_CUDNN_DATA_FLOAT;
}

static RensaCudnnDescriptor
add_tensor (Builder *self, RensaDnnArray number, const RensaDnnTensor *tensor)
{
  const gint64 ndim = self->convolution->n_axes + 2;
  const gboolean is_virtual = number == RENSA_DNN_PRODUCT;
  RensaCudnnDescriptor descriptor = make (self, RENSA_CUDNN_TENSOR);

  set_choice (self, descriptor, RENSA_CUDNN_ATTR_TENSOR_DATA_TYPE, RENSA_CUDNN_TYPE_DATA_TYPE,
              is_virtual ? get_compute_type (self) : get_data_type (self));
  set (self, descriptor, RENSA_CUDNN_ATTR_TENSOR_DIMENSIONS, RENSA_CUDNN_TYPE_INT64, ndim, tensor->dims);
  set (self, descriptor, RENSA_CUDNN_ATTR_TENSOR_STRIDES, RENSA_CUDNN_TYPE_INT64, ndim, tensor->strides);
  set_integer (self, descriptor, RENSA_CUDNN_ATTR_TENSOR_UNIQUE_ID, number);
  set_integer (self, descriptor, RENSA_CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, tensor->alignment);
  if (is_virtual)
    set (self, descriptor, RENSA_CUDNN_ATTR_TENSOR_IS_VIRTUAL, RENSA_CUDNN_TYPE_BOOLEAN, 1, &(guint8){ TRUE });
  finalize (self, descriptor);
  return descriptor;
}

static RensaCudnnDescriptor
add_window (Builder *self)
{
  const RensaDnnConvolution *convolution = self->convolution;
  const gint64 n = convolution->n_axes;
  RensaCudnnDescriptor descriptor = make (self, RENSA_CUDNN_CONVOLUTION);

  set_choice (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_COMP_TYPE, RENSA_CUDNN_TYPE_DATA_TYPE,
              get_compute_type (self));
  set_choice (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_CONV_MODE, RENSA_CUDNN_TYPE_CONVOLUTION_MODE,
              RENSA_CUDNN_CROSS_CORRELATION);
  set_integer (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, n);
  set (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, RENSA_CUDNN_TYPE_INT64, n, convolution->stride);
  set (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_DILATIONS, RENSA_CUDNN_TYPE_INT64, n, convolution->dilate);
  set (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, RENSA_CUDNN_TYPE_INT64, n, convolution->pad_before);
  set (self, descriptor, RENSA_CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, RENSA_CUDNN_TYPE_INT64, n,
       convolution->pad_behind);
  finalize (self, descriptor);
  return descriptor;
}

/* The attributes of each operation. */
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
set_factor (Builder *self, RensaCudnnDescriptor descriptor, int attribute, double factor)
{
  if (self->convolution->dtype == RENSA_FLOAT64)
    set (self, descriptor, attribute, RENSA_CUDNN_TYPE_DOUBLE, 1, &factor);
  else
    set (self, descriptor, attribute, RENSA_CUDNN_TYPE_FLOAT, 1, &(float){ (float) factor });
}

static RensaCudnnDescriptor
add_convolution (Builder *self, RensaCudnnDescriptor x, RensaCudnnDescriptor W, RensaCudnnDescriptor y)
{
  const __typeof__ (operations[0]) *attributes = &operations[self->convolution->operation];
  RensaCudnnDescriptor window = add_window (self);
  RensaCudnnDescriptor operation = make (self, attributes->kind);

  set_factor (self, operation, attributes->alpha, 1);
  set_factor (self, operation, attributes->beta, 0);
  set_descriptor (self, operation, attributes->window, window);
  set_descriptor (self, operation, attributes->x, x);
  set_descriptor (self, operation, attributes->W, W);
  set_descriptor (self, operation, attributes->y, y);
  finalize (self, operation);
  return operation;
}

static RensaCudnnDescriptor
add_sum (Builder *self, RensaCudnnDescriptor product, RensaCudnnDescriptor bias, RensaCudnnDescriptor y)
{
  RensaCudnnDescriptor mode = make (self, RENSA_CUDNN_POINTWISE);

  set_choice (self, mode, RENSA_CUDNN_ATTR_POINTWISE_MODE, RENSA_CUDNN_TYPE_POINTWISE_MODE, RENSA_CUDNN_POINTWISE_ADD);
  set_choice (self, mode, RENSA_CUDNN_ATTR_POINTWISE_MATH_PREC, RENSA_CUDNN_TYPE_DATA_TYPE, get_compute_type (self));
  finalize (self, mode);

  RensaCudnnDescriptor operation = make (self, RENSA_CUDNN_OPERATION_POINTWISE);
  set_descriptor (self, operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, mode);
  set_descriptor (self, operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_XDESC, product);
  set_descriptor (self, operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_BDESC, bias);
  set_descriptor (self, operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_YDESC, y);
  finalize (self, operation);
  return operation;
}

/* One number a channel, which lie side by side. */
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

static RensaCudnnDescriptor
add_graph (Builder *self)
{
  const RensaDnnConvolution *convolution = self->convolution;
  RensaCudnnDescriptor x = add_tensor (self, RENSA_DNN_X, &convolution->x);
  RensaCudnnDescriptor W = add_tensor (self, RENSA_DNN_W, &convolution->W);
  RensaCudnnDescriptor y = add_tensor (self, RENSA_DNN_Y, &convolution->y);
  RensaCudnnDescriptor steps[2];
  gint64 n_steps = 1;

  if (convolution->has_bias)
    {
      const RensaDnnTensor tensor = get_bias_tensor (convolution);
      RensaCudnnDescriptor bias = add_tensor (self, RENSA_DNN_BIAS, &tensor);
      RensaCudnnDescriptor product = add_tensor (self, RENSA_DNN_PRODUCT, &convolution->y);

      steps[0] = add_convolution (self, x, W, product);
      steps[n_steps++] = add_sum (self, product, bias, y);
    }
  else
    steps[0] = add_convolution (self, x, W, y);

  RensaCudnnDescriptor graph = make (self, RENSA_CUDNN_OPERATIONGRAPH);
  if (self->handle != NULL)
    set (self, graph, RENSA_CUDNN_ATTR_OPERATIONGRAPH_HANDLE, RENSA_CUDNN_TYPE_HANDLE, 1, &self->handle);
  set (self, graph, RENSA_CUDNN_ATTR_OPERATIONGRAPH_OPS, RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR, n_steps, steps);
  finalize (self, graph);
  return graph;
}

/* How cuDNN would do it, the fastest way first; they belong to @self. */
static GPtrArray *
list_configs (Builder *self, RensaCudnnDescriptor graph, int mode)
{
  RensaCudnnDescriptor heuristics = make (self, RENSA_CUDNN_ENGINEHEUR);
  GPtrArray *configs = g_ptr_array_new ();
  gint64 n = 0;

  set_descriptor (self, heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph);
  set_choice (self, heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_MODE, RENSA_CUDNN_TYPE_HEUR_MODE, mode);
  if (self->device != NULL)
    set_descriptor (self, heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_DEVICEPROP, self->device);
  finalize (self, heuristics);
  get (self, heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_RESULTS, 0, &n, NULL);
  for (gint64 i = 0; i < n; i++)
    g_ptr_array_add (configs, make (self, RENSA_CUDNN_ENGINECFG));
  if (n > 0)
    get (self, heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_RESULTS, n, &n, configs->pdata);
  g_ptr_array_set_size (configs, self->status == RENSA_CUDA_SUCCESS ? (int) MIN (n, configs->len) : 0);
  return configs;
}

static gboolean
is_wanted_note (const Builder *self, int note)
{
  const gboolean may_use_tensor_cores = self->convolution->dtype != RENSA_FLOAT32 || self->convolution->allows_tf32;

  return note != RENSA_CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC && note != RENSA_CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS
         && note != RENSA_CUDNN_NUMERICAL_NOTE_REDUCED_PRECISION_REDUCTION
         && (note != RENSA_CUDNN_NUMERICAL_NOTE_TENSOR_CORE || may_use_tensor_cores);
}

static gboolean
is_wanted (Builder *self, RensaCudnnDescriptor config)
{
  RensaCudnnDescriptor engine = make (self, RENSA_CUDNN_ENGINE);
  int notes[RENSA_CUDNN_NUMERICAL_NOTE_TYPE_COUNT];
  gint64 n = 0;

  if (engine == NULL
      || self->api->cudnnBackendGetAttribute (config, RENSA_CUDNN_ATTR_ENGINECFG_ENGINE,
                                              RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &n, &engine)
             != RENSA_CUDA_SUCCESS
      || self->api->cudnnBackendGetAttribute (engine, RENSA_CUDNN_ATTR_ENGINE_NUMERICAL_NOTE,
                                              RENSA_CUDNN_TYPE_NUMERICAL_NOTE, G_N_ELEMENTS (notes), &n, notes)
             != RENSA_CUDA_SUCCESS)
    return FALSE;

  for (gint64 i = 0; i < MIN (n, G_N_ELEMENTS (notes)); i++)
    if (!is_wanted_note (self, notes[i]))
      return FALSE;
  return TRUE;
}

/* NULL, without a mark in @self, where the engine cannot do it. */
static RensaCudnnDescriptor
try_plan (Builder *self, RensaCudnnDescriptor config, gint64 *workspace)
{
  Builder mine = *self; /* shares the list of descriptors */
  RensaCudnnDescriptor plan = make (&mine, RENSA_CUDNN_EXECUTION_PLAN);
  gint64 n = 0;

  if (self->handle != NULL)
    set (&mine, plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_HANDLE, RENSA_CUDNN_TYPE_HANDLE, 1, &self->handle);
  set_descriptor (&mine, plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config);
  if (self->device != NULL)
    set_descriptor (&mine, plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP, self->device);
  finalize (&mine, plan);
  if (mine.status != RENSA_CUDA_SUCCESS
      || self->api->cudnnBackendGetAttribute (plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE,
                                              RENSA_CUDNN_TYPE_INT64, 1, &n, workspace)
             != RENSA_CUDA_SUCCESS)
    return NULL;

  return *workspace <= MOST_WORKSPACE ? plan : NULL;
}

static RensaCudnnDescriptor
find_plan (Builder *self, RensaCudnnDescriptor graph, gint64 *workspace)
{
  static const int modes[] = { RENSA_CUDNN_HEUR_MODE_A, RENSA_CUDNN_HEUR_MODE_FALLBACK };

  for (guint i = 0; i < G_N_ELEMENTS (modes) && self->status == RENSA_CUDA_SUCCESS; i++)
    {
      Builder mine = *self;
      g_autoptr (GPtrArray) configs = list_configs (&mine, graph, modes[i]);

      for (guint k = 0; k < configs->len; k++)
        {
          RensaCudnnDescriptor config = configs->pdata[k];
          RensaCudnnDescriptor plan = is_wanted (self, config) ? try_plan (self, config, workspace) : NULL;

          if (plan != NULL)
            return plan;
        }
    }
  return NULL;
}

RensaDnnPlan *
rensa_dnn_plan_new (const RensaCudaApi *api, RensaCudnn handle, RensaCudnnDescriptor device,
                    const RensaDnnConvolution *convolution, char **why_not)
{
  Builder builder = {
    .api = api,
    .handle = handle,
    .device = device,
    .convolution = convolution,
    .descriptors = g_ptr_array_new (),
  };
  g_autoptr (RensaDnnPlan) self = g_new (RensaDnnPlan, 1);

  *self = (RensaDnnPlan){ .api = api, .descriptors = builder.descriptors };

  RensaCudnnDescriptor graph = add_graph (&builder);
  self->plan = find_plan (&builder, graph, &self->workspace);
  if (self->plan != NULL)
    return g_steal_pointer (&self);

  *why_not = builder.refused != NULL
                 ? g_strdup_printf ("%s: %s", builder.refused, api->cudnnGetErrorString (builder.status))
                 : g_strdup ("no engine is deterministic and exact");
  return NULL;
}

/* In the reverse order, since later ones refer to earlier ones. */
void
rensa_dnn_plan_free (RensaDnnPlan *self)
{
  for (guint i = self->descriptors->len; i > 0; i--)
    self->api->cudnnBackendDestroyDescriptor (self->descriptors->pdata[i - 1]);
  g_ptr_array_unref (self->descriptors);
  g_free (self);
}
