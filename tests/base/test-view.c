/* test-view.c: slices, reshapes and other views.  Expected elements are NumPy's.
 * SPDX-License-Identifier: MIT */

#include "host-device.h"
#include "rensa-error.h"

#include <string.h>

#define MAX_SLICES 12

static gint64
parse_bound (const char *text)
{
  return *text == '\0' ? RENSA_SLICE_NONE : g_ascii_strtoll (text, NULL, 10);
}

/* Reads what stands between Python's brackets. */
static int
parse_slices (const char *text, RensaSlice *slices)
{
  g_auto (GStrv) entries = g_strsplit (text, ", ", -1);
  int n = 0;

  for (; entries[n] != NULL; n++)
    {
      g_auto (GStrv) bounds = g_strsplit (entries[n], ":", 3);
      const guint n_bounds = g_strv_length (bounds);

      slices[n] = (RensaSlice){ RENSA_SLICE_RANGE, parse_bound (bounds[0]), RENSA_SLICE_NONE, RENSA_SLICE_NONE };
      if (strcmp (entries[n], "...") == 0)
        slices[n].kind = RENSA_SLICE_ELLIPSIS;
      else if (strcmp (entries[n], "None") == 0)
        slices[n].kind = RENSA_SLICE_NEWAXIS;
      else if (n_bounds == 1)
        slices[n].kind = RENSA_SLICE_INDEX;
      if (n_bounds > 1)
        slices[n].stop = parse_bound (bounds[1]);
      if (n_bounds > 2)
        slices[n].step = parse_bound (bounds[2]);
    }

  return n;
}

static RensaArray *
slice (RensaArray *array, const char *text, GError **error)
{
  RensaSlice slices[MAX_SLICES];
  const int n = parse_slices (text, slices);

  return rensa_array_view_slice (array, slices, n, error);
}

/* Of numpy.arange (24).reshape (2, 3, 4). */
static const struct
{
  const char *index;
  const char *shape;
  const char *elements;
} slicings[] = {
  { "1", "(3, 4)", "[[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]" },
  { "-1", "(3, 4)", "[[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]" },
  { "..., 2", "(2, 3)", "[[2, 6, 10], [14, 18, 22]]" },
  { "::-1, 0", "(2, 4)", "[[12, 13, 14, 15], [0, 1, 2, 3]]" },
  { "1, ::-2", "(2, 4)", "[[20, 21, 22, 23], [12, 13, 14, 15]]" },
  { "0, 1:, 1:3", "(2, 2)", "[[5, 6], [9, 10]]" },
  { ":, None, 1", "(2, 1, 4)", "[[[4, 5, 6, 7]], [[16, 17, 18, 19]]]" },
  { "None, 0, ..., None", "(1, 3, 4, 1)", "[[[[0], [1], [2], [3]], [[4], [5], [6], [7]], [[8], [9], [10], [11]]]]" },
  { "..., ::3", "(2, 3, 2)", "[[[0, 3], [4, 7], [8, 11]], [[12, 15], [16, 19], [20, 23]]]" },
  { "5:", "(0, 3, 4)", "[]" },
  { "1:0", "(0, 3, 4)", "[]" },
  { ":, 3:", "(2, 0, 4)", "[[], []]" },
  { "-2:, 1, 1", "(2,)", "[5, 17]" },
  { "::-1, ::-1, ::-1", "(2, 3, 4)",
    "[[[23, 22, 21, 20], [19, 18, 17, 16], [15, 14, 13, 12]], [[11, 10, 9, 8], [7, 6, 5, 4], [3, 2, 1, 0]]]" },
  { "0, -100:100:2, 3", "(2,)", "[3, 11]" },
  { "0, 2:0:-1, ::9223372036854775807", "(2, 1)", "[[8], [4]]" },
  { "0, -1:-3:-1", "(2, 4)", "[[8, 9, 10, 11], [4, 5, 6, 7]]" },
  { ":, :, 10:-10:-3", "(2, 3, 2)", "[[[3, 0], [7, 4], [11, 8]], [[15, 12], [19, 16], [23, 20]]]" },
  { "1, ..., ::-3", "(3, 2)", "[[15, 12], [19, 16], [23, 20]]" },
  { "1, 2, 3", "()", "23" },
  { "1, 2, ..., 3", "()", "23" },
};

static void
test_slice (void)
{
  g_autoptr (RensaArray) array = make_range (RENSA_INT32, RENSA_SHAPE (2, 3, 4));
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (slicings); i++)
    {
      g_autoptr (RensaArray) view = slice (array, slicings[i].index, &error);

      g_assert_no_error (error);
      assert_array (view, slicings[i].shape, slicings[i].elements);
    }
}

static const struct
{
  const char *index;
  const char *message;
} bad_slicings[] = {
  { ":, 5", "index 5 is out of bounds for axis 1 with size 3" },
  { "-3", "index -3 is out of bounds for axis 0 with size 2" },
  { "0, 0, 0, 0", "too many indices: the array is 3-dimensional, but 4 were indexed" },
  { "::0", "a slice step cannot be 0, as it is for axis 0" },
  { "..., 1, ...", "an index can contain only one “...”, but 2 were found" },
  { "None, None, None, None, None, None", "too many axes: the index produces 9, but an array has at most 8" },
};

static void
test_slice_errors (void)
{
  const guint n_alive = rensa_array_count_alive ();
  g_autoptr (RensaArray) array = make_range (RENSA_INT32, RENSA_SHAPE (2, 3, 4));

  for (gsize i = 0; i < G_N_ELEMENTS (bad_slicings); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (slice (array, bad_slicings[i].index, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
      g_assert_nonnull (g_strstr_len (error->message, -1, bad_slicings[i].message));
    }

  g_assert_cmpuint (rensa_array_count_alive (), ==, n_alive + 1);
}

/* Of slices of numpy.arange (24).reshape (2, 3, 4); elements are NULL where NumPy has to copy. */
static const struct
{
  const char *index;
  RensaShape shape;
  const char *elements;
} reshapings[] = {
  { ":",
    { 2, { 6, 4 } },
    "[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]" },
  { "..., ::2", { 1, { 12 } }, "[0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]" },
  { "..., ::2", { 2, { 6, 2 } }, "[[0, 2], [4, 6], [8, 10], [12, 14], [16, 18], [20, 22]]" },
  { "..., ::2", { 4, { 1, 6, 1, 2 } }, "[[[[0, 2]], [[4, 6]], [[8, 10]], [[12, 14]], [[16, 18]], [[20, 22]]]]" },
  { "..., ::2",
    { 4, { 2, 3, 2, 1 } },
    "[[[[0], [2]], [[4], [6]], [[8], [10]]], [[[12], [14]], [[16], [18]], [[20], [22]]]]" },
  { ":, 1:", { 2, { 2, 8 } }, "[[4, 5, 6, 7, 8, 9, 10, 11], [16, 17, 18, 19, 20, 21, 22, 23]]" },
  { ":, 1:", { 1, { 16 } }, NULL },
  { "::-1",
    { 2, { 2, 12 } },
    "[[12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]" },
  { "::-1", { 1, { 24 } }, NULL },
  { ":, ::-1", { 2, { 2, 12 } }, NULL },
  { ":, 0", { 1, { 8 } }, NULL },
  { ":, :, 1", { 1, { 6 } }, "[1, 5, 9, 13, 17, 21]" },
  { "0, :, 1", { 2, { 3, 1 } }, "[[1], [5], [9]]" },
  { "1:, ::2", { 3, { 2, 2, 2 } }, "[[[12, 13], [14, 15]], [[20, 21], [22, 23]]]" },
  { "1:, ::2", { 1, { 8 } }, NULL },
  { ":, :2",
    { 4, { 2, 2, 2, 2 } },
    "[[[[0, 1], [2, 3]], [[4, 5], [6, 7]]], [[[12, 13], [14, 15]], [[16, 17], [18, 19]]]]" },
  { ":, :2", { 2, { 4, 4 } }, NULL },
  { "5:", { 2, { 7, 0 } }, "[[], [], [], [], [], [], []]" },
  { "0, 0, 0", { 3, { 1, 1, 1 } }, "[[[0]]]" },
  { ":", { 1, { 23 } }, NULL },
};

static void
test_reshape (void)
{
  g_autoptr (RensaArray) array = make_range (RENSA_INT64, RENSA_SHAPE (2, 3, 4));

  for (gsize i = 0; i < G_N_ELEMENTS (reshapings); i++)
    {
      g_autoptr (RensaArray) view = slice (array, reshapings[i].index, NULL);
      g_autoptr (RensaArray) reshaped = rensa_array_view_reshape (view, &reshapings[i].shape);
      g_autofree char *shape = rensa_shape_to_string (&reshapings[i].shape);

      if (reshapings[i].elements == NULL)
        g_assert_null (reshaped);
      else
        assert_array (reshaped, shape, reshapings[i].elements);
    }
}

static void
test_transpose (void)
{
  g_autoptr (RensaArray) array = make_range (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 4));
  g_autoptr (RensaArray) view = rensa_array_view_transpose (array, (int[]){ 2, 0, 1 });
  g_autoptr (RensaArray) joined = rensa_array_view_reshape (view, &RENSA_SHAPE (4, 6));
  g_autoptr (RensaArray) apart = rensa_array_view_reshape (view, &RENSA_SHAPE (8, 3));

  g_assert_cmpint (rensa_array_get_strides (view)[0], ==, 4);
  g_assert_cmpint (rensa_array_get_strides (view)[1], ==, 48);
  g_assert_cmpint (rensa_array_get_strides (view)[2], ==, 16);
  g_assert_false (rensa_array_is_c_contiguous (view));
  g_assert_true (rensa_array_is_dense (view));
  assert_array (joined, "(4, 6)",
                "[[0, 4, 8, 12, 16, 20], [1, 5, 9, 13, 17, 21], [2, 6, 10, 14, 18, 22], [3, 7, 11, 15, 19, 23]]");
  g_assert_null (apart);
}

static void
test_broadcast (void)
{
  g_autoptr (RensaArray) array = make_range (RENSA_INT8, RENSA_SHAPE (2, 1));
  g_autoptr (RensaArray) view = rensa_array_view_broadcast (array, &RENSA_SHAPE (2, 2, 3));

  assert_array (view, "(2, 2, 3)", "[[[0, 0, 0], [1, 1, 1]], [[0, 0, 0], [1, 1, 1]]]");
  g_assert_cmpint (rensa_array_get_strides (view)[0], ==, 0);
  g_assert_cmpint (rensa_array_get_strides (view)[1], ==, 1);
  g_assert_cmpint (rensa_array_get_strides (view)[2], ==, 0);
  g_assert_cmpint (rensa_array_get_count (view), ==, 12);
  g_assert_false (rensa_array_is_dense (view));
}

static void
test_squeeze_and_expand (void)
{
  g_autoptr (RensaArray) array = make_range (RENSA_INT16, RENSA_SHAPE (1, 3, 1));
  g_autoptr (RensaArray) squeezed = rensa_array_view_squeeze (array, 1 << 2);
  g_autoptr (RensaArray) bare = rensa_array_view_squeeze (array, 1 << 0 | 1 << 2);
  g_autoptr (RensaArray) expanded = rensa_array_view_expand (bare, 1 << 0 | 1 << 2 | 1 << 3);

  assert_array (squeezed, "(1, 3)", "[[0, 1, 2]]");
  assert_array (bare, "(3,)", "[0, 1, 2]");
  assert_array (expanded, "(1, 3, 1, 1)", "[[[[0]], [[1]], [[2]]]]");
  g_assert_true (rensa_array_is_c_contiguous (expanded));
}

static void
test_range (void)
{
  g_autoptr (RensaArray) array = make_range (RENSA_INT16, RENSA_SHAPE (3, 4));
  g_autoptr (RensaArray) rows = rensa_array_view_range (array, 0, 1, 2);
  g_autoptr (RensaArray) columns = rensa_array_view_range (array, 1, 2, 2);
  g_autoptr (RensaArray) none = rensa_array_view_range (array, 0, 3, 0);

  assert_array (rows, "(2, 4)", "[[4, 5, 6, 7], [8, 9, 10, 11]]");
  assert_array (columns, "(3, 2)", "[[2, 3], [6, 7], [10, 11]]");
  assert_array (none, "(0, 4)", "[]");
  g_assert_true (rensa_array_is_c_contiguous (rows));
  g_assert_false (rensa_array_is_dense (columns));
  g_assert_true (rensa_array_is_c_contiguous (none));
}

/* A view sees what is written through another, and keeps the memory alive. */
static void
test_sharing (void)
{
  g_autoptr (RensaArray) array = make_range (RENSA_INT32, RENSA_SHAPE (2, 3));
  g_autoptr (RensaArray) column = slice (array, ":, 1", NULL);
  const gint32 values[] = { -7, -8 };

  g_assert_false (rensa_array_is_exclusive (array));
  g_assert_true (rensa_array_from_host (column, values, NULL));
  assert_array (array, "(2, 3)", "[[0, -7, 2], [3, -8, 5]]");

  g_clear_pointer (&array, rensa_array_unref);
  g_assert_true (rensa_array_is_exclusive (column));
  assert_array (column, "(2,)", "[-7, -8]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_device_set_host (&host_device);
  g_test_add_func ("/base/view/slice", test_slice);
  g_test_add_func ("/base/view/slice/errors", test_slice_errors);
  g_test_add_func ("/base/view/reshape", test_reshape);
  g_test_add_func ("/base/view/transpose", test_transpose);
  g_test_add_func ("/base/view/broadcast", test_broadcast);
  g_test_add_func ("/base/view/squeeze-and-expand", test_squeeze_and_expand);
  g_test_add_func ("/base/view/range", test_range);
  g_test_add_func ("/base/view/sharing", test_sharing);

  return g_test_run ();
}
