/* onnx-graph.c: ONNX files that a test makes node by node.
 * SPDX-License-Identifier: MIT */

#include "onnx-graph.h"

#include <string.h>

#include "folder.h"
#include "rensa-builder.h"
#include "rensa-document-values.h"
#include "rensa-primitives.h"

gpointer
graph_keep (Graph *self, gconstpointer from, gsize size)
{
  gpointer copy = g_memdup2 (from, size);

  g_ptr_array_add (self->kept, copy);
  return copy;
}

#define KEEP(self, type, init) ((type *) graph_keep (self, &(type) init, sizeof (type)))

static char *
keep_text (Graph *self, const char *text)
{
  return graph_keep (self, text, strlen (text) + 1);
}

/* An axis of @length; one that is open, with a name, for 0. */
static Onnx__TensorShapeProto__Dimension *
make_dim (Graph *self, gint64 length)
{
  Onnx__TensorShapeProto__Dimension *dim =
      KEEP (self, Onnx__TensorShapeProto__Dimension, ONNX__TENSOR_SHAPE_PROTO__DIMENSION__INIT);

  dim->value_case = length > 0 ? ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE
                               : ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_PARAM;
  if (length > 0)
    dim->dim_value = length;
  else
    dim->dim_param = "open";
  return dim;
}

Onnx__ValueInfoProto *
graph_make_info (Graph *self, const char *name, int elem_type, const gint64 *dims, gsize n)
{
  Onnx__ValueInfoProto *info = KEEP (self, Onnx__ValueInfoProto, ONNX__VALUE_INFO_PROTO__INIT);
  Onnx__TypeProto *type = KEEP (self, Onnx__TypeProto, ONNX__TYPE_PROTO__INIT);
  Onnx__TypeProto__Tensor *tensor = KEEP (self, Onnx__TypeProto__Tensor, ONNX__TYPE_PROTO__TENSOR__INIT);
  Onnx__TensorShapeProto *shape = KEEP (self, Onnx__TensorShapeProto, ONNX__TENSOR_SHAPE_PROTO__INIT);
  Onnx__TensorShapeProto__Dimension *all[GRAPH_MOST];

  for (gsize i = 0; i < n; i++)
    all[i] = make_dim (self, dims[i]);
  shape->n_dim = n;
  shape->dim = graph_keep (self, all, sizeof all);
  tensor->has_elem_type = TRUE;
  tensor->elem_type = elem_type;
  tensor->shape = shape;
  type->value_case = ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE;
  type->tensor_type = tensor;
  info->name = keep_text (self, name);
  info->type = type;
  return info;
}

void
graph_init (Graph *self, const gint64 *dims)
{
  gsize n = 0;

  memset (self, 0, sizeof *self);
  self->kept = g_ptr_array_new_with_free_func (g_free);
  self->folder = test_folder_new ();
  self->model = (Onnx__ModelProto) ONNX__MODEL_PROTO__INIT;
  self->graph = (Onnx__GraphProto) ONNX__GRAPH_PROTO__INIT;
  self->opsets[0] = KEEP (self, Onnx__OperatorSetIdProto, ONNX__OPERATOR_SET_ID_PROTO__INIT);
  self->opsets[0]->has_version = TRUE;
  self->opsets[0]->version = 17;
  while (dims[n] >= 0)
    n++;
  self->inputs[0] = graph_make_info (self, "x", GRAPH_FLOAT, dims, n);
  self->outputs[0] = graph_make_info (self, "y", GRAPH_FLOAT, dims, n);
  self->graph.node = self->nodes;
  self->graph.initializer = self->arrays;
  self->graph.n_input = self->graph.n_output = 1;
  self->graph.input = self->inputs;
  self->graph.output = self->outputs;
  self->model.graph = &self->graph;
  self->model.n_opset_import = 1;
  self->model.opset_import = self->opsets;
}

void
graph_clear (Graph *self)
{
  g_ptr_array_unref (self->kept);
  test_folder_free (self->folder);
}

/* "x, w" as an array. */
static char **
split (Graph *self, const char *names, gsize *n)
{
  GStrv parts = g_strsplit (names, ", ", -1);

  *n = g_strv_length (parts);
  for (gsize i = 0; i < *n; i++)
    g_ptr_array_add (self->kept, parts[i]);
  g_ptr_array_add (self->kept, parts);
  return parts;
}

Onnx__NodeProto *
graph_add_node (Graph *self, const char *type, const char *name, const char *inputs, const char *outputs)
{
  Onnx__NodeProto *node = KEEP (self, Onnx__NodeProto, ONNX__NODE_PROTO__INIT);

  node->op_type = keep_text (self, type);
  node->name = keep_text (self, name);
  node->input = split (self, inputs, &node->n_input);
  node->output = split (self, outputs, &node->n_output);
  self->nodes[self->graph.n_node++] = node;
  return node;
}

static void
set_list (Graph *self, Onnx__AttributeProto *attribute, const char *text)
{
  g_auto (GStrv) parts = g_strsplit_set (text, "[,]", -1);
  gint64 values[GRAPH_MOST];

  for (guint i = 1; parts[i] != NULL && parts[i + 1] != NULL; i++)
    if (*parts[i] != '\0')
      values[attribute->n_ints++] = g_ascii_strtoll (parts[i], NULL, 10);
  attribute->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS;
  attribute->ints = graph_keep (self, values, sizeof values);
}

static void
set_value (Graph *self, Onnx__AttributeProto *attribute, const char *text)
{
  char *end;
  const gint64 whole = g_ascii_strtoll (text, &end, 10);

  attribute->has_type = TRUE;
  if (*text == '[')
    set_list (self, attribute, text);
  else if (end == text)
    {
      attribute->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING;
      attribute->has_s = TRUE;
      attribute->s = (ProtobufCBinaryData){ strlen (text), (guint8 *) keep_text (self, text) };
    }
  else if (*end != '\0')
    {
      attribute->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT;
      attribute->has_f = TRUE;
      attribute->f = (float) g_ascii_strtod (text, NULL);
    }
  else
    {
      attribute->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT;
      attribute->has_i = TRUE;
      attribute->i = whole;
    }
}

void
graph_set_attrs (Graph *self, Onnx__NodeProto *node, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  Onnx__AttributeProto *attributes[GRAPH_MOST];

  node->n_attribute = 0;
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (words[i], "=", 2);
      Onnx__AttributeProto *attribute = KEEP (self, Onnx__AttributeProto, ONNX__ATTRIBUTE_PROTO__INIT);

      attribute->name = keep_text (self, parts[0]);
      set_value (self, attribute, parts[1]);
      attributes[node->n_attribute++] = attribute;
    }
  node->attribute = graph_keep (self, attributes, sizeof attributes);
}

Onnx__TensorProto *
graph_add_array (Graph *self, const char *name, int type, const gint64 *dims, gsize n)
{
  Onnx__TensorProto *array = KEEP (self, Onnx__TensorProto, ONNX__TENSOR_PROTO__INIT);

  array->name = keep_text (self, name);
  array->has_data_type = TRUE;
  array->data_type = type;
  array->n_dims = n;
  array->dims = n > 0 ? graph_keep (self, dims, n * sizeof *dims) : NULL;
  self->arrays[self->graph.n_initializer++] = array;
  return array;
}

void
graph_add_ints (Graph *self, const char *name, const gint64 *values, gsize n)
{
  Onnx__TensorProto *array = graph_add_array (self, name, GRAPH_INT64, (const gint64[]){ (gint64) n }, 1);

  array->n_int64_data = n;
  array->int64_data = graph_keep (self, values, n * sizeof *values);
}

void
graph_add_floats (Graph *self, const char *name, const gint64 *dims, gsize n)
{
  Onnx__TensorProto *array = graph_add_array (self, name, GRAPH_FLOAT, dims, n);
  float values[64];

  array->n_float_data = 1;
  for (gsize i = 0; i < n; i++)
    array->n_float_data *= (gsize) dims[i];
  for (gsize i = 0; i < array->n_float_data; i++)
    values[i] = 0.5f * (float) (i + 1);
  array->float_data = graph_keep (self, values, array->n_float_data * sizeof *values);
}

RensaImported *
graph_import (Graph *self, GError **error)
{
  const gsize size = onnx__model_proto__get_packed_size (&self->model);
  g_autofree guint8 *bytes = g_malloc (size);
  g_autofree char *path = g_build_filename (self->folder, "model.onnx", NULL);

  onnx__model_proto__pack (&self->model, bytes);
  test_file_write (self->folder, "model.onnx", (const char *) bytes, (gssize) size);
  return rensa_import (path, error);
}

void
graph_assert_works (Graph *self, RensaImported *imported, guint n_nodes)
{
  g_autofree char *path = g_build_filename (self->folder, "model.rensa", NULL);
  g_autofree char *out = g_build_filename (self->folder, "out", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (RensaTrainer) trainer = NULL;
  struct json_object *model;

  rensa_imported_save (imported, path, FALSE, &error);
  g_assert_no_error (error);
  document = rensa_document_load (path, &error);
  g_assert_no_error (error);
  model = rensa_document_get (document, "model");
  g_assert_cmpuint (json_object_array_length (json_object_object_get (model, "nodes")), ==, n_nodes);
  g_assert_true (rensa_document_set (document, "stop=IntervalTrigger(period=1, unit='epoch')", NULL));
  builder = rensa_builder_new (document, NULL, &error);
  trainer = builder != NULL ? rensa_builder_make_trainer (builder, out, &error) : NULL;
  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  g_assert_true (rensa_trainer_run (trainer, &error));
  g_assert_no_error (error);
}

RensaArray *
graph_ask (RensaImported *imported, const RensaShape *shape)
{
  g_autofree double *ones = g_new (double, rensa_shape_count (shape));
  g_autoptr (RensaArray) wide = NULL;
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) narrow = NULL;
  RensaArray *y = NULL;

  for (gint64 i = 0; i < rensa_shape_count (shape); i++)
    ones[i] = 1;
  wide = rensa_array_new_from_host (RENSA_FLOAT64, shape, ones, NULL);
  x = rensa_array_cast (wide, RENSA_FLOAT32, NULL);
  rensa_imported_ask (imported, &x, &y, &error);
  g_assert_no_error (error);
  narrow = y;
  return rensa_array_cast (narrow, RENSA_FLOAT64, NULL);
}
