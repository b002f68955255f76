/* test-device.c: a GPU as an object, and two of them.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"

#include <string.h>

#include "rensa-device-find.h"

#define N_SEEDS 10

/* Whatever stands in the way of the first attempt, nothing of it is left. */
static void
test_open_again (void)
{
  static const char *const calls[] = { "cuMemHostAlloc", "cuMemAlloc_v2" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (calls); i++)
    {
      g_autoptr (GError) error = NULL;
      const guint n = i % G_N_ELEMENTS (calls);
      g_autofree char *message = g_strconcat (calls[n], " failed on device mock:1: out of memory", NULL);

      rensa_mock_set_options (&(RensaMockOptions){ .failing_allocation = n + 1 });
      g_assert_null (rensa_device_find ("mock:1", &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
      g_assert_cmpstr (error->message, ==, message);
    }
  g_assert_true (gpu_find ("mock:1") == gpu_find ("mock:1"));
}

/* What the first device has made by then is what the second one gets, in every order. */
static void
test_copy_between (void)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (300, 7), seed);
      g_autoptr (RensaArray) first = gpu_copy_to (gpu_find ("mock:0"), x);

      rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
      g_assert_true (rensa_array_accumulate (first, first, &error));
      g_autoptr (RensaArray) second = gpu_copy_to (gpu_find ("mock:1"), first);
      /* The second one has its own. */
      g_assert_true (rensa_array_fill (first, 5, &error));
      g_assert_true (rensa_array_accumulate (second, second, &error));
      g_autoptr (RensaArray) back = gpu_copy_to (gpu_find ("mock:0"), second);

      g_assert_true (rensa_array_accumulate (x, x, &error));
      g_assert_true (rensa_array_accumulate (x, x, &error));
      g_assert_no_error (error);
      assert_same (x, second);
      assert_same (x, back);
    }
}

/* Host memory may be changed as soon as it was copied, however much it is. */
static void
test_upload (void)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaArray) x = noise (RENSA_FLOAT64, RENSA_SHAPE (1500000), seed);
      g_autoptr (RensaArray) expected = rensa_array_copy (x, &error);

      rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
      g_autoptr (RensaArray) there = gpu_copy_to (gpu_find ("mock:0"), x);
      g_assert_true (rensa_array_fill (x, 0, &error));
      g_assert_no_error (error);
      assert_same (expected, there);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/device/open-again", test_open_again);
  g_test_add_func ("/gpu/device/copy-between", test_copy_between);
  g_test_add_func ("/gpu/device/upload", test_upload);
  return run_tests ();
}
