/* test-no-memory.c: every function when there is no memory for an array, at each of its requests in turn.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "calls.h"
#include "faults.h"
#include "rensa-error.h"
#include "rensa-init.h"
#include "rensa-pool.h"
#include "rensa-random.h"
#include "rensa-sanitizer.h"
#include "rensa-component.h"

/* More requests than any sample makes. */
#define MOST_REQUESTS 10000

/* Forward and backward, recorded; @gys: for each output. */
static gboolean
apply (const Call *call, RensaVariable *const *gys, GError **error)
{
  RensaVariable *inputs[MAX_INPUTS] = { NULL };
  RensaVariable *outputs[MAX_OUTPUTS] = { NULL };
  RensaVariable *roots[MAX_OUTPUTS];
  RensaVariable *given[MAX_OUTPUTS];
  RensaVariable *targets[MAX_INPUTS];
  RensaVariable *gxs[MAX_INPUTS] = { NULL };
  int n_targets = 0;
  int n_roots = 0;
  int n;
  gboolean ok;

  for (int i = 0; i < call->n_inputs; i++)
    {
      inputs[i] = call->inputs[i] != NULL ? rensa_variable_new (call->inputs[i]) : NULL;
      if (inputs[i] != NULL && rensa_variable_get_requires_grad (inputs[i]))
        targets[n_targets++] = inputs[i];
    }
  n = rensa_function_apply (call->class, rensa_example_get_values (call), inputs, call->n_inputs, outputs, MAX_OUTPUTS,
                            error);
  for (int i = 0; i < n; i++)
    {
      if (!rensa_variable_get_requires_grad (outputs[i]))
        continue;
      given[n_roots] = gys[i];
      roots[n_roots++] = outputs[i];
    }
  ok = n >= 0 && (n_roots == 0 || rensa_grad (roots, n_roots, targets, n_targets, given, TRUE, gxs, error));
  rensa_variables_clear (gxs, MAX_INPUTS);
  rensa_variables_clear (outputs, MAX (n, 0));
  rensa_variables_clear (inputs, call->n_inputs);
  return ok;
}

/* Whether there was an nth request; from there on all fail. The call is refused then, in one sentence that says why, or needs no more
 * memory. */
static gboolean
apply_without_memory (const Call *call, RensaVariable *const *gys, guint nth)
{
  g_autoptr (GError) error = NULL;
  gboolean ok;
  gboolean was_met;

  *rensa_random_get_default () = rensa_random_init (1, 0);
  rensa_pool_trim ();
  faults_arm_memory (nth, TRUE);
  ok = apply (call, gys, &error);
  was_met = faults_disarm ();
  if (ok)
    g_assert_no_error (error);
  else if (!was_met || error == NULL || strstr (error->message, "memory") == NULL)
    g_error ("request %u: %s", nth, error != NULL ? error->message : "it fails without an error");
  return was_met;
}

static void
try_sample (const RensaFunctionClass *class, guint i)
{
  g_auto (Call) call = { 0 };
  RensaType types[MAX_OUTPUTS];
  RensaVariable *gys[MAX_OUTPUTS] = { NULL };
  g_autoptr (GError) error = NULL;
  guint nth = 1;
  int n;

  call_init (&call, class, i);
  n = rensa_example_infer (&call, types, &error);
  g_assert_no_error (error);
  for (int k = 0; k < n; k++)
    {
      g_autoptr (RensaArray) weights = make_weights (&types[k]);

      gys[k] = rensa_variable_new_constant (weights);
    }
  while (apply_without_memory (&call, gys, nth))
    {
      /* With a sanitizer each array is a request, and takes several times as long. */
      nth += 1 + (RENSA_SANITIZED ? nth / 20 : 0);
      g_assert_cmpuint (nth, <, MOST_REQUESTS);
    }
  rensa_variables_clear (gys, n);
}

static void
test_function (gconstpointer data)
{
  const RensaFunctionClass *class = data;

  for (guint i = 0; i < class->n_samples; i++)
    try_sample (class, i);
}

int
main (int argc, char **argv)
{
  guint n;
  const RensaComponent *const *functions;

  faults_init ();
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  functions = rensa_registry_list (RENSA_COMPONENT_FUNCTION, &n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/conformance/no-memory/%s", functions[i]->name);

      g_test_add_data_func (g_strdelimit (path, " ", '-'), functions[i], test_function);
    }
  return g_test_run ();
}
