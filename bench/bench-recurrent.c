/* bench-recurrent.c: recurrent networks for words.
 * SPDX-License-Identifier: MIT */

#include "bench.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

#define N_STATES 2
#define MAX_SENTENCES 64

/* @inputs: N input sentences of T words, (N, T)
 * @labels: the expected output words, (N T)
 * @sources: input of the encoder of seq2seq
 * @states: states after the last update of lstm-lm, NULL at first */
typedef struct
{
  BenchWorkload base;
  RensaOptimizer *optimizer;
  RensaVariable *inputs;
  RensaVariable *labels;
  RensaVariable *sources;
  RensaVariable *states[N_STATES];
} Recurrent;

static void
recurrent_free (BenchWorkload *workload)
{
  Recurrent *self = (Recurrent *) workload;

  rensa_variables_clear ((RensaVariable *[]){ self->inputs, self->labels, self->sources }, 3);
  rensa_variables_clear (self->states, N_STATES);
  g_clear_pointer (&self->optimizer, rensa_optimizer_free);
  g_free (self);
}

static RensaVariable *
call_child (Recurrent *self, const char *name, RensaVariable *x, GError **error)
{
  return rensa_link_call (rensa_link_find (rensa_optimizer_get_target (self->optimizer), name), x, error);
}

/* Returns the output of the NStepLSTM @name for the words of the sentences @xs (N, T, units), (N
 * T, units); @states, NULL for zeros, is updated to the states after the last words. */
static RensaVariable *
read_sentences (Recurrent *self, const char *name, RensaVariable *xs, RensaVariable **states, GError **error)
{
  RensaLink *lstm = rensa_link_find (rensa_optimizer_get_target (self->optimizer), name);
  const int n_before = states[0] != NULL ? N_STATES : 0;
  RensaVariable *inputs[N_STATES + MAX_SENTENCES] = { states[0], states[1] };
  RensaVariable *outputs[N_STATES + MAX_SENTENCES] = { NULL };
  const int n = rensa_separate (xs, 0, inputs + n_before, MAX_SENTENCES, error);
  const int n_outputs = n > 0 ? rensa_link_call_n (lstm, inputs, n_before + n, outputs, N_STATES + n, error) : -1;
  RensaVariable *all = n_outputs > 0 ? rensa_concat (outputs + N_STATES, n, 0, error) : NULL;

  for (int i = 0; all != NULL && i < N_STATES; i++)
    {
      g_clear_pointer (&states[i], rensa_variable_unref);
      states[i] = g_steal_pointer (&outputs[i]);
    }
  rensa_variables_clear (inputs + n_before, MAX (n, 0));
  rensa_variables_clear (outputs, MAX (n_outputs, 0));
  return all;
}

/* Truncates backpropagation through time. */
static void
forget_graph (RensaVariable **states)
{
  for (int i = 0; i < N_STATES; i++)
    {
      g_autoptr (RensaVariable) state = g_steal_pointer (&states[i]);

      states[i] = rensa_variable_new_constant (rensa_variable_get_array (state));
    }
}

static gboolean
update_by (Recurrent *self, RensaVariable *loss, GError **error)
{
  rensa_link_cleargrads (rensa_optimizer_get_target (self->optimizer));
  return loss != NULL && rensa_variable_backward (loss, NULL, error) && rensa_optimizer_update (self->optimizer, error);
}

static RensaLink *
make_model (const char *const (*children)[2], GError **error)
{
  g_autoptr (RensaLink) model = rensa_chain_new ();

  for (guint i = 0; children[i][0] != NULL; i++)
    if (!rensa_link_take_child (model, children[i][0], rensa_link_new_from_text (children[i][1], error), error))
      return NULL;
  return g_steal_pointer (&model);
}

/* A language model: predicts the next word of a text. */

#define LM_WORDS 10000
#define LM_SENTENCES 20
#define LM_STEPS 35

static const char *const lm_children[][2] = {
  { "embed", "EmbedID(in_size=10000, out_size=650)" },
  { "lstm", "NStepLSTM(n_layers=2, in_size=650, out_size=650, dropout=0.5)" },
  { "out", "Linear(in_size=650, out_size=10000)" },
  { NULL },
};

static gboolean
update_lm (BenchWorkload *workload, gint64 i, GError **error)
{
  Recurrent *self = (Recurrent *) workload;
  g_autoptr (RensaVariable) vectors = call_child (self, "embed", self->inputs, error);
  g_autoptr (RensaVariable) xs = rensa_dropout (vectors, 0.5, error);
  g_autoptr (RensaVariable) hs = xs != NULL ? read_sentences (self, "lstm", xs, self->states, error) : NULL;
  g_autoptr (RensaVariable) kept = rensa_dropout (hs, 0.5, error);
  g_autoptr (RensaVariable) scores = call_child (self, "out", kept, error);
  g_autoptr (RensaVariable) mean = rensa_softmax_cross_entropy (scores, self->labels, error);
  g_autoptr (RensaVariable) loss = rensa_multiply_scalar (mean, LM_STEPS, error);

  if (loss != NULL)
    forget_graph (self->states);
  return update_by (self, loss, error);
}

static gboolean
add_clipping (RensaOptimizer *optimizer, GError **error)
{
  g_autoptr (RensaAttrs) attrs =
      rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, "GradientClipping(threshold=5)", error);

  return attrs != NULL && rensa_optimizer_add_hook (optimizer, attrs, error);
}

/* Returns the words from @first on of each sentence, in this shape. */
static RensaVariable *
take_words (RensaArray *text, gint64 first, const RensaShape *shape, GError **error)
{
  g_autoptr (RensaArray) part = rensa_array_view_range (text, 1, first, LM_STEPS);
  g_autoptr (RensaArray) words = rensa_array_reshape (part, shape, error);

  return rensa_variable_new_constant (words);
}

static gboolean
draw_text (Recurrent *self, GError **error)
{
  RensaRandom random = rensa_random_init (1, 1);
  g_autoptr (RensaVariable) text = bench_draw_ids (&RENSA_SHAPE (LM_SENTENCES, LM_STEPS + 1), LM_WORDS, &random, error);

  if (text == NULL)
    return FALSE;
  self->inputs = take_words (rensa_variable_get_array (text), 0, &RENSA_SHAPE (LM_SENTENCES, LM_STEPS), error);
  self->labels = take_words (rensa_variable_get_array (text), 1, &RENSA_SHAPE (LM_SENTENCES * LM_STEPS), error);
  return self->inputs != NULL && self->labels != NULL;
}

static Recurrent *
recurrent_new (const char *const (*children)[2], const char *optimizer, GError **error)
{
  g_autoptr (RensaLink) model = make_model (children, error);
  Recurrent *self = g_new0 (Recurrent, 1);

  self->base.unit = "words/s";
  self->base.free = recurrent_free;
  self->optimizer = bench_make_optimizer (optimizer, model, error);
  return self;
}

BenchWorkload *
bench_lstm_lm_new (const char *name, GError **error)
{
  Recurrent *self = recurrent_new (lm_children, "SGD(lr=1)", error);
  g_autoptr (BenchWorkload) workload = &self->base;

  workload->n_work = LM_SENTENCES * LM_STEPS;
  workload->update = update_lm;
  if (self->optimizer == NULL || !add_clipping (self->optimizer, error) || !draw_text (self, error))
    return NULL;
  return g_steal_pointer (&workload);
}

/* A translator: the final states of the encoder are the initial states of the decoder. */

#define TRANSLATOR_WORDS 4000
#define TRANSLATOR_SENTENCES 64
#define TRANSLATOR_STEPS 20

#define TRANSLATOR_LSTM "NStepLSTM(n_layers=2, in_size=256, out_size=256, dropout=0)"

static const char *const translator_children[][2] = {
  { "embed_x", "EmbedID(in_size=4000, out_size=256)" },
  { "embed_y", "EmbedID(in_size=4000, out_size=256)" },
  { "encoder", TRANSLATOR_LSTM },
  { "decoder", TRANSLATOR_LSTM },
  { "out", "Linear(in_size=256, out_size=4000)" },
  { NULL },
};

static gboolean
update_translator (BenchWorkload *workload, gint64 i, GError **error)
{
  Recurrent *self = (Recurrent *) workload;
  RensaVariable *states[N_STATES] = { NULL };
  g_autoptr (RensaVariable) xs = call_child (self, "embed_x", self->sources, error);
  g_autoptr (RensaVariable) ys = call_child (self, "embed_y", self->inputs, error);
  g_autoptr (RensaVariable) read = read_sentences (self, "encoder", xs, states, error);
  g_autoptr (RensaVariable) hs = read != NULL ? read_sentences (self, "decoder", ys, states, error) : NULL;
  g_autoptr (RensaVariable) scores = call_child (self, "out", hs, error);
  g_autoptr (RensaVariable) loss = rensa_softmax_cross_entropy (scores, self->labels, error);

  rensa_variables_clear (states, N_STATES);
  return update_by (self, loss, error);
}

static gboolean
draw_sentences (Recurrent *self, GError **error)
{
  const RensaShape sentences = RENSA_SHAPE (TRANSLATOR_SENTENCES, TRANSLATOR_STEPS);
  const RensaShape labels = RENSA_SHAPE (TRANSLATOR_SENTENCES * TRANSLATOR_STEPS);
  RensaRandom random = rensa_random_init (1, 1);

  self->sources = bench_draw_ids (&sentences, TRANSLATOR_WORDS, &random, error);
  self->inputs = bench_draw_ids (&sentences, TRANSLATOR_WORDS, &random, error);
  self->labels = bench_draw_ids (&labels, TRANSLATOR_WORDS, &random, error);
  return self->sources != NULL && self->inputs != NULL && self->labels != NULL;
}

BenchWorkload *
bench_seq2seq_new (const char *name, GError **error)
{
  Recurrent *self = recurrent_new (translator_children, "Adam", error);
  g_autoptr (BenchWorkload) workload = &self->base;

  workload->n_work = TRANSLATOR_SENTENCES * TRANSLATOR_STEPS;
  workload->update = update_translator;
  if (self->optimizer == NULL || !draw_sentences (self, error))
    return NULL;
  return g_steal_pointer (&workload);
}
