/* test-predictor.c: what a trained model says of one example.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-builder.h"
#include "rensa-modes.h"
#include "rensa-predictor.h"
#include "worker-fixture.h"

typedef struct
{
  GMainLoop *loop;
  guint n_answers;
  guint n;
  float values[16];
  char *error;
} Answers;

static void
on_answer (const float *values, guint n, const GError *error, gpointer data)
{
  Answers *answers = data;

  answers->n_answers++;
  answers->n = n;
  for (guint i = 0; i < MIN (n, G_N_ELEMENTS (answers->values)); i++)
    answers->values[i] = values[i];
  g_free (answers->error);
  answers->error = error != NULL ? g_strdup (error->message) : NULL;
  g_main_loop_quit (answers->loop);
}

static void
ask (RensaPredictor *predictor, Answers *answers, float x, float y)
{
  const float fields[] = { x, y };
  const float *const inputs[] = { fields };
  const gsize sizes[] = { 2 };

  rensa_predictor_ask (predictor, inputs, sizes, 1, 1, on_answer, answers);
  g_main_loop_run (answers->loop);
}

static void
answers_clear (Answers *answers)
{
  g_main_loop_unref (answers->loop);
  g_free (answers->error);
}

/* What the model gives for the test part, worked out without a predictor. */
static RensaArray *
call_plainly (RensaBuilder *builder, const char *weights, RensaArray *x)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaLink) model = rensa_builder_make_model (builder, &error);
  g_autoptr (RensaVariable) input = rensa_variable_new_constant (x);
  g_autoptr (RensaVariable) y = NULL;

  g_assert_no_error (error);
  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  rensa_load_npz (weights, NULL, RENSA_NPZ_EXACT, rensa_link_serialize, model, &error);
  g_assert_no_error (error);
  y = rensa_link_call (rensa_link_find (model, "predictor"), input, &error);
  g_assert_no_error (error);
  return rensa_array_ref (rensa_variable_get_array (y));
}

static void
test_forward (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (30);
  g_autofree char *weights = desk_path (desk, "plain/model.npz");
  Answers answers = { .loop = g_main_loop_new (NULL, FALSE) };
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (RensaPredictor) predictor = NULL;
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  gint64 indices[20];
  float x[20][2];
  float y[20][2];
  RensaArray *outputs;

  train_plainly (desk, text, "plain", NULL);
  document = document_of (text);
  builder = rensa_builder_new (document, NULL, NULL);
  g_assert_true (rensa_builder_prepare (builder, NULL));
  for (int i = 0; i < 20; i++)
    indices[i] = i;
  g_assert_true (rensa_dataset_get_batch (rensa_builder_get_test (builder), indices, 20, fields, NULL));
  outputs = call_plainly (builder, weights, fields[0]);
  g_assert_true (rensa_array_to_host (fields[0], x, NULL));
  g_assert_true (rensa_array_to_host (outputs, y, NULL));

  predictor = rensa_predictor_new (document, weights, NULL);
  for (int i = 0; i < 20; i++)
    {
      const double odds = exp ((double) y[i][1] - (double) y[i][0]);

      ask (predictor, &answers, x[i][0], x[i][1]);
      g_assert_null (answers.error);
      g_assert_cmpuint (answers.n, ==, 2);
      g_assert_cmpfloat_with_epsilon (answers.values[0] + answers.values[1], 1, 1e-6);
      g_assert_cmpfloat_with_epsilon (answers.values[0], 1 / (1 + odds), 1e-5);
    }
  rensa_array_unref (outputs);
  rensa_array_unref (fields[0]);
  rensa_array_unref (fields[1]);
  answers_clear (&answers);
}

static void
test_bad_questions (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (1);
  g_autofree char *weights = desk_path (desk, "plain/model.npz");
  Answers answers = { .loop = g_main_loop_new (NULL, FALSE) };
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaPredictor) predictor = NULL;
  const float fields[] = { 1, 2, 3 };
  const float *const inputs[] = { fields, fields };
  const gsize sizes[] = { 3, 3 };

  train_plainly (desk, text, "plain", NULL);
  predictor = rensa_predictor_new (document, weights, NULL);
  rensa_predictor_ask (predictor, inputs, sizes, 1, 1, on_answer, &answers);
  g_main_loop_run (answers.loop);
  g_assert_cmpstr (answers.error, ==, "Input 1 of the model expects 2 values, but 3 were given.");
  rensa_predictor_ask (predictor, inputs, sizes, 2, 1, on_answer, &answers);
  g_main_loop_run (answers.loop);
  g_assert_cmpstr (answers.error, ==, "The model expects 1 input, but 2 were given.");
  ask (predictor, &answers, 0, 0);
  g_assert_null (answers.error);
  answers_clear (&answers);
}

static void
test_no_weights (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (1);
  g_autofree char *weights = desk_path (desk, "gone.npz");
  Answers answers = { .loop = g_main_loop_new (NULL, FALSE) };
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaPredictor) predictor = rensa_predictor_new (document, weights, NULL);

  for (int i = 0; i < 2; i++)
    {
      ask (predictor, &answers, 0, 0);
      g_assert_nonnull (answers.error);
      g_assert_nonnull (strstr (answers.error, "gone.npz"));
    }
  answers_clear (&answers);
}

/* Of many questions the last is answered, and after the end none. */
static void
test_last_question (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (1);
  g_autofree char *weights = desk_path (desk, "plain/model.npz");
  Answers answers = { .loop = g_main_loop_new (NULL, FALSE) };
  g_autoptr (RensaDocument) document = document_of (text);
  RensaPredictor *predictor;
  const float fields[] = { 1, 2 };
  const float *const inputs[] = { fields };
  const gsize sizes[] = { 2 };
  guint n;

  train_plainly (desk, text, "plain", NULL);
  predictor = rensa_predictor_new (document, weights, NULL);
  for (int i = 0; i < 1000; i++)
    rensa_predictor_ask (predictor, inputs, sizes, 1, 1, on_answer, &answers);
  g_main_loop_run (answers.loop);
  g_assert_cmpuint (answers.n_answers, <, 1000);

  ask (predictor, &answers, 1, 2);
  n = answers.n_answers;
  rensa_predictor_ask (predictor, inputs, sizes, 1, 1, on_answer, &answers);
  rensa_predictor_free (predictor);
  g_usleep (20000);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (answers.n_answers, ==, n);
  answers_clear (&answers);
}

typedef struct
{
  GMainLoop *loop;
  guint n_answers;
  guint number;
  char *text;
  char *error;
} Made;

static void
on_previewed (const RensaPreviewed *previewed, guint number, const GError *error, gpointer data)
{
  Made *made = data;

  made->n_answers++;
  made->number = number;
  g_free (made->text);
  g_free (made->error);
  made->text = previewed != NULL ? g_strdup (previewed->text) : NULL;
  made->error = error != NULL ? g_strdup (error->message) : NULL;
  g_main_loop_quit (made->loop);
}

static void
on_suggested (GPtrArray *previews, const GError *error, gpointer data)
{
  Made *made = data;

  g_assert_true ((previews != NULL) != (error != NULL));
  for (guint i = 0; previews != NULL && i < previews->len; i++)
    g_assert_cmpstr (rensa_attrs_get_component (previews->pdata[i])->name, !=, "GeneratedText");
  made->n_answers++;
  g_main_loop_quit (made->loop);
}

static void
made_clear (Made *made)
{
  g_main_loop_unref (made->loop);
  g_free (made->text);
  g_free (made->error);
}

/* Moons are no text, so nothing can be made of their model; each question keeps its number, and examples have their own answers. */
static void
test_previews (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (1);
  g_autofree char *weights = desk_path (desk, "plain/model.npz");
  Answers answers = { .loop = g_main_loop_new (NULL, FALSE) };
  Made made = { .loop = g_main_loop_new (NULL, FALSE) };
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, "GeneratedText", NULL);
  g_autoptr (RensaPredictor) predictor = NULL;
  guint first, last;

  train_plainly (desk, text, "plain", NULL);
  predictor = rensa_predictor_new (document, weights, NULL);
  rensa_predictor_suggest_previews (predictor, on_suggested, &made);
  g_main_loop_run (made.loop);
  first = rensa_predictor_ask_preview (predictor, attrs, on_previewed, &made);
  last = rensa_predictor_ask_preview (predictor, attrs, on_previewed, &made);
  g_assert_cmpuint (first, <, last);
  while (made.number != last)
    g_main_loop_run (made.loop);
  g_assert_cmpstr (made.error, ==, "GeneratedText: the data is not text, so there are no tokens");
  g_assert_null (made.text);
  ask (predictor, &answers, 0, 0);
  g_assert_null (answers.error);
  g_assert_cmpuint (answers.n, ==, 2);
  answers_clear (&answers);
  made_clear (&made);
}

/* Whoever waits in vain is told why by each kind of answer. */
static void
test_previews_without_weights (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (1);
  g_autofree char *weights = desk_path (desk, "gone.npz");
  Made made = { .loop = g_main_loop_new (NULL, FALSE) };
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, "GeneratedText", NULL);
  g_autoptr (RensaPredictor) predictor = rensa_predictor_new (document, weights, NULL);

  rensa_predictor_suggest_previews (predictor, on_suggested, &made);
  rensa_predictor_ask_preview (predictor, attrs, on_previewed, &made);
  while (made.n_answers < 2)
    g_main_loop_run (made.loop);
  g_assert_nonnull (made.error);
  g_assert_nonnull (strstr (made.error, "gone.npz"));
  made_clear (&made);
}

/* A model of letters of which 100,000 take minutes. */
static char *
make_writer (void)
{
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", "little-sentences.txt", NULL);

  return g_strdup_printf (
      "{\"format\": 1, \"data\": {\"dataset\": {\"type\": \"text\", \"attrs\": {\"path\": \"%s\", \"length\": null}},"
      " \"iterator\": {\"type\": \"ParallelSequentialIterator\", \"attrs\": {\"batch_size\": 8}}},"
      " \"model\": {\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"},"
      " {\"name\": \"embed\", \"type\": \"EmbedID\", \"attrs\": {\"in_size\": 27, \"out_size\": 8}},"
      " {\"name\": \"lstm\", \"type\": \"LSTM\", \"attrs\": {\"out_size\": 8}},"
      " {\"name\": \"deep\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 8}, \"repeat\": 300},"
      " {\"name\": \"l\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 27}}],"
      " \"edges\": [{\"from\": \"x\", \"to\": \"embed\"}, {\"from\": \"embed\", \"to\": \"lstm\"}, {\"from\": \"lstm\", \"to\": \"deep\"}, {\"from\": \"deep\", \"to\": \"l\"}]},"
      " \"loss\": \"softmax_cross_entropy\", \"accuracy\": null, \"optimizer\": \"SGD\","
      " \"stop\": {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 1, \"unit\": \"iteration\"}}, \"extensions\": []}",
      file);
}

static gboolean
has_thread (const char *name)
{
  g_autoptr (GDir) folder = g_dir_open ("/proc/self/task", 0, NULL);
  const char *task;

  while (folder != NULL && (task = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", task, "comm", NULL);
      g_autofree char *comm = NULL;

      if (g_file_get_contents (path, &comm, NULL, NULL) && g_str_has_prefix (comm, name))
        return TRUE;
    }
  return FALSE;
}

/* Nobody hears of a preview that was cancelled, and the next one is made at once; with the predictor the work ends, too. */
static void
test_cancelled_previews (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_writer ();
  g_autofree char *weights = desk_path (desk, "plain/model.npz");
  Made made = { .loop = g_main_loop_new (NULL, FALSE) };
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaAttrs) endless =
      rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, "GeneratedText(length=100000)", NULL);
  g_autoptr (RensaAttrs) shortest =
      rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, "GeneratedText(length=3)", NULL);
  RensaPredictor *predictor;
  guint cancelled, last;

  train_plainly (desk, text, "plain", NULL);
  predictor = rensa_predictor_new (document, weights, NULL);
  cancelled = rensa_predictor_ask_preview (predictor, endless, on_previewed, &made);
  g_usleep (300000);
  rensa_predictor_cancel_preview (predictor, cancelled);
  last = rensa_predictor_ask_preview (predictor, shortest, on_previewed, &made);
  g_main_loop_run (made.loop);
  g_assert_cmpuint (made.n_answers, ==, 1);
  g_assert_cmpuint (made.number, ==, last);
  g_assert_cmpuint (strlen (made.text), ==, 1 + 3 + 1);

  rensa_predictor_ask_preview (predictor, endless, on_previewed, &made);
  g_usleep (300000);
  g_assert_true (has_thread ("predictor"));
  rensa_predictor_free (predictor);
  for (guint i = 0; i < 1000 && has_thread ("predictor"); i++)
    g_usleep (10000);
  g_assert_false (has_thread ("predictor"));
  made_clear (&made);
}

int
main (int argc, char **argv)
{
  worker_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/worker/predictor/forward", test_forward);
  ADD_DESK_TEST ("/worker/predictor/bad-questions", test_bad_questions);
  ADD_DESK_TEST ("/worker/predictor/no-weights", test_no_weights);
  ADD_DESK_TEST ("/worker/predictor/last-question", test_last_question);
  ADD_DESK_TEST ("/worker/predictor/previews", test_previews);
  ADD_DESK_TEST ("/worker/predictor/previews-without-weights", test_previews_without_weights);
  ADD_DESK_TEST ("/worker/predictor/cancelled-previews", test_cancelled_previews);
  return g_test_run ();
}
