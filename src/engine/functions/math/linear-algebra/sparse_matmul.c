/* sparse_matmul.c: product of a sparse matrix and a dense one.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-fault.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-square-private.h"

enum
{
  DATA,
  ROW,
  COL,
  B,
};

typedef struct
{
  RensaInts shape;
  gboolean transa;
  gboolean transb;
} SparseMatmul;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (SparseMatmul, shape, .required = TRUE, .initial_text = "(10,)", .min = 0, .max = G_MAXINT32,
                   .title = N_ ("Shape"), .hint = N_ ("Number of rows and columns of the sparse matrix")),
  RENSA_ATTR_BOOL (SparseMatmul, transa, .title = N_ ("Transpose a"),
                   .hint = N_ ("Transposes the sparse matrix "
                               "before multiplying")),
  RENSA_ATTR_BOOL (SparseMatmul, transb, .title = N_ ("Transpose b"),
                   .hint = N_ ("Swaps the last two axes of b before multiplying")),
};

/* a = [[1, 0], [0, 2], [3, 0]]; in the third sample two entries refer to the same element, and one
 * to none. */
static const RensaSample samples[] = {
  { "shape=(3, 2)", "[1, 2, 3]; [0, 1, 2]; [0, 1, 0]; [[1, 2], [3, 4]]", "[[1, 2], [6, 8], [3, 6]]" },
  { "shape=(3, 2), transa=True, transb=True", "[1, 2, 3]; [0, 1, 2]; [0, 1, 0]; [[1, 2, 3], [4, 5, 6]]",
    "[[10, 22], [4, 10]]" },
  { "shape=(2, 2)", "[[1, 2], [4, 5]]; [[0, 0], [1, -1]]; [[1, 1], [0, -1]]; [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]",
    "[[[9, 12], [0, 0]], [[0, 0], [20, 24]]]" },
};

/* The extents of the sparse factor, after transposition, and of the product. */
typedef struct
{
  gint64 n_rows;
  gint64 n_inner;
  int row;
  int col;
} Plan;

static Plan
make_plan (const SparseMatmul *self)
{
  const gint64 *shape = self->shape.values;
  const gboolean turned = self->transa;

  return (Plan){
    .n_rows = shape[turned],
    .n_inner = shape[!turned],
    .row = turned ? COL : ROW,
    .col = turned ? ROW : COL,
  };
}

static gboolean
expect_entries (RensaInference *inference, GError **error)
{
  const RensaType *data = rensa_inference_get_input (inference, DATA);
  const RensaType *b = rensa_inference_get_input (inference, B);

  return rensa_expect_floating (inference, DATA, error) && rensa_expect_integer (inference, ROW, error)
         && rensa_expect_integer (inference, COL, error) && rensa_expect_floating (inference, B, error)
         && rensa_expect_same_dtype (inference, DATA, B, error) && rensa_expect_same_shape (inference, DATA, ROW, error)
         && rensa_expect_same_shape (inference, DATA, COL, error)
         && RENSA_EXPECT (inference, b->shape.ndim, >=, 2, error)
         && RENSA_EXPECT (inference, b->shape.ndim, <=, 3, error)
         && RENSA_EXPECT (inference, data->shape.ndim, ==, b->shape.ndim - 1, error);
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const SparseMatmul *self = rensa_inference_get_attrs (inference);
  const Plan plan = make_plan (self);
  const RensaType *data = rensa_inference_get_input (inference, DATA);
  const RensaType *b = rensa_inference_get_input (inference, B);
  RensaShape shape;

  if (self->shape.n != 2)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: shape must have two entries, but has %d"), "sparse_matmul",
                       MAX (self->shape.n, 1));
      return FALSE;
    }
  if (!expect_entries (inference, error))
    return FALSE;

  const int last = b->shape.ndim - 1;
  const gint64 b_rows = b->shape.dims[self->transb ? last : last - 1];
  const gint64 a_columns = plan.n_inner;
  if (!RENSA_EXPECT (inference, a_columns, ==, b_rows, error)
      || (last == 2 && !RENSA_EXPECT (inference, data->shape.dims[0], ==, b->shape.dims[0], error)))
    return FALSE;

  shape = b->shape;
  shape.dims[last - 1] = plan.n_rows;
  shape.dims[last] = b->shape.dims[self->transb ? last - 1 : last];
  rensa_inference_set_output_shape (inference, 0, b->dtype, &shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const SparseMatmul *self = rensa_call_get_attrs (call);
  const Plan plan = make_plan (self);
  RensaArray *b = rensa_call_get_input (call, B);
  g_autoptr (RensaArray) right = self->transb ? rensa_array_swap_last_axes (b) : rensa_array_ref (b);

  for (int i = DATA; i <= B; i++)
    rensa_call_retain_input (call, i);
  rensa_call_take_output (call, 0,
                          rensa_multiply_sparse (rensa_call_get_input (call, DATA),
                                                 rensa_call_get_input (call, plan.row),
                                                 rensa_call_get_input (call, plan.col), right, plan.n_rows, error));
  if (rensa_call_succeeded (call))
    return TRUE;

  g_prefix_error (error, "sparse_matmul: ");
  return FALSE;
}

/* y[i] = Σ left[row[i], k] right[col[i], k], the gradient of a sparse product with respect to its entries */

enum
{
  LEFT,
  RIGHT,
  SAMPLE_ROW,
  SAMPLE_COL,
};

/* The inputs are those of a call that was already checked. */
static gboolean
infer_sample (RensaInference *inference, GError **error)
{
  const RensaType *left = rensa_inference_get_input (inference, LEFT);
  const RensaType *row = rensa_inference_get_input (inference, SAMPLE_ROW);

  rensa_inference_set_output_shape (inference, 0, left->dtype, &row->shape);
  return TRUE;
}

static gboolean
forward_sample (RensaCall *call, GError **error)
{
  for (int i = LEFT; i <= SAMPLE_COL; i++)
    rensa_call_retain_input (call, i);
  rensa_call_take_output (call, 0,
                          rensa_sample_product (rensa_call_get_input (call, LEFT), rensa_call_get_input (call, RIGHT),
                                                rensa_call_get_input (call, SAMPLE_ROW),
                                                rensa_call_get_input (call, SAMPLE_COL), error));
  return rensa_call_succeeded (call);
}

/* Multiplies the matrix with the gradients as entries, and its transpose, by the other factor. */
static gboolean
backward_sample (RensaBackward *backward, GError **error)
{
  RensaVariable *left = rensa_backward_get_input (backward, LEFT);
  RensaVariable *right = rensa_backward_get_input (backward, RIGHT);
  RensaVariable *row = rensa_backward_get_input (backward, SAMPLE_ROW);
  RensaVariable *col = rensa_backward_get_input (backward, SAMPLE_COL);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  const RensaShape left_shape = rensa_variable_get_type (left).shape;
  const RensaShape right_shape = rensa_variable_get_type (right).shape;
  const RensaShape shape = RENSA_SHAPE (left_shape.dims[left_shape.ndim - 2], right_shape.dims[right_shape.ndim - 2]);

  if (rensa_backward_needs_grad (backward, LEFT))
    rensa_backward_take_grad_input (backward, LEFT,
                                    rensa_sparse_matmul (gy, row, col, right, &shape, FALSE, FALSE, error));
  if (rensa_backward_needs_grad (backward, RIGHT))
    rensa_backward_take_grad_input (backward, RIGHT,
                                    rensa_sparse_matmul (gy, row, col, left, &shape, TRUE, FALSE, error));

  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass sample_class = {
  .name = "sparse_matmul_grad",
  .inputs = RENSA_INPUTS ("left", "right", "row:int", "col:int"),
  .n_outputs = 1,
  .infer = infer_sample,
  .forward = forward_sample,
  .backward = backward_sample,
};

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const SparseMatmul *self = rensa_backward_get_attrs (backward);
  const Plan plan = make_plan (self);
  const RensaShape shape = rensa_ints_to_shape (&self->shape);
  RensaVariable *b = rensa_backward_get_input (backward, B);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (rensa_backward_needs_grad (backward, DATA))
    {
      g_autoptr (RensaVariable) right = self->transb ? rensa_swap_last_axes (b, error) : rensa_variable_ref (b);

      rensa_backward_take_grad_input (backward, DATA,
                                      rensa_sparse_sample (gy, right, rensa_backward_get_input (backward, plan.row),
                                                           rensa_backward_get_input (backward, plan.col), error));
    }
  if (rensa_backward_needs_grad (backward, B))
    {
      g_autoptr (RensaVariable) product =
          rensa_sparse_matmul (rensa_backward_get_input (backward, DATA), rensa_backward_get_input (backward, ROW),
                               rensa_backward_get_input (backward, COL), gy, &shape, !self->transa, FALSE, error);

      rensa_backward_take_grad_input (
          backward, B, self->transb ? rensa_swap_last_axes (product, error) : g_steal_pointer (&product));
    }

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_sparse_matmul_class = {
  .name = "sparse_matmul",
  .group = &rensa_math_group,
  .title = N_ ("Sparse Matrix Product"),
  .summary = N_ ("Product of a sparse matrix in coordinate format and a dense matrix"),
  .formula = "y = a b",
  .label = "SparseMatMul",
  .inputs = RENSA_INPUTS ("data", "row:int", "col:int", "b"),
  .n_outputs = 1,
  RENSA_ATTRS (SparseMatmul, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  /* A CooMatrix creates a separate variable, which would not pass on the gradient. */
  RENSA_FORMS ({ "chainer", "F.sparse_matmul((lambda matrix, data: setattr(matrix, 'data', data) or matrix)("
                            "chainer.utils.CooMatrix(chainer.as_array({data}), {row}, {col}, {shape}), "
                            "chainer.as_variable({data})), {b}, transa={transa}, "
                            "transb={transb})" }),
};

/**
 * rensa_sparse_matmul:
 * @data: the entries of a, shape (n,), or (N, n) for a stack
 * @row: the row of each entry, integers of the shape of @data; -1, which pads the entries of a
 *   stack, for none
 * @col: the column of each entry, in the same form
 * @b: shape (k, m), or (N, k, m)
 * @shape: rows and columns of a
 * @transa: transpose a first
 * @transb: swap the last two axes of @b first
 *
 * Computes the products of a and @b. Entries at the same position are summed.
 * RENSA_ERROR_TYPE_CHECK if shapes do not fit, RENSA_ERROR_INVALID if a row or a column is outside
 * of @shape.
 */
RENSA_API RensaVariable *
rensa_sparse_matmul (RensaVariable *data, RensaVariable *row, RensaVariable *col, RensaVariable *b,
                     const RensaShape *shape, gboolean transa, gboolean transb, GError **error)
{
  const SparseMatmul self = { .shape = rensa_ints_from_shape (shape), .transa = transa, .transb = transb };
  RensaVariable *const inputs[] = { data, row, col, b };
  RensaVariable *y = NULL;

  rensa_function_apply (&rensa_sparse_matmul_class, &self, inputs, 4, &y, 1, error);
  return y;
}

/**
 * rensa_sparse_sample:
 * @left: shape (n, k)
 * @right: shape (m, k)
 * @row: integers of shape (N,), row of @left for each result; -1 for none
 * @col: integers of the same shape, row of @right for each result
 *
 * y[i] = Σₖ left[row[i], k] right[col[i], k], the elements of left rightᵀ at these positions, and 0
 * for none. All may have a leading axis for a stack of the same number of matrices.
 * RENSA_ERROR_INVALID if shapes, dtypes or positions do not fit.
 */
RENSA_API RensaVariable *
rensa_sparse_sample (RensaVariable *left, RensaVariable *right, RensaVariable *row, RensaVariable *col, GError **error)
{
  RensaVariable *const inputs[] = { left, right, row, col };
  RensaVariable *y = NULL;

  if (left == NULL || right == NULL || row == NULL || col == NULL)
    return NULL;

  return rensa_function_apply (&sample_class, NULL, inputs, 4, &y, 1, error) == 1 ? y : NULL;
}
