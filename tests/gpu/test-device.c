/* test-device.c: a GPU as an object, and two of them.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"

#include <string.h>

#include "rensa-device-find.h"
#include "rensa-late-check.h"

#define N_SEEDS 10

/* Whatever stands in the way of the first attempt, nothing of it is left. */
static void
test_open_again (void)
{
  static const char *const calls[] = { "cuMemAlloc_v2", "cuMemHostAlloc" };

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

/* An index that lies on the host, or on another device than the rows. */
static void
test_index_elsewhere (void)
{
  const RensaDevice *const places[] = { rensa_device_get_host (), MOCK, gpu_find ("mock:1") };
  const RensaShape shape = RENSA_SHAPE (3, 2);

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint j = 0; j < G_N_ELEMENTS (places); j++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, shape, 1, 2, 3, 4, 5, 6);
        g_autoptr (RensaArray) picks = ARRAY (RENSA_INT32, RENSA_SHAPE (2), 2, 0);
        g_autoptr (RensaArray) there = rensa_array_to_device (x, places[i], &error);
        g_autoptr (RensaArray) index = rensa_array_to_device (picks, places[j], &error);
        g_autoptr (RensaArray) taken = rensa_take_rows (there, index, -1, FALSE, &error);
        g_autoptr (RensaArray) sum = rensa_scatter_rows (&shape, index, taken, -1, FALSE, &error);

        g_assert_true (rensa_add_rows (sum, index, taken, -1, FALSE, &error));
        g_assert_true (rensa_late_checks_read (&error));
        g_assert_no_error (error);
        g_assert_true (rensa_array_get_device (taken) == places[i]);
        assert_values (taken, RENSA_FLOAT32, RENSA_SHAPE (2, 2), 0, 5, 6, 1, 2);
        assert_values (sum, RENSA_FLOAT32, shape, 0, 2, 4, 0, 0, 10, 12);
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
  g_test_add_func ("/gpu/device/index-elsewhere", test_index_elsewhere);
  g_test_add_func ("/gpu/device/upload", test_upload);
  return run_tests ();
}
