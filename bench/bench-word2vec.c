/* bench-word2vec.c: word vectors trained on the surrounding words.
 * SPDX-License-Identifier: MIT */

#include "bench.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-primitives.h"

#define N_WORDS 10000
#define N_UNITS 100
#define N_CENTRES 1000
#define N_CONTEXT 10
#define N_SAMPLES 5
#define N_PAIRS (N_CENTRES * N_CONTEXT)

/* For each pair of a word and a surrounding word: @context, the surrounding word; @centre, the
 * word; and @samples, of shape (pairs, 1 + samples), the word and other words in its place. */
typedef struct
{
  BenchWorkload base;
  RensaOptimizer *optimizer;
  RensaVariable *context;
  RensaVariable *centre;
  RensaVariable *samples;
} Word2Vec;

static void
word2vec_free (BenchWorkload *workload)
{
  Word2Vec *self = (Word2Vec *) workload;

  rensa_variables_clear ((RensaVariable *[]){ self->context, self->centre, self->samples }, 3);
  g_clear_pointer (&self->optimizer, rensa_optimizer_free);
  g_free (self);
}

static gboolean
update (BenchWorkload *workload, gint64 i, GError **error)
{
  Word2Vec *self = (Word2Vec *) workload;
  RensaLink *model = rensa_optimizer_get_target (self->optimizer);
  g_autoptr (RensaVariable) vectors = rensa_link_call (rensa_link_find (model, "embed"), self->context, error);
  RensaVariable *const inputs[] = { vectors, self->centre, self->samples };
  g_autoptr (RensaVariable) loss = NULL;

  if (rensa_link_call_n (rensa_link_find (model, "sampling"), inputs, 3, &loss, 1, error) != 1)
    return FALSE;

  rensa_link_cleargrads (model);
  return rensa_variable_backward (loss, NULL, error) && rensa_optimizer_update (self->optimizer, error);
}

static RensaLink *
make_model (GError **error)
{
  g_autoptr (RensaLink) model = rensa_chain_new ();
  g_autoptr (RensaArray) counts = rensa_array_full (RENSA_FLOAT32, &RENSA_SHAPE (N_WORDS), 1, error);

  if (counts == NULL
      || !rensa_link_take_child (model, "embed", rensa_embed_id_link_new (N_WORDS, N_UNITS, error), error)
      || !rensa_link_take_child (model, "sampling",
                                 rensa_negative_sampling_link_new (N_UNITS, counts, N_SAMPLES, 0.75, error), error))
    return NULL;
  return g_steal_pointer (&model);
}

static gboolean
draw_pairs (Word2Vec *self, GError **error)
{
  RensaRandom random = rensa_random_init (1, 1);
  g_autofree gint32 *centre = g_new (gint32, N_PAIRS);
  g_autofree gint32 *samples = g_new (gint32, N_PAIRS * (1 + N_SAMPLES));
  g_autoptr (RensaArray) centre_array = NULL;
  g_autoptr (RensaArray) sample_array = NULL;

  for (int i = 0; i < N_PAIRS; i++)
    {
      centre[i] = i % N_CONTEXT > 0 ? centre[i - 1] : (gint32) rensa_random_below (&random, N_WORDS);
      samples[i * (1 + N_SAMPLES)] = centre[i];
      for (int k = 1; k <= N_SAMPLES; k++)
        samples[i * (1 + N_SAMPLES) + k] = (gint32) rensa_random_below (&random, N_WORDS);
    }
  centre_array = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (N_PAIRS), centre, error);
  sample_array = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (N_PAIRS, 1 + N_SAMPLES), samples, error);
  self->context = bench_draw_ids (&RENSA_SHAPE (N_PAIRS), N_WORDS, &random, error);
  self->centre = rensa_variable_new_constant (centre_array);
  self->samples = rensa_variable_new_constant (sample_array);
  return self->context != NULL && self->centre != NULL && self->samples != NULL;
}

BenchWorkload *
bench_word2vec_new (const char *name, GError **error)
{
  g_autoptr (RensaLink) model = make_model (error);
  g_autoptr (BenchWorkload) workload = (BenchWorkload *) g_new0 (Word2Vec, 1);
  Word2Vec *self = (Word2Vec *) workload;

  *workload = (BenchWorkload){ "pairs/s", N_PAIRS, update, word2vec_free };
  self->optimizer = bench_make_optimizer ("Adam", model, error);
  if (self->optimizer == NULL || !draw_pairs (self, error))
    return NULL;
  return g_steal_pointer (&workload);
}
