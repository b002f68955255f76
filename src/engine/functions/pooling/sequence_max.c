/* sequence_max.c: the largest values of each sequence.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-sequence-pooling-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2, -6]; [4]; [-1, 0]", "[2, 4, 0]" },
  { "", "[[1, 2]]; [[3, 4], [5, -6], [1, 5]]", "[[1, 2], [5, 5]]" },
};

static RensaVariable *
find_largest (RensaVariable *x, GError **error)
{
  const RensaInts steps = { .n = 1, .values = { 0 } };

  return rensa_max (x, &steps, FALSE, error);
}

static gboolean
apply (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  return rensa_pool_sequences (find_largest, inputs, n_inputs, outputs, error);
}

const RensaFunctionClass rensa_sequence_max_class = {
  .name = "sequence_max",
  .group = &rensa_pooling_group,
  .title = N_ ("Maximum Over Steps"),
  .summary = N_ ("Largest values over the steps of each sequence"),
  .words = N_ ("sequence;pooling;max over time;global max;RNN"),
  .stem = "max",
  .formula = "y[i] = maxₜ xᵢ[t]",
  .label = "SequenceMax",
  .inputs = RENSA_INPUTS ("xs*:sequence"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_pooled_sequences,
  .apply = apply,
  RENSA_FORMS ({ "chainer", "F.stack([F.max(x, axis=0) for x in {xs}])" },
               { "torch", "torch.stack([x.amax(0) for x in {xs}])" }),
};

/**
 * rensa_sequence_max:
 * @xs: @n variables of one dtype, whose shapes differ only along the first axis, which is not empty
 *
 * y[i] = maxₜ xᵢ[t], an array of shape (n, …). RENSA_ERROR_TYPE_CHECK if the sequences do not
 * fit together or one has no steps.
 */
RENSA_API RensaVariable *
rensa_sequence_max (RensaVariable *const *xs, int n, GError **error)
{
  return rensa_apply_list (&rensa_sequence_max_class, NULL, xs, n, error);
}
