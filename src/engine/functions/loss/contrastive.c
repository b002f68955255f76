/* contrastive.c: contrastive loss of pairs.
 * SPDX-License-Identifier: MIT */

#include "contrastive.py.inc"
#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"
#include "rensa-total-private.h"

typedef struct
{
  double margin;
  int reduce;
} Contrastive;

enum
{
  X0,
  X1,
  Y,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Contrastive, margin, .initial = 1, .min = 0, .max = 1e12, .title = N_ ("Margin"),
                    .hint = N_ ("Distance beyond which dissimilar pairs have no loss")),
  RENSA_ATTR_CHOICE (Contrastive, reduce, .initial = RENSA_TOTAL_IS_MEAN, .choices = rensa_total_mean_no,
                     .title = N_ ("Reduction"), .hint = N_ ("Mean, or loss of each pair")),
};

static const RensaSample samples[] = {
  { "margin=2", "[[1, 2], [0, 1], [3, 0]]; [[0, 0.5], [0, 0], [0, 1]]; [1, 0, 0]", "0.708333333333333333" },
  { "margin=7, reduce='no'", "[[1, 2], [3, 5]]; [[1, 2.5], [0, 1]]; [1, 0]", "[0.125, 2]" },
};

/* kernel: contrastive_row (d2, y; share, margin) -> loss */
KERNEL real
contrastive_row (real d2, real y, real share, real margin)
{
  const real h = k_max (margin - k_sqrt (d2), 0);

  return (real) 0.5 * share * (y * d2 + (1 - y) * h * h);
}
/* end kernel */

/* kernel: contrastive_parts (d2, y; margin) -> (level, inverse, guard) */
KERNEL void
contrastive_parts (real d2, real y, real margin, real *level, real *inverse, real *guard)
{
  const real active = d2 > 0 && k_sqrt (d2) < margin ? 1 - y : 0;

  *level = y + active;
  *inverse = -margin * active;
  *guard = d2 > 0 ? 0 : 1;
}
/* end kernel */

static RensaTotal
get_total (const Contrastive *self, const RensaShape *rows)
{
  return self->reduce == RENSA_TOTAL_IS_MEAN ? rensa_total_mean (rows) : rensa_total_none ();
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Contrastive *self = rensa_inference_get_attrs (inference);
  const RensaType *x0 = rensa_inference_get_input (inference, X0);
  const RensaType *x1 = rensa_inference_get_input (inference, X1);
  const RensaType *y = rensa_inference_get_input (inference, Y);
  RensaTotal total;

  if (!rensa_expect_floating (inference, X0, error) || !rensa_expect_same_dtype (inference, X0, X1, error)
      || !rensa_expect_integer (inference, Y, error) || !rensa_expect_same_shape (inference, X0, X1, error)
      || !RENSA_EXPECT (inference, x0->shape.ndim, ==, 2, error)
      || !RENSA_EXPECT (inference, y->shape.ndim, ==, 1, error)
      || !RENSA_EXPECT (inference, x1->shape.dims[0], ==, y->shape.dims[0], error)
      || !RENSA_EXPECT (inference, x1->shape.dims[0], >, 0, error))
    return FALSE;

  total = get_total (self, &y->shape);
  rensa_total_infer (&total, inference, x0->dtype, &y->shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Contrastive *self = rensa_call_get_attrs (call);
  RensaArray *y = rensa_call_get_input (call, Y);
  const RensaTotal total = get_total (self, rensa_array_get_shape (y));
  const double params[] = { total.share, self->margin };
  const double share = 1;
  g_autoptr (RensaArray) x0 = rensa_array_widen (rensa_call_get_input (call, X0), error);
  g_autoptr (RensaArray) x1 = rensa_array_widen (rensa_call_get_input (call, X1), error);
  g_autoptr (RensaArray) squares = rensa_map2 (RENSA_KERNEL_SQUARED_SHARE, x0, x1, &share, error);
  g_autoptr (RensaArray) d2 = squares != NULL ? rensa_reduce (RENSA_REDUCE_SUM, squares, 1u << 1, FALSE, error) : NULL;
  g_autoptr (RensaArray) rows = rensa_map2 (RENSA_KERNEL_CONTRASTIVE_ROW, d2, y, params, error);

  for (int i = X0; i <= Y; i++)
    rensa_call_retain_input (call, i);
  rensa_call_take_output (call, 0,
                          rensa_total_reduce (&total, rows, rensa_call_get_output_type (call, 0)->dtype, error));
  return rensa_call_succeeded (call);
}

/* Factor of x0 - x1 in the gradient for gy = 1: y + (1 - y) (1 - margin / d) if 0 < d < margin. */
static RensaVariable *
get_slope (RensaVariable *difference, RensaArray *y, double margin, GError **error)
{
  const RensaInts columns = { .n = 1, .values = { 1 } };
  g_autoptr (RensaVariable) squares = rensa_multiply (difference, difference, error);
  g_autoptr (RensaVariable) d2 = rensa_sum (squares, &columns, TRUE, error);
  g_autoptr (RensaArray) labels = rensa_array_view_expand (y, 1u << 1);
  RensaArray *parts[3] = { NULL };

  if (d2 == NULL
      || !rensa_map (RENSA_KERNEL_CONTRASTIVE_PARTS, (RensaArray *[]){ rensa_variable_get_array (d2), labels }, parts,
                     &margin, error))
    return NULL;

  g_autoptr (RensaVariable) level = rensa_variable_new_constant (parts[0]);
  g_autoptr (RensaVariable) inverse = rensa_variable_new_constant (parts[1]);
  g_autoptr (RensaVariable) guard = rensa_variable_new_constant (parts[2]);
  /* Coinciding points have no direction: the guard avoids 1 / 0. */
  g_autoptr (RensaVariable) guarded = rensa_add (d2, guard, error);
  g_autoptr (RensaVariable) reciprocal = rensa_rsqrt (guarded, error);
  g_autoptr (RensaVariable) product = rensa_multiply (inverse, reciprocal, error);

  for (int i = 0; i < 3; i++)
    rensa_array_unref (parts[i]);
  return rensa_add (level, product, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Contrastive *self = rensa_backward_get_attrs (backward);
  RensaArray *y = rensa_variable_get_array (rensa_backward_get_input (backward, Y));
  const RensaShape column = RENSA_SHAPE (rensa_array_get_count (y), 1);
  const RensaTotal total = get_total (self, rensa_array_get_shape (y));
  g_autoptr (RensaVariable) difference =
      rensa_subtract (rensa_backward_get_input (backward, X0), rensa_backward_get_input (backward, X1), error);
  g_autoptr (RensaVariable) slope = get_slope (difference, y, self->margin, error);
  g_autoptr (RensaVariable) gy =
      rensa_total_spread_share (&total, rensa_backward_get_grad_output (backward, 0), &column, error);
  g_autoptr (RensaVariable) weight = rensa_multiply (slope, gy, error);
  g_autoptr (RensaVariable) gx0 = rensa_multiply (difference, weight, error);

  rensa_backward_take_grad_input (backward, X1, rensa_negate (gx0, error));
  rensa_backward_take_grad_input (backward, X0, g_steal_pointer (&gx0));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_contrastive_class = {
  .name = "contrastive",
  .group = &rensa_loss_group,
  .title = N_ ("Contrastive Loss"),
  .summary = N_ ("Pulls similar pairs together and pushes dissimilar pairs apart, up to a margin"),
  .formula = "L = Σ (y d² + (1 - y) max(margin - d, 0)²) / 2N, d = |x₀ - x₁|",
  .reference = "Hadsell et al., \"Dimensionality Reduction by Learning an Invariant Mapping\", CVPR 2006",
  .label = "Contrastive",
  .inputs = RENSA_INPUTS ("x0", "x1", "y:int"),
  .n_outputs = 1,
  RENSA_ATTRS (Contrastive, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.contrastive({x0}, {x1}, {y}, margin={margin}, reduce={reduce})" },
               { "torch", "contrastive({x0}, {x1}, {y}, margin={margin}, reduce={reduce})" },
               { "torch_class", torch_class },
               { "onnx", "e = x0 - x1; s = ReduceSum (e * e, [1], keepdims=0); m = Max (margin - Sqrt (s), 0); "
                         "t = Cast (y, to=dtype (x0)); l = (t * s + (1 - t) * m * m) * 0.5; "
                         "reduce == 'mean' ? ReduceMean (l, keepdims=0) : l" }),
};

/**
 * rensa_contrastive:
 * @x0: shape (N, D); N is not 0
 * @x1: shape (N, D)
 * @y: integers of shape (N,): 1 for similar pairs, else 0
 * @margin: at least 0; distance from which dissimilar pairs have no loss
 *
 * L = Σ (y d² + (1 - y) max (margin - d, 0)²) / 2N with d = |x0 - x1|; a scalar. If d = 0 the
 * gradient is 0. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Hadsell et al., "Dimensionality Reduction by Learning an Invariant Mapping", CVPR 2006.
 */
RENSA_API RensaVariable *
rensa_contrastive (RensaVariable *x0, RensaVariable *x1, RensaVariable *y, double margin, GError **error)
{
  const Contrastive self = { .margin = margin, .reduce = RENSA_TOTAL_IS_MEAN };

  return rensa_apply3 (&rensa_contrastive_class, &self, x0, x1, y, error);
}
