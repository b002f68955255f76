/* test-lists.c: maps that wait for each other, which nobody can tell.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"

#include "rensa-optimizers-kernels.h"

#define N_ARRAYS 50

static guint64
count_launches (void)
{
  RensaMockCounts counts;

  rensa_mock_get_counts (&counts);
  return counts.n_launches;
}

/* x -= lr g, in place. */
static void
step (RensaArray *x, RensaArray *g, double lr)
{
  g_autoptr (GError) error = NULL;

  rensa_map (RENSA_KERNEL_SGD_UPDATE, (RensaArray *[]){ x, g }, (RensaArray *[]){ x }, (double[]){ lr }, &error);
  g_assert_no_error (error);
}

static void
assert_is_as_here (RensaArray *x, RensaArray *g, double lr, RensaArray *found)
{
  g_autoptr (RensaArray) expected = rensa_array_copy (x, NULL);

  step (expected, g, lr);
  assert_same (expected, found);
}

/* Arrays of all sizes, from one element to several chunks, in two launches, since not all fit into one. */
static void
test_one_launch (void)
{
  RensaArray *x[N_ARRAYS], *g[N_ARRAYS], *far_x[N_ARRAYS], *far_g[N_ARRAYS];

  for (int i = 0; i < N_ARRAYS; i++)
    {
      const gint64 n = i % 7 == 0 ? 1 : i % 5 == 0 ? 5000 + i : 100 + i;

      x[i] = noise (RENSA_FLOAT32, RENSA_SHAPE (n), i);
      g[i] = noise (RENSA_FLOAT32, RENSA_SHAPE (n), i + 1000);
      far_x[i] = gpu_copy_to (MOCK, x[i]);
      far_g[i] = gpu_copy_to (MOCK, g[i]);
    }

  const guint64 before = count_launches ();
  for (int i = 0; i < N_ARRAYS; i++)
    step (far_x[i], far_g[i], 0.1);
  g_assert_true (rensa_device_synchronize (MOCK, NULL));
  g_assert_cmpuint (count_launches () - before, ==, 2);

  for (int i = 0; i < N_ARRAYS; i++)
    {
      assert_is_as_here (x[i], g[i], 0.1, far_x[i]);
      rensa_array_unref (x[i]);
      rensa_array_unref (g[i]);
      rensa_array_unref (far_x[i]);
      rensa_array_unref (far_g[i]);
    }
}

/* What one writes and the other reads, or writes as well, keeps its order. */
static void
test_dependence (void)
{
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT64, RENSA_SHAPE (3000), 1);
  g_autoptr (RensaArray) g = noise (RENSA_FLOAT64, RENSA_SHAPE (3000), 2);
  g_autoptr (RensaArray) y = noise (RENSA_FLOAT64, RENSA_SHAPE (3000), 3);
  g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);
  g_autoptr (RensaArray) far_g = gpu_copy_to (MOCK, g);
  g_autoptr (RensaArray) far_y = gpu_copy_to (MOCK, y);
  const guint64 before = count_launches ();

  step (far_x, far_g, 0.5);
  step (far_y, far_x, 0.5);
  step (far_x, far_y, 0.5);
  g_assert_true (rensa_device_synchronize (MOCK, NULL));
  g_assert_cmpuint (count_launches () - before, ==, 3);

  step (x, g, 0.5);
  step (y, x, 0.5);
  step (x, y, 0.5);
  assert_same (x, far_x);
  assert_same (y, far_y);
}

/* One number for all of an array, as a rate, and for all of the next; one element goes with them. */
static void
test_scalars (void)
{
  static const gint64 sizes[] = { 1, 3000, 40, 1, 2048 };
  g_autoptr (RensaArray) rate = noise (RENSA_FLOAT32, RENSA_SHAPE (1), 7);
  g_autoptr (RensaArray) far_rate = gpu_copy_to (MOCK, rate);
  RensaArray *x[G_N_ELEMENTS (sizes)], *far_x[G_N_ELEMENTS (sizes)];

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      x[i] = noise (RENSA_FLOAT32, RENSA_SHAPE (sizes[i]), i);
      far_x[i] = gpu_copy_to (MOCK, x[i]);
    }

  guint64 before = count_launches ();
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    step (far_x[i], far_rate, 0.1);
  g_assert_true (rensa_device_synchronize (MOCK, NULL));
  g_assert_cmpuint (count_launches () - before, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    assert_is_as_here (x[i], rate, 0.1, far_x[i]);

  /* The rate is another in between, and an array of rates is something else. */
  g_autoptr (RensaArray) rates = noise (RENSA_FLOAT32, RENSA_SHAPE (2048), 8);
  g_autoptr (RensaArray) far_rates = gpu_copy_to (MOCK, rates);
  before = count_launches ();
  step (far_x[1], far_rate, 0.1);
  step (far_rate, far_x[0], 0.1);
  step (far_x[2], far_rate, 0.1);
  step (far_x[4], far_rates, 0.1);
  g_assert_true (rensa_device_synchronize (MOCK, NULL));
  g_assert_cmpuint (count_launches () - before, ==, 4);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    step (x[i], rate, 0.1);
  step (x[1], rate, 0.1);
  step (rate, x[0], 0.1);
  step (x[2], rate, 0.1);
  step (x[4], rates, 0.1);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    assert_same (x[i], far_x[i]);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      rensa_array_unref (x[i]);
      rensa_array_unref (far_x[i]);
    }
}

/* Other parameters, views with gaps, and whatever else is asked for come in between. */
static void
test_others (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (40), 1);
  g_autoptr (RensaArray) y = noise (RENSA_FLOAT32, RENSA_SHAPE (40), 2);
  g_autoptr (RensaArray) g = noise (RENSA_FLOAT32, RENSA_SHAPE (40), 3);
  g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);
  g_autoptr (RensaArray) far_y = gpu_copy_to (MOCK, y);
  g_autoptr (RensaArray) far_g = gpu_copy_to (MOCK, g);
  guint64 before = count_launches ();

  step (far_x, far_g, 0.5);
  step (far_y, far_g, 0.25);
  g_assert_true (rensa_device_synchronize (MOCK, NULL));
  g_assert_cmpuint (count_launches () - before, ==, 2);
  assert_is_as_here (x, g, 0.5, far_x);
  assert_is_as_here (y, g, 0.25, far_y);

  /* The sum is of what the step has made. */
  before = count_launches ();
  step (far_x, far_g, 0.5);
  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, far_x, 1, FALSE, &error);
  step (x, g, 0.5);
  step (x, g, 0.5);
  g_autoptr (RensaArray) expected = rensa_reduce (RENSA_REDUCE_SUM, x, 1, FALSE, &error);
  assert_same (expected, sum);
  g_assert_cmpuint (count_launches () - before, ==, 2);
}

static void
assign (RensaArray *target, RensaArray *source)
{
  g_autoptr (GError) error = NULL;

  rensa_array_assign (target, source, &error);
  g_assert_no_error (error);
}

/* Pieces that are put together are one launch; odd bytes and large arrays are copies of their own. */
static void
test_copies (void)
{
  static const RensaDtype dtypes[] = { RENSA_FLOAT32, RENSA_INT64, RENSA_FLOAT16, RENSA_FLOAT64, RENSA_INT32 };
  RensaMockCounts before, after;

  for (guint d = 0; d < G_N_ELEMENTS (dtypes); d++)
    {
      g_autoptr (RensaArray) noises = noise (RENSA_FLOAT64, RENSA_SHAPE (20, 50), (int) d);
      g_autoptr (RensaArray) here = rensa_array_cast (noises, dtypes[d], NULL);
      g_autoptr (RensaArray) far = gpu_copy_to (MOCK, here);
      g_autoptr (RensaArray) joined = rensa_array_new_on (MOCK, dtypes[d], &RENSA_SHAPE (20, 50), NULL);

      rensa_mock_get_counts (&before);
      for (int i = 0; i < 20; i++)
        {
          g_autoptr (RensaArray) from = rensa_array_view_range (far, 0, i, 1);
          g_autoptr (RensaArray) to = rensa_array_view_range (joined, 0, i, 1);

          assign (to, from);
        }
      g_assert_true (rensa_device_synchronize (MOCK, NULL));
      rensa_mock_get_counts (&after);
      g_assert_cmpuint (after.n_launches - before.n_launches, ==, 1);
      g_assert_cmpuint (after.n_copies_within - before.n_copies_within, ==, 0);
      assert_same (here, joined);
    }

  g_autoptr (RensaArray) bytes = noise (RENSA_FLOAT64, RENSA_SHAPE (7), 1);
  g_autoptr (RensaArray) odd = rensa_array_cast (bytes, RENSA_UINT8, NULL);
  g_autoptr (RensaArray) large = noise (RENSA_FLOAT32, RENSA_SHAPE (300000), 2);
  RensaArray *const arrays[] = { odd, large };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      g_autoptr (RensaArray) far = gpu_copy_to (MOCK, arrays[i]);
      g_autoptr (RensaArray) copy =
          rensa_array_new_on (MOCK, rensa_array_get_dtype (far), rensa_array_get_shape (far), NULL);

      rensa_mock_get_counts (&before);
      assign (copy, far);
      g_assert_true (rensa_device_synchronize (MOCK, NULL));
      rensa_mock_get_counts (&after);
      g_assert_cmpuint (after.n_copies_within - before.n_copies_within, ==, 1);
      assert_same (arrays[i], copy);
    }
}

/* A copy of a copy, and one over what was copied. */
static void
test_copies_in_order (void)
{
  g_autoptr (RensaArray) a = noise (RENSA_FLOAT32, RENSA_SHAPE (3000), 1);
  g_autoptr (RensaArray) b = noise (RENSA_FLOAT32, RENSA_SHAPE (3000), 2);
  g_autoptr (RensaArray) far_a = gpu_copy_to (MOCK, a);
  g_autoptr (RensaArray) far_b = gpu_copy_to (MOCK, b);
  g_autoptr (RensaArray) far_c = rensa_array_new_on (MOCK, RENSA_FLOAT32, &RENSA_SHAPE (3000), NULL);

  assign (far_c, far_a);
  assign (far_a, far_b);
  assign (far_b, far_c);
  assert_same (b, far_a);
  assert_same (a, far_b);
  assert_same (a, far_c);
}

/* A launch that fails when nobody listens is told to the next one who does. */
static void
test_failure (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (40), 1);
  g_autoptr (RensaArray) g = noise (RENSA_FLOAT32, RENSA_SHAPE (40), 3);
  g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);
  g_autoptr (RensaArray) far_g = gpu_copy_to (MOCK, g);

  step (far_x, far_g, 0.5);
  rensa_mock_set_options (&(RensaMockOptions){ .failing_launch = 1 });
  g_assert_false (rensa_device_synchronize (MOCK, NULL));
  g_assert_false (rensa_device_synchronize (MOCK, &error));
  g_assert_nonnull (strstr (error->message, "cuLaunchKernel failed on device mock:0"));
  g_assert_true (rensa_device_synchronize (MOCK, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/lists/one-launch", test_one_launch);
  g_test_add_func ("/gpu/lists/dependence", test_dependence);
  g_test_add_func ("/gpu/lists/scalars", test_scalars);
  g_test_add_func ("/gpu/lists/others", test_others);
  g_test_add_func ("/gpu/lists/copies", test_copies);
  g_test_add_func ("/gpu/lists/copies-in-order", test_copies_in_order);
  g_test_add_func ("/gpu/lists/failure", test_failure);
  return run_tests ();
}
