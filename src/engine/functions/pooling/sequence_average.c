/* sequence_average.c: the mean of the steps of each sequence.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-sequence-pooling-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2, 6]; [4]; [-1, 0]", "[3, 4, -0.5]" },
  { "", "[[1, 2]]; [[3, 4], [5, -6], [1, 5]]", "[[1, 2], [3, 1]]" },
};

static RensaVariable *
average_steps (RensaVariable *x, GError **error)
{
  const RensaInts steps = { .n = 1, .values = { 0 } };

  return rensa_average (x, NULL, &steps, FALSE, error);
}

static gboolean
apply (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  return rensa_pool_sequences (average_steps, inputs, n_inputs, outputs, error);
}

const RensaFunctionClass rensa_sequence_average_class = {
  .name = "sequence_average",
  .group = &rensa_pooling_group,
  .title = N_ ("Average Over Steps"),
  .summary = N_ ("Mean of the steps of each sequence"),
  .words = N_ ("sequence;pooling;mean;global average;bag of words;RNN"),
  .stem = "average",
  .formula = "y[i] = 1/len(xᵢ) Σₜ xᵢ[t]",
  .label = "SequenceAverage",
  .inputs = RENSA_INPUTS ("xs*:sequence"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_pooled_sequences,
  .apply = apply,
  RENSA_FORMS ({ "chainer", "F.stack([F.average(x, axis=0) for x in {xs}])" },
               { "torch", "torch.stack([x.mean(0) for x in {xs}])" }),
};

/**
 * rensa_sequence_average:
 * @xs: @n variables of one dtype, whose shapes differ only along the first axis, which is not empty
 *
 * y[i] = 1 / len (xᵢ) Σₜ xᵢ[t], an array of shape (n, …). RENSA_ERROR_TYPE_CHECK if the
 * sequences do not fit together or one has no steps.
 */
RENSA_API RensaVariable *
rensa_sequence_average (RensaVariable *const *xs, int n, GError **error)
{
  return rensa_apply_list (&rensa_sequence_average_class, NULL, xs, n, error);
}
