/* test-array.c: making arrays, their elements and what is known of them.
 * SPDX-License-Identifier: MIT */

#include "host-device.h"
#include "rensa-error.h"

#include <math.h>

static void
test_new (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) array = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (2, 3, 4), &error);
  const gint64 *strides = rensa_array_get_strides (array);
  const RensaType type = rensa_array_get_type (array);

  g_assert_no_error (error);
  g_assert_cmpint (rensa_array_get_dtype (array), ==, RENSA_FLOAT32);
  g_assert_cmpint (rensa_array_get_ndim (array), ==, 3);
  g_assert_cmpint (rensa_array_get_dim (array, 1), ==, 3);
  g_assert_cmpint (rensa_array_get_count (array), ==, 24);
  g_assert_cmpuint (rensa_array_get_n_bytes (array), ==, 96);
  g_assert_cmpint (strides[0], ==, 48);
  g_assert_cmpint (strides[1], ==, 16);
  g_assert_cmpint (strides[2], ==, 4);
  g_assert_true (rensa_array_get_device (array) == &host_device);
  g_assert_cmpint (type.dtype, ==, RENSA_FLOAT32);
  g_assert_true (rensa_shape_equal (&type.shape, &RENSA_SHAPE (2, 3, 4)));
  g_assert_true (rensa_array_is_c_contiguous (array));
}

static void
test_zero_size (void)
{
  g_autoptr (RensaArray) array = make_range (RENSA_FLOAT64, RENSA_SHAPE (2, 0, 3));

  assert_array (array, "(2, 0, 3)", "[[], []]");
  g_assert_cmpint (rensa_array_get_count (array), ==, 0);
  g_assert_cmpuint (rensa_array_get_n_bytes (array), ==, 0);
  g_assert_true (rensa_array_is_c_contiguous (array));
  g_assert_true (rensa_array_is_dense (array));
  g_assert_true (isnan (rensa_array_get_scalar (array)));
}

static void
test_invalid_shape (void)
{
  const gint64 huge = G_GINT64_CONSTANT (1) << 32;
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_array_new (RENSA_INT8, &RENSA_SHAPE (3, -1), &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (rensa_array_new (RENSA_INT8, &RENSA_SHAPE (huge, huge), &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

static void
test_no_memory (void)
{
  const guint n_alive = rensa_array_count_alive ();
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (G_GINT64_CONSTANT (1) << 58, 1), &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NO_MEMORY);
  g_assert_nonnull (g_strstr_len (error->message, -1, "shape (288230376151711744, 1) and dtype float32"));
  g_assert_nonnull (g_strstr_len (error->message, -1, "1.0"));
  g_assert_nonnull (g_strstr_len (error->message, -1, "EiB"));
  g_assert_cmpuint (rensa_array_count_alive (), ==, n_alive);
  g_assert_null (rensa_array_new (RENSA_INT8, &RENSA_SHAPE (G_MAXINT64), NULL));
}

static void
test_ordered (void)
{
  g_autoptr (RensaArray) image = make_range (RENSA_FLOAT32, RENSA_SHAPE (2, 4, 5, 3));
  g_autoptr (RensaArray) like = rensa_array_view_transpose (image, (int[]){ 0, 3, 1, 2 });
  g_autoptr (RensaArray) array = rensa_array_new_ordered (RENSA_FLOAT64, &RENSA_SHAPE (2, 6, 4, 5), like, NULL);
  const gint64 expected[] = { 960, 8, 240, 48 };

  for (int i = 0; i < 4; i++)
    g_assert_cmpint (rensa_array_get_strides (array)[i], ==, expected[i]);
  g_assert_true (rensa_array_is_dense (array));
  g_assert_false (rensa_array_is_c_contiguous (array));
}

/* The axis that @like repeats has no say: the others keep their order around it. */
static void
test_ordered_like_broadcast (void)
{
  g_autoptr (RensaArray) matrix = make_range (RENSA_FLOAT32, RENSA_SHAPE (2, 1, 3));
  g_autoptr (RensaArray) repeated = rensa_array_view_broadcast (matrix, &RENSA_SHAPE (2, 4, 3));
  g_autoptr (RensaArray) turned = rensa_array_view_transpose (repeated, (int[]){ 2, 1, 0 });
  g_autoptr (RensaArray) plain = rensa_array_new_ordered (RENSA_INT8, &RENSA_SHAPE (2, 4, 3), repeated, NULL);
  g_autoptr (RensaArray) array = rensa_array_new_ordered (RENSA_INT8, &RENSA_SHAPE (3, 4, 2), turned, NULL);

  g_assert_true (rensa_array_is_c_contiguous (plain));
  g_assert_true (rensa_array_is_dense (array));
  g_assert_cmpint (rensa_array_get_strides (array)[0], <, rensa_array_get_strides (array)[2]);
}

static void
test_dense (void)
{
  g_autoptr (RensaArray) array = make_range (RENSA_INT32, RENSA_SHAPE (3, 1, 4));
  g_autoptr (RensaArray) turned = rensa_array_view_transpose (array, (int[]){ 2, 1, 0 });
  g_autoptr (RensaArray) part = rensa_array_view_range (turned, 0, 0, 3);
  const RensaSlice backward = { RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, -1 };
  g_autoptr (RensaArray) reversed = rensa_array_view_slice (array, &backward, 1, NULL);

  g_assert_true (rensa_array_is_dense (turned));
  g_assert_false (rensa_array_is_dense (part));
  g_assert_false (rensa_array_is_dense (reversed));
}

static void
test_exclusive (void)
{
  g_autoptr (RensaArray) array = make_range (RENSA_INT32, RENSA_SHAPE (3));

  g_assert_true (rensa_array_is_exclusive (array));
  g_assert_true (rensa_array_ref (array) == array);
  g_assert_false (rensa_array_is_exclusive (array));
  rensa_array_unref (array);
  g_assert_true (rensa_array_is_exclusive (array));
  {
    g_autoptr (RensaArray) view = rensa_array_view_range (array, 0, 0, 1);
    g_assert_false (rensa_array_is_exclusive (array));
    g_assert_false (rensa_array_is_exclusive (view));
  }
  g_assert_true (rensa_array_is_exclusive (array));
}

static const struct
{
  RensaDtype dtype;
  double value;
  double kept;
  const char *text;
} scalars[] = {
  { RENSA_BOOL, 0.5, 1, "True" },
  { RENSA_BOOL, 0, 0, "False" },
  { RENSA_INT8, -3.9, -3, "-3" },
  { RENSA_INT8, 1000, 127, "127" },
  { RENSA_INT16, -40000, -32768, "-32768" },
  { RENSA_INT32, 123456789, 123456789, "123456789" },
  { RENSA_INT64, 1e300, 0x1p63, "9223372036854775807" },
  { RENSA_INT64, NAN, 0, "0" },
  { RENSA_UINT8, 200, 200, "200" },
  { RENSA_UINT8, -1, 0, "0" },
  { RENSA_FLOAT16, 0.1, 0.0999755859375, "0.1" },
  { RENSA_FLOAT16, 1e6, INFINITY, "inf" },
  { RENSA_FLOAT32, 0.1, 0x1.99999ap-4, "0.1" },
  { RENSA_FLOAT32, 16777216, 16777216, "16777216" },
  { RENSA_FLOAT64, 0.1, 0.1, "0.1" },
  { RENSA_FLOAT64, -INFINITY, -INFINITY, "-inf" },
  { RENSA_FLOAT64, 1.0 / 3, 1.0 / 3, "0.3333333333333333" },
};

static void
test_scalars (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (scalars); i++)
    {
      g_autoptr (RensaArray) array = rensa_array_new_scalar (scalars[i].dtype, scalars[i].value, NULL);

      assert_array (array, "()", scalars[i].text);
      g_assert_cmpfloat (rensa_array_get_scalar (array), ==, scalars[i].kept);
    }

  g_autoptr (RensaArray) nothing = rensa_array_new_scalar (RENSA_FLOAT32, NAN, NULL);
  assert_array (nothing, "()", "nan");
}

static void
test_text (void)
{
  g_autoptr (RensaArray) array = make_range (RENSA_FLOAT32, RENSA_SHAPE (2, 3));
  g_autofree char *whole = rensa_array_to_string (array, 6);
  g_autofree char *row = rensa_array_to_string (array, 3);
  g_autofree char *cut = rensa_array_to_string (array, 4);

  g_assert_cmpstr (whole, ==, "[[0, 1, 2], [3, 4, 5]]");
  g_assert_cmpstr (row, ==, "[[0, 1, 2], …]");
  g_assert_cmpstr (cut, ==, "[[0, 1, 2], [3, …]]");
}

/* Strided arrays of every size of element go out and come back in C order. */
static void
test_host_strided (void)
{
  for (int i = 0; i < RENSA_N_DTYPES; i++)
    {
      g_autoptr (RensaArray) array = make_range ((RensaDtype) i, RENSA_SHAPE (3, 4));
      g_autoptr (RensaArray) turned = rensa_array_view_transpose (array, (int[]){ 1, 0 });
      const RensaSlice backward = { RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, -2 };
      g_autoptr (RensaArray) view = rensa_array_view_slice (turned, &backward, 1, NULL);
      g_autofree char *elements = g_malloc (rensa_array_get_n_bytes (view));

      if (i != RENSA_BOOL)
        assert_array (view, "(2, 3)", "[[3, 7, 11], [1, 5, 9]]");
      g_assert_true (rensa_array_to_host (view, elements, NULL));

      g_autoptr (RensaArray) same = rensa_array_new_from_host ((RensaDtype) i, &RENSA_SHAPE (2, 3), elements, NULL);
      g_autofree char *before = rensa_array_to_string (array, 100);
      g_autofree char *expected = rensa_array_to_string (view, 100);
      assert_array (same, "(2, 3)", expected);
      g_assert_true (rensa_array_from_host (view, elements, NULL));
      assert_array (array, "(3, 4)", before);
    }
}

static void
test_alive (void)
{
  const guint before = rensa_array_count_alive ();
  g_autoptr (RensaArray) array = make_range (RENSA_INT32, RENSA_SHAPE (3));
  g_autoptr (RensaArray) view = rensa_array_view_range (array, 0, 1, 2);

  g_assert_cmpuint (rensa_array_count_alive (), ==, before + 2);
  g_clear_pointer (&array, rensa_array_unref);
  g_assert_cmpuint (rensa_array_count_alive (), ==, before + 1);
  g_clear_pointer (&view, rensa_array_unref);
  g_assert_cmpuint (rensa_array_count_alive (), ==, before);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_device_set_host (&host_device);
  g_test_add_func ("/base/array/new", test_new);
  g_test_add_func ("/base/array/zero-size", test_zero_size);
  g_test_add_func ("/base/array/invalid-shape", test_invalid_shape);
  g_test_add_func ("/base/array/no-memory", test_no_memory);
  g_test_add_func ("/base/array/ordered", test_ordered);
  g_test_add_func ("/base/array/ordered/like-broadcast", test_ordered_like_broadcast);
  g_test_add_func ("/base/array/dense", test_dense);
  g_test_add_func ("/base/array/exclusive", test_exclusive);
  g_test_add_func ("/base/array/scalars", test_scalars);
  g_test_add_func ("/base/array/text", test_text);
  g_test_add_func ("/base/array/host/strided", test_host_strided);
  g_test_add_func ("/base/array/alive", test_alive);

  return g_test_run ();
}
