/* test-index-map.c: kernels that compute an element from its index.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"
#include "rensa-test-kernels.h"

static void
test_pick (void)
{
  for (int dtype = RENSA_FLOAT16; dtype <= RENSA_FLOAT64; dtype++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaArray) x = ARRAY (dtype, RENSA_SHAPE (2, 4), 0, 1, 2, 3, 4, 5, 6, 7);
      g_autoptr (RensaArray) view = reversed (x, 0);
      g_autoptr (RensaArray) columns = ARRAY (RENSA_INT8, RENSA_SHAPE (3), 2, -1, 0);
      g_autoptr (RensaArray) y = rensa_index_map1 (RENSA_KERNEL_TEST_PICK, dtype, &RENSA_SHAPE (2, 3),
                                                   (RensaArray *[]){ view, columns }, (double[]){ 1, 0.5 }, &error);

      assert_values (y, dtype, RENSA_SHAPE (2, 3), 0, 3.5, 2, 2.5, 1.5, 0, 0.5);
    }
}

static void
test_two_outputs (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1), 100);
  RensaArray *outputs[2];

  g_assert_true (
      rensa_index_map (RENSA_KERNEL_TEST_PLACE, RENSA_FLOAT32, &RENSA_SHAPE (2, 2), &x, outputs, NULL, &error));
  assert_values (outputs[0], RENSA_FLOAT32, RENSA_SHAPE (2, 2), 0, 100, 100, 101, 101);
  assert_values (outputs[1], RENSA_FLOAT32, RENSA_SHAPE (2, 2), 0, 1, 2, 1, 2);
  rensa_array_unref (outputs[0]);
  rensa_array_unref (outputs[1]);
}

static RensaArray *
make_places (gconstpointer data)
{
  RensaArray *outputs[2];

  g_assert_true (rensa_index_map (RENSA_KERNEL_TEST_PLACE, RENSA_FLOAT64, &RENSA_SHAPE (501, 333),
                                  (RensaArray *[]){ (RensaArray *) data }, outputs, NULL, NULL));
  rensa_array_unref (outputs[0]);
  return outputs[1];
}

static void
test_threads (void)
{
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1), 0);
  g_autoptr (RensaArray) columns = make_places (x);
  g_autofree double *values = get_values (columns);

  for (int i = 0; i < 501 * 333; i++)
    g_assert_cmpfloat (values[i], ==, 1 + i % 333);
  assert_same_for_any_threads (make_places, x);
}

static void
test_errors (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1), 0);
  RensaArray *outputs[2];

  g_assert_false (rensa_index_map (RENSA_KERNEL_TEST_PLACE, RENSA_INT8, &RENSA_SHAPE (2), &x, outputs, NULL, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "test_place returns floating-point arrays, not int8");
  g_assert_false (rensa_index_map (RENSA_KERNEL_TEST_PLACE, RENSA_FLOAT32, &RENSA_SHAPE (2), (RensaArray *[]){ NULL },
                                   outputs, NULL, &error));
  g_assert_no_error (error);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backends/index-map/pick", test_pick);
  g_test_add_func ("/backends/index-map/two-outputs", test_two_outputs);
  g_test_add_func ("/backends/index-map/threads", test_threads);
  g_test_add_func ("/backends/index-map/errors", test_errors);
  return run_tests ();
}
