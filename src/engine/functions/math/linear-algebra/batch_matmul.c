/* batch_matmul.c: products of two stacks of matrices.
 * SPDX-License-Identifier: MIT */

#include "batch_matmul.py.inc"
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
  { "", "[[[1, 2], [3, 4]]]; [[[5, 6], [7, 8]]]", "[[[19, 22], [43, 50]]]" },
  { "transa=True, transb=True", "[[[1, 2], [3, 4]]]; [[[5, 6], [7, 8]]]", "[[[23, 31], [34, 46]]]" },
  { "transa=True", "[[1, 2], [3, 4]]; [[5, 6], [7, 8]]", "[[[17]], [[53]]]" },
};

static gboolean
expect_stacks (RensaInference *inference, GError **error)
{
  const RensaType *a = rensa_inference_get_input (inference, 0);
  const RensaType *b = rensa_inference_get_input (inference, 1);

  return rensa_expect_floating (inference, 0, error) && rensa_expect_floating (inference, 1, error)
         && rensa_expect_same_dtype (inference, 0, 1, error) && RENSA_EXPECT (inference, a->shape.ndim, >=, 2, error)
         && RENSA_EXPECT (inference, a->shape.ndim, <=, 3, error)
         && RENSA_EXPECT (inference, b->shape.ndim, >=, 2, error)
         && RENSA_EXPECT (inference, b->shape.ndim, <=, 3, error)
         && RENSA_EXPECT (inference, a->shape.dims[0], ==, b->shape.dims[0], error);
}

/* Converts the attributes to those of a matrix product. */
static RensaMatmul
get_product (const RensaMatmul *attrs_of_call)
{
  return (RensaMatmul){ .transa = attrs_of_call->transa, .transb = attrs_of_call->transb, .stacks = TRUE };
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaMatmul product = get_product (rensa_inference_get_attrs (inference));

  return expect_stacks (inference, error) && rensa_matmul_infer (inference, &product, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaMatmul product = get_product (rensa_call_get_attrs (call));

  return rensa_matmul_forward (call, &product, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaMatmul product = get_product (rensa_backward_get_attrs (backward));

  return rensa_matmul_backward (backward, &product, error);
}

const RensaFunctionClass rensa_batch_matmul_class = {
  .name = "batch_matmul",
  .group = &rensa_math_group,
  .title = N_ ("Batch Matrix Product"),
  .summary = N_ ("Matrix product of each pair of matrices in two batches"),
  .formula = "y[i] = a[i] b[i]",
  .label = "BatchMatMul",
  .inputs = RENSA_INPUTS ("a", "b"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaMatmul, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.batch_matmul({a}, {b}, transa={transa}, transb={transb})" },
               { "torch_more", "torch.matmul({a}.mT if {transa:always} else {a}, {b}.mT if {transb:always} else {b})" },
               { "torch", "batch_matmul({a}, {b}, transa={transa}, transb={transb})" }, { "torch_class", torch_class },
               { "onnx", "p = ndim (a) == 2 ? Unsqueeze (a, [2]) : a; q = ndim (b) == 2 ? Unsqueeze (b, [2]) : b; "
                         "MatMul (transa ? Transpose (p, perm=[0, 2, 1]) : p, transb ? Transpose (q, perm=[0, 2, "
                         "1]) : q)" }),
};

/**
 * rensa_batch_matmul:
 * @transa: swap the last two axes of @a before the product
 * @transb: the same for @b
 *
 * Computes the matrix products of a (N, n, k) and b (N, k, m) as (N, n, m). Two axes (N, k) are a
 * stack of columns (N, k, 1), so that with @transa they are rows. Chainer accepts only float32.
 * RENSA_ERROR_TYPE_CHECK if dtypes or extents differ; rensa_matmul () is the more general function.
 */
RENSA_API RensaVariable *
rensa_batch_matmul (RensaVariable *a, RensaVariable *b, gboolean transa, gboolean transb, GError **error)
{
  const RensaMatmul self = { .transa = transa, .transb = transb };

  return rensa_apply2 (&rensa_batch_matmul_class, &self, a, b, error);
}
