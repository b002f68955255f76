/* test-array-primitives.c: fills, copies, casts and reshapes.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"

#include <math.h>

static void
test_fill_every_dtype (void)
{
  for (int dtype = 0; dtype < RENSA_N_DTYPES; dtype++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaArray) filled = rensa_array_full (dtype, &RENSA_SHAPE (2, 2), 3, &error);
      g_autoptr (RensaArray) zeros = rensa_array_zeros (dtype, &RENSA_SHAPE (3), &error);
      const double three = dtype == RENSA_BOOL ? 1 : 3;

      assert_values (filled, dtype, RENSA_SHAPE (2, 2), 0, three, three, three, three);
      assert_values (zeros, dtype, RENSA_SHAPE (3), 0, 0, 0, 0);
      g_assert_no_error (error);
    }
}

static void
test_fill_view (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) array = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (2, 4), &error);
  g_autoptr (RensaArray) column = rensa_array_view_range (array, 1, 1, 2);

  g_assert_true (rensa_array_fill (column, -INFINITY, &error));
  assert_values (array, RENSA_FLOAT32, RENSA_SHAPE (2, 4), 0, 0, -INFINITY, -INFINITY, 0, 0, -INFINITY, -INFINITY, 0);
}

static void
test_fill_nothing (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) empty = rensa_array_full (RENSA_INT8, &RENSA_SHAPE (2, 0), 1, &error);

  g_assert_no_error (error);
  g_assert_cmpint (rensa_array_get_count (empty), ==, 0);
  g_assert_false (rensa_array_fill (NULL, 0, &error));
  g_assert_no_error (error);
}

/* What NumPy makes of these with astype (). */
static void
test_cast_every_pair (void)
{
  static const double values[] = { 0, 1, 100, 2 };
  static const double as_bool[] = { 0, 1, 1, 1 };
  static const double bools[] = { 0, 1, 0, 1 };

  for (int from = 0; from < RENSA_N_DTYPES; from++)
    for (int to = 0; to < RENSA_N_DTYPES; to++)
      {
        g_autoptr (GError) error = NULL;
        const double *given = from == RENSA_BOOL ? bools : values;
        const double *expected = from == RENSA_BOOL ? bools : to == RENSA_BOOL ? as_bool : values;
        g_autoptr (RensaArray) x = array_of (from, RENSA_SHAPE (2, 2), given);
        g_autoptr (RensaArray) gaps = spread_out (x);
        g_autoptr (RensaArray) y = rensa_array_cast (x, to, &error);
        g_autoptr (RensaArray) z = rensa_array_cast (gaps, to, &error);

        g_assert_no_error (error);
        assert_values_of (y, to, RENSA_SHAPE (2, 2), 0, expected);
        assert_values_of (z, to, RENSA_SHAPE (2, 2), 0, expected);
      }
}

static void
test_cast_float16 (void)
{
  g_autoptr (GError) error = NULL;
  /* 2049 and 2051 are ties; 1 + 2^-11 + 2^-40 is above one that a detour by way of float32 does not see. */
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT64, RENSA_SHAPE (10), 0.1, 2049, 2051, 65519, 65520, -1e-8, 5.9604645e-8,
                                    NAN, -INFINITY, 1 + 0x1p-11 + 0x1p-40);
  g_autoptr (RensaArray) half = rensa_array_cast (x, RENSA_FLOAT16, &error);
  g_autoptr (RensaArray) single = rensa_array_cast (x, RENSA_FLOAT32, &error);
  g_autoptr (RensaArray) twice = rensa_array_cast (single, RENSA_FLOAT16, &error);

  assert_values (half, RENSA_FLOAT16, RENSA_SHAPE (10), 0, 0.0999755859375, 2048, 2052, 65504, INFINITY, -0.0, 0x1p-24,
                 NAN, -INFINITY, 1.0009765625);
  assert_values (twice, RENSA_FLOAT16, RENSA_SHAPE (10), 0, 0.0999755859375, 2048, 2052, 65504, INFINITY, -0.0, 0x1p-24,
                 NAN, -INFINITY, 1);
}

static void
test_cast_bfloat16 (void)
{
  g_autoptr (GError) error = NULL;
  /* 257 and 259 are ties; 1 + 2^-8 + 2^-40 is above one that a detour by way of float32 does not see. */
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT64, RENSA_SHAPE (10), 0.1, 257, 259, 3.3895e38, 3.3962e38, -1e-40, 1e-41,
                                    NAN, -INFINITY, 1 + 0x1p-8 + 0x1p-40);
  g_autoptr (RensaArray) half = rensa_array_cast (x, RENSA_BFLOAT16, &error);
  g_autoptr (RensaArray) single = rensa_array_cast (x, RENSA_FLOAT32, &error);
  g_autoptr (RensaArray) twice = rensa_array_cast (single, RENSA_BFLOAT16, &error);

  assert_values (half, RENSA_BFLOAT16, RENSA_SHAPE (10), 0, 0.10009765625, 256, 260, 0x1.fep127, INFINITY, -0x1p-133, 0,
                 NAN, -INFINITY, 1.0078125);
  assert_values (twice, RENSA_BFLOAT16, RENSA_SHAPE (10), 0, 0.10009765625, 256, 260, 0x1.fep127, INFINITY, -0x1p-133,
                 0, NAN, -INFINITY, 1);
}

/* All numbers of one half in the other, and in between by way of float32. */
static void
test_cast_between_halves (void)
{
  static const RensaDtype dtypes[] = { RENSA_FLOAT16, RENSA_BFLOAT16 };
  g_autofree guint16 *all = g_new (guint16, 1 << 16);

  for (int i = 0; i < 1 << 16; i++)
    all[i] = (guint16) i;
  for (int from = 0; from < 2; from++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaArray) x = rensa_array_new_from_host (dtypes[from], &RENSA_SHAPE (1 << 16), all, &error);
      g_autoptr (RensaArray) y = rensa_array_cast (x, dtypes[1 - from], &error);
      g_autoptr (RensaArray) wide = rensa_array_cast (x, RENSA_FLOAT32, &error);
      g_autoptr (RensaArray) expected = rensa_array_cast (wide, dtypes[1 - from], &error);

      g_assert_no_error (error);
      assert_same (y, expected);
    }
}

static void
test_cast_truncates (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (4), 1.9, -1.9, 0.5, NAN);
  g_autoptr (RensaArray) numbers = rensa_array_view_range (x, 0, 0, 3);
  g_autoptr (RensaArray) integers = rensa_array_cast (numbers, RENSA_INT32, &error);
  g_autoptr (RensaArray) truths = rensa_array_cast (x, RENSA_BOOL, &error);

  assert_values (integers, RENSA_INT32, RENSA_SHAPE (3), 0, 1, -1, 0);
  assert_values (truths, RENSA_BOOL, RENSA_SHAPE (4), 0, 1, 1, 1, 1);
}

/* Copies of views of every kind, of sizes on both sides of a vector, a square and a thread's share. */
static void
test_assign_strides (void)
{
  static const RensaShape shapes[] = {
    { 1, { 1 } },        { 1, { 37 } },       { 2, { 5, 7 } },         { 2, { 33, 65 } },
    { 2, { 300, 310 } }, { 3, { 9, 40, 3 } }, { 4, { 2, 3, 17, 19 } }, { 4, { 4, 8, 60, 60 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (int dtype = 0; dtype < RENSA_N_DTYPES; dtype++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (RensaArray) x = noise (dtype, shapes[i], i);
        g_autoptr (RensaArray) gaps = spread_out (x);
        g_autoptr (RensaArray) other_order = reordered (x);
        g_autoptr (RensaArray) back = reversed (x, 0);
        g_autoptr (RensaArray) back_copy = rensa_array_contiguous (back, &error);
        g_autoptr (RensaArray) forth = reversed (back_copy, 0);
        g_autoptr (RensaArray) flat = rensa_array_contiguous (other_order, &error);
        g_autoptr (RensaArray) kept = rensa_array_copy (other_order, &error);

        g_assert_no_error (error);
        assert_same (x, gaps);
        assert_same (x, other_order);
        assert_same (x, forth);
        assert_same (x, flat);
        assert_same (x, kept);
        g_assert_true (rensa_array_is_dense (kept));
        g_assert_cmpmem (rensa_array_get_strides (kept), shapes[i].ndim * sizeof (gint64),
                         rensa_array_get_strides (other_order), shapes[i].ndim * sizeof (gint64));
      }
}

static void
test_assign_broadcasts (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) y = rensa_array_zeros (RENSA_INT64, &RENSA_SHAPE (2, 3), &error);
  g_autoptr (RensaArray) row = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (3), 1, 2, 3);
  g_autoptr (RensaArray) bad = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2), 1, 2);

  g_assert_true (rensa_array_assign (y, row, &error));
  assert_values (y, RENSA_INT64, RENSA_SHAPE (2, 3), 0, 1, 2, 3, 1, 2, 3);
  g_assert_false (rensa_array_assign (y, bad, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "assign expects a shape that can be broadcast to (2, 3): found (2,)");
}

static void
test_accumulate (void)
{
  for (int dtype = RENSA_INT8; dtype < RENSA_N_DTYPES; dtype++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaArray) y = ARRAY (dtype, RENSA_SHAPE (2, 3), 0, 1, 2, 3, 4, 5);
      g_autoptr (RensaArray) column = ARRAY (RENSA_INT32, RENSA_SHAPE (2, 1), 10, 20);
      g_autoptr (RensaArray) gaps = spread_out (y);

      g_assert_true (rensa_array_accumulate (y, column, &error));
      g_assert_true (rensa_array_accumulate (gaps, column, &error));
      assert_values (y, dtype, RENSA_SHAPE (2, 3), 0, 10, 11, 12, 23, 24, 25);
      assert_same (y, gaps);
    }
}

static void
test_accumulate_errors (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) integers = ARRAY (RENSA_INT32, RENSA_SHAPE (2), 1, 2);
  g_autoptr (RensaArray) floats = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2), 1, 2);
  g_autoptr (RensaArray) three = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (3), 1, 2, 3);

  g_assert_false (rensa_array_accumulate (integers, floats, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "accumulate expects floating-point arrays: found int32");
  g_assert_false (rensa_array_accumulate (floats, three, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "accumulate expects a shape that can be broadcast to (2,): found (3,)");
}

static void
test_reshape (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2, 3), 0, 1, 2, 3, 4, 5);
  g_autoptr (RensaArray) transposed = rensa_array_view_transpose (x, (int[]){ 1, 0 });
  g_autoptr (RensaArray) y = rensa_array_reshape (x, &RENSA_SHAPE (3, -1), &error);
  g_autoptr (RensaArray) z = rensa_array_reshape (transposed, &RENSA_SHAPE (-1), &error);

  assert_values (y, RENSA_FLOAT32, RENSA_SHAPE (3, 2), 0, 0, 1, 2, 3, 4, 5);
  assert_values (z, RENSA_FLOAT32, RENSA_SHAPE (6), 0, 0, 3, 1, 4, 2, 5);
  g_assert_false (rensa_array_is_exclusive (y));
  g_assert_true (rensa_array_is_exclusive (z));
}

static void
test_reshape_errors (void)
{
  static const struct
  {
    RensaShape shape;
    const char *message;
  } cases[] = {
    { { 2, { 4, 2 } }, "an array of shape (2, 3) cannot be reshaped to (4, 2)" },
    { { 2, { -1, -1 } }, "an array of shape (2, 3) cannot be reshaped to (-1, -1)" },
    { { 2, { 4, -1 } }, "an array of shape (2, 3) cannot be reshaped to (4, -1)" },
    { { 2, { 0, -1 } }, "an array of shape (2, 3) cannot be reshaped to (0, -1)" },
    { { 2, { -2, -3 } }, "an array of shape (2, 3) cannot be reshaped to (-2, -3)" },
  };

  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (2, 3), 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (rensa_array_reshape (x, &cases[i].shape, &error));
      assert_message (&error, RENSA_ERROR_INVALID, cases[i].message);
    }
}

static void
test_null_passes_through (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (1), 0);

  g_assert_null (rensa_array_copy (NULL, &error));
  g_assert_null (rensa_array_contiguous (NULL, &error));
  g_assert_null (rensa_array_cast (NULL, RENSA_INT8, &error));
  g_assert_null (rensa_array_reshape (NULL, &RENSA_SHAPE (1), &error));
  g_assert_null (rensa_array_to_device (NULL, rensa_array_get_device (x), &error));
  g_assert_false (rensa_array_assign (x, NULL, &error));
  g_assert_false (rensa_array_accumulate (NULL, x, &error));
  g_assert_no_error (error);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backends/fill/every-dtype", test_fill_every_dtype);
  g_test_add_func ("/backends/fill/view", test_fill_view);
  g_test_add_func ("/backends/fill/nothing", test_fill_nothing);
  g_test_add_func ("/backends/cast/every-pair", test_cast_every_pair);
  g_test_add_func ("/backends/cast/float16", test_cast_float16);
  g_test_add_func ("/backends/cast/bfloat16", test_cast_bfloat16);
  g_test_add_func ("/backends/cast/between-halves", test_cast_between_halves);
  g_test_add_func ("/backends/cast/truncates", test_cast_truncates);
  g_test_add_func ("/backends/assign/strides", test_assign_strides);
  g_test_add_func ("/backends/assign/broadcasts", test_assign_broadcasts);
  g_test_add_func ("/backends/accumulate/every-dtype", test_accumulate);
  g_test_add_func ("/backends/accumulate/errors", test_accumulate_errors);
  g_test_add_func ("/backends/reshape/values", test_reshape);
  g_test_add_func ("/backends/reshape/errors", test_reshape_errors);
  g_test_add_func ("/backends/array/null-passes-through", test_null_passes_through);
  return run_tests ();
}
