/* test-bad-weights.c: files of weights and snapshots that cannot be used: one sentence, exit status 1, and nothing
 * written.
 * SPDX-License-Identifier: MIT */

#include "archive-fixture.h"

/* A run, which the program finds in a snapshot below this. */
#define IN_SNAPSHOT "updater/model:main/"
#define SNAPSHOT "run/snapshot_iter_12"
#define WEIGHTS "run/model.npz"

#define W "predictor/l1/W"
#define W_EXPECTED "KEY: expected float32 of shape (4, 2), but the file contains "

static const BadArray arrays[] = {
  { "dtype", W, NPY ("<i4", "(4, 2)"), 32, 0, W_EXPECTED "int32 of shape (4, 2)." },
  { "bool", W, NPY ("|b1", "(4, 2)"), 8, 0, W_EXPECTED "bool of shape (4, 2)." },
  { "complex", W, NPY ("<c8", "(4, 2)"), 64, 0, "KEY: the dtype '<c8' is not supported." },
  { "shape", W, NPY ("<f4", "(2, 4)"), 32, 0,
    W_EXPECTED "float32 of shape (2, 4), which would match with its axes transposed, as between Keras and Chainer." },
  { "axes", W, NPY ("<f4", "(8,)"), 32, 0, W_EXPECTED "float32 of shape (8,)." },
  { "number", W, NPY ("<f4", "()"), 4, 0, W_EXPECTED "float32 of shape ()." },
  { "overflow", W, NPY ("<f4", "(4294967296, 4294967296)"), 32, 0,
    "KEY: the size of the shape in the array header overflows" },
  { "short", W, NPY ("<f4", "(4, 2)"), 28, 0, "KEY: the header specifies 32 bytes of data, but 28 follow." },
  { "missing", W, NULL, 0, 0, " does not contain “KEY”." },
  { "extra", W "2", NPY ("<f4", "(4, 2)"), 32, 0, " contains “KEY”, which is not used here." },
  { "object", W, NPY ("|O", "()"), 32, '.', "KEY: pickled Python objects other than None are not loaded" },
  { "objects", W, NPY ("|O", "(4, 2)"), 32, '.', "pickled Python objects, which are not loaded" },
  { "structured", W, "{'descr': [('w', '<f4')], 'fortran_order': False, 'shape': (8,), }", 32, 0,
    "KEY: the array header specifies a structured dtype" },
  { "text", W, NPY ("<U8", "()"), 32, 0, "KEY: expected an array, but the file contains a string." },
  { "header", W, "(4, 2)", 32, 0, "KEY: the array header is not a dictionary." },
};

static void
set_up (Cli *cli, gconstpointer data)
{
  cli_set_up (cli, data);
  cli_write_document (cli, "\"stop\"", "\"extensions\": [\"LogReport\", \"snapshot\"], \"stop\"");
  cli_run (cli, "train a.rensa --out run --quiet");
  cli_assert_ok (cli);
  g_assert_true (cli_has (cli, SNAPSHOT));
}

static void
evaluate (Cli *cli)
{
  cli_run (cli, "evaluate a.rensa --weights " WEIGHTS);
  g_assert_cmpstr (cli->out, ==, "");
}

static void
resume (Cli *cli)
{
  cli_run (cli, "train a.rensa --out out --quiet --resume " SNAPSHOT);
  cli_assert_holds (cli, "out", "");
}

static void
test_array (Cli *cli, gconstpointer data)
{
  archive_put (cli, WEIGHTS, "", data);
  evaluate (cli);
  archive_assert_failed (cli, "", data);
  cli_assert_failed (cli, "rensa: " WEIGHTS);

  archive_put (cli, SNAPSHOT, IN_SNAPSHOT, data);
  resume (cli);
  archive_assert_failed (cli, IN_SNAPSHOT, data);
  cli_assert_failed (cli, "rensa: " SNAPSHOT);
}

static void
test_archive (Cli *cli, gconstpointer data)
{
  const BadArchive *archive = data;

  archive_spoil (cli, WEIGHTS, archive);
  evaluate (cli);
  cli_assert_failed (cli, "rensa: “" WEIGHTS);
  cli_assert_failed (cli, archive->expected);

  archive_spoil (cli, SNAPSHOT, archive);
  resume (cli);
  cli_assert_failed (cli, "rensa: “" SNAPSHOT);
  cli_assert_failed (cli, archive->expected);
}

/* A file that is whole, but holds something else: @arguments name it. */
typedef struct
{
  const char *name;
  const char *arguments;
  const char *expected;
} Mismatch;

static const Mismatch mismatches[] = {
  { "weights/missing", "evaluate a.rensa --weights no/such.npz",
    "“no/such.npz” could not be opened: No such file or directory." },
  { "weights/folder", "evaluate a.rensa --weights run", "“run” could not be opened: it is a folder." },
  { "weights/document", "evaluate a.rensa --weights a.rensa",
    "“a.rensa” is not an NPZ file: it is not a ZIP archive." },
  { "weights/fewer-links", "evaluate a.rensa --set model.l2.nobias=true --weights " WEIGHTS,
    WEIGHTS " contains “predictor/l2/b”, which is not used here." },
  { "weights/other-size", "evaluate a.rensa --set model.l1.out_size=5 --weights " WEIGHTS,
    WEIGHTS ": predictor/l1/W: expected float32 of shape (5, 2), but the file contains float32 of shape (4, 2)." },
  { "weights/other-link", "evaluate a.rensa --set 'model.relu1=BatchNormalization(size=4)' --weights " WEIGHTS,
    WEIGHTS " does not contain “predictor/relu1/gamma”." },
  { "snapshot/missing", "train a.rensa --out out --resume no/such",
    "“no/such” could not be opened: No such file or directory." },
  { "snapshot/folder", "train a.rensa --out out --resume run", "“run” could not be opened: it is a folder." },
  { "snapshot/weights", "train a.rensa --out out --resume " WEIGHTS,
    "“" WEIGHTS "” is not a snapshot of a run because it does not contain “updater/iteration”." },
  { "snapshot/other-size", "train a.rensa --out out --set model.l1.out_size=5 --resume " SNAPSHOT,
    SNAPSHOT ": updater/model:main/predictor/l1/W: expected float32 of shape (5, 2), but" },
  { "snapshot/other-optimizer", "train a.rensa --out out --set optimizer=SGD --resume " SNAPSHOT,
    SNAPSHOT " contains" },
  { "snapshot/other-data", "train a.rensa --out out --set data.dataset.n=50 --resume " SNAPSHOT,
    SNAPSHOT
    ": updater/iterator:main/order: expected int64 of shape (50,), but the file contains int64 of shape (60,)" },
};

static void
test_mismatch (Cli *cli, gconstpointer data)
{
  const Mismatch *mismatch = data;

  cli_run (cli, mismatch->arguments);
  cli_assert_failed (cli, mismatch->expected);
  cli_assert_holds (cli, "out", "");
  cli_assert_holds (cli, "run", "log model.npz snapshot_iter_12 snapshot_iter_6");
}

static void
add (const char *name, gconstpointer data, void (*test) (Cli *cli, gconstpointer data))
{
  g_autofree char *path = g_strconcat ("/cli/bad/", name, NULL);

  g_test_add (path, Cli, data, set_up, test, cli_tear_down);
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      g_autofree char *name = g_strconcat ("array/", arrays[i].name, NULL);

      add (name, &arrays[i], test_array);
    }
  for (guint i = 0; i < N_BAD_ARCHIVES; i++)
    {
      g_autofree char *name = g_strconcat ("archive/", bad_archives[i].name, NULL);

      add (name, &bad_archives[i], test_archive);
    }
  for (guint i = 0; i < G_N_ELEMENTS (mismatches); i++)
    add (mismatches[i].name, &mismatches[i], test_mismatch);
  return g_test_run ();
}
