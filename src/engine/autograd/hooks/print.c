/* print.c: prints the inputs and gradients of functions.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-function-hooks.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

struct _RensaPrintHook
{
  RensaFunctionHook hook;
  FILE *file;
};

/* Returns the elements as doubles; NULL if out of memory. */
static double *
read_values (RensaArray *array)
{
  const gint64 n = rensa_array_get_count (array);
  g_autoptr (RensaArray) wide = rensa_array_cast (array, RENSA_FLOAT64, NULL);
  g_autofree double *values = rensa_memory_try_new (double, MAX (n, 1), "PrintHook", NULL);

  if (wide == NULL || values == NULL || !rensa_array_to_host (wide, values, NULL))
    return NULL;
  return g_steal_pointer (&values);
}

/* "mean=0.50000000, std=0.50000000" */
static char *
describe_values (const double *values, gint64 n)
{
  char mean_text[G_ASCII_DTOSTR_BUF_SIZE + 32];
  char std_text[G_ASCII_DTOSTR_BUF_SIZE + 32];
  double mean = 0;
  double square = 0;

  for (gint64 i = 0; i < n; i++)
    mean += values[i];
  mean /= (double) n;
  for (gint64 i = 0; i < n; i++)
    square += (values[i] - mean) * (values[i] - mean);
  g_ascii_formatd (mean_text, sizeof mean_text, "%.8f", mean);
  g_ascii_formatd (std_text, sizeof std_text, "%.8f", sqrt (square / (double) n));
  return g_strdup_printf ("mean=%s, std=%s", mean_text, std_text);
}

static gboolean
is_zero (const double *values, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    if (values[i] != 0)
      return FALSE;
  return TRUE;
}

/* Takes ownership of @statistics and @grad; prints None for NULL, as in Python. */
static void
print_variable (FILE *file, RensaArray *array, char *statistics, char *grad)
{
  g_autofree char *shape = array != NULL ? rensa_shape_to_string (rensa_array_get_shape (array)) : NULL;

  fprintf (file, "<variable at %p>\n- device: %s\n- shape: %s\n- dtype: %s\n- statistics: %s\n- grad: %s\n",
           (void *) array, array != NULL ? rensa_array_get_device (array)->name : "None",
           shape != NULL ? shape : "None",
           array != NULL ? rensa_dtype_get_name (rensa_array_get_dtype (array)) : "None",
           statistics != NULL ? statistics : "None", grad != NULL ? grad : "None");
  g_free (statistics);
  g_free (grad);
}

static void
print_input (FILE *file, RensaArray *array)
{
  g_autofree double *values = array != NULL ? read_values (array) : NULL;

  if (array == NULL)
    fputs ("(removed)\n", file);
  else
    print_variable (file, array, values != NULL ? describe_values (values, rensa_array_get_count (array)) : NULL, NULL);
}

/* Prints the gradient like a variable of zeros, as Chainer does. */
static void
print_grad (FILE *file, RensaArray *grad)
{
  g_autofree double *values = grad != NULL ? read_values (grad) : NULL;
  const gint64 n = grad != NULL ? rensa_array_get_count (grad) : 0;

  if (values == NULL)
    print_variable (file, grad, NULL, NULL);
  else
    print_variable (file, grad, n > 0 ? g_strdup ("mean=0.00000000, std=0.00000000") : describe_values (values, n),
                    is_zero (values, n) ? g_strdup ("0") : describe_values (values, n));
}

static void
before (RensaFunctionHook *hook, const RensaHookedCall *call)
{
  FILE *file = ((RensaPrintHook *) hook)->file;

  fprintf (file, "function\t%s\ninput data\n", call->klass->name);
  for (int i = 0; i < call->n_inputs; i++)
    if (call->inputs[i] != NULL || call->is_backward)
      print_input (file, call->inputs[i]);
  if (call->is_backward)
    fputs ("output gradient\n", file);
  for (int i = 0; i < call->n_grads; i++)
    print_grad (file, call->grads[i]);
  fflush (file);
}

RensaPrintHook *
rensa_print_hook_new (FILE *file)
{
  RensaPrintHook *self = g_new0 (RensaPrintHook, 1);

  self->hook.before = before;
  self->file = file;
  return self;
}

void
rensa_print_hook_free (RensaPrintHook *print)
{
  g_free (print);
}

RensaFunctionHook *
rensa_print_hook_get_hook (RensaPrintHook *print)
{
  return &print->hook;
}
