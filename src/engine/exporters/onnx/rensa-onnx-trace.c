/* rensa-onnx-trace.c: conversion of function calls to operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-trace-private.h"

#include "rensa-array-private.h"
#include "rensa-fault.h"
#include "rensa-formula.h"
#include "rensa-language.h"

RensaOnnxTrace *
rensa_onnx_trace_new (RensaTape *tape, RensaOnnxGraph *graph)
{
  RensaOnnxTrace *trace = g_new0 (RensaOnnxTrace, 1);

  trace->tape = tape;
  trace->graph = graph;
  trace->values = g_hash_table_new (NULL, NULL);
  return trace;
}

void
rensa_onnx_trace_free (RensaOnnxTrace *trace)
{
  g_hash_table_unref (trace->values);
  g_free (trace);
}

void
rensa_onnx_trace_bind (RensaOnnxTrace *trace, RensaArray *array, RensaOnnxValue *value)
{
  g_hash_table_replace (trace->values, array, value);
}

/* Returns the path of a parameter or persistent value that occupies its whole buffer; NULL for
 * other arrays. */
static const char *
find_path (RensaOnnxTrace *trace, RensaArray *array)
{
  for (guint i = 0; i < trace->tape->named->len; i++)
    {
      RensaArray *named = trace->tape->named->pdata[i];

      if (named->buffer == array->buffer && named->data == array->data
          && rensa_shape_equal (&named->shape, &array->shape) && rensa_array_is_c_contiguous (array))
        return g_hash_table_lookup (trace->tape->names, named->buffer);
    }
  return NULL;
}

RensaOnnxValue *
rensa_onnx_trace_find (RensaOnnxTrace *trace, RensaArray *array, const char *place, GError **error)
{
  RensaOnnxValue *value = g_hash_table_lookup (trace->values, array);
  const char *path = find_path (trace, array);
  g_autofree char *name = path != NULL ? g_strdup (path + (path[0] == '/')) : g_strdup_printf ("/%s/value", place);

  if (value != NULL)
    return value;
  if (rensa_tape_is_variable (trace->tape, array))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("it contains a computation that does not belong to any "
                           "function"));
      return NULL;
    }
  value = rensa_onnx_graph_add_constant (trace->graph, name, array, path != NULL);
  rensa_onnx_trace_bind (trace, array, value);
  return value;
}

/* Inputs and outputs of a call */

static const char *
get_place (const RensaTapeCall *call)
{
  return call->node != NULL ? call->node : call->klass->name;
}

/* Finds the value of each input of the call, NULL if omitted; FALSE with an error. */
static gboolean
find_inputs (RensaOnnxTrace *trace, const RensaTapeCall *call, RensaOnnxValue **values, GError **error)
{
  for (guint i = 0; i < call->inputs->len; i++)
    {
      RensaArray *array = call->inputs->pdata[i];

      values[i] = array != NULL ? rensa_onnx_trace_find (trace, array, get_place (call), error) : NULL;
      if (array != NULL && values[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
bind_inputs (RensaOnnxRun *run, const RensaTapeCall *call, RensaOnnxValue *const *values)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  int starts[RENSA_MAX_INPUT_SPECS + 1];
  const int n = rensa_inputs_parse (call->klass->inputs, specs);

  g_assert (rensa_function_divide_inputs (call->klass, call->attrs, (int) call->inputs->len, starts));
  for (int k = 0; k < n; k++)
    rensa_onnx_run_bind (run, specs[k].name, values + starts[k], (guint) (starts[k + 1] - starts[k]), specs[k].list);
}

/* Returns the output types known in advance; owned by the caller. */
static GPtrArray *
list_types (const RensaTapeCall *call)
{
  GPtrArray *types = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < call->outputs->len; i++)
    {
      const RensaArray *array = call->outputs->pdata[i];
      RensaOnnxValue *type = g_new0 (RensaOnnxValue, 1);

      type->dtype = array->dtype;
      type->shape = array->shape;
      type->is_shaped = TRUE;
      g_ptr_array_add (types, type);
    }
  return types;
}

static void
bind_outputs (RensaOnnxTrace *trace, const RensaTapeCall *call, GPtrArray *values)
{
  g_assert (values->len >= call->outputs->len);
  for (guint i = 0; i < call->outputs->len; i++)
    {
      RensaArray *array = call->outputs->pdata[i];
      RensaOnnxValue *value = rensa_onnx_graph_cast (trace->graph, get_place (call), values->pdata[i], array->dtype);

      if (!value->is_shaped)
        value->shape = array->shape;
      value->is_shaped = TRUE;
      rensa_onnx_trace_bind (trace, array, value);
    }
}

/* Calls */

static GPtrArray *
run_formula (RensaOnnxRun *run, const RensaTapeCall *call, RensaOnnxValue *const *inputs, GError **error)
{
  g_autoptr (RensaFormula) formula = call->klass->get_formula (call->attrs, error);

  return formula != NULL
             ? rensa_onnx_trace_formula (run, formula, inputs, &((RensaArray *) call->outputs->pdata[0])->shape, error)
             : NULL;
}

static GPtrArray *
run_call (RensaOnnxTrace *trace, const RensaTapeCall *call, const char *form, RensaOnnxValue *const *inputs,
          GError **error)
{
  g_autoptr (GPtrArray) types = list_types (call);
  g_autoptr (RensaOnnxRun) run = rensa_onnx_run_new (trace->graph, get_place (call), RENSA_COMPONENT (call->klass),
                                                     call->attrs, ((RensaOnnxValue *) types->pdata[0])->dtype);

  bind_inputs (run, call, inputs);
  rensa_onnx_run_bind (run, "out", (RensaOnnxValue *const *) types->pdata, 1, FALSE);
  rensa_onnx_run_bind (run, "outs", (RensaOnnxValue *const *) types->pdata, types->len, TRUE);
  return form != NULL ? rensa_onnx_run_form (run, form, error) : run_formula (run, call, inputs, error);
}

static gboolean
write_call (RensaOnnxTrace *trace, const RensaTapeCall *call, const char *form, GError **error)
{
  g_autofree RensaOnnxValue **inputs = g_new0 (RensaOnnxValue *, call->inputs->len + 1);
  g_autoptr (GPtrArray) outputs = NULL;

  if (find_inputs (trace, call, inputs, error))
    outputs = run_call (trace, call, form, inputs, error);
  if (outputs == NULL)
    {
      g_prefix_error (error, "%s: ", get_place (call));
      return FALSE;
    }
  bind_outputs (trace, call, outputs);
  return TRUE;
}

/* Returns TRUE if any of its outputs depends on the inputs of the tape. */
static gboolean
is_needed (RensaOnnxTrace *trace, const RensaTapeCall *call)
{
  for (guint i = 0; i < call->outputs->len; i++)
    if (rensa_tape_is_variable (trace->tape, call->outputs->pdata[i]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if all of its outputs have been written by the calls inside it. */
static gboolean
is_written (RensaOnnxTrace *trace, const RensaTapeCall *call)
{
  for (guint i = 0; i < call->outputs->len; i++)
    if (!g_hash_table_contains (trace->values, call->outputs->pdata[i])
        && rensa_tape_is_variable (trace->tape, call->outputs->pdata[i]))
      return FALSE;
  return TRUE;
}

static gboolean
refuse (const RensaTapeCall *call, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s has no %s"), "ONNX", call->klass->name);
  g_prefix_error (error, "%s: ", get_place (call));
  return FALSE;
}

/* Writes call @*i and those inside it, and moves @*i past them. */
static gboolean
write_next (RensaOnnxTrace *trace, guint *i, GError **error)
{
  const GPtrArray *calls = trace->tape->calls;
  const RensaTapeCall *call = calls->pdata[*i];
  const char *form = rensa_component_get_form (RENSA_COMPONENT (call->klass), "onnx");
  const gboolean is_whole = form != NULL || call->klass->get_formula != NULL || !is_needed (trace, call);

  if (!is_whole && call->looks)
    return refuse (call, error);
  if (is_whole && is_needed (trace, call) && !write_call (trace, call, form, error))
    return FALSE;
  for (*i += 1; *i < calls->len && ((RensaTapeCall *) calls->pdata[*i])->depth > call->depth;)
    if (is_whole)
      *i += 1;
    else if (!write_next (trace, i, error))
      return FALSE;
  if (is_whole || is_written (trace, call))
    return TRUE;
  return refuse (call, error);
}

gboolean
rensa_onnx_trace_calls (RensaOnnxTrace *trace, GError **error)
{
  for (guint i = 0; i < trace->tape->calls->len;)
    if (!write_next (trace, &i, error))
      return FALSE;
  return TRUE;
}
