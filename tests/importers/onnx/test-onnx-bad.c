/* test-onnx-bad.c: ONNX files that are spoiled, hostile, or beyond what is known here.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "folder.h"
#include "onnx.pb-c.h"
#include "rensa-error.h"
#include "rensa-importer.h"
#include "rensa-init.h"

/* A file with one input x, float32 (2, 3), one array w, one node of both, and its output y, to be spoiled. */
typedef struct
{
  Onnx__ModelProto model;
  Onnx__GraphProto graph;
  Onnx__OperatorSetIdProto opset;
  Onnx__NodeProto node;
  Onnx__AttributeProto attribute;
  Onnx__ValueInfoProto input;
  Onnx__ValueInfoProto output;
  Onnx__TypeProto type;
  Onnx__TypeProto__Tensor tensor;
  Onnx__TensorShapeProto shape;
  Onnx__TensorShapeProto__Dimension dims[2];
  Onnx__TensorProto array;
  Onnx__StringStringEntryProto location;
  char *folder;
} File;

static gint64 array_dims[] = { 2, 3 };
static float array_values[6];
static char *node_inputs[] = { "x", "w" };
static char *node_outputs[] = { "y" };

static void
set_types (File *self)
{
  static Onnx__TensorShapeProto__Dimension *dims[2];

  self->type = (Onnx__TypeProto) ONNX__TYPE_PROTO__INIT;
  self->tensor = (Onnx__TypeProto__Tensor) ONNX__TYPE_PROTO__TENSOR__INIT;
  self->shape = (Onnx__TensorShapeProto) ONNX__TENSOR_SHAPE_PROTO__INIT;
  for (int i = 0; i < 2; i++)
    {
      self->dims[i] = (Onnx__TensorShapeProto__Dimension) ONNX__TENSOR_SHAPE_PROTO__DIMENSION__INIT;
      self->dims[i].value_case = ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
      self->dims[i].dim_value = array_dims[i];
      dims[i] = &self->dims[i];
    }
  self->shape.n_dim = 2;
  self->shape.dim = dims;
  self->tensor.has_elem_type = TRUE;
  self->tensor.elem_type = ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT;
  self->tensor.shape = &self->shape;
  self->type.value_case = ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE;
  self->type.tensor_type = &self->tensor;
}

static void
set_parts (File *self)
{
  self->node = (Onnx__NodeProto) ONNX__NODE_PROTO__INIT;
  self->attribute = (Onnx__AttributeProto) ONNX__ATTRIBUTE_PROTO__INIT;
  self->input = (Onnx__ValueInfoProto) ONNX__VALUE_INFO_PROTO__INIT;
  self->output = (Onnx__ValueInfoProto) ONNX__VALUE_INFO_PROTO__INIT;
  self->array = (Onnx__TensorProto) ONNX__TENSOR_PROTO__INIT;
  self->location = (Onnx__StringStringEntryProto) ONNX__STRING_STRING_ENTRY_PROTO__INIT;
  self->node.op_type = "Add";
  self->node.n_input = 2;
  self->node.input = node_inputs;
  self->node.n_output = 1;
  self->node.output = node_outputs;
  self->input.name = "x";
  self->input.type = &self->type;
  self->output.name = "y";
  self->array.name = "w";
  self->array.n_dims = 2;
  self->array.dims = array_dims;
  self->array.has_data_type = TRUE;
  self->array.data_type = ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT;
  self->array.n_float_data = 6;
  self->array.float_data = array_values;
  self->location.key = "location";
}

static void
file_set_up (File *self, gconstpointer data)
{
  static Onnx__NodeProto *nodes[1];
  static Onnx__ValueInfoProto *inputs[1];
  static Onnx__ValueInfoProto *outputs[1];
  static Onnx__TensorProto *arrays[1];
  static Onnx__OperatorSetIdProto *opsets[1];

  memset (self, 0, sizeof *self);
  self->folder = test_folder_new ();
  set_types (self);
  set_parts (self);
  self->model = (Onnx__ModelProto) ONNX__MODEL_PROTO__INIT;
  self->graph = (Onnx__GraphProto) ONNX__GRAPH_PROTO__INIT;
  self->opset = (Onnx__OperatorSetIdProto) ONNX__OPERATOR_SET_ID_PROTO__INIT;
  self->opset.has_version = TRUE;
  self->opset.version = 13;
  nodes[0] = &self->node;
  inputs[0] = &self->input;
  outputs[0] = &self->output;
  arrays[0] = &self->array;
  opsets[0] = &self->opset;
  self->graph.n_node = self->graph.n_input = self->graph.n_output = self->graph.n_initializer = 1;
  self->graph.node = nodes;
  self->graph.input = inputs;
  self->graph.output = outputs;
  self->graph.initializer = arrays;
  self->model.graph = &self->graph;
  self->model.n_opset_import = 1;
  self->model.opset_import = opsets;
}

static void
file_tear_down (File *self, gconstpointer data)
{
  test_folder_free (self->folder);
}

static RensaImported *
import_bytes (File *self, const guint8 *bytes, gsize size, GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, "model.onnx", NULL);

  test_file_write (self->folder, "model.onnx", (const char *) bytes, (gssize) size);
  return rensa_import (path, error);
}

static RensaImported *
import (File *self, GError **error)
{
  const gsize size = onnx__model_proto__get_packed_size (&self->model);
  g_autofree guint8 *bytes = g_malloc (size);

  onnx__model_proto__pack (&self->model, bytes);
  return import_bytes (self, bytes, size, error);
}

/* One sentence with the path and @expected in it. */
static void
assert_refused (File *self, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = import (self, &error);

  g_assert_null (imported);
  g_assert_nonnull (error);
  g_assert_true (error->domain == RENSA_ERROR);
  g_assert_nonnull (strstr (error->message, "model.onnx: "));
  if (strstr (error->message, expected) == NULL)
    g_test_fail_printf ("“%s” was expected in “%s”", expected, error->message);
}

static void
sound (File *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = import (self, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (imported->outputs[0], ==, "y");
}

static void
operators (File *self, gconstpointer data)
{
  self->node.op_type = "Frobnicate";
  self->node.name = "f1";
  assert_refused (self, "node “f1” (Frobnicate, version 13): this operator is not supported");
  self->node.op_type = "Add";
  self->node.domain = "com.example";
  assert_refused (self, "operators of the domain “com.example” are not supported");
  self->node.domain = NULL;
  self->opset.version = 3;
  assert_refused (self, "the file has 3");
}

static void
set_ints (Onnx__AttributeProto *attribute, char *name, gint64 *values, gsize n)
{
  *attribute = (Onnx__AttributeProto) ONNX__ATTRIBUTE_PROTO__INIT;
  attribute->name = name;
  attribute->has_type = TRUE;
  attribute->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS;
  attribute->n_ints = n;
  attribute->ints = values;
}

/* Numbers in a sentence are parted, not ended, by commas. */
static void
tuples (File *self, gconstpointer data)
{
  gint64 two[] = { 2, 2 };
  Onnx__TensorShapeProto__Dimension *dims[] = { &self->dims[0], &self->dims[1], &self->dims[0], &self->dims[1] };
  Onnx__AttributeProto attributes[2];
  Onnx__AttributeProto *list[] = { &attributes[0], &attributes[1] };

  set_ints (&attributes[0], "kernel_shape", two, 2);
  set_ints (&attributes[1], "dilations", two, 2);
  self->shape.n_dim = 4;
  self->shape.dim = dims;
  self->node.op_type = "LpPool";
  self->node.n_input = 1;
  self->node.n_attribute = 2;
  self->node.attribute = list;
  self->opset.version = 18;
  assert_refused (self, "dilations = (2, 2) is not supported");
}

/* What is not there before it is used, which a circle is, too. */
static void
names (File *self, gconstpointer data)
{
  char *circle[] = { "x", "y" };
  char *again[] = { "x" };

  self->node.input = circle;
  assert_refused (self, "no earlier node produces its input “y”");
  self->node.input = node_inputs;
  self->node.output = again;
  assert_refused (self, "no node produces the output “y”");
  self->output.name = "x";
  assert_refused (self, "its output “x” already exists");
  self->input.name = NULL;
  assert_refused (self, "an input must have a name");
}

/* Shapes that have more or fewer elements than there are, or more than there can be. */
static void
sizes (File *self, gconstpointer data)
{
  gint64 large[] = { G_GINT64_CONSTANT (1) << 40, G_GINT64_CONSTANT (1) << 40 };
  gint64 negative[] = { -1, 6 };
  gint64 other[] = { 2, 4 };

  self->array.dims = other;
  assert_refused (self, "w: its shape requires 8 elements or bytes, but there are 6");
  self->array.dims = large;
  assert_refused (self, "w: ");
  self->array.dims = negative;
  assert_refused (self, "w: ");
  self->array.dims = array_dims;
  self->array.n_float_data = 0;
  self->array.has_raw_data = TRUE;
  self->array.raw_data = (ProtobufCBinaryData){ 23, (guint8 *) array_values };
  assert_refused (self, "w: its shape requires 24 elements or bytes, but there are 23");
  self->array.data_type = ONNX__TENSOR_PROTO__DATA_TYPE__STRING;
  assert_refused (self, "string");
}

/* Data beside the model are read from its folder alone. */
static void
outside (File *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;
  Onnx__StringStringEntryProto *entries[] = { &self->location };

  test_file_write (self->folder, "w.bin", (const char *) array_values, sizeof array_values);
  self->array.n_float_data = 0;
  self->array.has_data_location = TRUE;
  self->array.data_location = ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL;
  self->array.n_external_data = 1;
  self->array.external_data = entries;
  self->location.value = "w.bin";
  imported = import (self, &error);
  g_assert_no_error (error);
  self->location.value = "/etc/passwd";
  assert_refused (self, "its data must be in a file in the folder of the model or a subfolder");
  self->location.value = "../../etc/passwd";
  assert_refused (self, "its data must be in a file in the folder of the model or a subfolder");
  self->location.value = "w data.bin";
  assert_refused (self, "w: the file “w data.bin” is missing from the folder of the model");
  self->location.value = "model.onnx";
  self->array.n_dims = 1;
  array_dims[0] = 1 << 20;
  assert_refused (self, "expected 4194304 bytes in");
  array_dims[0] = 2;
}

/* Graphs within graphs, as deep as the file likes. */
static void
depth (File *self, gconstpointer data)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;

  for (int i = 0; i < 4000; i++)
    {
      /* node, attribute and graph in turn, each of the length of what it holds */
      static const guint8 tags[] = { 0x32, 0x2a, 0x0a };
      guint64 length = bytes->len;
      guint8 head[12] = { tags[i % 3] };
      guint n = 1;

      for (; length >= 0x80; length >>= 7)
        head[n++] = (guint8) (length | 0x80);
      head[n++] = (guint8) length;
      g_byte_array_prepend (bytes, head, n);
    }
  bytes->data[0] = 0x3a;
  imported = import_bytes (self, bytes->data, bytes->len, &error);
  g_assert_null (imported);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
}

/* Whatever is cut off, or put in its place. */
static void
bytes (File *self, gconstpointer data)
{
  const gsize size = onnx__model_proto__get_packed_size (&self->model);
  g_autofree guint8 *whole = g_malloc (size);

  onnx__model_proto__pack (&self->model, whole);
  for (gsize n = 0; n < size; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaImported) imported = import_bytes (self, whole, n, &error);
      const guint8 before = whole[n];
      g_autoptr (RensaImported) other = NULL;

      g_assert_true (imported != NULL || error != NULL);
      whole[n] = (guint8) (before + 1 + n % 250);
      other = import_bytes (self, whole, size, NULL);
      whole[n] = before;
    }
}

/* A type of its own for an attribute, or what no function takes. */
static void
attributes (File *self, gconstpointer data)
{
  Onnx__AttributeProto *list[] = { &self->attribute };

  self->node.op_type = "Concat";
  self->node.n_attribute = 1;
  self->node.attribute = list;
  self->attribute.name = "axis";
  self->attribute.has_type = TRUE;
  self->attribute.type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT;
  self->attribute.has_f = TRUE;
  assert_refused (self, "the type of the attribute “axis” does not conform to ONNX");
  self->attribute.type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT;
  self->attribute.has_i = TRUE;
  self->attribute.i = G_MAXINT64;
  assert_refused (self, "expected an axis below 2, found 9223372036854775807");
}

/* Where updates go is known, within the array, and told once. */
static void
places (File *self, gconstpointer data)
{
  char *inputs[] = { "x", "w", "x" };
  gint64 dims[] = { 2, 1 };
  int64_t rows[] = { 1, -2 };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;

  self->node.op_type = "ScatterND";
  self->node.n_input = G_N_ELEMENTS (inputs);
  self->node.input = inputs;
  self->array.dims = dims;
  self->array.data_type = ONNX__TENSOR_PROTO__DATA_TYPE__INT64;
  self->array.n_float_data = 0;
  self->array.n_int64_data = G_N_ELEMENTS (rows);
  self->array.int64_data = rows;
  imported = import (self, &error);
  g_assert_no_error (error);
  rows[0] = 0;
  assert_refused (self, "indices must be distinct");
  rows[0] = 2;
  assert_refused (self, "indices must be below 2, but one is 2");
  rows[0] = G_MININT64;
  assert_refused (self, "indices must be below 2");
}

/* As many elements as there are, and few of them. */
static void
top (File *self, gconstpointer data)
{
  gint64 dims[] = { 1 };
  int64_t k[] = { 3 };
  char *outputs[] = { "y", "places" };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;

  self->node.op_type = "TopK";
  self->node.n_output = G_N_ELEMENTS (outputs);
  self->node.output = outputs;
  self->array.n_dims = G_N_ELEMENTS (dims);
  self->array.dims = dims;
  self->array.data_type = ONNX__TENSOR_PROTO__DATA_TYPE__INT64;
  self->array.n_float_data = 0;
  self->array.n_int64_data = G_N_ELEMENTS (k);
  self->array.int64_data = k;
  imported = import (self, &error);
  g_assert_no_error (error);
  k[0] = 4;
  assert_refused (self, "k must be from 1 to 3, but is 4");
  k[0] = 0;
  assert_refused (self, "k must be from 1 to 3, but is 0");
  self->dims[1].dim_value = G_MAXINT32;
  k[0] = G_MAXINT64;
  assert_refused (self, "k must be from 1 to 16, but is 9223372036854775808");
}

/* A GRU that is unrolled has few steps. */
static void
steps (File *self, gconstpointer data)
{
  char *inputs[] = { "x", "w", "w" };
  gint64 dims[] = { 1, 3, 1 };
  Onnx__TensorShapeProto__Dimension one = self->dims[1];
  Onnx__TensorShapeProto__Dimension *shape[] = { &self->dims[0], &one, &one };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;

  one.dim_value = 1;
  self->node.op_type = "GRU";
  self->node.n_input = G_N_ELEMENTS (inputs);
  self->node.input = inputs;
  self->shape.n_dim = G_N_ELEMENTS (shape);
  self->shape.dim = shape;
  self->array.n_dims = G_N_ELEMENTS (dims);
  self->array.dims = dims;
  self->array.n_float_data = 3;
  self->dims[0].dim_value = 32;
  imported = import (self, &error);
  g_assert_no_error (error);
  self->dims[0].dim_value = 33;
  assert_refused (self, "linear_before_reset = 0 requires 1 to 32 steps, but there are 33");
}

#define ADD(path, func) g_test_add (path, File, NULL, file_set_up, func, file_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  ADD ("/importers/onnx/bad/sound", sound);
  ADD ("/importers/onnx/bad/operators", operators);
  ADD ("/importers/onnx/bad/places", places);
  ADD ("/importers/onnx/bad/top", top);
  ADD ("/importers/onnx/bad/steps", steps);
  ADD ("/importers/onnx/bad/tuples", tuples);
  ADD ("/importers/onnx/bad/names", names);
  ADD ("/importers/onnx/bad/sizes", sizes);
  ADD ("/importers/onnx/bad/outside", outside);
  ADD ("/importers/onnx/bad/depth", depth);
  ADD ("/importers/onnx/bad/bytes", bytes);
  ADD ("/importers/onnx/bad/attributes", attributes);
  return g_test_run ();
}
