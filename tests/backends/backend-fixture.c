/* backend-fixture.c: what the tests of the primitives share.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"
#include "rensa-late-check.h"

#include <math.h>
#include <omp.h>

/* The finalizer of MurmurHash 3. */
static guint32
scramble (guint32 x)
{
  x = (x ^ x >> 16) * 0x85ebca6bu;
  x = (x ^ x >> 13) * 0xc2b2ae35u;
  return x ^ x >> 16;
}

RensaArray *
noise (RensaDtype dtype, RensaShape shape, guint seed)
{
  const gint64 count = rensa_shape_count (&shape);
  g_autofree double *values = g_new (double, count);

  for (gint64 i = 0; i < count; i++)
    values[i] = (scramble ((guint32) i + seed * 2654435761u) >> 8) * 0x1p-22 - 2;

  return array_of (dtype, shape, values);
}

void
assert_values_of (RensaArray *array, RensaDtype dtype, RensaShape shape, double tolerance, const double *expected)
{
  g_assert_nonnull (array);

  g_autofree char *found_shape = rensa_shape_to_string (rensa_array_get_shape (array));
  g_autofree char *expected_shape = rensa_shape_to_string (&shape);
  g_autofree double *values = get_values (array);

  g_assert_cmpstr (found_shape, ==, expected_shape);
  g_assert_cmpstr (rensa_dtype_get_name (rensa_array_get_dtype (array)), ==, rensa_dtype_get_name (dtype));
  for (gint64 i = 0; i < rensa_array_get_count (array); i++)
    {
      const double bound = tolerance * (1 + fabs (expected[i]));

      if (values[i] != expected[i] && !(isnan (values[i]) && isnan (expected[i]))
          && !(fabs (values[i] - expected[i]) <= bound))
        g_error ("element %d is %.17g, not %.17g", (int) i, values[i], expected[i]);
    }
}

void
assert_same (RensaArray *a, RensaArray *b)
{
  g_assert_nonnull (a);
  g_assert_nonnull (b);
  g_assert_true (rensa_shape_equal (rensa_array_get_shape (a), rensa_array_get_shape (b)));
  g_assert_cmpint (rensa_array_get_dtype (a), ==, rensa_array_get_dtype (b));

  const gsize n_bytes = rensa_array_get_n_bytes (a);
  g_autofree gpointer a_bytes = g_malloc (MAX (1, n_bytes));
  g_autofree gpointer b_bytes = g_malloc (MAX (1, n_bytes));
  g_assert_true (rensa_array_to_host (a, a_bytes, NULL));
  g_assert_true (rensa_array_to_host (b, b_bytes, NULL));
  g_assert_cmpmem (a_bytes, n_bytes, b_bytes, n_bytes);
}

RensaArray *
reversed (RensaArray *array, int axis)
{
  g_autoptr (GError) error = NULL;
  RensaSlice slices[RENSA_MAX_NDIM];

  for (int i = 0; i < rensa_array_get_ndim (array); i++)
    slices[i] = (RensaSlice){ RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, i == axis ? -1 : 1 };

  RensaArray *view = rensa_array_view_slice (array, slices, rensa_array_get_ndim (array), &error);
  g_assert_no_error (error);
  return view;
}

RensaArray *
spread_out (RensaArray *array)
{
  g_autoptr (GError) error = NULL;
  RensaShape shape = *rensa_array_get_shape (array);
  RensaSlice slices[RENSA_MAX_NDIM];

  for (int i = 0; i < shape.ndim; i++)
    {
      slices[i] = (RensaSlice){ RENSA_SLICE_RANGE, 1, 1 + 2 * shape.dims[i], 2 };
      shape.dims[i] = 2 * shape.dims[i] + 1;
    }

  g_autoptr (RensaArray) wide = rensa_array_full (rensa_array_get_dtype (array), &shape, 77, &error);
  RensaArray *view = rensa_array_view_slice (wide, slices, shape.ndim, &error);
  rensa_array_assign (view, array, &error);
  g_assert_no_error (error);
  return view;
}

RensaArray *
reordered (RensaArray *array)
{
  g_autoptr (GError) error = NULL;
  const int ndim = rensa_array_get_ndim (array);
  int axes[RENSA_MAX_NDIM];
  int back[RENSA_MAX_NDIM];

  for (int i = 0; i < ndim; i++)
    {
      axes[i] = (i + ndim - 1) % ndim;
      back[axes[i]] = i;
    }

  g_autoptr (RensaArray) transposed = rensa_array_view_transpose (array, axes);
  g_autoptr (RensaArray) copy =
      rensa_array_new (rensa_array_get_dtype (array), rensa_array_get_shape (transposed), &error);
  rensa_array_assign (copy, transposed, &error);
  g_assert_no_error (error);
  return rensa_array_view_transpose (copy, back);
}

RensaArray *
with_channels_last (RensaArray *array)
{
  const int ndim = rensa_array_get_ndim (array);
  int axes[RENSA_MAX_NDIM] = { 0 };
  int back[RENSA_MAX_NDIM] = { 0, ndim - 1 };

  axes[ndim - 1] = 1;
  for (int i = 2; i < ndim; i++)
    {
      axes[i - 1] = i;
      back[i] = i - 1;
    }

  g_autoptr (RensaArray) view = rensa_array_view_transpose (array, axes);
  g_autoptr (RensaArray) dense = rensa_array_contiguous (view, NULL);
  return rensa_array_view_transpose (dense, back);
}

RensaArray *
unchanged (RensaArray *array)
{
  return rensa_array_ref (array);
}

void
assert_same_for_any_threads (MakeArray make, gconstpointer data)
{
  omp_set_num_threads (1);
  g_autoptr (RensaArray) alone = make (data);
  omp_set_num_threads (2);
  g_autoptr (RensaArray) together = make (data);
  omp_set_num_threads (3);
  g_autoptr (RensaArray) many = make (data);
  omp_set_num_threads (2);

  assert_same (alone, together);
  assert_same (alone, many);
}

void
assert_numbers_right (void)
{
  g_autoptr (GError) error = NULL;

  rensa_late_checks_read (&error);
  g_assert_no_error (error);
}

void
assert_number_refused (RensaArray *result, GError **error, const char *message)
{
  g_assert_true ((result == NULL) == (rensa_device_get_current () == rensa_device_get_host ()));
  if (result != NULL)
    {
      rensa_array_unref (result);
      g_assert_false (rensa_late_checks_read (error));
    }
  assert_message (error, RENSA_ERROR_INVALID, message);
}

/* Number 0 of those of a class. */
static void
enter_device (const char *name)
{
  g_autoptr (GError) error = NULL;
  guint n_classes;
  const RensaDeviceClass *const *classes = rensa_device_get_classes (&n_classes);

  for (guint i = 0; i < n_classes; i++)
    if (strcmp (classes[i]->name, name) == 0 && classes[i]->count (classes[i]) > 0)
      rensa_device_set_current (classes[i]->open (classes[i], 0, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (rensa_device_get_current ()->klass->name, ==, name);
}

int
run_tests (void)
{
  if (g_getenv ("RENSA_TEST_DEVICE") != NULL)
    enter_device (g_getenv ("RENSA_TEST_DEVICE"));

  const int status = g_test_run ();

  g_assert_cmpuint (rensa_array_count_alive (), ==, 0);
  return status;
}
