/* rensa-onnx-model.c: the trained model of a document as a graph.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-model-private.h"

#include "rensa-array-private.h"
#include "rensa-onnx-batch-private.h"
#include "rensa-onnx-trace-private.h"
#include "rensa-tape-model-private.h"

void
rensa_onnx_model_clear (RensaOnnxModel *self)
{
  g_clear_pointer (&self->graph, rensa_onnx_graph_free);
  g_clear_pointer (&self->only_one, g_free);
  rensa_trained_clear (&self->trained);
}

/* Returns the name of the node of input @i in the document. */
static const char *
get_input_name (const RensaModel *model, guint i)
{
  return i < model->inputs->len ? rensa_model_get_node (model, rensa_model_get_input (model, i))->name : "x";
}

static const char *
get_output_name (const RensaModel *model)
{
  const int node = model->outputs->len > 0 ? rensa_model_get_output (model, 0)->node : -1;

  return node >= 0 ? rensa_model_get_node (model, node)->name : "y";
}

/* Returns the model from which the predictor is created. */
static const RensaModel *
find_model (const RensaOnnxModel *self, GError **error)
{
  const RensaFacts *facts = rensa_builder_get_facts (self->trained.builder, error);

  return facts != NULL ? rensa_network_get_model (rensa_facts_get_network (facts)) : NULL;
}

static gboolean
add_inputs (const RensaOnnxModel *self, RensaOnnxTrace *trace, const RensaModel *model, GError **error)
{
  RensaTape *tape = trace->tape;

  for (guint i = 0; i < tape->inputs->len; i++)
    {
      RensaArray *array = tape->inputs->pdata[i];
      RensaOnnxValue *value =
          rensa_onnx_graph_add_value (trace->graph, get_input_name (model, i), array->dtype, &array->shape);

      g_ptr_array_add (trace->graph->inputs, value);
      rensa_onnx_trace_bind (trace, array, value);
      if (tape->arguments->pdata[i] == array)
        continue;
      value = rensa_onnx_write_preprocessing (trace->graph, rensa_builder_get_preprocessing (self->trained.builder),
                                              value, tape->arguments->pdata[i], error);
      if (value == NULL)
        return FALSE;
      rensa_onnx_trace_bind (trace, tape->arguments->pdata[i], value);
    }
  return TRUE;
}

/* Adds a separate node for each output, so that it can have its own name. */
static gboolean
add_output (RensaOnnxTrace *trace, const char *name, GError **error)
{
  RensaOnnxValue *value = rensa_onnx_trace_find (trace, trace->tape->prediction, "prediction", error);

  if (value == NULL)
    return FALSE;
  if (value->constant != NULL || g_ptr_array_find (trace->graph->inputs, value, NULL))
    {
      RensaOnnxOp *node = rensa_onnx_graph_add_node (trace->graph, "prediction", "Identity");

      g_ptr_array_add (node->inputs, value);
      value = rensa_onnx_graph_add_output (trace->graph, node);
      value->shape = trace->tape->prediction->shape;
      value->is_shaped = TRUE;
    }
  rensa_onnx_graph_rename (trace->graph, value, name);
  g_ptr_array_add (trace->graph->outputs, value);
  return TRUE;
}

/* Creates the graph for @n examples at once. */
static RensaOnnxGraph *
make_graph (const RensaOnnxModel *self, gint64 n, GError **error)
{
  const RensaModel *model = find_model (self, error);
  g_autoptr (RensaTape) tape =
      model != NULL ? rensa_tape_new_of_model (self->trained.builder, self->trained.predictor, n, TRUE, error) : NULL;
  g_autoptr (RensaOnnxGraph) graph = rensa_onnx_graph_new ();
  g_autoptr (RensaOnnxTrace) trace = tape != NULL ? rensa_onnx_trace_new (tape, graph) : NULL;

  if (trace == NULL || !add_inputs (self, trace, model, error) || !rensa_onnx_trace_calls (trace, error)
      || !add_output (trace, get_output_name (model), error))
    return NULL;
  return g_steal_pointer (&graph);
}

/* Creates the graph for any number of examples. */
static RensaOnnxGraph *
make_open_graph (const RensaOnnxModel *self, GError **error)
{
  RensaOnnxGraph *graphs[RENSA_ONNX_N_GRAPHS] = { NULL };
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < RENSA_ONNX_N_GRAPHS; i++)
    ok = (graphs[i] = make_graph (self, rensa_onnx_batches[i], error)) != NULL;
  ok = ok && rensa_onnx_merge (graphs, error);
  for (guint i = ok ? 1 : 0; i < RENSA_ONNX_N_GRAPHS; i++)
    g_clear_pointer (&graphs[i], rensa_onnx_graph_free);
  return graphs[0];
}

gboolean
rensa_onnx_model_load (RensaOnnxModel *self, RensaDocument *document, const RensaExportTarget *target, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (!rensa_trained_load (&self->trained, document, target, "onnx", error))
    return FALSE;
  self->graph = make_open_graph (self, &reason);
  if (self->graph != NULL)
    return TRUE;
  self->only_one = g_strdup (reason->message);
  self->graph = make_graph (self, 1, error);
  return self->graph != NULL && rensa_trained_expect_apart (&self->trained, self->graph->inputs->len, error);
}
