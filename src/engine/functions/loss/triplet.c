/* triplet.c: triplet loss with a margin.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"
#include "rensa-total-private.h"

typedef struct
{
  double margin;
  int reduce;
} Triplet;

enum
{
  ANCHOR,
  POSITIVE,
  NEGATIVE,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Triplet, margin, .initial = 0.2, .min = 0, .max = 1e12, .title = N_ ("Margin"),
                    .hint = N_ ("Required gap between the squared distances to the negative and the positive example")),
  RENSA_ATTR_CHOICE (Triplet, reduce, .initial = RENSA_TOTAL_IS_MEAN, .choices = rensa_total_mean_no,
                     .title = N_ ("Reduction"), .hint = N_ ("Mean, or loss of each example")),
};

static const RensaSample samples[] = {
  { "", "[[1, 2], [0, 0]]; [[1, 1], [3, 0]]; [[0, 2], [0.5, 0]]", "4.575" },
  { "margin=0.5, reduce='no'", "[[1, 2], [0, 0]]; [[1, 1], [3, 0]]; [[4, 2], [0.5, 0]]", "[0, 9.25]" },
};

/* kernel: triplet_term (anchor, positive, negative) -> y */
KERNEL real
triplet_term (real anchor, real positive, real negative)
{
  const real p = anchor - positive;
  const real n = anchor - negative;

  return p * p - n * n;
}
/* end kernel */

/* kernel: triplet_row (difference; share, margin) -> (loss, active) */
KERNEL void
triplet_row (real difference, real share, real margin, real *loss, real *active)
{
  const real d = k_max (difference + margin, 0);

  *loss = d * share;
  *active = d > 0;
}
/* end kernel */

/* Distances are summed along axis 1; the remaining axes are the rows. */
static RensaShape
get_rows (const RensaShape *anchor)
{
  return rensa_shape_reduce (anchor, 1u << 1, FALSE);
}

static RensaTotal
get_total (const Triplet *self, const RensaShape *rows)
{
  return self->reduce == RENSA_TOTAL_IS_MEAN ? rensa_total_per (rows, rows->dims[0]) : rensa_total_none ();
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Triplet *self = rensa_inference_get_attrs (inference);
  const RensaType *anchor = rensa_inference_get_input (inference, ANCHOR);
  RensaTotal total;
  RensaShape rows;

  if (!rensa_total_infer_alike (inference, RENSA_TOTAL_NO, error)
      || !RENSA_EXPECT (inference, anchor->shape.ndim, >=, 2, error)
      || !RENSA_EXPECT (inference, anchor->shape.dims[0], >, 0, error))
    return FALSE;

  rows = get_rows (&anchor->shape);
  total = get_total (self, &rows);
  rensa_total_infer (&total, inference, anchor->dtype, &rows);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Triplet *self = rensa_call_get_attrs (call);
  const RensaDtype dtype = rensa_call_get_output_type (call, 0)->dtype;
  const RensaShape shape = get_rows (rensa_array_get_shape (rensa_call_get_input (call, ANCHOR)));
  const RensaTotal total = get_total (self, &shape);
  const double params[] = { total.share, self->margin };
  g_autoptr (RensaArray) anchor = rensa_array_widen (rensa_call_get_input (call, ANCHOR), error);
  g_autoptr (RensaArray) positive = rensa_array_widen (rensa_call_get_input (call, POSITIVE), error);
  g_autoptr (RensaArray) negative = rensa_array_widen (rensa_call_get_input (call, NEGATIVE), error);
  g_autoptr (RensaArray) terms = rensa_map3 (RENSA_KERNEL_TRIPLET_TERM, anchor, positive, negative, NULL, error);
  g_autoptr (RensaArray) rows = terms != NULL ? rensa_reduce (RENSA_REDUCE_SUM, terms, 1u << 1, FALSE, error) : NULL;
  RensaArray *results[2] = { NULL, NULL };
  g_autoptr (RensaArray) loss = NULL;
  g_autoptr (RensaArray) active = NULL;

  if (!rensa_map (RENSA_KERNEL_TRIPLET_ROW, &rows, results, params, error))
    return FALSE;

  loss = results[0];
  active = results[1];
  for (int i = ANCHOR; i <= NEGATIVE; i++)
    rensa_call_retain_input (call, i);
  rensa_call_keep (call, 0, rensa_array_cast (active, dtype, error));
  rensa_call_take_output (call, 0, rensa_total_reduce (&total, loss, dtype, error));
  return rensa_call_succeeded (call);
}

/* Returns 2 gy if the margin is violated, else 0, in a shape that broadcasts to that of the inputs. */
static RensaVariable *
get_weight (RensaBackward *backward, GError **error)
{
  const Triplet *self = rensa_backward_get_attrs (backward);
  const RensaType anchor = rensa_backward_get_input_type (backward, ANCHOR);
  const RensaShape rows = get_rows (&anchor.shape);
  const RensaShape column = rensa_shape_reduce (&anchor.shape, 1u << 1, TRUE);
  const RensaTotal total = get_total (self, &rows);
  g_autoptr (RensaVariable) active = rensa_variable_new_constant (rensa_backward_get_kept (backward, 0));
  g_autoptr (RensaVariable) gy =
      rensa_total_spread_share (&total, rensa_backward_get_grad_output (backward, 0), &rows, error);
  g_autoptr (RensaVariable) weight = rensa_multiply (active, gy, error);
  g_autoptr (RensaVariable) spread = rensa_reshape (weight, &column, error);

  return rensa_multiply_scalar (spread, 2, error);
}

/* With w = 2 gy: ganchor = (negative - positive) w, gpositive = (positive - anchor) w, gnegative = (anchor - negative)
 * w. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  static const struct
  {
    int of, minuend, subtrahend;
  } grads[] = { { ANCHOR, NEGATIVE, POSITIVE }, { POSITIVE, POSITIVE, ANCHOR }, { NEGATIVE, ANCHOR, NEGATIVE } };
  g_autoptr (RensaVariable) weight = get_weight (backward, error);

  for (guint i = 0; i < G_N_ELEMENTS (grads); i++)
    {
      RensaVariable *minuend = rensa_backward_get_input (backward, grads[i].minuend);
      RensaVariable *subtrahend = rensa_backward_get_input (backward, grads[i].subtrahend);
      g_autoptr (RensaVariable) difference = NULL;

      if (!rensa_backward_needs_grad (backward, grads[i].of))
        continue;
      difference = rensa_subtract (minuend, subtrahend, error);
      rensa_backward_take_grad_input (backward, grads[i].of, rensa_multiply (difference, weight, error));
    }

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_triplet_class = {
  .name = "triplet",
  .group = &rensa_loss_group,
  .title = N_ ("Triplet Loss"),
  .summary = N_ ("Pulls an anchor closer to a positive example than to a negative one"),
  .formula = "L = Σ max(|a - p|² - |a - n|² + margin, 0) / N",
  .reference = "Wang et al., \"Learning Fine-grained Image Similarity with Deep Ranking\", CVPR 2014",
  .label = "Triplet",
  .inputs = RENSA_INPUTS ("anchor", "positive", "negative"),
  .n_outputs = 1,
  RENSA_ATTRS (Triplet, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer", "F.triplet({anchor}, {positive}, {negative}, margin={margin}, reduce={reduce})" },
      { "torch_class", rensa_reduction_torch_class },
      { "torch", "F.relu((({anchor} - {positive}) ** 2 - ({anchor} - {negative}) ** 2).sum(1) + {margin}).mean()" },
      { "torch_more",
        "reduce_loss(F.relu((({anchor} - {positive}) ** 2 - ({anchor} - {negative}) ** 2).sum(1) + {margin}), {reduce})" },
      { "torch_class", rensa_reduction_torch_class },
      { "onnx", "p = anchor - positive; q = anchor - negative; "
                "l = Max (ReduceSum (p * p - q * q, [1], keepdims=0) + margin, 0); "
                "reduce == 'mean' ? ReduceMean (l, keepdims=0) : l" }),
};

/**
 * rensa_triplet:
 * @anchor: shape (N, D, …); N is not 0
 * @positive: example similar to the anchor; of the same shape
 * @negative: example dissimilar to the anchor; of the same shape
 * @margin: at least 0
 *
 * L = Σ max (|a - p|² - |a - n|² + margin, 0) / N, with squares summed along axis 1; a scalar.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes differ or there is no axis 1.
 *
 * Wang et al., "Learning Fine-grained Image Similarity with Deep Ranking", CVPR 2014.
 */
RENSA_API RensaVariable *
rensa_triplet (RensaVariable *anchor, RensaVariable *positive, RensaVariable *negative, double margin, GError **error)
{
  const Triplet self = { .margin = margin, .reduce = RENSA_TOTAL_IS_MEAN };

  return rensa_apply3 (&rensa_triplet_class, &self, anchor, positive, negative, error);
}
