/* own-function.c: two functions of one's own, as typed formulas and as code with a gradient written by hand.
 * SPDX-License-Identifier: MIT */

/* MulAdd, z = x y + w, and ExpAdd, z = exp (x) + exp (y), are those of Chainer's tutorial.  Each is called, differentiated, and
 * checked against finite differences, its gradient and the gradient of that. */

#include <rensa.h>
#include <stdio.h>

#define SHAPE RENSA_SHAPE (2, 2)
#define MAX_INPUTS 3

/* In code, for what no formula says: the types, the values, the gradients. */

enum
{
  X,
  Y,
  W,
};

/* What fits, and what comes of it; no values are there yet. */
static gboolean
infer (RensaInference *inference, GError **error)
{
  for (int i = X; i <= W; i++)
    if (!rensa_expect_floating (inference, i, error) || !rensa_expect_same_dtype (inference, X, i, error)
        || !rensa_expect_same_shape (inference, X, i, error))
      return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, X));
  return TRUE;
}

/* The values of @array, wherever they lie and whatever their type is; free with g_free (). */
static double *
read_values (RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) doubles = rensa_array_cast (array, RENSA_FLOAT64, error);
  g_autofree double *values = g_new (double, rensa_array_get_count (array));

  return doubles != NULL && rensa_array_to_host (doubles, values, error) ? g_steal_pointer (&values) : NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaType *type = rensa_call_get_output_type (call, 0);
  const gint64 n = rensa_array_get_count (rensa_call_get_input (call, X));
  g_autofree double *x = read_values (rensa_call_get_input (call, X), error);
  g_autofree double *y = x != NULL ? read_values (rensa_call_get_input (call, Y), error) : NULL;
  g_autofree double *z = y != NULL ? read_values (rensa_call_get_input (call, W), error) : NULL;
  g_autoptr (RensaArray) result = NULL;

  if (z == NULL)
    return FALSE;

  for (gint64 i = 0; i < n; i++)
    z[i] += x[i] * y[i];
  result = rensa_array_new_from_host (RENSA_FLOAT64, &type->shape, z, error);

  rensa_call_retain_input (call, X);
  rensa_call_retain_input (call, Y);
  rensa_call_take_output (call, 0, rensa_array_cast (result, type->dtype, error));
  return rensa_call_succeeded (call);
}

/* Written with functions that have gradients, so that this one has a second. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gz = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, X, rensa_multiply (gz, rensa_backward_get_input (backward, Y), error));
  rensa_backward_take_grad_input (backward, Y, rensa_multiply (gz, rensa_backward_get_input (backward, X), error));
  rensa_backward_take_grad_input (backward, W, rensa_variable_ref (gz));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass mul_add_class = {
  .name = "MulAdd",
  .inputs = RENSA_INPUTS ("x", "y", "w"),
  .n_outputs = 1,
  .infer = infer,
  .forward = forward,
  .backward = backward,
};

/* A formula needs nothing else: its gradient is derived from it, and is a formula, too. */
typedef struct
{
  const char *title;
  int n_inputs;
  const char *inputs;
  const char *formula;
  const RensaFunctionClass *klass; /* in place of a formula */
} OwnFunction;

static const OwnFunction functions[] = {
  { "MulAdd, a formula", 3, "x, y, w", "z = x * y + w", NULL },
  { "ExpAdd, a formula", 2, "x, y", "z = exp(x) + exp(y)", NULL },
  { "MulAdd, in code", 3, NULL, NULL, &mul_add_class },
};

/* In the form that the check calls: how many outputs there are, -1 with an error. */
static int
call_function (gpointer function, RensaVariable *const *inputs, int n, RensaVariable **outputs, GError **error)
{
  const OwnFunction *self = function;

  if (self->klass != NULL)
    return rensa_function_apply (self->klass, NULL, inputs, n, outputs, 1, error);
  return rensa_elementwise (self->formula, self->inputs, NULL, NULL, inputs, n, outputs, 1, error);
}

/* Trying them */

static void
print_array (const char *name, RensaArray *array)
{
  g_autofree char *text = rensa_array_to_string (array, 10);

  printf ("  %-2s %s\n", name, text);
}

static gboolean
print_gradients (RensaVariable *z, RensaVariable *const *inputs, int n, GError **error)
{
  static const char *const names[MAX_INPUTS] = { "gx", "gy", "gw" };
  g_autoptr (RensaArray) one = rensa_array_full (RENSA_FLOAT64, &SHAPE, 1, error);

  if (one == NULL)
    return FALSE;

  print_array ("z", rensa_variable_get_array (z));
  rensa_variable_set_grad (z, one);
  if (!rensa_variable_backward (z, NULL, error))
    return FALSE;

  for (int i = 0; i < n; i++)
    print_array (names[i], rensa_variable_get_grad (inputs[i]));
  return TRUE;
}

static gboolean
differentiate (const OwnFunction *function, RensaArray *const *arrays, GError **error)
{
  RensaVariable *inputs[MAX_INPUTS] = { NULL };
  g_autoptr (RensaVariable) z = NULL;
  gboolean ok;

  for (int i = 0; i < function->n_inputs; i++)
    inputs[i] = rensa_variable_new (arrays[i]);
  ok = call_function ((gpointer) function, inputs, function->n_inputs, &z, error) == 1
       && print_gradients (z, inputs, function->n_inputs, error);
  rensa_variables_clear (inputs, MAX_INPUTS);
  return ok;
}

static gboolean
check (const OwnFunction *function, RensaArray *const *arrays, RensaArray *gz, GError **error)
{
  static const RensaCheckTolerance tolerance = { .eps = 1e-4, .rtol = 1e-6, .atol = 1e-6 };
  RensaArray *const grads[] = { gz, NULL };
  const int n = function->n_inputs;

  if (!rensa_check_backward (call_function, (gpointer) function, arrays, n, grads, &tolerance, error)
      || !rensa_check_double_backward (call_function, (gpointer) function, arrays, n, grads, &tolerance, error))
    return FALSE;

  puts ("  Gradients, and the gradients of these, agree with finite differences.");
  return TRUE;
}

static RensaArray *
make_array (const double *values, GError **error)
{
  return rensa_array_new_from_host (RENSA_FLOAT64, &SHAPE, values, error);
}

static gboolean
run (GError **error)
{
  g_autoptr (RensaArray) x = make_array ((double[]){ 0, 1, -2, 0.5 }, error);
  g_autoptr (RensaArray) y = make_array ((double[]){ 1, 3, 0.5, -1 }, error);
  g_autoptr (RensaArray) w = make_array ((double[]){ 0.5, -1, 2, 4 }, error);
  g_autoptr (RensaArray) gz = make_array ((double[]){ 1, -0.5, 2, 0.25 }, error);

  if (x == NULL || y == NULL || w == NULL || gz == NULL)
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      puts (functions[i].title);
      if (!differentiate (&functions[i], (RensaArray *[]){ x, y, w }, error)
          || !check (&functions[i], (RensaArray *[]){ x, y, w }, gz, error))
        return FALSE;
    }
  return TRUE;
}

int
main (void)
{
  g_autoptr (GError) error = NULL;

  if (run (&error))
    return 0;

  fprintf (stderr, "%s\n", error->message);
  return 1;
}
