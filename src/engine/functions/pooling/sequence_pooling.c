/* sequence_pooling.c: one array for each sequence, of any length: the mean, the last or the largest of its steps.
 * SPDX-License-Identifier: MIT */

#include "rensa-function.h"
#include "rensa-functions.h"
#include "rensa-lists-private.h"

/* Reduces a sequence; the result lacks its first axis. */
typedef RensaVariable *(*Pool) (RensaVariable *x, GError **error);

/* The inputs are sequences of one dtype and, except for the first axis, one shape; each has at
 * least one step. The output has a row for each sequence. */
static gboolean
infer (RensaInference *inference, GError **error)
{
  const int n = rensa_inference_get_n_inputs (inference);
  RensaType pooled;

  if (!rensa_expect_any_input (inference, error))
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      const RensaType *x = rensa_inference_get_input (inference, i);

      if (!rensa_expect_sequence (inference, i, 0, "xs", error)
          || !RENSA_EXPECT (inference, x->shape.dims[0], >, 0, error))
        return FALSE;
    }

  pooled = *rensa_inference_get_input (inference, 0);
  pooled.shape.dims[0] = n;
  rensa_inference_set_output (inference, 0, &pooled);
  return TRUE;
}

static gboolean
pool_sequences (Pool pool, RensaVariable *const *xs, int n, RensaVariable **outputs, GError **error)
{
  g_autofree RensaVariable **rows = g_new0 (RensaVariable *, n);
  gboolean ok = TRUE;

  for (int i = 0; ok && i < n; i++)
    {
      rows[i] = pool (xs[i], error);
      ok = rows[i] != NULL;
    }
  outputs[0] = ok ? rensa_stack (rows, n, 0, error) : NULL;
  rensa_variables_clear (rows, n);
  return outputs[0] != NULL;
}

/* Fields shared by all functions. */
#define SEQUENCE_POOLING(samples)                                                                                  \
  .group = &rensa_pooling_group, .inputs = RENSA_INPUTS ("xs*:sequence"), .n_outputs = 1, RENSA_SAMPLES (samples), \
  .infer = infer

static const RensaSample average_samples[] = {
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
apply_average (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  return pool_sequences (average_steps, inputs, n_inputs, outputs, error);
}

const RensaFunctionClass rensa_sequence_average_class = {
  .name = "sequence_average",
  SEQUENCE_POOLING (average_samples),
  .title = N_ ("Average Over Steps"),
  .summary = N_ ("Mean of the steps of each sequence"),
  .words = N_ ("sequence;pooling;mean;global average;bag of words;RNN"),
  .stem = "average",
  .formula = "y[i] = 1/len(xᵢ) Σₜ xᵢ[t]",
  .label = "SequenceAverage",
  .apply = apply_average,
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

static const RensaSample last_samples[] = {
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
apply_last (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  return pool_sequences (take_last, inputs, n_inputs, outputs, error);
}

const RensaFunctionClass rensa_sequence_last_class = {
  .name = "sequence_last",
  SEQUENCE_POOLING (last_samples),
  .title = N_ ("Last Step"),
  .summary = N_ ("Last step of each sequence"),
  .words = N_ ("sequence;pooling;final;end;RNN"),
  .stem = "last",
  .formula = "y[i] = xᵢ[len(xᵢ) - 1]",
  .label = "SequenceLast",
  .apply = apply_last,
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

static const RensaSample max_samples[] = {
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
apply_max (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  return pool_sequences (find_largest, inputs, n_inputs, outputs, error);
}

const RensaFunctionClass rensa_sequence_max_class = {
  .name = "sequence_max",
  SEQUENCE_POOLING (max_samples),
  .title = N_ ("Maximum Over Steps"),
  .summary = N_ ("Largest values over the steps of each sequence"),
  .words = N_ ("sequence;pooling;max over time;global max;RNN"),
  .stem = "max",
  .formula = "y[i] = maxₜ xᵢ[t]",
  .label = "SequenceMax",
  .apply = apply_max,
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
