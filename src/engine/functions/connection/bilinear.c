/* bilinear.c: bilinear product of two vectors.
 * SPDX-License-Identifier: MIT */

#include "bilinear.py.inc"
#include "rensa-functions.h"
#include "rensa-primitives.h"

enum
{
  E1,
  E2,
  W_,
  V1_,
  V2_,
  B,
};

static const RensaSample samples[] = {
  { "", "[[1, 2]]; [[3, 4, 5]]; [[[1, 0], [0, 1], [0, 0]], [[0, 0], [0, 0], [2, -1]]]", "[[23, -6]]" },
  { "", "[[1, 2], [0, 1]]; [[3], [4]]; [[[1]], [[10]]]; [[100], [0]]; [[-1]]; [0.5]", "[[160.5], [36.5]]" },
};

/* Shape with each example as one vector. */
static RensaShape
get_rows (const RensaShape *e)
{
  RensaShape rows = { .ndim = 2, .dims = { e->dims[0], 1 } };

  for (int axis = 1; axis < e->ndim; axis++)
    rows.dims[1] *= e->dims[axis];

  return rows;
}

/* Checks V1 or V2, input @i, which may be missing. */
static gboolean
infer_linear (RensaInference *inference, int i, gint64 n_rows, GError **error)
{
  const RensaType *V = rensa_inference_get_input (inference, i);
  const RensaType *W = rensa_inference_get_input (inference, W_);

  return V == NULL
         || (rensa_expect_same_dtype (inference, i, E1, error) && RENSA_EXPECT (inference, V->shape.ndim, ==, 2, error)
             && RENSA_EXPECT (inference, V->shape.dims[0], ==, n_rows, error)
             && RENSA_EXPECT (inference, V->shape.dims[1], ==, W->shape.dims[2], error));
}

static gboolean
infer_bias (RensaInference *inference, GError **error)
{
  const RensaType *b = rensa_inference_get_input (inference, B);
  const RensaType *W = rensa_inference_get_input (inference, W_);

  return b == NULL
         || (rensa_expect_same_dtype (inference, B, E1, error) && RENSA_EXPECT (inference, b->shape.ndim, ==, 1, error)
             && RENSA_EXPECT (inference, b->shape.dims[0], ==, W->shape.dims[2], error));
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *e1 = rensa_inference_get_input (inference, E1);
  const RensaType *e2 = rensa_inference_get_input (inference, E2);
  const RensaType *W = rensa_inference_get_input (inference, W_);

  if (!rensa_expect_floating (inference, E1, error) || !rensa_expect_same_dtype (inference, E2, E1, error)
      || !rensa_expect_same_dtype (inference, W_, E1, error) || !RENSA_EXPECT (inference, e1->shape.ndim, >=, 2, error)
      || !RENSA_EXPECT (inference, e2->shape.ndim, >=, 2, error)
      || !RENSA_EXPECT (inference, e1->shape.dims[0], ==, e2->shape.dims[0], error)
      || !RENSA_EXPECT (inference, W->shape.ndim, ==, 3, error))
    return FALSE;

  const gint64 size1 = get_rows (&e1->shape).dims[1];
  const gint64 size2 = get_rows (&e2->shape).dims[1];
  if (!RENSA_EXPECT (inference, size1, ==, W->shape.dims[0], error)
      || !RENSA_EXPECT (inference, size2, ==, W->shape.dims[1], error) || !infer_linear (inference, V1_, size1, error)
      || !infer_linear (inference, V2_, size2, error) || !infer_bias (inference, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, e1->dtype, &RENSA_SHAPE (e1->shape.dims[0], W->shape.dims[2]));
  return TRUE;
}

/* W (J, K, L) as a matrix (J K, L). */
static RensaShape
get_matrix (const RensaShape *W)
{
  return RENSA_SHAPE (W->dims[0] * W->dims[1], W->dims[2]);
}

/* e1 (N, J) and e2 (N, K) as (N, J K). */
static RensaArray *
multiply_pairs (RensaArray *e1, RensaArray *e2, GError **error)
{
  const gint64 n = rensa_array_get_dim (e1, 0);
  const gint64 size1 = rensa_array_get_dim (e1, 1);
  const gint64 size2 = rensa_array_get_dim (e2, 1);
  g_autoptr (RensaArray) columns = rensa_array_view_expand (e1, 1u << 2);
  g_autoptr (RensaArray) rows = rensa_array_view_expand (e2, 1u << 1);
  g_autoptr (RensaArray) pairs = rensa_matmul_arrays (columns, rows, FALSE, FALSE, error);

  return rensa_array_reshape (pairs, &RENSA_SHAPE (n, size1 * size2), error);
}

/* @y += @e V; V may be NULL. */
static gboolean
add_linear (RensaArray *y, RensaArray *e, RensaArray *V, GError **error)
{
  if (V == NULL)
    return TRUE;

  g_autoptr (RensaArray) product = rensa_matmul_arrays (e, V, FALSE, FALSE, error);
  return product != NULL && rensa_array_accumulate (y, product, error);
}

static void
retain_inputs (RensaCall *call)
{
  for (int i = E1; i < B; i++)
    if (rensa_call_get_input (call, i) != NULL)
      rensa_call_retain_input (call, i);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *W = rensa_call_get_input (call, W_);
  RensaArray *b = rensa_call_get_input (call, B);
  const RensaShape rows1 = get_rows (rensa_array_get_shape (rensa_call_get_input (call, E1)));
  const RensaShape rows2 = get_rows (rensa_array_get_shape (rensa_call_get_input (call, E2)));
  const RensaShape matrix = get_matrix (rensa_array_get_shape (W));
  g_autoptr (RensaArray) e1 = rensa_array_reshape (rensa_call_get_input (call, E1), &rows1, error);
  g_autoptr (RensaArray) e2 = rensa_array_reshape (rensa_call_get_input (call, E2), &rows2, error);
  g_autoptr (RensaArray) pairs = e1 != NULL && e2 != NULL ? multiply_pairs (e1, e2, error) : NULL;
  g_autoptr (RensaArray) weights = rensa_array_reshape (W, &matrix, error);
  g_autoptr (RensaArray) y = rensa_matmul_arrays (pairs, weights, FALSE, FALSE, error);

  if (y == NULL || !add_linear (y, e1, rensa_call_get_input (call, V1_), error)
      || !add_linear (y, e2, rensa_call_get_input (call, V2_), error)
      || (b != NULL && !rensa_array_accumulate (y, b, error)))
    return FALSE;

  retain_inputs (call);
  rensa_call_take_output (call, 0, g_steal_pointer (&y));
  return rensa_call_succeeded (call);
}

/* Inputs of backward: the examples as rows, and the gradient of their pairs, (N, J, K). */
typedef struct
{
  RensaVariable *e[2];
  RensaVariable *gpairs;
} Parts;

static void
parts_clear (Parts *parts)
{
  g_clear_pointer (&parts->e[0], rensa_variable_unref);
  g_clear_pointer (&parts->e[1], rensa_variable_unref);
  g_clear_pointer (&parts->gpairs, rensa_variable_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

static RensaVariable *
find_grad_of_pairs (RensaBackward *backward, RensaVariable *gy, GError **error)
{
  const RensaType type = rensa_backward_get_input_type (backward, W_);
  const RensaShape matrix = get_matrix (&type.shape);
  const gint64 n = rensa_backward_get_input_type (backward, E1).shape.dims[0];
  g_autoptr (RensaVariable) weights = rensa_reshape (rensa_backward_get_input (backward, W_), &matrix, error);
  g_autoptr (RensaVariable) gpairs = rensa_matmul (gy, weights, FALSE, TRUE, error);

  return rensa_reshape (gpairs, &RENSA_SHAPE (n, type.shape.dims[0], type.shape.dims[1]), error);
}

/* Gradient of e1: Σ gpairs[j, k] e2[k]; of e2: Σ gpairs[j, k] e1[j]; each plus the contribution through V. */
static void
take_grad_e (RensaBackward *backward, int i, const Parts *parts, RensaVariable *gy, GError **error)
{
  const RensaType type = rensa_backward_get_input_type (backward, i);
  const RensaShape rows = get_rows (&type.shape);
  RensaVariable *V = rensa_backward_get_input (backward, V1_ + i);
  RensaVariable *other = parts->e[1 - i];
  const RensaType other_type = other != NULL ? rensa_variable_get_type (other) : (RensaType){ 0 };
  g_autoptr (RensaVariable) column =
      rensa_reshape (other, &RENSA_SHAPE (rows.dims[0], other_type.shape.dims[1], 1), error);
  g_autoptr (RensaVariable) product = rensa_matmul (parts->gpairs, column, i == E2, FALSE, error);
  g_autoptr (RensaVariable) ge = rensa_reshape (product, &rows, error);

  if (V != NULL)
    {
      g_autoptr (RensaVariable) through_V = rensa_matmul (gy, V, FALSE, TRUE, error);
      RensaVariable *sum = rensa_add (ge, through_V, error);

      g_clear_pointer (&ge, rensa_variable_unref);
      ge = sum;
    }
  rensa_backward_take_grad_input (backward, i, rensa_reshape (ge, &type.shape, error));
}

/* gW = pairsᵀ gy */
static RensaVariable *
find_grad_W (RensaBackward *backward, const Parts *parts, RensaVariable *gy, GError **error)
{
  const RensaType type = rensa_backward_get_input_type (backward, W_);
  const gint64 *dims = type.shape.dims;
  const gint64 n = rensa_backward_get_input_type (backward, E1).shape.dims[0];
  g_autoptr (RensaVariable) columns = rensa_reshape (parts->e[0], &RENSA_SHAPE (n, dims[0], 1), error);
  g_autoptr (RensaVariable) rows = rensa_reshape (parts->e[1], &RENSA_SHAPE (n, 1, dims[1]), error);
  g_autoptr (RensaVariable) outer = rensa_matmul (columns, rows, FALSE, FALSE, error);
  g_autoptr (RensaVariable) pairs = rensa_reshape (outer, &RENSA_SHAPE (n, dims[0] * dims[1]), error);
  g_autoptr (RensaVariable) gW = rensa_matmul (pairs, gy, TRUE, FALSE, error);

  return rensa_reshape (gW, &type.shape, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaInts examples = { .n = 1, .values = { 0 } };
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_auto (Parts) parts = { { NULL, NULL }, NULL };

  for (int i = 0; i < 2; i++)
    {
      const RensaType type = rensa_backward_get_input_type (backward, i);
      const RensaShape rows = get_rows (&type.shape);

      parts.e[i] = rensa_reshape (rensa_backward_get_input (backward, i), &rows, error);
    }
  if (rensa_backward_needs_grad (backward, E1) || rensa_backward_needs_grad (backward, E2))
    parts.gpairs = find_grad_of_pairs (backward, gy, error);

  for (int i = 0; i < 2; i++)
    {
      if (rensa_backward_needs_grad (backward, i))
        take_grad_e (backward, i, &parts, gy, error);
      if (rensa_backward_needs_grad (backward, V1_ + i))
        rensa_backward_take_grad_input (backward, V1_ + i, rensa_matmul (parts.e[i], gy, TRUE, FALSE, error));
    }
  if (rensa_backward_needs_grad (backward, W_))
    rensa_backward_take_grad_input (backward, W_, find_grad_W (backward, &parts, gy, error));
  if (rensa_backward_needs_grad (backward, B))
    rensa_backward_take_grad_input (backward, B, rensa_sum (gy, &examples, FALSE, error));

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_bilinear_class = {
  .name = "bilinear",
  .group = &rensa_connection_group,
  .title = N_ ("Bilinear"),
  .summary = N_ ("Weighted sums of the products of all pairs of elements of two vectors"),
  .formula = "y[n, l] = Σ e1[n, j] e2[n, k] W[j, k, l] + Σ e1[n, j] V1[j, l] + Σ e2[n, k] V2[k, l] + b[l]",
  .reference = "Socher et al., \"Reasoning With Neural Tensor Networks for Knowledge Base Completion\", NIPS 2013",
  .label = "BilinearFunction",
  .inputs = RENSA_INPUTS ("e1", "e2", "W", "V1?", "V2?", "b?"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.bilinear({e1}, {e2}, {W}, {V1}, {V2}, {b})" },
               { "torch", "bilinear({e1}, {e2}, {W}, V1={V1}, V2={V2}, b={b})" }, { "torch_class", torch_class },
               { "onnx", "p = Reshape (e1, [0, -1]); q = Reshape (e2, [0, -1]); "
                         "y = Einsum (p, q, W, equation='ni,nj,ijk->nk'); "
                         "given (V1) ? y + MatMul (p, V1) + MatMul (q, V2) + b : y" }),
};

/**
 * rensa_bilinear:
 * @e1: shape (N, j…); the axes after the first are joined into one of extent J
 * @e2: shape (N, k…), joined into K in the same way
 * @W: shape (J, K, L)
 * @V1: (nullable): shape (J, L)
 * @V2: (nullable): shape (K, L)
 * @b: (nullable): shape (L,)
 *
 * y[n, l] = Σ e1[n, j] e2[n, k] W[j, k, l] + Σ e1[n, j] V1[j, l] + Σ e2[n, k] V2[k, l] + b[l], of
 * shape (N, L). All have the same floating dtype, not necessarily float32 as in Chainer, and each
 * linear term can be omitted independently. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Socher et al., "Reasoning With Neural Tensor Networks for Knowledge Base Completion", NIPS 2013.
 */
RENSA_API RensaVariable *
rensa_bilinear (RensaVariable *e1, RensaVariable *e2, RensaVariable *W, RensaVariable *V1, RensaVariable *V2,
                RensaVariable *b, GError **error)
{
  RensaVariable *const inputs[] = { e1, e2, W, V1, V2, b };
  RensaVariable *y = NULL;

  rensa_function_apply (&rensa_bilinear_class, NULL, inputs, G_N_ELEMENTS (inputs), &y, 1, error);
  return y;
}
