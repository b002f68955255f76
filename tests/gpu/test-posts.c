/* test-posts.c: numbers that are asked for come later, as they were then.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"

#include <math.h>

#include "rensa-cuda-class.h"
#include "rensa-late-number.h"

/* Orders that are tried before a mistake counts as hidden. */
#define N_SEEDS 8
/* More than can be under way. */
#define MANY 300

static RensaArray *
number_on (const RensaDevice *device, RensaDtype dtype, double value)
{
  g_autoptr (RensaArray) here = array_of (dtype, RENSA_SHAPE_SCALAR, &value);

  return gpu_copy_to (device, here);
}

/* Adds one to what lies there. */
static void
count_on (RensaArray *array, RensaArray *one)
{
  g_autoptr (GError) error = NULL;

  rensa_array_accumulate (array, one, &error);
  g_assert_no_error (error);
}

/* Whether each number is what its array was when it was asked for, though the array has changed since. */
static gboolean
is_as_of_then (const RensaDevice *device)
{
  gboolean right = TRUE;

  for (guint seed = 1; right && seed <= N_SEEDS; seed++)
    {
      g_autoptr (RensaArray) array = number_on (device, RENSA_FLOAT32, 0);
      g_autoptr (RensaArray) one = number_on (device, RENSA_FLOAT32, 1);
      RensaLateNumber *numbers[100];

      gpu_set_seed (seed);
      for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
        {
          count_on (array, one);
          numbers[i] = rensa_late_number_new (array);
          g_assert_nonnull (numbers[i]);
        }
      for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
        {
          right = rensa_late_number_get (numbers[i]) == i + 1 && right;
          rensa_late_number_unref (numbers[i]);
        }
    }
  return right;
}

static void
test_order (void)
{
  g_assert_true (is_as_of_then (MOCK));
}

static void
test_dtypes (void)
{
  for (RensaDtype dtype = 0; dtype < RENSA_N_DTYPES; dtype++)
    {
      const double value = dtype == RENSA_BOOL ? 1 : 3;
      g_autoptr (RensaArray) array = number_on (MOCK, dtype, value);
      g_autoptr (RensaLateNumber) number = rensa_late_number_new (array);

      g_assert_cmpfloat (rensa_late_number_get (number), ==, value);
    }
}

/* One in the midst of others. */
static void
test_view (void)
{
  const double values[] = { 1, 2, 3, 4, 5, 6 };
  g_autoptr (RensaArray) here = array_of (RENSA_FLOAT64, RENSA_SHAPE (6), values);
  g_autoptr (RensaArray) there = gpu_copy_to (MOCK, here);
  g_autoptr (RensaArray) part = rensa_array_view_range (there, 0, 4, 1);
  g_autoptr (RensaLateNumber) number = rensa_late_number_new (part);

  g_assert_cmpfloat (rensa_late_number_get (number), ==, 5);
}

/* Whoever asks for more than can be under way is told so, and those that nobody reads make room. */
static void
test_many (void)
{
  g_autoptr (RensaArray) array = number_on (MOCK, RENSA_FLOAT32, 7);

  for (guint turn = 0; turn < 3; turn++)
    {
      g_autoptr (GPtrArray) numbers = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_late_number_unref);
      RensaLateNumber *number;

      while (numbers->len < MANY && (number = rensa_late_number_new (array)) != NULL)
        g_ptr_array_add (numbers, number);
      g_assert_cmpuint (numbers->len, ==, 256);
      for (guint i = 0; i < numbers->len; i += turn + 1)
        g_assert_cmpfloat (rensa_late_number_get (numbers->pdata[i]), ==, 7);
    }
}

/* Of two who have it each reads it, and it is there as long as one of them wants it. */
static void
test_shared (void)
{
  g_autoptr (RensaArray) array = number_on (MOCK, RENSA_FLOAT32, 7);
  RensaLateNumber *number = rensa_late_number_new (array);
  RensaLateNumber *same = rensa_late_number_ref (number);

  g_assert_cmpfloat (rensa_late_number_get (number), ==, 7);
  rensa_late_number_unref (number);
  g_assert_cmpfloat (rensa_late_number_get (same), ==, 7);
  rensa_late_number_unref (same);
}

static void
test_host (void)
{
  const double value = 2;
  g_autoptr (RensaArray) here = array_of (RENSA_FLOAT32, RENSA_SHAPE_SCALAR, &value);

  g_assert_null (rensa_late_number_new (here));
}

static guint64
count_idle_waits (void)
{
  RensaMockCounts counts;

  rensa_mock_get_counts (&counts);
  return counts.n_idle_waits;
}

/* Reading leaves the device what it was asked for since. */
static void
test_busy (void)
{
  g_autoptr (RensaArray) array = number_on (MOCK, RENSA_FLOAT32, 0);
  g_autoptr (RensaArray) one = number_on (MOCK, RENSA_FLOAT32, 1);
  const guint64 before = count_idle_waits ();

  for (int i = 1; i <= 20; i++)
    {
      g_autoptr (RensaLateNumber) number = rensa_late_number_new (array);

      count_on (array, one);
      g_assert_cmpfloat (rensa_late_number_get (number), ==, i - 1);
    }
  g_assert_cmpuint (count_idle_waits (), ==, before);
  g_assert_cmpfloat (rensa_array_get_scalar (array), ==, 20);
  g_assert_cmpuint (count_idle_waits (), >, before);
}

/* Wherever the device is lost, nobody waits for ever, and what is told is no number. */
static void
test_lost (void)
{
  for (guint64 lost_after = 1; lost_after <= 12; lost_after++)
    {
      g_autoptr (RensaArray) array = number_on (MOCK, RENSA_FLOAT32, 7);
      RensaLateNumber *numbers[3];

      rensa_mock_set_options (&(RensaMockOptions){ .seed = (guint) lost_after, .lost_after = lost_after });
      for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
        numbers[i] = rensa_late_number_new (array);
      for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
        if (numbers[i] != NULL)
          {
            const double value = rensa_late_number_get (numbers[i]);

            g_assert_true (value == 7 || isnan (value));
            rensa_late_number_unref (numbers[i]);
          }
      gpu_set_seed ((guint) lost_after);
    }
  g_assert_true (is_as_of_then (MOCK));
}

/* A driver that says too early that something has happened. */
static RensaCudaApi mock_table;

static RensaCudaStatus
say_ready (RensaCudaEvent event)
{
  return RENSA_CUDA_SUCCESS;
}

static const RensaCudaApi *
find_hasty (GError **error)
{
  static RensaCudaApi api;

  rensa_mock_fill (&mock_table);
  api = mock_table;
  api.cuEventQuery = say_ready;
  return &api;
}

static __attribute__ ((constructor)) void
register_hasty (void)
{
  rensa_cuda_register ("hasty", TRUE, TRUE, find_hasty);
}

static void
test_planted (void)
{
  g_assert_false (is_as_of_then (gpu_find ("hasty:0")));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/posts/order", test_order);
  g_test_add_func ("/gpu/posts/dtypes", test_dtypes);
  g_test_add_func ("/gpu/posts/view", test_view);
  g_test_add_func ("/gpu/posts/many", test_many);
  g_test_add_func ("/gpu/posts/shared", test_shared);
  g_test_add_func ("/gpu/posts/host", test_host);
  g_test_add_func ("/gpu/posts/busy", test_busy);
  g_test_add_func ("/gpu/posts/lost", test_lost);
  g_test_add_func ("/gpu/posts/planted", test_planted);
  return run_tests ();
}
