/* test-backward.c: gradients through graphs of every form.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-error.h"
#include "rensa-function-hook.h"
#include "rensa-functions.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

static RensaVariable *
scalar (double value)
{
  g_autoptr (RensaArray) array = rensa_array_new_scalar (RENSA_FLOAT64, value, NULL);

  return rensa_variable_new (array);
}

static double
value_of (RensaVariable *variable)
{
  g_assert_nonnull (variable);
  return rensa_array_get_scalar (rensa_variable_get_array (variable));
}

static double
grad_of (RensaVariable *variable)
{
  g_assert_nonnull (rensa_variable_get_grad (variable));
  return rensa_array_get_scalar (rensa_variable_get_grad (variable));
}

static void
backward (RensaVariable *y)
{
  g_autoptr (GError) error = NULL;

  rensa_variable_backward (y, NULL, &error);
  g_assert_no_error (error);
}

/* y = x² + x³ at 2: y' = 2 x + 3 x² = 16; x is used three times, its square twice. */
static void
test_diamond (void)
{
  g_autoptr (RensaVariable) x = scalar (2);
  g_autoptr (RensaVariable) square = rensa_multiply (x, x, NULL);
  g_autoptr (RensaVariable) cube = rensa_multiply (square, x, NULL);
  g_autoptr (RensaVariable) y = rensa_add (square, cube, NULL);

  backward (y);
  g_assert_cmpfloat (value_of (y), ==, 12);
  g_assert_cmpfloat (grad_of (x), ==, 16);
  g_assert_null (rensa_variable_get_grad (square));
  g_assert_cmpint (rensa_variable_get_rank (y), ==, 3);
}

static void
test_accumulate_and_clear (void)
{
  g_autoptr (RensaVariable) x = scalar (3);

  for (int i = 1; i <= 3; i++)
    {
      g_autoptr (RensaVariable) y = rensa_multiply_scalar (x, 5, NULL);

      backward (y);
      g_assert_cmpfloat (grad_of (x), ==, 5 * i);
    }
  rensa_variable_clear_grad (x);
  g_assert_null (rensa_variable_get_grad (x));
}

/* The gradient handed to both inputs of a sum is one array; adding to one of them must not change the other. */
static void
test_shared_gradients_stay_apart (void)
{
  g_autoptr (RensaVariable) a = scalar (1);
  g_autoptr (RensaVariable) b = scalar (1);
  g_autoptr (RensaVariable) sum = rensa_add (a, b, NULL);
  g_autoptr (RensaVariable) more = rensa_add (sum, a, NULL);

  backward (more);
  g_assert_cmpfloat (grad_of (a), ==, 2);
  g_assert_cmpfloat (grad_of (b), ==, 1);
  g_assert_cmpfloat (grad_of (more), ==, 1);
}

static void
test_retain_grad (void)
{
  const RensaBackwardOptions options = { .retain_grad = TRUE };
  g_autoptr (RensaVariable) x = scalar (2);
  g_autoptr (RensaVariable) h = rensa_multiply_scalar (x, 3, NULL);
  g_autoptr (RensaVariable) y = rensa_multiply (h, h, NULL);

  g_assert_true (rensa_variable_backward (y, &options, NULL));
  g_assert_cmpfloat (grad_of (h), ==, 12);
  g_assert_cmpfloat (grad_of (x), ==, 36);
}

static void
test_loss_scale (void)
{
  const RensaBackwardOptions options = { .loss_scale = 128 };
  g_autoptr (RensaVariable) x = scalar (2);
  g_autoptr (RensaVariable) y = rensa_multiply (x, x, NULL);

  g_assert_true (rensa_variable_backward (y, &options, NULL));
  g_assert_cmpfloat (grad_of (x), ==, 4 * 128);
}

/* y = x⁴ at 2: 32, 48, 48, 24 and 0 are its derivatives. */
static void
test_higher_orders (void)
{
  static const double wanted[] = { 32, 48, 48, 24 };
  g_autoptr (RensaVariable) x = scalar (2);
  g_autoptr (RensaVariable) square = rensa_multiply (x, x, NULL);
  g_autoptr (RensaVariable) y = rensa_multiply (square, square, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      RensaVariable *grad = NULL;

      g_assert_true (rensa_grad (&y, 1, &x, 1, NULL, TRUE, &grad, NULL));
      g_assert_cmpfloat (value_of (grad), ==, wanted[i]);
      rensa_variable_unref (y);
      y = grad;
    }
}

/* backward () with enable_double_backprop leaves a gradient that can be walked itself, and no cycle. */
static void
test_double_backprop_of_grad (void)
{
  const RensaBackwardOptions options = { .enable_double_backprop = TRUE };
  g_autoptr (RensaVariable) x = scalar (3);
  g_autoptr (RensaVariable) y = rensa_multiply (x, x, NULL);
  g_autoptr (RensaVariable) gx = NULL;

  g_assert_true (rensa_variable_backward (y, &options, NULL));
  gx = rensa_variable_ref (rensa_variable_get_grad_variable (x));
  rensa_variable_clear_grad (x);
  backward (gx);
  g_assert_cmpfloat (value_of (gx), ==, 6);
  g_assert_cmpfloat (grad_of (x), ==, 2);
}

/* Gradients with respect to something between, without touching what variables hold. */
static void
test_grad_of_selected (void)
{
  g_autoptr (RensaVariable) x = scalar (2);
  g_autoptr (RensaVariable) other = scalar (1);
  g_autoptr (RensaVariable) h = rensa_multiply (x, x, NULL);
  g_autoptr (RensaVariable) y = rensa_multiply (h, x, NULL);
  RensaVariable *inputs[] = { h, x, other };
  RensaVariable *grads[3] = { NULL };

  g_assert_true (rensa_grad (&y, 1, inputs, 3, NULL, FALSE, grads, NULL));
  g_assert_cmpfloat (value_of (grads[0]), ==, 2);
  g_assert_cmpfloat (value_of (grads[1]), ==, 12);
  g_assert_null (grads[2]);
  g_assert_null (rensa_variable_get_grad (x));
  g_assert_null (rensa_variable_get_grad (h));
  rensa_variable_unref (grads[0]);
  rensa_variable_unref (grads[1]);

  /* A second walk over the same graph finds it as it was. */
  g_assert_true (rensa_grad (&y, 1, &h, 1, NULL, FALSE, grads, NULL));
  g_assert_cmpfloat (value_of (grads[0]), ==, 2);
  rensa_variable_unref (grads[0]);
}

static void
test_grad_outputs (void)
{
  g_autoptr (RensaVariable) x = scalar (2);
  g_autoptr (RensaVariable) a = rensa_multiply_scalar (x, 3, NULL);
  g_autoptr (RensaVariable) b = rensa_multiply (x, x, NULL);
  g_autoptr (RensaVariable) ga = scalar (10);
  g_autoptr (RensaVariable) gb = scalar (100);
  RensaVariable *outputs[] = { a, b };
  RensaVariable *grad_outputs[] = { ga, gb };
  g_autoptr (RensaVariable) grad = NULL;

  g_assert_true (rensa_grad (outputs, 2, &x, 1, grad_outputs, FALSE, &grad, NULL));
  g_assert_cmpfloat (value_of (grad), ==, 30 + 400);
}

static void
test_unchain (void)
{
  g_autoptr (RensaVariable) x = scalar (2);
  g_autoptr (RensaVariable) h = rensa_multiply (x, x, NULL);
  g_autoptr (RensaVariable) y = rensa_multiply_scalar (h, 3, NULL);

  rensa_variable_unchain (h);
  backward (y);
  g_assert_null (rensa_variable_get_grad (x));
  g_assert_cmpfloat (grad_of (h), ==, 3);
}

static void
test_unchain_backward (void)
{
  const guint before = rensa_function_node_count_alive ();
  g_autoptr (RensaVariable) x = scalar (2);
  g_autoptr (RensaVariable) y = rensa_multiply (x, x, NULL);

  for (int i = 0; i < 10; i++)
    {
      RensaVariable *next = rensa_add (y, x, NULL);

      rensa_variable_unref (y);
      y = next;
    }
  g_assert_cmpuint (rensa_function_node_count_alive (), ==, before + 11);
  rensa_variable_unchain_backward (y);
  g_assert_cmpuint (rensa_function_node_count_alive (), ==, before);
  backward (y);
  g_assert_null (rensa_variable_get_grad (x));
}

static void
test_no_backprop_mode (void)
{
  const guint before = rensa_function_node_count_alive ();
  g_autoptr (RensaVariable) x = scalar (2);
  g_autoptr (RensaVariable) y = NULL;
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->enable_backprop = FALSE;
  y = rensa_multiply (x, x, NULL);
  g_assert_cmpuint (rensa_function_node_count_alive (), ==, before);
  g_assert_false (rensa_variable_get_requires_grad (y));
}

static void
test_constants_take_no_gradient (void)
{
  g_autoptr (RensaArray) array = rensa_array_new_scalar (RENSA_FLOAT64, 4, NULL);
  g_autoptr (RensaVariable) constant = rensa_variable_new_constant (array);
  g_autoptr (RensaVariable) x = scalar (2);
  g_autoptr (RensaVariable) y = rensa_multiply (x, constant, NULL);

  backward (y);
  g_assert_cmpfloat (grad_of (x), ==, 4);
  g_assert_null (rensa_variable_get_grad (constant));
}

/* A graph begins with a constant, but not anew with what has one behind it. */
static void
test_leaf_of_constant (void)
{
  g_autoptr (RensaArray) array = rensa_array_new_scalar (RENSA_FLOAT64, 4, NULL);
  g_autoptr (RensaArray) whole = rensa_array_new_scalar (RENSA_INT32, 4, NULL);
  g_autoptr (RensaVariable) constant = rensa_variable_new_constant (array);
  g_autoptr (RensaVariable) label = rensa_variable_new_constant (whole);
  g_autoptr (RensaVariable) leaf = rensa_variable_as_leaf (constant);
  g_autoptr (RensaVariable) y = rensa_multiply (leaf, leaf, NULL);
  g_autoptr (RensaVariable) same = rensa_variable_as_leaf (y);
  g_autoptr (RensaVariable) same_label = rensa_variable_as_leaf (label);

  g_assert_true (same == y && same_label == label);
  backward (y);
  g_assert_cmpfloat (grad_of (leaf), ==, 8);
  g_assert_null (rensa_variable_get_grad (constant));
  g_assert_null (rensa_variable_as_leaf (NULL));
}

static void
test_missing_first_gradient (void)
{
  g_autoptr (RensaArray) array = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (2, 3), NULL);
  g_autoptr (RensaVariable) x = rensa_variable_new (array);
  g_autoptr (RensaVariable) y = rensa_exp (x, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_variable_backward (y, NULL, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "(2, 3)"));
  g_assert_null (rensa_variable_get_grad (x));
}

/* e² + cos 2: the array that backward asks for is the one that was used, whatever the leaf holds by now. */
static void
test_leaf_with_another_array (void)
{
  const RensaBackwardOptions options = { .enable_double_backprop = TRUE };
  g_autoptr (RensaVariable) x = scalar (2);
  g_autoptr (RensaVariable) a = rensa_exp (x, NULL);
  g_autoptr (RensaVariable) b = rensa_sin (x, NULL);
  g_autoptr (RensaVariable) y = rensa_add (a, b, NULL);
  g_autoptr (RensaArray) other = rensa_array_new_scalar (RENSA_FLOAT64, 5, NULL);
  g_autoptr (GError) error = NULL;

  rensa_variable_set_array (x, other);
  g_assert_true (rensa_variable_backward (y, &options, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (grad_of (x), 6.97290926238351, 1e-12);
}

typedef struct
{
  RensaFunctionHook hook;
  RensaVariable *variable;
  int n_calls;
} Scissors;

static void
unchain_in_backward (RensaFunctionHook *hook, const RensaHookedCall *call)
{
  Scissors *scissors = (Scissors *) hook;

  if (call->is_backward && ++scissors->n_calls == 2)
    rensa_variable_unchain_backward (scissors->variable);
}

/* One branch waits while the other goes backward; what is unchained then is cut all the way down. */
static void
test_unchain_within_backward (void)
{
  g_autoptr (RensaVariable) x = scalar (2);
  g_autoptr (RensaVariable) h = rensa_multiply (x, x, NULL);
  g_autoptr (RensaVariable) a = rensa_exp (x, NULL);
  g_autoptr (RensaVariable) b = rensa_sin (h, NULL);
  g_autoptr (RensaVariable) shifted = rensa_add_scalar (a, 1, NULL);
  g_autoptr (RensaVariable) y = rensa_add (shifted, b, NULL);
  Scissors scissors = { { unchain_in_backward, NULL }, y, 0 };

  rensa_function_hook_push (&scissors.hook);
  backward (y);
  rensa_function_hook_pop (&scissors.hook);
  g_assert_cmpint (rensa_variable_get_rank (y), ==, 0);
  g_assert_cmpint (rensa_variable_get_rank (h), ==, 0);
}

/* The deepest graph of all is freed and unchained without a deep stack. */
static void
test_depth (void)
{
  g_autoptr (RensaVariable) x = scalar (0);
  g_autoptr (RensaVariable) y = rensa_variable_ref (x);

  for (int i = 0; i < 1000000; i++)
    {
      RensaVariable *next = rensa_add_scalar (y, 1, NULL);

      rensa_variable_unref (y);
      y = next;
    }
  backward (y);
  g_assert_cmpfloat (value_of (y), ==, 1000000);
  g_assert_cmpfloat (grad_of (x), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/autograd/backward/diamond", test_diamond);
  g_test_add_func ("/autograd/backward/accumulate-and-clear", test_accumulate_and_clear);
  g_test_add_func ("/autograd/backward/shared-gradients", test_shared_gradients_stay_apart);
  g_test_add_func ("/autograd/backward/retain-grad", test_retain_grad);
  g_test_add_func ("/autograd/backward/loss-scale", test_loss_scale);
  g_test_add_func ("/autograd/backward/higher-orders", test_higher_orders);
  g_test_add_func ("/autograd/backward/double-backprop", test_double_backprop_of_grad);
  g_test_add_func ("/autograd/backward/constants", test_constants_take_no_gradient);
  g_test_add_func ("/autograd/backward/leaf-of-constant", test_leaf_of_constant);
  g_test_add_func ("/autograd/backward/missing-first-gradient", test_missing_first_gradient);
  g_test_add_func ("/autograd/backward/depth", test_depth);
  g_test_add_func ("/autograd/backward/leaf-with-another-array", test_leaf_with_another_array);
  g_test_add_func ("/autograd/grad/selected", test_grad_of_selected);
  g_test_add_func ("/autograd/grad/grad-outputs", test_grad_outputs);
  g_test_add_func ("/autograd/unchain/one", test_unchain);
  g_test_add_func ("/autograd/unchain/backward", test_unchain_backward);
  g_test_add_func ("/autograd/unchain/within-backward", test_unchain_within_backward);
  g_test_add_func ("/autograd/modes/no-backprop", test_no_backprop_mode);
  return g_test_run ();
}
