/* matmul.c: matrix product.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_BOOL (RensaMatmul, transa, .title = N_ ("Transpose a"),
                   .hint = N_ ("Swaps the last two axes of a "
                               "before multiplying")),
  RENSA_ATTR_BOOL (RensaMatmul, transb, .title = N_ ("Transpose b"),
                   .hint = N_ ("Swaps the last two axes of b "
                               "before multiplying")),
};

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 4]]; [[5, 6], [7, 8]]", "[[19, 22], [43, 50]]" },
  { "transa=True", "[[1, 2], [3, 4]]; [[5, 6], [7, 8]]", "[[26, 30], [38, 44]]" },
  { "transb=True", "[1, 2]; [[5, 6], [7, 8], [0, 1]]", "[17, 23, 2]" },
};

/* Shapes as matrices: a vector a is a row, a vector b is a column, and neither is transposed. */
typedef struct
{
  RensaShape a;
  RensaShape b;
  RensaShape y;     /* shape with the axes added to vectors */
  RensaShape final; /* without */
  gboolean transa;
  gboolean transb;
} Plan;

static RensaShape
get_batch (const RensaShape *shape)
{
  RensaShape batch = *shape;

  batch.ndim -= 2;
  return batch;
}

static RensaShape
get_stack (const RensaMatmul *self, const RensaShape *shape)
{
  return self->stacks && shape->ndim == 2 ? RENSA_SHAPE (shape->dims[0], shape->dims[1], 1) : *shape;
}

/* FALSE if the leading axes do not broadcast. The inner extents are left to the type check. */
static gboolean
make_plan (const RensaMatmul *self, const RensaShape *a, const RensaShape *b, Plan *plan)
{
  const gboolean vector_a = a->ndim == 1;
  const gboolean vector_b = b->ndim == 1;

  plan->a = vector_a ? RENSA_SHAPE (1, a->dims[0]) : get_stack (self, a);
  plan->b = vector_b ? RENSA_SHAPE (b->dims[0], 1) : get_stack (self, b);
  plan->transa = self->transa && !vector_a;
  plan->transb = self->transb && !vector_b;

  const RensaShape batch_a = get_batch (&plan->a);
  const RensaShape batch_b = get_batch (&plan->b);
  const gint64 n_rows = plan->a.dims[plan->a.ndim - (plan->transa ? 1 : 2)];
  const gint64 n_columns = plan->b.dims[plan->b.ndim - (plan->transb ? 2 : 1)];

  if (!rensa_shape_broadcast (&batch_a, &batch_b, &plan->y, NULL))
    return FALSE;

  plan->final = plan->y;
  if (!vector_a)
    plan->final.dims[plan->final.ndim++] = n_rows;
  if (!vector_b)
    plan->final.dims[plan->final.ndim++] = n_columns;
  plan->y.dims[plan->y.ndim++] = n_rows;
  plan->y.dims[plan->y.ndim++] = n_columns;
  return TRUE;
}

static gboolean
expect_dtypes (RensaInference *inference, GError **error)
{
  return rensa_expect_floating (inference, 0, error) && rensa_expect_floating (inference, 1, error)
         && rensa_expect_same_dtype (inference, 0, 1, error);
}

gboolean
rensa_matmul_infer (RensaInference *inference, const RensaMatmul *self, GError **error)
{
  const RensaType *a = rensa_inference_get_input (inference, 0);
  const RensaType *b = rensa_inference_get_input (inference, 1);
  Plan plan;

  if (!expect_dtypes (inference, error) || !RENSA_EXPECT (inference, a->shape.ndim, >=, 1, error)
      || !RENSA_EXPECT (inference, b->shape.ndim, >=, 1, error))
    return FALSE;

  const gboolean fits = make_plan (self, &a->shape, &b->shape, &plan);
  const gint64 inner_a = plan.a.dims[plan.a.ndim - (plan.transa ? 2 : 1)];
  const gint64 inner_b = plan.b.dims[plan.b.ndim - (plan.transb ? 1 : 2)];

  if (!fits || inner_a != inner_b)
    {
      g_autofree char *a_text = rensa_shape_to_string (&a->shape);
      g_autofree char *b_text = rensa_shape_to_string (&b->shape);

      return rensa_inference_fail_text (inference, error,
                                        fits ? "columns of a == rows of b" : "leading axes that broadcast together",
                                        "shapes %s and %s", a_text, b_text);
    }

  rensa_inference_set_output_shape (inference, 0, a->dtype, &plan.final);
  return TRUE;
}

gboolean
rensa_matmul_forward (RensaCall *call, const RensaMatmul *self, GError **error)
{
  RensaArray *a = rensa_call_get_input (call, 0);
  RensaArray *b = rensa_call_get_input (call, 1);
  Plan plan;

  for (int i = 0; i < 2; i++)
    if (rensa_call_needs_grad (call, i))
      rensa_call_retain_input (call, 1 - i);
  make_plan (self, rensa_array_get_shape (a), rensa_array_get_shape (b), &plan);

  g_autoptr (RensaArray) a_matrix = rensa_array_reshape (a, &plan.a, error);
  g_autoptr (RensaArray) b_matrix = rensa_array_reshape (b, &plan.b, error);
  g_autoptr (RensaArray) y = rensa_matmul_arrays (a_matrix, b_matrix, plan.transa, plan.transb, error);

  rensa_call_take_output (call, 0, rensa_array_reshape (y, &plan.final, error));
  return rensa_call_succeeded (call);
}

/* Converts a product in the shape of matrix @i back to the shape of input @i. */
static void
take_grad (RensaBackward *backward, int i, const RensaShape *matrix, RensaVariable *product, GError **error)
{
  const RensaType type = rensa_backward_get_input_type (backward, i);
  g_autoptr (RensaVariable) owned = product;
  g_autoptr (RensaVariable) summed = rensa_sum_to (owned, matrix, error);

  rensa_backward_take_grad_input (backward, i, rensa_reshape (summed, &type.shape, error));
}

/* For y = op (a) op (b): ga = gy op (b)ᵀ and gb = op (a)ᵀ gy, or their transposes. */
gboolean
rensa_matmul_backward (RensaBackward *backward, const RensaMatmul *self, GError **error)
{
  const RensaType a_type = rensa_backward_get_input_type (backward, 0);
  const RensaType b_type = rensa_backward_get_input_type (backward, 1);
  Plan plan;

  make_plan (self, &a_type.shape, &b_type.shape, &plan);
  g_autoptr (RensaVariable) gy = rensa_reshape (rensa_backward_get_grad_output (backward, 0), &plan.y, error);

  if (rensa_backward_needs_grad (backward, 0))
    {
      g_autoptr (RensaVariable) b = rensa_reshape (rensa_backward_get_input (backward, 1), &plan.b, error);

      take_grad (backward, 0, &plan.a,
                 plan.transa ? rensa_matmul (b, gy, plan.transb, TRUE, error)
                             : rensa_matmul (gy, b, FALSE, !plan.transb, error),
                 error);
    }
  if (rensa_backward_needs_grad (backward, 1))
    {
      g_autoptr (RensaVariable) a = rensa_reshape (rensa_backward_get_input (backward, 0), &plan.a, error);

      take_grad (backward, 1, &plan.b,
                 plan.transb ? rensa_matmul (gy, a, TRUE, plan.transa, error)
                             : rensa_matmul (a, gy, !plan.transa, FALSE, error),
                 error);
    }

  return rensa_backward_succeeded (backward);
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_matmul_infer (inference, rensa_inference_get_attrs (inference), error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_matmul_forward (call, rensa_call_get_attrs (call), error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  return rensa_matmul_backward (backward, rensa_backward_get_attrs (backward), error);
}

const RensaFunctionClass rensa_matmul_class = {
  .name = "matmul",
  .group = &rensa_math_group,
  .title = N_ ("Matrix Product"),
  .summary = N_ ("Matrix product; leading axes are broadcast"),
  .words = N_ ("dot;gemm;matrix multiplication"),
  .formula = "y = a b",
  .label = "MatMul",
  .inputs = RENSA_INPUTS ("a", "b"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaMatmul, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.matmul({a}, {b}, transa={transa}, transb={transb})" },
               { "torch", "torch.matmul({a}, {b})" },
               { "torch_more", "torch.matmul({a}.mT if {transa:always} else {a}, {b}.mT if {transb:always} else {b})" },
               { "onnx", "n = ndim (a); "
                         "p = transa ? n > 1 ? Transpose (a, perm=each (i, range (0, n), i == n - 1 ? n - 2 : i == "
                         "n - 2 ? n - 1 : i)) : a : a; n = ndim (b); "
                         "q = transb ? n > 1 ? Transpose (b, perm=each (i, range (0, n), i == n - 1 ? n - 2 : i == "
                         "n - 2 ? n - 1 : i)) : b : b; MatMul (p, q)" }),
};

/**
 * rensa_matmul:
 * @transa: swap the last two axes of @a before the product
 * @transb: the same for @b
 *
 * Computes the matrix product of a (…, n, k) and b (…, k, m) as (…, n, m); leading axes broadcast.
 * A vector a is treated as a row and a vector b as a column, and the added axis is dropped from the
 * result. RENSA_ERROR_TYPE_CHECK if dtypes or extents differ.
 */
RENSA_API RensaVariable *
rensa_matmul (RensaVariable *a, RensaVariable *b, gboolean transa, gboolean transb, GError **error)
{
  const RensaMatmul self = { .transa = transa, .transb = transb };

  return rensa_apply2 (&rensa_matmul_class, &self, a, b, error);
}
