/* negative-sampling.c: the correct word against a few sampled ones, with learned weights.
 * SPDX-License-Identifier: MIT */

#include "negative-sampling.py.inc"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-sampled-link-private.h"

gboolean
rensa_sampled_link_check_counts (RensaArray *counts, GError **error)
{
  g_autofree char *found = NULL;

  if (rensa_array_get_ndim (counts) == 1 && rensa_array_get_count (counts) > 0)
    return TRUE;

  found = rensa_shape_to_string (rensa_array_get_shape (counts));
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s must have one number per word, but its shape is %s"), "counts",
                   found);
  return FALSE;
}

typedef struct
{
  gint64 in_size;
  RensaArray *counts;
  gint64 sample_size;
  double power;
  int reduce;
  gboolean return_samples;
} NegativeSampling;

enum
{
  REDUCE_SUM,
  REDUCE_NO,
};

static const char *const reductions[] = { "sum", "no", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (NegativeSampling, in_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Inputs"),
                  .hint = N_ ("Values per example")),
  RENSA_ATTR_ARRAY (NegativeSampling, counts, .required = TRUE, .title = N_ ("Counts"),
                    .hint = N_ ("Number of occurrences of each word; frequent words are drawn more often")),
  RENSA_ATTR_INT (NegativeSampling, sample_size, .required = TRUE, .min = 1, .max = 1000000, .title = N_ ("Samples"),
                  .hint = N_ ("Number of negative samples per correct word")),
  RENSA_ATTR_FLOAT (NegativeSampling, power, .initial = 0.75, .min = 0, .max = 10, .title = N_ ("Exponent"),
                    .hint = N_ ("Exponent applied to the counts; below 1, rare words are drawn more often")),
  RENSA_ATTR_CHOICE (NegativeSampling, reduce, .initial = REDUCE_SUM, .choices = reductions, .title = N_ ("Reduction"),
                     .hint = N_ ("Sum, or loss of each example")),
  RENSA_ATTR_BOOL (NegativeSampling, return_samples, .title = N_ ("Return Samples"),
                   .hint = N_ ("Also returns the compared words, the correct one first")),
};

static gboolean
get_shape (gconstpointer values, const RensaShape *inputs, RensaShape *shape, GError **error)
{
  const NegativeSampling *self = values;

  *shape = RENSA_SHAPE (rensa_array_get_count (self->counts), self->in_size);
  return TRUE;
}

static const RensaParamSpec params[] = { { "W", .get_shape = get_shape, .first = "Zero" } };

/* Computed by hand: the weights are initially zero, so each word considered costs ln 2. */
static const RensaSample worked[] = {
  { "in_size=2, counts=(1, 3), sample_size=1", "[[1, 2], [3, 4]]; [0, 1]; [[0, 1], [1, 0]]", "2.77258872223978124" },
  { "in_size=1, counts=(2, 1, 1), sample_size=2, reduce='no'", "[[1], [5]]; [2, -1]", "[2.07944154167983593, 0]" },
};

static gboolean
settle (gpointer values, GError **error)
{
  return rensa_sampled_link_check_counts (((const NegativeSampling *) values)->counts, error);
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const NegativeSampling *self = rensa_link_get_values (link);
  const int n_outputs = self->return_samples ? 2 : 1;

  return rensa_negative_sampling_of (inputs[0], inputs[1], rensa_link_get_param (link, 0),
                                     n_inputs > 2 ? inputs[2] : NULL, self->counts, self->power, self->sample_size,
                                     self->reduce == REDUCE_NO, outputs, MIN (n_outputs, max_outputs), error);
}

const RensaLinkClass rensa_negative_sampling_link_class = {
  .name = "NegativeSampling",
  .group = &rensa_loss_group,
  .title = N_ ("Negative Sampling"),
  .summary = N_ ("Distinguishes the correct word from a few randomly drawn ones, with a learned vector for each word"),
  .words = N_ ("word2vec;skip-gram;word vector;sampled softmax"),
  .stem = "sampling",
  .formula = "L = -Σ ln σ(x·W[t]) - Σₖ ln σ(-x·W[sₖ])",
  .reference =
      "Mikolov et al., \"Distributed Representations of Words and Phrases and their Compositionality\", NIPS 2013",
  RENSA_ATTRS (NegativeSampling, attrs),
  .inputs = RENSA_INPUTS ("x", "t:int", "samples?:int"),
  .n_outputs = 0,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (worked),
  .settle = settle,
  .forward = forward,
  RENSA_FORMS ({ "chainer", "NegativeSampling({in_size}, {counts}, {sample_size}, power={power})" },
               { "chainer_class", chainer_class },
               { "chainer_call", "reduce={reduce}, return_samples={return_samples}" },
               { "torch", "NegativeSampling({in_size}, {counts}, {sample_size}, power={power}, reduce={reduce})" },
               { "torch_class", torch_class }),
};

/**
 * rensa_negative_sampling_link_new:
 * @in_size: values per example
 * @counts: number of occurrences of each word; shape (V,)
 * @sample_size: number of wrong words sampled for each correct one
 * @power: exponent for the counts; below 1, rare words are sampled more often
 *
 * A NegativeSampling: the loss rensa_negative_sampling () of examples and labels, with initially
 * zero weights W of shape (V, @in_size), against words that are sampled, or given as its third
 * input. Returns NULL with RENSA_ERROR_INVALID if a size is less than one or the counts are
 * invalid.
 */
RENSA_API RensaLink *
rensa_negative_sampling_link_new (gint64 in_size, RensaArray *counts, gint64 sample_size, double power, GError **error)
{
  const NegativeSampling self = { in_size, counts, sample_size, power, REDUCE_SUM, FALSE };

  return rensa_link_new_from_values (&rensa_negative_sampling_link_class, &self, error);
}
