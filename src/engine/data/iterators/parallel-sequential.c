/* parallel-sequential.c: ParallelSequentialIterator, reads a long sequence at several positions in
 * parallel.
 * SPDX-License-Identifier: MIT */

#include "parallel-sequential.py.inc"
#include "rensa-data-faults.h"
#include "rensa-epochs-private.h"
#include "rensa-iterators.h"
#include "rensa-language.h"
#include "rensa-memory.h"

typedef struct
{
  gint64 batch_size;
  gboolean repeat;
} ParallelSequential;

static const RensaAttrSpec attrs[] = {
  RENSA_EPOCHS_BATCH_SIZE (ParallelSequential),
  RENSA_ATTR_BOOL (ParallelSequential, repeat, .initial = TRUE, .title = N_ ("Repeat"),
                   .hint = N_ ("Continue with the first example after the last one")),
};

/* Row b of the batches begins with example b * length / batch_size; @iteration: number of batches so far. */
typedef struct
{
  gint64 length;
  gint64 batch_size;
  gboolean repeat;
  gint64 iteration;
  gint64 *batch;
} State;

static gboolean
check (gconstpointer values, gint64 length, GError **error)
{
  const ParallelSequential *self = values;
  g_autofree char *value = NULL;

  if (self->batch_size <= length)
    return TRUE;

  value = g_strdup_printf ("%" G_GINT64_FORMAT, self->batch_size);
  return rensa_set_fault (
      error, RENSA_ERROR_INVALID,
      &(RensaFault){ .code = &rensa_fault_large_batch, .value = value, .n_found = { &rensa_count_examples, length } });
}

static gboolean
setup (RensaIterator *iterator, GError **error)
{
  const ParallelSequential *self = rensa_iterator_get_values (iterator);
  State *state = rensa_iterator_get_state (iterator);

  state->length = rensa_dataset_get_length (rensa_iterator_get_dataset (iterator));
  state->batch_size = self->batch_size;
  state->repeat = self->repeat && !rensa_iterator_is_once (iterator);
  state->batch = rensa_memory_try_new (gint64, self->batch_size, rensa_iterator_get_name (iterator), error);
  return state->batch != NULL;
}

static void
finalize (RensaIterator *iterator)
{
  g_free (((State *) rensa_iterator_get_state (iterator))->batch);
}

static gint64
get_batch_size (RensaIterator *iterator)
{
  return ((const ParallelSequential *) rensa_iterator_get_values (iterator))->batch_size;
}

/* An epoch is complete after as many examples as the data set has, even if these were not all different. */
static void
set_place (RensaIterator *iterator, gint64 iteration)
{
  State *state = rensa_iterator_get_state (iterator);
  RensaIteratorPlace *place = rensa_iterator_get_place (iterator);
  const gint64 n_before = (MAX (iteration, 1) - 1) * state->batch_size;

  state->iteration = iteration;
  place->n_seen = iteration * state->batch_size;
  place->epoch = place->n_seen / state->length;
  place->is_new_epoch = place->epoch > n_before / state->length;
  place->epoch_detail = (double) place->n_seen / state->length;
}

static void
reset (RensaIterator *iterator)
{
  set_place (iterator, 0);
}

static gboolean
next (RensaIterator *iterator, RensaBatch *batch, GError **error)
{
  State *state = rensa_iterator_get_state (iterator);

  if (!state->repeat && state->iteration * state->batch_size >= state->length)
    return TRUE;

  for (gint64 i = 0; i < state->batch_size; i++)
    state->batch[i] = (i * state->length / state->batch_size + state->iteration) % state->length;
  batch->indices = state->batch;
  batch->n = state->batch_size;
  set_place (iterator, state->iteration + 1);
  return TRUE;
}

static void
go_back (RensaIterator *iterator)
{
  State *state = rensa_iterator_get_state (iterator);

  state->iteration--;
}

/* Uses the keys iteration and epoch of the iterator in Chainer's example, and previous_epoch_detail. */
static gboolean
serialize (RensaIterator *iterator, RensaSerializer *serializer, GError **error)
{
  const State *state = rensa_iterator_get_state (iterator);
  const double step = (double) state->batch_size / state->length;
  gint64 iteration = state->iteration;
  gint64 epoch = rensa_iterator_get_place (iterator)->epoch;
  double previous;

  if (!rensa_serializer_int (serializer, "iteration", &iteration, error)
      || !rensa_serializer_int (serializer, "epoch", &epoch, error))
    return FALSE;
  if (iteration < 0 || iteration > G_MAXINT64 / state->batch_size)
    return rensa_iterator_refuse (serializer, "iteration", error, N_ ("this is not a valid number of iterations"));
  if (!rensa_iterator_serialize_previous_detail (iterator, serializer, step * iteration, step, &previous, error))
    return FALSE;

  set_place (iterator, iteration);
  rensa_iterator_get_place (iterator)->previous_epoch_detail = previous;
  return TRUE;
}

/**
 * rensa_parallel_sequential_iterator_new:
 * @dataset: a sequence, in order
 * @batch_size: number of equidistant positions read in parallel
 * @repeat: TRUE to continue with the first example after the last one
 *
 * The iterator of Chainer's language model example. Row b of batch i is example b * length /
 * batch_size + i, so that each row is a sequence that continues from batch to batch. The input
 * words and the target words are two fields; the second is shifted by one step.
 *
 * Returns: NULL with RENSA_ERROR_INVALID for a batch size below 1 and for an empty data set
 */
RENSA_API RensaIterator *
rensa_parallel_sequential_iterator_new (RensaDataset *dataset, gint64 batch_size, gboolean repeat, GError **error)
{
  const ParallelSequential self = { batch_size, repeat };
  g_autoptr (RensaAttrs) attributes =
      rensa_attrs_new_from_values (RENSA_COMPONENT (&rensa_parallel_sequential_iterator_class), &self, error);

  return attributes != NULL ? rensa_iterator_new (attributes, dataset, 0, error) : NULL;
}

const RensaIteratorClass rensa_parallel_sequential_iterator_class = {
  .name = "ParallelSequentialIterator",
  .title = N_ ("Parallel Sequential"),
  .summary =
      N_ ("Reads one long sequence at several positions in parallel, so that each row of a batch continues in the "
          "next batch"),
  .words = N_ ("language model;text;time series;truncated bptt;stateful"),
  RENSA_ATTRS (ParallelSequential, attrs),
  .check = check,
  .state_size = sizeof (State),
  .setup = setup,
  .next = next,
  .go_back = go_back,
  .reset = reset,
  .get_batch_size = get_batch_size,
  .serialize = serialize,
  .finalize = finalize,
  RENSA_FORMS ({ "chainer", "ParallelSequentialIterator({dataset}, {batch_size}, repeat={repeat})" },
               { "chainer_once", "ParallelSequentialIterator({dataset}, {batch_size}, repeat=False)" },
               { "chainer_class", chainer_class },
               { "torch", "ParallelSequentialIterator({dataset}, {batch_size}, repeat={repeat})" },
               { "torch_once", "ParallelSequentialIterator({dataset}, {batch_size}, repeat=False)" },
               { "torch_class", torch_class }),
};
