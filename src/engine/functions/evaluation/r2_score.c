/* r2_score.c: coefficient of determination.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "r2_score.py.inc"
#include "rensa-attr-arrays-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"

typedef struct
{
  RensaArray *sample_weight;
  int multioutput;
} R2Score;

enum
{
  UNIFORM_AVERAGE,
  RAW_VALUES,
};

static const char *const multioutputs[] = { "uniform_average", "raw_values", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_ARRAY (R2Score, sample_weight, .allow_none = TRUE, .none = TRUE, .title = N_ ("Example Weights"),
                    .hint = N_ ("One weight per example; None weights all examples equally")),
  RENSA_ATTR_CHOICE (R2Score, multioutput, .choices = multioutputs, .title = N_ ("Multiple Outputs"),
                     .hint = N_ ("Mean score, or one score per output")),
};

static const RensaSample samples[] = {
  { "", "[2, 3, 5]; [1, 3, 5]", "0.875" },
  { "multioutput=raw_values", "[[2, 1], [3, 4], [5, 2]]; [[1, 1], [3, 3], [5, 2]]", "[0.875, 0.5]" },
  { "sample_weight=(1, 1, 2)", "[2, 3, 5]; [1, 3, 5]", "0.9090909090909091" },
};

/* kernel: weighted_square (a, b, weight) -> y */
KERNEL real
weighted_square (real a, real b, real weight)
{
  return weight * (a - b) * (a - b);
}
/* end kernel */

/* Targets without variance give 0. */
/* kernel: r2_forward (residual, total) -> y */
KERNEL real
r2_forward (real residual, real total)
{
  return total != 0 ? 1 - residual / total : 0;
}
/* end kernel */

static gboolean
infer_weights (RensaInference *inference, RensaArray *weights, const RensaType *pred, GError **error)
{
  if (weights == NULL)
    return TRUE;
  return RENSA_EXPECT (inference, rensa_array_get_ndim (weights), ==, 1, error)
         && RENSA_EXPECT (inference, rensa_array_get_dim (weights, 0), ==, pred->shape.dims[0], error);
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const R2Score *self = rensa_inference_get_attrs (inference);
  const RensaType *pred = rensa_inference_get_input (inference, 0);
  RensaShape raw = { .ndim = pred->shape.ndim - 1 };

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_floating (inference, 1, error)
      || !rensa_expect_same_dtype (inference, 0, 1, error) || !rensa_expect_same_shape (inference, 0, 1, error)
      || !RENSA_EXPECT (inference, pred->shape.ndim, >=, 1, error)
      || !infer_weights (inference, self->sample_weight, pred, error))
    return FALSE;

  for (int axis = 0; axis < raw.ndim; axis++)
    raw.dims[axis] = pred->shape.dims[axis + 1];
  rensa_inference_set_output_shape (inference, 0, pred->dtype,
                                    self->multioutput == RAW_VALUES ? &raw : &RENSA_SHAPE_SCALAR);
  return TRUE;
}

/* Returns weights of shape (N, 1, …), which broadcasts to that of the targets; ones if none are given. */
static RensaArray *
make_weights (const R2Score *self, RensaArray *like, GError **error)
{
  RensaShape shape = { .ndim = rensa_array_get_ndim (like) };
  g_autoptr (RensaArray) there = NULL;
  g_autoptr (RensaArray) cast = NULL;

  for (int axis = 0; axis < shape.ndim; axis++)
    shape.dims[axis] = axis == 0 ? rensa_array_get_dim (like, 0) : 1;
  if (self->sample_weight == NULL)
    return rensa_array_full (rensa_array_get_dtype (like), &shape, 1, error);
  there = rensa_array_to_device (self->sample_weight, rensa_array_get_device (like), error);
  cast = rensa_array_cast (there, rensa_array_get_dtype (like), error);
  return rensa_array_reshape (cast, &shape, error);
}

/* Returns the weighted mean over the examples. */
static RensaArray *
make_mean (RensaArray *x, RensaArray *weights, GError **error)
{
  g_autoptr (RensaArray) weighted = rensa_map2 (RENSA_KERNEL_OP_MUL, x, weights, NULL, error);
  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, weighted, 1, TRUE, error);
  g_autoptr (RensaArray) total = rensa_reduce (RENSA_REDUCE_SUM, weights, 1, TRUE, error);

  return rensa_map2 (RENSA_KERNEL_OP_DIV, sum, total, NULL, error);
}

static RensaArray *
sum_squares (RensaArray *a, RensaArray *b, RensaArray *weights, GError **error)
{
  g_autoptr (RensaArray) squares = rensa_map3 (RENSA_KERNEL_WEIGHTED_SQUARE, a, b, weights, NULL, error);

  return rensa_reduce (RENSA_REDUCE_SUM, squares, 1, FALSE, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const R2Score *self = rensa_call_get_attrs (call);
  const RensaDtype dtype = rensa_call_get_output_type (call, 0)->dtype;
  g_autoptr (RensaArray) pred = rensa_array_widen (rensa_call_get_input (call, 0), error);
  g_autoptr (RensaArray) target = rensa_array_widen (rensa_call_get_input (call, 1), error);
  g_autoptr (RensaArray) weights = target != NULL ? make_weights (self, target, error) : NULL;
  g_autoptr (RensaArray) mean = weights != NULL ? make_mean (target, weights, error) : NULL;
  g_autoptr (RensaArray) residual = sum_squares (pred, target, weights, error);
  g_autoptr (RensaArray) total = sum_squares (target, mean, weights, error);
  g_autoptr (RensaArray) scores = rensa_map2 (RENSA_KERNEL_R2_FORWARD, residual, total, NULL, error);

  if (scores != NULL && self->multioutput == UNIFORM_AVERAGE)
    {
      g_autoptr (RensaArray) count =
          rensa_array_new_scalar (rensa_array_get_dtype (scores), (double) rensa_array_get_count (scores), error);

      rensa_call_take_output (call, 0, rensa_sum_over (scores, count, dtype, error));
    }
  else
    rensa_call_take_output (call, 0, rensa_array_cast (scores, dtype, error));
  return rensa_call_succeeded (call);
}

const RensaFunctionClass rensa_r2_score_class = {
  .name = "r2_score",
  .group = &rensa_evaluation_group,
  .title = N_ ("R² Score"),
  .summary = N_ ("Fraction of the variance of the targets that is explained"),
  .formula = "R² = 1 - Σ (pred - true)² / Σ (true - mean)²",
  .label = "R2_score",
  .inputs = RENSA_INPUTS ("pred", "true"),
  .n_outputs = 1,
  RENSA_ATTRS (R2Score, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  RENSA_FORMS ({ "chainer", "F.r2_score({pred}, {true}, sample_weight={sample_weight}, multioutput={multioutput})" },
               { "torch", "r2_score({pred}, {true}, sample_weight={sample_weight}, multioutput={multioutput})" },
               { "torch_class", torch_class }),
};

/**
 * rensa_r2_score:
 * @pred: predictions, shape (N, …)
 * @target: targets, of the same shape
 *
 * Returns the mean over the outputs of 1 - Σ (pred - true)² / Σ (true - mean)², summed over the
 * first axis; 0 for an output whose targets have no variance. It has no gradient. Chainer documents
 * example weights but does not accept them; the descriptor does.
 */
RENSA_API RensaVariable *
rensa_r2_score (RensaVariable *pred, RensaVariable *target, GError **error)
{
  const R2Score self = { .multioutput = UNIFORM_AVERAGE };

  return rensa_apply2 (&rensa_r2_score_class, &self, pred, target, error);
}
