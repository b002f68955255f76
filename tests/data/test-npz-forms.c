/* test-npz-forms.c: examples in every form that NumPy writes.
 * SPDX-License-Identifier: MIT */

#include "data-fixture.h"
#include "npz-file.h"
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

  assert_refused (fixture, "path=d.npz, t=far", "d.npz: far: the number 2147483648 does not fit into 32 bits");
  assert_refused (fixture, "path=d.npz, t=notes.txt", "d.npz: member “notes.txt” is not an array");
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
      assert_refused (fixture, "path=d.npz, x=t",
                      "d.npz: t: an array of texts was found, which can only be used as labels");
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
  assert_refused (fixture, "path=d.npz, t=latin", "d.npz: latin: the text is not UTF-8");
  assert_refused (fixture, "path=d.npz, t=inner", "d.npz: inner: the text is not UTF-8");
  assert_refused (fixture, "path=d.npz, t=beyond",
                  "d.npz: beyond: character 0 of the text, 0x110000, is not one of Unicode");
  assert_refused (fixture, "path=d.npz, t=short", "d.npz: short: the header claims 8 bytes of data, but 7 follow");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/data/npz/forms/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("numbers", test_numbers);
  ADD ("names", test_names);
  ADD ("bad-names", test_bad_names);
  return g_test_run ();
}
