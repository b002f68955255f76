/* calls.c: calls of functions with the inputs of their samples, and variations of those.
 * SPDX-License-Identifier: MIT */

#include "calls.h"

#include <math.h>
#include <string.h>

#include "conformance.h"
#include "rensa-primitives.h"
#include "rensa-random.h"

void
call_init (Call *call, const RensaFunctionClass *class, guint i)
{
  g_autoptr (GError) error = NULL;

  rensa_example_init (call, class, i, &error);
  g_assert_no_error (error);
}

static gboolean
is_floating (RensaArray *array)
{
  return array != NULL && rensa_dtype_is_floating (rensa_array_get_dtype (array));
}

/* Probabilities of classes stay what they are. */
void
call_move_away (Call *call)
{
  for (int i = 0; i < call->n_inputs; i++)
    {
      RensaRandom random = rensa_random_init (3, (guint64) i);
      RensaArray *array = call->inputs[i];
      g_autofree double *values = NULL;

      if (!is_floating (array) || rensa_example_get_input_spec (call, i).constant)
        continue;
      values = get_values (array);
      for (gint64 k = 0; k < rensa_array_get_count (array); k++)
        values[k] += 0.05 + 0.1 * rensa_random_double (&random);
      call->inputs[i] = array_of (RENSA_FLOAT64, *rensa_array_get_shape (array), values);
      rensa_array_unref (array);
    }
}

void
call_cast (const Call *call, RensaDtype dtype, Call *cast)
{
  RensaArray *inputs[MAX_INPUTS];

  for (int i = 0; i < call->n_inputs; i++)
    {
      RensaArray *input = call->inputs[i];
      g_autoptr (RensaArray) coarse = rensa_array_cast (input, RENSA_BFLOAT16, NULL);
      g_autoptr (RensaArray) half = rensa_array_cast (coarse, RENSA_FLOAT16, NULL);

      inputs[i] = is_floating (input) ? rensa_array_cast (half, dtype, NULL)
                  : input != NULL     ? rensa_array_ref (input)
                                      : NULL;
    }
  rensa_example_init_with (cast, call, inputs, call->n_inputs);
}

static void
assert_type (RensaArray *array, const RensaType *want)
{
  const RensaType got = rensa_array_get_type (array);
  g_autofree char *got_shape = rensa_shape_to_string (&got.shape);
  g_autofree char *want_shape = rensa_shape_to_string (&want->shape);

  g_assert_cmpstr (rensa_dtype_get_name (got.dtype), ==, rensa_dtype_get_name (want->dtype));
  g_assert_cmpstr (got_shape, ==, want_shape);
}

RensaArray *
make_weights (const RensaType *type)
{
  const gint64 count = rensa_shape_count (&type->shape);
  g_autofree double *values = g_new (double, MAX (count, 1));

  for (gint64 k = 0; k < count; k++)
    values[k] = (double) (k * 37 % 11) / 8 - 0.5;
  return array_of (type->dtype, type->shape, values);
}

/* Gradients of all floating inputs, from all outputs that have a graph. */
static gboolean
compute_grads (const Call *call, RensaVariable *const *inputs, RensaVariable *const *outputs, gboolean double_backprop,
               Results *results, GError **error)
{
  RensaVariable *targets[MAX_INPUTS];
  RensaVariable *roots[MAX_OUTPUTS];
  RensaVariable *gys[MAX_OUTPUTS];
  RensaVariable *gxs[MAX_INPUTS] = { NULL };
  int n_targets = 0;
  int n_roots = 0;
  gboolean ok;

  for (int i = 0; i < call->n_inputs; i++)
    {
      if (inputs[i] != NULL && rensa_variable_get_requires_grad (inputs[i]))
        targets[n_targets++] = inputs[i];
    }
  for (int i = 0; i < results->n_outputs; i++)
    {
      const RensaType type = rensa_variable_get_type (outputs[i]);
      g_autoptr (RensaArray) weights = NULL;

      if (!rensa_variable_get_requires_grad (outputs[i]))
        continue;
      weights = make_weights (&type);
      gys[n_roots] = rensa_variable_new_constant (weights);
      roots[n_roots++] = outputs[i];
    }

  ok = n_roots == 0 || rensa_grad (roots, n_roots, targets, n_targets, gys, double_backprop, gxs, error);
  for (int i = 0; i < n_targets; i++)
    {
      if (gxs[i] == NULL)
        continue;
      results->grads[i] = rensa_array_ref (rensa_variable_get_array (gxs[i]));
      rensa_variable_unref (gxs[i]);
    }
  for (int i = 0; i < n_roots; i++)
    rensa_variable_unref (gys[i]);
  results->n_grads = n_targets;
  return ok;
}

gboolean
call_apply (const Call *call, gboolean double_backprop, Results *results, GError **error)
{
  RensaVariable *inputs[MAX_INPUTS];
  RensaVariable *outputs[MAX_OUTPUTS];
  RensaType types[MAX_OUTPUTS];
  const int n_inferred = rensa_example_infer (call, types, error);
  gboolean ok;

  *results = (Results){ 0 };
  if (n_inferred < 0)
    return FALSE;

  for (int i = 0; i < call->n_inputs; i++)
    inputs[i] = call->inputs[i] != NULL ? rensa_variable_new (call->inputs[i]) : NULL;
  *rensa_random_get_default () = rensa_random_init (1, 0);
  results->n_outputs = rensa_function_apply (call->class, rensa_example_get_values (call), inputs, call->n_inputs,
                                             outputs, MAX_OUTPUTS, error);
  ok = results->n_outputs >= 0;
  if (ok)
    g_assert_cmpint (results->n_outputs, ==, n_inferred);
  for (int i = 0; i < results->n_outputs; i++)
    {
      assert_type (rensa_variable_get_array (outputs[i]), &types[i]);
      results->outputs[i] = rensa_array_ref (rensa_variable_get_array (outputs[i]));
    }

  ok = ok && compute_grads (call, inputs, outputs, double_backprop, results, error);
  for (int i = 0; i < results->n_outputs; i++)
    rensa_variable_unref (outputs[i]);
  for (int i = 0; i < call->n_inputs; i++)
    g_clear_pointer (&inputs[i], rensa_variable_unref);
  return ok;
}

void
results_clear (Results *results)
{
  for (int i = 0; i < MAX_OUTPUTS; i++)
    g_clear_pointer (&results->outputs[i], rensa_array_unref);
  for (int i = 0; i < MAX_INPUTS; i++)
    g_clear_pointer (&results->grads[i], rensa_array_unref);
}

static void
assert_arrays_equal (const char *what, int i, RensaArray *got, RensaArray *want, double rtol, double atol)
{
  g_autofree double *got_values = NULL;
  g_autofree double *want_values = NULL;

  g_assert_true ((got == NULL) == (want == NULL));
  if (got == NULL)
    return;

  g_assert_true (rensa_shape_equal (rensa_array_get_shape (got), rensa_array_get_shape (want)));
  got_values = get_values (got);
  want_values = get_values (want);
  for (gint64 k = 0; k < rensa_array_get_count (want); k++)
    {
      if (got_values[k] == want_values[k] || (isnan (got_values[k]) && isnan (want_values[k]))
          || fabs (got_values[k] - want_values[k]) <= atol + rtol * fabs (want_values[k]))
        continue;
      g_test_message ("element %" G_GINT64_FORMAT " of %s %d is %.17g, expected %.17g", k, what, i, got_values[k],
                      want_values[k]);
      g_test_fail ();
      return;
    }
}

void
assert_results_equal (const Results *got, const Results *want, double rtol, double atol)
{
  g_assert_cmpint (got->n_outputs, ==, want->n_outputs);
  g_assert_cmpint (got->n_grads, ==, want->n_grads);
  for (int i = 0; i < want->n_outputs; i++)
    assert_arrays_equal ("output", i, got->outputs[i], want->outputs[i], rtol, atol);
  for (int i = 0; i < want->n_grads; i++)
    assert_arrays_equal ("gradient", i, got->grads[i], want->grads[i], rtol, atol);
}
