/* bench-store.c: figures of the store, as lines of JSON.
 *
 * bench-store [RUNS]: opens a store of that many runs (10,000), searches its list, and reports a million values.
 * SPDX-License-Identifier: MIT */

#include <stdlib.h>
#include <string.h>

#include "store-fixture.h"

#define N_ROUNDS 7
#define N_VALUES 1000000

static double
milliseconds_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1e3;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
print_median (const char *name, double *values, const char *unit, guint n_runs)
{
  qsort (values, N_ROUNDS, sizeof *values, compare);
  g_print ("{\"figure\": \"%s\", \"runs\": %u, \"median\": %.3f, \"largest\": %.3f, \"unit\": \"%s\"}\n", name, n_runs,
           values[N_ROUNDS / 2], values[N_ROUNDS - 1], unit);
}

static guint
count_matches (GListModel *runs, const char *text)
{
  const guint n = g_list_model_get_n_items (runs);
  guint n_matches = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (runs, i);
      g_autofree char *name = g_utf8_casefold (rensa_run_get_name (run), -1);
      g_autofree char *note = g_utf8_casefold (rensa_run_get_note (run), -1);

      if (strstr (name, text) != NULL || strstr (note, text) != NULL || strstr (rensa_run_get_tags (run), text) != NULL
          || strstr (rensa_run_get_dataset (run), text) != NULL)
        n_matches++;
    }

  return n_matches;
}

static void
measure_list (const char *folder, guint n_runs)
{
  double opening[N_ROUNDS];
  double filtering[N_ROUNDS];

  for (int i = 0; i < N_ROUNDS; i++)
    {
      gint64 start = g_get_monotonic_time ();
      RensaStore *store = open_store (folder);

      g_assert_cmpuint (count_runs (store), ==, n_runs);
      opening[i] = milliseconds_since (start);
      start = g_get_monotonic_time ();
      g_assert_cmpuint (count_matches (rensa_store_get_runs (store), "run 77"), >, 0);
      filtering[i] = milliseconds_since (start);
      g_object_unref (store);
    }

  print_median ("open until the list is complete", opening, "ms", n_runs);
  print_median ("filter by text over all runs", filtering, "ms", n_runs);
}

static void
measure_recorder (const char *folder)
{
  static const char *const keys[] = { "main/loss", "main/accuracy", "validation/main/loss",
                                      "validation/main/accuracy" };
  RensaStore *store = open_store (folder);
  RensaRecorder *recorder = begin_run (store, "bench");
  RensaRun *run = rensa_recorder_get_run (recorder);
  double adding[N_ROUNDS];
  double loading[N_ROUNDS];

  for (int round = 0; round < N_ROUNDS; round++)
    {
      const gint64 start = g_get_monotonic_time ();

      for (gint64 i = 0; i < N_VALUES; i++)
        rensa_recorder_add_value (recorder, keys[i % 4], round * N_VALUES + i, (double) i / 600, (double) i * 1e-4,
                                  (double) i);
      adding[round] = milliseconds_since (start) * 1e6 / N_VALUES;
      flush (store);
    }
  print_median ("rensa_recorder_add_value", adding, "ns", count_runs (store));
  g_print ("{\"figure\": \"bytes of a value in the database\", \"mean\": %.2f}\n",
           (double) ask_integer (folder, "SELECT sum(length(data)) * 1000 FROM chunks JOIN series ON series.id = series"
                                         " JOIN runs ON runs.id = run WHERE runs.name = 'bench'")
               / 1e3 / N_ROUNDS / N_VALUES);

  for (int round = 0; round < N_ROUNDS; round++)
    {
      const gint64 start = g_get_monotonic_time ();
      g_autoptr (RensaRunSeries) series = load_series (store, run, keys[0]);

      g_assert_cmpuint (series->n, ==, N_VALUES / 4 * N_ROUNDS);
      loading[round] = milliseconds_since (start) * 1e6 / (double) series->n;
    }
  print_median ("rensa_store_load_series, a value", loading, "ns", count_runs (store));
  finish_run (store, recorder);
  g_object_unref (store);
}

int
main (int argc, char **argv)
{
  const guint n_runs = argc > 1 ? (guint) atoi (argv[1]) : 10000;
  char *folder = test_folder_new ();

  fill_store (folder, n_runs);
  measure_list (folder, n_runs);
  measure_recorder (folder);
  test_folder_free (folder);
  return EXIT_SUCCESS;
}
