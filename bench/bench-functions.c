/* bench-functions.c: throughput of functions for large data, as a fraction of that of copying.
 * SPDX-License-Identifier: MIT */

#include <stdio.h>

#include "bench.h"
#include "rensa-example.h"
#include "rensa-json.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

#include <math.h>

/* Number of elements of inputs and outputs together; if a call takes longer than LONGEST
 * seconds, fewer are used. */
#define MOST_ELEMENTS (32 * 1024 * 1024)
#define LEAST_ELEMENTS (32 * 1024)
#define LONGEST 0.1

/* A call that is timed. */
typedef struct
{
  RensaExample example;
  gboolean has_backward;
  gint64 n_bytes; /* size of inputs and outputs */
} FunctionCall;

static void
function_call_clear (FunctionCall *call)
{
  rensa_example_clear (&call->example);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FunctionCall, function_call_clear)

static gboolean
differentiate (RensaVariable *const *outputs, int n_outputs, RensaVariable *const *inputs, int n_inputs, GError **error)
{
  RensaVariable *roots[RENSA_EXAMPLE_MAX_OUTPUTS];
  RensaVariable *gys[RENSA_EXAMPLE_MAX_OUTPUTS];
  RensaVariable *targets[RENSA_EXAMPLE_MAX_INPUTS];
  RensaVariable *gxs[RENSA_EXAMPLE_MAX_INPUTS] = { NULL };
  int n_roots = 0;
  int n_targets = 0;
  gboolean done;

  for (int i = 0; i < n_inputs; i++)
    if (inputs[i] != NULL && rensa_variable_get_requires_grad (inputs[i]))
      targets[n_targets++] = inputs[i];
  for (int i = 0; i < n_outputs; i++)
    if (rensa_variable_get_requires_grad (outputs[i]))
      {
        roots[n_roots] = outputs[i];
        gys[n_roots++] = outputs[i];
      }
  done = n_roots == 0 || rensa_grad (roots, n_roots, targets, n_targets, gys, FALSE, gxs, error);
  for (int i = 0; i < n_targets; i++)
    g_clear_pointer (&gxs[i], rensa_variable_unref);
  return done;
}

static gboolean
apply (const FunctionCall *call, gboolean backward, GError **error)
{
  const RensaExample *example = &call->example;
  RensaVariable *inputs[RENSA_EXAMPLE_MAX_INPUTS];
  RensaVariable *outputs[RENSA_EXAMPLE_MAX_OUTPUTS];
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  int n_outputs;
  gboolean done;

  rensa_modes_get ()->enable_backprop = backward;
  for (int i = 0; i < example->n_inputs; i++)
    inputs[i] = example->inputs[i] != NULL ? rensa_variable_new (example->inputs[i]) : NULL;
  n_outputs = rensa_function_apply (example->class, rensa_example_get_values (example), inputs, example->n_inputs,
                                    outputs, RENSA_EXAMPLE_MAX_OUTPUTS, error);
  done = n_outputs >= 0 && (!backward || differentiate (outputs, n_outputs, inputs, example->n_inputs, error));
  for (int i = 0; i < n_outputs; i++)
    rensa_variable_unref (outputs[i]);
  for (int i = 0; i < example->n_inputs; i++)
    g_clear_pointer (&inputs[i], rensa_variable_unref);
  return done;
}

static gboolean
forward (gpointer data, gint64 i, GError **error)
{
  return apply (data, FALSE, error);
}

static gboolean
forward_and_backward (gpointer data, gint64 i, GError **error)
{
  return apply (data, TRUE, error);
}

/* Creates floating inputs as float32. */
static gboolean
narrow (RensaExample *example, GError **error)
{
  for (int i = 0; i < example->n_inputs; i++)
    {
      RensaArray *array = example->inputs[i];

      if (array == NULL || !rensa_dtype_is_floating (rensa_array_get_dtype (array)))
        continue;
      example->inputs[i] = rensa_array_cast (array, RENSA_FLOAT32, error);
      rensa_array_unref (array);
      if (example->inputs[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

static gint64
count_bytes (const RensaExample *example)
{
  RensaType types[RENSA_EXAMPLE_MAX_OUTPUTS];
  const int n = rensa_example_infer (example, types, NULL);
  gint64 n_bytes = 0;

  for (int i = 0; i < example->n_inputs; i++)
    n_bytes += example->inputs[i] != NULL ? (gint64) rensa_array_get_n_bytes (example->inputs[i]) : 0;
  for (int i = 0; i < n; i++)
    n_bytes += rensa_shape_count (&types[i].shape) * (gint64) rensa_dtype_get_size (types[i].dtype);
  return n_bytes;
}

/* Enlarges @sample to @most elements, or down to a quarter of that; FALSE, without an error, if
 * no such inputs fit. Some functions, such as inv, reject enlarged data because it repeats
 * itself; for those, @failure is the last reason. */
static gboolean
enlarge (const RensaExample *sample, gint64 most, FunctionCall *call, GError **failure, GError **error)
{
  g_clear_error (failure);
  if (!rensa_example_enlarge (sample, most / 4, most, &call->example, error) || !narrow (&call->example, error))
    return FALSE;
  if (!apply (call, FALSE, failure))
    return FALSE;
  call->n_bytes = count_bytes (&call->example);
  call->has_backward = sample->class->backward != NULL;
  return TRUE;
}

/* Uses the first sample that can be enlarged: along all of its extents or, if none can, along
 * one. */
static gboolean
enlarge_any (const RensaFunctionClass *class, gint64 most, FunctionCall *call, GError **failure, GError **error)
{
  for (guint i = 0; i < class->n_samples; i++)
    {
      g_auto (RensaExample) small = { 0 };
      g_auto (RensaExample) wide = { 0 };

      if (!rensa_example_init (&small, class, i, error) || !rensa_example_widen (&small, most / 4, &wide, error))
        return FALSE;
      for (int k = 0; k < 2; k++)
        {
          function_call_clear (call);
          if (enlarge (k == 0 ? &wide : &small, most, call, failure, error))
            return TRUE;
          if (*error != NULL)
            return FALSE;
        }
    }
  return FALSE;
}

/* Finds a size of data for a suitable run time by trying larger ones. Returns FALSE without an error
 * if there is no suitable size, with the reason, if known, in @failure. */
static gboolean
prepare (const RensaFunctionClass *class, FunctionCall *call, GError **failure, GError **error)
{
  gboolean found = FALSE;

  for (gint64 most = LEAST_ELEMENTS; most <= MOST_ELEMENTS; most *= 4)
    {
      g_auto (FunctionCall) larger = { 0 };
      gint64 start;

      if (!enlarge_any (class, most, &larger, failure, error))
        {
          if (*error != NULL)
            return FALSE;
          continue;
        }
      function_call_clear (call);
      *call = larger;
      larger = (FunctionCall){ 0 };
      found = TRUE;
      start = g_get_monotonic_time ();
      if (!apply (call, FALSE, error))
        return FALSE;
      if ((double) (g_get_monotonic_time () - start) > LONGEST / 4 * G_USEC_PER_SEC)
        break;
    }
  return found;
}

static struct json_object *
input_to_json (RensaArray *array)
{
  struct json_object *json = json_object_new_object ();
  struct json_object *dims = json_object_new_array ();
  const RensaShape *shape = rensa_array_get_shape (array);

  for (int axis = 0; axis < shape->ndim; axis++)
    json_object_array_add (dims, json_object_new_int64 (shape->dims[axis]));
  json_object_object_add (json, "dtype", json_object_new_string (rensa_dtype_get_name (rensa_array_get_dtype (array))));
  json_object_object_add (json, "shape", dims);
  return json;
}

/* Writes the call, so that another program can repeat it. */
static struct json_object *
call_to_json (const FunctionCall *call)
{
  const RensaExample *example = &call->example;
  struct json_object *json = json_object_new_object ();
  struct json_object *inputs = json_object_new_array ();

  for (int i = 0; i < example->n_inputs; i++)
    json_object_array_add (inputs, example->inputs[i] != NULL ? input_to_json (example->inputs[i]) : NULL);
  json_object_object_add (json, "function", json_object_new_string (example->class->name));
  json_object_object_add (json, "attrs", rensa_attrs_to_json (example->attrs));
  json_object_object_add (json, "inputs", inputs);
  json_object_object_add (json, "bytes", json_object_new_int64 (call->n_bytes));
  return json;
}

/* @forward_s, @both_s: seconds; the latter is infinite if there is no gradient. @copy_rate: GB/s */
static void
print_json (const FunctionCall *call, double forward_s, double both_s, double copy_rate)
{
  const double rate = 1e-9 * (double) call->n_bytes / forward_s;
  struct json_object *json = call_to_json (call);

  json_object_object_add (json, "forward_ms", rensa_json_new_double (1e3 * forward_s));
  json_object_object_add (json, "both_ms", call->has_backward ? rensa_json_new_double (1e3 * both_s) : NULL);
  json_object_object_add (json, "share_of_copy", rensa_json_new_double (rate / copy_rate));
  g_print ("%s\n", json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
  json_object_put (json);
}

static void
print_line (const FunctionCall *call, double forward_s, double both_s, double copy_rate)
{
  const RensaFunctionClass *class = call->example.class;
  const double rate = 1e-9 * (double) call->n_bytes / forward_s;
  g_autofree char *both = call->has_backward ? g_strdup_printf ("%9.3f ms", 1e3 * both_s) : g_strdup ("-");

  g_print ("%-14s %-44s %8.1f MB %9.3f ms %7.1f GB/s %5.0f %% %12s\n", class->group->name, class->name,
           1e-6 * (double) call->n_bytes, 1e3 * forward_s, rate, 100 * rate / copy_rate, both);
}

/* Copying is timed next to each function, because the speed of shared machines varies. */
static gboolean
measure (const RensaFunctionClass *class, double seconds, gboolean json, GError **error)
{
  g_auto (FunctionCall) call = { 0 };
  g_autoptr (GError) failure = NULL;
  GError *own_error = NULL;
  double rates[BENCH_N_BLOCKS];
  double copy_rate;
  double forward_rate;
  double both_rate = INFINITY;
  double spread;

  if (!prepare (class, &call, &failure, &own_error))
    {
      if (own_error != NULL)
        g_propagate_error (error, own_error);
      else if (!json)
        g_print ("%-14s %-44s %s\n", class->group->name, class->name,
                 failure != NULL ? failure->message : "its samples fit no larger inputs");
      return own_error == NULL;
    }
  if (!bench_limit ("copy", seconds, &copy_rate, error) || !bench_time (forward, &call, seconds, rates, error))
    return FALSE;
  forward_rate = bench_summarize (rates, &spread);
  if (call.has_backward)
    {
      if (!bench_time (forward_and_backward, &call, seconds, rates, error))
        return FALSE;
      both_rate = bench_summarize (rates, &spread);
    }
  (json ? print_json : print_line) (&call, 1 / forward_rate, 1 / both_rate, copy_rate);
  fflush (stdout);
  return TRUE;
}

gboolean
bench_functions (const char *const *names, double seconds, gboolean json, GError **error)
{
  guint n;
  const RensaComponent *const *functions = rensa_registry_list (RENSA_COMPONENT_FUNCTION, &n);

  for (guint i = 0; names[i] != NULL; i++)
    if (rensa_registry_find (RENSA_COMPONENT_FUNCTION, names[i], error) == NULL)
      return FALSE;
  if (!json)
    g_print ("%-59s %11s %12s %12s %7s %12s\n", "", "in and out", "forward", "", "of copy", "and backward");
  for (guint i = 0; i < n; i++)
    if (functions[i]->group != NULL && (names[0] == NULL || g_strv_contains (names, functions[i]->name))
        && !measure ((const RensaFunctionClass *) functions[i], seconds, json, error))
      return FALSE;
  return TRUE;
}
