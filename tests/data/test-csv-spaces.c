/* test-csv-spaces.c: tables in columns separated by spaces, and comments in tables.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "data-fixture.h"
#include "messages.h"
#include "rensa-data-notes.h"
#include "rensa-datasets.h"
#include "rensa-error.h"

static gboolean
load (DataFixture *fixture, const char *text, const char *settings, GError **error)
{
  g_autofree char *all = g_strdup_printf ("path=t.csv%s%s", *settings != '\0' ? ", " : "", settings);

  test_file_write (fixture->folder, "t.csv", text, -1);
  rensa_data_bundle_clear (&fixture->bundle);
  return load_dataset (&rensa_dataset_csv_class, all, fixture->folder, &fixture->bundle, error);
}

/* Tables in columns separated by spaces, and with comments, all of which hold the same. */
static void
test_spaces (DataFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *settings;
    const char *note;
  } all[] = {
    { "   1.5  2.0   0\n   3.0  4.0   1\n  5.0  6.0  0 \n", "", "separated by spaces" },
    { "1.5 2 0\n3 4 1\n5 6 0\n", "delimiter=space", "separated by spaces" },
    { "1.5   2 0\n3 4  1\n5 6 0\n", "delimiter=\" \"", "separated by spaces" },
    { "a  b   y\r\n1.5  2 0\r\n3  4 1\r\n5  6\t0\r\n", "", "header in row 1" },
    { "\"a b\"  b   \"y\" \n1.5  2 0\n3  4 1\n5  6 0", "", "separated by spaces" },
    { "# a b y\n1.5e+00 2e+00 0e+00\n3e+00 4e+00 1e+00\n5e+00 6e+00 0e+00\n", "", "1 comment line skipped" },
    { "# lab 3\n#\n## \"open; time\na,b,y\n1.5,2,0\n3,4,1\n# end, \n5,6,0\n#", "", "5 comment lines skipped" },
  };
  static const double expected[] = { 1.5, 2, 3, 4, 5, 6 };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree double *x = NULL;
      g_autofree double *t = NULL;
      g_autofree char *said = NULL;

      load (fixture, all[i].text, all[i].settings, &error);
      g_assert_no_error (error);
      assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (2));
      g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 3);
      x = field_to_doubles (fixture->bundle.train, 0);
      t = field_to_doubles (fixture->bundle.train, 1);
      for (guint j = 0; j < G_N_ELEMENTS (expected); j++)
        g_assert_cmpfloat (x[j], ==, expected[j]);
      for (guint j = 0; j < 3; j++)
        g_assert_cmpfloat (t[j], ==, j % 2);
      said = rensa_data_notes_describe_reading (fixture->bundle.notes);
      g_assert_nonnull (strstr (said, all[i].note));
    }
}

/* What looks like a comment, or like columns separated by spaces, and is neither. */
static void
test_no_comments (DataFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *name;
  } all[] = {
    { "# of rooms,price\n3,1.5\n4,2.5\n", "# of rooms" },
    { "# a,b,c\n1.5e+00,2e+00,0e+00\n3e+00,4e+00,1e+00\n", "a" },
    { "#,name\n3,1.5\n4,2.5\n", "#" },
    { "#id\tprice\n3\t1.5\n4\t2.5\n", "#id" },
    { "time,price\n2024-01-01 10:00,1\n2024-01-02 11:30,2\n", "time" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (GError) error = NULL;

      load (fixture, all[i].text, "", &error);
      g_assert_no_error (error);
      g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 2);
      g_assert_cmpstr (fixture->bundle.feature_names[0], ==, all[i].name);
    }
}

/* The last comment above the rows names the columns, if it has as many words. */
static void
test_names (DataFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *first;
  } all[] = {
    { "# lab 3\n# a b y\n1 2 0\n3 4 1\n", "a" },
    { "## a  b\ty\r\n1 2 0\r\n3 4 1\r\n", "a" },
    { "# made by me on Monday\n1 2 0\n3 4 1\n", "0" },
    { "# 1 2 3\n1 2 0\n3 4 1\n", "0" },
    { "# a a y\n1 2 0\n3 4 1\n", "0" },
    { "1 2 0\n# a b y\n3 4 1\n", "0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (GError) error = NULL;

      load (fixture, all[i].text, "", &error);
      g_assert_no_error (error);
      g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 2);
      g_assert_cmpstr (fixture->bundle.feature_names[0], ==, all[i].first);
    }
  /* A number still tells a column that has a name. */
  g_assert_true (load (fixture, all[0].text, "label=0", NULL));
  g_assert_cmpstr (fixture->bundle.feature_names[0], ==, "b");
  g_assert_true (load (fixture, all[0].text, "label=a", NULL));
}

static void
test_one_column (DataFixture *fixture, gconstpointer data)
{
  GError *error = NULL;

  g_assert_false (load (fixture, "one two\nthree four\n", "", &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "with the delimiter “,”, the table has only one column");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/data/csv-spaces/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("tables", test_spaces);
  ADD ("no-comments", test_no_comments);
  ADD ("names", test_names);
  ADD ("one-column", test_one_column);
  return g_test_run ();
}
