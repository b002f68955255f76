/* test-keeping.c: what a run leaves behind in its folder, and a run that is left behind.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "worker-fixture.h"

static void
start (Desk *desk, RensaStore *store, const char *text, RensaRun *resume, gboolean paused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (text);
  const RensaWorkerOptions options = { .document = document, .store = store, .resume = resume, .paused = paused };

  desk_close_worker (desk);
  desk->worker = rensa_worker_start (&options, &error);
  g_assert_no_error (error);
}

/* A document that takes a snapshot each epoch; @attrs: of the extension. */
static char *
make_document_with_snapshots (int epochs, const char *attrs)
{
  g_autofree char *extension = g_strdup_printf ("{\"type\": \"snapshot\", \"attrs\": {%s}}, \"DumpGraph\"", attrs);

  return replaced (make_document (epochs), "\"DumpGraph\"", extension);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const gint64 x = *(const gint64 *) a;
  const gint64 y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* The iterations of the snapshots in @folder, the lowest first. */
static GArray *
list_snapshots (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "snapshot_iter_"))
      {
        const gint64 number = g_ascii_strtoll (name + strlen ("snapshot_iter_"), NULL, 10);

        g_array_append_val (numbers, number);
      }
  g_array_sort (numbers, compare_numbers);
  return numbers;
}

static gint64
find_best (RensaStore *store, RensaRun *run)
{
  g_autoptr (RensaRunSeries) series = rensa_store_load_series (store, run, "validation/main/loss", NULL);
  gsize best = 0;

  for (gsize i = 1; i < series->n; i++)
    if (series->values[i] < series->values[best])
      best = i;
  return (gint64) series->iterations[best];
}

/* With a learning rate at which the loss rises again. */
static void
test_newest_and_best (Desk *desk, gconstpointer data)
{
  g_autofree char *text = replaced (make_document_with_snapshots (40, ""), "0.01", "0.3");
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (GArray) left = NULL;
  gint64 best;

  start (desk, store, text, NULL, FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  flush_store (store);
  best = find_best (store, rensa_worker_get_run (desk->worker));
  left = list_snapshots (rensa_worker_get_folder (desk->worker));
  g_test_message ("the best is that of iteration %d", (int) best);
  g_assert_cmpuint (left->len, ==, best == 343 ? 1 : 2);
  g_assert_cmpint (g_array_index (left, gint64, 0), ==, best);
  g_assert_cmpint (g_array_index (left, gint64, left->len - 1), ==, 343);
}

/* Who says how many gets as many. */
static void
test_as_many_as_said (Desk *desk, gconstpointer data)
{
  static const struct
  {
    const char *attrs;
    guint n;
  } cases[] = { { "\"n_retains\": 0", 10 }, { "\"n_retains\": 3", 3 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = make_document_with_snapshots (10, cases[i].attrs);
      g_autoptr (RensaStore) store = desk_open_store (desk);
      g_autoptr (GArray) left = NULL;

      start (desk, store, text, NULL, FALSE);
      desk_wait_end (desk, RENSA_WORKER_FINISHED);
      left = list_snapshots (rensa_worker_get_folder (desk->worker));
      g_assert_cmpuint (left->len, ==, cases[i].n);
      desk_close_worker (desk);
    }
}

/* What the person has asked for stays. */
static void
test_taken_stays (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document_with_snapshots (10, "");
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (GArray) left = NULL;

  start (desk, store, text, NULL, TRUE);
  for (int i = 0; i < 9; i++)
    rensa_worker_step (desk->worker);
  desk_wait_paused (desk, 9);
  rensa_worker_take_snapshot (desk->worker);
  rensa_worker_resume (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  left = list_snapshots (rensa_worker_get_folder (desk->worker));
  g_assert_cmpint (g_array_index (left, gint64, 0), ==, 9);
  g_assert_cmpuint (left->len, <=, 3);
}

/* Files that were being written when the program was killed; what somebody has put there stays. */
static void
test_half_written (Desk *desk, gconstpointer data)
{
  static const char *const names[] = { ".rensa-A1B2C3.part", ".rensa-000000.part", "notes.BACKUP", "log.000000",
                                       "log" };
  g_autofree char *text = make_document (3);
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autofree char *folder = NULL;
  RensaRun *run;

  start (desk, store, text, NULL, TRUE);
  rensa_worker_step (desk->worker);
  desk_wait_paused (desk, 1);
  run = g_object_ref (rensa_worker_get_run (desk->worker));
  folder = g_strdup (rensa_worker_get_folder (desk->worker));
  desk_close_worker (desk);
  flush_store (store);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_assert_true (g_file_set_contents (path, "[]", -1, NULL));
    }

  start (desk, store, text, run, FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_assert_cmpint (g_file_test (path, G_FILE_TEST_EXISTS), ==, i >= 2);
    }
  g_object_unref (run);
}

/* An extension that does not return until it is asked to. */

static int has_begun;
static int may_end;

static gboolean
sleep_on (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  g_atomic_int_set (&has_begun, 1);
  while (!g_atomic_int_get (&may_end))
    g_usleep (1000);
  g_atomic_int_set (&has_begun, 0);
  return TRUE;
}

static const RensaExtensionClass sleeper_class = {
  .name = "Sleeper",
  .title = "Sleeper",
  .summary = "Sleeps",
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .call = sleep_on,
};

static const RensaComponent *const sleepers[] = { (const RensaComponent *) &sleeper_class };

/* An iteration that does not end keeps neither the run nor the store from closing. */
static void
test_abandoned (Desk *desk, gconstpointer data)
{
  g_autofree char *text = replaced (make_document (3), "\"DumpGraph\"", "\"Sleeper\"");
  g_autoptr (RensaStore) store = desk_open_store (desk);
  g_autoptr (RensaRun) run = NULL;
  g_autofree char *uuid = NULL;
  g_autofree char *model = NULL;

  start (desk, store, text, NULL, FALSE);
  run = g_object_ref (rensa_worker_get_run (desk->worker));
  uuid = g_strdup (rensa_run_get_uuid (run));
  model = g_build_filename (rensa_worker_get_folder (desk->worker), "model.npz", NULL);
  while (!g_atomic_int_get (&has_begun))
    g_usleep (1000);
  rensa_worker_abandon (g_steal_pointer (&desk->worker));
  flush_store (store);
  g_assert_cmpint (rensa_run_get_state (run), ==, RENSA_RUN_INTERRUPTED);
  g_clear_object (&run);
  g_clear_object (&store);

  store = desk_open_store (desk);
  g_assert_cmpint (rensa_run_get_state (rensa_store_find_run (store, uuid)), ==, RENSA_RUN_INTERRUPTED);
  g_atomic_int_set (&may_end, 1);
  while (g_atomic_int_get (&has_begun))
    g_usleep (1000);
  g_usleep (100000);
  g_assert_false (g_file_test (model, G_FILE_TEST_EXISTS));

  /* And the run goes on. */
  start (desk, store, text, rensa_store_find_run (store, uuid), FALSE);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  g_assert_true (g_file_test (model, G_FILE_TEST_EXISTS));
}

int
main (int argc, char **argv)
{
  worker_tests_init (&argc, &argv);
  rensa_registry_add (RENSA_COMPONENT_EXTENSION, sleepers, G_N_ELEMENTS (sleepers));
  ADD_DESK_TEST ("/worker/keeping/newest-and-best", test_newest_and_best);
  ADD_DESK_TEST ("/worker/keeping/as-many-as-said", test_as_many_as_said);
  ADD_DESK_TEST ("/worker/keeping/taken-stays", test_taken_stays);
  ADD_DESK_TEST ("/worker/keeping/half-written", test_half_written);
  ADD_DESK_TEST ("/worker/keeping/abandoned", test_abandoned);
  return g_test_run ();
}
