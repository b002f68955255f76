/* test-exchange.c: snapshots that Chainer wrote of whole trainers, read, written and gone on with.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "arrays.h"
#include "export-fixture.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"
#include "rensa-snapshot.h"

#define RTOL 1e-5
#define ATOL 1e-6

/* @name: of the document whose run Chainer saved in iteration 5, as build-aux/record-chainer-snapshot.py let it
 * @end: the last iteration */
typedef struct
{
  const char *name;
  gint64 end;
} Exchange;

static const Exchange exchanges[] = {
  { "trainer_extensions", 7 },
  { "trainer_mlp", 7 },
  { "trainer_convnet", 7 },
  { "trainer_lstm", 10 },
};

/* One of its runs. */
typedef struct
{
  char *folder;
  RensaTrainer *trainer;
} Run;

static char *
reference_path (const Exchange *exchange, const char *ending)
{
  g_autofree char *file = g_strconcat (exchange->name, ending, NULL);

  return g_test_build_filename (G_TEST_DIST, "reference", "serialized", file, NULL);
}

static Run
run_new (const Exchange *exchange)
{
  g_autofree char *path = reference_path (exchange, ".rensa");
  g_autoptr (RensaDocument) document = rensa_document_load (path, NULL);
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, NULL);
  Run run = { .folder = test_folder_new () };

  g_assert_nonnull (builder);
  run.trainer = rensa_builder_make_trainer (builder, run.folder, NULL);
  g_assert_nonnull (run.trainer);
  rensa_trainer_set_output (run.trainer, NULL);
  return run;
}

static void
run_clear (Run *run)
{
  rensa_trainer_free (run->trainer);
  test_folder_remove (run->folder);
  g_free (run->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static void
load_snapshot (const Exchange *exchange, RensaTrainer *trainer)
{
  g_autofree char *path = reference_path (exchange, ".npz");
  g_autoptr (GError) error = NULL;

  rensa_snapshot_load (trainer, path, &error);
  g_assert_no_error (error);
}

static void
assert_close (RensaArray *ours, RensaArray *theirs, double rtol, double atol)
{
  const gint64 n = rensa_array_get_count (ours);
  g_autofree double *a = get_values (ours);
  g_autofree double *b = get_values (theirs);

  g_assert_cmpint (rensa_array_get_dtype (ours), ==, rensa_array_get_dtype (theirs));
  g_assert_true (rensa_shape_equal (rensa_array_get_shape (ours), rensa_array_get_shape (theirs)));
  for (gint64 i = 0; i < n; i++)
    g_assert_cmpfloat (fabs (a[i] - b[i]), <=, atol + rtol * fabs (b[i]));
}

/* Every key of @theirs is in @ours; arrays are of one type, and equal but for the tolerance. */
static void
assert_holds (RensaNpz *ours, RensaNpz *theirs, double rtol, double atol)
{
  for (guint i = 0; i < rensa_npz_get_n_keys (theirs); i++)
    {
      const char *key = rensa_npz_get_key (theirs, i);
      g_autoptr (RensaArray) y = rensa_npz_read (theirs, key, NULL);
      g_autoptr (RensaArray) x = rensa_npz_read (ours, key, NULL);

      g_test_message ("%s", key);
      g_assert_true (rensa_npz_has (ours, key));
      /* Texts are no arrays. */
      g_assert_true ((x != NULL) == (y != NULL));
      if (x != NULL)
        assert_close (x, y, rtol, atol);
    }
}

/* What was read is written: the same keys, types and numbers, whatever extension they belong to. */
static void
read_and_written (gconstpointer data)
{
  g_auto (Run) run = run_new (data);
  g_autofree char *reference = reference_path (data, ".npz");
  g_autofree char *path = g_build_filename (run.folder, "again.npz", NULL);
  g_autoptr (RensaNpz) theirs = rensa_npz_open (reference, NULL);
  g_autoptr (RensaNpz) ours = NULL;

  load_snapshot (data, run.trainer);
  g_assert_cmpint (rensa_updater_get_iteration (rensa_trainer_get_updater (run.trainer)), ==, 5);
  g_assert_true (rensa_snapshot_save (run.trainer, path, NULL));
  ours = rensa_npz_open (path, NULL);
  g_assert_cmpuint (rensa_npz_get_n_keys (theirs), >, 30);
  assert_holds (ours, theirs, 0, 0);
}

/* A run from its beginning writes these keys, too. */
static void
written_afresh (gconstpointer data)
{
  g_auto (Run) run = run_new (data);
  g_autofree char *reference = reference_path (data, ".npz");
  g_autofree char *path = g_build_filename (run.folder, "snapshot_iter_5", NULL);
  g_autoptr (RensaNpz) theirs = rensa_npz_open (reference, NULL);
  g_autoptr (RensaNpz) ours = NULL;

  g_assert_true (rensa_trainer_run (run.trainer, NULL));
  ours = rensa_npz_open (path, NULL);
  assert_holds (ours, theirs, 0, INFINITY);
}

static void
goes_on (gconstpointer data)
{
  const Exchange *exchange = data;
  g_auto (Run) run = run_new (data);
  g_autoptr (GError) error = NULL;
  g_autofree char *reference = reference_path (data, "_io.npz");
  g_autofree char *path = g_build_filename (run.folder, "model.npz", NULL);
  g_autofree char *graph = g_build_filename (run.folder, "cg.dot", NULL);
  g_autoptr (RensaNpz) theirs = rensa_npz_open (reference, NULL);
  g_autoptr (RensaNpz) ours = NULL;
  RensaLink *model = rensa_updater_get_target (rensa_trainer_get_updater (run.trainer), RENSA_MAIN);

  load_snapshot (data, run.trainer);
  rensa_trainer_run (run.trainer, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_updater_get_iteration (rensa_trainer_get_updater (run.trainer)), ==, exchange->end);
  g_assert_true (rensa_save_npz (path, rensa_link_serialize, model, FALSE, NULL));
  ours = rensa_npz_open (path, NULL);
  assert_holds (ours, theirs, RTOL, ATOL);
  /* Chainer had drawn it in the first iteration. */
  g_assert_false (g_file_test (graph, G_FILE_TEST_EXISTS));
}

static void
add_test (const Exchange *exchange, const char *what, GTestDataFunc test)
{
  g_autofree char *path = g_strdup_printf ("/exporters/chainer/exchange/%s/%s", exchange->name, what);

  g_test_add_data_func (path, exchange, test);
}

int
main (int argc, char **argv)
{
  export_tests_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (exchanges); i++)
    {
      add_test (&exchanges[i], "read-and-written", read_and_written);
      add_test (&exchanges[i], "written-afresh", written_afresh);
      add_test (&exchanges[i], "goes-on", goes_on);
    }
  return g_test_run ();
}
