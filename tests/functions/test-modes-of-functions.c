/* test-modes-of-functions.c: dropout in both modes, and what batch normalization leaves behind.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-functions.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

#define N 4000

static RensaVariable *
variable_of (const RensaShape *shape, const float *values)
{
  g_autoptr (RensaArray) array = rensa_array_new_from_host (RENSA_FLOAT32, shape, values, NULL);

  return rensa_variable_new (array);
}

static void
read_values (RensaArray *array, float *values)
{
  g_assert_true (rensa_array_to_host (array, values, NULL));
}

static void
test_dropout_drops (void)
{
  g_autoptr (RensaArray) ones = rensa_array_full (RENSA_FLOAT32, &RENSA_SHAPE (N), 1, NULL);
  g_autoptr (RensaVariable) x = rensa_variable_new (ones);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaVariable) y = rensa_dropout (x, 0.2, &error);
  float dropped[N], grads[N];
  int n_zeros = 0;

  g_assert_no_error (error);
  rensa_variable_set_grad (y, ones);
  g_assert_true (rensa_variable_backward (y, NULL, &error));
  read_values (rensa_variable_get_array (y), dropped);
  read_values (rensa_variable_get_grad (x), grads);

  /* The gradient takes the same way as the values did. */
  g_assert_cmpmem (dropped, sizeof dropped, grads, sizeof grads);
  for (int i = 0; i < N; i++)
    {
      g_assert_true (dropped[i] == 0 || dropped[i] == 1.25f);
      n_zeros += dropped[i] == 0;
    }

  /* Six standard deviations around 800. */
  g_assert_cmpint (n_zeros, >, 648);
  g_assert_cmpint (n_zeros, <, 952);
}

static void
test_dropout_repeats (void)
{
  const RensaRandom state = *rensa_random_get_default ();
  g_autoptr (RensaArray) ones = rensa_array_full (RENSA_FLOAT32, &RENSA_SHAPE (N), 1, NULL);
  g_autoptr (RensaVariable) x = rensa_variable_new_constant (ones);
  g_autoptr (RensaVariable) first = rensa_dropout (x, 0.5, NULL);
  g_autoptr (RensaVariable) second = rensa_dropout (x, 0.5, NULL);
  g_autoptr (RensaVariable) again = NULL;
  float a[N], b[N], c[N];

  *rensa_random_get_default () = state;
  again = rensa_dropout (x, 0.5, NULL);
  read_values (rensa_variable_get_array (first), a);
  read_values (rensa_variable_get_array (second), b);
  read_values (rensa_variable_get_array (again), c);
  g_assert_cmpmem (a, sizeof a, c, sizeof c);
  g_assert_cmpint (memcmp (a, b, sizeof a), !=, 0);
}

static void
test_dropout_in_test_mode (void)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaVariable) x = variable_of (&RENSA_SHAPE (3), (float[]){ 1, 2, 3 });
  g_autoptr (RensaVariable) y = NULL;

  rensa_modes_get ()->train = FALSE;
  y = rensa_dropout (x, 0.5, NULL);
  g_assert_true (rensa_variable_get_array (y) == rensa_variable_get_array (x));
}

static void
test_running_statistics (void)
{
  g_autoptr (RensaVariable) x = variable_of (&RENSA_SHAPE (3, 2), (float[]){ 1, 10, 2, 20, 6, 30 });
  g_autoptr (RensaVariable) gamma = variable_of (&RENSA_SHAPE (2), (float[]){ 1, 1 });
  g_autoptr (RensaVariable) beta = variable_of (&RENSA_SHAPE (2), (float[]){ 0, 0 });
  g_autoptr (RensaVariable) mean = variable_of (&RENSA_SHAPE (2), (float[]){ 1, 2 });
  g_autoptr (RensaVariable) var = variable_of (&RENSA_SHAPE (2), (float[]){ 4, 8 });
  RensaArray *const mean_array = rensa_variable_get_array (mean);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaVariable) y = rensa_batch_normalization (x, gamma, beta, mean, var, 2e-5, 0.75, NULL, &error);
  float values[2];

  g_assert_no_error (error);
  g_assert_nonnull (y);
  g_assert_true (rensa_variable_get_array (mean) == mean_array);

  /* 3/4 of the old and 1/4 of the new: means 3 and 20, variances with one degree of freedom less 7 and 100. */
  read_values (mean_array, values);
  g_assert_cmpfloat_with_epsilon (values[0], 1.5, 1e-6);
  g_assert_cmpfloat_with_epsilon (values[1], 6.5, 1e-6);
  read_values (rensa_variable_get_array (var), values);
  g_assert_cmpfloat_with_epsilon (values[0], 4.75, 1e-5);
  g_assert_cmpfloat_with_epsilon (values[1], 31, 1e-4);
}

static void
test_empty_batch (void)
{
  g_autoptr (RensaVariable) x = variable_of (&RENSA_SHAPE (0, 2), NULL);
  g_autoptr (RensaVariable) gamma = variable_of (&RENSA_SHAPE (2), (float[]){ 1, 1 });
  g_autoptr (RensaVariable) beta = variable_of (&RENSA_SHAPE (2), (float[]){ 0, 0 });
  g_autoptr (RensaVariable) mean = variable_of (&RENSA_SHAPE (2), (float[]){ 1, 2 });
  g_autoptr (RensaVariable) var = variable_of (&RENSA_SHAPE (2), (float[]){ 4, 8 });
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaVariable) y = rensa_batch_normalization (x, gamma, beta, mean, var, 2e-5, 0.75, NULL, &error);
  float values[2];

  g_assert_no_error (error);
  g_assert_cmpint (rensa_array_get_count (rensa_variable_get_array (y)), ==, 0);
  read_values (rensa_variable_get_array (mean), values);
  g_assert_cmpfloat (values[0], ==, 1);
  read_values (rensa_variable_get_array (var), values);
  g_assert_cmpfloat (values[1], ==, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/functions/dropout/drops", test_dropout_drops);
  g_test_add_func ("/functions/dropout/repeats", test_dropout_repeats);
  g_test_add_func ("/functions/dropout/test_mode", test_dropout_in_test_mode);
  g_test_add_func ("/functions/batch_normalization/running_statistics", test_running_statistics);
  g_test_add_func ("/functions/batch_normalization/empty_batch", test_empty_batch);
  return g_test_run ();
}
