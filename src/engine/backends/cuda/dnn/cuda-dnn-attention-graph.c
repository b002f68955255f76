/* cuda-dnn-attention-graph.c: graphs of attention in the form that cuDNN supports.
 *
 *   q, kᵀ -> scores, scaled and hidden -> softmax -> weights;  weights, v -> y
 *
 * and backward, with the recomputed weights exp (scores - totals) and along = Σ gy y:
 *
 *   weightsᵀ, gy -> gv;  gy, vᵀ -> gweights;  scale weights (gweights - along) -> gscores;
 *   gscoresᵀ, q -> gk;   gscores, k -> gq
 *
 * cuDNN recognizes such graphs by their form alone, so each step must be one that it expects at
 * that position.
 *
 * SPDX-License-Identifier: MIT */

#include "cuda-dnn-attention.h"
#include "cuda-dnn-builder.h"

#define ALIGNMENT 16
#define NDIM 4
#define MOST_OPERATIONS 24

#define FLOAT RENSA_CUDNN_DATA_FLOAT

typedef RensaCudnnDescriptor Tensor;

typedef struct
{
  RensaDnnBuilder builder;
  const RensaDnnAttention *attention;
  gint64 shape[NDIM];                  /* shape of the scores */
  Tensor tensors[RENSA_ATTENTION_END]; /* tensors by their numbers */
  gint64 last_number;
  RensaCudnnDescriptor operations[MOST_OPERATIONS];
  gint64 n_operations;
} Graph;

/* Rows must begin at multiples of 16 bytes. */
#define MULTIPLE (ALIGNMENT / 2)

gboolean
rensa_dnn_can_attend (const RensaFusedAttention *attention)
{
  const RensaShape *k = &attention->k->shape;

  return rensa_dtype_is_half (attention->q->dtype) && k->dims[3] % MULTIPLE == 0
         && attention->v->shape.dims[3] % MULTIPLE == 0
         /* Compiling a plan takes a second: arbitrary sequence lengths would need too many plans. */
         && attention->q->shape.dims[2] % MULTIPLE == 0 && k->dims[2] % MULTIPLE == 0;
}

RensaArray *
rensa_dnn_take_heads (RensaArray *array, GError **error)
{
  gboolean fits =
      (guintptr) array->data % ALIGNMENT == 0 && array->strides[3] == (gint64) rensa_dtype_get_size (array->dtype);

  for (int axis = 0; fits && axis < 3; axis++)
    fits = array->shape.dims[axis] == 1 || (array->strides[axis] > 0 && array->strides[axis] % ALIGNMENT == 0);
  return fits ? rensa_array_ref (array) : rensa_array_copy (array, error);
}

/* Axes of extent one get the strides of an array in C order. */
static RensaDnnTensor
get_tensor (RensaArray *array)
{
  const gint64 size = (gint64) rensa_dtype_get_size (array->dtype);
  RensaDnnTensor tensor = { .alignment = ALIGNMENT };
  gint64 step = 1;

  for (int axis = NDIM - 1; axis >= 0; axis--)
    {
      tensor.dims[axis] = array->shape.dims[axis];
      tensor.strides[axis] = tensor.dims[axis] == 1 ? step : array->strides[axis] / size;
      step *= tensor.dims[axis];
    }
  return tensor;
}

void
rensa_dnn_attention_init (RensaDnnAttention *self, gboolean causal, gboolean is_backward,
                          RensaArray *const arrays[RENSA_ATTENTION_N_ARRAYS])
{
  *self = (RensaDnnAttention){
    .dtype = arrays[RENSA_ATTENTION_Q]->dtype,
    .is_causal = causal,
    .is_backward = is_backward,
  };
  for (int i = RENSA_ATTENTION_Q; i < RENSA_ATTENTION_N_ARRAYS; i++)
    if (arrays[i] != NULL)
      self->arrays[i] = get_tensor (arrays[i]);
}

/* Swaps the last two axes. */
static RensaDnnTensor
turn (RensaDnnTensor tensor)
{
  RensaDnnTensor turned = tensor;

  for (int axis = 2; axis < NDIM; axis++)
    {
      turned.dims[axis] = tensor.dims[NDIM + 1 - axis];
      turned.strides[axis] = tensor.strides[NDIM + 1 - axis];
    }
  return turned;
}

/* (B, H, n_rows, n_columns) in C order. */
static RensaDnnTensor
get_matrices (const Graph *self, gint64 n_rows, gint64 n_columns)
{
  const gint64 n_heads = self->shape[1];

  return (RensaDnnTensor){
    .dims = { self->shape[0], n_heads, n_rows, n_columns },
    .strides = { n_heads * n_rows * n_columns, n_rows * n_columns, n_columns, 1 },
    .alignment = ALIGNMENT,
  };
}

static RensaDnnTensor
get_scores (const Graph *self)
{
  return get_matrices (self, self->shape[2], self->shape[3]);
}

static RensaDnnTensor
get_rows (const Graph *self)
{
  return get_matrices (self, self->shape[2], 1);
}

/* Adds a tensor that is not stored in memory. */
static Tensor
add_virtual (Graph *self, int type, RensaDnnTensor form)
{
  Tensor tensor = rensa_dnn_begin_tensor (&self->builder, ++self->last_number, type, &form, NDIM);

  rensa_dnn_set_flag (&self->builder, tensor, RENSA_CUDNN_ATTR_TENSOR_IS_VIRTUAL);
  rensa_dnn_finalize (&self->builder, tensor);
  return tensor;
}

static void
add_tensor (Graph *self, RensaAttentionTensor number, int type, RensaDnnTensor form)
{
  self->tensors[number] = rensa_dnn_begin_tensor (&self->builder, number, type, &form, NDIM);
  rensa_dnn_finalize (&self->builder, self->tensors[number]);
}

static void
add_array (Graph *self, RensaAttentionTensor number, gboolean is_turned)
{
  const RensaDnnTensor form = self->attention->arrays[number];

  add_tensor (self, number, rensa_dnn_get_data_type ((RensaDtype) self->attention->dtype),
              is_turned ? turn (form) : form);
}

static void
add_number (Graph *self, RensaAttentionTensor number)
{
  const RensaDnnTensor form = { { 1, 1, 1, 1 }, { 1, 1, 1, 1 }, sizeof (float) };

  self->tensors[number] = rensa_dnn_begin_tensor (&self->builder, number, FLOAT, &form, NDIM);
  rensa_dnn_set_flag (&self->builder, self->tensors[number], RENSA_CUDNN_ATTR_TENSOR_IS_BY_VALUE);
  rensa_dnn_finalize (&self->builder, self->tensors[number]);
}

static void
add_operation (Graph *self, RensaCudnnDescriptor operation)
{
  self->operations[self->n_operations++] = operation;
}

static Tensor
multiply_into (Graph *self, Tensor a, Tensor b, Tensor y)
{
  RensaDnnBuilder *builder = &self->builder;
  RensaCudnnDescriptor product = rensa_dnn_make (builder, RENSA_CUDNN_MATMUL);
  RensaCudnnDescriptor operation = rensa_dnn_make (builder, RENSA_CUDNN_OPERATION_MATMUL);

  rensa_dnn_set_choice (builder, product, RENSA_CUDNN_ATTR_MATMUL_COMP_TYPE, RENSA_CUDNN_TYPE_DATA_TYPE, FLOAT);
  rensa_dnn_finalize (builder, product);
  rensa_dnn_set_descriptor (builder, operation, RENSA_CUDNN_ATTR_OPERATION_MATMUL_ADESC, a);
  rensa_dnn_set_descriptor (builder, operation, RENSA_CUDNN_ATTR_OPERATION_MATMUL_BDESC, b);
  rensa_dnn_set_descriptor (builder, operation, RENSA_CUDNN_ATTR_OPERATION_MATMUL_CDESC, y);
  rensa_dnn_set_descriptor (builder, operation, RENSA_CUDNN_ATTR_OPERATION_MATMUL_DESC, product);
  rensa_dnn_finalize (builder, operation);
  add_operation (self, operation);
  return y;
}

static Tensor
compute_into (Graph *self, int mode, Tensor x, Tensor b, Tensor y)
{
  const RensaDnnPointwise pointwise = { .mode = mode, .type = FLOAT, .x = x, .b = b, .y = y };

  add_operation (self, rensa_dnn_add_pointwise (&self->builder, &pointwise));
  return y;
}

/* Adds an operation on all scores. */
static Tensor
compute (Graph *self, int mode, Tensor x, Tensor b)
{
  return compute_into (self, mode, x, b, add_virtual (self, FLOAT, get_scores (self)));
}

/* Adds a reduction of each row. */
static Tensor
reduce (Graph *self, int how, Tensor x)
{
  RensaDnnBuilder *builder = &self->builder;
  Tensor y = add_virtual (self, FLOAT, get_rows (self));
  RensaCudnnDescriptor reduction = rensa_dnn_make (builder, RENSA_CUDNN_REDUCTION);
  RensaCudnnDescriptor operation = rensa_dnn_make (builder, RENSA_CUDNN_OPERATION_REDUCTION);

  rensa_dnn_set_choice (builder, reduction, RENSA_CUDNN_ATTR_REDUCTION_OPERATOR,
                        RENSA_CUDNN_TYPE_REDUCTION_OPERATOR_TYPE, how);
  rensa_dnn_set_choice (builder, reduction, RENSA_CUDNN_ATTR_REDUCTION_COMP_TYPE, RENSA_CUDNN_TYPE_DATA_TYPE, FLOAT);
  rensa_dnn_finalize (builder, reduction);
  rensa_dnn_set_descriptor (builder, operation, RENSA_CUDNN_ATTR_OPERATION_REDUCTION_XDESC, x);
  rensa_dnn_set_descriptor (builder, operation, RENSA_CUDNN_ATTR_OPERATION_REDUCTION_YDESC, y);
  rensa_dnn_set_descriptor (builder, operation, RENSA_CUDNN_ATTR_OPERATION_REDUCTION_DESC, reduction);
  rensa_dnn_finalize (builder, operation);
  add_operation (self, operation);
  return y;
}

/* Returns @x with another shape or strides: transposed, and as required by products. */
static Tensor
reshape (Graph *self, Tensor x, RensaDnnTensor form)
{
  Tensor y = add_virtual (self, rensa_dnn_get_data_type ((RensaDtype) self->attention->dtype), form);
  RensaCudnnDescriptor operation = rensa_dnn_make (&self->builder, RENSA_CUDNN_OPERATION_RESHAPE);

  rensa_dnn_set_descriptor (&self->builder, operation, RENSA_CUDNN_ATTR_OPERATION_RESHAPE_XDESC, x);
  rensa_dnn_set_descriptor (&self->builder, operation, RENSA_CUDNN_ATTR_OPERATION_RESHAPE_YDESC, y);
  rensa_dnn_finalize (&self->builder, operation);
  add_operation (self, operation);
  return y;
}

/* Returns the indices of rows or columns, in the shape of the scores. */
static Tensor
count_up (Graph *self, Tensor scores, int axis)
{
  RensaDnnPointwise pointwise = {
    .mode = RENSA_CUDNN_POINTWISE_GEN_INDEX,
    .type = RENSA_CUDNN_DATA_INT32,
    .axis = axis,
    .x = scores,
    .y = add_virtual (self, RENSA_CUDNN_DATA_INT32, get_scores (self)),
  };

  add_operation (self, rensa_dnn_add_pointwise (&self->builder, &pointwise));
  return pointwise.y;
}

/* In causal attention, masks the scores whose column is after their row with -infinity. */
static Tensor
hide (Graph *self, Tensor scores)
{
  if (!self->attention->is_causal)
    return scores;

  Tensor rows = count_up (self, scores, 2);
  Tensor columns = count_up (self, scores, 3);
  const RensaDnnPointwise compare = {
    .mode = RENSA_CUDNN_POINTWISE_CMP_GE,
    .type = RENSA_CUDNN_DATA_BOOLEAN,
    .x = rows,
    .b = columns,
    .y = add_virtual (self, RENSA_CUDNN_DATA_BOOLEAN, get_scores (self)),
  };
  add_operation (self, rensa_dnn_add_pointwise (&self->builder, &compare));

  add_number (self, RENSA_ATTENTION_HIDDEN);
  const RensaDnnPointwise select = {
    .mode = RENSA_CUDNN_POINTWISE_BINARY_SELECT,
    .type = FLOAT,
    .x = scores,
    .b = self->tensors[RENSA_ATTENTION_HIDDEN],
    .t = compare.y,
    .y = add_virtual (self, FLOAT, get_scores (self)),
  };
  add_operation (self, rensa_dnn_add_pointwise (&self->builder, &select));
  return select.y;
}

/* scale q kᵀ */
static Tensor
score (Graph *self)
{
  const Tensor *tensors = self->tensors;
  Tensor scores = multiply_into (self, tensors[RENSA_ATTENTION_Q], tensors[RENSA_ATTENTION_K],
                                 add_virtual (self, FLOAT, get_scores (self)));

  return compute (self, RENSA_CUDNN_POINTWISE_MUL, scores, tensors[RENSA_ATTENTION_SCALE]);
}

static void
add_forward (Graph *self)
{
  const Tensor *tensors = self->tensors;

  add_array (self, RENSA_ATTENTION_V, FALSE);

  Tensor scores = hide (self, score (self));
  Tensor largest = reduce (self, RENSA_CUDNN_REDUCE_TENSOR_MAX, scores);
  Tensor shifted = compute (self, RENSA_CUDNN_POINTWISE_SUB, scores, largest);
  Tensor powers = compute (self, RENSA_CUDNN_POINTWISE_EXP, shifted, NULL);
  Tensor total = reduce (self, RENSA_CUDNN_REDUCE_TENSOR_ADD, powers);
  Tensor log_total =
      compute_into (self, RENSA_CUDNN_POINTWISE_LOG, total, NULL, add_virtual (self, FLOAT, get_rows (self)));
  Tensor weights = add_virtual (self, rensa_dnn_get_data_type ((RensaDtype) self->attention->dtype), get_scores (self));

  compute_into (self, RENSA_CUDNN_POINTWISE_ADD, largest, log_total, tensors[RENSA_ATTENTION_TOTALS]);
  compute_into (self, RENSA_CUDNN_POINTWISE_DIV, powers, total, weights);
  multiply_into (self, weights, tensors[RENSA_ATTENTION_V], tensors[RENSA_ATTENTION_Y]);
}

/* Computes Σ gy y for each row. */
static void
add_along (Graph *self)
{
  const Tensor *tensors = self->tensors;
  const RensaDnnTensor values = get_matrices (self, self->shape[2], self->attention->arrays[RENSA_ATTENTION_Y].dims[3]);
  Tensor products = compute_into (self, RENSA_CUDNN_POINTWISE_MUL, tensors[RENSA_ATTENTION_GY],
                                  tensors[RENSA_ATTENTION_Y], add_virtual (self, FLOAT, values));
  Tensor sums = reduce (self, RENSA_CUDNN_REDUCE_TENSOR_ADD, products);

  /* With dropout of weights, the factor is not 1. */
  add_number (self, RENSA_ATTENTION_ONE);
  add_tensor (self, RENSA_ATTENTION_ALONG, FLOAT, get_rows (self));
  compute_into (self, RENSA_CUDNN_POINTWISE_MUL, sums, tensors[RENSA_ATTENTION_ONE], tensors[RENSA_ATTENTION_ALONG]);
}

/* gq is a product of complete gscores, for which cuDNN needs memory; accumulating it from parts in
 * float32, which cuDNN also supports, would not be deterministic. */
static void
add_backward (Graph *self)
{
  const Tensor *tensors = self->tensors;

  add_array (self, RENSA_ATTENTION_V, TRUE);
  for (int i = RENSA_ATTENTION_GY; i < RENSA_ATTENTION_N_ARRAYS; i++)
    add_array (self, (RensaAttentionTensor) i, FALSE);
  add_along (self);

  Tensor scores = score (self);
  Tensor shifted = compute (self, RENSA_CUDNN_POINTWISE_SUB, scores, tensors[RENSA_ATTENTION_TOTALS]);
  Tensor weights = compute (self, RENSA_CUDNN_POINTWISE_EXP, hide (self, shifted), NULL);
  Tensor turned_weights = reshape (self, weights, turn (get_scores (self)));
  multiply_into (self, turned_weights, tensors[RENSA_ATTENTION_GY], tensors[RENSA_ATTENTION_GV]);

  Tensor gweights = multiply_into (self, tensors[RENSA_ATTENTION_GY], tensors[RENSA_ATTENTION_V],
                                   add_virtual (self, FLOAT, get_scores (self)));
  Tensor centred = compute (self, RENSA_CUDNN_POINTWISE_SUB, gweights, tensors[RENSA_ATTENTION_ALONG]);
  Tensor weighted = compute (self, RENSA_CUDNN_POINTWISE_MUL, centred, weights);
  Tensor gscores = compute (self, RENSA_CUDNN_POINTWISE_MUL, weighted, tensors[RENSA_ATTENTION_SCALE]);
  Tensor turned_gscores = reshape (self, gscores, turn (get_scores (self)));
  multiply_into (self, turned_gscores, tensors[RENSA_ATTENTION_Q], tensors[RENSA_ATTENTION_GK]);

  Tensor k = reshape (self, tensors[RENSA_ATTENTION_K], self->attention->arrays[RENSA_ATTENTION_K]);
  multiply_into (self, gscores, k, tensors[RENSA_ATTENTION_GQ]);
}

RensaDnnPlan *
rensa_dnn_attention_plan_new (const RensaCudaApi *api, RensaCudnn handle, RensaCudnnDescriptor device,
                              const RensaDnnAttention *attention, char **why_not)
{
  const gint64 *q = attention->arrays[RENSA_ATTENTION_Q].dims;
  const gint64 *k = attention->arrays[RENSA_ATTENTION_K].dims;
  Graph self = {
    .builder = rensa_dnn_builder_begin (api, handle, device),
    .attention = attention,
    .shape = { q[0], q[1], q[2], k[2] },
    .last_number = RENSA_ATTENTION_END,
  };

  add_array (&self, RENSA_ATTENTION_Q, FALSE);
  add_array (&self, RENSA_ATTENTION_K, TRUE);
  add_array (&self, RENSA_ATTENTION_Y, FALSE);
  add_tensor (&self, RENSA_ATTENTION_TOTALS, FLOAT, get_rows (&self));
  add_number (&self, RENSA_ATTENTION_SCALE);
  if (attention->is_backward)
    add_backward (&self);
  else
    add_forward (&self);
  return rensa_dnn_builder_finish (&self.builder, self.operations, self.n_operations, TRUE, why_not);
}
