/* crf-1d.c: labels of sequences, with learned transition costs.
 * SPDX-License-Identifier: MIT */

#include "crf-1d.py.inc"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-sequences-private.h"

typedef struct
{
  gint64 n_label;
  RensaAttrs *initial_cost;
  int reduce;
  gboolean transpose;
} CRF1d;

enum
{
  REDUCE_MEAN,
  REDUCE_NO,
};

static const char *const reductions[] = { "mean", "no", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (CRF1d, n_label, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Labels")),
  RENSA_ATTR_INITIALIZER (CRF1d, initial_cost, "Zero", N_ ("Initial Costs")),
  RENSA_ATTR_CHOICE (CRF1d, reduce, .choices = reductions, .title = N_ ("Reduction"),
                     .hint = N_ ("Mean, or loss of each sequence")),
  RENSA_ATTR_BOOL (CRF1d, transpose, .title = N_ ("Whole Sequences"),
                   .hint = N_ ("Takes one array per sequence, of any length, instead of one per step")),
};

static const RensaParamSpec params[] = { { "cost", { "n_label", "n_label" }, .initializer = "initial_cost" } };

/* Two labels in two steps have four paths: ln 4. With scores ln 2, ln 3 and cost c for all
 * transitions, the weights of a sequence of one step are 1 and 3, those of a sequence of two steps
 * 2, 6, 1 and 3 times e to c, which cancels out. Among equal scores, the first label is the best. */
static const RensaSample samples[] = {
  { "n_label=2", "[[0, 0]]; [[0, 0]]; int32 [1]; int32 [0]", "1.38629436111989062" },
  { "n_label=2, reduce='no', transpose=True, initial_cost=Constant(fill_value=0.5)",
    "[[0, 1.09861228866810969]]; [[0.693147180559945309, 0], [0, 1.09861228866810969]]; int32 [1]; int32 [0, 0]",
    "[1.791759469228055, 0.287682072451780927]" },
  { "n_label=2, transpose=True, initial_cost=Constant(fill_value=0.5)", "[[0, 2]]; [[1, 2], [3, 0]]",
    "[5.5, 2]; [1]; [1, 0]" },
};

/* Arrays of scores have two axes, arrays of labels one. */
static int
count_scores (RensaVariable *const *inputs, int n_inputs)
{
  int n = 0;

  while (n < n_inputs && rensa_variable_get_type (inputs[n]).shape.ndim != 1)
    n++;
  return n;
}

static gboolean
check_counts (RensaLink *link, int n_scores, int n_labels, int max_outputs, GError **error)
{
  if (!rensa_link_expect_inputs (link, 1, G_MAXINT, n_scores, error))
    return FALSE;
  if (n_labels == 0)
    return rensa_link_expect_room (link, 1 + n_scores, max_outputs, error);
  if (n_labels == n_scores)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s expects the same number of label arrays as score arrays, or none, but there are %d and %d"),
                   "CRF1d", n_labels, n_scores);
  return FALSE;
}

/* Checks the length of sequence @i; other errors are left to transpose_sequence. */
static gboolean
check_sequence (RensaVariable *const *xs, RensaVariable *const *ys, int i, GError **error)
{
  const RensaShape x = rensa_variable_get_type (xs[i]).shape;
  const RensaShape y = ys != NULL ? rensa_variable_get_type (ys[i]).shape : x;
  g_autofree char *scores = NULL;
  g_autofree char *labels = NULL;
  const gboolean is_sequence = x.ndim == 2 && x.dims[0] > 0 && x.dims[0] <= G_MAXINT;

  if (is_sequence && y.dims[0] == x.dims[0])
    return TRUE;

  scores = rensa_shape_to_string (&x);
  labels = rensa_shape_to_string (&y);
  if (is_sequence)
    rensa_set_words (error, RENSA_ERROR_TYPE_CHECK,
                     N_ ("%s expects one label per step, but scores number %d have the shape %s and their labels %s"),
                     "CRF1d", i + 1, scores, labels);
  else
    rensa_set_words (error, RENSA_ERROR_TYPE_CHECK,
                     N_ ("%s expects sequences of at least one step, but scores number %d have the shape %s"), "CRF1d",
                     i + 1, scores);
  return FALSE;
}

static RensaVariable *
find_loss (RensaLink *link, RensaVariable *const *xs, RensaVariable *const *ys, int n_steps, GError **error)
{
  const CRF1d *self = rensa_link_get_values (link);
  RensaVariable *cost = rensa_link_get_param (link, 0);

  return self->reduce == REDUCE_NO ? rensa_crf1d_each (cost, xs, ys, n_steps, error)
                                   : rensa_crf1d (cost, xs, ys, n_steps, error);
}

/* Inputs of a call, step by step: as given, or sorted and transposed. */

typedef struct
{
  RensaSequences sequences;
  RensaVariable **xs;
  RensaVariable **ys; /* NULL without labels */
} Batch;

static void
batch_clear (Batch *batch)
{
  if (batch->xs != NULL)
    rensa_variables_clear (batch->xs, batch->sequences.n_steps);
  if (batch->ys != NULL)
    rensa_variables_clear (batch->ys, batch->sequences.n_steps);
  g_free (batch->xs);
  g_free (batch->ys);
  rensa_sequences_clear (&batch->sequences);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Batch, batch_clear)

static gboolean
batch_init (Batch *batch, RensaVariable *const *xs, RensaVariable *const *ys, int n, GError **error)
{
  for (int i = 0; i < n; i++)
    if (!check_sequence (xs, ys, i, error))
      return FALSE;
  if (!rensa_sequences_init (&batch->sequences, xs, n, error))
    return FALSE;
  batch->xs = rensa_sequences_get_steps (&batch->sequences, xs, error);
  if (ys != NULL && batch->xs != NULL)
    batch->ys = rensa_sequences_get_steps (&batch->sequences, ys, error);
  return batch->xs != NULL && (ys == NULL || batch->ys != NULL);
}

static RensaVariable *
find_loss_of_sequences (RensaLink *link, RensaVariable *const *xs, RensaVariable *const *ys, int n, GError **error)
{
  g_auto (Batch) batch = { 0 };

  return batch_init (&batch, xs, ys, n, error) ? find_loss (link, batch.xs, batch.ys, batch.sequences.n_steps, error)
                                               : NULL;
}

/* Paths are returned in the order of the input sequences. */
static RensaVariable *
decode_sequences (RensaLink *link, RensaVariable *const *xs, int n, RensaVariable **paths, GError **error)
{
  g_auto (Batch) batch = { 0 };
  g_autofree RensaVariable **steps = NULL;
  g_autoptr (RensaVariable) score = NULL;
  gboolean ok;

  if (!batch_init (&batch, xs, NULL, n, error))
    return NULL;
  steps = g_new0 (RensaVariable *, batch.sequences.n_steps);
  score = rensa_argmax_crf1d (rensa_link_get_param (link, 0), batch.xs, batch.sequences.n_steps, steps, error);
  ok = score != NULL && rensa_sequences_give_back (&batch.sequences, steps, paths, error);
  rensa_variables_clear (steps, batch.sequences.n_steps);
  return ok ? g_steal_pointer (&score) : NULL;
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const gboolean transpose = ((const CRF1d *) rensa_link_get_values (link))->transpose;
  const int n = count_scores (inputs, n_inputs);
  RensaVariable *const *ys = inputs + n;

  if (!check_counts (link, n, n_inputs - n, max_outputs, error))
    return -1;
  for (int i = 0; i < (n_inputs > n ? 1 : 1 + n); i++)
    outputs[i] = NULL;
  if (n_inputs > n)
    outputs[0] =
        transpose ? find_loss_of_sequences (link, inputs, ys, n, error) : find_loss (link, inputs, ys, n, error);
  else
    outputs[0] = transpose ? decode_sequences (link, inputs, n, outputs + 1, error)
                           : rensa_argmax_crf1d (rensa_link_get_param (link, 0), inputs, n, outputs + 1, error);
  if (outputs[0] == NULL)
    return -1;
  return n_inputs > n ? 1 : 1 + n;
}

const RensaLinkClass rensa_crf_1d_link_class = {
  .name = "CRF1d",
  .group = &rensa_loss_group,
  .title = N_ ("CRF"),
  .summary = N_ ("Loss of label sequences with learned transition costs; without labels, the best label sequences"),
  .words = N_ ("conditional random field;sequence labelling;tagging;viterbi;transition"),
  .stem = "crf",
  .formula = "L = ln Σ exp(s(y')) - s(y), s(y) = Σₜ xₜ[yₜ] + cost[yₜ₋₁, yₜ]",
  .reference =
      "Lafferty et al., \"Conditional Random Fields: Probabilistic Models for Segmenting and Labeling Sequence "
      "Data\", ICML 2001",
  RENSA_ATTRS (CRF1d, attrs),
  .inputs = RENSA_INPUTS ("xs*:sequence", "ys*?:int:sequence"),
  .n_outputs = 0,
  .outputs = RENSA_OUTPUTS ("score", "path*"),
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS ({ "chainer", "CRF1d({n_label}, {initial_cost}, {reduce}, {transpose})" },
               { "chainer_class", chainer_class },
               { "torch", "CRF1d({n_label}, reduce={reduce}, transpose={transpose})" },
               { "torch_initial", "cost={initial_cost}" }, { "torch_class", torch_class }),
};

/**
 * rensa_crf_1d_link_new:
 * @n_label: number of labels
 * @transpose: TRUE if the inputs are one array per sequence, in any order of lengths, instead of
 *   one per step
 *
 * A CRF1d. Its parameter cost, of shape (@n_label, @n_label), is added to the score for each
 * transition between labels. A call with arrays of scores, of shape (B, @n_label), followed by the
 * same number of arrays of labels, of shape (B,), computes the loss rensa_crf1d (), which the
 * attribute reduce averages or not; a call with scores only returns the results of
 * rensa_argmax_crf1d (): the score of each sequence, and the best labels. Values per sequence are
 * in the order of decreasing lengths, as in Chainer; labels are in the order of the input
 * sequences. Returns Returns NULL with RENSA_ERROR_INVALID if there is less than one label.
 *
 * Lafferty et al., "Conditional Random Fields: Probabilistic Models for Segmenting and Labeling
 * Sequence Data", ICML 2001.
 */
RENSA_API RensaLink *
rensa_crf_1d_link_new (gint64 n_label, gboolean transpose, GError **error)
{
  const CRF1d self = { .n_label = n_label, .transpose = transpose };

  return rensa_link_new_from_values (&rensa_crf_1d_link_class, &self, error);
}
