/* test-csv-units.c: numbers with a unit, amounts of money and dates in tables.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "data-fixture.h"
#include "rensa-data-notes.h"
#include "rensa-datasets.h"

static gboolean
load (DataFixture *fixture, const char *text, const char *settings, GError **error)
{
  g_autofree char *all = g_strdup_printf ("path=t.csv%s%s", *settings != '\0' ? ", " : "", settings);

  test_file_write (fixture->folder, "t.csv", text, -1);
  rensa_data_bundle_clear (&fixture->bundle);
  return load_dataset (&rensa_dataset_csv_class, all, fixture->folder, &fixture->bundle, error);
}

/* One input, three rows. @note: NULL where the column is no number with a unit; then values are places among words. */
static const struct
{
  const char *cells[3];
  double x[3];
  const char *note;
} columns[] = {
  { { "12%", "7 %", "99%" }, { 12, 7, 99 }, "x in %" },
  { { "€ 5.00", "€ 10.50", "€1.25" }, { 5, 10.5, 1.25 }, "x in €" },
  { { "-$5", "$ 0.5", "0" }, { -5, 0.5, 0 }, "x in $" },
  { { "CHF 5", "CHF 10", "CHF 7" }, { 5, 10, 7 }, "x in CHF" },
  { { "5 EUR", "10 EUR", "NA" }, { 5, 10, 7.5 }, "x in EUR" },
  { { "3.5 km/h", "-2 km/h", "1e2 km/h" }, { 3.5, -2, 100 }, "x in km/h" },
  { { "3 m2", "4 m2", "50 m2" }, { 3, 4, 50 }, "x in m2" },
  { { "20°C", "21.5°C", "-3°C" }, { 20, 21.5, -3 }, "x in °C" },
  { { "1,000.5 kg", "2,500 kg", "10 kg" }, { 1000.5, 2500, 10 }, "x in kg" },
  { { "1970-01-02", "2024-02-29", "1969-12-31" }, { 1, 19782, -1 }, "x as days since 1970 (YYYY-MM-DD)" },
  { { "31.12.2024", "01.01.2025", "1.2.2025" }, { 20088, 20089, 20120 }, "x as days since 1970 (DD.MM.YYYY)" },
  /* Names, and what could be two things. */
  { { "n10", "n2", "n3" }, { 0, 1, 2 }, NULL },
  { { "10 cm", "2 kg", "3 s" }, { 0, 1, 2 }, NULL },
  { { "2nd", "1st", "3rd" }, { 1, 0, 2 }, NULL },
  { { "01/02/2024", "03/04/2024", "02/03/2024" }, { 0, 2, 1 }, NULL },
  { { "2024-02-30", "2024-02-31", "2024-01-32" }, { 1, 2, 0 }, NULL },
  { { "10:30", "9:15", "23:00" }, { 0, 2, 1 }, NULL },
  { { "5x3", "6x3", "7x3" }, { 0, 1, 2 }, NULL },
  { { "12 of 20", "13 of 20", "1 of 20" }, { 1, 2, 0 }, NULL },
};

static void
test_columns (DataFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const char *const *cells = columns[i].cells;
      g_autofree char *text = g_strdup_printf ("x;y\n%s;a\n%s;b\n%s;a\n", cells[0], cells[1], cells[2]);
      g_autoptr (GError) error = NULL;
      g_autofree double *x = NULL;
      g_autofree char *reading = NULL;

      load (fixture, text, "missing=mean", &error);
      g_assert_no_error (error);
      x = field_to_doubles (fixture->bundle.train, 0);
      reading = rensa_data_notes_describe_reading (fixture->bundle.notes);
      g_test_message ("%s: %s", cells[0], reading);
      for (guint j = 0; j < 3; j++)
        g_assert_cmpfloat_with_epsilon (x[j], columns[i].x[j], 1e-6);
      g_assert_true (columns[i].note != NULL ? strstr (reading, columns[i].note) != NULL
                                             : strstr (reading, "x ") == NULL);
    }
}

/* The unit tells which sign is the decimal one as plain numbers do; the label may have one; a click makes words of it. */
static void
test_whole_table (DataFixture *fixture, gconstpointer data)
{
  static const char text[] = "size;price\n10,5 m²;€ 1.000,92\n20 m²;€ 2.500\n1,25 m²;€ 99,5\n";
  g_autoptr (GError) error = NULL;
  g_autofree double *x = NULL;
  g_autofree double *t = NULL;
  g_autofree double *ranks = NULL;
  gboolean is_offered = FALSE;

  load (fixture, text, "", &error);
  g_assert_no_error (error);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 0);
  x = field_to_doubles (fixture->bundle.train, 0);
  t = field_to_doubles (fixture->bundle.train, 1);
  g_assert_cmpfloat (x[0], ==, 10.5);
  g_assert_cmpfloat (x[2], ==, 1.25);
  g_assert_cmpfloat_with_epsilon (t[0], 1000.92, 1e-4);
  g_assert_cmpfloat (t[1], ==, 2500);

  for (guint i = 0; i < fixture->bundle.notes->len; i++)
    {
      const RensaDataNote *note = fixture->bundle.notes->pdata[i];
      const RensaDataChange *change = note->changes->len > 0 ? note->changes->pdata[0] : NULL;

      if (change == NULL || g_strcmp0 (change->attr, "categorical") != 0 || g_strcmp0 (change->value, "size") != 0)
        continue;
      g_assert_cmpstr (change->label, ==, "Treat size as Categories");
      is_offered = TRUE;
    }
  g_assert_true (is_offered);
  load (fixture, text, "categorical=size", &error);
  g_assert_no_error (error);
  ranks = field_to_doubles (fixture->bundle.train, 0);
  g_assert_cmpfloat (ranks[0], ==, 1);
  g_assert_cmpfloat (ranks[1], ==, 2);
}

/* One value without the unit makes categories of the column, as before units were read, and the user is told. */
static void
test_mixed (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree double *x = NULL;
  RensaDataNote *warning;

  load (fixture, "x;y\n5 km;a\n16 km;b\n7;a\n", "", &error);
  g_assert_no_error (error);
  x = field_to_doubles (fixture->bundle.train, 0);
  g_assert_cmpfloat (x[0], ==, 1);
  g_assert_cmpfloat (x[1], ==, 0);
  warning = rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING);
  g_assert_cmpstr (warning->text, ==, "x is treated as categories: most values are numbers in km, but line 4 has “7”.");
  g_assert_cmpstr (((RensaDataChange *) warning->changes->pdata[0])->label, ==, "Exclude x");

  /* Codes of flats. */
  load (fixture, "x;y\n5A;a\n5A;b\n6A;a\n7B;a\n", "", &error);
  g_assert_no_error (error);

  load (fixture, "x;y\n9b;a\n9b;b\n9b;a\n9a;a\n9a;b\n", "", &error);
  g_assert_no_error (error);
  g_assert_null (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) \
  g_test_add ("/data/csv-units/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("columns", test_columns);
  ADD ("whole-table", test_whole_table);
  ADD ("mixed", test_mixed);
  return g_test_run ();
}
