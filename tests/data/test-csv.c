/* test-csv.c: tables of text.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "data-fixture.h"
#include "rensa-datasets.h"
#include "rensa-error.h"

/* Loads @text as "t.csv" with @settings. */
static void
load (DataFixture *fixture, const char *text, const char *settings)
{
  g_autofree char *all = g_strdup_printf ("path=t.csv%s%s", *settings != '\0' ? ", " : "", settings);
  g_autoptr (GError) error = NULL;

  test_file_write (fixture->folder, "t.csv", text, -1);
  rensa_data_bundle_clear (&fixture->bundle);
  load_dataset (&rensa_dataset_csv_class, all, fixture->folder, &fixture->bundle, &error);
  g_assert_no_error (error);
  g_assert_null (fixture->bundle.test);
}

static void
assert_field (DataFixture *fixture, int field, const double *expected, gsize n)
{
  g_autofree double *found = field_to_doubles (fixture->bundle.train, field);

  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (found[i], ==, expected[i]);
}

#define ASSERT_FIELD(field, ...) \
  assert_field (fixture, field, (double[]){ __VA_ARGS__ }, G_N_ELEMENTS (((double[]){ __VA_ARGS__ })))

static void
test_plain (DataFixture *fixture, gconstpointer data)
{
  load (fixture, "a,b,c\n1,2.5,x\n-3e2, 4 ,y\n.5,+6,x\n", "");
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 3);
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (2));
  assert_field_type (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR);
  ASSERT_FIELD (0, 1, 2.5, -300, 4, 0.5, 6);
  ASSERT_FIELD (1, 0, 1, 0);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 2);
  g_assert_cmpstrv (fixture->bundle.label_names, ((const char *[]){ "x", "y", NULL }));
  g_assert_cmpstrv (fixture->bundle.feature_names, ((const char *[]){ "a", "b", NULL }));
}

/* Quotes, a byte order mark, the ends of lines of DOS, empty lines, and no end of line at the end. */
static void
test_forms (DataFixture *fixture, gconstpointer data)
{
  load (fixture,
        "\xef\xbb\xbf"
        "\"first, one\",label\r\n\r\n\"1\",\"a \"\"quoted\"\" word\"\r\n2,\"two\nlines\"\r\n\r\n3,plain \"x\"",
        "");
  ASSERT_FIELD (0, 1, 2, 3);
  g_assert_cmpstrv (fixture->bundle.feature_names, ((const char *[]){ "first, one", NULL }));
  g_assert_cmpstrv (fixture->bundle.label_names,
                    ((const char *[]){ "a \"quoted\" word", "plain \"x\"", "two\nlines", NULL }));

  load (fixture, "1;2\n3;4\n", "header=false, delimiter=';'");
  ASSERT_FIELD (0, 1, 3);
  g_assert_cmpstr (fixture->bundle.feature_names[0], ==, "0");
  load (fixture, "1\t2\n3\t4\n", "header=false, delimiter=tab");
  ASSERT_FIELD (0, 1, 3);
  load (fixture, "a\r1\r2\r", "label=None");
  ASSERT_FIELD (0, 1, 2);
  g_assert_cmpint (rensa_dataset_get_n_fields (fixture->bundle.train), ==, 1);
}

static void
test_columns (DataFixture *fixture, gconstpointer data)
{
  const char *text = "id,size,kind,grade\n10,1,b,3\n11,2,ä,1\n12,3,B,20\n";

  load (fixture, text, "label=size, leave_out='id, -1'");
  g_assert_cmpstrv (fixture->bundle.feature_names, ((const char *[]){ "kind", NULL }));
  ASSERT_FIELD (0, 1, 2, 0);
  load (fixture, text, "label=1, categorical='grade', leave_out=id");
  ASSERT_FIELD (0, 1, 2, 2, 0, 0, 1);
  load (fixture, text, "label=-2");
  ASSERT_FIELD (0, 10, 1, 3, 11, 2, 1, 12, 3, 20);
  ASSERT_FIELD (1, 1, 2, 0);
  load (fixture, "\" Rent\n(EUR)\",\"\t\"\n500,1\n600,2\n", "label='Rent (EUR)', header=true");
  g_assert_cmpstrv (fixture->bundle.feature_names, ((const char *[]){ "1", NULL }));
  ASSERT_FIELD (0, 1, 2);
}

static void
test_labels (DataFixture *fixture, gconstpointer data)
{
  const char *text = "x,t\n0,10\n0,9\n0,-1\n0,10\n";

  load (fixture, text, "");
  assert_field_type (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR);
  ASSERT_FIELD (1, 2, 1, 0, 2);
  g_assert_cmpstrv (fixture->bundle.label_names, ((const char *[]){ "-1", "9", "10", NULL }));
  load (fixture, text, "label_shape=column");
  assert_field_type (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE (1));
  load (fixture, text, "label_kind=value");
  assert_field_type (fixture->bundle.train, 1, RENSA_FLOAT32, RENSA_SHAPE (1));
  ASSERT_FIELD (1, 10, 9, -1, 10);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 0);
  g_assert_null (fixture->bundle.label_names);
  load (fixture, text, "label_kind=value, label_shape=scalar");
  assert_field_type (fixture->bundle.train, 1, RENSA_FLOAT32, RENSA_SHAPE_SCALAR);
  load (fixture, "x,t\n0,0.5\n0,9\n", "");
  assert_field_type (fixture->bundle.train, 1, RENSA_FLOAT32, RENSA_SHAPE (1));
  load (fixture, "x,t\n0,0.5\n0,9\n", "label_kind=class");
  ASSERT_FIELD (1, 0, 1);
}

static void
test_missing (DataFixture *fixture, gconstpointer data)
{
  const char *text = "a,b,t\n1,x,0\n,y,1\n3,?,1\n5,y,NA\n";

  load (fixture, text, "missing=drop, missing_text='?,NA'");
  ASSERT_FIELD (0, 1, 0);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 1);
  text = "a,b,t\n1,x,0\n,y,1\n3,?,1\n5,y,1\n";
  load (fixture, text, "missing=mean, missing_text='?'");
  ASSERT_FIELD (0, 1, 0, 3, 1, 3, 1, 5, 1);
  load (fixture, text, "missing=zero, missing_text='?'");
  ASSERT_FIELD (0, 1, 0, 0, 1, 3, 0, 5, 1);
  /* By default a question mark is a word like any other. */
  load (fixture, "a,t\nx,0\n?,1\n", "");
  ASSERT_FIELD (0, 1, 0);
}

typedef struct
{
  const char *text;
  gssize n_bytes;
  const char *settings;
  const char *message;
} BadTable;

static const BadTable bad_tables[] = {
  { "", -1, "", "t.csv: the file is empty" },
  { "\n\r\n\n", -1, "", "t.csv: the file is empty" },
  { "\xef\xbb\xbf", -1, "", "t.csv: the file is empty" },
  { "a,b\n", -1, "", "t.csv: the header is not followed by any rows" },
  { "a,b\n1,2\n3\n", -1, "", "t.csv, line 3: the row has 1 field, but the header has 2" },
  { "a,b\n1,2\n\"x\ny\",2,3\n", -1, "", "t.csv, line 3: the row has 3 fields, but the header has 2" },
  { "1,2\n3\n", -1, "header=false", "t.csv, line 2: the row has 1 field, but the first row has 2" },
  { "a,b\n1,2\n3,\"4\n5,6\n", -1, "", "t.csv, line 3: this opening quote is never closed" },
  { "a,b\n\"1\"2,3\n", -1, "", "t.csv, line 2: unexpected text after a closing quote" },
  { "a,b\n1,\xff\n", -1, "encoding='UTF-8'", "t.csv, line 2: byte 0xff is not valid UTF-8 text" },
  /* What has letters of UTF-8 before is no Windows-1252. */
  { "a,\xc3\xa4\n1,\xff\n", -1, "", "t.csv, line 2: byte 0xff is not valid UTF-8 text" },
  { "a,b\n1,\x81\n", -1, "", "t.csv, line 2: byte 0x81 is not valid Windows-1252 text" },
  { "a,b\n1,\0\n", 7, "", "t.csv, line 2: byte 0x00 is not valid text" },
  { "a,b\n1,\xff\0\n", 8, "", "t.csv, line 2: byte 0x00 is not valid text" },
  { "\xff\xfe"
    "a\0,\0b\0",
    8, "", "t.csv: the header is not followed by any rows" },
  { "\xff\xfe"
    "a\0,\0b\0\n\0\0\xdc",
    12, "", "t.csv, line 2: byte 0x00 is not valid text" },
  { "class,odor\n1,2\n", -1, "label=clas", "t.csv has no column “clas”; did you mean class?" },
  { "a,b\n1,2\n", -1, "label=2", "t.csv has no column “2”" },
  { "a,b\n1,2\n", -1, "label=-3", "t.csv has no column “-3”" },
  { "a,b\n1,2\n", -1, "leave_out='c'", "t.csv has no column “c”" },
  { "a,b\n1,2\n", -1, "leave_out='a'", "t.csv: no input columns remain" },
  { "a\n1\n", -1, "", "t.csv: with the delimiter “,”, the table has only one column, which leaves no input columns" },
  { "a,b\n1,2\nx,3\n", -1, "numeric=a", "t.csv, line 3, column “a”: expected a number, but found “x”" },
  { "a,b\n1,2\n1,3\n0x10,3\n", -1, "numeric='*'", "t.csv, line 4, column “a”: expected a number, but found “0x10”" },
  { "a,b\n1,2\n1e999,3\n", -1, "numeric=a", "t.csv, line 3, column “a”: expected a number, but found “1e999”" },
  { "a,b\n1,x\n", -1, "label_kind=value", "t.csv, line 2, column “b”: expected a number, but found “x”" },
  { "a,b\n1,2\n,3\n", -1, "", "t.csv, line 3, column “a”: the value is missing" },
  { "a,b\n1,2\nNA,3\n", -1, "", "t.csv, line 3, column “a”: the value is missing: found “NA”" },
  { "a,b\n1,2\n4,\n", -1, "missing=zero", "t.csv, line 3, column “b”: the value is missing" },
  { "a,b\n1,\n,2\n", -1, "missing=drop", "t.csv: every row has a missing value, so no rows remain" },
  { "a,a\n1,2\n", -1, "label=a", "t.csv: columns 0 and 1 are both named “a”; specify the column by number" },
  { "a,b\n1,2\n2,2\nx,3\n", -1, "",
    "t.csv, line 4, column “a”: expected a number, but found “x”, while most other rows contain numbers; mark the "
    "column as categorical if this is intended" },
  { "a,b\n1,2\n2,2\n2,x\n", -1, "label_kind=auto",
    "t.csv, line 4, column “b”: expected a number, but found “x”, while most other rows contain numbers; mark the "
    "column as categorical if this is intended" },
  { "a,b\n1,2\n1e39,3\n", -1, "numeric=a", "t.csv, line 3, column “a”: expected a number, but found “1e39”" },
};

static void
test_bad (DataFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_tables); i++)
    {
      const BadTable *bad = &bad_tables[i];
      g_autofree char *settings = g_strdup_printf ("path=t.csv%s%s", *bad->settings != '\0' ? ", " : "", bad->settings);
      g_autofree char *expected = g_build_filename (fixture->folder, bad->message, NULL);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", bad->message);
      test_file_write (fixture->folder, "t.csv", bad->text, bad->n_bytes);
      g_assert_false (load_dataset (&rensa_dataset_csv_class, settings, fixture->folder, &fixture->bundle, &error));
      g_assert_true (error->domain == RENSA_ERROR);
      g_assert_cmpstr (error->message, ==, expected);
      g_assert_null (fixture->bundle.train);
      rensa_data_bundle_clear (&fixture->bundle);
    }
}

static void
test_delimiter (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  test_file_write (fixture->folder, "t.csv", "a,b\n1,2\n", -1);
  g_assert_false (
      load_dataset (&rensa_dataset_csv_class, "path=t.csv, delimiter='ab'", fixture->folder, &fixture->bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "csv: the delimiter must be one character, “tab” or “space”, not “ab”");
}

static void
test_absent (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = g_strdup_printf ("file “%s/u.csv” does not exist", fixture->folder);

  g_assert_false (load_dataset (&rensa_dataset_csv_class, "path=u.csv", fixture->folder, &fixture->bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_assert_cmpstr (error->message, ==, expected);
}

/* The sums are those that NumPy finds with np.unique (…, return_inverse=True) as in Chainer's tutorial (where
 * numbers above 9 then lose their second digit to an array of single characters; not here). */
static void
test_mushrooms (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *path = find_test_data ("mushrooms/mushrooms.csv");
  g_autofree char *settings = NULL;
  g_autofree double *x = NULL;
  g_autofree double *t = NULL;
  g_autoptr (GError) error = NULL;
  double sum_x = 0, sum_t = 0, weighted = 0;
  gint64 start;

  if (path == NULL)
    return;

  settings = g_strdup_printf ("path='%s', label=class, label_shape=column", path);
  start = g_get_monotonic_time ();
  load_dataset (&rensa_dataset_csv_class, settings, fixture->folder, &fixture->bundle, &error);
  g_assert_no_error (error);
  g_test_message ("loaded in %g ms", (g_get_monotonic_time () - start) / 1e3);

  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 8124);
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (22));
  assert_field_type (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE (1));
  g_assert_cmpstrv (fixture->bundle.label_names, ((const char *[]){ "e", "p", NULL }));
  x = field_to_doubles (fixture->bundle.train, 0);
  t = field_to_doubles (fixture->bundle.train, 1);
  for (int i = 0; i < 8124 * 22; i++)
    {
      sum_x += x[i];
      weighted += x[i] * (i % 1009);
    }
  for (int i = 0; i < 8124; i++)
    sum_t += t[i];
  g_assert_cmpfloat (sum_x, ==, 414644);
  g_assert_cmpfloat (weighted, ==, 208736506);
  g_assert_cmpfloat (sum_t, ==, 3916);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add ("/data/csv/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("plain", test_plain);
  ADD ("forms", test_forms);
  ADD ("columns", test_columns);
  ADD ("labels", test_labels);
  ADD ("missing", test_missing);
  ADD ("bad", test_bad);
  ADD ("delimiter", test_delimiter);
  ADD ("absent", test_absent);
  ADD ("mushrooms", test_mushrooms);
  return g_test_run ();
}
