/* test-corpus.c: documents, stores and snapshots of earlier programs open as they were written.
 * SPDX-License-Identifier: MIT */

#include <gnu/libc-version.h>
#include <string.h>

#include "corpus.h"
#include "rensa-archive.h"
#include "rensa-builder.h"
#include "rensa-device-find.h"
#include "rensa-init.h"
#include "rensa-json.h"
#include "rensa-npz.h"
#include "rensa-snapshot.h"
#include "store-fixture.h"

#define DIGESTS "weights.sha256"
#define ONE_ITERATION "{\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 1, \"unit\": \"iteration\"}}"

static char *
corpus_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "corpus", name, NULL);
}

/* Writes what the file @path, compressed by gzip, holds into @folder as @name. */
static char *
unpack (const char *path, const char *folder, const char *name)
{
  g_autoptr (GFile) from = g_file_new_for_path (path);
  g_autoptr (GFile) to = g_file_new_build_filename (folder, name, NULL);
  g_autoptr (GFileInputStream) packed = g_file_read (from, NULL, NULL);
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr (GInputStream) bytes = g_converter_input_stream_new (G_INPUT_STREAM (packed), converter);
  g_autoptr (GFileOutputStream) file = g_file_replace (to, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL);

  g_assert_cmpint (
      g_output_stream_splice (G_OUTPUT_STREAM (file), bytes, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL), >, 0);
  return g_file_get_path (to);
}

/* Digests. The first line of the file says what computed the weights; others round differently, and so does code that
 * sanitizers keep from being vectorized. */

#ifdef __SANITIZE_ADDRESS__
#define COMPILER "gcc " __VERSION__ " with sanitizers"
#else
#define COMPILER "gcc " __VERSION__
#endif

static char *
describe_arithmetic (void)
{
  const RensaDevice *device = rensa_device_find ("cpu", NULL);
  g_auto (RensaDeviceFacts) facts = { NULL };

  g_assert_true (device->klass->get_facts (device, &facts, NULL));
  return g_strdup_printf ("# %s, glibc %s, %s", COMPILER, gnu_get_libc_version (), facts.libraries);
}

/* Returns the digest that the corpus has for @path; NULL if it has none. */
static char *
find_digest (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text = test_file_read (folder, DIGESTS);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *arithmetic = describe_arithmetic ();

  if (!g_str_equal (lines[0], arithmetic))
    {
      g_test_message ("Weights are not compared: %s, expected %s", arithmetic, lines[0]);
      return NULL;
    }
  for (guint i = 1; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], "  ", 2);

      if (words[0] != NULL && g_str_equal (words[1], name))
        return g_strdup (words[0]);
    }
  return NULL;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_array (GChecksum *sha, RensaNpz *npz, const char *key)
{
  g_autoptr (RensaArray) array = rensa_npz_read (npz, key, NULL);
  g_autofree guchar *bytes = NULL;

  g_assert_nonnull (array);
  bytes = g_malloc (rensa_array_get_n_bytes (array) + 1);
  g_assert_true (rensa_array_to_host (array, bytes, NULL));
  g_checksum_update (sha, (const guchar *) key, -1);
  g_checksum_update (sha, (const guchar *) "\n", 1);
  g_checksum_update (sha, bytes, (gssize) rensa_array_get_n_bytes (array));
}

/* As digest () of add.py does it. */
static char *
digest_of_file (const char *path)
{
  g_autoptr (RensaNpz) npz = rensa_npz_open (path, NULL);
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autoptr (GChecksum) sha = g_checksum_new (G_CHECKSUM_SHA256);

  g_assert_nonnull (npz);
  for (guint i = 0; i < rensa_npz_get_n_keys (npz); i++)
    g_ptr_array_add (keys, (gpointer) rensa_npz_get_key (npz, i));
  g_ptr_array_sort (keys, compare_keys);
  for (guint i = 0; i < keys->len; i++)
    add_array (sha, npz, keys->pdata[i]);
  return g_strdup (g_checksum_get_string (sha));
}

/* Training */

static RensaTrainer *
make_trainer (RensaDocument *document, const char *snapshot, const char *out)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  RensaTrainer *trainer = NULL;

  g_assert_no_error (error);
  if (snapshot != NULL)
    rensa_builder_expect_snapshot (builder);
  trainer = rensa_builder_make_trainer (builder, out, &error);
  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  if (snapshot != NULL)
    rensa_snapshot_load (trainer, snapshot, &error);
  g_assert_no_error (error);
  return trainer;
}

/* Trains to the end, from @snapshot unless it is NULL; the digest of the weights must be @expected. */
static void
check_weights (RensaDocument *document, const char *snapshot, const char *expected)
{
  char *out = test_folder_new ();
  g_autofree char *path = g_build_filename (out, "model.npz", NULL);
  g_autoptr (RensaTrainer) trainer = make_trainer (document, snapshot, out);
  g_autofree char *digest = NULL;
  g_autoptr (GError) error = NULL;

  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
  rensa_save_npz (path, rensa_link_serialize,
                  rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN), FALSE, &error);
  g_assert_no_error (error);
  digest = digest_of_file (path);
  test_folder_free (out);
  if (expected != NULL)
    g_assert_cmpstr (digest, ==, expected);
}

/* Documents */

static void
assert_written_alike (RensaDocument *document)
{
  g_autofree char *text = rensa_document_to_text (document);
  g_autoptr (RensaDocument) again = rensa_document_parse (text, -1, "again.rensa", NULL);
  g_autofree char *text_again = NULL;

  g_assert_nonnull (again);
  g_assert_true (json_object_equal (rensa_document_get_json (document), rensa_document_get_json (again)));
  text_again = rensa_document_to_text (again);
  g_assert_cmpstr (text, ==, text_again);
}

static void
check_document (gconstpointer path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = rensa_document_load (path, &error);
  g_autofree char *digest = find_digest (path);
  struct json_object *json;

  g_assert_no_error (error);
  assert_written_alike (document);
  if (digest == NULL)
    return;

  json = rensa_document_change (document);
  json_object_object_add (json, "stop", json_tokener_parse (ONE_ITERATION));
  json_object_object_add (json, "extensions", json_object_new_array ());
  check_weights (document, NULL, digest);
}

/* Snapshots */

/* Sums kept by an extension may differ, because they may be computed in another way than before. */
static void
assert_same_array (RensaNpz *before, RensaNpz *now, const char *key)
{
  g_autoptr (GChecksum) a = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GChecksum) b = g_checksum_new (G_CHECKSUM_SHA256);

  g_test_message ("%s", key);
  g_assert_true (rensa_npz_has (now, key));
  if (!g_str_has_prefix (key, "updater/"))
    return;

  add_array (a, before, key);
  add_array (b, now, key);
  g_assert_cmpstr (g_checksum_get_string (a), ==, g_checksum_get_string (b));
}

/* Saved again at once, it has every array of the file, and models, optimizers and iterators in the same state. */
static void
assert_saved_alike (RensaDocument *document, const char *snapshot)
{
  char *out = test_folder_new ();
  g_autofree char *path = g_build_filename (out, "again.npz", NULL);
  g_autoptr (RensaTrainer) trainer = make_trainer (document, snapshot, out);
  g_autoptr (RensaNpz) before = rensa_npz_open (snapshot, NULL);
  g_autoptr (RensaNpz) now = NULL;

  g_assert_true (rensa_snapshot_save (trainer, path, NULL));
  now = rensa_npz_open (path, NULL);
  for (guint i = 0; i < rensa_npz_get_n_keys (before); i++)
    assert_same_array (before, now, rensa_npz_get_key (before, i));
  test_folder_free (out);
}

/* "COMMIT/NAME.npz.gz" is of the document "NAME.rensa". */
static void
check_snapshot (gconstpointer path)
{
  char *folder = test_folder_new ();
  g_autofree char *snapshot = unpack (path, folder, "snapshot.npz");
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GString) document_name = g_string_new (name);
  g_autofree char *document_path = NULL;
  g_autoptr (RensaDocument) document = NULL;
  g_autofree char *digest = find_digest (path);

  g_string_replace (document_name, ".npz.gz", ".rensa", 0);
  document_path = corpus_path (document_name->str);
  document = rensa_document_load (document_path, NULL);
  g_assert_nonnull (document);
  assert_saved_alike (document, snapshot);
  check_weights (document, snapshot, digest);
  test_folder_free (folder);
}

/* Stores. Columns that a schema lacks have no values. */

#define PROOFS_SINCE 5
#define VERDICTS_SINCE 6
#define RECORDS_SINCE 7

static void
check_row (RensaRun *run, gint64 version)
{
  g_assert_cmpstr (rensa_run_get_name (run), ==, "Möwen");
  g_assert_cmpstr (rensa_run_get_note (run), ==, "first try");
  g_assert_cmpstr (rensa_run_get_tags (run), ==, "two, moons");
  g_assert_true (rensa_run_get_starred (run));
  g_assert_cmpstr (rensa_run_get_parent (run), ==, "parent");
  g_assert_cmpint (rensa_run_get_state (run), ==, RENSA_RUN_FINISHED);
  g_assert_cmpstr (rensa_run_get_dataset (run), ==, "moons");
  g_assert_cmpstr (rensa_run_get_optimizer (run), ==, "Adam");
  g_assert_cmpstr (rensa_run_get_device (run), ==, "cpu");
  g_assert_cmpint (rensa_run_get_seed (run), ==, CORPUS_SEED);
  g_assert_cmpint (rensa_run_get_n_links (run), ==, 3);
  g_assert_cmpint (rensa_run_get_n_params (run), ==, 354);
  g_assert_cmpint (rensa_run_get_iteration (run), ==, CORPUS_N_VALUES);
  g_assert_cmpfloat (rensa_run_get_epoch (run), ==, CORPUS_EPOCH (CORPUS_N_VALUES));
  g_assert_cmpfloat (rensa_run_get_elapsed (run), ==, CORPUS_ELAPSED (CORPUS_N_VALUES));
  g_assert_cmpstr (rensa_run_get_loss_name (run), ==, CORPUS_LOSS);
  g_assert_cmpfloat (rensa_run_get_best_loss (run), ==, CORPUS_VALUE (CORPUS_N_VALUES));
  g_assert_cmpfloat (rensa_run_get_last_loss (run), ==, CORPUS_VALUE (CORPUS_N_VALUES));
  g_assert_false (rensa_run_get_not_finite (run));
  g_assert_cmpstr (rensa_run_get_advice (run), ==, version >= VERDICTS_SINCE ? "train-on" : NULL);
  g_assert_cmpstr (rensa_run_get_verdict (run), ==, version == VERDICTS_SINCE ? CORPUS_OLD_VERDICT : NULL);
  g_assert_cmpstr (rensa_run_get_verdict_record (run), ==, version >= RECORDS_SINCE ? CORPUS_VERDICT : NULL);
}

static void
check_proofs (RensaRun *run, gint64 version)
{
  g_auto (GStrv) proofs = rensa_run_list_proofs (run, TRUE);

  g_assert_cmpuint (g_strv_length (proofs), ==, version >= PROOFS_SINCE ? 1 : 0);
  if (version >= PROOFS_SINCE)
    g_assert_cmpstr (proofs[0], ==, "onnx");
}

static void
check_series (RensaStore *store, RensaRun *run)
{
  g_autoptr (RensaRunSeries) series = load_series (store, run, CORPUS_LOSS);
  g_autoptr (GPtrArray) reports = rensa_store_list_series (store, run, NULL);
  const RensaReportKey *report;

  g_assert_cmpuint (reports->len, ==, 1);
  report = reports->pdata[0];
  g_assert_cmpstr (report->key, ==, CORPUS_LOSS);
  g_assert_cmpint (report->measure, ==, RENSA_MEASURE_LOSS);
  g_assert_cmpuint (series->n, ==, CORPUS_N_VALUES);
  for (gsize i = 0; i < series->n; i++)
    {
      const int iteration = (int) i + 1;

      g_assert_cmpfloat (series->iterations[i], ==, iteration);
      g_assert_cmpfloat (series->epochs[i], ==, CORPUS_EPOCH (iteration));
      g_assert_cmpfloat (series->elapsed[i], ==, CORPUS_ELAPSED (iteration));
      g_assert_cmpfloat (series->values[i], ==, CORPUS_VALUE (iteration));
    }
}

static void
check_contents (RensaStore *store, RensaRun *run)
{
  g_autoptr (GPtrArray) rows = rensa_store_load_log (store, run, NULL);
  g_autoptr (GPtrArray) events = rensa_store_load_events (store, run, NULL);
  g_autofree char *document = rensa_store_load_document (store, run, NULL);
  g_autofree char *path = corpus_path ("classifier.rensa");
  g_autofree char *expected = NULL;
  const RensaRunLogRow *row;
  const RensaRunEvent *event;

  g_assert_true (g_file_get_contents (path, &expected, NULL, NULL));
  g_assert_cmpstr (document, ==, expected);
  g_assert_cmpuint (rows->len, ==, 1);
  row = rows->pdata[0];
  g_assert_cmpuint (row->n, ==, 3);
  g_assert_cmpstr (row->keys[2], ==, CORPUS_LOSS);
  g_assert_cmpfloat (row->values[2], ==, CORPUS_VALUE (CORPUS_N_VALUES));
  g_assert_cmpuint (events->len, ==, 1);
  event = events->pdata[0];
  g_assert_cmpint (event->iteration, ==, 3);
  g_assert_cmpfloat (event->epoch, ==, CORPUS_EPOCH (3));
  g_assert_cmpfloat (event->elapsed, ==, CORPUS_ELAPSED (3));
  g_assert_cmpstr (event->what, ==, "optimizer.alpha");
  g_assert_cmpstr (event->text, ==, "0.005");
}

static void
check_store (gconstpointer path)
{
  char *folder = test_folder_new ();
  g_autofree char *database = unpack (path, folder, "runs.db");
  const gint64 version = ask_integer (folder, "PRAGMA user_version");
  RensaStore *store = open_store (folder);

  g_test_message ("%s: version %" G_GINT64_FORMAT, database, version);
  g_assert_null (rensa_store_get_notice (store));
  g_assert_cmpuint (count_runs (store), ==, 1);
  check_row (first_run (store), version);
  check_proofs (first_run (store), version);
  check_series (store, first_run (store));
  check_contents (store, first_run (store));
  g_object_unref (store);
  test_folder_free (folder);
}

/* The tests: one for each file. */

static const struct
{
  const char *suffix;
  GTestDataFunc check;
} kinds[] = { { ".rensa", check_document }, { ".npz.gz", check_snapshot }, { "runs.db.gz", check_store } };

static void
add_files (const char *commit)
{
  g_autofree char *folder = corpus_path (commit);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
      if (g_str_has_suffix (name, kinds[i].suffix))
        {
          g_autofree char *test = g_strdup_printf ("/corpus/%s/%s", commit, name);

          g_test_add_data_func_full (test, g_build_filename (folder, name, NULL), kinds[i].check, g_free);
        }
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name;

  store_tests_init (&argc, &argv);
  rensa_init ();
  folder = corpus_path ("");
  dir = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    add_files (name);
  return g_test_run ();
}
