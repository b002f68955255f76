/* onnx-sample.c: samples of functions and links as ONNX files.
 * SPDX-License-Identifier: MIT */

#include "onnx-sample.h"

#include <string.h>

#include "rensa-late-check.h"
#include "rensa-modes.h"
#include "rensa-onnx-write-private.h"
#include "rensa-onnx-trace-private.h"
#include "rensa-primitives.h"

static void
set_test_mode (void)
{
  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
}

/* What is called: a function, or a link. */
typedef struct
{
  const Call *call;
  RensaLink *link;
} Callee;

/* In test mode. Returns the number of @outputs, -1 with an error. */
static int
apply (const Callee *callee, RensaArray *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  RensaVariable *variables[MAX_INPUTS];
  int n;

  set_test_mode ();
  for (int i = 0; i < n_inputs; i++)
    variables[i] = inputs[i] != NULL ? rensa_variable_new_constant (inputs[i]) : NULL;
  *rensa_random_get_default () = rensa_random_init (1, 0);
  if (callee->link != NULL)
    n = rensa_link_call_n (callee->link, variables, n_inputs, outputs, RENSA_MAX_OUTPUTS, error);
  else
    n = rensa_function_apply (callee->call->class, rensa_example_get_values (callee->call), variables, n_inputs,
                              outputs, MAX_OUTPUTS, error);
  rensa_variables_clear (variables, n_inputs);
  return n;
}

static void
make_inputs (OnnxSample *sample, const Call *call)
{
  sample->n_inputs = call->n_inputs;
  for (int i = 0; i < call->n_inputs; i++)
    {
      RensaArray *input = call->inputs[i];

      if (input != NULL)
        sample->inputs[i] = rensa_dtype_is_floating (rensa_array_get_dtype (input))
                                ? rensa_array_cast (input, RENSA_FLOAT32, NULL)
                                : rensa_array_ref (input);
    }
}

/* What is to come out. */
static void
make_outputs (OnnxSample *sample, const Callee *callee)
{
  RensaVariable *outputs[MAX_OUTPUTS];

  sample->n_outputs = apply (callee, sample->inputs, sample->n_inputs, outputs, NULL);
  for (int i = 0; i < sample->n_outputs; i++)
    {
      sample->outputs[i] = rensa_array_ref (rensa_variable_get_array (outputs[i]));
      rensa_variable_unref (outputs[i]);
    }
}

/* The call, recorded. */
static gboolean
record (RensaTape *tape, OnnxSample *sample, const Callee *callee, GPtrArray *results, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (&rensa_tape_device);
  RensaArray *inputs[MAX_INPUTS] = { NULL };
  RensaVariable *outputs[MAX_OUTPUTS];
  int n;

  tape->is_of_calls = TRUE;
  for (int i = 0; i < sample->n_inputs; i++)
    if (sample->inputs[i] != NULL)
      {
        inputs[i] = rensa_array_to_device (sample->inputs[i], &rensa_tape_device, NULL);
        rensa_tape_add_input (tape, inputs[i]);
      }
  rensa_tape_begin (tape);
  n = apply (callee, inputs, sample->n_inputs, outputs, error);
  rensa_tape_end (tape);
  for (int i = 0; i < n; i++)
    {
      g_ptr_array_add (results, rensa_array_ref (rensa_variable_get_array (outputs[i])));
      rensa_variable_unref (outputs[i]);
    }
  rensa_arrays_clear (inputs, sample->n_inputs);
  return rensa_late_checks_read (error) && n >= 0;
}

static void
add_inputs (RensaOnnxTrace *trace)
{
  for (guint i = 0; i < trace->tape->inputs->len; i++)
    {
      RensaArray *array = trace->tape->inputs->pdata[i];
      g_autofree char *name = g_strdup_printf ("x%u", i);
      RensaOnnxValue *value =
          rensa_onnx_graph_add_value (trace->graph, name, rensa_array_get_dtype (array), rensa_array_get_shape (array));

      g_ptr_array_add (trace->graph->inputs, value);
      rensa_onnx_trace_bind (trace, array, value);
    }
}

/* Each output has a node of its own. */
static gboolean
add_output (RensaOnnxTrace *trace, RensaArray *array, guint i, GError **error)
{
  g_autofree char *name = g_strdup_printf ("y%u", i);
  RensaOnnxValue *made = rensa_onnx_trace_find (trace, array, "output", error);
  RensaOnnxOp *node;
  RensaOnnxValue *value;

  if (made == NULL)
    return FALSE;
  node = rensa_onnx_graph_add_node (trace->graph, "output", "Identity");
  g_ptr_array_add (node->inputs, made);
  value = rensa_onnx_graph_add_output (trace->graph, node);
  value->shape = *rensa_array_get_shape (array);
  value->is_shaped = TRUE;
  rensa_onnx_graph_rename (trace->graph, value, name);
  g_ptr_array_add (trace->graph->outputs, value);
  return TRUE;
}

static gboolean
name_param (const char *path, RensaVariable *param, gpointer tape, GError **error)
{
  if (rensa_variable_get_array (param) != NULL)
    rensa_tape_add_name (tape, rensa_variable_get_array (param), path);
  return TRUE;
}

static gboolean
take_link (RensaTape *tape, RensaLink *link, GError **error)
{
  return link == NULL
         || (rensa_link_to_device (link, &rensa_tape_device, error)
             && rensa_link_foreach_param (link, name_param, tape, error));
}

static GBytes *
write_model (OnnxSample *sample, const Callee *callee, const char *title, GError **error)
{
  static const char *const none[] = { NULL };
  const RensaOnnxAbout about = { .title = title, .keys = none, .values = none };
  g_autoptr (RensaTape) tape = rensa_tape_new ();
  g_autoptr (RensaOnnxGraph) graph = rensa_onnx_graph_new ();
  g_autoptr (RensaOnnxTrace) trace = rensa_onnx_trace_new (tape, graph);
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_array_unref);

  if (!take_link (tape, callee->link, error) || !record (tape, sample, callee, results, error))
    return NULL;
  add_inputs (trace);
  if (!rensa_onnx_trace_calls (trace, error))
    return NULL;
  for (guint i = 0; i < results->len; i++)
    if (!add_output (trace, results->pdata[i], i, error))
      return NULL;
  return rensa_onnx_write (graph, &about, error);
}

static void
make_model (OnnxSample *sample, const Callee *callee, const char *title)
{
  g_autoptr (GError) error = NULL;

  sample->model = write_model (sample, callee, title, &error);
  sample->refusal = error != NULL ? g_strdup (error->message) : NULL;
  g_assert_true ((sample->model == NULL) == (error != NULL));
}

void
onnx_sample_init (OnnxSample *sample, const RensaFunctionClass *class, guint i)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_auto (Call) call = { 0 };
  const Callee callee = { .call = &call };

  *sample = (OnnxSample){ 0 };
  call_init (&call, class, i);
  make_inputs (sample, &call);
  make_outputs (sample, &callee);
  make_model (sample, &callee, class->name);
}

/* All from a list on are of one; where there are more lists, those of another type say so. */
static void
read_inputs (OnnxSample *sample, const RensaLinkClass *class, guint i)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n_specs = rensa_inputs_parse (class->inputs, specs);
  g_auto (GStrv) texts = g_strsplit (class->samples[i].inputs, ";", -1);
  int last = 0;

  while (last < n_specs - 1 && !specs[last].list)
    last++;
  for (; texts[sample->n_inputs] != NULL; sample->n_inputs++)
    {
      const RensaDtype dtype = specs[MIN (sample->n_inputs, last)].integer ? RENSA_INT32 : RENSA_FLOAT32;

      sample->inputs[sample->n_inputs] = rensa_array_new_from_text (texts[sample->n_inputs], dtype, NULL);
    }
}

void
onnx_sample_init_link (OnnxSample *sample, const RensaLinkClass *class, guint i)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autofree char *text = g_strdup_printf ("%s(%s)", class->name, class->samples[i].attrs);
  g_autoptr (RensaLink) link = NULL;
  Callee callee = { NULL };

  *sample = (OnnxSample){ 0 };
  rensa_modes_get ()->dtype = RENSA_FLOAT32;
  callee.link = link = rensa_link_new_from_text (text, NULL);
  read_inputs (sample, class, i);
  make_outputs (sample, &callee);
  rensa_link_reset_state (link);
  make_model (sample, &callee, class->name);
}

void
onnx_sample_clear (OnnxSample *sample)
{
  rensa_arrays_clear (sample->inputs, sample->n_inputs);
  rensa_arrays_clear (sample->outputs, MAX (sample->n_outputs, 0));
  g_clear_pointer (&sample->model, g_bytes_unref);
  g_clear_pointer (&sample->refusal, g_free);
}
