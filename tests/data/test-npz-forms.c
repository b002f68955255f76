/* test-npz-forms.c: examples in every form that NumPy writes.
 * SPDX-License-Identifier: MIT */

#include "data-fixture.h"
#include "npz-file.h"
#include "rensa-data-notes.h"
#include "rensa-datasets.h"
#include "rensa-error.h"

#define BYTES(text) text, sizeof (text) - 1

static void
write_file (DataFixture *fixture, const NpzMember *members)
{
  g_autofree char *path = g_build_filename (fixture->folder, "d.npz", NULL);

  npz_write (path, members);
  for (; members->name != NULL; members++)
    g_byte_array_unref (members->bytes);
}

static void
load (DataFixture *fixture, const char *settings)
{
  g_autoptr (GError) error = NULL;

  rensa_data_bundle_clear (&fixture->bundle);
  load_dataset (&rensa_dataset_npz_class, settings, fixture->folder, &fixture->bundle, &error);
  g_assert_no_error (error);
}

static void
assert_field (RensaDataset *dataset, int field, RensaDtype dtype, RensaShape shape, const double *expected, guint n)
{
  g_autofree double *found = field_to_doubles (dataset, field);

  assert_field_type (dataset, field, dtype, shape);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (found[i], ==, expected[i]);
}

static void
assert_refused (DataFixture *fixture, const char *settings, const char *expected)
{
  g_autoptr (GError) error = NULL;

  rensa_data_bundle_clear (&fixture->bundle);
  g_assert_false (load_dataset (&rensa_dataset_npz_class, settings, fixture->folder, &fixture->bundle, &error));
  if (!g_str_has_suffix (error->message, expected))
    g_error ("%s: %s was expected, not %s", settings, expected, error->message);
}

/* The columns 0, 1 and 2, 3 and 4, 5 make two examples. */
static void
test_numbers (DataFixture *fixture, gconstpointer data)
{
  static const double x[] = { 0, 2, 4, 1, 3, 5 };
  static const double t[] = { 2, 1 };

  write_file (fixture, (const NpzMember[]){
                           { "x.npy", npy_new (">u2", "True", "(2, 3)", BYTES ("\0\0\0\1\0\2\0\3\0\4\0\5")) },
                           { "bool.npy", npy_new ("|b1", "True", "(2, 3)", BYTES ("\0\1\0\1\0\1")) },
                           { "t.npy", npy_new ("<u8", "False", "(2,)", BYTES ("\2\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0")) },
                           { "t4.npy", npy_new (">u4", "False", "(2,)", BYTES ("\0\0\0\2\0\0\0\1")) },
                           { "is.npy", npy_new ("|b1", "False", "(2,)", BYTES ("\1\0")) },
                           { "far.npy", npy_new ("<u4", "False", "(2,)", BYTES ("\1\0\0\0\0\0\0\x80")) },
                           { "notes.txt", g_byte_array_new () },
                           { NULL } });
  load (fixture, "path=d.npz");
  assert_field (fixture->bundle.train, 0, RENSA_INT32, RENSA_SHAPE (3), x, 6);
  assert_field (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR, t, 2);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 3);
  load (fixture, "path=d.npz, t=t4");
  assert_field (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR, t, 2);

  load (fixture, "path=d.npz, x=bool, t=is");
  assert_field (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (3), (const double[]){ 0, 0, 0, 1, 1, 1 }, 6);
  assert_field (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR, (const double[]){ 1, 0 }, 2);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 2);
  g_assert_null (fixture->bundle.label_names);

  assert_refused (fixture, "path=d.npz, t=far", "d.npz: far: the number 2147483648 does not fit in 32 bits");
  assert_refused (fixture, "path=d.npz, t=notes.txt", "d.npz: entry “notes.txt” is not an array");
}

/* Rows 1 and 2 of three have an infinite number or a NaN, in the inputs or in the label. */
static void
test_incomplete (DataFixture *fixture, gconstpointer data)
{
#define ONE "\0\0\x80\x3f"
  write_file (fixture,
              (const NpzMember[]){
                  { "x.npy", npy_new ("<f4", "False", "(3, 1)", BYTES (ONE "\0\0\x80\x7f" ONE)) },
                  { "t.npy", npy_new ("<f4", "False", "(3,)", BYTES (ONE ONE "\0\0\xc0\x7f")) },
                  { "bad.npy", npy_new ("<f4", "False", "(3, 1)", BYTES ("\0\0\x80\x7f\0\0\x80\x7f\0\0\x80\x7f")) },
                  { NULL } });
  load (fixture, "path=d.npz");
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 3);
  g_assert_true (fixture->bundle.can_drop_examples);
  load (fixture, "path=d.npz, incomplete=drop");
  assert_field (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (1), (const double[]){ 1 }, 1);
  assert_field (fixture->bundle.train, 1, RENSA_FLOAT32, RENSA_SHAPE_SCALAR, (const double[]){ 1 }, 1);
  g_assert_cmpstr (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_READING)->text, ==,
                   "2 incomplete examples left out");
  assert_refused (fixture, "path=d.npz, x=bad, incomplete=drop",
                  "d.npz: every example contains NaN or infinite values");
}

/* Labels that stand for classes, in each form that they come in; one click makes them classes. */
static void
test_label_kind (DataFixture *fixture, gconstpointer data)
{
  static const double kinds[] = { 0, 1, 1, 0, 0, 1 };
#define TURNS "\1\3\3\1\1\3"
#define LIKE_CLASSES "The labels “t” look like classes, but are used as values."
  static const struct
  {
    const char *descr;
    const char *shape;
    const char *bytes;
    int n;
    const char *told;
    const char *first; /* class */
  } all[] = {
    { "|u1", "(6,)", TURNS, 6, NULL, "1" },
    { "|u1", "(6, 1)", TURNS, 6, LIKE_CLASSES, "1" },
    { "|i1", "(6,)", "\xff\1\1\xff\xff\1", 6, "The labels “t” range from -1 to 1; most losses ignore negative labels.",
      "-1" },
    { "<f2", "(6,)", "\0\x3c\0\x40\0\x40\0\x3c\0\x3c\0\x40", 12, LIKE_CLASSES, "1" },
    { "|u1", "(6, 2)", "\1\0\0\1\0\1\1\0\1\0\0\1", 12, LIKE_CLASSES, "0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autofree char *bytes = g_memdup2 (all[i].bytes, (gsize) all[i].n);
      RensaDataNote *note;

      write_file (fixture, (const NpzMember[]){
                               { "x.npy", npy_new ("|u1", "False", "(6, 1)", BYTES ("\0\1\2\3\4\5")) },
                               { "t.npy", npy_new (all[i].descr, "False", all[i].shape, bytes, (gsize) all[i].n) },
                               { NULL } });
      load (fixture, "path=d.npz");
      note = rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING);
      g_assert_cmpstr (note != NULL ? note->text : NULL, ==, all[i].told);
      if (note != NULL)
        g_assert_cmpstr (((RensaDataChange *) note->changes->pdata[0])->attr, ==, "label_kind");
      load (fixture, "path=d.npz, label_kind=class");
      assert_field (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR, kinds, 6);
      g_assert_cmpint (fixture->bundle.n_classes, ==, 2);
      g_assert_cmpstr (fixture->bundle.label_names[0], ==, all[i].first);
      g_assert_null (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING));
    }
  write_file (fixture, (const NpzMember[]){ { "x.npy", npy_new ("|u1", "False", "(2, 1)", "\0\1", 2) },
                                            { "t.npy", npy_new ("|u1", "False", "(2, 2)", "\1\1\0\1", 4) },
                                            { NULL } });
  assert_refused (fixture, "path=d.npz, label_kind=class",
                  "“t” must contain one class per example: a number or a one-hot row");
}

/* How NumPy writes 0 … 5: bytes of each number, the last first; @reads_as: the type of inputs that it becomes. */
typedef struct
{
  const char *descr; /* without the order of its bytes */
  int size;
  gboolean is_integer;
  const char *numbers; /* of floating types: 0 … 5, the first byte first */
  RensaDtype reads_as;
} Form;

static const Form number_forms[] = {
  { "i1", 1, TRUE, NULL, RENSA_INT8 },
  { "i2", 2, TRUE, NULL, RENSA_INT16 },
  { "i4", 4, TRUE, NULL, RENSA_INT32 },
  { "i8", 8, TRUE, NULL, RENSA_INT32 },
  { "u1", 1, TRUE, NULL, RENSA_UINT8 },
  { "u2", 2, TRUE, NULL, RENSA_INT32 },
  { "u4", 4, TRUE, NULL, RENSA_INT32 },
  { "u8", 8, TRUE, NULL, RENSA_INT32 },
  { "f2", 2, FALSE,
    "\0\0"
    "\x3c\0"
    "\x40\0"
    "\x42\0"
    "\x44\0"
    "\x45\0",
    RENSA_FLOAT16 },
  { "f4", 4, FALSE,
    "\0\0\0\0"
    "\x3f\x80\0\0"
    "\x40\0\0\0"
    "\x40\x40\0\0"
    "\x40\x80\0\0"
    "\x40\xa0\0\0",
    RENSA_FLOAT32 },
  { "f8", 8, FALSE,
    "\0\0\0\0\0\0\0\0"
    "\x3f\xf0\0\0\0\0\0\0"
    "\x40\0\0\0\0\0\0\0"
    "\x40\x08\0\0\0\0\0\0"
    "\x40\x10\0\0\0\0\0\0"
    "\x40\x14\0\0\0\0\0\0",
    RENSA_FLOAT32 },
};

/* The numbers 0 … @n-1. */
static GByteArray *
make_array (const Form *form, gboolean is_big, gboolean is_fortran, const char *shape, int n)
{
  g_autofree char *descr = g_strconcat (form->size == 1 ? "|" : is_big ? ">" : "<", form->descr, NULL);
  char bytes[6 * 8] = { 0 };

  for (int i = 0; i < n; i++)
    for (int j = 0; j < form->size; j++)
      {
        const int at = i * form->size + (is_big ? j : form->size - 1 - j);

        bytes[at] = form->is_integer ? (char) (j == form->size - 1 ? i : 0) : form->numbers[i * form->size + j];
      }
  return npy_new (descr, is_fortran ? "True" : "False", shape, bytes, (gsize) (n * form->size));
}

/* Of two examples with three numbers, whichever way they are written. */
static void
test_all_forms (DataFixture *fixture, gconstpointer data)
{
  static const double in_rows[] = { 0, 1, 2, 3, 4, 5 };
  static const double in_columns[] = { 0, 2, 4, 1, 3, 5 };
  static const double t[] = { 0, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (number_forms) * 4; i++)
    {
      const Form *form = &number_forms[i / 4];
      const gboolean is_big = i % 2;
      const gboolean is_fortran = i / 2 % 2;

      write_file (fixture, (const NpzMember[]){ { "x.npy", make_array (form, is_big, is_fortran, "(2, 3)", 6) },
                                                { "t.npy", make_array (form, is_big, is_fortran, "(2,)", 2) },
                                                { NULL } });
      load (fixture, "path=d.npz");
      assert_field (fixture->bundle.train, 0, form->reads_as, RENSA_SHAPE (3), is_fortran ? in_columns : in_rows, 6);
      g_assert_cmpint (fixture->bundle.n_classes, ==, form->is_integer ? 2 : 0);
      assert_field (fixture->bundle.train, 1, form->reads_as, RENSA_SHAPE_SCALAR, t, 2);
    }
}

/* Both parts count, and the names are in the order of their characters. */
static void
test_names (DataFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *descr;
    const char *t;
    gsize n_t;
    const char *test_t;
    gsize n_test_t;
  } forms[] = {
    { "<U2", BYTES ("o\0\0\0x\0\0\0a\0\0\0\0\0\0\0"), BYTES ("\xe9\0\0\0\0\0\0\0o\0\0\0\0\0\0\0") },
    { ">U2", BYTES ("\0\0\0o\0\0\0x\0\0\0a\0\0\0\0"), BYTES ("\0\0\0\xe9\0\0\0\0\0\0\0o\0\0\0\0") },
    { "|S2", BYTES ("oxa\0"), BYTES ("\xc3\xa9o\0") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autofree char *names = NULL;

      write_file (fixture,
                  (const NpzMember[]){
                      { "x.npy", npy_new ("|u1", "False", "(2, 1)", BYTES ("\0\1")) },
                      { "t.npy", npy_new (forms[i].descr, "False", "(2,)", forms[i].t, forms[i].n_t) },
                      { "test.npy", npy_new (forms[i].descr, "False", "(2,)", forms[i].test_t, forms[i].n_test_t) },
                      { NULL } });
      load (fixture, "path=d.npz, test_x=x, test_t=test");
      names = g_strjoinv (" ", fixture->bundle.label_names);
      g_assert_cmpstr (names, ==, "a o ox é");
      g_assert_cmpint (fixture->bundle.n_classes, ==, 4);
      assert_field (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR, (const double[]){ 2, 0 }, 2);
      assert_field (fixture->bundle.test, 1, RENSA_INT32, RENSA_SHAPE_SCALAR, (const double[]){ 3, 1 }, 2);

      load (fixture, "path=d.npz");
      g_assert_cmpint (fixture->bundle.n_classes, ==, 2);
      assert_field (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR, (const double[]){ 1, 0 }, 2);
      assert_refused (fixture, "path=d.npz, x=t", "d.npz: t: arrays of strings can only be used as labels");
    }
}

static void
test_bad_names (DataFixture *fixture, gconstpointer data)
{
  write_file (fixture,
              (const NpzMember[]){ { "x.npy", npy_new ("|u1", "False", "(2, 1)", BYTES ("\0\1")) },
                                   { "latin.npy", npy_new ("|S1", "False", "(2,)", BYTES ("a\xe9")) },
                                   { "inner.npy", npy_new ("|S3", "False", "(2,)", BYTES ("a\0bcde")) },
                                   { "beyond.npy", npy_new ("<U1", "False", "(2,)", BYTES ("a\0\0\0\0\0\x11\0")) },
                                   { "short.npy", npy_new ("<U1", "False", "(2,)", BYTES ("a\0\0\0b\0\0")) },
                                   { NULL } });
  assert_refused (fixture, "path=d.npz, t=latin", "d.npz: latin: the text is not valid UTF-8");
  assert_refused (fixture, "path=d.npz, t=inner", "d.npz: inner: the text is not valid UTF-8");
  assert_refused (fixture, "path=d.npz, t=beyond",
                  "d.npz: beyond: character 0 of the text, 0x110000, is not a Unicode character");
  assert_refused (fixture, "path=d.npz, t=short", "d.npz: short: the header specifies 8 bytes of data, but 7 follow");
}

/* They can be used with one change. */
static void
test_unused_test_arrays (DataFixture *fixture, gconstpointer data)
{
  static const char *const names[][4] = {
    { "x_train", "y_train", "x_test", "y_test" },
    { "x", "t", "test_x", "test_t" },
    { "X", "y", "X_val", "y_val" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *settings = g_strdup_printf ("path=d.npz, x=%s, t=%s", names[i][0], names[i][1]);
      g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
      NpzMember members[5] = { { NULL } };
      const RensaDataChange *change;
      g_autofree char *expected = NULL;
      g_autoptr (RensaAttrs) attrs = NULL;
      g_autoptr (GError) error = NULL;

      for (int j = 0; j < 4; j++)
        {
          g_ptr_array_add (keys, g_strconcat (names[i][j], ".npy", NULL));
          members[j] = (NpzMember){ keys->pdata[j], make_array (&number_forms[2], FALSE, FALSE,
                                                                j % 2 ? "(2,)" : "(2, 3)", j % 2 ? 2 : 6) };
        }
      write_file (fixture, members);
      load (fixture, settings);
      g_assert_null (fixture->bundle.test);
      g_assert_nonnull (fixture->bundle.notes);
      change = ((RensaDataNote *) fixture->bundle.notes->pdata[0])->changes->pdata[0];
      attrs = rensa_attrs_new (RENSA_COMPONENT (&rensa_dataset_npz_class));
      g_assert_true (rensa_data_change_apply (change, attrs, &error));
      expected = g_strdup_printf ("%s, test_x=%s, test_t=%s", settings, change->value, change->other_value);
      g_assert_cmpstr (change->value, ==, names[i][2]);
      g_assert_cmpstr (change->other_value, ==, names[i][3]);
      load (fixture, expected);
      g_assert_nonnull (fixture->bundle.test);
      g_assert_null (fixture->bundle.notes);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/data/npz/forms/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("all", test_all_forms);
  ADD ("incomplete", test_incomplete);
  ADD ("label-kind", test_label_kind);
  ADD ("unused-test-arrays", test_unused_test_arrays);
  ADD ("numbers", test_numbers);
  ADD ("names", test_names);
  ADD ("bad-names", test_bad_names);
  return g_test_run ();
}
