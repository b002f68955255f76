/* test-half-functions.c: every function in halves on a GPU, beside what it gives in float64 on the host.
 * SPDX-License-Identifier: MIT */

#include "calls.h"
#include "gpu-fixture.h"
#include "rensa-component.h"
#include "rensa-init.h"
#include "rensa-late-check.h"

/* The sample of @class in @dtype. */
static void
run (const RensaFunctionClass *class, guint sample, RensaDtype dtype, Results *results)
{
  g_autoptr (GError) error = NULL;
  g_auto (Call) call = { 0 };
  g_auto (Call) cast_call = { 0 };

  call_init (&call, class, sample);
  call_move_away (&call);
  call_cast (&call, dtype, &cast_call);
  call_apply (&cast_call, FALSE, results, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_late_checks_read (&error));
}

/* But for the digits that a half has. */
static void
test_function (gconstpointer data)
{
  const RensaFunctionClass *class = data;

  for (guint i = 0; i < class->n_samples; i++)
    {
      g_auto (Results) want = { 0 };
      g_auto (Results) half = { 0 };
      g_auto (Results) bfloat = { 0 };

      run (class, i, RENSA_FLOAT64, &want);
      g_auto (RensaDeviceScope) scope = rensa_device_enter (MOCK);
      run (class, i, RENSA_FLOAT16, &half);
      run (class, i, RENSA_BFLOAT16, &bfloat);
      assert_results_equal (&half, &want, 1e-2, 1e-2);
      assert_results_equal (&bfloat, &want, 8e-2, 8e-2);
    }
}

int
main (int argc, char **argv)
{
  guint n;

  rensa_init ();
  g_test_init (&argc, &argv, NULL);
  const RensaComponent *const *functions = rensa_registry_list (RENSA_COMPONENT_FUNCTION, &n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/half-functions/%s", functions[i]->name);

      g_test_add_data_func (path, functions[i], test_function);
    }
  return run_tests ();
}
