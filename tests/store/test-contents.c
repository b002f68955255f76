/* test-contents.c: what several runs hold, read aside.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "store-fixture.h"

#define N_RUNS 5

static void
got (GObject *store, GAsyncResult *result, gpointer data)
{
  GAsyncResult **kept = data;

  *kept = g_object_ref (result);
}

/* A run with values up to its number. */
static void
add_run (RensaStore *store, guint number)
{
  g_autofree char *name = g_strdup_printf ("run %u", number);
  RensaRecorder *recorder = begin_run (store, name);

  for (guint i = 1; i <= number; i++)
    {
      rensa_recorder_add_value (recorder, "main/loss", i, i / 10.0, i, 1.0 / i);
      rensa_recorder_add_value (recorder, "validation/main/accuracy", i, i / 10.0, i, i);
    }
  rensa_recorder_add_event (recorder, number, 1, 1, "optimizer.alpha", name);
  finish_run (store, recorder);
}

static GPtrArray *
list_runs (RensaStore *store)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (rensa_store_get_runs (store)); i++)
    g_ptr_array_add (runs, g_list_model_get_item (rensa_store_get_runs (store), i));
  return runs;
}

static GPtrArray *
load (RensaStore *store, GPtrArray *runs, const char *const *wanted, GCancellable *cancellable, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  rensa_store_load_contents (store, runs, wanted, cancellable, got, &result);
  wait_until (result != NULL);
  return rensa_store_finish_contents (store, result, error);
}

/* The newest is first, and has most values. */
static void
check (RensaStore *store, const RensaRunContents *contents, guint number)
{
  g_autofree char *name = g_strdup_printf ("run %u", number);
  g_autofree char *document = rensa_store_load_document (store, contents->run, NULL);
  const RensaRunEvent *event;
  const RensaRunSeries *loss;

  g_assert_cmpstr (rensa_run_get_name (contents->run), ==, name);
  g_assert_cmpstr (contents->document, ==, document);
  g_assert_cmpuint (contents->events->len, ==, 1);
  event = contents->events->pdata[0];
  g_assert_cmpstr (event->text, ==, name);
  g_assert_cmpuint (contents->reports->len, ==, 2);
  g_assert_cmpstr (((RensaReportKey *) contents->reports->pdata[0])->key, ==, "main/loss");
  g_assert_cmpuint (contents->series->len, ==, 2);
  loss = contents->series->pdata[0];
  g_assert_cmpuint (loss->n, ==, number);
  g_assert_cmpfloat (loss->values[number - 1], ==, 1.0 / number);
  g_assert_null (contents->series->pdata[1]);
}

/* Documents, events and the values that are wanted, of each run what the other functions read. */
static void
whole (void)
{
  static const char *const wanted[] = { "loss", NULL };
  char *folder = test_folder_new ();
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GPtrArray) contents = NULL;
  g_autoptr (GError) error = NULL;
  RensaStore *store = open_store (folder);

  for (guint i = 1; i <= N_RUNS; i++)
    add_run (store, i);
  runs = list_runs (store);
  contents = load (store, runs, wanted, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (contents->len, ==, N_RUNS);
  for (guint i = 0; i < N_RUNS; i++)
    check (store, contents->pdata[i], N_RUNS - i);
  g_clear_pointer (&contents, g_ptr_array_unref);
  g_clear_pointer (&runs, g_ptr_array_unref);
  g_object_unref (store);
  test_folder_free (folder);
}

/* What nobody waits for any more is given up. */
static void
cancelled (void)
{
  static const char *const wanted[] = { NULL };
  char *folder = test_folder_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GError) error = NULL;
  RensaStore *store = open_store (folder);

  add_run (store, 1);
  runs = list_runs (store);
  g_cancellable_cancel (cancellable);
  g_assert_null (load (store, runs, wanted, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_pointer (&runs, g_ptr_array_unref);
  g_object_unref (store);
  test_folder_free (folder);
}

int
main (int argc, char **argv)
{
  store_tests_init (&argc, &argv);
  g_test_add_func ("/store/contents/whole", whole);
  g_test_add_func ("/store/contents/cancelled", cancelled);
  return g_test_run ();
}
