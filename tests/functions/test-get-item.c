/* test-get-item.c: where the axes of index arrays stand, and what repeated indices do.  Figures are NumPy's.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-functions.h"

static const RensaSlice whole = { RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, RENSA_SLICE_NONE };

/* 0, 1, 2, … in a given shape. */
static RensaVariable *
counting (const RensaShape *shape)
{
  const gint64 count = rensa_shape_count (shape);
  g_autofree double *values = g_new (double, count);
  g_autoptr (RensaArray) array = NULL;

  for (gint64 i = 0; i < count; i++)
    values[i] = i;

  array = rensa_array_new_from_host (RENSA_FLOAT64, shape, values, NULL);
  return rensa_variable_new (array);
}

static RensaArray *
indices (const RensaShape *shape, const gint64 *values)
{
  return rensa_array_new_from_host (RENSA_INT64, shape, values, NULL);
}

static void
assert_item (const RensaIndex *index, const char *expected_shape, const char *expected)
{
  g_autoptr (RensaVariable) x = counting (&RENSA_SHAPE (2, 3, 4));
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaVariable) y = rensa_get_item (x, index, &error);
  g_autofree char *shape = NULL;
  g_autofree char *values = NULL;

  g_assert_no_error (error);
  shape = rensa_shape_to_string (rensa_array_get_shape (rensa_variable_get_array (y)));
  values = rensa_array_to_string (rensa_variable_get_array (y), 100);
  g_assert_cmpstr (shape, ==, expected_shape);
  g_assert_cmpstr (values, ==, expected);
}

/* x[:, [[0], [2]], [1, 3]] */
static void
test_arrays_side_by_side (void)
{
  g_autoptr (RensaArray) rows = indices (&RENSA_SHAPE (2, 1), (gint64[]){ 0, 2 });
  g_autoptr (RensaArray) columns = indices (&RENSA_SHAPE (2), (gint64[]){ 1, 3 });
  const RensaIndex index = { .n = 3, .slices = { whole, whole, whole }, .arrays = { NULL, rows, columns } };

  assert_item (&index, "(2, 2, 2)", "[[[1, 3], [9, 11]], [[13, 15], [21, 23]]]");
}

/* x[[0, 1], :, [3, 0]] */
static void
test_arrays_apart (void)
{
  g_autoptr (RensaArray) first = indices (&RENSA_SHAPE (2), (gint64[]){ 0, 1 });
  g_autoptr (RensaArray) last = indices (&RENSA_SHAPE (2), (gint64[]){ 3, 0 });
  const RensaIndex index = { .n = 3, .slices = { whole, whole, whole }, .arrays = { first, NULL, last } };

  assert_item (&index, "(2, 3)", "[[3, 7, 11], [12, 16, 20]]");
}

/* An integer counts as an array where there is one: x[1, :, [0, 2]] puts its axes in front, x[:, 1, [0, 2]] leaves them. */
static void
test_integer_and_array (void)
{
  g_autoptr (RensaArray) list = indices (&RENSA_SHAPE (2), (gint64[]){ 0, 2 });
  const RensaSlice one = { RENSA_SLICE_INDEX, 1, 0, 0 };
  const RensaIndex apart = { .n = 3, .slices = { one, whole, whole }, .arrays = { NULL, NULL, list } };
  const RensaIndex together = { .n = 3, .slices = { whole, one, whole }, .arrays = { NULL, NULL, list } };

  assert_item (&apart, "(2, 3)", "[[12, 16, 20], [14, 18, 22]]");
  assert_item (&together, "(2, 2)", "[[4, 6], [16, 18]]");
}

/* x[[0], None, [1]]: a new axis separates, too. */
static void
test_new_axis_between (void)
{
  g_autoptr (RensaArray) zero = indices (&RENSA_SHAPE (1), (gint64[]){ 0 });
  g_autoptr (RensaArray) one = indices (&RENSA_SHAPE (1), (gint64[]){ 1 });
  const RensaSlice new_axis = { .kind = RENSA_SLICE_NEWAXIS };
  const RensaIndex index = { .n = 3, .slices = { whole, new_axis, whole }, .arrays = { zero, NULL, one } };

  assert_item (&index, "(1, 1, 4)", "[[[4, 5, 6, 7]]]");
}

/* Of y = x[[1, 1, 0], ::-2] with gy = 1, 2, …: row 1 gets the gradients of rows 0 and 1. */
static void
test_gradient_of_repeated_indices (void)
{
  g_autoptr (RensaArray) list = indices (&RENSA_SHAPE (3), (gint64[]){ 1, 1, 0 });
  const RensaSlice backward = { RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, -2 };
  const RensaIndex index = { .n = 2, .slices = { whole, backward }, .arrays = { list } };
  g_autoptr (RensaVariable) x = counting (&RENSA_SHAPE (2, 3));
  g_autoptr (RensaVariable) gy = counting (&RENSA_SHAPE (3, 2));
  g_autoptr (RensaVariable) y = rensa_get_item (x, &index, NULL);
  g_autofree char *gx = NULL;

  rensa_variable_set_grad (y, rensa_variable_get_array (gy));
  g_assert_true (rensa_variable_backward (y, NULL, NULL));
  gx = rensa_array_to_string (rensa_variable_get_grad (x), 10);
  g_assert_cmpstr (gx, ==, "[[5, 0, 4], [4, 0, 2]]");
}

static void
test_slice_is_a_view (void)
{
  const RensaIndex index = { .n = 1, .slices = { { RENSA_SLICE_RANGE, 1, RENSA_SLICE_NONE, RENSA_SLICE_NONE } } };
  g_autoptr (RensaVariable) x = counting (&RENSA_SHAPE (3));
  g_autoptr (RensaVariable) y = rensa_get_item (x, &index, NULL);
  g_autofree char *values = NULL;

  g_assert_true (rensa_array_from_host (rensa_variable_get_array (x), (double[]){ 7, 8, 9 }, NULL));
  values = rensa_array_to_string (rensa_variable_get_array (y), 10);
  g_assert_cmpstr (values, ==, "[8, 9]");
}

static void
test_array_points_outside (void)
{
  g_autoptr (RensaArray) rows = indices (&RENSA_SHAPE (2), (gint64[]){ 0, 1 });
  g_autoptr (RensaArray) columns = indices (&RENSA_SHAPE (2), (gint64[]){ 0, 4 });
  const RensaIndex index = { .n = 2, .slices = { whole, whole }, .arrays = { rows, columns } };
  g_autoptr (RensaVariable) x = counting (&RENSA_SHAPE (2, 3));
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_get_item (x, &index, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "get_item: index 4 is out of bounds for an axis with size 3");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/functions/get-item/arrays-side-by-side", test_arrays_side_by_side);
  g_test_add_func ("/functions/get-item/arrays-apart", test_arrays_apart);
  g_test_add_func ("/functions/get-item/integer-and-array", test_integer_and_array);
  g_test_add_func ("/functions/get-item/new-axis-between", test_new_axis_between);
  g_test_add_func ("/functions/get-item/gradient-of-repeated-indices", test_gradient_of_repeated_indices);
  g_test_add_func ("/functions/get-item/slice-is-a-view", test_slice_is_a_view);
  g_test_add_func ("/functions/get-item/array-points-outside", test_array_points_outside);

  return g_test_run ();
}
