/* crf1d.c: negative log-likelihood of a linear-chain conditional random field.
 * SPDX-License-Identifier: MIT */

#include "rensa-composed-forward-private.h"
#include "rensa-crf-private.h"
#include "rensa-functions.h"
#include "rensa-labels-private.h"
#include "rensa-total-private.h"

gboolean
rensa_crf_infer (RensaInference *inference, int n_steps, GError **error)
{
  const RensaType *cost = rensa_inference_get_input (inference, 0);
  const RensaType *previous = NULL;

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, cost->shape.ndim, ==, 2, error)
      || !RENSA_EXPECT (inference, cost->shape.dims[0], ==, cost->shape.dims[1], error)
      || !RENSA_EXPECT (inference, cost->shape.dims[0], >, 0, error) || !RENSA_EXPECT (inference, n_steps, >, 0, error))
    return FALSE;

  for (int i = 1; i <= n_steps; i++)
    {
      const RensaType *x = rensa_inference_get_input (inference, i);

      if (!rensa_expect_same_dtype (inference, 0, i, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 2, error)
          || !RENSA_EXPECT (inference, x->shape.dims[1], ==, cost->shape.dims[0], error)
          || (previous != NULL && !RENSA_EXPECT (inference, x->shape.dims[0], <=, previous->shape.dims[0], error)))
        return FALSE;
      previous = x;
    }
  return TRUE;
}

typedef struct
{
  int reduce;
} Crf1d;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (Crf1d, reduce, .initial = RENSA_TOTAL_IS_MEAN, .choices = rensa_total_mean_no,
                     .title = N_ ("Reduction"), .hint = N_ ("Mean, or loss of each sequence")),
};

/* Two labels in two steps have four paths: ln 4. With scores ln 2, ln 3 and the cost ln 5 of the
 * transition from 0 to 1, the weights of the paths 00, 01, 10, 11 are 2, 10, 3, 3: ln (18 / 10). A
 * sequence of one step gives softmax cross entropy. */
static const RensaSample samples[] = {
  { "", "[[0, 0], [0, 0]]; [[0, 0]]; [[0, 0]]; [1]; [0]", "1.38629436111989062" },
  { "reduce='no'",
    "[[0, 1.60943791243410037], [0, 0]]; "
    "[[0.693147180559945309, 1.09861228866810969], [0, 1.09861228866810969]]; [[0, 0]]; [0, 1]; [1]",
    "[0.587786664902119008, 0.287682072451780927]" },
};

static gboolean
count_lists (gconstpointer attrs_of_call, int n_arrays, int *counts)
{
  counts[0] = n_arrays / 2;
  counts[1] = n_arrays / 2;
  return n_arrays % 2 == 0;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Crf1d *self = rensa_inference_get_attrs (inference);
  const int n_steps = (rensa_inference_get_n_inputs (inference) - 1) / 2;
  const RensaType *cost = rensa_inference_get_input (inference, 0);
  RensaShape rows;

  if (!rensa_crf_infer (inference, n_steps, error))
    return FALSE;
  for (int i = 1; i <= n_steps; i++)
    {
      const RensaType *x = rensa_inference_get_input (inference, i);
      const RensaType *y = rensa_inference_get_input (inference, n_steps + i);

      if (!rensa_expect_integer (inference, n_steps + i, error)
          || !RENSA_EXPECT (inference, y->shape.ndim, ==, 1, error)
          || !RENSA_EXPECT (inference, y->shape.dims[0], ==, x->shape.dims[0], error))
        return FALSE;
    }

  rows = RENSA_SHAPE (rensa_inference_get_input (inference, 1)->shape.dims[0]);
  rensa_inference_set_output_shape (inference, 0, cost->dtype,
                                    self->reduce == RENSA_TOTAL_IS_MEAN ? &RENSA_SHAPE_SCALAR : &rows);
  return TRUE;
}

/* State of the sequences that continue: log weight of all paths that end in each label, score of
 * the labeled path so far, and its last labels. */
typedef struct
{
  RensaVariable *all;   /* (B, L) */
  RensaVariable *taken; /* (B,) */
  RensaVariable *label; /* (B,) */
} Front;

static void
front_clear (Front *front)
{
  g_clear_pointer (&front->all, rensa_variable_unref);
  g_clear_pointer (&front->taken, rensa_variable_unref);
  g_clear_pointer (&front->label, rensa_variable_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Front, front_clear)

static gint64
count_rows (RensaVariable *variable)
{
  return rensa_variable_get_type (variable).shape.dims[0];
}

/* Keeps the first @n rows in *@variable; returns the others. */
static RensaVariable *
cut (RensaVariable **variable, gint64 n, GError **error)
{
  const RensaInts at = { .n = 1, .values = { n } };
  RensaVariable *parts[2];

  if (rensa_split_axis (*variable, &at, 0, parts, 2, error) != 2)
    return NULL;

  rensa_variable_unref (*variable);
  *variable = parts[0];
  return parts[1];
}

static RensaVariable *
get_loss (const Front *front, GError **error)
{
  const RensaInts labels = { .n = 1, .values = { 1 } };
  g_autoptr (RensaVariable) total = rensa_logsumexp (front->all, &labels, error);

  return rensa_subtract (total, front->taken, error);
}

/* Returns the losses of the sequences that end when only @n continue, and removes them from the front. */
static RensaVariable *
end_some (Front *front, gint64 n, GError **error)
{
  g_auto (Front) ended = { NULL };

  ended.all = cut (&front->all, n, error);
  ended.taken = ended.all != NULL ? cut (&front->taken, n, error) : NULL;
  ended.label = ended.taken != NULL ? cut (&front->label, n, error) : NULL;
  return ended.label != NULL ? get_loss (&ended, error) : NULL;
}

/* all'[b, k] = ln Σ_j exp (all[b, j] + cost[j, k]) + x[b, k]; taken' = taken + cost[label, y] + x[y]. */
static gboolean
advance (Front *front, RensaVariable *cost, RensaVariable *x, RensaVariable *y, GError **error)
{
  const RensaShape shape = rensa_variable_get_type (x).shape;
  const RensaInts from = { .n = 1, .values = { 1 } };
  g_autoptr (RensaVariable) column = rensa_reshape (front->all, &RENSA_SHAPE (shape.dims[0], shape.dims[1], 1), error);
  g_autoptr (RensaVariable) paths = rensa_add (column, cost, error);
  g_autoptr (RensaVariable) reached = rensa_logsumexp (paths, &from, error);
  g_autoptr (RensaVariable) costs = rensa_embed_id (front->label, cost, RENSA_INT_NONE, error);
  g_autoptr (RensaVariable) scores = rensa_add (costs, x, error);
  g_autoptr (RensaVariable) gained = rensa_select_item (scores, y, error);
  g_auto (Front) next = {
    .all = rensa_add (reached, x, error),
    .taken = rensa_add (front->taken, gained, error),
    .label = rensa_variable_ref (y),
  };

  if (next.all == NULL || next.taken == NULL)
    return FALSE;

  front_clear (front);
  *front = next;
  next = (Front){ NULL };
  return TRUE;
}

/* Stores the losses of the sequences, those that end last first; returns the number of parts, -1
 * with an error. */
static int
run (RensaVariable *cost, RensaVariable *const *xs, RensaVariable *const *ys, int n_steps, RensaVariable **parts,
     GError **error)
{
  g_auto (Front) front = {
    .all = rensa_variable_ref (xs[0]),
    .taken = rensa_select_item (xs[0], ys[0], error),
    .label = rensa_variable_ref (ys[0]),
  };
  int n = 0;

  if (front.taken == NULL)
    return -1;
  for (int t = 1; t < n_steps; t++)
    {
      const gint64 n_rows = count_rows (xs[t]);

      if (n_rows < count_rows (front.all))
        {
          parts[n_steps - 1 - n] = end_some (&front, n_rows, error);
          if (parts[n_steps - 1 - n++] == NULL)
            return -1;
        }
      if (!advance (&front, cost, xs[t], ys[t], error))
        return -1;
    }

  parts[n_steps - 1 - n] = get_loss (&front, error);
  return parts[n_steps - 1 - n] != NULL ? n + 1 : -1;
}

static RensaVariable *
get_losses (RensaVariable *cost, RensaVariable *const *xs, RensaVariable *const *ys, int n_steps, GError **error)
{
  g_autofree RensaVariable **parts = g_new0 (RensaVariable *, n_steps);
  const int n = run (cost, xs, ys, n_steps, parts, error);
  RensaVariable *losses = n > 0 ? rensa_concat (parts + n_steps - n, n, 0, error) : NULL;

  for (int i = 0; i < n_steps; i++)
    g_clear_pointer (&parts[i], rensa_variable_unref);
  return losses;
}

static gboolean
compose (gconstpointer attrs_of_call, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
         GError **error)
{
  const Crf1d *self = attrs_of_call;
  const int n_steps = (n_inputs - 1) / 2;
  const RensaDtype dtype = rensa_variable_get_type (inputs[0]).dtype;
  g_autofree RensaVariable **wide = g_new0 (RensaVariable *, n_steps + 1);
  g_autoptr (RensaVariable) losses = NULL;
  g_autoptr (RensaVariable) loss = NULL;
  gboolean ok = TRUE;

  for (int i = 0; ok && i <= n_steps; i++)
    {
      wide[i] = rensa_cast (inputs[i], rensa_dtype_promote (RENSA_FLOAT32, dtype), error);
      ok = wide[i] != NULL;
    }
  if (ok)
    losses = get_losses (wide[0], wide + 1, inputs + n_steps + 1, n_steps, error);
  for (int i = 0; i <= n_steps; i++)
    g_clear_pointer (&wide[i], rensa_variable_unref);

  if (losses != NULL)
    loss = self->reduce == RENSA_TOTAL_IS_MEAN ? rensa_average (losses, NULL, NULL, FALSE, error)
                                               : rensa_variable_ref (losses);
  outputs[0] = loss != NULL ? rensa_cast (loss, dtype, error) : NULL;
  return outputs[0] != NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaComposition composition = { .compose = compose, .attrs_size = sizeof (Crf1d) };
  const int n_steps = (rensa_call_get_n_inputs (call) - 1) / 2;
  const gint64 n_labels = rensa_array_get_dim (rensa_call_get_input (call, 0), 0);

  for (int i = 1; i <= n_steps; i++)
    if (!rensa_check_labels ("crf1d", rensa_call_get_input (call, n_steps + i), RENSA_INT_NONE, n_labels, error))
      return FALSE;

  return rensa_forward_composed (call, &composition, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const int n_steps = (rensa_backward_get_n_inputs (backward) - 1) / 2;
  const RensaComposition composition = {
    .compose = compose,
    .n_moving = n_steps + 1,
    .attrs_size = sizeof (Crf1d),
  };

  return rensa_backward_composed (backward, &composition, error);
}

const RensaFunctionClass rensa_crf1d_class = {
  .name = "crf1d",
  .group = &rensa_loss_group,
  .title = N_ ("CRF"),
  .summary = N_ ("Loss of label sequences under a conditional random field, which models label transitions"),
  .formula = "L = ln Σ exp(s(y')) - s(y), s(y) = Σₜ xₜ[yₜ] + cost[yₜ₋₁, yₜ]",
  .reference =
      "Lafferty et al., \"Conditional Random Fields: Probabilistic Models for Segmenting and Labeling Sequence "
      "Data\", ICML 2001",
  .inputs = RENSA_INPUTS ("cost", "xs*:sequence", "ys*:int:sequence"),
  .count_lists = count_lists,
  .n_outputs = 1,
  RENSA_ATTRS (Crf1d, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.crf1d({cost}, {xs}, {ys}, reduce={reduce})" }),
};

static RensaVariable *
apply (const Crf1d *self, RensaVariable *cost, RensaVariable *const *xs, RensaVariable *const *ys, int n_steps,
       GError **error)
{
  const int n_inputs = 2 * n_steps + 1;
  g_autofree RensaVariable **inputs = g_new (RensaVariable *, n_inputs);
  RensaVariable *output = NULL;

  inputs[0] = cost;
  for (int i = 0; i < n_steps; i++)
    {
      inputs[1 + i] = xs[i];
      inputs[1 + n_steps + i] = ys[i];
    }
  for (int i = 0; i < n_inputs; i++)
    if (inputs[i] == NULL)
      return NULL;

  return rensa_function_apply (&rensa_crf1d_class, self, inputs, n_inputs, &output, 1, error) == 1 ? output : NULL;
}

/**
 * rensa_crf1d:
 * @cost: score of the transition from label i to label j, shape (L, L)
 * @xs: scores of the labels at every step, @n_steps arrays of shape (B_t, L), where B_t does not
 *   grow: sequences are sorted by descending length and leave the batch when they end
 * @ys: the labels, @n_steps arrays of integers of shape (B_t,)
 *
 * Returns the mean over B_0 sequences of -ln p (y), with p (y) = exp (s (y)) / Σ_y' exp (s (y'))
 * and s (y) = Σ_t xs[t][y_t] + Σ_t cost[y_t-1, y_t]; a scalar. The sum over all paths uses the
 * forward algorithm, in logarithms. RENSA_ERROR_INVALID if a label is outside 0 … L-1;
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Lafferty et al., "Conditional Random Fields: Probabilistic Models for Segmenting and Labeling
 * Sequence Data", ICML 2001.
 */
RENSA_API RensaVariable *
rensa_crf1d (RensaVariable *cost, RensaVariable *const *xs, RensaVariable *const *ys, int n_steps, GError **error)
{
  const Crf1d self = { .reduce = RENSA_TOTAL_IS_MEAN };

  return apply (&self, cost, xs, ys, n_steps, error);
}

/**
 * rensa_crf1d_each:
 * @cost: as for rensa_crf1d ()
 * @xs: as for rensa_crf1d ()
 * @ys: as for rensa_crf1d ()
 *
 * Returns -ln p (y) of each sequence, shape (B_0,); otherwise as rensa_crf1d ().
 */
RENSA_API RensaVariable *
rensa_crf1d_each (RensaVariable *cost, RensaVariable *const *xs, RensaVariable *const *ys, int n_steps, GError **error)
{
  const Crf1d self = { .reduce = !RENSA_TOTAL_IS_MEAN };

  return apply (&self, cost, xs, ys, n_steps, error);
}
