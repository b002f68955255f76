/* test-verdict.c: runs whose causes are known are named by the verdict.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include <json-c/json.h>

#include "arrays.h"
#include "folder.h"
#include "rensa-advice.h"
#include "rensa-document-values.h"
#include "rensa-init.h"
#include "rensa-judge.h"
#include "rensa-npz.h"

#define MOST_COLUMNS 4

/* Examples of one run. */
typedef struct
{
  int n;
  int n_columns;
  double *x;
  double *t;
} Examples;

typedef void (*Fill) (Examples *examples, GRand *random);

/* @n_out: classes, or 1 for numbers; @body: nodes between the input and the output layer */
typedef struct
{
  const char *name;
  RensaFinding finding;
  int n_runs;
  Fill fill;
  int n;
  int n_columns;
  int n_out;
  const char *optimizer;
  int epochs;
  const char *says;
  const char *before;
  int n_hidden;
} Kind;

static double
draw_normal (GRand *random)
{
  const double u = g_rand_double_range (random, 1e-12, 1);

  return sqrt (-2 * log (u)) * cos (2 * G_PI * g_rand_double (random));
}

static double *
get_row (Examples *self, int i)
{
  return self->x + i * self->n_columns;
}

static void
fill_noise (Examples *self, GRand *random)
{
  for (int i = 0; i < self->n * self->n_columns; i++)
    self->x[i] = draw_normal (random);
}

/* Clouds on a circle. */
static void
fill_clouds (Examples *self, GRand *random)
{
  const double turn = g_rand_double_range (random, 0, 6);

  fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    {
      self->t[i] = i % 3;
      get_row (self, i)[0] += 3 * cos (turn + 2.1 * self->t[i]);
      get_row (self, i)[1] += 3 * sin (turn + 2.1 * self->t[i]);
    }
}

static void
fill_two_clouds (Examples *self, GRand *random)
{
  fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    {
      self->t[i] = i % 2;
      get_row (self, i)[i % 2] += 3;
    }
}

/* No straight line parts them. */
static void
fill_ring (Examples *self, GRand *random)
{
  fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    {
      const double *row = get_row (self, i);

      self->t[i] = row[0] * row[0] + row[1] * row[1] > 1.4;
    }
}

static void
fill_line (Examples *self, GRand *random)
{
  fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    self->t[i] = 2 * get_row (self, i)[0] - get_row (self, i)[1] + 0.3 * draw_normal (random);
}

static void
fill_wave (Examples *self, GRand *random)
{
  fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    self->t[i] = 2 * sin (2 * get_row (self, i)[0]) + 0.2 * draw_normal (random);
}

/* A tendency, and many labels that are wrong. */
static void
fill_wrong_labels (Examples *self, GRand *random)
{
  fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    self->t[i] = get_row (self, i)[0] + 0.9 * draw_normal (random) > 0;
}

static void
fill_unscaled (Examples *self, GRand *random)
{
  fill_two_clouds (self, random);
  for (int i = 0; i < self->n; i++)
    {
      get_row (self, i)[2] = 20000 + 3000 * get_row (self, i)[2];
      get_row (self, i)[3] *= 1000;
      get_row (self, i)[0] = get_row (self, i)[0] * 4000 + 50000;
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
  fill_noise (self, random);
}

static void
fill_nan (Examples *self, GRand *random)
{
  fill_clouds (self, random);
  get_row (self, g_rand_int_range (random, 0, self->n))[1] = NAN;
  /* Of the examples for training, some are always like this. */
  for (int i = 0; i < self->n; i += 7)
    get_row (self, i)[1] = NAN;
}

static void
fill_infinite (Examples *self, GRand *random)
{
  fill_clouds (self, random);
  for (int i = 0; i < self->n; i += 9)
    get_row (self, i)[0] = INFINITY;
}

#define SLOW_ADAM "{\"type\": \"Adam\", \"attrs\": {\"alpha\": 0.0000005}}"
#define ADAM "{\"type\": \"Adam\", \"attrs\": {\"alpha\": 0.01}}"
#define WILD_ADAM "{\"type\": \"Adam\", \"attrs\": {\"alpha\": 30}}"
#define WILD_SGD "{\"type\": \"SGD\", \"attrs\": {\"lr\": 1e20}}"
#define SGD "{\"type\": \"SGD\", \"attrs\": {\"lr\": 0.01}}"
#define SLOW_SGD "{\"type\": \"SGD\", \"attrs\": {\"lr\": 0.0000005}}"
#define TINY_ADAM "{\"type\": \"Adam\", \"attrs\": {\"alpha\": 0.001}}"
#define LOG "{\"name\": \"relu0\", \"type\": \"relu\"}, {\"name\": \"log0\", \"type\": \"log\"}, "

static const Kind kinds[] = {
  { "two clouds", RENSA_FINDING_GOOD, 6, fill_two_clouds, 200, 2, 2, ADAM, 30 },
  { "three clouds", RENSA_FINDING_GOOD, 6, fill_clouds, 240, 2, 3, ADAM, 30 },
  { "ring", RENSA_FINDING_GOOD, 6, fill_ring, 300, 2, 2, ADAM, 160 },
  { "line", RENSA_FINDING_GOOD, 6, fill_line, 200, 2, 1, ADAM, 60 },
  { "wave", RENSA_FINDING_GOOD, 6, fill_wave, 300, 1, 1, ADAM, 120 },
  { "under-trained", RENSA_FINDING_STILL_FALLING, 6, fill_clouds, 240, 2, 3, SGD, 3 },
  { "under-trained numbers", RENSA_FINDING_STILL_FALLING, 4, fill_line, 200, 2, 1, SGD, 2 },
  { "overfit", RENSA_FINDING_TOO_LATE, 10, fill_wrong_labels, 150, 4, 2, ADAM, 120, NULL, "", 64 },
  { "rate too large", RENSA_FINDING_TOO_FAST, 5, fill_ring, 240, 2, 2, WILD_ADAM, 20 },
  { "rate far too large", RENSA_FINDING_NOT_FINITE, 5, fill_line, 200, 2, 1, WILD_SGD, 20, "learning rate" },
  { "rate too small", RENSA_FINDING_TOO_SLOW, 5, fill_clouds, 240, 2, 3, SLOW_ADAM, 20 },
  { "rate too small, numbers", RENSA_FINDING_TOO_SLOW, 5, fill_line, 200, 2, 1, SLOW_SGD, 20 },
  { "unscaled", RENSA_FINDING_UNSCALED, 8, fill_unscaled, 200, 4, 2, TINY_ADAM, 10 },
  { "NaN", RENSA_FINDING_NOT_FINITE, 4, fill_nan, 240, 2, 3, ADAM, 5,
    "The data hold NaN or infinite numbers: column “x1” in" },
  { "infinite", RENSA_FINDING_NOT_FINITE, 4, fill_infinite, 240, 2, 3, ADAM, 5,
    "The data hold NaN or infinite numbers: column “x0” in" },
  { "log of 0", RENSA_FINDING_NOT_FINITE, 4, fill_clouds, 240, 2, 3, ADAM, 5,
    "Node “log0” (log) gives −∞ for 0 in example ", LOG },
  { "constant labels", RENSA_FINDING_CONSTANT, 5, fill_constant, 100, 2, 2, ADAM, 10 },
  { "shuffled labels", RENSA_FINDING_NO_RELATION, 5, fill_shuffled, 300, 2, 3, ADAM, 40 },
};

/* Files */

static gboolean
save_examples (gpointer data, RensaSerializer *serializer, GError **error)
{
  RensaArray **arrays = data;

  return rensa_serializer_array (serializer, "x", &arrays[0], error)
         && rensa_serializer_array (serializer, "t", &arrays[1], error);
}

static void
write_examples (const Kind *kind, int seed, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "examples.npz", NULL);
  GRand *random = g_rand_new_with_seed ((guint32) (1000 * (kind - kinds) + seed));
  Examples examples = { kind->n, kind->n_columns, g_new0 (double, kind->n *MOST_COLUMNS), g_new0 (double, kind->n) };
  RensaArray *arrays[2];

  kind->fill (&examples, random);
  arrays[0] = array_of (RENSA_FLOAT32, RENSA_SHAPE (kind->n, kind->n_columns), examples.x);
  arrays[1] = kind->n_out > 1 ? array_of (RENSA_INT32, RENSA_SHAPE (kind->n), examples.t)
                              : array_of (RENSA_FLOAT32, RENSA_SHAPE (kind->n, 1), examples.t);
  g_assert_true (rensa_save_npz (path, save_examples, arrays, FALSE, NULL));
  rensa_array_unref (arrays[0]);
  rensa_array_unref (arrays[1]);
  g_free (examples.x);
  g_free (examples.t);
  g_rand_free (random);
}

static RensaDocument *
make_document (const Kind *kind, int seed, const char *folder)
{
  const gboolean has_log = kind->before != NULL && kind->before[0] != '\0';
  g_autofree char *place = g_build_filename (folder, "run.rensa", NULL);
  g_autofree char *text = g_strdup_printf (
      "{\"format\": 1, \"name\": \"Run\", \"seed\": %d,"
      " \"data\": {\"dataset\": {\"type\": \"npz\", \"attrs\": {\"path\": \"examples.npz\"}},"
      " \"iterator\": {\"type\": \"SerialIterator\", \"attrs\": {\"batch_size\": 20}}},"
      " \"model\": {\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"}, %s"
      " {\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": %d}}, {\"name\": \"tanh1\", \"type\": \"tanh\"},"
      " {\"name\": \"l2\", \"type\": \"Linear\", \"attrs\": {\"out_size\": %d}}],"
      " \"edges\": [%s {\"from\": \"l1\", \"to\": \"tanh1\"}, {\"from\": \"tanh1\", \"to\": \"l2\"}]},"
      " \"loss\": \"%s\", \"optimizer\": %s,"
      " \"stop\": {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": %d, \"unit\": \"epoch\"}},"
      " \"extensions\": [\"Evaluator\", \"LogReport\"]}",
      seed, has_log ? kind->before : "", kind->n_hidden > 0 ? kind->n_hidden : 12, kind->n_out,
      has_log
          ? "{\"from\": \"x\", \"to\": \"relu0\"}, {\"from\": \"relu0\", \"to\": \"log0\"}, {\"from\": \"log0\", \"to\": "
            "\"l1\"},"
          : "{\"from\": \"x\", \"to\": \"l1\"},",
      kind->n_out > 1 ? "softmax_cross_entropy" : "mean_squared_error", kind->optimizer, kind->epochs);
  g_autoptr (GError) error = NULL;
  RensaDocument *document = rensa_document_parse (text, -1, place, &error);

  g_assert_no_error (error);
  return document;
}

static RensaVerdict *
train (const Kind *kind, int seed)
{
  char *folder = test_folder_new ();
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (RensaTrainer) trainer = NULL;
  g_autoptr (GError) error = NULL;
  RensaVerdict *verdict;

  write_examples (kind, seed, folder);
  document = make_document (kind, seed, folder);
  builder = rensa_builder_new (document, folder, &error);
  g_assert_no_error (error);
  trainer = rensa_builder_make_trainer (builder, out, &error);
  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  rensa_trainer_run (trainer, &error);
  verdict = rensa_builder_judge (builder, trainer, error != NULL, NULL);
  test_folder_free (folder);
  return verdict;
}

static void
test_known_causes (void)
{
  int n = 0;
  int n_named = 0;
  int n_ill = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (int seed = 0; seed < kinds[i].n_runs; seed++, n++)
      {
        g_autoptr (RensaVerdict) verdict = train (&kinds[i], seed);
        g_autofree char *words = rensa_verdict_word (verdict->record);
        const gboolean is_named =
            verdict->finding == kinds[i].finding && (kinds[i].says == NULL || strstr (words, kinds[i].says) != NULL);

        n_named += is_named;
        if (!is_named)
          g_test_message ("%s, seed %d: finding %d: %s", kinds[i].name, seed, verdict->finding, words);
        n_ill += kinds[i].finding == RENSA_FINDING_GOOD && !is_named;
      }
  g_assert_cmpint (n, ==, 100);
  g_assert_cmpint (n_ill, ==, 0);
  g_assert_cmpint (n_named, >=, 95);
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
      "The loss became NaN at iteration 1,200. The loss was still falling: train on." },
    { "[{\"code\":\"of a later version\"},{\"code\":\"weak\"}]",
      "A much simpler model does better: change the model, or its optimizer." },
    { "[{\"code\":\"right\",\"right\":[1],\"n\":\"a\\u001b[1mb\"}]", "? of a\357\277\275[1mb right (guessing: ?)." },
    { "[{\"code\":\"of a later version\"}]", NULL },
    { "[1, null, {}, {\"code\":{}}]", NULL },
    { "{\"code\":\"weak\"}", NULL },
    { "37 of 45 right", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *words = rensa_verdict_word (rows[i].record);

      g_assert_cmpstr (words, ==, rows[i].words);
    }
  g_assert_null (rensa_verdict_word (NULL));
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
  g_test_add_func ("/project/verdict/records", test_records);
  g_test_add_func ("/project/verdict/names", test_names);
  g_test_add_func ("/project/verdict/advice", test_advice);
  return g_test_run ();
}
