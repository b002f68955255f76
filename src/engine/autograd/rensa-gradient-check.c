/* rensa-gradient-check.c: comparison of backward with finite differences.
 * SPDX-License-Identifier: MIT */

#include "rensa-gradient-check.h"

#include <math.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

static gboolean
is_floating (RensaArray *array)
{
  return rensa_dtype_is_floating (rensa_array_get_dtype (array));
}

/* Returns the elements as doubles, in C order. */
static double *
to_doubles (RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (array, RENSA_FLOAT64, error);
  g_autofree double *values = NULL;

  if (wide == NULL)
    return NULL;
  values = g_new (double, MAX (rensa_array_get_count (array), 1));
  return rensa_array_to_host (wide, values, error) ? g_steal_pointer (&values) : NULL;
}

/* Wraps the arrays in variables; those with floating-point types collect gradients. */
static void
wrap_all (RensaArray *const *arrays, int n, RensaVariable **variables)
{
  for (int i = 0; i < n; i++)
    variables[i] = rensa_variable_new (arrays[i]);
}

/* Σ_j Σ outputs[j] · grad_outputs[j]; NaN with an error. */
static double
weigh (RensaCheckedFunc func, gpointer data, RensaArray *const *inputs, int n_inputs, RensaArray *const *grad_outputs,
       GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  RensaVariable *xs[RENSA_CHECK_MAX] = { NULL };
  RensaVariable *ys[RENSA_CHECK_MAX] = { NULL };
  double total = 0;
  int n;

  rensa_modes_get ()->enable_backprop = FALSE;
  wrap_all (inputs, n_inputs, xs);
  n = func (data, xs, n_inputs, ys, error);
  for (int j = 0; j < n; j++)
    {
      g_autofree double *y = NULL;
      g_autofree double *gy = NULL;

      if (grad_outputs[j] == NULL)
        continue;
      y = to_doubles (rensa_variable_get_array (ys[j]), error);
      gy = y != NULL ? to_doubles (grad_outputs[j], error) : NULL;
      if (gy == NULL)
        n = -1;
      for (gint64 k = 0; n >= 0 && k < rensa_array_get_count (grad_outputs[j]); k++)
        total += y[k] * gy[k];
    }
  rensa_variables_clear (xs, n_inputs);
  rensa_variables_clear (ys, RENSA_CHECK_MAX);
  return n >= 0 ? total : NAN;
}

/* Computes finite differences for one input, element by element, with a copy of it that is modified. */
static RensaArray *
differentiate (RensaCheckedFunc func, gpointer data, RensaArray **inputs, int n_inputs, int i,
               RensaArray *const *grad_outputs, double eps, GError **error)
{
  RensaArray *x = inputs[i];
  const gint64 count = rensa_array_get_count (x);
  g_autofree double *values = to_doubles (x, error);
  g_autofree double *slopes = g_new0 (double, MAX (count, 1));
  g_autoptr (RensaArray) wide = NULL;
  gboolean ok = values != NULL;

  for (gint64 k = 0; ok && k < count; k++)
    {
      const double value = values[k];
      double results[2] = { 0, 0 };

      for (int side = 0; ok && side < 2; side++)
        {
          g_autoptr (RensaArray) moved = NULL;

          values[k] = side == 0 ? value - eps : value + eps;
          moved = rensa_array_new_from_host (RENSA_FLOAT64, rensa_array_get_shape (x), values, error);
          inputs[i] = rensa_array_cast (moved, rensa_array_get_dtype (x), error);
          ok = inputs[i] != NULL;
          if (ok)
            results[side] = weigh (func, data, inputs, n_inputs, grad_outputs, error);
          ok = ok && (error == NULL || *error == NULL);
          g_clear_pointer (&inputs[i], rensa_array_unref);
        }
      inputs[i] = x;
      values[k] = value;
      slopes[k] = (results[1] - results[0]) / (2 * eps);
    }
  if (!ok)
    return NULL;
  wide = rensa_array_new_from_host (RENSA_FLOAT64, rensa_array_get_shape (x), slopes, error);
  return rensa_array_cast (wide, rensa_array_get_dtype (x), error);
}

gboolean
rensa_numerical_grad (RensaCheckedFunc func, gpointer data, RensaArray *const *inputs, int n_inputs,
                      RensaArray *const *grad_outputs, double eps, RensaArray **grads, GError **error)
{
  RensaArray *arrays[RENSA_CHECK_MAX];
  g_autoptr (GError) own_error = NULL;
  gboolean ok = TRUE;

  for (int i = 0; i < n_inputs; i++)
    {
      arrays[i] = inputs[i];
      grads[i] = NULL;
    }
  for (int i = 0; ok && i < n_inputs; i++)
    {
      if (!is_floating (inputs[i]))
        continue;
      grads[i] = differentiate (func, data, arrays, n_inputs, i, grad_outputs, eps, &own_error);
      ok = grads[i] != NULL;
    }
  for (int i = 0; !ok && i < n_inputs; i++)
    g_clear_pointer (&grads[i], rensa_array_unref);
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&own_error));
  return ok;
}

/* FALSE with an error at the first element that differs; @got may be NULL for zero. */
static gboolean
compare (int input, RensaArray *got, RensaArray *want, const RensaCheckTolerance *tolerance, GError **error)
{
  g_autofree double *a = NULL;
  g_autofree double *b = to_doubles (want, error);

  if (b == NULL || (got != NULL && (a = to_doubles (got, error)) == NULL))
    return FALSE;
  for (gint64 k = 0; k < rensa_array_get_count (want); k++)
    {
      const double value = a != NULL ? a[k] : 0;

      if (fabs (value - b[k]) <= tolerance->atol + tolerance->rtol * fabs (b[k]))
        continue;
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("the gradient of input %d, element %lld, is %.12g from backward but %.12g from finite "
                           "differences"),
                       input, (long long) k, value, b[k]);
      return FALSE;
    }
  return TRUE;
}

gboolean
rensa_check_backward (RensaCheckedFunc func, gpointer data, RensaArray *const *inputs, int n_inputs,
                      RensaArray *const *grad_outputs, const RensaCheckTolerance *tolerance, GError **error)
{
  RensaVariable *xs[RENSA_CHECK_MAX] = { NULL };
  RensaVariable *ys[RENSA_CHECK_MAX] = { NULL };
  RensaVariable *gys[RENSA_CHECK_MAX] = { NULL };
  RensaVariable *gxs[RENSA_CHECK_MAX] = { NULL };
  RensaArray *wanted[RENSA_CHECK_MAX] = { NULL };
  gboolean ok;
  int n;

  wrap_all (inputs, n_inputs, xs);
  n = func (data, xs, n_inputs, ys, error);
  for (int j = 0; j < n; j++)
    gys[j] = rensa_variable_new_constant (grad_outputs[j]);
  ok = n >= 0 && rensa_grad (ys, n, xs, n_inputs, gys, FALSE, gxs, error)
       && rensa_numerical_grad (func, data, inputs, n_inputs, grad_outputs, tolerance->eps, wanted, error);
  for (int i = 0; ok && i < n_inputs; i++)
    {
      if (wanted[i] != NULL)
        ok = compare (i, gxs[i] != NULL ? rensa_variable_get_array (gxs[i]) : NULL, wanted[i], tolerance, error);
    }

  for (int i = 0; i < n_inputs; i++)
    g_clear_pointer (&wanted[i], rensa_array_unref);
  rensa_variables_clear (xs, n_inputs);
  rensa_variables_clear (ys, RENSA_CHECK_MAX);
  rensa_variables_clear (gys, RENSA_CHECK_MAX);
  rensa_variables_clear (gxs, RENSA_CHECK_MAX);
  return ok;
}

/* Maps (x…, gy…) to gx… of the function under test, itself differentiable. */
typedef struct
{
  RensaCheckedFunc func;
  gpointer data;
  int n_inputs;
} FirstOrder;

static int
first_order (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const FirstOrder *self = data;
  RensaVariable *ys[RENSA_CHECK_MAX] = { NULL };
  RensaVariable *gxs[RENSA_CHECK_MAX] = { NULL };
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  int n_outputs = 0;
  int n;

  rensa_modes_get ()->enable_backprop = TRUE;
  n = self->func (self->data, inputs, self->n_inputs, ys, error);
  if (n < 0 || !rensa_grad (ys, n, inputs, self->n_inputs, inputs + self->n_inputs, TRUE, gxs, error))
    n_outputs = -1;
  for (int i = 0; n_outputs >= 0 && i < self->n_inputs; i++)
    {
      if (gxs[i] != NULL)
        outputs[n_outputs++] = rensa_variable_ref (gxs[i]);
    }
  rensa_variables_clear (ys, RENSA_CHECK_MAX);
  rensa_variables_clear (gxs, RENSA_CHECK_MAX);
  return n_outputs;
}

gboolean
rensa_check_double_backward (RensaCheckedFunc func, gpointer data, RensaArray *const *inputs, int n_inputs,
                             RensaArray *const *grad_outputs, const RensaCheckTolerance *tolerance, GError **error)
{
  FirstOrder self = { func, data, n_inputs };
  RensaArray *all[RENSA_CHECK_MAX] = { NULL };
  RensaArray *weights[RENSA_CHECK_MAX] = { NULL };
  int n_all = n_inputs;
  int n_weights = 0;
  gboolean ok = TRUE;

  for (int i = 0; i < n_inputs; i++)
    all[i] = inputs[i];
  for (; grad_outputs[n_all - n_inputs] != NULL; n_all++)
    all[n_all] = grad_outputs[n_all - n_inputs];

  /* Random weights of the first gradients, neither equal nor zero. */
  for (int i = 0; ok && i < n_inputs; i++)
    {
      RensaRandom random = rensa_random_init (7, (guint64) i);

      if (!is_floating (inputs[i]))
        continue;
      weights[n_weights] =
          rensa_array_new (rensa_array_get_dtype (inputs[i]), rensa_array_get_shape (inputs[i]), error);
      ok = weights[n_weights] != NULL && rensa_fill_uniform (weights[n_weights], &random, 0.5, 1.5, error);
      n_weights++;
    }
  ok = ok && rensa_check_backward (first_order, &self, all, n_all, weights, tolerance, error);
  for (int i = 0; i < n_weights; i++)
    g_clear_pointer (&weights[i], rensa_array_unref);
  return ok;
}
