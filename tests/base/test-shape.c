/* test-shape.c: extents, axes and broadcasting.
 * SPDX-License-Identifier: MIT */

#include "messages.h"
#include "rensa-error.h"
#include "rensa-shape.h"

static void
assert_shape (const RensaShape *shape, const char *expected)
{
  g_autofree char *text = rensa_shape_to_string (shape);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_text (void)
{
  assert_shape (&RENSA_SHAPE_SCALAR, "()");
  assert_shape (&RENSA_SHAPE (5), "(5,)");
  assert_shape (&RENSA_SHAPE (2, 0, 3), "(2, 0, 3)");
}

static void
assert_type (gint64 n_sequences, const RensaShape *shape, const char *expected)
{
  const RensaType type = { RENSA_FLOAT32, *shape, n_sequences };
  g_autofree char *text = rensa_type_to_string (&type);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_type (void)
{
  const RensaType array = { RENSA_FLOAT32, RENSA_SHAPE (7, 3) };
  const RensaType sequences = { RENSA_FLOAT32, RENSA_SHAPE (7, 3), 2 };

  assert_type (0, &RENSA_SHAPE (7, 3), "(7, 3)");
  assert_type (2, &RENSA_SHAPE (7, 3), "2 × (n, 3)");
  assert_type (2, &RENSA_SHAPE (7), "2 × (n,)");
  assert_type (1, &RENSA_SHAPE (7), "(n,)");
  g_assert_true (rensa_type_equal (&array, &array));
  g_assert_false (rensa_type_equal (&array, &sequences));
}

static void
test_count (void)
{
  g_assert_cmpint (rensa_shape_count (&RENSA_SHAPE_SCALAR), ==, 1);
  g_assert_cmpint (rensa_shape_count (&RENSA_SHAPE (2, 3, 4)), ==, 24);
  g_assert_cmpint (rensa_shape_count (&RENSA_SHAPE (2, 0, 4)), ==, 0);
  g_assert_true (rensa_shape_equal (&RENSA_SHAPE (2, 3), &RENSA_SHAPE (2, 3)));
  g_assert_false (rensa_shape_equal (&RENSA_SHAPE (2, 3), &RENSA_SHAPE (2, 4)));
  g_assert_false (rensa_shape_equal (&RENSA_SHAPE (2), &RENSA_SHAPE (2, 1)));
}

static void
test_check (void)
{
  const gint64 half = G_GINT64_CONSTANT (1) << 31;
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_shape_check (&RENSA_SHAPE (2, 0, 3), RENSA_FLOAT64, &error));
  g_assert_true (rensa_shape_check (&RENSA_SHAPE (half, half), RENSA_INT8, &error));
  g_assert_no_error (error);
  g_assert_false (rensa_shape_check (&RENSA_SHAPE (half, half), RENSA_INT16, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "(2147483648, 2147483648) of dtype int16");
  g_assert_false (rensa_shape_check (&RENSA_SHAPE (half, half, 0, 4), RENSA_INT8, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "(2147483648, 2147483648, 0, 4)");
  g_assert_false (rensa_shape_check (&RENSA_SHAPE (2, -3), RENSA_INT8, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "shape (2, -3) has a negative size along axis 1");
  g_assert_false (rensa_shape_check (&(RensaShape){ .ndim = 9 }, RENSA_INT8, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "0 to 8 axes, not 9");
}

static void
test_broadcast (void)
{
  g_autoptr (GError) error = NULL;
  RensaShape joined;

  g_assert_true (rensa_shape_broadcast (&RENSA_SHAPE (8, 1, 6, 1), &RENSA_SHAPE (7, 1, 5), &joined, &error));
  assert_shape (&joined, "(8, 7, 6, 5)");
  g_assert_true (rensa_shape_broadcast (&RENSA_SHAPE_SCALAR, &RENSA_SHAPE (3, 2), &joined, &error));
  assert_shape (&joined, "(3, 2)");
  g_assert_true (rensa_shape_broadcast (&RENSA_SHAPE (3, 1), &RENSA_SHAPE (0), &joined, &error));
  assert_shape (&joined, "(3, 0)");

  joined = RENSA_SHAPE (3, 1);
  g_assert_true (rensa_shape_broadcast (&joined, &RENSA_SHAPE (4), &joined, &error));
  assert_shape (&joined, "(3, 4)");

  g_assert_false (rensa_shape_broadcast (&RENSA_SHAPE (2, 3), &RENSA_SHAPE (4), &joined, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "(2, 3) and (4,)");
  g_assert_false (rensa_shape_broadcast (&RENSA_SHAPE (2), &RENSA_SHAPE (0), &joined, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "(2,) and (0,)");
  assert_shape (&joined, "(3, 4)");
}

static void
test_broadcasts_to (void)
{
  g_assert_true (rensa_shape_broadcasts_to (&RENSA_SHAPE (3, 1), &RENSA_SHAPE (2, 3, 4)));
  g_assert_true (rensa_shape_broadcasts_to (&RENSA_SHAPE_SCALAR, &RENSA_SHAPE (0)));
  g_assert_false (rensa_shape_broadcasts_to (&RENSA_SHAPE (3, 4), &RENSA_SHAPE (3, 1)));
  g_assert_false (rensa_shape_broadcasts_to (&RENSA_SHAPE (1, 3), &RENSA_SHAPE (3)));
}

static void
test_axes (void)
{
  g_autoptr (GError) error = NULL;
  guint mask = 0;

  g_assert_cmpint (rensa_axis_normalize (-1, 3, &error), ==, 2);
  g_assert_cmpint (rensa_axis_normalize (0, 3, &error), ==, 0);
  g_assert_cmpint (rensa_axis_normalize (3, 3, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_INVALID, "axis 3");
  g_assert_cmpint (rensa_axis_normalize (0, 0, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_INVALID, "axis 0");

  g_assert_true (rensa_axes_normalize (&(RensaInts){ .n = RENSA_INTS_NONE }, 3, &mask, &error));
  g_assert_cmphex (mask, ==, 7);
  g_assert_true (rensa_axes_normalize (&(RensaInts){ .n = RENSA_INTS_SCALAR, .values = { -2 } }, 3, &mask, &error));
  g_assert_cmphex (mask, ==, 2);
  g_assert_true (rensa_axes_normalize (&(RensaInts){ .n = 2, .values = { -1, 0 } }, 3, &mask, &error));
  g_assert_cmphex (mask, ==, 5);
  g_assert_true (rensa_axes_normalize (&(RensaInts){ .n = 0 }, 3, &mask, &error));
  g_assert_cmphex (mask, ==, 0);
  g_assert_false (rensa_axes_normalize (&(RensaInts){ .n = 2, .values = { 2, -1 } }, 3, &mask, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "axis 2 appears twice in the list of axes");
  g_assert_false (rensa_axes_normalize (&(RensaInts){ .n = 1, .values = { -4 } }, 3, &mask, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "axis -4");
}

static void
test_reduce (void)
{
  RensaShape reduced = rensa_shape_reduce (&RENSA_SHAPE (2, 3, 4), 5, FALSE);

  assert_shape (&reduced, "(3,)");
  reduced = rensa_shape_reduce (&RENSA_SHAPE (2, 3, 4), 5, TRUE);
  assert_shape (&reduced, "(1, 3, 1)");
  reduced = rensa_shape_reduce (&RENSA_SHAPE (2, 3), 3, FALSE);
  assert_shape (&reduced, "()");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/shape/text", test_text);
  g_test_add_func ("/base/shape/type", test_type);
  g_test_add_func ("/base/shape/count", test_count);
  g_test_add_func ("/base/shape/check", test_check);
  g_test_add_func ("/base/shape/broadcast", test_broadcast);
  g_test_add_func ("/base/shape/broadcasts-to", test_broadcasts_to);
  g_test_add_func ("/base/shape/axes", test_axes);
  g_test_add_func ("/base/shape/reduce", test_reduce);

  return g_test_run ();
}
