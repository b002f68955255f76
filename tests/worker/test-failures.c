/* test-failures.c: what goes wrong is reported in a sentence, and costs no more than it must.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "worker-fixture.h"

typedef struct
{
  const char *name;
  const char *find;
  const char *replacement;
  const char *sentence;
} BadDocument;

static const BadDocument documents[] = {
  { "shape", "\"out_size\": 2", "\"in_size\": 5, \"out_size\": 2", "test.rensa: model.nodes.l2: " },
  { "component", "\"Adam\"", "\"Adma\"", "There is no optimizer Adma" },
  { "no-memory", "\"out_size\": 8", "\"out_size\": 200000000000000", "test.rensa: " },
  { "vanished-data", "\"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}",
    "\"csv\", \"attrs\": {\"path\": \"gone.csv\"}", "gone.csv" },
  { "extension", "\"DumpGraph\"", "{\"type\": \"DumpGraph\", \"attrs\": {\"root_name\": \"nothing\"}}", "nothing" },
};

static void
test_document (Desk *desk, gconstpointer data)
{
  const BadDocument *bad = data;
  g_autofree char *text = replaced (make_document (2), bad->find, bad->replacement);

  desk_start (desk, text, "worker", FALSE);
  desk_wait_end (desk, RENSA_WORKER_FAILED);
  g_test_message ("%s", rensa_worker_get_error (desk->worker));
  g_assert_nonnull (strstr (rensa_worker_get_error (desk->worker), bad->sentence));
}

/* Stopping one that has failed already, or is still preparing, does nothing. */
static void
test_stop_after_failure (Desk *desk, gconstpointer data)
{
  g_autofree char *text = replaced (make_document (2), "\"Adam\"", "\"Adma\"");

  desk_start (desk, text, "worker", FALSE);
  rensa_worker_stop (desk->worker);
  rensa_worker_pause (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FAILED);
  rensa_worker_step (desk->worker);
  rensa_worker_stop (desk->worker);
}

/* Eighteen gradients one behind the other would be recorded for minutes; Stop is honoured meanwhile. */
static void
test_stop_while_recording (Desk *desk, gconstpointer data)
{
  g_autoptr (GString) nodes = g_string_new (NULL);
  g_autoptr (GString) wires = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (int i = 0; i < 18; i++)
    {
      g_autofree char *before = i > 0 ? g_strdup_printf ("g%d", i - 1) : g_strdup ("s");

      g_string_append_printf (nodes, "{'name': 'g%d', 'type': 'gradient'}, ", i);
      g_string_append_printf (wires, "{'from': '%s', 'to': 'g%d:y'}, {'from': 'x', 'to': 'g%d:x'}, ", before, i, i);
    }
  text = g_strdup_printf (
      "{'format': 2, 'data': {'dataset': {'type': 'moons', 'attrs': {'n': 40, 'n_test': 10}}, 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
      " 'models': {}, 'step': {'nodes': [{'name': 'x', 'type': 'Field'}, {'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 2}},"
      " {'name': 's', 'type': 'tanh'}, %s{'name': 'loss', 'type': 'average'}],"
      " 'edges': [{'from': 'x', 'to': 'l'}, {'from': 'l', 'to': 's'}, %s{'from': 'g17', 'to': 'loss'}]},"
      " 'losses': [{'node': 'loss', 'models': 'l'}],"
      " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': 1, 'unit': 'iteration'}}, 'extensions': []}",
      nodes->str, wires->str);
  desk_start (desk, g_strdelimit (text, "'", '"'), "worker", FALSE);
  rensa_worker_stop (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_STOPPED);
}

static void
test_folder (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (2);
  g_autoptr (RensaDocument) document = document_of (text);
  g_autofree char *file = desk_path (desk, "file");
  g_autofree char *folder = desk_path (desk, "file/worker");
  const RensaWorkerOptions options = { .document = document, .folder = folder };
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  g_assert_null (rensa_worker_start (&options, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, folder));
}

static guint
count_notices_with (Desk *desk, const char *text)
{
  guint n = 0;

  for (guint i = 0; i < desk->messages->len; i++)
    {
      const RensaMessage *message = &g_array_index (desk->messages, RensaMessage, i);

      n += message->kind == RENSA_MESSAGE_NOTICE && strstr (message->text, text) != NULL;
    }
  return n;
}

/* The folder goes while it trains: what it holds later is made anew. */
static void
test_vanished_folder (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (200);
  g_autofree char *folder = desk_path (desk, "worker");

  train_plainly (desk, text, "plain", NULL);
  desk_start (desk, text, "worker", TRUE);
  rensa_worker_step (desk->worker);
  desk_wait_paused (desk, 1);
  test_folder_remove (folder);
  rensa_worker_resume (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_same_model (desk, "plain", "worker");
}

/* Nothing can be made in its place either: one notice for each kind of file, and training goes on. */
static void
test_lost_folder (Desk *desk, gconstpointer data)
{
  g_autofree char *text =
      replaced (make_document (20), "\"LogReport\"",
                "\"LogReport\", {\"type\": \"snapshot\", \"trigger\":"
                " {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 1, \"unit\": \"epoch\"}}}");
  g_autofree char *folder = desk_path (desk, "worker");

  desk_start (desk, text, "worker", TRUE);
  rensa_worker_step (desk->worker);
  desk_wait_paused (desk, 1);
  test_folder_remove (folder);
  g_assert_true (g_file_set_contents (folder, "", 0, NULL));
  rensa_worker_take_snapshot (desk->worker);
  rensa_worker_take_snapshot (desk->worker);
  rensa_worker_resume (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  g_assert_cmpint (desk_status (desk).iteration, ==, 172);
  /* Ours, LogReport's, the document's snapshots and model.npz. */
  g_assert_cmpuint (desk_count (desk, RENSA_MESSAGE_NOTICE), ==, 4);
  g_assert_cmpuint (count_notices_with (desk, "snapshot_iter_1 "), <=, 1);
  g_assert_cmpuint (count_notices_with (desk, "model.npz") + count_notices_with (desk, "output folder"), >=, 1);
  g_unlink (folder);
}

/* No file grows beyond a few bytes, as on a full disk; then there is room again. */
static void
test_full_disk (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (400);

  train_plainly (desk, text, "plain", NULL);
  desk_start (desk, text, "worker", TRUE);
  rensa_worker_step (desk->worker);
  desk_wait_paused (desk, 1);
  signal (SIGXFSZ, SIG_IGN);
  test_limit_files (64);
  for (int i = 2; i < 30; i++)
    {
      rensa_worker_take_snapshot (desk->worker);
      rensa_worker_step (desk->worker);
      desk_wait (desk, RENSA_WORKER_PAUSED, i);
    }
  rensa_worker_pause (desk->worker);
  desk_wait (desk, RENSA_WORKER_PAUSED, 29);
  test_limit_files (RLIM_INFINITY);
  rensa_worker_resume (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  g_assert_cmpuint (count_notices_with (desk, "snapshot_iter_"), ==, 1);
  g_assert_cmpuint (count_notices_with (desk, "model.npz"), <=, 1);
  assert_same_model (desk, "plain", "worker");
}

static char *
make_diverging (void)
{
  return replaced (make_document (20), "{\"type\": \"Adam\", \"attrs\": {\"alpha\": 0.01}}",
                   "{\"type\": \"SGD\", \"attrs\": {\"lr\": 1e30}}");
}

static void
test_stop_at_nan (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_diverging ();

  desk_start (desk, text, "worker", FALSE);
  desk_wait_end (desk, RENSA_WORKER_FAILED);
  g_assert_true (g_str_has_prefix (rensa_worker_get_error (desk->worker), "The loss became NaN at iteration 2: "));
  g_assert_cmpuint (count_notices_with (desk, "became NaN"), ==, 0);
}

/* Values that are not finite come as they are; that is reported once a key. */
static void
test_not_finite (Desk *desk, gconstpointer data)
{
  g_autofree char *text = replaced (make_diverging (), "\"format\": 1", "\"format\": 1, \"stop_at_nan\": false");
  guint n = 0;

  desk_start (desk, text, "worker", FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  for (guint i = 0; i < desk->messages->len; i++)
    {
      const RensaMessage *message = &g_array_index (desk->messages, RensaMessage, i);

      n += message->kind == RENSA_MESSAGE_VALUE && !message->is_log && g_strcmp0 (message->key, "main/loss") == 0;
    }
  g_assert_cmpuint (n, ==, 172);
  g_assert_cmpuint (count_notices_with (desk, "The loss became NaN at iteration 2: "), ==, 1);
  g_assert_cmpuint (desk_count (desk, RENSA_MESSAGE_NOTICE), <=, 2);
}

int
main (int argc, char **argv)
{
  worker_tests_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autofree char *path = g_strconcat ("/worker/failures/document/", documents[i].name, NULL);

      g_test_add (path, Desk, &documents[i], desk_set_up, test_document, desk_tear_down);
    }
  ADD_DESK_TEST ("/worker/failures/stop-after-failure", test_stop_after_failure);
  ADD_DESK_TEST ("/worker/failures/stop-while-recording", test_stop_while_recording);
  ADD_DESK_TEST ("/worker/failures/folder", test_folder);
  ADD_DESK_TEST ("/worker/failures/vanished-folder", test_vanished_folder);
  ADD_DESK_TEST ("/worker/failures/lost-folder", test_lost_folder);
  ADD_DESK_TEST ("/worker/failures/full-disk", test_full_disk);
  ADD_DESK_TEST ("/worker/failures/stop-at-nan", test_stop_at_nan);
  ADD_DESK_TEST ("/worker/failures/not-finite", test_not_finite);
  return g_test_run ();
}
