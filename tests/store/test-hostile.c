/* test-hostile.c: a database that somebody else has written.
 *
 * Each column of each table gets each of a list of odd values; whatever comes out of it, the store opens, lists, reads,
 * resumes, trims and closes, and touches nothing that is not its own.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "store-fixture.h"

/* As SQL has them. */
static const char *const values[] = {
  "NULL",
  "-1",
  "0",
  "3",
  "9223372036854775807",
  "-9223372036854775808",
  "-1e308",
  "9e999",
  "''",
  "'..'",
  "'../../victim'",
  "'/etc/passwd'",
  "'hooks.5.rate'",
  "printf('%70000s', 'x')",
  "cast(x'ff00fe41' AS TEXT)",
  "x'00ff00'",
  "zeroblob(70000)",
};

#define N_RUNS G_N_ELEMENTS (values)

/* A folder with "store", which is opened, and "victim", which is to stay as it is. */
typedef struct
{
  char *folder;
  char *store;
  char *victim;
} Place;

static void
report (RensaRecorder *recorder)
{
  g_autofree char *path = g_build_filename (rensa_recorder_get_folder (recorder), "snapshot_iter_10", NULL);

  for (gint64 i = 1; i <= 20; i++)
    rensa_recorder_add_value (recorder, "main/loss", i, (double) i / 10, (double) i, 1 / (double) i);
  rensa_recorder_add_log (recorder, 0, (const char *[]){ "main/loss", "iteration" }, (double[]){ 0.1, 10 }, 2);
  rensa_recorder_add_event (recorder, 5, 0.5, 5, "optimizer.alpha", "0.1");
  g_assert_true (g_file_set_contents (path, "snapshot", -1, NULL));
  rensa_recorder_add_artifact (recorder, "snapshot", path, 10);
}

/* As many runs as there are values, all alike, and one that has been removed for good. */
static void
place_set_up (Place *place)
{
  g_autofree char *file = NULL;
  RensaStore *store;

  place->folder = test_folder_new ();
  place->store = g_build_filename (place->folder, "store", NULL);
  place->victim = g_build_filename (place->folder, "victim", NULL);
  file = g_build_filename (place->victim, "thesis", NULL);
  g_assert_cmpint (g_mkdir (place->victim, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "precious", -1, NULL));

  store = open_store (place->store);
  for (guint i = 0; i <= N_RUNS; i++)
    {
      RensaRecorder *recorder = begin_run (store, "run");

      report (recorder);
      rensa_recorder_set_state (recorder, RENSA_RUN_STOPPED);
      rensa_recorder_free (recorder);
    }
  flush (store);
  g_object_unref (store);
  run_sql (place->store, "PRAGMA foreign_keys = ON; DELETE FROM runs WHERE id = (SELECT max(id) FROM runs)");
}

static void
place_tear_down (Place *place)
{
  g_autofree char *file = g_build_filename (place->victim, "thesis", NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "precious");
  g_free (place->store);
  g_free (place->victim);
  test_folder_free (place->folder);
}

/* The same table with nothing that it insists on. */
static char *
loosen (const char *table)
{
  return g_strdup_printf (
      "DROP TRIGGER IF EXISTS runs_inserted; DROP TRIGGER IF EXISTS runs_updated;"
      "DROP TRIGGER IF EXISTS runs_removed; CREATE TABLE loose AS SELECT * FROM %s; DROP TABLE %s; ALTER TABLE loose RENAME TO %s;",
      table, table, table);
}

/* The rows of a table that belong to run @i; all where it has no runs. */
static char *
select_rows (const char *table, guint i)
{
  if (g_str_equal (table, "runs"))
    return g_strdup_printf ("id = %u", i);
  if (g_str_equal (table, "chunks"))
    return g_strdup_printf ("series = %u", i);
  if (g_str_equal (table, "revisions") || g_str_equal (table, "removed"))
    return g_strdup ("1");
  return g_strdup_printf ("run = %u", i);
}

static void
spoil_value (const char *folder, const char *table, const char *column, guint i)
{
  g_autofree char *rows = select_rows (table, i + 1);
  g_autofree char *loose = loosen (table);
  g_autofree char *update = g_strdup_printf ("UPDATE %s SET %s = %s WHERE %s", table, column, values[i], rows);
  g_autofree char *both = g_strconcat ("PRAGMA foreign_keys = OFF; BEGIN;", loose, update, ";COMMIT", NULL);

  if (!try_sql (folder, update))
    run_sql (folder, both);
}

static void
look_at_properties (RensaRun *run)
{
  guint n;
  g_autofree GParamSpec **specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (run), &n);
  g_autoptr (GDateTime) ended = g_date_time_new_from_unix_local (rensa_run_get_ended (run) / G_USEC_PER_SEC);

  for (guint i = 0; i < n; i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;
      g_autofree char *text = NULL;

      g_value_init (&value, specs[i]->value_type);
      g_object_get_property (G_OBJECT (run), specs[i]->name, &value);
      text = g_strdup_value_contents (&value);
      g_assert_true (!G_VALUE_HOLDS_STRING (&value) || g_value_get_string (&value) == NULL
                     || g_utf8_validate (g_value_get_string (&value), -1, NULL));
    }
  g_assert_nonnull (rensa_run_get_name (run));
  g_assert_nonnull (rensa_run_get_tags (run));
  g_assert_nonnull (ended);
  g_assert_cmpint (rensa_run_get_ended (run) == 0 || rensa_run_get_ended (run) >= rensa_run_get_started (run), ==, 1);
  g_assert_true (isfinite (rensa_run_get_elapsed (run)) && rensa_run_get_elapsed (run) >= 0);
  g_assert_true (g_uuid_string_is_valid (rensa_run_get_uuid (run)));
}

static void
assert_sentence (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_true (g_str_has_suffix (error->message, "."));
}

static void
look_at_series (RensaStore *store, RensaRun *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) reports = rensa_store_list_series (store, run, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < reports->len; i++)
    {
      const RensaReportKey *report = reports->pdata[i];
      g_autoptr (RensaRunSeries) series = rensa_store_load_series (store, run, report->key, &error);

      g_assert_true (g_utf8_validate (report->key, -1, NULL));
      if (series == NULL)
        assert_sentence (error);
      g_clear_error (&error);
    }
}

static void
look_at_rows (RensaStore *store, RensaRun *run)
{
  g_autoptr (GPtrArray) log = rensa_store_load_log (store, run, NULL);
  g_autoptr (GPtrArray) events = rensa_store_load_events (store, run, NULL);
  g_autoptr (GPtrArray) changes = rensa_store_load_changes (store, run, NULL);
  g_autoptr (GPtrArray) artifacts = rensa_store_load_artifacts (store, run, NULL);
  g_autofree char *folder = rensa_store_get_run_folder (store, run);

  for (guint i = 0; i < log->len; i++)
    for (guint k = 0; k < ((RensaRunLogRow *) log->pdata[i])->n; k++)
      g_assert_true (g_utf8_validate (((RensaRunLogRow *) log->pdata[i])->keys[k], -1, NULL));
  for (guint i = 0; i < events->len; i++)
    g_assert_true (g_utf8_validate (((RensaRunEvent *) events->pdata[i])->text, -1, NULL));
  g_assert_cmpuint (changes->len, <=, events->len);
  for (guint i = 0; i < artifacts->len; i++)
    {
      const RensaRunArtifact *artifact = artifacts->pdata[i];

      g_assert_true (g_str_has_prefix (artifact->path, folder));
    }
}

/* What is refused is refused by a sentence. */
static void
go_on (RensaStore *store, RensaRun *run)
{
  g_autoptr (GError) error = NULL;
  RensaRecorder *recorder = rensa_store_continue (store, run, 10, &error);

  if (recorder == NULL)
    {
      assert_sentence (error);
      return;
    }
  rensa_recorder_add_value (recorder, "main/loss", 11, 1.1, 11, 0.5);
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  rensa_recorder_free (recorder);
}

static void
use_run (RensaStore *store, RensaRun *run)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *document = rensa_store_load_document (store, run, &error);
  gint64 freed;

  if (document == NULL)
    assert_sentence (error);
  g_clear_error (&error);
  look_at_properties (run);
  look_at_series (store, run);
  look_at_rows (store, run);
  rensa_store_set_note (store, run, "seen");
  if (!rensa_store_remove_snapshots (store, run, &freed, &error))
    assert_sentence (error);
  go_on (store, run);
}

static void
use_store (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaStore) store = rensa_store_open (folder, &error);
  GListModel *runs;

  if (store == NULL)
    {
      assert_sentence (error);
      return;
    }
  runs = rensa_store_get_runs (store);
  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (runs, i);

      use_run (store, run);
    }
  rensa_store_measure (store);
  rensa_recorder_free (begin_run (store, "one more"));
  if (!rensa_store_flush (store, &error))
    assert_sentence (error);
}

static void
spoil_column (const char *table, const char *column, guint first, guint end)
{
  Place place;

  place_set_up (&place);
  g_test_message ("%s.%s", table, column);
  for (guint i = first; i < end; i++)
    spoil_value (place.store, table, column, i);
  use_store (place.store);
  place_tear_down (&place);
}

/* Where a table has no runs, one value is tried after the other. */
static void
spoil_table (gconstpointer data)
{
  const char *table = data;
  const gboolean is_of_runs = !g_str_equal (table, "revisions") && !g_str_equal (table, "removed");
  char *folder = test_folder_new ();
  g_autofree char *sql = g_strdup_printf ("SELECT group_concat(name) FROM pragma_table_info('%s')", table);
  g_autofree char *columns = NULL;
  g_auto (GStrv) names = NULL;

  g_object_unref (open_store (folder));
  columns = ask_text (folder, sql);
  names = g_strsplit (columns, ",", 0);
  for (guint i = 0; names[i] != NULL; i++)
    if (is_of_runs)
      spoil_column (table, names[i], 0, N_RUNS);
    else
      for (guint k = 0; k < N_RUNS; k++)
        spoil_column (table, names[i], k, k + 1);
  test_folder_free (folder);
}

/* Deleted rows whose uuid leads elsewhere, and links in the place of what is to be removed. */
static void
removes_nothing_else (void)
{
  Place place;
  g_autofree char *linked = NULL;
  g_autofree char *inner = NULL;
  g_autofree char *own = NULL;

  place_set_up (&place);
  linked = g_build_filename (place.store, "runs", "00000000-0000-4000-8000-00000000000a", NULL);
  own = g_build_filename (place.store, "runs", "00000000-0000-4000-8000-00000000000b", NULL);
  inner = g_build_filename (own, "link", NULL);
  g_assert_cmpint (symlink (place.victim, linked), ==, 0);
  g_assert_cmpint (g_mkdir (own, 0700), ==, 0);
  g_assert_cmpint (symlink (place.victim, inner), ==, 0);
  for (guint i = 0; i < N_RUNS; i++)
    if (!g_str_equal (values[i], "NULL"))
      spoil_value (place.store, "runs", "uuid", i);
  run_sql (place.store, "UPDATE runs SET deleted = 1;"
                        "INSERT INTO runs (uuid, name, state, started, deleted) VALUES"
                        " ('00000000-0000-4000-8000-00000000000a', 'a', 'finished', 1, 1),"
                        " ('00000000-0000-4000-8000-00000000000b', 'b', 'finished', 1, 1)");
  use_store (place.store);
  g_assert_false (g_file_test (own, G_FILE_TEST_EXISTS));
  g_assert_cmpint (ask_integer (place.store, "SELECT count(*) FROM runs WHERE name = 'b'"), ==, 0);
  place_tear_down (&place);
}

static gboolean
has_run_called (RensaStore *store, const char *name)
{
  for (guint i = 0; i < count_runs (store); i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (rensa_store_get_runs (store), i);

      if (g_str_equal (rensa_run_get_name (run), name))
        return TRUE;
    }
  return FALSE;
}

/* The person learns of it, once. */
static void
tells_what_is_left_out (void)
{
  Place place;
  g_autoptr (RensaStore) store = NULL;

  place_set_up (&place);
  run_sql (place.store, "UPDATE runs SET uuid = '../../victim' WHERE id = 1");
  store = open_store (place.store);
  g_assert_cmpuint (count_runs (store), ==, N_RUNS - 1);
  g_assert_nonnull (strstr (rensa_store_get_notice (store), "one row is left out"));
  run_sql (place.store, "UPDATE runs SET uuid = '../other' WHERE id = 2; UPDATE runs SET name = 'new' WHERE id = 3");
  wait_until (has_run_called (store, "new"));
  g_assert_cmpuint (count_runs (store), ==, N_RUNS - 1);
  g_clear_object (&store);
  place_tear_down (&place);
}

int
main (int argc, char **argv)
{
  static const char *const tables[] = { "runs",   "documents", "series",    "chunks", "log",
                                        "events", "artifacts", "revisions", "removed" };

  /* Nothing here is about the disk, and thousands of commits are. */
  if (g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR))
    g_setenv ("TMPDIR", "/dev/shm", TRUE);
  store_tests_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *path = g_strconcat ("/store/hostile/", tables[i], NULL);

      g_test_add_data_func (path, tables[i], spoil_table);
    }
  g_test_add_func ("/store/hostile/removes-nothing-else", removes_nothing_else);
  g_test_add_func ("/store/hostile/tells-what-is-left-out", tells_what_is_left_out);
  return g_test_run ();
}
