/* test-predict.c: rensa predict.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli-fixture.h"

/* ' stands for ". */
static const char pictures[] =
    "{'format': 1, 'data': {'dataset': {'type': 'strokes', 'attrs': {'ndim': 3, 'n_train': 100, 'n_test': 10}}},"
    " 'model': {'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 10}}],"
    " 'edges': [{'from': 'x', 'to': 'l1'}]}, 'loss': 'softmax_cross_entropy', 'optimizer': 'SGD', 'extensions': [],"
    " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': 1, 'unit': 'iteration'}}}";

static const char table[] =
    "{'format': 1, 'data': {'dataset': {'type': 'csv', 'attrs': {'path': 'fruit.csv', 'label': '-1'}},"
    " 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 2}}},"
    " 'model': {'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 2}}],"
    " 'edges': [{'from': 'x', 'to': 'l1'}]}, 'loss': 'softmax_cross_entropy', 'optimizer': 'SGD', 'extensions': [],"
    " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': 1, 'unit': 'iteration'}}}";

static void
train (Cli *cli, const char *text)
{
  if (text == NULL)
    cli_write_document (cli, NULL, NULL);
  else
    {
      g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');

      cli_write (cli, "a.rensa", json, -1);
    }
  cli_run (cli, "train a.rensa --out o --quiet");
  cli_assert_ok (cli);
}

/* A file of NumPy's with floats of shape @shape, "(2, 2)". */
static void
write_npy (Cli *cli, const char *name, const char *shape, const float *values, gsize n)
{
  g_autofree char *dictionary = g_strdup_printf ("{'descr': '<f4', 'fortran_order': False, 'shape': %s, }", shape);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *padded = g_strdup_printf ("%-117s\n", dictionary);
  const guint16 length = GUINT16_TO_LE (118);

  g_byte_array_append (bytes, (const guint8 *) "\x93NUMPY\x01\x00", 8);
  g_byte_array_append (bytes, (const guint8 *) &length, 2);
  g_byte_array_append (bytes, (const guint8 *) padded, 118);
  g_byte_array_append (bytes, (const guint8 *) values, (guint) (n * sizeof *values));
  cli_write (cli, name, (const char *) bytes->data, bytes->len);
}

static void
ask (Cli *cli, const char *files)
{
  g_autofree char *arguments = g_strdup_printf ("predict a.rensa --weights o/model.npz %s", files);

  cli_run (cli, arguments);
}

/* The same examples give the same answers, however they are written; one is a row of its own. */
static void
test_kinds (Cli *cli, gconstpointer data)
{
  static const float points[] = { 0.5f, 0.25f, -1, 2 };
  g_autofree char *expected = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) cells = NULL;

  train (cli, NULL);
  write_npy (cli, "two.npy", "(2, 2)", points, 4);
  write_npy (cli, "one.npy", "(2,)", points, 2);
  cli_write (cli, "two.csv", "0.5,0.25\n-1,2\n", -1);
  cli_write (cli, "two.tsv", "0.5\t0.25\n-1\t2\n", -1);

  ask (cli, "two.npy");
  cli_assert_ok (cli);
  expected = g_strdup (cli->out);
  lines = g_strsplit (expected, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  g_assert_cmpstr (lines[0], ==, "class,y0,y1");
  cells = g_strsplit (lines[2], ",", -1);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[1], NULL) + g_ascii_strtod (cells[2], NULL), 1, 1e-6);
  g_assert_cmpint (atoi (cells[0]), ==, g_ascii_strtod (cells[2], NULL) > g_ascii_strtod (cells[1], NULL));

  ask (cli, "two.csv");
  g_assert_cmpstr (cli->out, ==, expected);
  ask (cli, "two.tsv");
  g_assert_cmpstr (cli->out, ==, expected);
  ask (cli, "one.npy two.csv");
  cli_assert_ok (cli);
  g_assert_true (g_str_has_prefix (cli->out, "class,y0,y1\n"));
  g_assert_nonnull (strstr (cli->out, lines[1]));
}

/* What is written is an array that can be asked about again. */
static void
test_out (Cli *cli, gconstpointer data)
{
  g_auto (GStrv) lines = NULL;

  train (cli, NULL);
  cli_write (cli, "two.csv", "0.5,0.25\n-1,2\n", -1);
  ask (cli, "two.csv two.csv --out y.npz");
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, "");
  ask (cli, "y.npz");
  cli_assert_ok (cli);
  lines = g_strsplit (cli->out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 6);
}

static void
test_picture (Cli *cli, gconstpointer data)
{
  g_autofree char *png = g_test_build_filename (G_TEST_DIST, "..", "doc", "images", "code-dark.png", NULL);
  g_auto (GStrv) lines = NULL;

  train (cli, pictures);
  ask (cli, png);
  cli_assert_ok (cli);
  lines = g_strsplit (cli->out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  cli_write (cli, "no.png", "no picture", -1);
  ask (cli, "no.png");
  cli_assert_failed (cli, "no.png");
}

static void
assert_same_answers (Cli *cli, const char *a, const char *b)
{
  g_autofree char *first = NULL;

  ask (cli, a);
  cli_assert_ok (cli);
  first = g_strdup (cli->out);
  ask (cli, b);
  cli_assert_ok (cli);
  g_assert_cmpstr (cli->out, ==, first);
}

/* By the names of the columns, in any order; words are those of the data. */
static void
test_table (Cli *cli, gconstpointer data)
{
  cli_write (cli, "fruit.csv", "weight,colour,kind\n1,red,apple\n2,green,pear\n1.5,red,apple\n3,green,pear\n", -1);
  train (cli, table);
  cli_write (cli, "a.csv", "weight,colour\n2,red\n", -1);
  cli_write (cli, "b.csv", "colour;none;weight\nred;5;2\n", -1);
  assert_same_answers (cli, "a.csv", "b.csv");
  g_assert_true (g_str_has_prefix (cli->out, "class,apple,pear\n"));

  cli_write (cli, "c.csv", "weight,colour\n2,blue\n", -1);
  ask (cli, "c.csv");
  cli_assert_failed (cli, "c.csv, line 2, column “colour”: “blue” is not a category of this column");
  cli_write (cli, "c.csv", "weight,colour\n,red\n", -1);
  ask (cli, "c.csv");
  cli_assert_failed (cli, "c.csv, line 2, column “weight”: the value is missing");
  cli_write (cli, "c.csv", "weight,colour\nn/a,red\n", -1);
  ask (cli, "c.csv");
  cli_assert_failed (cli, "c.csv, line 2, column “weight”: the value is missing: found “n/a”");
  cli_write (cli, "c.csv", "weight\n2\n", -1);
  ask (cli, "c.csv");
  cli_assert_failed (cli, "c.csv has no column “colour”");
  cli_write (cli, "c.csv", "weight,colour\n2\n", -1);
  ask (cli, "c.csv");
  cli_assert_failed (cli, "c.csv: line 2: an example has 2 values, but 1 were found");
}

/* Numbers as the data set writes them, in the encoding of old spreadsheets, too. */
static void
test_decimal_comma (Cli *cli, gconstpointer data)
{
  cli_write (cli, "fruit.csv",
             "gr\303\266\303\237e;colour;kind\n1,5;red;apple\n2,25;green;pear\n1,125;red;apple\n3;green;pear\n", -1);
  train (cli, table);
  cli_write (cli, "a.csv", "sep=;\ncolour;gr\303\266\303\237e\nred;1,125\n", -1);
  cli_write (cli, "b.csv", "gr\366\337e\tcolour\n1,125\tred\n", -1);
  assert_same_answers (cli, "a.csv", "b.csv");

  cli_write (cli, "c.csv", "gr\303\266\303\237e;colour\n1.125;red\n", -1);
  ask (cli, "c.csv");
  cli_assert_failed (cli, "c.csv, line 2, column “größe”: expected a number, but found “1.125”");
}

/* What takes the place of a missing value, and which text is one, is what it was when the model was trained. */
static void
test_missing (Cli *cli, gconstpointer data)
{
  static const char *const find = "'label': '-1'";
  g_auto (GStrv) parts = g_strsplit (table, find, 2);
  g_autofree char *with_mean =
      g_strconcat (parts[0], find, ", 'missing': 'mean', 'missing_text': 'x,n/a'", parts[1], NULL);
  g_autofree char *with_zero = g_strconcat (parts[0], find, ", 'missing': 'zero'", parts[1], NULL);
  g_autofree char *without = g_strconcat (parts[0], find, ", 'missing': 'drop'", parts[1], NULL);

  cli_write (cli, "fruit.csv", "weight,colour,kind\n1,red,apple\n2,green,pear\nn/a,red,apple\n3,red,pear\n", -1);
  cli_write (cli, "gaps.csv", "weight,colour\n,red\n2.5,\n", -1);
  cli_write (cli, "mean.csv", "weight,colour\n2,red\n2.5,red\n", -1);
  cli_write (cli, "zero.csv", "weight,colour\n0,red\n2.5,green\n", -1);
  cli_write (cli, "text.csv", "weight,colour\nx,red\n2.5,n/a\n", -1);
  train (cli, with_mean);
  assert_same_answers (cli, "gaps.csv", "mean.csv");
  assert_same_answers (cli, "text.csv", "mean.csv");
  train (cli, with_zero);
  assert_same_answers (cli, "gaps.csv", "zero.csv");
  ask (cli, "text.csv");
  cli_assert_failed (cli, "text.csv, line 2, column “weight”: expected a number, but found “x”");
  train (cli, without);
  ask (cli, "gaps.csv");
  cli_assert_failed (cli, "gaps.csv, line 2, column “weight”: the value is missing");
}

/* No row is passed over where the data set has no header, and one that names the columns by their numbers is. */
static void
test_no_header (Cli *cli, gconstpointer data)
{
  cli_write (cli, "fruit.csv", "1,2,apple\n2,5,pear\n1.5,2,apple\n3,5,pear\n", -1);
  train (cli, table);
  cli_write (cli, "a.csv", "2,5\n1,2\n", -1);
  cli_write (cli, "b.csv", "1,0\n5,2\n2,1\n", -1);
  assert_same_answers (cli, "a.csv", "b.csv");
}

/* Of a data set that is no table they are what they look like. */
static void
test_unknown_form (Cli *cli, gconstpointer data)
{
  train (cli, NULL);
  cli_write (cli, "point.csv", "0.5,0.25\n-1.5,2\n", -1);
  cli_write (cli, "comma.csv", "across;up\n0,5;0,25\n-1,5;2\n", -1);
  assert_same_answers (cli, "point.csv", "comma.csv");
}

static void
test_refused (Cli *cli, gconstpointer data)
{
  static const float values[] = { 1, 2, 3 };

  train (cli, NULL);
  cli_run (cli, "predict a.rensa");
  g_assert_cmpint (cli->status, ==, 2);
  cli_write (cli, "two.csv", "0.5,0.25\n", -1);
  cli_run (cli, "predict a.rensa two.csv");
  cli_assert_failed (cli, "No trained model specified; use --weights to choose its file");
  write_npy (cli, "three.npy", "(3,)", values, 3);
  ask (cli, "three.npy");
  cli_assert_failed (cli, "three.npy: an example has the shape (2,), but the array has the shape (3,), which is "
                          "neither one nor several examples");
  write_npy (cli, "short.npy", "(2, 2)", values, 3);
  ask (cli, "short.npy");
  cli_assert_failed (cli, "short.npy");
  ask (cli, "o/model.npz");
  cli_assert_failed (cli, "o/model.npz: expected an array named “x”, but there is none");
  cli_write (cli, "bad.csv", "0.5,many\n", -1);
  ask (cli, "bad.csv");
  cli_assert_failed (cli, "bad.csv, line 1, column “1”: expected a number, but found “many”");
  cli_write (cli, "short.csv", "across\n0.5,many,more\n", -1);
  ask (cli, "short.csv");
  cli_assert_failed (cli, "short.csv: line 1: an example has 2 values, but 1 were found");
  cli_write (cli, "empty.csv", "", -1);
  ask (cli, "empty.csv");
  cli_assert_failed (cli, "empty.csv: the file is empty");
  ask (cli, "a.rensa");
  cli_assert_failed (cli, "a.rensa: expected a .npy, .npz, .csv or .tsv file, or an image");
  ask (cli, "none.npy");
  cli_assert_failed (cli, "none.npy");
  ask (cli, "a.png");
  cli_assert_failed (cli, "a.png: the model does not accept images");
}

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/predict/kinds", test_kinds);
  ADD_CLI_TEST ("/cli/predict/out", test_out);
  ADD_CLI_TEST ("/cli/predict/picture", test_picture);
  ADD_CLI_TEST ("/cli/predict/table", test_table);
  ADD_CLI_TEST ("/cli/predict/decimal-comma", test_decimal_comma);
  ADD_CLI_TEST ("/cli/predict/missing", test_missing);
  ADD_CLI_TEST ("/cli/predict/no-header", test_no_header);
  ADD_CLI_TEST ("/cli/predict/unknown-form", test_unknown_form);
  ADD_CLI_TEST ("/cli/predict/refused", test_refused);
  return g_test_run ();
}
