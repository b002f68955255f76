/* window.c: WindowIterator, context words around each word of a text.
 * SPDX-License-Identifier: MIT */

#include "rensa-epochs-private.h"
#include "rensa-fault.h"
#include "rensa-iterators.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "rensa-random.h"
#include "window.py.inc"

/* Stream of the widths; the counter is the number of centers before the batch. */
#define WIDTH_STREAM (G_GUINT64_CONSTANT (0x77696474) << 32)

typedef struct
{
  RENSA_EPOCHS_FIELDS
  gint64 window;
} Window;

static const RensaAttrSpec attrs[] = {
  RENSA_EPOCHS_ATTRS (Window),
  RENSA_ATTR_INT (
      Window, window, .initial = 5, .min = 1, .max = 1e6, .title = N_ ("Window"),
      .hint = N_ ("Maximum window size; each batch draws a random number of context words per side, at least 1 and "
                  "less than this value")),
};

/* @epochs: iterates over the centers; center 0 is example @window; @width: width of the last
 * batch. */
typedef struct
{
  RensaEpochs epochs;
  gint64 window;
  gint64 width;
} State;

static gint64
get_most_width (gint64 window)
{
  return MAX (window - 1, 1);
}

static gboolean
check_length (gint64 window, gint64 length, GError **error)
{
  if (length > 2 * window)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("the sequence has %lld of the %lld words required for a window of %lld"), (long long) length,
                   (long long) (2 * window + 1), (long long) window);
  return FALSE;
}

static gboolean
check_type (const RensaType *type, GError **error)
{
  g_autofree char *shape = NULL;

  if (type->shape.ndim == 0 && strchr ("iu", rensa_dtype_get_kind (type->dtype)) != NULL)
    return TRUE;
  shape = rensa_shape_to_string (&type->shape);
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("expected a sequence of words with one integer per example, but an example has %s of shape %s"),
                   rensa_dtype_get_name (type->dtype), shape);
  return FALSE;
}

static gboolean
check (gconstpointer values, gint64 length, GError **error)
{
  const Window *self = values;

  return check_length (self->window, length, error)
         && rensa_epochs_iterator_check (values, length - 2 * self->window, error);
}

/* Infers the widest batch; the network must also accept narrower ones. */
static int
infer (gconstpointer values, RensaType *types, int n, GError **error)
{
  const Window *self = values;

  if (!check_type (&types[0], error))
    return -1;
  types[0] = (RensaType){ RENSA_INT32, RENSA_SHAPE (2 * get_most_width (self->window)) };
  types[1] = (RensaType){ RENSA_INT32, RENSA_SHAPE_SCALAR };
  return 2;
}

static gboolean
setup (RensaIterator *iterator, GError **error)
{
  const Window *self = rensa_iterator_get_values (iterator);
  State *state = rensa_iterator_get_state (iterator);
  RensaDataset *dataset = rensa_iterator_get_dataset (iterator);
  RensaType type = { 0 };

  rensa_dataset_get_field_type (dataset, 0, &type);
  if (!check_type (&type, error) || !check_length (self->window, rensa_dataset_get_length (dataset), error))
    {
      rensa_error_name (error, rensa_iterator_get_name (iterator));
      return FALSE;
    }
  state->window = self->window;
  if (!rensa_epochs_init (&state->epochs, iterator, "order", error))
    return FALSE;
  state->epochs.n_examples = state->epochs.length = rensa_dataset_get_length (dataset) - 2 * self->window;
  return TRUE;
}

static void
finalize (RensaIterator *iterator)
{
  rensa_epochs_clear (rensa_iterator_get_state (iterator));
}

static gboolean
next (RensaIterator *iterator, RensaBatch *batch, GError **error)
{
  State *state = rensa_iterator_get_state (iterator);
  RensaRandom random = rensa_random_init (rensa_iterator_get_seed (iterator), WIDTH_STREAM);

  random.counter = (guint64) rensa_iterator_get_place (iterator)->n_seen;
  state->width = 1 + (gint64) rensa_random_below (&random, get_most_width (state->window));
  if (!rensa_epochs_iterator_next (iterator, batch, error))
    return FALSE;
  for (gint64 i = 0; i < batch->n; i++)
    state->epochs.batch[i] += state->window;
  return TRUE;
}

/* Returns the @width examples before and after each example of @batch. */
static gint64 *
list_contexts (const RensaBatch *batch, gint64 width, GError **error)
{
  gint64 *contexts = rensa_memory_try_alloc (batch->n, 2 * width * sizeof *contexts, "WindowIterator: a batch", error);
  gint64 n = 0;

  for (gint64 i = 0; contexts != NULL && i < batch->n; i++)
    for (gint64 offset = -width; offset <= width; offset++)
      if (offset != 0)
        contexts[n++] = batch->indices[i] + offset;
  return contexts;
}

/* Returns the words of these examples as int32 of @shape. */
static RensaArray *
take_words (RensaDataset *dataset, const gint64 *indices, gint64 n, const RensaShape *shape, GError **error)
{
  g_autoptr (RensaArray) words = rensa_dataset_get_field (dataset, 0, indices, n, error);
  g_autoptr (RensaArray) cast = words != NULL ? rensa_array_cast (words, RENSA_INT32, error) : NULL;

  return cast != NULL ? rensa_array_reshape (cast, shape, error) : NULL;
}

/* Ignores the converter, because the arrays are not determined by the examples of the batch. */
static int
convert (RensaIterator *iterator, const RensaConverter *converter, const RensaBatch *batch, RensaArray **fields,
         GError **error)
{
  const gint64 width = ((State *) rensa_iterator_get_state (iterator))->width;
  g_autofree gint64 *contexts = list_contexts (batch, width, error);

  if (contexts == NULL)
    return -1;
  fields[0] = take_words (batch->dataset, contexts, batch->n * 2 * width, &RENSA_SHAPE (batch->n, 2 * width), error);
  fields[1] =
      fields[0] != NULL ? take_words (batch->dataset, batch->indices, batch->n, &RENSA_SHAPE (batch->n), error) : NULL;
  if (fields[1] != NULL)
    return 2;
  g_clear_pointer (&fields[0], rensa_array_unref);
  return -1;
}

/**
 * rensa_window_iterator_new:
 * @dataset: a sequence of words, in order: one integer per example, in its first field
 * @window: number of words at either end of the sequence that are not centers; the contexts of a
 *   batch are narrower than this, but at least one word
 * @batch_size: number of centers per batch
 * @repeat: TRUE to continue after the last center
 * @shuffle: TRUE to use a new order for each epoch
 * @seed: seed of the orders and of the widths
 *
 * The iterator of Chainer's word2vec example. Of n words, those from @window to n - @window - 1 are
 * centers, each of them once per epoch. For each batch a width w is drawn from 1 … @window - 1 (for
 * a window of 1: w = 1), and the batch consists of contexts, int32 of shape (batch, 2w), the words
 * before and after each center in text order, and centers, int32 of shape (batch).
 *
 * Chainer's example has the centers first; here the input of a network precedes its label, which
 * suits the continuous bag of words. With @repeat a batch may span the end of an epoch, as with
 * SerialIterator. The order in snapshots counts centers from 0. The width depends on @seed and on
 * the number of preceding centers, so that a resumed run draws the same widths; a validation pass
 * draws the same widths each time.
 *
 * Returns: NULL with RENSA_ERROR_INVALID for a sequence that is not longer than 2 @window, for a
 * first field that is not one integer, and for sizes below 1
 */
RENSA_API RensaIterator *
rensa_window_iterator_new (RensaDataset *dataset, gint64 window, gint64 batch_size, gboolean repeat, gboolean shuffle,
                           guint64 seed, GError **error)
{
  const Window self = { batch_size, repeat, shuffle, NULL, window };
  g_autoptr (RensaAttrs) attributes =
      rensa_attrs_new_from_values (RENSA_COMPONENT (&rensa_window_iterator_class), &self, error);

  return attributes != NULL ? rensa_iterator_new (attributes, dataset, seed, error) : NULL;
}

const RensaIteratorClass rensa_window_iterator_class = {
  .name = "WindowIterator",
  .title = N_ ("Window"),
  .summary = N_ ("The context of each word in a text, from which the network predicts the center word"),
  .words = N_ ("word2vec;cbow;skip-gram;embedding;context;text"),
  .reference = "Mikolov et al., \"Efficient Estimation of Word Representations in Vector Space\", 2013",
  RENSA_ATTRS (Window, attrs),
  .check = check,
  .infer = infer,
  .state_size = sizeof (State),
  .setup = setup,
  .next = next,
  .convert = convert,
  .go_back = rensa_epochs_iterator_go_back,
  .reset = rensa_epochs_iterator_reset,
  .get_batch_size = rensa_epochs_iterator_get_batch_size,
  .serialize = rensa_epochs_iterator_serialize,
  .finalize = finalize,
  RENSA_FORMS (
      { "chainer",
        "WindowIterator({dataset}, {batch_size}, {window}, repeat={repeat}, shuffle={shuffle}, order_sampler={order_sampler})" },
      { "chainer_once", "WindowIterator({dataset}, {batch_size}, {window}, repeat=False, shuffle=False)" },
      { "chainer_class", chainer_class },
      { "torch", "WindowIterator({dataset}, {batch_size}, {window}, repeat={repeat}, shuffle={shuffle})" },
      { "torch_once", "WindowIterator({dataset}, {batch_size}, {window}, repeat=False, shuffle=False)" },
      { "torch_class", torch_class }),
};
