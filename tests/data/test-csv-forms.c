/* test-csv-forms.c: the same table as many programs write it, and tables that can be misread.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data-fixture.h"
#include "rensa-datasets.h"
#include "rensa-error.h"

static gboolean
load (DataFixture *fixture, const char *bytes, gssize n, const char *settings, GError **error)
{
  g_autofree char *all = g_strdup_printf ("path=t.csv%s%s", *settings != '\0' ? ", " : "", settings);

  g_autofree char *path = g_build_filename (fixture->folder, "t.csv", NULL);
  FILE *file = fopen (path, "wb");

  /* Not put onto the disk for each of thousands. */
  n = n < 0 ? (gssize) strlen (bytes) : n;
  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (bytes, 1, n, file), ==, n);
  fclose (file);
  rensa_data_bundle_clear (&fixture->bundle);
  return load_dataset (&rensa_dataset_csv_class, all, fixture->folder, &fixture->bundle, error);
}

/* One table in all ways of writing it */

#define N_ROWS 7
#define N_COLUMNS 4

static const char *const names[N_COLUMNS] = { "Größe", "Anzahl", "Farbe", "Preis" };
static const char *const colours[] = { "grün", "rot", "weiß" };

typedef struct
{
  double size;
  double count;
  int colour;
  double price;
} Row;

/* No row lacks a value; in the second and the fifth the size is taken away where something is to be missing. */
static const Row rows[N_ROWS] = {
  { 1.5, 3, 1, 1234.25 }, { 2.25, -1, 0, 7.5 },   { 0.125, 12, 0, 11.0 },    { 17, 0, 2, 0.5 },
  { 3.75, 5, 1, 99.9 },   { -4.5, 100, 2, 45.2 }, { 250.5, 7, 0, 31000.75 },
};

static const char *const decimals[] = { ".", "," };
static const char *const delimiters[] = { ",", ";", "\t", "|" };
static const char *const missing[] = { NULL, "", "NA", "?", "-", "n/a", "#NV" };
static const char *const line_ends[] = { "\n", "\r\n", "\r" };
static const char *const encodings[] = { "UTF-8", "UTF-8 with mark", "WINDOWS-1252", "UTF-16LE", "UTF-16BE" };

typedef enum
{
  QUOTES_WHERE_NEEDED,
  QUOTES_EVERYWHERE,
  N_QUOTES,
} Quotes;

/* A way of writing. */
typedef struct
{
  guint delimiter, decimal, missing, line_end, encoding;
  Quotes quotes;
  gboolean header, trailing, thousands;
} Form;

static char *
write_number (const Form *form, double value)
{
  g_autofree char *plain = g_strdup_printf ("%.10g", value);
  g_auto (GStrv) parts = g_strsplit (plain, ".", 2);
  g_autoptr (GString) text = g_string_new (parts[0]);

  if (form->thousands && text->len > 3)
    g_string_insert (text, text->len - 3, form->decimal == 0 ? "," : ".");
  if (parts[1] != NULL)
    g_string_append_printf (text, "%s%s", decimals[form->decimal], parts[1]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
add_field (GString *text, const Form *form, const char *field, gboolean is_last)
{
  const char *delimiter = delimiters[form->delimiter];
  const gboolean quoted = form->quotes == QUOTES_EVERYWHERE || strstr (field, delimiter) != NULL;

  g_string_append_printf (text, quoted ? "\"%s\"" : "%s", field);
  g_string_append (text, is_last && !form->trailing ? "" : delimiter);
}

static char *
write_table (const Form *form)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; form->header && i < N_COLUMNS; i++)
    add_field (text, form, names[i], i == N_COLUMNS - 1);
  if (form->header)
    g_string_append (text, line_ends[form->line_end]);
  for (guint i = 0; i < N_ROWS; i++)
    {
      const gboolean is_missing = missing[form->missing] != NULL && i % 3 == 1;
      g_autofree char *size = write_number (form, rows[i].size);
      g_autofree char *count = write_number (form, rows[i].count);
      g_autofree char *price = write_number (form, rows[i].price);

      add_field (text, form, is_missing ? missing[form->missing] : size, FALSE);
      add_field (text, form, count, FALSE);
      add_field (text, form, colours[rows[i].colour], FALSE);
      add_field (text, form, price, TRUE);
      g_string_append (text, line_ends[form->line_end]);
    }
  return g_string_free (text, FALSE);
}

static char *
encode (const Form *form, const char *text, gsize *n)
{
  const char *name = encodings[form->encoding];
  const gboolean has_mark = form->encoding == 1 || form->encoding >= 3;
  g_autofree char *marked = g_strconcat (has_mark ? "\xef\xbb\xbf" : "", text, NULL);
  char *bytes = g_convert (marked, -1, form->encoding == 1 ? "UTF-8" : name, "UTF-8", NULL, n, NULL);

  g_assert_nonnull (bytes);
  return bytes;
}

static void
assert_read (DataFixture *fixture, const Form *form)
{
  g_autofree double *x = field_to_doubles (fixture->bundle.train, 0);
  g_autofree double *t = field_to_doubles (fixture->bundle.train, 1);
  guint n = 0;

  g_assert_cmpstrv (fixture->bundle.feature_categories->pdata[2], ((const char *[]){ "grün", "rot", "weiß", NULL }));
  g_assert_cmpstr (fixture->bundle.feature_names[0], ==, form->header ? "Größe" : "0");
  for (guint i = 0; i < N_ROWS; i++)
    {
      if (missing[form->missing] != NULL && i % 3 == 1)
        continue;
      g_assert_cmpfloat (x[3 * n], ==, (float) rows[i].size);
      g_assert_cmpfloat (x[3 * n + 1], ==, rows[i].count);
      g_assert_cmpfloat (x[3 * n + 2], ==, rows[i].colour);
      g_assert_cmpfloat (t[n], ==, (float) rows[i].price);
      n++;
    }
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, n);
}

static void
check_form (DataFixture *fixture, const Form *form)
{
  g_autofree char *text = write_table (form);
  gsize n;
  g_autofree char *bytes = encode (form, text, &n);
  g_autoptr (GError) error = NULL;

  load (fixture, bytes, n, missing[form->missing] != NULL ? "missing=drop" : "", &error);
  if (error != NULL)
    g_test_message ("%s: %s", encodings[form->encoding], text);
  g_assert_no_error (error);
  assert_read (fixture, form);
}

/* The number of ways, each of which @form becomes by its number. */
static guint
get_form (guint number, Form *form)
{
  guint n = 1;

#define TAKE(field, count)            \
  form->field = number / n % (count); \
  n *= (count)

  TAKE (delimiter, G_N_ELEMENTS (delimiters));
  TAKE (decimal, G_N_ELEMENTS (decimals));
  TAKE (missing, G_N_ELEMENTS (missing));
  TAKE (line_end, G_N_ELEMENTS (line_ends));
  TAKE (encoding, G_N_ELEMENTS (encodings));
  TAKE (quotes, N_QUOTES);
  TAKE (header, 2);
  TAKE (trailing, 2);
  TAKE (thousands, 2);
#undef TAKE
  return n;
}

static void
test_all_forms (DataFixture *fixture, gconstpointer data)
{
  Form form;
  const guint n = get_form (0, &form);

  for (guint i = 0; i < n; i++)
    {
      get_form (i, &form);
      check_form (fixture, &form);
    }
  g_test_message ("%u ways of writing one table", n);
}

/* Tables that can be misread */

static char *
join_notes (DataFixture *fixture, RensaDataNoteKind kind)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < fixture->bundle.notes->len; i++)
    {
      const RensaDataNote *note = fixture->bundle.notes->pdata[i];

      if (note->kind == kind)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", note->text);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* @said: of how it was read, in part; @x: the first numbers */
typedef struct
{
  const char *text;
  gssize n;
  const char *settings;
  const char *said;
  double x[4];
  guint n_x;
} Readable;

static const Readable readables[] = {
  { "a;b;c\n1,5;2;3\n2,5;3;4\n",
    -1,
    "",
    "separated by “;”, decimal comma, header in row 1, UTF-8",
    { 1.5, 2, 2.5 },
    3 },
  { "a\tb\n1.5\t2\n2.5\t3\n", -1, "", "separated by tabs, decimal point, header in row 1, UTF-8", { 1.5, 2.5 }, 2 },
  { "1;2\n3;4\n", -1, "", "separated by “;”, no header, UTF-8", { 1, 3 }, 2 },
  { "2019;2020\n1;2\n3;4\n", -1, "", "no header", { 2019, 1, 3 }, 3 },
  { "2019;2020\n1;2\n3;4\n", -1, "header=true", "header in row 1", { 1, 3 }, 2 },
  /* Nothing tells the years from what is below. */
  { "name,2019,2020\nA,1,2\nB,3,4\n", -1, "", "no header", { 2, 2019, 0, 1 }, 4 },
  { "rot,1\nblau,2\nrot,3\n", -1, "", "no header", { 1, 0, 1 }, 3 },
  { "Farbe,Art\nrot,a\nblau,b\nrot,b\n", -1, "", "header in row 1", { 1, 0, 1 }, 3 },
  { "rot,a\nblau,b\nrot,b\n", -1, "", "no header", { 1, 0, 1 }, 3 },
  { "Gr\xf6\xdf"
    "e;t\n1,5;1\n",
    -1,
    "",
    "Windows-1252",
    { 1.5 },
    1 },
  { "a;t\n1.234,5;1\n1;2\n", -1, "", "decimal comma, “.” as thousands separator", { 1234.5, 1 }, 2 },
  { "a,t\n\"1,234.5\",1\n1,2\n", -1, "", "decimal point, “,” as thousands separator", { 1234.5, 1 }, 2 },
  { "a;t\n1 234,5;1\n1;2\n", -1, "", "space as thousands separator", { 1234.5, 1 }, 2 },
  { "a;t\n1'234.5;1\n1;2\n", -1, "", "“'” as thousands separator", { 1234.5, 1 }, 2 },
  { "a;t\n0.125;1\n0.250;2\n", -1, "", "decimal point", { 0.125, 0.25 }, 2 },
  { "sep=;\na;t\n1,5;1\n", -1, "", "separated by “;”, decimal comma", { 1.5 }, 1 },
  { "sep=|\r\na|t\r\n1.5|1\r\n", -1, "", "separated by “|”", { 1.5 }, 1 },
  { "a;t\n\n1;1\n;\n;;\n2;2\n;\n\n", -1, "", "separated by “;”", { 1, 2 }, 2 },
  { "a;t;\n1;1;\n2;2;\n", -1, "", "separated by “;”", { 1, 2 }, 2 },
  { "a;t\n1;1;\n2;2;\n", -1, "", "separated by “;”", { 1, 2 }, 2 },
  { "a ; t\n 1,5 ; 1 \n2;2\n", -1, "", "decimal comma", { 1.5, 2 }, 2 },
  { "a, t\n\"x, y\", 1\n\"z\", 2\n", -1, "", "separated by “,”", { 0, 1 }, 2 },
  { "text;t\n\"Hallo, Welt; ja\";1\n\"nein, danke\";2\n", -1, "", "separated by “;”", { 0, 1 }, 2 },
  { "a,t\n\xe2\x88\x92"
    "5,1\n+5,2\n",
    -1,
    "",
    "separated by “,”",
    { -5, 5 },
    2 },
  { "a;t\n1,5;1\n?;2\n2,5;3\n", -1, "missing=drop", "1 incomplete row dropped", { 1.5, 2.5 }, 2 },
  { "a;t\n1,5;1\n#NV;2\n2,5;3\n", -1, "missing=mean", "1 incomplete row filled with the mean", { 1.5, 2, 2.5 }, 3 },
  { "a;t\n1,5;1\nNULL;2\n2,5;3\n", -1, "missing=zero", "1 incomplete row filled with zero", { 1.5, 0, 2.5 }, 3 },
  { "a;t\nx;1\n?;2\n-;3\n", -1, "", "header in row 1", { 2, 1, 0 }, 3 },
  { "a;t\n-999;1\n2;2\n", -1, "missing_text='-999', missing=drop", "1 incomplete row dropped", { 2 }, 1 },
  { "\xff\xfe"
    "a\0;\0t\0\n\0001\0,\0005\0;\0001\0\n\0",
    22,
    "",
    "decimal comma, header in row 1, UTF-16",
    { 1.5 },
    1 },
};

static void
test_readable (DataFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (readables); i++)
    {
      const Readable *readable = &readables[i];
      g_autofree char *said = NULL;
      g_autofree double *x = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("table %u", i);
      load (fixture, readable->text, readable->n, readable->settings, &error);
      g_assert_no_error (error);
      said = rensa_data_notes_describe_reading (fixture->bundle.notes);
      if (strstr (said, readable->said) == NULL)
        g_error ("%s: “%s” instead of “%s”", readable->text, said, readable->said);
      x = field_to_doubles (fixture->bundle.train, 0);
      for (guint j = 0; j < readable->n_x; j++)
        g_assert_cmpfloat (x[j], ==, readable->x[j]);
    }
}

/* A table of 30 rows, each with its number three times. */
static char *
write_numbered (const char *header, const char *format)
{
  GString *text = g_string_new (header);

  for (int i = 0; i < 30; i++)
    {
      g_auto (GStrv) parts = g_strsplit (format, "%d", -1);

      for (guint j = 0; parts[j] != NULL; j++)
        {
          if (j > 0)
            g_string_append_printf (text, "%d", 10 + (i * 7) % 30);
          g_string_append (text, parts[j]);
        }
    }
  return g_string_free (text, FALSE);
}

typedef struct
{
  const char *header;
  const char *format;
  const char *warning; /* empty: there is none */
  const char *change;  /* that is offered first */
} Doubtful;

static const Doubtful doubtfuls[] = {
  { "name,x,t\n", "n%d,1.5,%d\n", "name has 30 distinct words in 30 rows. Exclude it?", "Exclude name" },
  { "x,t\n", "1.5,n%d\n", "The label t has 30 classes in 30 rows. Is this the column to predict?", NULL },
  { "size,t\n", "no. %d,%d\n", "size has 30 distinct words in 30 rows. Exclude it?", "Exclude size" },
  { "x;t\n", "1.2%d;%d\n", "“1.210” is read as 1.21, but would be a different number with another decimal separator.",
    "Decimal Comma" },
  { "x;t\n", "1,2%d;%d\n", "“1,210” is read as 1.21, but would be a different number with another decimal separator.",
    "Decimal Point" },
  { "x;t\n", "0,2%d;%d\n", "", NULL },
  { "kind,t\n", "a,%d\n", "", NULL },
};

static void
test_doubtful (DataFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (doubtfuls); i++)
    {
      const Doubtful *doubtful = &doubtfuls[i];
      g_autofree char *text = write_numbered (doubtful->header, doubtful->format);
      g_autofree char *warnings = NULL;
      g_autoptr (GError) error = NULL;
      RensaDataNote *note;

      load (fixture, text, -1, "", &error);
      g_assert_no_error (error);
      warnings = join_notes (fixture, RENSA_DATA_WARNING);
      g_assert_cmpstr (warnings, ==, doubtful->warning);
      note = rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING);
      if (doubtful->change != NULL)
        g_assert_cmpstr (((RensaDataChange *) note->changes->pdata[0])->label, ==, doubtful->change);
    }
}

/* Rows are counted by a column. */
static void
test_counter (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("id,x,t\n");
  g_autofree char *warnings = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 40; i++)
    g_string_append_printf (text, "%d,%d,0.5\n", 100 + i, i % 7);
  load (fixture, text->str, -1, "", &error);
  g_assert_no_error (error);
  warnings = join_notes (fixture, RENSA_DATA_WARNING);
  g_assert_cmpstr (warnings, ==, "id contains only row numbers. Exclude it?");
}

/* What each column is, and how that is changed; names that cannot stand in a list are numbers there. */
static void
test_columns (DataFixture *fixture, gconstpointer data)
{
  static const char text[] = "\"a, b\",c,c,3,t\n1,2,3,4,5.5\n2,3,4,5,6.5\n";
  static const char *const expected[] = { "0: Predict a, b (0), Exclude a, b (0, 3)",
                                          "1: Predict c (1), Exclude c (1, 3)", "2: Predict c (2), Exclude c (2, 3)",
                                          "5: Predict 3 (3), Use 3 ()", "4: Predict a Class (class)" };
  g_autoptr (GError) error = NULL;
  guint n = 0;

  load (fixture, text, -1, "leave_out='3'", &error);
  g_assert_no_error (error);
  for (guint i = 0; i < fixture->bundle.notes->len; i++)
    {
      const RensaDataNote *note = fixture->bundle.notes->pdata[i];
      g_autoptr (GString) said = g_string_new (NULL);

      if (note->kind < RENSA_DATA_INPUT)
        continue;
      for (guint j = 0; j < note->changes->len; j++)
        {
          const RensaDataChange *change = note->changes->pdata[j];

          g_string_append_printf (said, "%s%s (%s)", j > 0 ? ", " : "", change->label, change->value);
        }
      g_assert_cmpstr (said->str, ==, strchr (expected[n], ' ') + 1);
      n++;
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (expected));
}

/* As tables of genes have: more names than the first block of the file holds.  What is offered for each of 60,000 columns names no
 * more than a bounded number of others: if it named all that are left out, that would take gigabytes. */
static void
test_wide (DataFixture *fixture, gconstpointer data)
{
  const int n = 60000;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) settings = g_string_new ("leave_out='a rather long name of a gene 0");
  g_autoptr (GError) error = NULL;
  gsize n_letters = 0;

  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%sa rather long name of a gene %d", i > 0 ? "," : "", i);
  for (int row = 0; row < 4; row++)
    for (int i = 0; i < n; i++)
      g_string_append_printf (text, "%c%d.5", i > 0 ? ',' : '\n', (7 * i + row) % 10);
  for (int i = 2; i < n / 2; i += 2)
    g_string_append_printf (settings, ", a rather long name of a gene %d", i);
  g_string_append_c (settings, '\'');

  g_assert_true (load (fixture, text->str, -1, settings->str, &error));
  g_assert_no_error (error);
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (n - n / 4 - 1));
  for (guint i = 0; i < fixture->bundle.notes->len; i++)
    {
      const RensaDataNote *note = fixture->bundle.notes->pdata[i];

      for (guint j = 0; j < note->changes->len; j++)
        n_letters += strlen (((const RensaDataChange *) note->changes->pdata[j])->value);
    }
  g_assert_cmpuint (n_letters, >, n);
  g_assert_cmpuint (n_letters, <, 100 << 20);
}

/* What holds of the whole file is not decided by its beginning: words that come late, and the other way round. */
static void
test_late (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("a,b,t\n");
  g_autofree double *x = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 5000; i++)
    g_string_append_printf (text, "%s,%s,%d\n", i < 2000 ? "1" : "x", i < 1500 ? "?" : "2", i < 4000 ? i % 3 : i);
  load (fixture, text->str, -1, "missing=drop", &error);
  g_assert_no_error (error);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 0);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 3500);
  g_assert_cmpstrv (fixture->bundle.feature_categories->pdata[0], ((const char *[]){ "1", "x", NULL }));
  g_assert_null (fixture->bundle.feature_categories->pdata[1]);

  /* An umlaut of Windows far behind the sample. */
  g_string_truncate (text, 0);
  g_string_append (text, "a;b;t\n");
  for (int i = 0; i < 60000; i++)
    g_string_append_printf (text, "%d,5;%s;%d\n", i, i == 55000 ? "gr\xfcn" : "rot", i % 2);
  load (fixture, text->str, -1, "", &error);
  g_assert_no_error (error);
  g_assert_cmpstrv (fixture->bundle.feature_categories->pdata[1], ((const char *[]){ "grün", "rot", NULL }));
  x = field_to_doubles (fixture->bundle.train, 0);
  g_assert_cmpfloat (x[2 * 59999], ==, 59999.5);
}

static void
count_progress (guint64 n_read, guint64 n_bytes, guint64 n_examples, gpointer data)
{
  g_assert_cmpuint (n_read, <=, n_bytes);
  g_assert_cmpuint (n_examples, >, 0);
  ++*(guint *) data;
}

static void
cancel (guint64 n_read, guint64 n_bytes, guint64 n_examples, gpointer data)
{
  g_cancellable_cancel (data);
}

static void
test_progress (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("a,t\n");
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&rensa_dataset_csv_class));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  RensaDataPlaces places = { fixture->folder, fixture->folder };
  guint n = 0;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 30000; i++)
    g_string_append_printf (text, "%d,%g\n", i, i / 3.0);
  test_file_write (fixture->folder, "t.csv", text->str, -1);
  g_assert_true (rensa_attrs_parse (attrs, "path=t.csv", NULL));
  places.progress = count_progress;
  places.progress_data = &n;
  g_assert_true (rensa_dataset_csv_class.load (rensa_attrs_get_values (attrs), &places, &fixture->bundle, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, >, 3);

  rensa_data_bundle_clear (&fixture->bundle);
  places.cancellable = cancellable;
  places.progress = cancel;
  places.progress_data = cancellable;
  g_assert_false (rensa_dataset_csv_class.load (rensa_attrs_get_values (attrs), &places, &fixture->bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_CANCELLED);
  g_assert_null (fixture->bundle.train);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/data/csv-forms/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("all", test_all_forms);
  ADD ("readable", test_readable);
  ADD ("doubtful", test_doubtful);
  ADD ("counter", test_counter);
  ADD ("columns", test_columns);
  ADD ("wide", test_wide);
  ADD ("late", test_late);
  ADD ("progress", test_progress);
  return g_test_run ();
}
