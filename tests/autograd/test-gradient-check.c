/* test-gradient-check.c: the checker accepts what is right and finds what is wrong.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-gradient-check.h"
#include "rensa-primitives.h"

static const RensaCheckTolerance tolerance = { .eps = 1e-4, .rtol = 1e-5, .atol = 1e-7 };

static RensaArray *
doubles (const double *values, gint64 n)
{
  return rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n), values, NULL);
}

/* y = a tanh (b), differentiable as often as one likes. */
static int
good (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  g_autoptr (RensaVariable) t = rensa_tanh (inputs[1], error);

  outputs[0] = rensa_multiply (inputs[0], t, error);
  return outputs[0] != NULL ? 1 : -1;
}

/* y = x² whose gradient lacks half of it, for x stands in it as a constant. */
static int
half (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  g_autoptr (RensaVariable) constant = rensa_variable_new_constant (rensa_variable_get_array (inputs[0]));

  outputs[0] = rensa_multiply (inputs[0], constant, error);
  return outputs[0] != NULL ? 1 : -1;
}

static void
test_accepts (void)
{
  g_autoptr (RensaArray) a = doubles ((double[]){ 0.5, -2, 3 }, 3);
  g_autoptr (RensaArray) b = doubles ((double[]){ 0.1, 0.7, -1.2 }, 3);
  g_autoptr (RensaArray) gy = doubles ((double[]){ 1, -0.5, 2 }, 3);
  RensaArray *const inputs[] = { a, b };
  RensaArray *const grad_outputs[] = { gy, NULL };
  g_autoptr (GError) error = NULL;

  rensa_check_backward (good, NULL, inputs, 2, grad_outputs, &tolerance, &error);
  g_assert_no_error (error);
  rensa_check_double_backward (good, NULL, inputs, 2, grad_outputs, &tolerance, &error);
  g_assert_no_error (error);
}

static void
test_rejects (void)
{
  g_autoptr (RensaArray) x = doubles ((double[]){ 0.5, -2, 3 }, 3);
  g_autoptr (RensaArray) gy = doubles ((double[]){ 1, 1, 1 }, 3);
  RensaArray *const grad_outputs[] = { gy, NULL };
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_check_backward (half, NULL, &x, 1, grad_outputs, &tolerance, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "the gradient of input 0, element 0, is 0.5 from backward but "));
}

/* d/dx Σ gy x³ = 3 gy x². */
static void
test_numerical (void)
{
  const double values[] = { 1, -2 };
  const double weights[] = { 1, 10 };
  g_autoptr (RensaArray) x = doubles (values, 2);
  g_autoptr (RensaArray) b = doubles (values, 2);
  g_autoptr (RensaArray) gy = doubles (weights, 2);
  RensaArray *const inputs[] = { x, b };
  RensaArray *grads[2] = { NULL };
  double slopes[2];

  g_assert_true (rensa_numerical_grad (good, NULL, inputs, 2, &gy, 1e-4, grads, NULL));
  g_assert_true (rensa_array_to_host (grads[0], slopes, NULL));
  g_assert_cmpfloat_with_epsilon (slopes[0], 0.7615941559557649, 1e-9);
  g_assert_cmpfloat_with_epsilon (slopes[1], -9.640275800758169, 1e-8);
  rensa_array_unref (grads[0]);
  rensa_array_unref (grads[1]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/autograd/gradient-check/accepts", test_accepts);
  g_test_add_func ("/autograd/gradient-check/rejects", test_rejects);
  g_test_add_func ("/autograd/gradient-check/numerical", test_numerical);
  return g_test_run ();
}
