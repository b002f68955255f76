/* cuda-dnn-builder.c: cuDNN graphs and plans for them.
 * SPDX-License-Identifier: MIT */

#include "cuda-dnn-builder.h"

/* Plans that need more memory are skipped. */
#define MOST_WORKSPACE (G_GINT64_CONSTANT (1) << 30)

static void
note (RensaDnnBuilder *self, const char *call, RensaCudaStatus status)
{
  self->status = status;
  if (status != RENSA_CUDA_SUCCESS)
    self->refused = call;
}

RensaCudnnDescriptor
rensa_dnn_make (RensaDnnBuilder *self, int kind)
{
  RensaCudnnDescriptor descriptor = NULL;

  if (self->status == RENSA_CUDA_SUCCESS)
    note (self, "cudnnBackendCreateDescriptor", self->api->cudnnBackendCreateDescriptor (kind, &descriptor));
  if (descriptor != NULL)
    g_ptr_array_add (self->descriptors, descriptor);
  return descriptor;
}

void
rensa_dnn_set (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute, int type, gint64 n,
               gconstpointer values)
{
  if (self->status == RENSA_CUDA_SUCCESS)
    note (self, "cudnnBackendSetAttribute",
          self->api->cudnnBackendSetAttribute (descriptor, attribute, type, n, values));
}

void
rensa_dnn_set_descriptor (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute,
                          RensaCudnnDescriptor value)
{
  rensa_dnn_set (self, descriptor, attribute, RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &value);
}

void
rensa_dnn_set_integer (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute, gint64 value)
{
  rensa_dnn_set (self, descriptor, attribute, RENSA_CUDNN_TYPE_INT64, 1, &value);
}

void
rensa_dnn_set_choice (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute, int type, int value)
{
  rensa_dnn_set (self, descriptor, attribute, type, 1, &value);
}

void
rensa_dnn_set_flag (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute)
{
  rensa_dnn_set (self, descriptor, attribute, RENSA_CUDNN_TYPE_BOOLEAN, 1, &(guint8){ TRUE });
}

void
rensa_dnn_finalize (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor)
{
  if (self->status == RENSA_CUDA_SUCCESS)
    note (self, "cudnnBackendFinalize", self->api->cudnnBackendFinalize (descriptor));
}

RensaCudnnDescriptor
rensa_dnn_begin_tensor (RensaDnnBuilder *self, gint64 number, int type, const RensaDnnTensor *tensor, int ndim)
{
  RensaCudnnDescriptor descriptor = rensa_dnn_make (self, RENSA_CUDNN_TENSOR);

  rensa_dnn_set_choice (self, descriptor, RENSA_CUDNN_ATTR_TENSOR_DATA_TYPE, RENSA_CUDNN_TYPE_DATA_TYPE, type);
  rensa_dnn_set (self, descriptor, RENSA_CUDNN_ATTR_TENSOR_DIMENSIONS, RENSA_CUDNN_TYPE_INT64, ndim, tensor->dims);
  rensa_dnn_set (self, descriptor, RENSA_CUDNN_ATTR_TENSOR_STRIDES, RENSA_CUDNN_TYPE_INT64, ndim, tensor->strides);
  rensa_dnn_set_integer (self, descriptor, RENSA_CUDNN_ATTR_TENSOR_UNIQUE_ID, number);
  rensa_dnn_set_integer (self, descriptor, RENSA_CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, tensor->alignment);
  return descriptor;
}

RensaCudnnDescriptor
rensa_dnn_add_pointwise (RensaDnnBuilder *self, const RensaDnnPointwise *pointwise)
{
  RensaCudnnDescriptor mode = rensa_dnn_make (self, RENSA_CUDNN_POINTWISE);

  rensa_dnn_set_choice (self, mode, RENSA_CUDNN_ATTR_POINTWISE_MODE, RENSA_CUDNN_TYPE_POINTWISE_MODE, pointwise->mode);
  rensa_dnn_set_choice (self, mode, RENSA_CUDNN_ATTR_POINTWISE_MATH_PREC, RENSA_CUDNN_TYPE_DATA_TYPE, pointwise->type);
  if (pointwise->mode == RENSA_CUDNN_POINTWISE_GEN_INDEX)
    rensa_dnn_set_integer (self, mode, RENSA_CUDNN_ATTR_POINTWISE_AXIS, pointwise->axis);
  rensa_dnn_finalize (self, mode);

  RensaCudnnDescriptor operation = rensa_dnn_make (self, RENSA_CUDNN_OPERATION_POINTWISE);
  rensa_dnn_set_descriptor (self, operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, mode);
  rensa_dnn_set_descriptor (self, operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_XDESC, pointwise->x);
  if (pointwise->b != NULL)
    rensa_dnn_set_descriptor (self, operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_BDESC, pointwise->b);
  if (pointwise->t != NULL)
    rensa_dnn_set_descriptor (self, operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_TDESC, pointwise->t);
  rensa_dnn_set_descriptor (self, operation, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_YDESC, pointwise->y);
  rensa_dnn_finalize (self, operation);
  return operation;
}

/* Descriptors. */
static void
get (RensaDnnBuilder *self, RensaCudnnDescriptor descriptor, int attribute, gint64 n_wanted, gint64 *n, gpointer values)
{
  if (self->status == RENSA_CUDA_SUCCESS)
    note (self, "cudnnBackendGetAttribute",
          self->api->cudnnBackendGetAttribute (descriptor, attribute, RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR, n_wanted, n,
                                               values));
}

static RensaCudnnDescriptor
add_graph (RensaDnnBuilder *self, const RensaCudnnDescriptor *operations, gint64 n_operations)
{
  RensaCudnnDescriptor graph = rensa_dnn_make (self, RENSA_CUDNN_OPERATIONGRAPH);

  if (self->handle != NULL)
    rensa_dnn_set (self, graph, RENSA_CUDNN_ATTR_OPERATIONGRAPH_HANDLE, RENSA_CUDNN_TYPE_HANDLE, 1, &self->handle);
  rensa_dnn_set (self, graph, RENSA_CUDNN_ATTR_OPERATIONGRAPH_OPS, RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR, n_operations,
                 operations);
  rensa_dnn_finalize (self, graph);
  return graph;
}

/* Lists cuDNN's engine configurations, fastest first; owned by @self. */
static GPtrArray *
list_configs (RensaDnnBuilder *self, RensaCudnnDescriptor graph, int mode)
{
  RensaCudnnDescriptor heuristics = rensa_dnn_make (self, RENSA_CUDNN_ENGINEHEUR);
  GPtrArray *configs = g_ptr_array_new ();
  gint64 n = 0;

  rensa_dnn_set_descriptor (self, heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph);
  rensa_dnn_set_choice (self, heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_MODE, RENSA_CUDNN_TYPE_HEUR_MODE, mode);
  if (self->device != NULL)
    rensa_dnn_set_descriptor (self, heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_DEVICEPROP, self->device);
  rensa_dnn_finalize (self, heuristics);
  get (self, heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_RESULTS, 0, &n, NULL);
  for (gint64 i = 0; i < n; i++)
    g_ptr_array_add (configs, rensa_dnn_make (self, RENSA_CUDNN_ENGINECFG));
  if (n > 0)
    get (self, heuristics, RENSA_CUDNN_ATTR_ENGINEHEUR_RESULTS, n, &n, configs->pdata);
  g_ptr_array_set_size (configs, self->status == RENSA_CUDA_SUCCESS ? (int) MIN (n, configs->len) : 0);
  return configs;
}

static gboolean
is_wanted_note (int note, gboolean may_use_tensor_cores)
{
  return note != RENSA_CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC && note != RENSA_CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS
         && note != RENSA_CUDNN_NUMERICAL_NOTE_REDUCED_PRECISION_REDUCTION
         && (note != RENSA_CUDNN_NUMERICAL_NOTE_TENSOR_CORE || may_use_tensor_cores);
}

static gboolean
is_wanted (RensaDnnBuilder *self, RensaCudnnDescriptor config, gboolean may_use_tensor_cores)
{
  RensaCudnnDescriptor engine = rensa_dnn_make (self, RENSA_CUDNN_ENGINE);
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
    if (!is_wanted_note (notes[i], may_use_tensor_cores))
      return FALSE;
  return TRUE;
}

/* Returns NULL, without recording a failure in @self, if the engine does not support it. */
static RensaCudnnDescriptor
try_plan (RensaDnnBuilder *self, RensaCudnnDescriptor config, gint64 *workspace)
{
  RensaDnnBuilder mine = *self; /* shares the list of descriptors */
  RensaCudnnDescriptor plan = rensa_dnn_make (&mine, RENSA_CUDNN_EXECUTION_PLAN);
  gint64 n = 0;

  if (self->handle != NULL)
    rensa_dnn_set (&mine, plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_HANDLE, RENSA_CUDNN_TYPE_HANDLE, 1, &self->handle);
  rensa_dnn_set_descriptor (&mine, plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config);
  if (self->device != NULL)
    rensa_dnn_set_descriptor (&mine, plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP, self->device);
  rensa_dnn_finalize (&mine, plan);
  if (mine.status != RENSA_CUDA_SUCCESS
      || self->api->cudnnBackendGetAttribute (plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE,
                                              RENSA_CUDNN_TYPE_INT64, 1, &n, workspace)
             != RENSA_CUDA_SUCCESS)
    return NULL;

  return *workspace <= MOST_WORKSPACE ? plan : NULL;
}

static RensaCudnnDescriptor
find_plan (RensaDnnBuilder *self, RensaCudnnDescriptor graph, gboolean may_use_tensor_cores, gint64 *workspace)
{
  static const int modes[] = { RENSA_CUDNN_HEUR_MODE_A, RENSA_CUDNN_HEUR_MODE_FALLBACK };

  for (guint i = 0; i < G_N_ELEMENTS (modes) && self->status == RENSA_CUDA_SUCCESS; i++)
    {
      RensaDnnBuilder mine = *self;
      g_autoptr (GPtrArray) configs = list_configs (&mine, graph, modes[i]);

      for (guint k = 0; k < configs->len; k++)
        {
          RensaCudnnDescriptor config = configs->pdata[k];
          RensaCudnnDescriptor plan =
              is_wanted (self, config, may_use_tensor_cores) ? try_plan (self, config, workspace) : NULL;

          if (plan != NULL)
            return plan;
        }
    }
  return NULL;
}

RensaDnnBuilder
rensa_dnn_builder_begin (const RensaCudaApi *api, RensaCudnn handle, RensaCudnnDescriptor device)
{
  return (RensaDnnBuilder){ .api = api, .handle = handle, .device = device, .descriptors = g_ptr_array_new () };
}

RensaDnnPlan *
rensa_dnn_builder_finish (RensaDnnBuilder *self, const RensaCudnnDescriptor *operations, gint64 n_operations,
                          gboolean may_use_tensor_cores, char **why_not)
{
  g_autoptr (RensaDnnPlan) plan = g_new (RensaDnnPlan, 1);

  *plan = (RensaDnnPlan){ .api = self->api, .descriptors = self->descriptors };

  RensaCudnnDescriptor graph = add_graph (self, operations, n_operations);
  plan->plan = find_plan (self, graph, may_use_tensor_cores, &plan->workspace);
  if (plan->plan != NULL)
    return g_steal_pointer (&plan);

  *why_not = self->refused != NULL
                 ? g_strdup_printf ("%s: %s", self->refused, self->api->cudnnGetErrorString (self->status))
                 : g_strdup ("no engine is deterministic and exact");
  return NULL;
}

/* Destroys descriptors in reverse order, since later ones refer to earlier ones. */
void
rensa_dnn_plan_free (RensaDnnPlan *self)
{
  for (guint i = self->descriptors->len; i > 0; i--)
    self->api->cudnnBackendDestroyDescriptor (self->descriptors->pdata[i - 1]);
  g_ptr_array_unref (self->descriptors);
  g_free (self);
}
