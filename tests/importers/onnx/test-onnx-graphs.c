/* test-onnx-graphs.c: what becomes of graphs that other programs write, whose documents have to work.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "folder.h"
#include "onnx.pb-c.h"
#include "rensa-archive.h"
#include "rensa-builder.h"
#include "rensa-document-values.h"
#include "rensa-importer.h"
#include "rensa-init.h"
#include "rensa-primitives.h"
#include "rensa-weights.h"

#define MOST 16
#define FLOAT ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT
#define INT64 ONNX__TENSOR_PROTO__DATA_TYPE__INT64

/* A graph of one input x and one output y that grows node by node; what it points to lives as long as the test. */
typedef struct
{
  Onnx__ModelProto model;
  Onnx__GraphProto graph;
  Onnx__NodeProto *nodes[MOST];
  Onnx__TensorProto *arrays[MOST];
  Onnx__ValueInfoProto *inputs[1];
  Onnx__ValueInfoProto *outputs[1];
  Onnx__OperatorSetIdProto *opsets[1];
  GPtrArray *kept;
  char *folder;
} Graph;

static gpointer
keep (Graph *self, gconstpointer from, gsize size)
{
  gpointer copy = g_memdup2 (from, size);

  g_ptr_array_add (self->kept, copy);
  return copy;
}

#define KEEP(self, type, init) ((type *) keep (self, &(type) init, sizeof (type)))

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
    dim->dim_param = "batch";
  return dim;
}

static Onnx__ValueInfoProto *
make_info (Graph *self, char *name, const gint64 *dims, gsize n)
{
  Onnx__ValueInfoProto *info = KEEP (self, Onnx__ValueInfoProto, ONNX__VALUE_INFO_PROTO__INIT);
  Onnx__TypeProto *type = KEEP (self, Onnx__TypeProto, ONNX__TYPE_PROTO__INIT);
  Onnx__TypeProto__Tensor *tensor = KEEP (self, Onnx__TypeProto__Tensor, ONNX__TYPE_PROTO__TENSOR__INIT);
  Onnx__TensorShapeProto *shape = KEEP (self, Onnx__TensorShapeProto, ONNX__TENSOR_SHAPE_PROTO__INIT);
  Onnx__TensorShapeProto__Dimension *all[MOST];

  for (gsize i = 0; i < n; i++)
    all[i] = make_dim (self, dims[i]);
  shape->n_dim = n;
  shape->dim = keep (self, all, sizeof all);
  tensor->has_elem_type = TRUE;
  tensor->elem_type = FLOAT;
  tensor->shape = shape;
  type->value_case = ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE;
  type->tensor_type = tensor;
  info->name = name;
  info->type = type;
  return info;
}

/* @dims: of the input, ended by -1 */
static void
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
  self->inputs[0] = make_info (self, "x", dims, n);
  self->outputs[0] = make_info (self, "y", dims, n);
  self->graph.node = self->nodes;
  self->graph.initializer = self->arrays;
  self->graph.n_input = self->graph.n_output = 1;
  self->graph.input = self->inputs;
  self->graph.output = self->outputs;
  self->model.graph = &self->graph;
  self->model.n_opset_import = 1;
  self->model.opset_import = self->opsets;
}

static void
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

static Onnx__NodeProto *
add_node (Graph *self, char *type, char *name, const char *inputs, const char *outputs)
{
  Onnx__NodeProto *node = KEEP (self, Onnx__NodeProto, ONNX__NODE_PROTO__INIT);

  node->op_type = type;
  node->name = name;
  node->input = split (self, inputs, &node->n_input);
  node->output = split (self, outputs, &node->n_output);
  self->nodes[self->graph.n_node++] = node;
  return node;
}

static void
set_int (Graph *self, Onnx__NodeProto *node, char *name, gint64 value)
{
  Onnx__AttributeProto *attribute = KEEP (self, Onnx__AttributeProto, ONNX__ATTRIBUTE_PROTO__INIT);

  attribute->name = name;
  attribute->has_type = TRUE;
  attribute->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT;
  attribute->has_i = TRUE;
  attribute->i = value;
  node->attribute = keep (self, &attribute, sizeof attribute);
  node->n_attribute = 1;
}

static Onnx__TensorProto *
add_array (Graph *self, char *name, int type, const gint64 *dims, gsize n)
{
  Onnx__TensorProto *array = KEEP (self, Onnx__TensorProto, ONNX__TENSOR_PROTO__INIT);

  array->name = name;
  array->has_data_type = TRUE;
  array->data_type = type;
  array->n_dims = n;
  array->dims = keep (self, dims, MAX (n, 1) * sizeof *dims);
  self->arrays[self->graph.n_initializer++] = array;
  return array;
}

static void
add_ints (Graph *self, char *name, const gint64 *values, gsize n)
{
  Onnx__TensorProto *array = add_array (self, name, INT64, (const gint64[]){ (gint64) n }, 1);

  array->n_int64_data = n;
  array->int64_data = keep (self, values, n * sizeof *values);
}

/* 0.5, 1, 1.5, … */
static void
add_floats (Graph *self, char *name, const gint64 *dims, gsize n)
{
  Onnx__TensorProto *array = add_array (self, name, FLOAT, dims, n);
  float values[64];

  array->n_float_data = 1;
  for (gsize i = 0; i < n; i++)
    array->n_float_data *= (gsize) dims[i];
  for (gsize i = 0; i < array->n_float_data; i++)
    values[i] = 0.5f * (float) (i + 1);
  array->float_data = keep (self, values, array->n_float_data * sizeof *values);
}

static RensaImported *
import (Graph *self, GError **error)
{
  const gsize size = onnx__model_proto__get_packed_size (&self->model);
  g_autofree guint8 *bytes = g_malloc (size);
  g_autofree char *path = g_build_filename (self->folder, "model.onnx", NULL);

  onnx__model_proto__pack (&self->model, bytes);
  test_file_write (self->folder, "model.onnx", (const char *) bytes, (gssize) size);
  return rensa_import (path, error);
}

/* The document trains, and has @n_nodes nodes. */
static void
assert_works (Graph *self, RensaImported *imported, guint n_nodes)
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

/* What the model answers for ones, in float64; the caller's. */
static RensaArray *
ask (RensaImported *imported, const RensaShape *shape)
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

/* Only the shape of what a transposition makes is used, and the shape is a constant: it is no node. */
static void
dead_nodes (void)
{
  Graph self;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;

  graph_init (&self, (const gint64[]){ 0, 3, 4, -1 });
  add_node (&self, "Transpose", "turned", "x", "t");
  add_node (&self, "Shape", "shape", "t", "s");
  add_ints (&self, "one", (const gint64[]){ 1 }, 1);
  add_node (&self, "Gather", "length", "s, one", "l");
  add_node (&self, "Cast", "float", "l", "f");
  set_int (&self, self.nodes[3], "to", FLOAT);
  add_node (&self, "Mul", "product", "x, f", "p");
  add_floats (&self, "w", (const gint64[]){ 4 }, 1);
  add_node (&self, "Mul", "weighted", "p, w", "y");
  imported = import (&self, &error);
  g_assert_no_error (error);
  assert_works (&self, imported, 4);
  graph_clear (&self);
}

/* A token (1, 1, 4) that is expanded to the batch and put in front of the sequence, as in a vision transformer: a batch of any size goes on. */
static void
expanded_token (void)
{
  Graph self;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;
  g_autoptr (RensaArray) y = NULL;
  g_autofree double *values = NULL;

  graph_init (&self, (const gint64[]){ 0, 3, 4, -1 });
  add_floats (&self, "token", (const gint64[]){ 1, 1, 4 }, 3);
  add_ints (&self, "first", (const gint64[]){ 0 }, 1);
  add_ints (&self, "rest", (const gint64[]){ 1, 4 }, 2);
  add_node (&self, "Shape", "shape", "x", "s");
  add_node (&self, "Gather", "size", "s, first", "n");
  set_int (&self, add_node (&self, "Concat", "wanted", "n, rest", "whole"), "axis", 0);
  add_node (&self, "Expand", "class", "token, whole", "tokens");
  set_int (&self, add_node (&self, "Concat", "joined", "tokens, x", "y"), "axis", 1);
  imported = import (&self, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (imported->notes->len, ==, 1);
  y = ask (imported, &RENSA_SHAPE (5, 3, 4));
  g_assert_cmpint (rensa_array_get_dim (y, 0), ==, 5);
  g_assert_cmpint (rensa_array_get_dim (y, 1), ==, 4);
  values = rensa_attr_array_dup_numbers (y);
  for (int example = 0; example < 5; example++)
    {
      g_assert_cmpfloat (values[16 * example + 1], ==, 1);
      g_assert_cmpfloat (values[16 * example + 3], ==, 2);
      g_assert_cmpfloat (values[16 * example + 4], ==, 1);
    }
  assert_works (&self, imported, 6);
  graph_clear (&self);
}

/* Labels cannot be compared with an output whose first axis is another than that of the batch; the model can be asked. */
static void
batch_behind (void)
{
  Graph self;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;
  g_autoptr (RensaArray) y = NULL;

  graph_init (&self, (const gint64[]){ 0, 3, -1 });
  add_node (&self, "Transpose", "turned", "x", "y");
  imported = import (&self, &error);
  g_assert_no_error (error);
  y = ask (imported, &RENSA_SHAPE (5, 3));
  g_assert_cmpint (rensa_array_get_dim (y, 1), ==, 5);
  path = g_build_filename (self.folder, "model.rensa", NULL);
  g_assert_false (rensa_imported_save (imported, path, FALSE, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_cmpstr (
      error->message, ==,
      "This model can be used with “rensa predict”, but cannot be converted to a trainable document: the examples "
      "of its output “y” are along axis 1, but those of labels are along the first axis");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  graph_clear (&self);
}

/* What one scope of the file has, with one value that leaves it, is a Chain under the names of the file. */
static void
scopes_are_chains (void)
{
  Graph self;
  g_autofree char *weights = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;
  g_autoptr (RensaArchive) archive = NULL;

  graph_init (&self, (const gint64[]){ 0, 4, -1 });
  add_floats (&self, "w", (const gint64[]){ 4, 4 }, 2);
  add_floats (&self, "v", (const gint64[]){ 4, 2 }, 2);
  add_node (&self, "Gemm", "/body/body.0/fc/Gemm", "x, w", "a");
  add_node (&self, "Tanh", "/body/body.0/act/Tanh", "a", "b");
  add_node (&self, "Relu", "/pair/left/Relu", "b", "c");
  add_node (&self, "Sigmoid", "/pair/right/Sigmoid", "b", "d");
  add_node (&self, "Add", "sum", "c, d", "e");
  add_node (&self, "Mul", "product", "c, e", "f");
  add_node (&self, "Gemm", "head/Gemm", "f, v", "y");
  imported = import (&self, &error);
  g_assert_no_error (error);
  assert_works (&self, imported, 7);
  weights = g_build_filename (self.folder, "model.npz", NULL);
  archive = rensa_archive_open (weights, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_archive_has (archive, "predictor/body_0/fc/W"));
  g_assert_true (rensa_archive_has (archive, "predictor/head/W"));
  graph_clear (&self);
}

/* Weights of eight bits become those of a link, which learn on; what is quantized while it is computed is refused. */
static void
quantized_weights (void)
{
  static const gint32 weights[] = { -128, 127, 5, 0, 10, -10, 1, 2 };
  Graph self;
  Onnx__TensorProto *array;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;
  g_autoptr (RensaArray) y = NULL;
  g_autofree double *values = NULL;

  graph_init (&self, (const gint64[]){ 0, 4, -1 });
  array = add_array (&self, "Wq", ONNX__TENSOR_PROTO__DATA_TYPE__INT8, (const gint64[]){ 4, 2 }, 2);
  array->n_int32_data = 8;
  array->int32_data = (gint32 *) weights;
  add_floats (&self, "scale", (const gint64[]){ 2 }, 1);
  array = add_array (&self, "zero", ONNX__TENSOR_PROTO__DATA_TYPE__INT8, (const gint64[]){ 2 }, 1);
  array->n_int32_data = 2;
  array->int32_data = (gint32 *) weights + 6;
  add_node (&self, "DequantizeLinear", "wide", "Wq, scale, zero", "W");
  add_node (&self, "MatMul", "product", "x, W", "y");
  imported = import (&self, &error);
  g_assert_no_error (error);
  y = ask (imported, &RENSA_SHAPE (2, 4));
  values = rensa_attr_array_dup_numbers (y);
  g_assert_cmpfloat (values[0], ==, 0.5 * (-128 + 5 + 10 + 1 - 4 * 1));
  g_assert_cmpfloat (values[1], ==, 1.0 * (127 + 0 - 10 + 2 - 4 * 2));
  assert_works (&self, imported, 2);

  self.nodes[0]->input[0] = self.inputs[0]->name;
  g_assert_null (import (&self, &error));
  g_assert_nonnull (strstr (error->message, "quantized computation is not supported"));
  graph_clear (&self);
}

/* Of two graphs the one that a constant chooses, with what it takes from outside. */
static void
constant_branch (void)
{
  Graph self;
  Onnx__GraphProto branches[2];
  Onnx__AttributeProto attributes[2];
  Onnx__AttributeProto *list[] = { &attributes[0], &attributes[1] };
  static char *const names[] = { "then_branch", "else_branch" };
  Onnx__ValueInfoProto *outputs[2];
  Onnx__NodeProto *inner[2];
  Onnx__NodeProto *choice;
  Onnx__TensorProto *condition;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;
  g_autoptr (RensaArray) y = NULL;
  g_autofree double *values = NULL;

  graph_init (&self, (const gint64[]){ 0, 4, -1 });
  condition = add_array (&self, "c", ONNX__TENSOR_PROTO__DATA_TYPE__BOOL, NULL, 0);
  condition->n_int32_data = 1;
  condition->int32_data = (gint32[]){ 0 };
  add_floats (&self, "w", (const gint64[]){ 4 }, 1);
  add_node (&self, "Relu", "positive", "x", "p");
  add_node (&self, "Exp", "grown", "p", "e");
  add_node (&self, "Mul", "weighted", "p, w", "m");
  for (int i = 0; i < 2; i++)
    {
      branches[i] = (Onnx__GraphProto) ONNX__GRAPH_PROTO__INIT;
      branches[i].n_node = branches[i].n_output = 1;
      inner[i] = self.nodes[1 + i];
      branches[i].node = &inner[i];
      outputs[i] = make_info (&self, i == 0 ? "e" : "m", NULL, 0);
      branches[i].output = &outputs[i];
      attributes[i] = (Onnx__AttributeProto) ONNX__ATTRIBUTE_PROTO__INIT;
      attributes[i].name = names[i];
      attributes[i].has_type = TRUE;
      attributes[i].type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__GRAPH;
      attributes[i].g = &branches[i];
    }
  self.graph.n_node = 1;
  choice = add_node (&self, "If", "choice", "c", "y");
  choice->n_attribute = 2;
  choice->attribute = list;
  imported = import (&self, &error);
  g_assert_no_error (error);
  y = ask (imported, &RENSA_SHAPE (1, 4));
  values = rensa_attr_array_dup_numbers (y);
  g_assert_cmpfloat (values[3], ==, 2);
  assert_works (&self, imported, 4);
  graph_clear (&self);
}

/* The weights beside the document have the names of the whole model. */
static void
full_names (void)
{
  Graph self;
  g_autofree char *path = NULL;
  g_autofree char *weights = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;
  g_autoptr (RensaArchive) archive = NULL;

  graph_init (&self, (const gint64[]){ 0, 4, -1 });
  add_floats (&self, "w", (const gint64[]){ 4, 2 }, 2);
  add_floats (&self, "b", (const gint64[]){ 2 }, 1);
  add_node (&self, "Gemm", "fc", "x, w, b", "y");
  imported = import (&self, &error);
  g_assert_no_error (error);
  path = g_build_filename (self.folder, "model.rensa", NULL);
  weights = g_build_filename (self.folder, "model.npz", NULL);
  g_assert_true (rensa_imported_save (imported, path, FALSE, &error));
  archive = rensa_archive_open (weights, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_archive_has (archive, "predictor/fc/W"));
  g_assert_true (rensa_archive_has (archive, "predictor/fc/b"));
  graph_clear (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/importers/onnx/graphs/dead-nodes", dead_nodes);
  g_test_add_func ("/importers/onnx/graphs/expanded-token", expanded_token);
  g_test_add_func ("/importers/onnx/graphs/batch-behind", batch_behind);
  g_test_add_func ("/importers/onnx/graphs/full-names", full_names);
  g_test_add_func ("/importers/onnx/graphs/scopes", scopes_are_chains);
  g_test_add_func ("/importers/onnx/graphs/quantized", quantized_weights);
  g_test_add_func ("/importers/onnx/graphs/branch", constant_branch);
  return g_test_run ();
}
