/* test-devices.c: functions on a device whose memory the host cannot read.
 * SPDX-License-Identifier: MIT */

#include <signal.h>

#include "far-device.h"
#include "rensa-array-private.h"
#include "rensa-detours.h"
#include "rensa-device-find.h"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

static const RensaDevice *
get_far (int number)
{
  g_autofree char *name = g_strdup_printf ("far:%d", number);
  const RensaDevice *device = rensa_device_find (name, NULL);

  g_assert_nonnull (device);
  return device;
}

/* 1, 2, 3 on @device. */
static RensaVariable *
count_on (const RensaDevice *device)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (device);
  g_autoptr (RensaArray) array =
      rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (3), (float[]){ 1, 2, 3 }, NULL);

  return rensa_variable_new (array);
}

static void
assert_values (RensaArray *array, const RensaDevice *device, const char *text)
{
  g_autofree char *found = rensa_array_to_string (array, 10);

  g_assert_true (rensa_array_get_device (array) == device);
  g_assert_cmpstr (found, ==, text);
}

/* Without this no other test here, and no run of conformance on the device, would say anything. */
static void
test_unreadable (void)
{
  g_autoptr (RensaVariable) x = NULL;

  if (g_test_subprocess ())
    {
      signal (SIGSEGV, SIG_DFL);
      x = count_on (get_far (0));
      g_print ("%g", *(const float *) rensa_variable_get_array (x)->data);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_assert_false (g_test_trap_has_passed ());
  g_test_trap_assert_stdout_unmatched ("*1*2*");
}

/* The current device is the host all the time. */
static void
test_born_beside_inputs (void)
{
  const RensaDevice *far = get_far (1);
  g_autoptr (RensaVariable) x = count_on (far);
  g_autoptr (RensaVariable) y = rensa_exp (x, NULL);
  g_autoptr (RensaVariable) sum = rensa_sum (x, NULL, FALSE, NULL);
  g_autoptr (RensaVariable) square = rensa_multiply (sum, sum, NULL);

  g_assert_true (rensa_array_get_device (rensa_variable_get_array (y)) == far);
  g_assert_true (rensa_variable_backward (square, NULL, NULL));
  assert_values (rensa_variable_get_array (square), far, "36");
  assert_values (rensa_variable_get_grad (x), far, "[12, 12, 12]");
  g_assert_true (rensa_device_get_current () == rensa_device_get_host ());
}

static void
test_mixed (void)
{
  g_autoptr (RensaVariable) a = count_on (get_far (0));
  g_autoptr (RensaVariable) b = count_on (get_far (1));
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_add (a, b, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==,
                   "op_add expects all inputs on the same device: input 0 is on far:0, input 1 "
                   "on far:1");
}

static void
test_peers (void)
{
  g_autoptr (RensaVariable) x = count_on (get_far (0));
  g_autoptr (RensaArray) there = rensa_array_to_device (rensa_variable_get_array (x), get_far (1), NULL);
  g_autoptr (RensaArray) here = rensa_array_to_device (there, rensa_device_get_host (), NULL);

  assert_values (there, get_far (1), "[1, 2, 3]");
  assert_values (here, rensa_device_get_host (), "[1, 2, 3]");
  g_assert_true (rensa_array_fill (here, 7, NULL));
  g_assert_true (rensa_array_assign (there, here, NULL));
  assert_values (there, get_far (1), "[7, 7, 7]");
}

/* The gradient goes back to where its input lies. */
static void
test_copy (void)
{
  g_autoptr (RensaVariable) x = count_on (get_far (0));
  g_autoptr (RensaVariable) y = rensa_copy (x, -1, NULL);
  g_autoptr (RensaVariable) sum = rensa_sum (y, NULL, FALSE, NULL);

  assert_values (rensa_variable_get_array (y), rensa_device_get_host (), "[1, 2, 3]");
  g_assert_true (rensa_variable_backward (sum, NULL, NULL));
  assert_values (rensa_variable_get_grad (x), get_far (0), "[1, 1, 1]");
}

/* The device has the required primitives alone. */
static void
test_detours (void)
{
  const RensaDevice *far = get_far (0);
  g_autoptr (RensaVariable) x = count_on (far);
  g_autoptr (RensaArray) sums = NULL;
  g_autoptr (RensaArray) shares = NULL;
  const guint64 before = rensa_count_detours ();

  sums = rensa_reduce (RENSA_REDUCE_SUM, rensa_variable_get_array (x), 1, FALSE, NULL);
  g_assert_cmpuint (rensa_count_detours (), ==, before);
  assert_values (sums, far, "6");

  g_assert_true (rensa_array_fill (rensa_variable_get_array (x), 1, NULL));
  shares = rensa_softmax_rows (rensa_variable_get_array (x), 0, FALSE, NULL);
  g_assert_cmpuint (rensa_count_detours (), ==, before + 1);
  assert_values (shares, far, "[0.33333334, 0.33333334, 0.33333334]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  far_device_register ();
  g_test_add_func ("/autograd/devices/unreadable", test_unreadable);
  g_test_add_func ("/autograd/devices/born-beside-inputs", test_born_beside_inputs);
  g_test_add_func ("/autograd/devices/mixed", test_mixed);
  g_test_add_func ("/autograd/devices/peers", test_peers);
  g_test_add_func ("/autograd/devices/copy", test_copy);
  g_test_add_func ("/autograd/devices/detours", test_detours);
  return g_test_run ();
}
