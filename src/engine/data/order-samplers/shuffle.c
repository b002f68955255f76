/* shuffle.c: ShuffleOrderSampler, a new random order for each epoch.
 * SPDX-License-Identifier: MIT */

#include "rensa-memory.h"
#include "rensa-order-samplers.h"
#include "rensa-random.h"

/* Upper half of the stream numbers of shuffling; the lower half is the epoch. */
#define SHUFFLE_STREAM (G_GUINT64_CONSTANT (0x73687566) << 32)

typedef struct
{
  gint64 random_state;
} Shuffle;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Shuffle, random_state, .none = TRUE, .allow_none = TRUE, .min = 0, .max = 4294967295.0,
                  .title = N_ ("Seed"), .hint = N_ ("None uses the seed of the project")),
};

static gint64 *
sample (gconstpointer values, const RensaOrderRequest *request, gint64 *length, GError **error)
{
  const Shuffle *self = values;
  const guint64 seed = self->random_state != RENSA_INT_NONE ? (guint64) self->random_state : request->seed;
  RensaRandom random = rensa_random_init (seed, SHUFFLE_STREAM | (guint32) request->epoch);
  gint64 *order =
      rensa_memory_try_new (gint64, request->length, "ShuffleOrderSampler: the order of the examples", error);

  *length = request->length;
  if (order != NULL)
    rensa_random_permutation (&random, order, request->length);
  return order;
}

const RensaOrderSamplerClass rensa_shuffle_order_sampler_class = {
  .name = "ShuffleOrderSampler",
  .title = N_ ("Shuffle"),
  .summary = N_ ("A new random order for each epoch"),
  RENSA_ATTRS (Shuffle, attrs),
  .is_permutation = TRUE,
  .sample = sample,
  RENSA_FORMS ({ "chainer", "iterators.ShuffleOrderSampler(np.random.RandomState({random_state}))" }),
};
