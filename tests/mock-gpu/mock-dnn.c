/* mock-dnn.c: a mock of cuDNN's graphs that checks each descriptor and computes on the host.
 * SPDX-License-Identifier: MIT */

#include "mock-dnn-attention.h"

#include <string.h>

#include "rensa-modes.h"

/* The proposed engines: one that is nondeterministic, one that rounds partial sums, one with
 * tensor cores, and one that is exact. */
static const int engine_notes[] = { RENSA_CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC,
                                    RENSA_CUDNN_NUMERICAL_NOTE_REDUCED_PRECISION_REDUCTION,
                                    RENSA_CUDNN_NUMERICAL_NOTE_TENSOR_CORE, -1 };

/* Attributes of a kind of descriptor. */
typedef struct
{
  int kind;
  int name;
  int type;
  int of; /* kind of the descriptors it refers to; -1: several */
  gint64 least, most;
  gboolean is_optional;
} Row;

#define ANY (-1)
#define MANY 24
#define DESCRIPTOR RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR
#define INTEGER RENSA_CUDNN_TYPE_INT64

/* clang-format off */
#define CONVOLUTION_ROWS(kind, prefix, x, w, y)                                                     \
  { kind, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_##prefix##_ALPHA, ANY, 0, 1, 1, FALSE },           \
  { kind, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_##prefix##_BETA, ANY, 0, 1, 1, FALSE },            \
  { kind, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_##prefix##_CONV_DESC, DESCRIPTOR,                  \
    RENSA_CUDNN_CONVOLUTION, 1, 1, FALSE },                                                         \
  { kind, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_##prefix##_##x, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, FALSE }, \
  { kind, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_##prefix##_##w, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, FALSE }, \
  { kind, RENSA_CUDNN_ATTR_OPERATION_CONVOLUTION_##prefix##_##y, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, FALSE }

static const Row rows[] = {
  { RENSA_CUDNN_TENSOR, RENSA_CUDNN_ATTR_TENSOR_DATA_TYPE, RENSA_CUDNN_TYPE_DATA_TYPE, 0, 1, 1, FALSE },
  { RENSA_CUDNN_TENSOR, RENSA_CUDNN_ATTR_TENSOR_DIMENSIONS, INTEGER, 0, 4, MOCK_DNN_MAX_NDIM, FALSE },
  { RENSA_CUDNN_TENSOR, RENSA_CUDNN_ATTR_TENSOR_STRIDES, INTEGER, 0, 4, MOCK_DNN_MAX_NDIM, FALSE },
  { RENSA_CUDNN_TENSOR, RENSA_CUDNN_ATTR_TENSOR_UNIQUE_ID, INTEGER, 0, 1, 1, FALSE },
  { RENSA_CUDNN_TENSOR, RENSA_CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, INTEGER, 0, 1, 1, FALSE },
  { RENSA_CUDNN_TENSOR, RENSA_CUDNN_ATTR_TENSOR_IS_VIRTUAL, RENSA_CUDNN_TYPE_BOOLEAN, 0, 1, 1, TRUE },
  { RENSA_CUDNN_TENSOR, RENSA_CUDNN_ATTR_TENSOR_IS_BY_VALUE, RENSA_CUDNN_TYPE_BOOLEAN, 0, 1, 1, TRUE },
  { RENSA_CUDNN_CONVOLUTION, RENSA_CUDNN_ATTR_CONVOLUTION_COMP_TYPE, RENSA_CUDNN_TYPE_DATA_TYPE, 0, 1, 1, FALSE },
  { RENSA_CUDNN_CONVOLUTION, RENSA_CUDNN_ATTR_CONVOLUTION_CONV_MODE, RENSA_CUDNN_TYPE_CONVOLUTION_MODE, 0, 1, 1, FALSE },
  { RENSA_CUDNN_CONVOLUTION, RENSA_CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, INTEGER, 0, 1, 1, FALSE },
  { RENSA_CUDNN_CONVOLUTION, RENSA_CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, INTEGER, 0, 2, MOCK_DNN_MAX_NDIM - 2, FALSE },
  { RENSA_CUDNN_CONVOLUTION, RENSA_CUDNN_ATTR_CONVOLUTION_DILATIONS, INTEGER, 0, 2, MOCK_DNN_MAX_NDIM - 2, FALSE },
  { RENSA_CUDNN_CONVOLUTION, RENSA_CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, INTEGER, 0, 2, MOCK_DNN_MAX_NDIM - 2, FALSE },
  { RENSA_CUDNN_CONVOLUTION, RENSA_CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, INTEGER, 0, 2, MOCK_DNN_MAX_NDIM - 2, FALSE },
  CONVOLUTION_ROWS (RENSA_CUDNN_OPERATION_CONVOLUTION_FORWARD, FORWARD, X, W, Y),
  CONVOLUTION_ROWS (RENSA_CUDNN_OPERATION_CONVOLUTION_BACKWARD_DATA, BWD_DATA, DX, W, DY),
  CONVOLUTION_ROWS (RENSA_CUDNN_OPERATION_CONVOLUTION_BACKWARD_FILTER, BWD_FILTER, X, DW, DY),
  { RENSA_CUDNN_POINTWISE, RENSA_CUDNN_ATTR_POINTWISE_MODE, RENSA_CUDNN_TYPE_POINTWISE_MODE, 0, 1, 1, FALSE },
  { RENSA_CUDNN_POINTWISE, RENSA_CUDNN_ATTR_POINTWISE_MATH_PREC, RENSA_CUDNN_TYPE_DATA_TYPE, 0, 1, 1, FALSE },
  { RENSA_CUDNN_POINTWISE, RENSA_CUDNN_ATTR_POINTWISE_AXIS, INTEGER, 0, 1, 1, TRUE },
  { RENSA_CUDNN_OPERATION_POINTWISE, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, DESCRIPTOR, RENSA_CUDNN_POINTWISE, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATION_POINTWISE, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_XDESC, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATION_POINTWISE, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_BDESC, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, TRUE },
  { RENSA_CUDNN_OPERATION_POINTWISE, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_TDESC, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, TRUE },
  { RENSA_CUDNN_OPERATION_POINTWISE, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_YDESC, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, FALSE },
  { RENSA_CUDNN_MATMUL, RENSA_CUDNN_ATTR_MATMUL_COMP_TYPE, RENSA_CUDNN_TYPE_DATA_TYPE, 0, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATION_MATMUL, RENSA_CUDNN_ATTR_OPERATION_MATMUL_DESC, DESCRIPTOR, RENSA_CUDNN_MATMUL, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATION_MATMUL, RENSA_CUDNN_ATTR_OPERATION_MATMUL_ADESC, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATION_MATMUL, RENSA_CUDNN_ATTR_OPERATION_MATMUL_BDESC, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATION_MATMUL, RENSA_CUDNN_ATTR_OPERATION_MATMUL_CDESC, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, FALSE },
  { RENSA_CUDNN_REDUCTION, RENSA_CUDNN_ATTR_REDUCTION_OPERATOR, RENSA_CUDNN_TYPE_REDUCTION_OPERATOR_TYPE, 0, 1, 1, FALSE },
  { RENSA_CUDNN_REDUCTION, RENSA_CUDNN_ATTR_REDUCTION_COMP_TYPE, RENSA_CUDNN_TYPE_DATA_TYPE, 0, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATION_REDUCTION, RENSA_CUDNN_ATTR_OPERATION_REDUCTION_DESC, DESCRIPTOR, RENSA_CUDNN_REDUCTION, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATION_REDUCTION, RENSA_CUDNN_ATTR_OPERATION_REDUCTION_XDESC, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATION_REDUCTION, RENSA_CUDNN_ATTR_OPERATION_REDUCTION_YDESC, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATION_RESHAPE, RENSA_CUDNN_ATTR_OPERATION_RESHAPE_XDESC, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATION_RESHAPE, RENSA_CUDNN_ATTR_OPERATION_RESHAPE_YDESC, DESCRIPTOR, RENSA_CUDNN_TENSOR, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATIONGRAPH, RENSA_CUDNN_ATTR_OPERATIONGRAPH_HANDLE, RENSA_CUDNN_TYPE_HANDLE, 0, 1, 1, FALSE },
  { RENSA_CUDNN_OPERATIONGRAPH, RENSA_CUDNN_ATTR_OPERATIONGRAPH_OPS, DESCRIPTOR, ANY, 1, MANY, FALSE },
  { RENSA_CUDNN_ENGINEHEUR, RENSA_CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, DESCRIPTOR, RENSA_CUDNN_OPERATIONGRAPH, 1, 1, FALSE },
  { RENSA_CUDNN_ENGINEHEUR, RENSA_CUDNN_ATTR_ENGINEHEUR_MODE, RENSA_CUDNN_TYPE_HEUR_MODE, 0, 1, 1, FALSE },
  { RENSA_CUDNN_EXECUTION_PLAN, RENSA_CUDNN_ATTR_EXECUTION_PLAN_HANDLE, RENSA_CUDNN_TYPE_HANDLE, 0, 1, 1, FALSE },
  { RENSA_CUDNN_EXECUTION_PLAN, RENSA_CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, DESCRIPTOR, RENSA_CUDNN_ENGINECFG, 1, 1, FALSE },
  { RENSA_CUDNN_VARIANT_PACK, RENSA_CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, INTEGER, 0, 1, MANY, FALSE },
  { RENSA_CUDNN_VARIANT_PACK, RENSA_CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, RENSA_CUDNN_TYPE_VOID_PTR, 0, 1, MANY, FALSE },
  { RENSA_CUDNN_VARIANT_PACK, RENSA_CUDNN_ATTR_VARIANT_PACK_WORKSPACE, RENSA_CUDNN_TYPE_VOID_PTR, 0, 1, 1, FALSE },
};
/* clang-format on */

/* Existing descriptors. */
static GHashTable *descriptors;

static MockDescriptor *
find_descriptor (gconstpointer address)
{
  return descriptors != NULL && g_hash_table_contains (descriptors, address) ? (MockDescriptor *) address : NULL;
}

/* Reports @text for @descriptor unless @fits. */
static RensaCudaStatus
expect (gboolean fits, const char *call, const char *text)
{
  if (fits)
    return RENSA_CUDA_SUCCESS;

  mock_report ("%s: %s", call, text);
  return RENSA_CUDNN_STATUS_BAD_PARAM;
}

const MockDescriptor *
mock_dnn_get_descriptor (const MockDescriptor *descriptor, int name, gint64 number)
{
  const MockAttribute *attribute = mock_dnn_find (descriptor, name);
  const MockDescriptor *found = find_descriptor (((gconstpointer *) attribute->values)[number]);

  expect (found != NULL, "cuDNN", "a descriptor that another one refers to was destroyed");
  return found;
}

static RensaCudaStatus
create_descriptor (int kind, RensaCudnnDescriptor *descriptor)
{
  g_autoptr (GRecMutexLocker) locker G_GNUC_UNUSED = g_rec_mutex_locker_new (&mock_lock);
  MockDescriptor *self = g_new (MockDescriptor, 1);

  *self = (MockDescriptor){ .kind = kind, .attributes = g_array_new (FALSE, FALSE, sizeof (MockAttribute)) };
  if (descriptors == NULL)
    descriptors = g_hash_table_new (NULL, NULL);
  g_hash_table_add (descriptors, self);
  *descriptor = self;
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
destroy_descriptor (RensaCudnnDescriptor address)
{
  g_autoptr (GRecMutexLocker) locker G_GNUC_UNUSED = g_rec_mutex_locker_new (&mock_lock);
  MockDescriptor *self = find_descriptor (address);

  if (self == NULL)
    return expect (FALSE, "cudnnBackendDestroyDescriptor", "there is no such descriptor");

  g_hash_table_remove (descriptors, self);
  for (guint i = 0; i < self->attributes->len; i++)
    g_free (g_array_index (self->attributes, MockAttribute, i).values);
  g_array_unref (self->attributes);
  g_free (self);
  return RENSA_CUDA_SUCCESS;
}

static gsize
get_size (int type)
{
  switch (type)
    {
    case RENSA_CUDNN_TYPE_BOOLEAN:
    case RENSA_CUDNN_TYPE_CHAR:
      return 1;
    case RENSA_CUDNN_TYPE_INT64:
    case RENSA_CUDNN_TYPE_DOUBLE:
      return 8;
    case RENSA_CUDNN_TYPE_HANDLE:
    case RENSA_CUDNN_TYPE_VOID_PTR:
    case RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR:
      return sizeof (gpointer);
    default:
      return sizeof (int);
    }
}

static gboolean
refers_to_finished (const Row *row, gint64 n, gconstpointer const *values)
{
  for (gint64 i = 0; i < n; i++)
    {
      const MockDescriptor *other = find_descriptor (values[i]);

      if (other == NULL || !other->is_finalized || (row->of != ANY && other->kind != row->of))
        return FALSE;
    }
  return TRUE;
}

static const Row *
find_row (const MockDescriptor *self, int name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].kind == self->kind && rows[i].name == name)
      return &rows[i];

  return NULL;
}

static const char *
find_mistake (const MockDescriptor *self, const Row *row, int type, gint64 n, const void *values)
{
  return self == NULL         ? "there is no such descriptor"
         : self->is_finalized ? "the descriptor is finalized already"
         : row == NULL        ? "the descriptor has no such attribute"
         : row->type != type
                 && !(row->type == ANY && (type == RENSA_CUDNN_TYPE_FLOAT || type == RENSA_CUDNN_TYPE_DOUBLE))
             ? "the attribute is of another type"
         : n < row->least || n > row->most || values == NULL ? "the attribute does not take so many values"
         : row->type == DESCRIPTOR && !refers_to_finished (row, n, values)
             ? "the attribute refers to a descriptor of another kind, or to one that is not finalized"
             : NULL;
}

static RensaCudaStatus
set_attribute (RensaCudnnDescriptor descriptor, int name, int type, gint64 n, const void *values)
{
  g_autoptr (GRecMutexLocker) locker G_GNUC_UNUSED = g_rec_mutex_locker_new (&mock_lock);
  MockDescriptor *self = find_descriptor (descriptor);
  const char *mistake = find_mistake (self, self != NULL ? find_row (self, name) : NULL, type, n, values);

  if (mistake != NULL)
    {
      mock_report ("cudnnBackendSetAttribute, %lld values of type %d for attribute %d: %s", (long long) n, type, name,
                   mistake);
      return RENSA_CUDNN_STATUS_BAD_PARAM;
    }

  const MockAttribute attribute = { name, type, n, g_memdup2 (values, (gsize) n * get_size (type)) };
  g_array_append_val (self->attributes, attribute);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
finalize (RensaCudnnDescriptor descriptor)
{
  g_autoptr (GRecMutexLocker) locker G_GNUC_UNUSED = g_rec_mutex_locker_new (&mock_lock);
  MockDescriptor *self = find_descriptor (descriptor);

  if (self == NULL || self->is_finalized)
    return expect (FALSE, "cudnnBackendFinalize", "there is no such descriptor, or it is finalized already");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].kind == self->kind && !rows[i].is_optional && mock_dnn_find (self, rows[i].name) == NULL)
      {
        mock_report ("cudnnBackendFinalize: attribute %d is missing", rows[i].name);
        return RENSA_CUDNN_STATUS_BAD_PARAM;
      }
  if (!mock_dnn_check (self))
    return RENSA_CUDNN_STATUS_BAD_PARAM;

  if (self->kind == RENSA_CUDNN_EXECUTION_PLAN)
    self->engine = mock_dnn_get_descriptor (self, RENSA_CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, 0)->engine;
  self->is_finalized = TRUE;
  return RENSA_CUDA_SUCCESS;
}

/* Returns TRUE if cuDNN has engines for the graph; *@workspace receives the number of bytes that
 * they need. */
static gboolean
is_known (const MockDescriptor *graph, gint64 *workspace)
{
  if (mock_attention_is (graph))
    {
      g_autofree MockAttention *attention = mock_attention_read (graph);

      *workspace = attention != NULL ? mock_attention_count_workspace (attention) : 0;
      return attention != NULL;
    }

  MockConvolution convolution;
  const gboolean is_convolution = mock_dnn_read_graph (graph, &convolution);

  *workspace = is_convolution ? mock_dnn_count_workspace (&convolution) : 0;
  return is_convolution;
}

/* Stores results in descriptors created by the caller; returns only their number if none are
 * given. */
static gint64
get_proposals (const MockDescriptor *self, gint64 n_wanted, RensaCudnnDescriptor *configs)
{
  const MockDescriptor *graph = mock_dnn_get_descriptor (self, RENSA_CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, 0);
  gint64 workspace;
  gint64 n = 0;

  if (mock_options.refuses_convolutions || !is_known (graph, &workspace))
    return 0;
  if (n_wanted == 0)
    return G_N_ELEMENTS (engine_notes);

  for (; n < MIN (n_wanted, (gint64) G_N_ELEMENTS (engine_notes)); n++)
    {
      MockDescriptor *config = find_descriptor (configs[n]);
      const MockAttribute attribute = { RENSA_CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, DESCRIPTOR, 1,
                                        g_memdup2 (&graph, sizeof graph) };

      if (expect (config != NULL && config->kind == RENSA_CUDNN_ENGINECFG, "cudnnBackendGetAttribute",
                  "the results of heuristics are configurations")
          != RENSA_CUDA_SUCCESS)
        return 0;
      g_array_append_val (config->attributes, attribute);
      config->engine = (int) n;
      config->is_finalized = TRUE;
    }
  return n;
}

/* Returns NULL if it was destroyed. */
static const MockDescriptor *
get_graph (const MockDescriptor *plan)
{
  const MockDescriptor *config = mock_dnn_get_descriptor (plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, 0);

  return config != NULL ? mock_dnn_get_descriptor (config, RENSA_CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, 0) : NULL;
}

static gint64
count_workspace (const MockDescriptor *plan)
{
  const MockDescriptor *graph = get_graph (plan);
  gint64 workspace;

  return graph != NULL && is_known (graph, &workspace) ? workspace : 0;
}

static RensaCudaStatus
get_attribute (RensaCudnnDescriptor descriptor, int name, int type, gint64 n_wanted, gint64 *n, void *values)
{
  g_autoptr (GRecMutexLocker) locker G_GNUC_UNUSED = g_rec_mutex_locker_new (&mock_lock);
  const MockDescriptor *self = find_descriptor (descriptor);

  *n = 1;
  if (self == NULL || !self->is_finalized || (n_wanted < 1 && name != RENSA_CUDNN_ATTR_ENGINEHEUR_RESULTS))
    return expect (FALSE, "cudnnBackendGetAttribute", "the descriptor is not finalized, or no value is wanted");
  if (name == RENSA_CUDNN_ATTR_ENGINEHEUR_RESULTS && type == DESCRIPTOR)
    *n = get_proposals (self, n_wanted, values);
  else if (name == RENSA_CUDNN_ATTR_ENGINECFG_ENGINE && type == DESCRIPTOR)
    {
      MockDescriptor *engine = find_descriptor (*(RensaCudnnDescriptor *) values);

      engine->engine = self->engine;
      engine->is_finalized = TRUE;
    }
  else if (name == RENSA_CUDNN_ATTR_ENGINE_NUMERICAL_NOTE && type == RENSA_CUDNN_TYPE_NUMERICAL_NOTE)
    {
      *n = engine_notes[self->engine] >= 0;
      *(int *) values = engine_notes[self->engine];
    }
  else if (name == RENSA_CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE && type == INTEGER)
    *(gint64 *) values = count_workspace (self);
  else
    return expect (FALSE, "cudnnBackendGetAttribute", "there is no such attribute to read");
  return RENSA_CUDA_SUCCESS;
}

/* Sets the address of the tensor from the arguments. */
static gboolean
place_tensor (MockTensor *tensor, const MockDescriptor *arguments)
{
  const MockAttribute *numbers = mock_dnn_find (arguments, RENSA_CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS);
  char **addresses = mock_dnn_find (arguments, RENSA_CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS)->values;

  for (gint64 i = 0; i < numbers->n; i++)
    if (((const gint64 *) numbers->values)[i] == tensor->number)
      tensor->data = addresses[i];

  return expect (tensor->data != NULL && (guintptr) tensor->data % tensor->alignment == 0, "cudnnBackendExecute",
                 "a tensor has no address, or is not aligned as it says")
         == RENSA_CUDA_SUCCESS;
}

static gconstpointer
get_workspace (const MockDescriptor *arguments)
{
  return *(gpointer const *) mock_dnn_find (arguments, RENSA_CUDNN_ATTR_VARIANT_PACK_WORKSPACE)->values;
}

static RensaCudaStatus
convolve (RensaCudnn handle, const MockDescriptor *graph, int note, const MockDescriptor *arguments)
{
  g_autofree MockConvolution *convolution = g_new0 (MockConvolution, 1);

  if (!mock_dnn_read_graph (graph, convolution) || !place_tensor (&convolution->x, arguments)
      || !place_tensor (&convolution->W, arguments) || !place_tensor (&convolution->y, arguments)
      || (convolution->has_bias && !place_tensor (&convolution->bias, arguments)))
    return RENSA_CUDNN_STATUS_BAD_PARAM;

  convolution->workspace = get_workspace (arguments);
  convolution->device = mock_stream_get_device (handle->stream);
  convolution->is_tf32 = note == RENSA_CUDNN_NUMERICAL_NOTE_TENSOR_CORE && convolution->x.dtype == RENSA_FLOAT32;
  if (convolution->is_tf32 && !rensa_modes_get ()->allow_tf32)
    return expect (FALSE, "cudnnBackendExecute", "the engine is not exact, or not the same each time");
  return mock_enqueue (handle->stream, &mock_dnn_kind, g_steal_pointer (&convolution));
}

/* Reads a number on the host immediately. */
static gboolean
place_number (MockTensor *tensor, const MockDescriptor *arguments)
{
  if (!place_tensor (tensor, arguments)
      || expect (!mock_is_in_arena ((guint64) (guintptr) tensor->data), "cudnnBackendExecute",
                 "a number of the host was given device memory")
             != RENSA_CUDA_SUCCESS)
    return FALSE;

  memcpy (&tensor->value, tensor->data, sizeof tensor->value);
  return TRUE;
}

static RensaCudaStatus
attend (RensaCudnn handle, const MockDescriptor *graph, const MockDescriptor *arguments)
{
  g_autofree MockAttention *attention = mock_attention_read (graph);

  if (attention == NULL)
    return RENSA_CUDNN_STATUS_BAD_PARAM;
  for (int i = 0; i < attention->n_tensors; i++)
    {
      MockTensor *tensor = &attention->tensors[i];

      if (!tensor->is_virtual
          && !(tensor->is_by_value ? place_number (tensor, arguments) : place_tensor (tensor, arguments)))
        return RENSA_CUDNN_STATUS_BAD_PARAM;
    }
  attention->workspace = get_workspace (arguments);
  attention->device = mock_stream_get_device (handle->stream);
  return mock_enqueue (handle->stream, &mock_attention_kind, g_steal_pointer (&attention));
}

static RensaCudaStatus
execute (RensaCudnn handle, RensaCudnnDescriptor plan_address, RensaCudnnDescriptor arguments_address)
{
  g_autoptr (GRecMutexLocker) locker G_GNUC_UNUSED = g_rec_mutex_locker_new (&mock_lock);
  const MockDescriptor *plan = find_descriptor (plan_address);
  const MockDescriptor *arguments = find_descriptor (arguments_address);

  mock_counts.n_dnn_calls++;
  if (plan == NULL || !plan->is_finalized || plan->kind != RENSA_CUDNN_EXECUTION_PLAN || arguments == NULL
      || !arguments->is_finalized || arguments->kind != RENSA_CUDNN_VARIANT_PACK)
    return expect (FALSE, "cudnnBackendExecute", "the plan or its arguments are not finalized");

  const MockDescriptor *graph = get_graph (plan);
  const int note = engine_notes[plan->engine];
  if (graph == NULL)
    return RENSA_CUDNN_STATUS_BAD_PARAM;
  if (note == RENSA_CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC
      || note == RENSA_CUDNN_NUMERICAL_NOTE_REDUCED_PRECISION_REDUCTION)
    return expect (FALSE, "cudnnBackendExecute", "the engine is not exact, or not the same each time");
  return mock_attention_is (graph) ? attend (handle, graph, arguments) : convolve (handle, graph, note, arguments);
}

static gsize
get_version (void)
{
  return 91900;
}

static const char *
get_error_string (RensaCudaStatus status)
{
  return status == RENSA_CUDNN_STATUS_BAD_PARAM ? "CUDNN_STATUS_BAD_PARAM" : "CUDNN_STATUS_EXECUTION_FAILED";
}

static RensaCudaStatus
create (RensaCudnn *handle)
{
  *handle = g_new0 (struct RensaCudnn_, 1);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
destroy (RensaCudnn handle)
{
  g_free (handle);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
set_stream (RensaCudnn handle, RensaCudaStream stream)
{
  handle->stream = stream;
  return RENSA_CUDA_SUCCESS;
}

void
mock_fill_dnn (RensaCudaApi *api)
{
  api->cudnnGetVersion = get_version;
  api->cudnnGetErrorString = get_error_string;
  api->cudnnCreate = create;
  api->cudnnDestroy = destroy;
  api->cudnnSetStream = set_stream;
  api->cudnnBackendCreateDescriptor = create_descriptor;
  api->cudnnBackendDestroyDescriptor = destroy_descriptor;
  api->cudnnBackendSetAttribute = set_attribute;
  api->cudnnBackendGetAttribute = get_attribute;
  api->cudnnBackendFinalize = finalize;
  api->cudnnBackendExecute = execute;
  mock_dnn_fill_rnn (api);
}

void
rensa_mock_remove_dnn (RensaCudaApi *api)
{
#define REMOVE(type, name, arguments) api->name = NULL;
  RENSA_CUDNN_CALLS (REMOVE)
#undef REMOVE
}
