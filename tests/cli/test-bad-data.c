/* test-bad-data.c: data that cannot be used: one sentence, exit status 1, and nothing written.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "archive-fixture.h"

#define N 40

static void
assert_refused (Cli *cli, const char *options, const char *expected)
{
  g_autofree char *arguments = g_strdup_printf ("train a.rensa --quiet %s", options != NULL ? options : "");

  cli_run (cli, arguments);
  cli_assert_failed (cli, "rensa: a.rensa: ");
  cli_assert_failed (cli, expected);
  cli_assert_holds (cli, "result", "");
}

/* The table, in which @find becomes @replacement; the whole of it where there is no @find. */
typedef struct
{
  const char *name;
  const char *find;
  const char *replacement;
  const char *expected;
  const char *options;
} BadTable;

#define ROW "\n5,5,1\n"
#define FIVE "t.csv, line 7, column “a”: expected a number, but found “five”"

static const BadTable tables[] = {
  { "empty", NULL, "", "data.dataset: t.csv: the file is empty." },
  { "header-only", NULL, "a,b,t\n", "data.dataset: t.csv: the header is not followed by any rows." },
  { "short-row", ROW, "\n5,5\n", "data.dataset: t.csv, line 7: the row has 2 fields, but the header has 3." },
  { "long-row", ROW, "\n5,5,5,1\n", "data.dataset: t.csv, line 7: the row has 4 fields, but the header has 3." },
  { "unclosed-quote", ROW, "\n5,\"5,1\n", "data.dataset: t.csv, line 7: this opening quote is never closed." },
  { "after-quote", ROW, "\n5,\"5\"5,1\n", "data.dataset: t.csv, line 7: unexpected text after a closing quote." },
  { "not-text", ROW, "\n5,\xff,1\n", "data.dataset: t.csv, line 7: byte 0xff is not valid UTF-8 text.",
    "--set data.dataset.encoding=UTF-8" },
  { "other-text", ROW, "\n5,\xfc,1\n", "t.csv, line 7, column “b”: expected a number, but found “ü”" },
  { "text", ROW, "\nfive,5,1\n", FIVE ", while most other rows contain numbers; mark the column as categorical" },
  { "text-in-numeric", ROW, "\nfive,5,1\n", FIVE ".", "--set data.dataset.numeric=a" },
  { "beyond-float", ROW, "\n1e300,5,1\n", "t.csv, line 7, column “a”: expected a number, but found “1e300”" },
  { "text-as-label", ROW, "\n5,5,yes\n", "t.csv, line 7, column “t”: expected a number, but found “yes”" },
  { "missing-value", ROW, "\n5,,1\n", "t.csv, line 7, column “b”: the value is missing" },
  { "unknown-label", NULL, NULL, "data.dataset: t.csv has no column “target”.", "--set data.dataset.label=target" },
  { "near-label", NULL, NULL, "t.csv has no column “tt”.", "--set data.dataset.label=tt" },
  { "label-number", NULL, NULL, "t.csv has no column “3”.", "--set data.dataset.label=3" },
  { "same-names", "a,b,t", "t,b,t", "t.csv: columns 0 and 2 are both named “t”; specify the column by number.",
    "--set data.dataset.label=t" },
  { "only-label", NULL, NULL, "t.csv: no input columns remain.", "--set data.dataset.leave_out='a,b'" },
  { "label-out-of-range", ROW, "\n5,5,7\n",
    "model.nodes.l2: l2 outputs 2 values per example, but the labels have 3 classes." },
  { "large-batch", NULL, NULL,
    "data.iterator: SerialIterator: the batch size 41 is larger than the data set of 28 examples.",
    "--set data.iterator.batch_size=41" },
  { "one-row", NULL, "a,b,t\n1,2,0\n", "data.split: no examples out of 1 example would remain for training." },
};

static void
write_table (Cli *cli)
{
  g_autoptr (GString) table = g_string_new ("a,b,t\n");

  for (int i = 0; i < N; i++)
    g_string_append_printf (table, "%d,%d,%d\n", i, i % 7, i % 2);
  cli_write (cli, "t.csv", table->str, -1);
  cli_write_document_on (cli, "\"csv\", \"attrs\": {\"path\": \"t.csv\"}");
}

static void
test_table (Cli *cli, gconstpointer data)
{
  const BadTable *table = data;

  write_table (cli);
  if (table->find != NULL)
    cli_edit (cli, "t.csv", table->find, table->replacement);
  else if (table->replacement != NULL)
    cli_write (cli, "t.csv", table->replacement, -1);
  assert_refused (cli, table->options, table->expected);
}

/* In @file @bytes replace what is at @offset; then it is cut off at @length, unless that is -1. */
typedef struct
{
  const char *name;
  const char *file;
  gsize offset;
  const char *bytes;
  gsize n_bytes;
  gssize length;
  const char *expected;
} BadIdx;

#define BYTES(text) text, sizeof (text) - 1

static const BadIdx idxs[] = {
  { "empty", "i", 0, BYTES (""), 0, "data.dataset: i: unexpected end of file." },
  { "truncated-header", "i", 0, BYTES (""), 10, "data.dataset: i: unexpected end of file." },
  { "truncated", "i", 0, BYTES (""), 100,
    "a.rensa: data.dataset: i: the file is too short for an array of shape (40, 2, 2)" },
  { "magic", "i", 0, BYTES ("\x89PNG"), -1, "i: not an IDX file, because 0x89504e47 is not a valid magic number." },
  { "labels-magic", "l", 0, BYTES ("\x89"), -1, "l: not an IDX file, because 0x89000801 is not a valid magic number." },
  { "overflow", "i", 4, BYTES ("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), -1,
    "i: the size in bytes of an array of shape (4294967295, 4294967295, 4294967295) overflows." },
  { "beyond-file", "l", 4, BYTES ("\xff\xff\xff\xff"), -1,
    "l: the file is too short for an array of shape (4294967295,)." },
  { "longer", "i", 4, BYTES ("\0\0\0\x27"), -1, "data.dataset: i: the file continues after its array." },
  { "counts", "l", 4, BYTES ("\0\0\0\x27"), 8 + N - 1, "data.dataset: l: there are 39 labels for 40 images." },
  { "empty-images", "i", 8, BYTES ("\0\0\0\0"), 16,
    "data.dataset: field 0 of an example has the shape (0,), which contains no elements." },
  { "negative-label", "l", 2, BYTES ("\x09\1\0\0\0\x28\xff"), -1, "data.dataset: l: label 0 is negative." },
  { "label-out-of-range", "l", 8 + 3, BYTES ("\x09"), -1,
    "model.nodes.l2: l2 outputs 2 values per example, but the labels have 10 classes." },
};

static void
write_idxs (Cli *cli)
{
  char images[16 + 4 * N] = { 0, 0, 8, 3, 0, 0, 0, N, 0, 0, 0, 2, 0, 0, 0, 2 };
  char labels[8 + N] = { 0, 0, 8, 1, 0, 0, 0, N };

  for (int i = 0; i < N; i++)
    labels[8 + i] = i % 2;
  cli_write (cli, "i", images, sizeof images);
  cli_write (cli, "l", labels, sizeof labels);
  cli_write_document_on (cli, "\"idx\", \"attrs\": {\"images\": \"i\", \"labels\": \"l\", \"shape\": \"flat\"}");
}

static void
test_idx (Cli *cli, gconstpointer data)
{
  const BadIdx *idx = data;
  g_autofree char *bytes = NULL;
  gsize length;

  write_idxs (cli);
  bytes = cli_read (cli, idx->file, &length);
  memcpy (bytes + idx->offset, idx->bytes, idx->n_bytes);
  cli_write (cli, idx->file, bytes, idx->length < 0 ? (gssize) length : idx->length);
  assert_refused (cli, NULL, idx->expected);
}

static const BadArray good_arrays[] = {
  { .key = "x", .header = NPY ("<f4", "(40, 2)"), .n_data = 320 },
  { .key = "t", .header = NPY ("|i1", "(40,)"), .n_data = 40 },
};

static const BadArray arrays[] = {
  { "no-inputs", "x", NULL, 0, 0, "data.dataset: d.npz does not contain “KEY”, only “t”." },
  { "no-labels", "t", NULL, 0, 0, "data.dataset: d.npz does not contain “KEY”, only “x”." },
  { "objects", "t", NPY ("|O", "(40,)"), 40, '.', "d.npz: KEY: the array header describes pickled Python" },
  { "texts", "t", NPY ("<U1", "(40,)"), 160, 'a',
    "d.npz: KEY: character 0 of the text, 0x61616161, is not a Unicode character." },
  { "overflow", "x", NPY ("<f4", "(4294967296, 4294967296)"), 320, 0,
    "d.npz: KEY: the size of the shape in the array header overflows" },
  { "short", "x", NPY ("<f4", "(40, 2)"), 316, 0,
    "d.npz: KEY: the header specifies 320 bytes of data, but 316 "
    "follow." },
  { "counts", "t", NPY ("|i1", "(39,)"), 39, 0, "d.npz: x contains 40 examples, but KEY contains 39." },
  { "number", "t", NPY ("|i1", "()"), 1, 0, "d.npz: KEY is a single number, not an array of examples." },
  { "no-example", "x", NPY ("<f4", "(40, 0)"), 0, 0,
    "field 0 of an example has the shape (0,), which contains no elements." },
  { "integers", "x", NPY ("<i4", "(40, 2)"), 320, 0,
    "model.nodes.l1: l1 expects floating-point numbers, but its input has integers" },
  { "float-labels", "t", NPY ("<f4", "(40,)"), 160, 0,
    "a.rensa: loss: the label is a value, so softmax_cross_entropy is not suitable (softmax_cross_entropy: Expect: x.shape == t.shape, Actual: (10, 2) != (10,))" },
  { "label-column", "t", NPY ("|i1", "(40, 1)"), 40, 0,
    "a.rensa: loss: l2 outputs 2 values per example, but softmax_cross_entropy expects 2×1 values, one per class (softmax_cross_entropy: Expect: t.ndim == x.ndim - 1, Actual: 2 != 1)" },
  { "label-beyond-int32", "t", NPY ("<i8", "(40,)"), 320, 1, "KEY: the number 72340172838076673 does not fit in 32" },
  { "label-out-of-range", "t", NPY ("|i1", "(40,)"), 40, 9,
    "model.nodes.l2: l2 outputs 2 values per example, but the labels have 10 classes." },
};

static void
write_arrays (Cli *cli)
{
  for (guint i = 0; i < G_N_ELEMENTS (good_arrays); i++)
    archive_put (cli, "d.npz", "", &good_arrays[i]);
  cli_write_document_on (cli, "\"npz\", \"attrs\": {\"path\": \"d.npz\"}");
}

static void
test_array (Cli *cli, gconstpointer data)
{
  write_arrays (cli);
  archive_put (cli, "d.npz", "", data);
  cli_run (cli, "train a.rensa --quiet");
  archive_assert_failed (cli, "", data);
  cli_assert_holds (cli, "result", "");
}

static void
test_archive (Cli *cli, gconstpointer data)
{
  const BadArchive *archive = data;
  g_autofree char *expected = g_strconcat ("data.dataset: “d.npz", archive->expected, NULL);

  write_arrays (cli);
  archive_spoil (cli, "d.npz", archive);
  assert_refused (cli, NULL, expected);
}

/* What is wrong in the tables is wrong by what was changed in them alone. */
static void
test_good (Cli *cli, gconstpointer data)
{
  void (*write[]) (Cli *) = { write_table, write_idxs, write_arrays };

  for (guint i = 0; i < G_N_ELEMENTS (write); i++)
    {
      write[i](cli);
      cli_run (cli, "train a.rensa --quiet");
      cli_assert_ok (cli);
    }
}

static void
test_missing (Cli *cli, gconstpointer data)
{
  static const char *const datasets[] = {
    "\"csv\", \"attrs\": {\"path\": \"no/such\"}",
    "\"idx\", \"attrs\": {\"images\": \"no/such\"}",
    "\"npz\", \"attrs\": {\"path\": \"no/such\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (datasets); i++)
    {
      cli_write_document_on (cli, datasets[i]);
      assert_refused (cli, "--dataset-root root", "data.dataset: neither file “no/such” nor “root/no/such” exists.");
    }
  cli_write_document_on (cli, "\"mnist\"");
  assert_refused (
      cli, "--dataset-root root",
      "a.rensa: data.dataset: mnist: “train-images-idx3-ubyte” was not found in “root”; choose the folder that contains the files, or download them");
}

/* Found by the loss, which alone knows that -1 may stand for no label. */
static void
test_negative_label (Cli *cli, gconstpointer data)
{
  static const BadArray labels = { .key = "t", .header = NPY ("|i1", "(40,)"), .n_data = 40, .fill = 0xfb };

  write_arrays (cli);
  archive_put (cli, "d.npz", "", &labels);
  cli_run (cli, "train a.rensa --quiet");
  cli_assert_failed (cli, "softmax_cross_entropy: label -5 of example 0 is outside 0 … 1.");
  cli_assert_holds (cli, "result", "");
}

static void
add (const char *group, const char *name, gconstpointer data, void (*test) (Cli *cli, gconstpointer data))
{
  g_autofree char *path = g_strconcat ("/cli/bad/", group, "/", name, NULL);

  g_test_add (path, Cli, data, cli_set_up, test, cli_tear_down);
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/bad/data/none", test_good);
  ADD_CLI_TEST ("/cli/bad/data/missing", test_missing);
  ADD_CLI_TEST ("/cli/bad/data/negative-label", test_negative_label);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    add ("csv", tables[i].name, &tables[i], test_table);
  for (guint i = 0; i < G_N_ELEMENTS (idxs); i++)
    add ("idx", idxs[i].name, &idxs[i], test_idx);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    add ("npz", arrays[i].name, &arrays[i], test_array);
  for (guint i = 0; i < N_BAD_ARCHIVES; i++)
    add ("npz", bad_archives[i].name, &bad_archives[i], test_archive);
  return g_test_run ();
}
