/* test-shapes.c: what functions of shapes and axes say of inputs that do not fit, and results that share memory.
 * SPDX-License-Identifier: MIT */

#include "messages.h"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"
#include "variables.h"

/* The call must have failed with this message. */
static void
assert_type_check (RensaVariable *result, GError **error, const char *message)
{
  g_assert_null (result);
  assert_message (error, RENSA_ERROR_TYPE_CHECK, message);
}

static void
test_axes_out_of_range (void)
{
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (2, 3), 1);
  const RensaInts beyond = { .n = RENSA_INTS_SCALAR, .values = { 2 } };
  const RensaInts before = { .n = 1, .values = { -3 } };
  const RensaInts twice = { .n = 2, .values = { 0, -2 } };
  g_autoptr (GError) error = NULL;

  assert_type_check (rensa_sum (x, &beyond, FALSE, &error), &error, "sum: Expect: axis < x.ndim, Actual: 2 >= 2");
  assert_type_check (rensa_max (x, &before, FALSE, &error), &error, "max: Expect: axis >= -x.ndim, Actual: -3 < -2");
  assert_type_check (rensa_average (x, NULL, &twice, FALSE, &error), &error,
                     "average: Expect: distinct axes, Actual: axis 0 twice");
  assert_type_check (rensa_softmax (x, 2, &error), &error, "softmax: Expect: axis < x.ndim, Actual: 2 >= 2");
}

static void
test_shapes_that_do_not_fit (void)
{
  g_autoptr (RensaVariable) a = variable_full (RENSA_FLOAT32, RENSA_SHAPE (2, 3), 1);
  g_autoptr (RensaVariable) b = variable_full (RENSA_FLOAT32, RENSA_SHAPE (4), 1);
  RensaVariable *const both[] = { a, b };
  g_autoptr (GError) error = NULL;

  assert_type_check (rensa_add (a, b, &error), &error,
                     "op_add: Expect: shapes that can be broadcast together, Actual: (2, 3) and (4,)");
  assert_type_check (rensa_matmul (a, b, FALSE, FALSE, &error), &error,
                     "matmul: Expect: columns of a == rows of b, Actual: shapes (2, 3) and (4,)");
  assert_type_check (rensa_concat (both, 2, 0, &error), &error,
                     "concat: Expect: xs[0].shape == xs[1].shape except on axis 0, Actual: (2, 3) != (4,)");
  assert_type_check (rensa_reshape (a, &RENSA_SHAPE (4, -1), &error), &error,
                     "reshape: Expect: a shape with the same number of elements as x, Actual: (2, 3) to (4, -1)");
  assert_type_check (rensa_broadcast_to (a, &RENSA_SHAPE (3), &error), &error,
                     "broadcast_to: Expect: x.ndim <= len(shape), Actual: 2 > 1");
}

static void
test_split_without_remainder (void)
{
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (5), 1);
  const RensaInts two = { .n = RENSA_INTS_SCALAR, .values = { 2 } };
  RensaVariable *parts[2] = { NULL };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_split_axis (x, &two, 0, parts, 2, &error), ==, -1);
  g_assert_cmpstr (error->message, ==, "split_axis: Expect: x.shape[axis] % sections == 0, Actual: 5 % 2 != 0");
}

/* A part that nothing depends on has gradient zero. */
static void
test_gradient_of_one_part (void)
{
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (4), 3);
  const RensaInts indices = { .n = 1, .values = { 1 } };
  RensaVariable *parts[2] = { NULL };
  g_autoptr (RensaVariable) loss = NULL;
  g_autofree char *gx = NULL;

  g_assert_cmpint (rensa_split_axis (x, &indices, 0, parts, 2, NULL), ==, 2);
  loss = rensa_sum (parts[1], NULL, FALSE, NULL);
  g_assert_true (rensa_variable_backward (loss, NULL, NULL));
  gx = rensa_array_to_string (rensa_variable_get_grad (x), 10);
  g_assert_cmpstr (gx, ==, "[0, 1, 1, 1]");

  rensa_variable_unref (parts[0]);
  rensa_variable_unref (parts[1]);
}

/* The gradient of a sum is one element, seen from everywhere: adding a second gradient must not write into it. */
static void
test_gradients_of_two_sums (void)
{
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (2, 2), 3);
  const RensaInts rows = { .n = RENSA_INTS_SCALAR, .values = { 0 } };
  g_autoptr (RensaVariable) all = rensa_sum (x, NULL, FALSE, NULL);
  g_autoptr (RensaVariable) square = rensa_power_scalar (x, 2, NULL);
  g_autoptr (RensaVariable) columns = rensa_sum (square, &rows, FALSE, NULL);
  g_autoptr (RensaVariable) rest = rensa_sum (columns, NULL, FALSE, NULL);
  g_autoptr (RensaVariable) loss = rensa_add (all, rest, NULL);
  g_autofree char *gx = NULL;

  g_assert_true (rensa_variable_backward (loss, NULL, NULL));
  gx = rensa_array_to_string (rensa_variable_get_grad (x), 10);
  g_assert_cmpstr (gx, ==, "[[7, 7], [7, 7]]");
}

static void
test_same_shape_is_the_same_variable (void)
{
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (2, 3), 1);
  g_autoptr (RensaVariable) reshaped = rensa_reshape (x, &RENSA_SHAPE (2, 3), NULL);
  g_autoptr (RensaVariable) summed = rensa_sum_to (x, &RENSA_SHAPE (2, 3), NULL);
  g_autoptr (RensaVariable) repeated = rensa_broadcast_to (x, &RENSA_SHAPE (2, 3), NULL);
  g_autoptr (RensaVariable) converted = rensa_cast (x, RENSA_FLOAT32, NULL);

  g_assert_true (reshaped == x && summed == x && repeated == x && converted == x);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/functions/shapes/axes-out-of-range", test_axes_out_of_range);
  g_test_add_func ("/functions/shapes/shapes-that-do-not-fit", test_shapes_that_do_not_fit);
  g_test_add_func ("/functions/shapes/split-without-remainder", test_split_without_remainder);
  g_test_add_func ("/functions/shapes/gradient-of-one-part", test_gradient_of_one_part);
  g_test_add_func ("/functions/shapes/gradients-of-two-sums", test_gradients_of_two_sums);
  g_test_add_func ("/functions/shapes/same-shape-is-the-same-variable", test_same_shape_is_the_same_variable);

  return g_test_run ();
}
