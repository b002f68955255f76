/* test-npy-forms.c: arrays in every form that NumPy writes.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "npz-file.h"
#include "record.h"
#include "rensa-error.h"
#include "rensa-npy.h"
#include "rensa-primitives.h"

/* An array in a file, @descr and what follows the header, and the array that it is: in C order and little-endian. */
typedef struct
{
  const char *descr;
  const char *order;
  const char *shape;
  const char *data;
  gsize n_data;
  RensaType type;
  const char *expected;
  gsize n_expected;
} Form;

#define BYTES(text) text, sizeof (text) - 1

static const Form forms[] = {
  /* Rows are 0, 2, 4 and 1, 3, 5; columns follow each other in the file. */
  { "|u1", "True", "(2, 3)", BYTES ("\0\1\2\3\4\5"), { RENSA_UINT8, { 2, { 2, 3 } } }, BYTES ("\0\2\4\1\3\5") },
  { "|u1", "True", "(3,)", BYTES ("\0\1\2"), { RENSA_UINT8, { 1, { 3 } } }, BYTES ("\0\1\2") },
  { "|u1", "True", "()", BYTES ("\7"), { RENSA_UINT8, { 0 } }, BYTES ("\7") },
  { "|u1", "True", "(2, 0)", BYTES (""), { RENSA_UINT8, { 2, { 2, 0 } } }, BYTES ("") },
  { "|b1", "True", "(2, 2)", BYTES ("\1\0\0\2"), { RENSA_BOOL, { 2, { 2, 2 } } }, BYTES ("\1\0\0\1") },
  { "<i2", "True", "(2, 2)", BYTES ("\1\0\2\0\3\0\4\0"), { RENSA_INT16, { 2, { 2, 2 } } }, BYTES ("\1\0\3\0\2\0\4\0") },
  { ">i2", "False", "(2,)", BYTES ("\0\1\xff\xfe"), { RENSA_INT16, { 1, { 2 } } }, BYTES ("\1\0\xfe\xff") },
  { ">i4", "False", "(1,)", BYTES ("\1\2\3\4"), { RENSA_INT32, { 1, { 1 } } }, BYTES ("\4\3\2\1") },
  { ">i8", "False", "(1,)", BYTES ("\1\2\3\4\5\6\7\x08"), { RENSA_INT64, { 1, { 1 } } }, BYTES ("\x08\7\6\5\4\3\2\1") },
  /* 1 in each of the floating types */
  { ">f2", "False", "(1,)", BYTES ("\x3c\0"), { RENSA_FLOAT16, { 1, { 1 } } }, BYTES ("\0\x3c") },
  { ">f4", "False", "(1,)", BYTES ("\x3f\x80\0\0"), { RENSA_FLOAT32, { 1, { 1 } } }, BYTES ("\0\0\x80\x3f") },
  { ">f8",
    "False",
    "(1,)",
    BYTES ("\x3f\xf0\0\0\0\0\0\0"),
    { RENSA_FLOAT64, { 1, { 1 } } },
    BYTES ("\0\0\0\0\0\0\xf0\x3f") },
  { ">f4",
    "True",
    "(1, 2)",
    BYTES ("\x3f\x80\0\0\x40\0\0\0"),
    { RENSA_FLOAT32, { 2, { 1, 2 } } },
    BYTES ("\0\0\x80\x3f\0\0\0\x40") },
  { "<u2", "False", "(2,)", BYTES ("\1\2\xff\xff"), { RENSA_INT32, { 1, { 2 } } }, BYTES ("\1\2\0\0\xff\xff\0\0") },
  { ">u2",
    "True",
    "(2, 2)",
    BYTES ("\0\1\0\2\0\3\xff\0"),
    { RENSA_INT32, { 2, { 2, 2 } } },
    BYTES ("\1\0\0\0\3\0\0\0\2\0\0\0\0\xff\0\0") },
  { "<u4", "False", "(1,)", BYTES ("\1\0\0\xff"), { RENSA_INT64, { 1, { 1 } } }, BYTES ("\1\0\0\xff\0\0\0\0") },
  { ">u4", "False", "(1,)", BYTES ("\xff\0\0\1"), { RENSA_INT64, { 1, { 1 } } }, BYTES ("\1\0\0\xff\0\0\0\0") },
  { "<u8",
    "False",
    "()",
    BYTES ("\xff\xff\xff\xff\xff\xff\xff\x7f"),
    { RENSA_INT64, { 0 } },
    BYTES ("\xff\xff\xff\xff\xff\xff\xff\x7f") },
  { ">u8", "False", "(1,)", BYTES ("\0\0\0\0\0\0\1\2"), { RENSA_INT64, { 1, { 1 } } }, BYTES ("\2\1\0\0\0\0\0\0") },
};

static void
assert_form (const Form *form, RensaArray *array)
{
  g_autofree guint8 *found = g_malloc (form->n_expected + 1);

  g_assert_cmpint (rensa_array_get_dtype (array), ==, form->type.dtype);
  g_assert_true (rensa_shape_equal (rensa_array_get_shape (array), &form->type.shape));
  g_assert_true (rensa_array_is_c_contiguous (array));
  g_assert_cmpuint (rensa_array_get_n_bytes (array), ==, form->n_expected);
  g_assert_true (rensa_array_to_host (array, found, NULL));
  g_assert_cmpmem (found, form->n_expected, form->expected, form->n_expected);
}

static void
test_array (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "a.npy", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      const Form *form = &forms[i];
      g_autoptr (GByteArray) npy = npy_new (form->descr, form->order, form->shape, form->data, form->n_data);
      g_autoptr (RensaArray) array = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s %s %s", form->descr, form->order, form->shape);
      test_file_write (folder, "a.npy", (const char *) npy->data, npy->len);
      array = rensa_npy_load (path, &error);
      g_assert_no_error (error);
      assert_form (form, array);
    }
  test_folder_free (g_steal_pointer (&folder));
}

static gboolean
serialize (gpointer array, RensaSerializer *serializer, GError **error)
{
  return rensa_serializer_array (serializer, "W", array, error);
}

/* Weights take the place of others of the same shape. */
static void
test_weights (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "model.npz", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      const Form *form = &forms[i];
      g_autoptr (GByteArray) npy = npy_new (form->descr, form->order, form->shape, form->data, form->n_data);
      RensaArray *array = rensa_array_new (form->type.dtype, &form->type.shape, NULL);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s %s %s", form->descr, form->order, form->shape);
      g_assert_true (rensa_array_fill (array, 0, NULL));
      npz_write (path, (const NpzMember[]){ { "W.npy", npy }, { NULL } });
      rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, serialize, &array, &error);
      g_assert_no_error (error);
      assert_form (form, array);
      rensa_array_unref (array);
    }
  test_folder_free (g_steal_pointer (&folder));
}

static void
test_too_large (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "a.npy", NULL);
  g_autoptr (GByteArray) npy = npy_new (">u8", "False", "(2,)", BYTES ("\0\0\0\0\0\0\0\1\x80\0\0\0\0\0\0\3"));
  g_autoptr (GError) error = NULL;

  test_file_write (folder, "a.npy", (const char *) npy->data, npy->len);
  g_assert_null (rensa_npy_load (path, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_true (g_str_has_suffix (error->message,
                                   "a.npy: the number 9223372036854775811 does not fit into a signed 64-bit integer"));
  test_folder_free (g_steal_pointer (&folder));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/serializers/npy/forms/array", test_array);
  g_test_add_func ("/serializers/npy/forms/weights", test_weights);
  g_test_add_func ("/serializers/npy/forms/too-large", test_too_large);
  return g_test_run ();
}
