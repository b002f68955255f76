/* mock-dnn-attention.c: checks and reads graphs of attention.
 * SPDX-License-Identifier: MIT */

#include "mock-dnn-attention.h"

#include <string.h>

/* Numbers of products of a forward pass, and of a backward pass. */
#define N_FORWARD 2
#define N_BACKWARD 5

/* Rows of arrays begin at multiples of this many elements. */
#define MULTIPLE 8

/* Attributes of each kind of step; 0, which is no attribute, if a kind has none. */
static const struct
{
  int kind, x, b, t, y, how, type;
} forms[] = {
  { RENSA_CUDNN_OPERATION_MATMUL, RENSA_CUDNN_ATTR_OPERATION_MATMUL_ADESC, RENSA_CUDNN_ATTR_OPERATION_MATMUL_BDESC, 0,
    RENSA_CUDNN_ATTR_OPERATION_MATMUL_CDESC, RENSA_CUDNN_ATTR_OPERATION_MATMUL_DESC,
    RENSA_CUDNN_ATTR_MATMUL_COMP_TYPE },
  { RENSA_CUDNN_OPERATION_POINTWISE, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_XDESC,
    RENSA_CUDNN_ATTR_OPERATION_POINTWISE_BDESC, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_TDESC,
    RENSA_CUDNN_ATTR_OPERATION_POINTWISE_YDESC, RENSA_CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR,
    RENSA_CUDNN_ATTR_POINTWISE_MATH_PREC },
  { RENSA_CUDNN_OPERATION_REDUCTION, RENSA_CUDNN_ATTR_OPERATION_REDUCTION_XDESC, 0, 0,
    RENSA_CUDNN_ATTR_OPERATION_REDUCTION_YDESC, RENSA_CUDNN_ATTR_OPERATION_REDUCTION_DESC,
    RENSA_CUDNN_ATTR_REDUCTION_COMP_TYPE },
  { RENSA_CUDNN_OPERATION_RESHAPE, RENSA_CUDNN_ATTR_OPERATION_RESHAPE_XDESC, 0, 0,
    RENSA_CUDNN_ATTR_OPERATION_RESHAPE_YDESC, 0, 0 },
};

/* Reports @text unless @fits. */
static gboolean
expect (gboolean fits, const char *text)
{
  if (!fits)
    mock_report ("cuDNN, attention: %s", text);
  return fits;
}

gboolean
mock_attention_is (const MockDescriptor *graph)
{
  const gint64 n = mock_dnn_find (graph, RENSA_CUDNN_ATTR_OPERATIONGRAPH_OPS)->n;

  for (gint64 i = 0; i < n; i++)
    {
      const MockDescriptor *step = mock_dnn_get_descriptor (graph, RENSA_CUDNN_ATTR_OPERATIONGRAPH_OPS, i);

      if (step != NULL && step->kind == RENSA_CUDNN_OPERATION_MATMUL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_same (const MockTensor *a, const MockTensor *b)
{
  return a->is_virtual == b->is_virtual && a->is_by_value == b->is_by_value && a->dtype == b->dtype
         && a->ndim == b->ndim && a->alignment == b->alignment && memcmp (a->dims, b->dims, sizeof a->dims) == 0
         && memcmp (a->strides, b->strides, sizeof a->strides) == 0;
}

/* Returns the index of a tensor in the list; each unique id represents one tensor. */
static gboolean
add_tensor (MockAttention *self, const MockDescriptor *operation, int name, int *place)
{
  const MockDescriptor *descriptor;
  MockTensor tensor;

  *place = -1;
  if (name == 0 || mock_dnn_find (operation, name) == NULL)
    return TRUE;

  descriptor = mock_dnn_get_descriptor (operation, name, 0);
  if (descriptor == NULL)
    return FALSE;

  mock_dnn_read_tensor (descriptor, &tensor);
  for (int i = 0; i < self->n_tensors; i++)
    if (self->tensors[i].number == tensor.number)
      {
        *place = i;
        return expect (is_same (&self->tensors[i], &tensor), "two tensors have one number");
      }
  *place = self->n_tensors;
  self->tensors[self->n_tensors++] = tensor;
  return expect (tensor.ndim == 4 && self->n_tensors < MOCK_ATTENTION_MOST_TENSORS, "a tensor does not have four axes");
}

static gboolean
read_step (MockAttention *self, const MockDescriptor *operation)
{
  MockStep *step = &self->steps[self->n_steps++];
  guint form = 0;

  while (form < G_N_ELEMENTS (forms) && forms[form].kind != operation->kind)
    form++;
  if (form == G_N_ELEMENTS (forms))
    return FALSE;

  *step = (MockStep){ .kind = operation->kind, .type = RENSA_CUDNN_DATA_FLOAT };
  if (!add_tensor (self, operation, forms[form].x, &step->x) || !add_tensor (self, operation, forms[form].b, &step->b)
      || !add_tensor (self, operation, forms[form].t, &step->t)
      || !add_tensor (self, operation, forms[form].y, &step->y))
    return FALSE;
  if (forms[form].how == 0)
    return TRUE;

  const MockDescriptor *how = mock_dnn_get_descriptor (operation, forms[form].how, 0);
  if (how == NULL)
    return FALSE;

  const gint64 *axis = mock_dnn_get_integers (how, RENSA_CUDNN_ATTR_POINTWISE_AXIS);
  step->type = mock_dnn_get_choice (how, forms[form].type);
  step->axis = axis != NULL ? (int) *axis : -1;
  if (step->kind != RENSA_CUDNN_OPERATION_MATMUL)
    step->mode =
        mock_dnn_get_choice (how, step->kind == RENSA_CUDNN_OPERATION_POINTWISE ? RENSA_CUDNN_ATTR_POINTWISE_MODE
                                                                                : RENSA_CUDNN_ATTR_REDUCTION_OPERATOR);
  return TRUE;
}

static gboolean
is_product (const MockTensor *a, const MockTensor *b, const MockTensor *y)
{
  for (int axis = 0; axis < 2; axis++)
    if (a->dims[axis] != y->dims[axis] || b->dims[axis] != y->dims[axis])
      return FALSE;

  return a->dims[2] == y->dims[2] && a->dims[3] == b->dims[2] && b->dims[3] == y->dims[3]
         && rensa_dtype_is_half (b->dtype);
}

/* Returns TRUE if @tensor has the extents of @y or, on any axis, 1. */
static gboolean
is_spread (const MockTensor *tensor, const MockTensor *y)
{
  for (int axis = 0; axis < 4; axis++)
    if (tensor->dims[axis] != 1 && tensor->dims[axis] != y->dims[axis])
      return FALSE;
  return TRUE;
}

static gboolean
is_pointwise (const MockStep *step, const MockTensor *x, const MockTensor *b, const MockTensor *t, const MockTensor *y)
{
  const gboolean is_index = step->mode == RENSA_CUDNN_POINTWISE_GEN_INDEX;
  const gboolean is_comparison = step->mode == RENSA_CUDNN_POINTWISE_CMP_GE;
  const gboolean is_choice = step->mode == RENSA_CUDNN_POINTWISE_BINARY_SELECT;
  const gboolean has_b =
      !is_index && step->mode != RENSA_CUDNN_POINTWISE_EXP && step->mode != RENSA_CUDNN_POINTWISE_LOG;
  const int type = is_index        ? RENSA_CUDNN_DATA_INT32
                   : is_comparison ? RENSA_CUDNN_DATA_BOOLEAN
                                   : RENSA_CUDNN_DATA_FLOAT;

  return step->type == type && memcmp (x->dims, y->dims, sizeof x->dims) == 0 && (b != NULL) == has_b
         && (t != NULL) == is_choice && (b == NULL || is_spread (b, y)) && (t == NULL || t->dtype == RENSA_BOOL)
         && (y->dtype == RENSA_INT32) == is_index && (y->dtype == RENSA_BOOL) == is_comparison
         && (!is_index || step->axis == 2 || step->axis == 3);
}

static gboolean
is_reduction (const MockTensor *x, const MockTensor *y)
{
  return y->dims[0] == x->dims[0] && y->dims[1] == x->dims[1] && y->dims[2] == x->dims[2] && y->dims[3] == 1
         && y->dtype == RENSA_FLOAT32;
}

/* Returns TRUE if both have the same elements at the same addresses, with the last two axes
 * exchanged. */
static gboolean
is_turned (const MockTensor *x, const MockTensor *y)
{
  for (int axis = 0; axis < 4; axis++)
    {
      const int other = axis < 2 ? axis : 5 - axis;

      if (x->dims[axis] != y->dims[other] || x->strides[axis] != y->strides[other])
        return FALSE;
    }
  return TRUE;
}

static gboolean
fits_together (const MockAttention *self, const MockStep *step)
{
  const MockTensor *x = &self->tensors[step->x];
  const MockTensor *b = step->b >= 0 ? &self->tensors[step->b] : NULL;
  const MockTensor *t = step->t >= 0 ? &self->tensors[step->t] : NULL;
  const MockTensor *y = &self->tensors[step->y];

  switch (step->kind)
    {
    case RENSA_CUDNN_OPERATION_MATMUL:
      return is_product (x, b, y) && step->type == RENSA_CUDNN_DATA_FLOAT;
    case RENSA_CUDNN_OPERATION_POINTWISE:
      return is_pointwise (step, x, b, t, y);
    case RENSA_CUDNN_OPERATION_REDUCTION:
      return is_reduction (x, y) && step->type == RENSA_CUDNN_DATA_FLOAT;
    default:
      return is_turned (x, y);
    }
}

/* Returns the step that writes tensor @place; -1 if there is none. */
static int
find_writer (const MockAttention *self, int place)
{
  for (int i = 0; i < self->n_steps; i++)
    if (self->steps[i].y == place)
      return i;
  return -1;
}

gboolean
mock_attention_is_result (const MockAttention *self, int place)
{
  return find_writer (self, place) >= 0;
}

/* Checks that the inputs of a step exist: each has an address, or was written before. */
static gboolean
is_there (const MockAttention *self, int place, int step)
{
  const int writer = place >= 0 ? find_writer (self, place) : -1;

  return place < 0 || (writer >= 0 ? writer < step : !self->tensors[place].is_virtual);
}

static gboolean
check_steps (const MockAttention *self)
{
  for (int i = 0; i < self->n_steps; i++)
    {
      const MockStep *step = &self->steps[i];

      if (!expect (fits_together (self, step), "the extents or types of a step do not fit together")
          || !expect (is_there (self, step->x, i) && is_there (self, step->b, i) && is_there (self, step->t, i),
                      "a step reads what has no address and is not written before")
          || !expect (find_writer (self, step->y) == i && !self->tensors[step->y].is_by_value,
                      "a step writes what another one writes, or a number of the host"))
        return FALSE;
    }
  return TRUE;
}

/* Checks that rows are contiguous, whichever of the last two axes they are, and that there are
 * no gaps between them. */
static gboolean
check_places (const MockAttention *self)
{
  for (int i = 0; i < self->n_tensors; i++)
    {
      const MockTensor *tensor = &self->tensors[i];
      const gint64 *dims = tensor->dims;
      const gint64 *strides = tensor->strides;
      const gboolean is_dense =
          strides[2] == dims[3] && strides[1] == dims[2] * strides[2] && strides[0] == dims[1] * strides[1];

      if (tensor->is_virtual)
        continue;
      if (!expect (!tensor->is_by_value
                       || (tensor->dtype == RENSA_FLOAT32 && dims[0] * dims[1] * dims[2] * dims[3] == 1),
                   "a number of the host is not one of float32")
          || !expect (tensor->dtype != RENSA_FLOAT32 || (dims[3] == 1 && is_dense),
                      "statistics are not one number for each row, side by side")
          || !expect (!rensa_dtype_is_half (tensor->dtype)
                          || (MIN (strides[2], strides[3]) == 1 && tensor->alignment % (2 * MULTIPLE) == 0),
                      "rows of an array have gaps, or begin where they are not aligned"))
        return FALSE;
    }
  return TRUE;
}

/* Checks that cuDNN has engines for the graph. */
static gboolean
is_supported (const MockAttention *self)
{
  int n_products = 0;

  for (int i = 0; i < self->n_steps; i++)
    n_products += self->steps[i].kind == RENSA_CUDNN_OPERATION_MATMUL;
  for (int i = 0; i < self->n_tensors; i++)
    {
      const MockTensor *tensor = &self->tensors[i];
      const int row = tensor->strides[3] == 1 ? 3 : 2;

      if (rensa_dtype_is_half (tensor->dtype) && !tensor->is_virtual && tensor->dims[row] % MULTIPLE != 0)
        return FALSE;
    }
  return mock_get_architecture () >= 80 && (n_products == N_FORWARD || n_products == N_BACKWARD);
}

MockAttention *
mock_attention_read (const MockDescriptor *graph)
{
  g_autofree MockAttention *self = g_new0 (MockAttention, 1);
  const gint64 n = mock_dnn_find (graph, RENSA_CUDNN_ATTR_OPERATIONGRAPH_OPS)->n;

  if (n > MOCK_ATTENTION_MOST_STEPS)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    {
      const MockDescriptor *step = mock_dnn_get_descriptor (graph, RENSA_CUDNN_ATTR_OPERATIONGRAPH_OPS, i);

      if (step == NULL || !read_step (self, step))
        return NULL;
    }
  return check_steps (self) && check_places (self) && is_supported (self) ? g_steal_pointer (&self) : NULL;
}

/* In a backward pass, the gradients of all scores as float16. */
gint64
mock_attention_count_workspace (const MockAttention *self)
{
  const MockStep *product = &self->steps[0];

  while (product->kind != RENSA_CUDNN_OPERATION_MATMUL)
    product++;

  const gint64 *scores = self->tensors[product->y].dims;
  return 256 + (product == &self->steps[0] ? 0 : 2 * scores[0] * scores[1] * scores[2] * scores[3]);
}
