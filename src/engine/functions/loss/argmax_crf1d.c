/* argmax_crf1d.c: best label sequences under a linear-chain conditional random field.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-composed-private.h"
#include "rensa-crf-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"

/* In the first sequence, the paths 00, 01, 10, 11 have the scores 1, 1 + 2 + 1, 2, 2 - 0.5 + 1. */
static const RensaSample samples[] = {
  { "", "[[0, 2], [0, -0.5]]; [[1, 2], [3, 0]]; [[0, 1]]", "[4, 3]; [0, 0]; [1]" },
  { "", "[[0, 0, 0], [0, 0, 0], [0, 0, 0]]; [[1, 3, 2]]", "[3]; [1]" },
};

/* index kernel: viterbi_step (before, cost, x) -> (best, from) */
KERNEL void
viterbi_step (const k_index *at, k_view before, k_view cost, k_view x, real *best, real *from)
{
  const real *scores = before.data + at[0] * before.strides[0];
  const real *costs = cost.data + at[1] * cost.strides[1];
  real largest = scores[0] + costs[0];
  k_index place = 0;

  for (k_index j = 1; j < before.shape[1]; j++)
    {
      const real score = scores[j * before.strides[1]] + costs[j * cost.strides[0]];

      /* As elsewhere, NaN is the largest, and the first of equal scores wins. */
      if (score > largest || (k_isnan (score) && !k_isnan (largest)))
        {
          largest = score;
          place = j;
        }
    }

  *best = largest + x.data[at[0] * x.strides[0] + at[1] * x.strides[1]];
  *from = (real) place;
}
/* end kernel */

/* index kernel: is_label (int y) -> chosen */
KERNEL real
is_label (const k_index *at, k_int_view y)
{
  return y.data[at[0] * y.strides[0]] == at[1] ? 1 : 0;
}
/* end kernel */

/* index kernel: viterbi_trace (int own, from, int next) -> y */
KERNEL real
viterbi_trace (const k_index *at, k_int_view own, k_view from, k_int_view next)
{
  /* Sequences that end here use their own best label; others follow the back pointer of the next step. */
  return at[0] < next.shape[0]
             ? from.data[at[0] * from.strides[0] + next.data[at[0] * next.strides[0]] * from.strides[1]]
             : (real) own.data[at[0] * own.strides[0]];
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const int n_steps = rensa_inference_get_n_inputs (inference) - 1;

  if (!rensa_crf_infer (inference, n_steps, error))
    return FALSE;

  for (int i = 1; i <= n_steps; i++)
    {
      const RensaType *x = rensa_inference_get_input (inference, i);

      if (i == 1)
        rensa_inference_set_output_shape (inference, 0, x->dtype, &RENSA_SHAPE (x->shape.dims[0]));
      rensa_inference_set_output_shape (inference, i, RENSA_INT32, &RENSA_SHAPE (x->shape.dims[0]));
    }
  return TRUE;
}

/* For every step: the score of the best path that ends in each label, and the label before it on
 * that path; (B_t, L). */
typedef struct
{
  RensaArray *best;
  RensaArray *from;
} Step;

static gboolean
take_steps (RensaCall *call, Step *steps, int n_steps, GError **error)
{
  RensaArray *cost = rensa_call_get_input (call, 0);
  const RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, rensa_array_get_dtype (cost));

  steps[0].best = rensa_array_cast (rensa_call_get_input (call, 1), dtype, error);
  if (steps[0].best == NULL)
    return FALSE;

  for (int t = 1; t < n_steps; t++)
    {
      RensaArray *x = rensa_call_get_input (call, 1 + t);
      RensaArray *const inputs[] = { steps[t - 1].best, cost, x };
      RensaArray *results[2] = { NULL, NULL };

      if (!rensa_index_map (RENSA_KERNEL_VITERBI_STEP, dtype, rensa_array_get_shape (x), inputs, results, NULL, error))
        return FALSE;
      steps[t].best = results[0];
      steps[t].from = results[1];
    }
  return TRUE;
}

/* The score of each sequence is in the row of its last step; later steps overwrite the rows of the
 * sequences that continue. */
static RensaArray *
get_score (const Step *steps, int n_steps, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) score = rensa_array_new (dtype, &RENSA_SHAPE (rensa_array_get_dim (steps[0].best, 0)), error);

  for (int t = 0; t < n_steps && score != NULL; t++)
    {
      g_autoptr (RensaArray) best = rensa_reduce (RENSA_REDUCE_MAX, steps[t].best, 1u << 1, FALSE, error);
      g_autoptr (RensaArray) rows = rensa_array_view_range (score, 0, 0, rensa_array_get_dim (steps[t].best, 0));

      if (best == NULL || !rensa_array_assign (rows, best, error))
        return NULL;
    }
  return g_steal_pointer (&score);
}

static RensaArray *
trace (const Step *step, const Step *next_step, RensaArray *next, GError **error)
{
  g_autoptr (RensaArray) own = rensa_reduce (RENSA_REDUCE_ARGMAX, step->best, 1u << 1, FALSE, error);
  g_autoptr (RensaArray) label = NULL;

  if (own == NULL || next == NULL)
    return own != NULL ? rensa_array_cast (own, RENSA_INT32, error) : NULL;

  label = rensa_index_map1 (RENSA_KERNEL_VITERBI_TRACE, rensa_array_get_dtype (step->best), rensa_array_get_shape (own),
                            (RensaArray *[]){ own, next_step->from, next }, NULL, error);
  return label != NULL ? rensa_array_cast (label, RENSA_INT32, error) : NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const int n_steps = rensa_call_get_n_inputs (call) - 1;
  g_autofree Step *steps = g_new0 (Step, n_steps);
  gboolean ok = take_steps (call, steps, n_steps, error);
  RensaArray *next = NULL;

  rensa_call_retain_input (call, 0);
  if (ok)
    rensa_call_take_output (call, 0, get_score (steps, n_steps, rensa_call_get_output_type (call, 0)->dtype, error));
  for (int t = n_steps - 1; ok && t >= 0; t--)
    {
      RensaArray *path = trace (&steps[t], t + 1 < n_steps ? &steps[t + 1] : NULL, next, error);

      rensa_call_take_output (call, 1 + t, path);
      rensa_call_retain_output (call, 1 + t);
      next = path;
      ok = path != NULL;
    }

  for (int t = 0; t < n_steps; t++)
    {
      g_clear_pointer (&steps[t].best, rensa_array_unref);
      g_clear_pointer (&steps[t].from, rensa_array_unref);
    }
  return ok && rensa_call_succeeded (call);
}

/* Returns (B_t, L): one at each label of the path, else zero. */
static RensaVariable *
mark_path (RensaBackward *backward, int t, gint64 n_labels, GError **error)
{
  const RensaDtype dtype = rensa_backward_get_output_type (backward, 0).dtype;
  RensaVariable *path = rensa_backward_get_output (backward, 1 + t);
  RensaArray *labels = rensa_variable_get_array (path);
  const RensaShape shape = RENSA_SHAPE (rensa_array_get_count (labels), n_labels);
  g_autoptr (RensaArray) marks =
      rensa_index_map1 (RENSA_KERNEL_IS_LABEL, dtype, &shape, (RensaArray *[]){ labels }, NULL, error);

  return marks != NULL ? rensa_variable_new_constant (marks) : NULL;
}

/* Returns the rows of the first @n sequences. */
static RensaVariable *
cut (RensaVariable *x, gint64 n, GError **error)
{
  RensaVariable *parts[2] = { NULL };

  if (x == NULL || rensa_variable_get_type (x).shape.dims[0] == n)
    return x != NULL ? rensa_variable_ref (x) : NULL;
  if (rensa_split_axis (x, &(RensaInts){ .n = 1, .values = { n } }, 0, parts, 2, error) != 2)
    return NULL;
  rensa_variable_unref (parts[1]);
  return parts[0];
}

/* Adds to *@sum the transposed marks of one step times the marks of the next step, whose values are
 * the gradients. */
static gboolean
add_transitions (RensaVariable **sum, RensaVariable *marks, RensaVariable *next, GError **error)
{
  g_autoptr (RensaVariable) before = *sum;
  g_autoptr (RensaVariable) going_on = cut (marks, rensa_variable_get_type (next).shape.dims[0], error);
  g_autoptr (RensaVariable) more = rensa_matmul (going_on, next, TRUE, FALSE, error);

  *sum = before != NULL ? rensa_add (before, more, error) : g_steal_pointer (&more);
  return *sum != NULL;
}

/* The score is the sum of the scores and costs on the path, which is treated as constant. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const int n_steps = rensa_backward_get_n_outputs (backward) - 1;
  RensaVariable *gy = rensa_backward_get_grad_output_or_zeros (backward, 0, error);
  g_autoptr (RensaVariable) column = rensa_expand_dims (gy, 1, error);
  g_autoptr (RensaVariable) marks = NULL;
  g_autoptr (RensaVariable) gcost = NULL;

  for (int t = 0; t < n_steps; t++)
    {
      const RensaShape shape = rensa_backward_get_output_type (backward, 1 + t).shape;
      const gint64 n_labels = rensa_backward_get_input_type (backward, 0).shape.dims[0];
      g_autoptr (RensaVariable) chosen = mark_path (backward, t, n_labels, error);
      g_autoptr (RensaVariable) rows = cut (column, shape.dims[0], error);
      g_autoptr (RensaVariable) gx = rensa_multiply (chosen, rows, error);

      if (gx == NULL || (marks != NULL && !add_transitions (&gcost, marks, gx, error)))
        return FALSE;
      rensa_backward_take_grad_input (backward, 1 + t, g_steal_pointer (&gx));
      g_clear_pointer (&marks, rensa_variable_unref);
      marks = g_steal_pointer (&chosen);
    }
  if (!rensa_fill_missing_grads (&gcost, (RensaVariable *[]){ rensa_backward_get_input (backward, 0) }, 1, error))
    return FALSE;
  rensa_backward_take_grad_input (backward, 0, g_steal_pointer (&gcost));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_argmax_crf1d_class = {
  .name = "argmax_crf1d",
  .group = &rensa_loss_group,
  .title = N_ ("CRF Decoding"),
  .summary = N_ ("Most probable label sequences under a conditional random field, and their scores"),
  .formula = "y = argmax Σₜ xₜ[yₜ] + cost[yₜ₋₁, yₜ]",
  .reference =
      "Viterbi, \"Error Bounds for Convolutional Codes and an Asymptotically Optimum Decoding Algorithm\", IEEE "
      "Transactions on Information Theory 13, 1967",
  .inputs = RENSA_INPUTS ("cost", "xs*:sequence"),
  .n_outputs = 0,
  .outputs = RENSA_OUTPUTS ("score", "path*"),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.argmax_crf1d({cost}, {xs})" }),
};

/**
 * rensa_argmax_crf1d:
 * @cost: score of the transition from label i to label j, shape (L, L)
 * @xs: scores of the labels at every step, @n_steps arrays of shape (B_t, L), as for rensa_crf1d ()
 * @paths: receives the labels of every step, @n_steps arrays of int32 of shape (B_t,), owned by the
 *   caller
 *
 * Finds the labels y with the largest score Σ_t xs[t][y_t] + Σ_t cost[y_t-1, y_t]; returns that
 * score for each sequence, shape (B_0,), whose gradient follows the best path.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Viterbi, "Error Bounds for Convolutional Codes and an Asymptotically Optimum Decoding Algorithm",
 * IEEE Transactions on Information Theory 13, 1967.
 */
RENSA_API RensaVariable *
rensa_argmax_crf1d (RensaVariable *cost, RensaVariable *const *xs, int n_steps, RensaVariable **paths, GError **error)
{
  g_autofree RensaVariable **inputs = g_new (RensaVariable *, n_steps + 1);
  g_autofree RensaVariable **outputs = g_new0 (RensaVariable *, n_steps + 1);

  inputs[0] = cost;
  for (int i = 0; i < n_steps; i++)
    inputs[1 + i] = xs[i];
  for (int i = 0; i <= n_steps; i++)
    if (inputs[i] == NULL)
      return NULL;

  if (rensa_function_apply (&rensa_argmax_crf1d_class, NULL, inputs, n_steps + 1, outputs, n_steps + 1, error) < 0)
    return NULL;
  for (int i = 0; i < n_steps; i++)
    paths[i] = outputs[1 + i];
  return outputs[0];
}
