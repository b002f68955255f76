/* worker-fixture.c: what the tests of workers share.
 * SPDX-License-Identifier: MIT */

#include "worker-fixture.h"

#include <string.h>

#include "rensa-builder.h"
#include "rensa-init.h"

/* How long anything may take, however busy the machine is. */
#define LIMIT (300 * G_USEC_PER_SEC)

#define DOCUMENT                                                                                  \
  "{\"format\": 1, \"name\": \"Moons\", \"seed\": 3,"                                             \
  " \"data\": {\"dataset\": {\"type\": \"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}},"       \
  " \"iterator\": {\"type\": \"SerialIterator\", \"attrs\": {\"batch_size\": 7}}},"               \
  " \"model\": {\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"},"                              \
  " {\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 8}},"                      \
  " {\"name\": \"relu1\", \"type\": \"relu\"}, {\"name\": \"dropout1\", \"type\": \"dropout\"},"  \
  " {\"name\": \"l2\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 2}}],"                     \
  " \"edges\": [{\"from\": \"x\", \"to\": \"l1\"}, {\"from\": \"l1\", \"to\": \"relu1\"},"        \
  " {\"from\": \"relu1\", \"to\": \"dropout1\"}, {\"from\": \"dropout1\", \"to\": \"l2\"}]},"     \
  " \"loss\": \"softmax_cross_entropy\", \"accuracy\": \"accuracy\","                             \
  " \"optimizer\": {\"type\": \"Adam\", \"attrs\": {\"alpha\": 0.01}},"                           \
  " \"hooks\": [{\"type\": \"WeightDecay\", \"attrs\": {\"rate\": 0.001}}],"                      \
  " \"stop\": {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": %d, \"unit\": \"epoch\"}}," \
  " \"extensions\": [\"Evaluator\", \"LogReport\", \"DumpGraph\"]}"

void
worker_tests_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  rensa_init ();
}

gboolean
tests_are_slow (void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return TRUE;
#elif defined(__has_feature)
  return __has_feature (address_sanitizer) || __has_feature (thread_sanitizer);
#else
  return FALSE;
#endif
}

char *
make_document (int epochs)
{
  return g_strdup_printf (DOCUMENT, epochs);
}

char *
replaced (char *text, const char *find, const char *replacement)
{
  const char *at = strstr (text, find);
  char *result;

  g_assert_nonnull (at);
  result = g_strdup_printf ("%.*s%s%s", (int) (at - text), text, replacement, at + strlen (find));
  g_free (text);
  return result;
}

RensaDocument *
document_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  RensaDocument *document = rensa_document_parse (text, -1, "test.rensa", &error);

  g_assert_no_error (error);
  return document;
}

static void
message_clear (gpointer message)
{
  g_free (((RensaMessage *) message)->text);
}

void
desk_set_up (Desk *desk, gconstpointer data)
{
  desk->path = test_folder_new ();
  desk->messages = g_array_new (FALSE, FALSE, sizeof (RensaMessage));
  g_array_set_clear_func (desk->messages, message_clear);
}

void
desk_close_worker (Desk *desk)
{
  g_clear_pointer (&desk->worker, rensa_worker_free);
  g_array_set_size (desk->messages, 0);
}

void
desk_tear_down (Desk *desk, gconstpointer data)
{
  desk_close_worker (desk);
  g_array_unref (desk->messages);
  test_folder_free (desk->path);
}

char *
desk_path (Desk *desk, const char *name)
{
  return g_build_filename (desk->path, name, NULL);
}

void
desk_start (Desk *desk, const char *text, const char *name, gboolean paused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (text);
  g_autofree char *folder = desk_path (desk, name);
  const RensaWorkerOptions options = { .document = document, .folder = folder, .paused = paused };

  desk_close_worker (desk);
  desk->worker = rensa_worker_start (&options, &error);
  g_assert_no_error (error);
}

static void
take_message (const RensaMessage *message, gpointer data)
{
  RensaMessage copy = *message;

  copy.text = g_strdup (message->text);
  g_array_append_val ((GArray *) data, copy);
}

RensaWorkerStatus
desk_status (Desk *desk)
{
  RensaWorkerStatus status;

  rensa_worker_get_status (desk->worker, &status);
  rensa_worker_read (desk->worker, take_message, desk->messages);
  return status;
}

void
desk_wait (Desk *desk, RensaWorkerState state, gint64 iteration)
{
  const gint64 end = g_get_monotonic_time () + LIMIT;
  RensaWorkerStatus status;

  while (status = desk_status (desk),
         (status.state < state || status.iteration < iteration) && status.state < RENSA_WORKER_FINISHED)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_usleep (200);
    }
}

static gboolean
has_model_of (Desk *desk, gint64 iteration)
{
  for (guint i = 0; i < desk->messages->len; i++)
    {
      const RensaMessage *message = &g_array_index (desk->messages, RensaMessage, i);

      if (message->kind == RENSA_MESSAGE_ARTIFACT && message->iteration >= iteration
          && g_str_equal (message->key, "model"))
        return TRUE;
    }
  return FALSE;
}

void
desk_wait_paused (Desk *desk, gint64 iteration)
{
  const gint64 end = g_get_monotonic_time () + LIMIT;

  desk_wait (desk, RENSA_WORKER_PAUSED, iteration);
  while (!has_model_of (desk, iteration))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_assert_cmpint (desk_status (desk).state, ==, RENSA_WORKER_PAUSED);
      g_usleep (200);
    }
}

void
desk_wait_end (Desk *desk, RensaWorkerState state)
{
  RensaWorkerStatus status;

  desk_wait (desk, RENSA_WORKER_FINISHED, 0);
  status = desk_status (desk);
  if (status.state == RENSA_WORKER_FAILED && state != RENSA_WORKER_FAILED)
    g_test_message ("%s", rensa_worker_get_error (desk->worker));
  g_assert_cmpint (status.state, ==, state);
}

guint
desk_count (Desk *desk, RensaMessageKind kind)
{
  guint n = 0;

  for (guint i = 0; i < desk->messages->len; i++)
    n += g_array_index (desk->messages, RensaMessage, i).kind == kind;
  return n;
}

const RensaMessage *
desk_find (Desk *desk, RensaMessageKind kind)
{
  for (guint i = 0; i < desk->messages->len; i++)
    if (g_array_index (desk->messages, RensaMessage, i).kind == kind)
      return &g_array_index (desk->messages, RensaMessage, i);
  return NULL;
}

static void
plain_start (RensaTrainer *trainer, gpointer data)
{
}

static void
plain_file (RensaTrainer *trainer, RensaExtension *extension, const char *kind, const char *path, gpointer data)
{
}

static gboolean
plain_failure (RensaTrainer *trainer, RensaExtension *extension, const GError *error, gpointer data)
{
  return FALSE;
}

static void
plain_iteration (RensaTrainer *trainer, gpointer data)
{
  Plain *plain = data;
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  RensaObservation *observation = rensa_trainer_get_observation (trainer);
  const gint64 iteration = rensa_updater_get_iteration (updater);

  for (guint i = 0; plain->messages != NULL && i < rensa_observation_get_n (observation); i++)
    {
      const RensaMessage message = {
        .key = rensa_observation_get_key (observation, i),
        .iteration = iteration,
        .epoch = rensa_updater_get_epoch_detail (updater),
        .value = rensa_observation_get_value (observation, i),
      };

      g_array_append_val (plain->messages, message);
    }
  if (iteration == plain->at)
    g_assert_true (rensa_trainer_set_attr_text (trainer, plain->path, plain->text, NULL));
}

void
train_plainly (Desk *desk, const char *text, const char *name, Plain *plain)
{
  static const RensaTrainerWatch watch = { plain_start, plain_iteration, plain_file, plain_failure };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = desk_path (desk, name);
  g_autofree char *model = g_build_filename (folder, "model.npz", NULL);
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  g_autoptr (RensaTrainer) trainer = rensa_builder_make_trainer (builder, folder, &error);

  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  if (plain != NULL)
    rensa_trainer_set_watch (trainer, &watch, plain);
  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
  rensa_save_npz (model, rensa_link_serialize,
                  rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN), FALSE, &error);
  g_assert_no_error (error);
}

void
assert_same_values (Desk *desk, GArray *expected)
{
  guint n = 0;
  double elapsed = 0;

  for (guint i = 0; i < desk->messages->len; i++)
    {
      const RensaMessage *message = &g_array_index (desk->messages, RensaMessage, i);
      const RensaMessage *same = &g_array_index (expected, RensaMessage, n);

      if (message->kind != RENSA_MESSAGE_VALUE || message->is_log)
        continue;
      g_assert_cmpuint (n, <, expected->len);
      g_assert_true (message->key == same->key);
      g_assert_cmpint (message->iteration, ==, same->iteration);
      g_assert_cmpfloat (message->epoch, ==, same->epoch);
      g_assert_cmpfloat (message->value, ==, same->value);
      g_assert_cmpfloat (message->elapsed, >=, elapsed);
      elapsed = message->elapsed;
      n++;
    }
  g_assert_cmpuint (n, ==, expected->len);
}

void
assert_same_file (const char *a, const char *b)
{
  g_autofree char *of_a = NULL;
  g_autofree char *of_b = NULL;
  gsize n_a = 0;
  gsize n_b = 0;

  g_assert_true (g_file_get_contents (a, &of_a, &n_a, NULL));
  g_assert_true (g_file_get_contents (b, &of_b, &n_b, NULL));
  g_assert_cmpmem (of_a, n_a, of_b, n_b);
}

void
assert_same_model (Desk *desk, const char *a, const char *b)
{
  g_autofree char *of_a = g_build_filename (desk->path, a, "model.npz", NULL);
  g_autofree char *of_b = g_build_filename (desk->path, b, "model.npz", NULL);

  assert_same_file (of_a, of_b);
}

RensaStore *
desk_open_store (Desk *desk)
{
  g_autofree char *path = desk_path (desk, "store");
  g_autoptr (GError) error = NULL;
  RensaStore *store = rensa_store_open (path, &error);

  g_assert_no_error (error);
  return store;
}

void
flush_store (RensaStore *store)
{
  g_autoptr (GError) error = NULL;

  rensa_store_flush (store, &error);
  g_assert_no_error (error);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
assert_series (RensaStore *store, RensaRun *run, GArray *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) reports = rensa_store_list_series (store, run, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (guint k = 0; k < reports->len; k++)
    {
      const char *key = ((const RensaReportKey *) reports->pdata[k])->key;
      g_autoptr (RensaRunSeries) series = rensa_store_load_series (store, run, key, &error);
      gsize at = 0;

      g_assert_no_error (error);
      for (guint i = 0; i < expected->len; i++)
        {
          const RensaMessage *message = &g_array_index (expected, RensaMessage, i);

          if (!g_str_equal (message->key, key))
            continue;
          g_assert_cmpuint (at, <, series->n);
          g_assert_cmpfloat (series->iterations[at], ==, (double) message->iteration);
          g_assert_cmpfloat (series->epochs[at], ==, message->epoch);
          g_assert_cmpfloat (series->values[at], ==, message->value);
          g_assert_true (at == 0 || series->elapsed[at] >= series->elapsed[at - 1]);
          at++;
        }
      g_assert_cmpuint (at, ==, series->n);
      n += at;
    }
  g_assert_cmpuint (n, ==, expected->len);
}
