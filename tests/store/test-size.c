/* test-size.c: what the history occupies, and how it takes less.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>

#include "rensa-error.h"
#include "store-fixture.h"

/* A run with snapshots at the iterations 10, 20, 30, 40, of @n_bytes each. */
static RensaRun *
make_run (RensaStore *store, const char *key, const double *values, gsize n_bytes)
{
  RensaRecorder *recorder = begin_run (store, "run");
  RensaRun *run = g_object_ref (rensa_recorder_get_run (recorder));
  g_autofree char *bytes = g_strnfill (n_bytes, 'x');

  for (gint64 i = 1; i <= 4; i++)
    {
      g_autofree char *path =
          g_strdup_printf ("%s/snapshot_iter_%" G_GINT64_FORMAT, rensa_recorder_get_folder (recorder), 10 * i);

      rensa_recorder_add_value (recorder, key, 10 * i, (double) i, (double) i, values[i - 1]);
      g_assert_true (g_file_set_contents (path, bytes, (gssize) n_bytes, NULL));
      rensa_recorder_add_artifact (recorder, "snapshot", path, 10 * i);
    }
  finish_run (store, recorder);
  wait_until (!rensa_run_is_active (run));
  return run;
}

static void
measured (void)
{
  static const double losses[] = { 4, 3, 2, 1 };
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  g_autoptr (RensaRun) small = make_run (store, "main/loss", losses, 100);
  g_autoptr (RensaRun) large = make_run (store, "main/loss", losses, 100000);

  g_assert_cmpint (rensa_run_get_size (small), ==, -1);
  g_assert_cmpint (rensa_store_get_size (store), ==, -1);
  rensa_store_measure (store);
  wait_until (rensa_store_get_size (store) >= 0);
  g_assert_cmpint (rensa_run_get_size (small), >, 400);
  g_assert_cmpint (rensa_run_get_size (small), <, 5000);
  g_assert_cmpint (rensa_run_get_size (large) - rensa_run_get_size (small), ==, 4 * 99900);
  g_assert_cmpint (rensa_store_get_size (store), >, rensa_run_get_size (large) + rensa_run_get_size (small));

  /* Once more, and closing while it counts. */
  rensa_store_measure (store);
  g_clear_object (&store);
  test_folder_free (folder);
}

typedef struct
{
  const char *key;
  double values[4];
  const char *kept; /* iterations */
} Case;

static const Case cases[] = {
  { "validation/main/loss", { 4, 1, 2, 3 }, "20 40" },
  { "validation/main/accuracy", { 0.4, 0.1, 0.9, 0.3 }, "30 40" },
  { "main/loss", { 0.0 / 0.0, 5, 6, 7 }, "20 40" },
  { "main/loss", { 1, 1, 1, 0.5 }, "40" },
  { "some/thing", { 1, 2, 3, 4 }, "40" },
};

static char *
list_snapshots (RensaStore *store, RensaRun *run)
{
  g_autoptr (GPtrArray) artifacts = rensa_store_load_artifacts (store, run, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = artifacts->len; i > 0; i--)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 0 ? " " : "",
                            ((RensaRunArtifact *) artifacts->pdata[i - 1])->iteration);
  return g_string_free (text, FALSE);
}

static void
trimmed (gconstpointer data)
{
  const Case *test = data;
  const guint n_kept = test->kept[2] == ' ' ? 2 : 1;
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  g_autoptr (RensaRun) run = make_run (store, test->key, test->values, 1000);
  g_autoptr (GError) error = NULL;
  g_autofree char *files = NULL;
  g_autofree char *rows = NULL;
  gint64 freed;

  g_assert_true (rensa_store_remove_snapshots (store, run, &freed, &error));
  g_assert_no_error (error);
  g_assert_cmpint (freed, ==, 1000 * (4 - n_kept));
  files = list_snapshots (store, run);
  g_assert_cmpstr (files, ==, test->kept);
  flush (store);
  rows = ask_text (folder, "SELECT group_concat(iteration, ' ') FROM artifacts");
  g_assert_cmpstr (rows, ==, test->kept);
  g_assert_true (rensa_store_remove_snapshots (store, run, &freed, &error));
  g_assert_cmpint (freed, ==, 0);
  g_clear_object (&store);
  test_folder_free (folder);
}

static void
not_while_it_trains (void)
{
  char *folder = test_folder_new ();
  g_autoptr (RensaStore) store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "first");
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_store_remove_snapshots (store, rensa_recorder_get_run (recorder), NULL, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  rensa_recorder_free (recorder);
  g_clear_object (&store);
  test_folder_free (folder);
}

int
main (int argc, char **argv)
{
  store_tests_init (&argc, &argv);
  g_test_add_func ("/store/size/measured", measured);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/store/size/trimmed/%u", i);

      g_test_add_data_func (path, &cases[i], trimmed);
    }
  g_test_add_func ("/store/size/not-while-it-trains", not_while_it_trains);
  return g_test_run ();
}
