/* test-onnx-graphs.c: what becomes of graphs that other programs write, whose documents have to work.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "folder.h"
#include "onnx-graph.h"
#include "rensa-archive.h"
#include "rensa-builder.h"
#include "rensa-document-values.h"
#include "rensa-importer.h"
#include "rensa-init.h"
#include "rensa-primitives.h"
#include "rensa-weights.h"

/* Only the shape of what a transposition makes is used, and the shape is a constant: it is no node. */
static void
dead_nodes (void)
{
  Graph self;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;

  graph_init (&self, (const gint64[]){ 0, 3, 4, -1 });
  graph_add_node (&self, "Transpose", "turned", "x", "t");
  graph_add_node (&self, "Shape", "shape", "t", "s");
  graph_add_ints (&self, "one", (const gint64[]){ 1 }, 1);
  graph_add_node (&self, "Gather", "length", "s, one", "l");
  graph_add_node (&self, "Cast", "float", "l", "f");
  graph_set_attrs (&self, self.nodes[3], "to=1");
  graph_add_node (&self, "Mul", "product", "x, f", "p");
  graph_add_floats (&self, "w", (const gint64[]){ 4 }, 1);
  graph_add_node (&self, "Mul", "weighted", "p, w", "y");
  imported = graph_import (&self, &error);
  g_assert_no_error (error);
  graph_assert_works (&self, imported, 4);
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
  graph_add_floats (&self, "token", (const gint64[]){ 1, 1, 4 }, 3);
  graph_add_ints (&self, "first", (const gint64[]){ 0 }, 1);
  graph_add_ints (&self, "rest", (const gint64[]){ 1, 4 }, 2);
  graph_add_node (&self, "Shape", "shape", "x", "s");
  graph_add_node (&self, "Gather", "size", "s, first", "n");
  graph_set_attrs (&self, graph_add_node (&self, "Concat", "wanted", "n, rest", "whole"), "axis=0");
  graph_add_node (&self, "Expand", "class", "token, whole", "tokens");
  graph_set_attrs (&self, graph_add_node (&self, "Concat", "joined", "tokens, x", "y"), "axis=1");
  imported = graph_import (&self, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (imported->notes->len, ==, 1);
  y = graph_ask (imported, &RENSA_SHAPE (5, 3, 4));
  g_assert_cmpint (rensa_array_get_dim (y, 0), ==, 5);
  g_assert_cmpint (rensa_array_get_dim (y, 1), ==, 4);
  values = rensa_attr_array_dup_numbers (y);
  for (int example = 0; example < 5; example++)
    {
      g_assert_cmpfloat (values[16 * example + 1], ==, 1);
      g_assert_cmpfloat (values[16 * example + 3], ==, 2);
      g_assert_cmpfloat (values[16 * example + 4], ==, 1);
    }
  graph_assert_works (&self, imported, 6);
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
  graph_add_node (&self, "Transpose", "turned", "x", "y");
  imported = graph_import (&self, &error);
  g_assert_no_error (error);
  y = graph_ask (imported, &RENSA_SHAPE (5, 3));
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
  graph_add_floats (&self, "w", (const gint64[]){ 4, 4 }, 2);
  graph_add_floats (&self, "v", (const gint64[]){ 4, 2 }, 2);
  graph_add_node (&self, "Gemm", "/body/body.0/fc/Gemm", "x, w", "a");
  graph_add_node (&self, "Tanh", "/body/body.0/act/Tanh", "a", "b");
  graph_add_node (&self, "Relu", "/pair/left/Relu", "b", "c");
  graph_add_node (&self, "Sigmoid", "/pair/right/Sigmoid", "b", "d");
  graph_add_node (&self, "Add", "sum", "c, d", "e");
  graph_add_node (&self, "Mul", "product", "c, e", "f");
  graph_add_node (&self, "Gemm", "head/Gemm", "f, v", "y");
  imported = graph_import (&self, &error);
  g_assert_no_error (error);
  graph_assert_works (&self, imported, 7);
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
  array = graph_add_array (&self, "Wq", ONNX__TENSOR_PROTO__DATA_TYPE__INT8, (const gint64[]){ 4, 2 }, 2);
  array->n_int32_data = 8;
  array->int32_data = (gint32 *) weights;
  graph_add_floats (&self, "scale", (const gint64[]){ 2 }, 1);
  array = graph_add_array (&self, "zero", ONNX__TENSOR_PROTO__DATA_TYPE__INT8, (const gint64[]){ 2 }, 1);
  array->n_int32_data = 2;
  array->int32_data = (gint32 *) weights + 6;
  graph_add_node (&self, "DequantizeLinear", "wide", "Wq, scale, zero", "W");
  graph_add_node (&self, "MatMul", "product", "x, W", "y");
  imported = graph_import (&self, &error);
  g_assert_no_error (error);
  y = graph_ask (imported, &RENSA_SHAPE (2, 4));
  values = rensa_attr_array_dup_numbers (y);
  g_assert_cmpfloat (values[0], ==, 0.5 * (-128 + 5 + 10 + 1 - 4 * 1));
  g_assert_cmpfloat (values[1], ==, 1.0 * (127 + 0 - 10 + 2 - 4 * 2));
  graph_assert_works (&self, imported, 2);

  self.nodes[0]->input[0] = self.inputs[0]->name;
  g_assert_null (graph_import (&self, &error));
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
  condition = graph_add_array (&self, "c", ONNX__TENSOR_PROTO__DATA_TYPE__BOOL, NULL, 0);
  condition->n_int32_data = 1;
  condition->int32_data = (gint32[]){ 0 };
  graph_add_floats (&self, "w", (const gint64[]){ 4 }, 1);
  graph_add_node (&self, "Relu", "positive", "x", "p");
  graph_add_node (&self, "Exp", "grown", "p", "e");
  graph_add_node (&self, "Mul", "weighted", "p, w", "m");
  for (int i = 0; i < 2; i++)
    {
      branches[i] = (Onnx__GraphProto) ONNX__GRAPH_PROTO__INIT;
      branches[i].n_node = branches[i].n_output = 1;
      inner[i] = self.nodes[1 + i];
      branches[i].node = &inner[i];
      outputs[i] = graph_make_info (&self, i == 0 ? "e" : "m", GRAPH_FLOAT, NULL, 0);
      branches[i].output = &outputs[i];
      attributes[i] = (Onnx__AttributeProto) ONNX__ATTRIBUTE_PROTO__INIT;
      attributes[i].name = names[i];
      attributes[i].has_type = TRUE;
      attributes[i].type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__GRAPH;
      attributes[i].g = &branches[i];
    }
  self.graph.n_node = 1;
  choice = graph_add_node (&self, "If", "choice", "c", "y");
  choice->n_attribute = 2;
  choice->attribute = list;
  imported = graph_import (&self, &error);
  g_assert_no_error (error);
  y = graph_ask (imported, &RENSA_SHAPE (1, 4));
  values = rensa_attr_array_dup_numbers (y);
  g_assert_cmpfloat (values[3], ==, 2);
  graph_assert_works (&self, imported, 4);
  graph_clear (&self);
}

/* A sum with an array of more axes than the product has its axes. */
static void
bias_of_more_axes (void)
{
  Graph self;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;
  g_autoptr (RensaArray) y = NULL;
  g_autofree double *values = NULL;

  graph_init (&self, (const gint64[]){ 0, 2, -1 });
  graph_add_floats (&self, "w", (const gint64[]){ 2, 2 }, 2);
  graph_add_floats (&self, "b", (const gint64[]){ 1, 1, 2 }, 3);
  graph_add_node (&self, "MatMul", "product", "x, w", "p");
  graph_add_node (&self, "Add", "sum", "p, b", "y");
  imported = graph_import (&self, &error);
  g_assert_no_error (error);
  y = graph_ask (imported, &RENSA_SHAPE (3, 2));
  g_assert_true (rensa_shape_equal (rensa_array_get_shape (y), &RENSA_SHAPE (1, 3, 2)));
  values = rensa_attr_array_dup_numbers (y);
  g_assert_cmpfloat (values[0], ==, 0.5 + 1.5 + 0.5);
  g_assert_cmpfloat (values[1], ==, 1 + 2 + 1);
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
  graph_add_floats (&self, "w", (const gint64[]){ 4, 2 }, 2);
  graph_add_floats (&self, "b", (const gint64[]){ 2 }, 1);
  graph_add_node (&self, "Gemm", "fc", "x, w, b", "y");
  imported = graph_import (&self, &error);
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
  g_test_add_func ("/importers/onnx/graphs/bias-of-more-axes", bias_of_more_axes);
  return g_test_run ();
}
