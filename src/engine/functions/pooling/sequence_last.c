/* sequence_last.c: the last step of each sequence.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-sequence-pooling-private.h"

static const RensaSample samples[] = {
  { "", "[1, 2, 6]; [4]; [-1, 0]", "[6, 4, 0]" },
  { "", "[[1, 2]]; [[3, 4], [5, -6]]", "[[1, 2], [5, -6]]" },
};

static RensaVariable *
take_last (RensaVariable *x, GError **error)
{
  const RensaIndex last = { .n = 1, .slices = { { .kind = RENSA_SLICE_INDEX, .start = -1 } } };

  return rensa_get_item (x, &last, error);
}

static gboolean
apply (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  return rensa_pool_sequences (take_last, inputs, n_inputs, outputs, error);
}

const RensaFunctionClass rensa_sequence_last_class = {
  .name = "sequence_last",
  .group = &rensa_pooling_group,
  .title = N_ ("Last Step"),
  .summary = N_ ("Last step of each sequence"),
  .words = N_ ("sequence;pooling;final;end;RNN"),
  .stem = "last",
  .formula = "y[i] = xᵢ[len(xᵢ) - 1]",
  .label = "SequenceLast",
  .inputs = RENSA_INPUTS ("xs*:sequence"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_pooled_sequences,
  .apply = apply,
  RENSA_FORMS ({ "chainer", "F.stack([x[-1] for x in {xs}])" }, { "torch", "torch.stack([x[-1] for x in {xs}])" }),
};

/**
 * rensa_sequence_last:
 * @xs: @n variables of one dtype, whose shapes differ only along the first axis, which is not empty
 *
 * y[i] = xᵢ[len (xᵢ) - 1], an array of shape (n, …). RENSA_ERROR_TYPE_CHECK if the sequences do
 * not fit together or one has no steps.
 */
RENSA_API RensaVariable *
rensa_sequence_last (RensaVariable *const *xs, int n, GError **error)
{
  return rensa_apply_list (&rensa_sequence_last_class, NULL, xs, n, error);
}
