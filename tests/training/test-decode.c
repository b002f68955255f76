/* test-decode.c: translations by greedy and by beam search, and how good they are.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "attention-fixture.h"
#include "rensa-decode.h"
#include "rensa-primitives.h"

static GArray *
tokens_of (const char *text)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (const char *c = text; *c != '\0'; c++)
    g_array_append_val (tokens, (gint32){ *c - 'a' });
  return tokens;
}

static GPtrArray *
corpus_of (const char *const *texts)
{
  GPtrArray *corpus = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (; *texts != NULL; texts++)
    g_ptr_array_add (corpus, tokens_of (*texts));
  return corpus;
}

static double
bleu_of (const char *const *candidates, const char *const *references)
{
  g_autoptr (GPtrArray) own = corpus_of (candidates);
  g_autoptr (GPtrArray) wanted = corpus_of (references);

  return rensa_bleu (own, wanted);
}

#define TEXTS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define assert_near(value, wanted) g_assert_cmpfloat_with_epsilon (value, wanted, 1e-12)

/* Of "abcde" against "abcdf" 4 of 5 letters are right, 3 of 4 pairs, 2 of 3 triples, 1 of 2 quadruples. */
static void
test_bleu (void)
{
  assert_near (bleu_of (TEXTS ("abcde"), TEXTS ("abcde")), 1);
  assert_near (bleu_of (TEXTS ("abcde"), TEXTS ("abcdf")), pow (4 / 5.0 * 3 / 4 * 2 / 3 / 2, 0.25));
  /* A letter counts no more often than it is wanted: 2 of 4. */
  assert_near (bleu_of (TEXTS ("aaaa", "bcdef"), TEXTS ("aab", "bcdef")),
               pow (7 / 9.0 * (1 + 4) / 7 * 3 / 5 * 2 / 3, 0.25));
  /* What is too short is punished, and has no n-grams that could be wrong. */
  assert_near (bleu_of (TEXTS ("ab"), TEXTS ("abcd")), exp (1 - 4 / 2.0));
  assert_near (bleu_of (TEXTS ("x"), TEXTS ("abcd")), 0);
  assert_near (bleu_of (TEXTS (""), TEXTS ("abcd")), 0);
}

/* Gives its sources as an array with a row for each, as a state that nobody looks at. */
static RensaLink *
encoder_new (void)
{
  g_autoptr (RensaAttrs) pad = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "pad_sequence", NULL);
  RensaLink *chain = rensa_chain_new ();

  g_assert_cmpint (rensa_chain_plan_function (chain, "pad", pad, (int[]){ 0 }, 1, 1, NULL), ==, 1);
  return chain;
}

/* Says of each token what follows: row i of @scores. */
static RensaLink *
decoder_new (const double *scores)
{
  g_autoptr (RensaAttrs) identity = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "identity", NULL);
  RensaLink *chain = rensa_chain_new ();
  int state;
  int score;

  g_assert_true (rensa_link_take_child (chain, "embed", embed_of (scores), NULL));
  rensa_chain_set_n_inputs (chain, 2);
  state = rensa_chain_plan_function (chain, "state", identity, (int[]){ 0 }, 1, 1, NULL);
  score = rensa_chain_plan_link (chain, "embed", (int[]){ 1 }, 1, 1, NULL);
  g_assert_true (rensa_chain_set_outputs (chain, (int[]){ state, score }, 2, NULL));
  return chain;
}

static char *
dup_decoded (const RensaDecoding *decoding, RensaArray *sources)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) results = rensa_decode (decoding, sources, "test", &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < results->len; i++)
    {
      const GArray *tokens = results->pdata[i];

      for (guint j = 0; j < tokens->len; j++)
        g_string_append_printf (text, "%d", g_array_index (tokens, gint32, j));
      g_string_append_c (text, ' ');
    }
  return g_string_free (text, FALSE);
}

/* Both sources become @wanted. */
static void
assert_decoded (const RensaDecoding *decoding, const char *wanted)
{
  g_autoptr (RensaArray) sources = sources_new ();
  g_autofree char *found = dup_decoded (decoding, sources);
  g_autofree char *both = g_strdup_printf ("%s %s ", wanted, wanted);

  g_assert_cmpstr (found, ==, both);
}

/* After the end token 1 is likelier (0.6) than 2 (0.4); after 1 the end or 3 come as often, after 2 always the end. So the likeliest
 * sequence is 2 (0.4), and who always takes the likeliest token writes 1 (0.3). */
static void
test_beam (void)
{
  const double scores[] = { -20, log (0.6), log (0.4), -20, 1e-3, -20, -20, 0, 0, -20, -20, -20, 0, -20, -20, -20 };
  g_autoptr (RensaLink) encoder = encoder_new ();
  g_autoptr (RensaLink) decoder = decoder_new (scores);
  RensaDecoding decoding = { encoder, decoder, END, END, 10, 1 };

  assert_decoded (&decoding, "1");
  decoding.beam = 2;
  assert_decoded (&decoding, "2");
}

/* What never ends is cut. */
static void
test_longest (void)
{
  const double scores[] = { 0, 9, 0, 0, 0, 0, 9, 0, 0, 0, 0, 9, 0, 9, 0, 0 };
  g_autoptr (RensaLink) encoder = encoder_new ();
  g_autoptr (RensaLink) decoder = decoder_new (scores);
  const RensaDecoding decoding = { encoder, decoder, END, END, 5, 1 };

  assert_decoded (&decoding, "12312");
}

/* Each way to go on looks at the source that it began with, wherever it stands in the beam. */
static void
test_attention (void)
{
  g_autoptr (RensaLink) encoder = reader_new ();
  g_autoptr (RensaLink) decoder = looker_new ();
  g_autoptr (RensaArray) sources = sources_new ();
  RensaDecoding decoding = { encoder, decoder, END, END, 3, 1 };
  g_autofree char *greedy = dup_decoded (&decoding, sources);
  g_autofree char *beam = NULL;

  g_assert_cmpstr (greedy, ==, "111 232 ");
  decoding.beam = 3;
  beam = dup_decoded (&decoding, sources);
  g_assert_cmpstr (beam, ==, "111 232 ");
}

/* Of the second source 2 is e times as likely to be looked at as 3 in the beginning. */
static void
test_weights (void)
{
  g_autoptr (RensaLink) encoder = reader_new ();
  g_autoptr (RensaLink) decoder = looker_new ();
  g_autoptr (RensaArray) sources = sources_new ();
  const RensaDecoding decoding = { encoder, decoder, END, END, 3, 1 };
  const double expected[] = { 1, 0, 1, 0, M_E / (1 + M_E), 1 / (1 + M_E), 0, 1, 1, 0 };
  g_autoptr (GPtrArray) written = corpus_of (TEXTS ("b", "cd"));
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) weights = rensa_decode_attend (&decoding, sources, written, "look", "test", &error);
  double found[G_N_ELEMENTS (expected)];

  g_assert_no_error (error);
  g_assert_true (rensa_shape_equal (rensa_array_get_shape (weights), &RENSA_SHAPE (5, 2)));
  g_assert_cmpint (rensa_lengths_get (rensa_array_get_lengths (weights), 1), ==, 3);
  {
    g_autoptr (RensaArray) wide = rensa_array_cast (weights, RENSA_FLOAT64, NULL);

    g_assert_true (rensa_array_to_host (wide, found, NULL));
  }
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], 1e-6);

  g_assert_null (rensa_decode_attend (&decoding, sources, written, "state", "test", &error));
  g_assert_cmpstr (error->message, ==,
                   "test: the decoder has no node “state” that returns weights for each source token");
}

/* A link without nodes gives states and scores as well. */
static void
test_no_nodes (void)
{
  g_autoptr (RensaLink) encoder = reader_new ();
  g_autoptr (RensaLink) cell =
      rensa_link_new_from_text ("NStepGRU(n_layers=1, in_size=4, out_size=4, dropout=0)", NULL);
  g_autoptr (RensaArray) sources = sources_new ();
  const RensaDecoding decoding = { encoder, cell, END, END, 3, 1 };
  g_autoptr (GPtrArray) written = corpus_of (TEXTS ("b", "cd"));
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_decode_attend (&decoding, sources, written, "look", "test", &error));
  g_assert_nonnull (error);
}

static void
test_unfit (void)
{
  const double scores[N_TOKENS * N_TOKENS] = { 0 };
  g_autoptr (RensaLink) encoder = encoder_new ();
  g_autoptr (RensaLink) decoder = decoder_new (scores);
  g_autoptr (RensaArray) sources = sources_new ();
  const RensaDecoding turned = { decoder, encoder, END, END, 5, 1 };
  const RensaDecoding doubled = { encoder, encoder, END, END, 5, 1 };
  GError *error = NULL;

  g_assert_null (rensa_decode (&turned, sources, "test", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_null (rensa_decode (&doubled, sources, "test", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);

  g_test_add_func ("/training/decode/bleu", test_bleu);
  g_test_add_func ("/training/decode/beam", test_beam);
  g_test_add_func ("/training/decode/longest", test_longest);
  g_test_add_func ("/training/decode/attention", test_attention);
  g_test_add_func ("/training/decode/weights", test_weights);
  g_test_add_func ("/training/decode/no-nodes", test_no_nodes);
  g_test_add_func ("/training/decode/unfit", test_unfit);
  return g_test_run ();
}
