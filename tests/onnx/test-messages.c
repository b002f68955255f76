/* test-messages.c: the messages of ONNX files, byte for byte.
 * SPDX-License-Identifier: MIT */

#include "onnx.pb-c.h"

#include <glib.h>

/* Made by hand: ir_version 8; a graph with the node "Relu" of a and the tensor a = [1, -2] as packed floats; opset 13.
 * */
/* clang-format off */
static const guint8 file[] = {
  /* ir_version */
  0x08, 0x08,
  /* graph: node, name, initializer */
  0x3a, 0x25,
  0x0a, 0x0c, 0x0a, 0x01, 'a', 0x12, 0x01, 'b', 0x22, 0x04, 'R', 'e', 'l', 'u',
  0x12, 0x02, 'n', 'n',
  0x2a, 0x11, 0x08, 0x02, 0x10, 0x01, 0x22, 0x08, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0x42, 0x01, 'a',
  /* opset_import */
  0x42, 0x04, 0x0a, 0x00, 0x10, 0x0d
};
/* clang-format on */

/* What was read is written with the same bytes. */
static void
packed (void)
{
  Onnx__ModelProto *model = onnx__model_proto__unpack (NULL, sizeof file, file);
  g_autofree guint8 *again = NULL;

  g_assert_nonnull (model);
  g_assert_cmpint (model->ir_version, ==, 8);
  g_assert_cmpuint (model->n_opset_import, ==, 1);
  g_assert_cmpint (model->opset_import[0]->version, ==, 13);
  g_assert_cmpuint (model->graph->n_node, ==, 1);
  g_assert_cmpstr (model->graph->node[0]->op_type, ==, "Relu");
  g_assert_cmpstr (model->graph->node[0]->input[0], ==, "a");
  g_assert_cmpint (model->graph->initializer[0]->data_type, ==, ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT);
  g_assert_cmpint (model->graph->initializer[0]->dims[0], ==, 2);
  g_assert_cmpfloat (model->graph->initializer[0]->float_data[1], ==, -2);

  again = g_malloc (onnx__model_proto__get_packed_size (model));
  g_assert_cmpmem (again, onnx__model_proto__pack (model, again), file, sizeof file);
  onnx__model_proto__free_unpacked (model, NULL);
}

/* A message that ends too early is no message. */
static void
cut (void)
{
  g_assert_null (onnx__model_proto__unpack (NULL, sizeof file - 1, file));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/onnx/messages/packed", packed);
  g_test_add_func ("/onnx/messages/cut", cut);
  return g_test_run ();
}
