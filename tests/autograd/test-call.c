/* test-call.c: calls, their checks and what watches them.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "leak-scope.h"
#include "rensa-error.h"
#include "rensa-function-hook.h"
#include "rensa-functions.h"
#include "rensa-meta-device.h"
#include "rensa-modes.h"
#include "rensa-pool.h"
#include "rensa-primitives.h"

static RensaVariable *
filled (RensaDtype dtype, const RensaShape *shape, double value)
{
  g_autoptr (RensaArray) array = rensa_array_full (dtype, shape, value, NULL);

  return rensa_variable_new (array);
}

static void
test_type_check_message (void)
{
  g_autoptr (RensaVariable) x = filled (RENSA_FLOAT32, &RENSA_SHAPE (2, 784), 1);
  g_autoptr (RensaVariable) W = filled (RENSA_FLOAT32, &RENSA_SHAPE (10, 100), 1);
  g_autoptr (RensaVariable) ids = filled (RENSA_INT32, &RENSA_SHAPE (3), 1);
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_linear (x, W, NULL, 1, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_TYPE_CHECK);
  g_assert_cmpstr (error->message, ==, "linear: Expect: x.shape[1] == W.shape[1], Actual: 784 != 100");
  g_clear_error (&error);

  g_assert_null (rensa_exp (ids, &error));
  g_assert_cmpstr (error->message, ==, "exp: Expect: x.dtype.kind == f, Actual: i != f");
}

static void
test_wrong_number_of_inputs (void)
{
  g_autoptr (RensaVariable) x = filled (RENSA_FLOAT32, &RENSA_SHAPE (2), 1);
  RensaVariable *const inputs[] = { x, x };
  RensaVariable *output = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_function_apply (&rensa_exp_class, NULL, inputs, 2, &output, 1, &error), ==, -1);
  g_assert_cmpstr (error->message, ==, "exp: Expect: in_types.size == 1, Actual: 2 != 1");
}

/* The first error of a chain of calls is the one that is told. */
static void
test_errors_pass_through (void)
{
  g_autoptr (RensaVariable) ids = filled (RENSA_INT32, &RENSA_SHAPE (3), 1);
  g_autoptr (RensaVariable) x = filled (RENSA_FLOAT32, &RENSA_SHAPE (3), 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaVariable) a = rensa_exp (ids, &error);
  g_autoptr (RensaVariable) b = rensa_relu (a, &error);
  g_autoptr (RensaVariable) c = rensa_add (x, b, &error);
  g_autoptr (RensaVariable) d = rensa_exp (x, &error);

  g_assert_null (a);
  g_assert_null (b);
  g_assert_null (c);
  g_assert_null (d);
  g_assert_true (g_str_has_prefix (error->message, "exp: "));
}

static void
test_hooks (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (RensaCallLogHook) log = rensa_call_log_hook_new (text);
  g_autoptr (RensaTimerHook) timer = rensa_timer_hook_new ();
  g_autoptr (RensaVariable) x = filled (RENSA_FLOAT32, &RENSA_SHAPE (1), 1);

  rensa_function_hook_push (rensa_call_log_hook_get_hook (log));
  rensa_function_hook_push (rensa_timer_hook_get_hook (timer));
  {
    g_autoptr (RensaVariable) h = rensa_relu (x, NULL);
    g_autoptr (RensaVariable) y = rensa_tanh (h, NULL);

    g_assert_true (rensa_variable_backward (y, NULL, NULL));
  }
  rensa_function_hook_pop (rensa_timer_hook_get_hook (timer));
  rensa_function_hook_pop (rensa_call_log_hook_get_hook (log));

  g_assert_true (g_str_has_prefix (text->str, "forward relu\nforward tanh\nbackward tanh\n"));
  g_assert_nonnull (strstr (text->str, "\nbackward relu\n"));
  g_assert_cmpuint (rensa_timer_hook_get_count (timer, "tanh"), ==, 2);
  g_assert_cmpuint (rensa_timer_hook_get_count (timer, "exp"), ==, 0);
  g_assert_cmpfloat (rensa_timer_hook_get_total (timer), >=, rensa_timer_hook_get_seconds (timer, "tanh"));
}

static void
test_debug_names_the_function (void)
{
  g_autoptr (RensaVariable) x = filled (RENSA_FLOAT32, &RENSA_SHAPE (3), -1);
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->debug = TRUE;
  y = rensa_log (x, &error);
  g_assert_null (y);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FINITE);
  g_assert_cmpstr (error->message, ==, "log: NaN was found in the result of forward");
}

/* sqrt at 0 has an infinite slope; times the zero gradient of what follows that is NaN, which only backward can see. */
static void
test_debug_looks_at_backward (void)
{
  g_autoptr (RensaVariable) x = filled (RENSA_FLOAT32, &RENSA_SHAPE (1), 0);
  g_autoptr (RensaVariable) root = rensa_sqrt (x, NULL);
  g_autoptr (RensaVariable) y = rensa_multiply_scalar (root, 0, NULL);
  g_autoptr (GError) error = NULL;
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->debug = TRUE;
  g_assert_false (rensa_variable_backward (y, NULL, &error));
  g_assert_cmpstr (error->message, ==, "sqrt: NaN was found in the result of backward");
}

/* Arrays of a terabyte, as long as nobody looks at them. */
static void
test_meta_device (void)
{
  const RensaDevice *device = rensa_device_get_current ();
  g_autoptr (RensaArray) x_array = NULL;
  g_autoptr (RensaArray) W_array = NULL;
  g_autoptr (RensaVariable) x = NULL;
  g_autoptr (RensaVariable) W = NULL;
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (GError) error = NULL;
  RensaType type;

  rensa_device_set_current (&rensa_meta_device);
  x_array = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (1000000, 300000), &error);
  W_array = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (7, 300000), &error);
  rensa_device_set_current (device);
  x = rensa_variable_new (x_array);
  W = rensa_variable_new (W_array);
  y = rensa_linear (x, W, NULL, 1, &error);
  g_assert_no_error (error);
  type = rensa_variable_get_type (y);
  g_assert_true (rensa_shape_equal (&type.shape, &RENSA_SHAPE (1000000, 7)));
  g_assert_cmpint (type.dtype, ==, RENSA_FLOAT32);
}

/* A steady loop asks the system for nothing. */
static void
test_steady_loop (void)
{
  g_autoptr (RensaVariable) x = filled (RENSA_FLOAT32, &RENSA_SHAPE (100, 20), 0.5);
  g_autoptr (RensaVariable) W = filled (RENSA_FLOAT32, &RENSA_SHAPE (30, 20), 0.5);
  RensaPoolFigures before;
  RensaPoolFigures after;

  for (int i = 0; i < 50; i++)
    {
      g_autoptr (RensaVariable) h = rensa_linear (x, W, NULL, 1, NULL);
      g_autoptr (RensaVariable) a = rensa_sigmoid (h, NULL);
      g_autoptr (RensaVariable) y = rensa_sum (a, NULL, FALSE, NULL);

      if (i == 2)
        rensa_pool_get_figures (&before);
      g_assert_true (rensa_variable_backward (y, NULL, NULL));
      rensa_variable_clear_grad (W);
      rensa_variable_clear_grad (x);
      if (i == 2)
        rensa_pool_get_figures (&before);
    }
  rensa_pool_get_figures (&after);
#ifndef __SANITIZE_ADDRESS__
  g_assert_cmpuint (after.n_system_allocations, ==, before.n_system_allocations);
#endif
  g_assert_cmpuint (after.live_bytes, <=, before.live_bytes);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_leak_checked_test ("/autograd/call/type-check", test_type_check_message);
  add_leak_checked_test ("/autograd/call/number-of-inputs", test_wrong_number_of_inputs);
  add_leak_checked_test ("/autograd/call/errors-pass-through", test_errors_pass_through);
  add_leak_checked_test ("/autograd/call/hooks", test_hooks);
  add_leak_checked_test ("/autograd/call/debug-forward", test_debug_names_the_function);
  add_leak_checked_test ("/autograd/call/debug-backward", test_debug_looks_at_backward);
  add_leak_checked_test ("/autograd/call/meta-device", test_meta_device);
  add_leak_checked_test ("/autograd/call/steady-loop", test_steady_loop);
  return g_test_run ();
}
