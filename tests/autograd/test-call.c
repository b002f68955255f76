/* test-call.c: calls, their checks and what watches them.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-error.h"
#include "rensa-function-hooks.h"
#include "rensa-functions.h"
#include "rensa-meta-device.h"
#include "rensa-modes.h"
#include "rensa-pool.h"
#include "rensa-primitives.h"
#include "rensa-sanitizer.h"
#include "variables.h"

static void
test_type_check_message (void)
{
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (2, 784), 1);
  g_autoptr (RensaVariable) W = variable_full (RENSA_FLOAT32, RENSA_SHAPE (10, 100), 1);
  g_autoptr (RensaVariable) ids = variable_full (RENSA_INT32, RENSA_SHAPE (3), 1);
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
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (2), 1);
  RensaVariable *const inputs[] = { x, x };
  RensaVariable *output = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_function_apply (&rensa_exp_class, NULL, inputs, 2, &output, 1, &error), ==, -1);
  g_assert_cmpstr (error->message, ==, "exp: Expect: in_types.size == 1, Actual: 2 != 1");
}

/* The first error of a chain of calls is the one that is reported. */
static void
test_errors_pass_through (void)
{
  g_autoptr (RensaVariable) ids = variable_full (RENSA_INT32, RENSA_SHAPE (3), 1);
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (3), 1);
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

/* relu, then tanh, forward and backward, while @hook watches. */
static void
run_watched (RensaFunctionHook *hook, RensaVariable *x)
{
  g_autoptr (RensaVariable) h = NULL;
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (RensaVariable) unwatched = NULL;

  rensa_function_hook_push (hook);
  h = rensa_relu (x, NULL);
  y = rensa_tanh (h, NULL);
  g_assert_true (rensa_variable_backward (y, NULL, NULL));
  rensa_function_hook_pop (hook);
  unwatched = rensa_relu (x, NULL);
}

static void
test_timer_hook (void)
{
  g_autoptr (RensaProfileHook) timer = rensa_timer_hook_new ();
  RensaCallProfile *profile = rensa_profile_hook_get_profile (timer);
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (1), 1);
  const RensaProfiledCall *history;
  const RensaProfileSum *summary;
  double outer = 0;
  guint n;

  run_watched (rensa_profile_hook_get_hook (timer), x);
  g_assert_cmpuint (rensa_call_profile_find (profile, "tanh")->n_calls, ==, 2);
  g_assert_cmpuint (rensa_call_profile_find (profile, "relu")->n_calls, ==, 2);
  g_assert_null (rensa_call_profile_find (profile, "exp"));
  summary = rensa_call_profile_get_summary (profile, &n);
  g_assert_cmpstr (summary[0].name, ==, "relu");
  g_assert_cmpstr (summary[1].name, ==, "tanh");

  history = rensa_call_profile_get_history (profile, &n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpfloat (history[i].costs[0], >=, 0);
      outer += history[i].depth == 0 ? history[i].costs[0] : 0;
    }
  g_assert_cmpfloat (outer, >, 0);
  g_assert_cmpfloat (rensa_call_profile_get_total (profile, 0), ==, outer);
}

/* Calls within backward are counted with that, and not twice in the total. */
static void
test_depth (void)
{
  static const RensaProfiledCall calls[] = { { "inner", { 3 }, 1 }, { "outer", { 5 }, 0 }, { "inner", { 2 }, 0 } };
  g_autoptr (RensaCallProfile) profile = rensa_call_profile_new_timer ("FunctionName");
  g_autoptr (GError) error = NULL;
  g_autofree char *report = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    rensa_call_profile_add (profile, &calls[i]);
  g_assert_cmpfloat (rensa_call_profile_get_total (profile, 0), ==, 7);
  g_assert_cmpfloat (rensa_call_profile_find (profile, "inner")->costs[0], ==, 5);
  report = rensa_call_profile_report (profile, "hours", &error);
  g_assert_null (report);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==,
                   "ElapsedTime: invalid unit “hours”; expected auto, auto_foreach, ns, us, ms, sec");
}

/* 1000 floats need 4096 bytes of the pool, whose pieces are a quarter of a power of two apart; what is freed serves again. */
static void
test_memory_profile_hook (void)
{
  g_autoptr (RensaProfileHook) memory = rensa_memory_profile_hook_new ();
  RensaCallProfile *profile = rensa_profile_hook_get_profile (memory);
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (1000), 1);
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (RensaVariable) z = NULL;
  const RensaProfiledCall *history;
  guint n;

  rensa_pool_trim ();
  rensa_function_hook_push (rensa_profile_hook_get_hook (memory));
  y = rensa_relu (x, NULL);
  g_clear_pointer (&y, rensa_variable_unref);
  z = rensa_relu (x, NULL);
  rensa_function_hook_pop (rensa_profile_hook_get_hook (memory));

  history = rensa_call_profile_get_history (profile, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat (history[0].costs[0], ==, 4096);
  g_assert_cmpfloat (history[0].costs[1], ==, 4096);
  g_assert_cmpfloat (history[1].costs[0], ==, 4096);
  g_assert_cmpfloat (history[1].costs[1], ==, RENSA_SANITIZED ? 4096 : 0);
  g_assert_cmpfloat (rensa_call_profile_get_total (profile, 0), ==, 8192);
}

static void
test_debug_names_the_function (void)
{
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (3), -1);
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->debug = TRUE;
  y = rensa_log (x, &error);
  g_assert_null (y);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FINITE);
  g_assert_cmpstr (error->message, ==, "log: forward produced NaN");
}

/* sqrt at 0 has an infinite slope; times the zero gradient of what follows that is NaN, which only backward can see. */
static void
test_debug_looks_at_backward (void)
{
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (1));
  g_autoptr (RensaVariable) root = rensa_sqrt (x, NULL);
  g_autoptr (RensaVariable) y = rensa_multiply_scalar (root, 0, NULL);
  g_autoptr (GError) error = NULL;
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->debug = TRUE;
  g_assert_false (rensa_variable_backward (y, NULL, &error));
  g_assert_cmpstr (error->message, ==, "sqrt: backward produced NaN");
}

/* Arrays of a terabyte, as long as nobody looks at them. */
static void
test_meta_device (void)
{
  g_autoptr (RensaArray) x_array = NULL;
  g_autoptr (RensaArray) W_array = NULL;
  g_autoptr (RensaVariable) x = NULL;
  g_autoptr (RensaVariable) W = NULL;
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (GError) error = NULL;
  RensaType type;

  x_array = rensa_array_new_on (&rensa_meta_device, RENSA_FLOAT32, &RENSA_SHAPE (1000000, 300000), &error);
  W_array = rensa_array_new_on (&rensa_meta_device, RENSA_FLOAT32, &RENSA_SHAPE (7, 300000), &error);
  x = rensa_variable_new (x_array);
  W = rensa_variable_new (W_array);
  y = rensa_linear (x, W, NULL, 1, &error);
  g_assert_no_error (error);
  type = rensa_variable_get_type (y);
  g_assert_true (rensa_shape_equal (&type.shape, &RENSA_SHAPE (1000000, 7)));
  g_assert_cmpint (type.dtype, ==, RENSA_FLOAT32);
}

static void
test_mixed_devices (void)
{
  g_autoptr (RensaArray) W_array = rensa_array_new_on (&rensa_meta_device, RENSA_FLOAT32, &RENSA_SHAPE (7, 20), NULL);
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (100, 20), 0.5);
  g_autoptr (RensaVariable) W = rensa_variable_new (W_array);
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_linear (x, W, NULL, 1, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==,
                   "linear expects all inputs on the same device: input 0 is on cpu, input 1 "
                   "on meta");
}

/* A steady loop asks the system for nothing. */
static void
test_steady_loop (void)
{
  g_autoptr (RensaVariable) x = variable_full (RENSA_FLOAT32, RENSA_SHAPE (100, 20), 0.5);
  g_autoptr (RensaVariable) W = variable_full (RENSA_FLOAT32, RENSA_SHAPE (30, 20), 0.5);
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
  g_test_add_func ("/autograd/call/type-check", test_type_check_message);
  g_test_add_func ("/autograd/call/number-of-inputs", test_wrong_number_of_inputs);
  g_test_add_func ("/autograd/call/errors-pass-through", test_errors_pass_through);
  g_test_add_func ("/autograd/call/timer-hook", test_timer_hook);
  g_test_add_func ("/autograd/call/depth", test_depth);
  g_test_add_func ("/autograd/call/memory-profile-hook", test_memory_profile_hook);
  g_test_add_func ("/autograd/call/debug-forward", test_debug_names_the_function);
  g_test_add_func ("/autograd/call/debug-backward", test_debug_looks_at_backward);
  g_test_add_func ("/autograd/call/meta-device", test_meta_device);
  g_test_add_func ("/autograd/call/mixed-devices", test_mixed_devices);
  g_test_add_func ("/autograd/call/steady-loop", test_steady_loop);
  return g_test_run ();
}
