/* test-verdict.c: runs whose causes are known are named by the verdict.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include <json-c/json.h>

#include "rensa-advice.h"
#include "rensa-document-values.h"
#include "rensa-init.h"
#include "verdict-fixture.h"

/* Clouds on a circle. */
static void
fill_clouds (Examples *self, GRand *random)
{
  const double turn = g_rand_double_range (random, 0, 6);

  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    {
      self->t[i] = i % 3;
      examples_get_row (self, i)[0] += 3 * cos (turn + 2.1 * self->t[i]);
      examples_get_row (self, i)[1] += 3 * sin (turn + 2.1 * self->t[i]);
    }
}

static void
fill_two_clouds (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    {
      self->t[i] = i % 2;
      examples_get_row (self, i)[i % 2] += 3;
    }
}

/* No straight line parts them. */
static void
fill_ring (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    {
      const double *row = examples_get_row (self, i);

      self->t[i] = row[0] * row[0] + row[1] * row[1] > 1.4;
    }
}

static void
fill_line (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    self->t[i] = 2 * examples_get_row (self, i)[0] - examples_get_row (self, i)[1] + 0.3 * draw_normal (random);
}

static void
fill_wave (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    self->t[i] = 2 * sin (2 * examples_get_row (self, i)[0]) + 0.2 * draw_normal (random);
}

/* A tendency, and many labels that are wrong. */
static void
fill_wrong_labels (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    self->t[i] = examples_get_row (self, i)[0] + 0.9 * draw_normal (random) > 0;
}

static void
fill_unscaled (Examples *self, GRand *random)
{
  fill_two_clouds (self, random);
  for (int i = 0; i < self->n; i++)
    {
      examples_get_row (self, i)[2] = 20000 + 3000 * examples_get_row (self, i)[2];
      examples_get_row (self, i)[3] *= 1000;
      examples_get_row (self, i)[0] = examples_get_row (self, i)[0] * 4000 + 50000;
    }
}

static void
fill_shuffled (Examples *self, GRand *random)
{
  fill_clouds (self, random);
  for (int i = 0; i < self->n; i++)
    self->t[i] = g_rand_int_range (random, 0, 3);
}

static void
fill_constant (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
}

static void
fill_nan (Examples *self, GRand *random)
{
  fill_clouds (self, random);
  examples_get_row (self, g_rand_int_range (random, 0, self->n))[1] = NAN;
  /* Of the examples for training, some are always like this. */
  for (int i = 0; i < self->n; i += 7)
    examples_get_row (self, i)[1] = NAN;
}

static void
fill_infinite (Examples *self, GRand *random)
{
  fill_clouds (self, random);
  for (int i = 0; i < self->n; i += 9)
    examples_get_row (self, i)[0] = INFINITY;
}

#define SLOW_ADAM "{\"type\": \"Adam\", \"attrs\": {\"alpha\": 0.0000005}}"
#define ADAM "{\"type\": \"Adam\", \"attrs\": {\"alpha\": 0.01}}"
#define WILD_ADAM "{\"type\": \"Adam\", \"attrs\": {\"alpha\": 30}}"
#define WILD_SGD "{\"type\": \"SGD\", \"attrs\": {\"lr\": 1e20}}"
#define SGD "{\"type\": \"SGD\", \"attrs\": {\"lr\": 0.01}}"
#define SLOW_SGD "{\"type\": \"SGD\", \"attrs\": {\"lr\": 0.0000005}}"
#define TINY_ADAM "{\"type\": \"Adam\", \"attrs\": {\"alpha\": 0.001}}"

static const Kind kinds[] = {
  { "two clouds", RENSA_FINDING_GOOD, 6, fill_two_clouds, 200, 2, 2, ADAM, 30 },
  { "three clouds", RENSA_FINDING_GOOD, 6, fill_clouds, 240, 2, 3, ADAM, 30 },
  { "ring", RENSA_FINDING_GOOD, 6, fill_ring, 300, 2, 2, ADAM, 160 },
  { "line", RENSA_FINDING_GOOD, 6, fill_line, 200, 2, 1, ADAM, 60 },
  { "wave", RENSA_FINDING_GOOD, 6, fill_wave, 300, 1, 1, ADAM, 120 },
  { "under-trained", RENSA_FINDING_STILL_FALLING, 6, fill_clouds, 240, 2, 3, SGD, 3 },
  { "under-trained numbers", RENSA_FINDING_STILL_FALLING, 4, fill_line, 200, 2, 1, SGD, 2 },
  { "overfit", RENSA_FINDING_TOO_LATE, 10, fill_wrong_labels, 150, 4, 2, ADAM, 120, NULL, NULL, 64 },
  { "rate too large", RENSA_FINDING_TOO_FAST, 5, fill_ring, 240, 2, 2, WILD_ADAM, 20 },
  { "rate far too large", RENSA_FINDING_NOT_FINITE, 5, fill_line, 200, 2, 1, WILD_SGD, 20, "learning rate" },
  { "rate too small", RENSA_FINDING_TOO_SLOW, 5, fill_clouds, 240, 2, 3, SLOW_ADAM, 20 },
  { "rate too small, numbers", RENSA_FINDING_TOO_SLOW, 5, fill_line, 200, 2, 1, SLOW_SGD, 20 },
  { "unscaled", RENSA_FINDING_UNSCALED, 8, fill_unscaled, 200, 4, 2, TINY_ADAM, 10 },
  { "NaN", RENSA_FINDING_NOT_FINITE, 4, fill_nan, 240, 2, 3, ADAM, 5,
    "The data contains NaN or infinite values: column “x1” in" },
  { "infinite", RENSA_FINDING_NOT_FINITE, 4, fill_infinite, 240, 2, 3, ADAM, 5,
    "The data contains NaN or infinite values: column “x0” in" },
  { "log of 0", RENSA_FINDING_NOT_FINITE, 4, fill_clouds, 240, 2, 3, ADAM, 5,
    "Node “log0” (log) returns −∞ for 0 in example ", "relu log" },
  { "constant labels", RENSA_FINDING_CONSTANT, 5, fill_constant, 100, 2, 2, ADAM, 10 },
  { "shuffled labels", RENSA_FINDING_NO_RELATION, 5, fill_shuffled, 300, 2, 3, ADAM, 40 },
};

static void
test_known_causes (void)
{
  assert_named (kinds, G_N_ELEMENTS (kinds), 0, 100, 95);
}

/* The same facts, the same words. */
static void
test_words (void)
{
  const RensaVerdictFacts classes = { .task = RENSA_TASK_CLASSES,
                                      .is_validation = TRUE,
                                      .n = 45,
                                      .n_right = 37,
                                      .n_guessed = 15,
                                      .n_simple = 38,
                                      .confused = (char *) "versicolor",
                                      .confused_with = (char *) "virginica",
                                      .n_confused = 6 };
  const RensaVerdictFacts numbers = {
    .task = RENSA_TASK_NUMBERS, .n = 45, .off = 0.4, .off_guessed = 1.1, .off_simple = NAN, .is_validation = TRUE
  };
  g_autoptr (RensaVerdict) a = rensa_verdict_new (&classes);
  g_autoptr (RensaVerdict) b = rensa_verdict_new (&numbers);
  g_autofree char *a_words = rensa_verdict_word (a->record);
  g_autofree char *b_words = rensa_verdict_word (b->record);

  g_assert_cmpint (a->finding, ==, RENSA_FINDING_GOOD);
  g_assert_cmpstr (a_words, ==,
                   "37 of 45 right; mostly “versicolor” taken for “virginica” (guessing: 15, nearest mean: 38).");
  g_assert_cmpint (b->finding, ==, RENSA_FINDING_GOOD);
  g_assert_cmpstr (b_words, ==, "Off by 0.4 on average (guessing the mean: 1.1).");
}

/* Of a step nothing is known but what it reports: no claim that it is good, and losses that work against one another need not fall. */
static void
test_steps (void)
{
  double places[] = { 1, 2, 3, 4 };
  double losses[] = { 4, 3, 2, 1 };
  const RensaVerdictFacts facts = { .n_entries = 4,
                                    .n_simple = -1,
                                    .places = places,
                                    .losses = losses,
                                    .unit = "epoch",
                                    .weight_change = NAN,
                                    .n_losses = 2,
                                    .reported = { { (char *) "gen/loss", 4, 1 }, { (char *) "dis/loss", 0.5, 1.25 } },
                                    .n_reported = 2 };
  RensaVerdictFacts one = facts;
  g_autoptr (RensaVerdict) several = rensa_verdict_new (&facts);
  g_autoptr (RensaVerdict) falling = NULL;
  g_autofree char *words = rensa_verdict_word (several->record);
  g_autofree char *falling_words = NULL;

  g_assert_cmpint (several->finding, ==, RENSA_FINDING_NONE);
  g_assert_cmpstr (words, ==, "“gen/loss” went from 4 to 1. “dis/loss” went from 0.5 to 1.25.");
  one.n_losses = one.n_reported = 1;
  falling = rensa_verdict_new (&one);
  falling_words = rensa_verdict_word (falling->record);
  g_assert_cmpint (falling->finding, ==, RENSA_FINDING_STILL_FALLING);
  g_assert_cmpstr (falling_words, ==, "“gen/loss” went from 4 to 1. The loss is still decreasing: continue training.");
}

/* Counts of thousands have a separator; a record is words only when it is shown, and anybody may have written it. */
static void
test_records (void)
{
  static const struct
  {
    const char *record;
    const char *words;
  } rows[] = {
    { "[{\"code\":\"right\",\"right\":12000,\"n\":45678,\"guessed\":900}]", "12,000 of 45,678 right (guessing: 900)." },
    { "[{\"code\":\"loss-nan\",\"iteration\":1200},{\"code\":\"still-falling\"}]",
      "The loss became NaN at iteration 1,200. The loss is still decreasing: continue training." },
    { "[{\"code\":\"of a later version\"},{\"code\":\"weak\"}]",
      "A much simpler model performs better: change the model or its optimizer." },
    { "[{\"code\":\"right\",\"right\":[1],\"n\":\"a\\u001b[1mb\"}]", "? of a\357\277\275[1mb right (guessing: ?)." },
    { "[{\"code\":\"of a later version\"}]", NULL },
    { "[1, null, {}, {\"code\":{}}]", NULL },
    { "{\"code\":\"weak\"}", NULL },
    { "37 of 45 right", NULL },
  };

  g_autofree char *brief = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *words = rensa_verdict_word (rows[i].record);

      g_assert_cmpstr (words, ==, rows[i].words);
    }
  brief = rensa_verdict_word_briefly (rows[1].record);
  g_assert_cmpstr (brief, ==, "NaN at iteration 1,200 · still falling");
  g_assert_null (rensa_verdict_word (NULL));
}

/* An error of another place, as debug mode gives, says itself what it is. */
static void
test_nothing_known (void)
{
  const RensaVerdictFacts facts = { .n_simple = -1, .weight_change = NAN, .is_not_finite = TRUE };
  g_autoptr (RensaVerdict) verdict = rensa_verdict_new (&facts);

  g_assert_cmpint (verdict->finding, ==, RENSA_FINDING_NOT_FINITE);
  g_assert_null (verdict->record);
}

/* What a store has written is read again. */
static void
test_names (void)
{
  for (int i = 0; i < RENSA_N_ADVICES; i++)
    g_assert_cmpint (rensa_advice_from_name (rensa_advice_get_name (i)), ==, i);
  g_assert_cmpint (rensa_advice_from_name ("no such thing"), ==, RENSA_ADVICE_NONE);
}

/* What a button does to the document of a run. */
static void
test_advice (void)
{
  g_autoptr (RensaDocument) document = make_document (&kinds[0], 1, ".");
  g_autoptr (GError) error = NULL;
  struct json_object *rate;

  g_assert_true (rensa_advice_apply (RENSA_ADVICE_LOWER_RATE, document, &error));
  rate = rensa_document_get (document, "optimizer.alpha");
  g_assert_cmpfloat (json_object_get_double (rate), ==, 0.001);
  g_assert_true (rensa_advice_apply (RENSA_ADVICE_RAISE_RATE, document, &error));
  rate = rensa_document_get (document, "optimizer.alpha");
  g_assert_cmpfloat (json_object_get_double (rate), ==, 0.01);
  g_assert_cmpuint (rensa_document_count_components (document, "data.preprocessing"), ==, 0);
  g_assert_true (rensa_advice_apply (RENSA_ADVICE_NORMALIZE, document, &error));
  g_assert_cmpuint (rensa_document_count_components (document, "data.preprocessing"), ==, 1);
  g_assert_false (rensa_advice_apply (RENSA_ADVICE_TRAIN_ON, document, &error));
  g_assert_nonnull (strstr (error->message, "train-on"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/project/verdict/known-causes", test_known_causes);
  g_test_add_func ("/project/verdict/words", test_words);
  g_test_add_func ("/project/verdict/steps", test_steps);
  g_test_add_func ("/project/verdict/records", test_records);
  g_test_add_func ("/project/verdict/nothing-known", test_nothing_known);
  g_test_add_func ("/project/verdict/names", test_names);
  g_test_add_func ("/project/verdict/advice", test_advice);
  return g_test_run ();
}
