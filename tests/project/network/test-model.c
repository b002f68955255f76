/* test-model.c: nodes and wires, and the Chain that comes of them.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-error.h"
#include "rensa-link.h"

static gboolean
append_path (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  const RensaType type = rensa_variable_get_type (param);
  g_autofree char *shape = rensa_shape_to_string (&type.shape);

  g_string_append_printf (data, "%s %s\n", path, shape);
  return TRUE;
}

/* The parameters of the model that the document describes. */
static void
assert_params (const char *model, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of_model (model, &error);
  g_autoptr (RensaLink) link = builder != NULL ? rensa_builder_make_model (builder, &error) : NULL;
  g_autoptr (GString) paths = g_string_new (NULL);

  g_assert_no_error (error);
  rensa_link_foreach_param (link, append_path, paths, NULL);
  g_assert_cmpstr (paths->str, ==, expected);
}

/* A wire out of order, one input used twice, and the output found without being named. */
static void
test_wires (void)
{
  assert_params ("{'nodes': [{'name': 'sum', 'type': 'op_add'}, {'name': 'b', 'type': 'Linear', 'attrs': "
                 "{'out_size': 2}}, {'name': 'a', 'type': 'Linear', 'attrs': {'out_size': 2}}, {'name': 'x', "
                 "'type': 'Input'}], 'edges': [{'from': 'a', 'to': 'sum:b'}, {'from': 'b', 'to': 'sum:0'}, "
                 "{'from': 'x', 'to': 'b'}, {'from': 'x', 'to': 'a'}]}",
                 "/predictor/a/W (2, 2)\n/predictor/a/b (2,)\n/predictor/b/W (2, 2)\n/predictor/b/b (2,)\n");
}

static void
test_list_of_inputs (void)
{
  assert_params ("{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'a', 'type': 'Linear', 'attrs': "
                 "{'out_size': 3}}, {'name': 'b', 'type': 'Linear', 'attrs': {'out_size': 2}}, {'name': 'c', "
                 "'type': 'concat'}, {'name': 'out', 'type': 'Linear', 'attrs': {'out_size': 2}}], 'edges': "
                 "[{'from': 'x', 'to': 'a'}, {'from': 'x', 'to': 'b'}, {'from': 'a', 'to': 'c'}, {'from': 'x', "
                 "'to': 'c'}, {'from': 'b', 'to': 'c'}, {'from': 'c', 'to': 'out'}]}",
                 "/predictor/a/W (3, 2)\n/predictor/a/b (3,)\n/predictor/b/W (2, 2)\n/predictor/b/b (2,)\n"
                 "/predictor/out/W (2, 7)\n/predictor/out/b (2,)\n");
}

/* The address sanitizer keeps a record of each allocation, and takes fifty times as long. */
#ifdef __SANITIZE_ADDRESS__
#define N_NODES 4900
#else
#define N_NODES 49000
#endif

/* As many nodes as are allowed: one after the other, all into one list. With a search through all nodes for each of
 * them this takes minutes, and the time of a test is up. */
static void
test_large (void)
{
  const int n = N_NODES;
  g_autoptr (GString) text =
      g_string_new ("{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'c', 'type': 'concat'}");
  g_autoptr (GString) edges = g_string_new ("{'from': 'x', 'to': '_0'}");
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < n; i++)
    {
      g_string_append_printf (text, ", {'name': '_%d', 'type': 'relu'}", i);
      g_string_append_printf (edges, ", {'from': '_%d', 'to': 'c'}", i);
      if (i > 0)
        g_string_append_printf (edges, ", {'from': '_%d', 'to': '_%d'}", i - 1, i);
    }
  g_string_append_printf (text, "], 'edges': [%s]}", edges->str);
  builder = builder_of_model (text->str, &error);
  g_assert_no_error (error);
  g_assert_nonnull (builder);
}

static void
test_outputs (void)
{
  assert_params ("{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'a', 'type': 'Linear', 'attrs': "
                 "{'out_size': 6}}, {'name': 's', 'type': 'split_axis', 'attrs': {'indices_or_sections': [2], "
                 "'axis': 1}}, {'name': 'out', 'type': 'Linear', 'attrs': {'out_size': 2}}], 'edges': [{'from': "
                 "'x', 'to': 'a'}, {'from': 'a', 'to': 's'}, {'from': 's:1', 'to': 'out'}], 'outputs': ['out']}",
                 "/predictor/a/W (6, 2)\n/predictor/a/b (6,)\n/predictor/out/W (2, 4)\n/predictor/out/b (2,)\n");
}

/* A default that is an array, too: constant_values. */
static void
test_array_attrs (void)
{
  assert_params (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'p', 'type': 'pad', 'attrs': {'pad_width': "
      "[[0, 0], [1, 2]], 'mode': 'constant'}}, {'name': 'out', 'type': 'Linear', 'attrs': {'out_size': 2}}], "
      "'edges': [{'from': 'x', 'to': 'p'}, {'from': 'p', 'to': 'out'}]}",
      "/predictor/out/W (2, 5)\n/predictor/out/b (2,)\n");
}

static void
test_nested (void)
{
  assert_params (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'block', 'type': 'Chain', 'model': "
      "{'nodes': [{'name': 'h', 'type': 'Input'}, {'name': 'l', 'type': 'Linear', 'attrs': "
      "{'out_size': 5}}], 'edges': [{'from': 'h', 'to': 'l'}]}}, {'name': 'out', 'type': 'Linear', "
      "'attrs': {'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'block:h'}, {'from': 'block', 'to': "
      "'out'}]}",
      "/predictor/block/l/W (5, 2)\n/predictor/block/l/b (5,)\n/predictor/out/W (2, 5)\n/predictor/out/b (2,)\n");
}

/* Each copy takes what the one before gives. */
static void
test_repeat (void)
{
  assert_params (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'block', 'type': 'Chain', 'repeat': 2, "
      "'model': {'nodes': [{'name': 'h', 'type': 'Input'}, {'name': 'l', 'type': 'Linear', 'attrs': "
      "{'out_size': 5}}], 'edges': [{'from': 'h', 'to': 'l'}]}}, {'name': 'out', 'type': 'Linear', "
      "'attrs': {'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'block'}, {'from': 'block', 'to': "
      "'out'}]}",
      "/predictor/block/0/l/W (5, 2)\n/predictor/block/0/l/b (5,)\n"
      "/predictor/block/1/l/W (5, 5)\n/predictor/block/1/l/b (5,)\n/predictor/out/W (2, 5)\n/predictor/out/b (2,)\n");
}

static void
test_sequence (void)
{
  static const char *const types[] = { "Sequential", "ChainList" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *model = g_strdup_printf (
          "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 's', 'type': '%s', 'model': {'nodes': "
          "[{'name': 'a', 'type': 'Linear', 'attrs': {'out_size': 3}}, {'name': 'r', 'type': 'relu'}, "
          "{'name': 'b', 'type': 'Linear', 'attrs': {'out_size': 2}}]}}], 'edges': [{'from': 'x', 'to': "
          "'s'}]}",
          types[i]);

      assert_params (
          model, "/predictor/s/0/W (3, 2)\n/predictor/s/0/b (3,)\n/predictor/s/1/W (2, 3)\n/predictor/s/1/b (2,)\n");
    }
}

static void
assert_facts (const RensaFacts *facts, const RensaModelNode *node, const char *path, const char *type,
              const char *shape, gint64 n_params, gint64 n_bytes)
{
  const RensaNodeFacts *known = rensa_facts_get (facts, node);
  g_autofree char *output = rensa_shape_to_string (&known->outputs[0].shape);

  g_assert_cmpstr (node->path, ==, path);
  g_assert_cmpstr (node->type, ==, type);
  g_assert_cmpstr (output, ==, shape);
  g_assert_cmpint (known->n_params, ==, n_params);
  g_assert_cmpint (known->n_bytes, ==, n_bytes);
}

/* Batches of 10 float32: 40 bytes for each value of an example. */
static void
test_describe (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder =
      builder_of_model ("{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'block', 'type': 'Chain', 'repeat': 3, "
                        "'model': {'nodes': [{'name': 'h', 'type': 'Input'}, {'name': 'l', 'type': 'Linear', 'attrs': "
                        "{'out_size': 5}}], 'edges': [{'from': 'h', 'to': 'l'}]}}, {'name': 'out', 'type': 'Linear', "
                        "'attrs': {'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'block'}, {'from': 'block', 'to': "
                        "'out'}]}",
                        &error);
  const RensaFacts *facts = rensa_builder_get_facts (builder, &error);
  g_autoptr (GPtrArray) nodes = NULL;

  g_assert_no_error (error);
  nodes = rensa_network_list_nodes (rensa_facts_get_network (facts));
  g_assert_cmpuint (nodes->len, ==, 5);
  assert_facts (facts, nodes->pdata[0], "x", "Input", "(10, 2)", 0, 80);
  assert_facts (facts, nodes->pdata[1], "block", "Chain", "(10, 5)", 15 + 30 + 30, 3 * 200);
  assert_facts (facts, nodes->pdata[3], "block.l", "Linear", "(10, 5)", 75, 600);
  assert_facts (facts, nodes->pdata[4], "out", "Linear", "(10, 2)", 12, 80);
}

/* Both Linear, sigmoid, relu, a difference, a product and a sum; what is learnt on the way does not count. */
static void
test_inside (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of_model (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'h', 'type': 'Highway', 'attrs': "
      "{'in_out_size': 2}}, {'name': 'm', 'type': 'Maxout', 'attrs': {'out_size': 3, 'pool_size': 4}}], "
      "'edges': [{'from': 'x', 'to': 'h'}, {'from': 'h', 'to': 'm'}]}",
      &error);
  const RensaFacts *facts = rensa_builder_get_facts (builder, &error);
  g_autoptr (GPtrArray) nodes = NULL;

  g_assert_no_error (error);
  nodes = rensa_network_list_nodes (rensa_facts_get_network (facts));
  assert_facts (facts, nodes->pdata[1], "h", "Highway", "(10, 2)", 12, 7 * 80);
  assert_facts (facts, nodes->pdata[2], "m", "Maxout", "(10, 3)", 36, 4 * 120 + 120);
}

static const struct
{
  const char *model;
  const char *message;
} bad[] = {
  { "null", "model: a model must be an object with \"nodes\", an array of at least one node." },
  { "{'nodes': []}", "model: there are no nodes." },
  { "{'nodes': [3]}", "model.nodes.0: a node must be an object, but 3 was given." },
  { "{'nodes': [{'type': 'relu'}]}", "model.nodes.0: node: name requires a value: UTF-8 text." },
  { "{'nodes': [{'name': 'a b', 'type': 'relu'}]}",
    "model.nodes.0: a node name consists of up to 64 letters, digits and underscores, and cannot start with a digit." },
  { "{'nodes': [{'name': 'a'}]}", "model.nodes.a: a node requires a \"type\": Input, or the name of a link or "
                                  "function." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'a', 'type': 'Linera'}]}",
    "model.nodes.a: There is no link or function Linera; did you mean Linear?" },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'a', 'type': 'rlu'}]}",
    "model.nodes.a: There is no link or function rlu; did you mean relu?" },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'a', 'type': 'Linear', 'attrs': "
    "{'out_sise': 3}}]}",
    "model.nodes.a: Linear has no attribute out_sise; did you mean out_size?" },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'a', 'type': 'Linear', 'attrs': "
    "{'out_size': -1}}]}",
    "model.nodes.a: Linear: out_size expects an integer of at least 0 or None, but -1 was given." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'x', 'type': 'Input'}]}", "model: two nodes are named x." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'l2'}]}",
    "model.edges.0: the connection from x to l2: node l2 does not exist." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}], 'edges': [{'from': 'y', 'to': 'l1'}]}",
    "model.edges.0: the connection from y to l1: node y does not exist." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}], 'edges': [{'from': 'x:1', 'to': 'l1'}]}",
    "model.edges.0: the connection from x:1 to l1: x has 1 output, counted from 0; x:1 does not exist." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'l1:y'}]}",
    "model.edges.0: the connection from x to l1:y: l1 has no input y; it has x." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'l1'}, {'from': 'x', 'to': 'l1'}]}",
    "model.edges.1: the connection from x to l1: l1 already has 1 connected input." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'l1:x'}, {'from': 'x', 'to': 'l1:x'}]}",
    "model.edges.1: the connection from x to l1:x: input x of l1 is already connected to x." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}], 'edges': [{'from': 'l1', 'to': 'x'}]}",
    "model.edges.0: the connection from l1 to x: x is an Input and cannot have incoming connections." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}], 'edges': [{'from': 'x'}]}",
    "model.edges.0: a connection must be an object with the strings \"from\" and \"to\", but {\"from\":\"x\"} was "
    "given." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}], 'edges': []}",
    "model.nodes.l1: input x of l1 is not connected." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}, {'name': 'l2', 'type': 'Linear', 'attrs': {'out_size': 2}}], 'edges': "
    "[{'from': 'l1', 'to': 'l2'}, {'from': 'l2', 'to': 'l1'}], 'outputs': ['l2']}",
    "model.edges: the connections l2 → l1 → l2 form a cycle." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}], 'edges': [{'from': 'l1', 'to': 'l1'}], 'outputs': ['l1']}",
    "model.edges: the connections l1 → l1 form a cycle." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}, {'name': 'l2', 'type': 'Linear', 'attrs': {'out_size': 2}}], 'edges': "
    "[{'from': 'x', 'to': 'l1'}, {'from': 'x', 'to': 'l2'}], 'outputs': ['l2']}",
    "model.nodes.l1: l1 does not reach any output; connect or delete it." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}, {'name': 'l2', 'type': 'Linear', 'attrs': {'out_size': 2}}], 'edges': "
    "[{'from': 'x', 'to': 'l1'}, {'from': 'x', 'to': 'l2'}]}",
    "model: 2 nodes are not connected to anything, so \"outputs\" must name the outputs of the model." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'l1'}], 'outputs': ['l3']}",
    "model.outputs: node l3 does not exist." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': "
    "{'out_size': 2}}], 'edges': [{'from': 'x', 'to': 'l1'}], 'outputs': []}",
    "model.outputs: expected an array of 1 to 16 node names." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'r', 'type': 'relu', 'repeat': 2}], "
    "'edges': [{'from': 'x', 'to': 'r'}]}",
    "model.nodes.r: r cannot be repeated; only links with one input and one output can." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'block', 'type': 'Chain'}]}",
    "model.nodes.block.model: a model must be an object with \"nodes\", an array of at least one node." },
  { "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'block', 'type': 'Sequential', 'model': "
    "{'nodes': [{'name': 'x', 'type': 'Input'}]}}]}",
    "model.nodes.block.model.nodes.x: a Sequential has no Input; its first layer receives the input." },
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *expected = g_strconcat ("test.rensa: ", bad[i].message, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (builder_of_model (bad[i].model, &error));
      assert_sentence (&error, expected);
    }
}

/* 1,000 times 1,000 copies are refused before any is made. */
static void
test_too_many (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (builder_of_model (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'a', 'type': 'Sequential', 'repeat': 1000, "
      "'model': {'nodes': [{'name': 'b', 'type': 'Sequential', 'repeat': 1000, 'model': {'nodes': "
      "[{'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 2}}]}}]}}], 'edges': [{'from': 'x', "
      "'to': 'a'}]}",
      &error));
  assert_sentence (&error, "test.rensa: model: the model has more than 100000 nodes including repetitions.");
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/network/model/wires", test_wires);
  g_test_add_func ("/project/network/model/list-of-inputs", test_list_of_inputs);
  g_test_add_func ("/project/network/model/outputs", test_outputs);
  g_test_add_func ("/project/network/model/large", test_large);
  g_test_add_func ("/project/network/model/array-attrs", test_array_attrs);
  g_test_add_func ("/project/network/model/nested", test_nested);
  g_test_add_func ("/project/network/model/repeat", test_repeat);
  g_test_add_func ("/project/network/model/sequence", test_sequence);
  g_test_add_func ("/project/network/model/describe", test_describe);
  g_test_add_func ("/project/network/model/inside", test_inside);
  g_test_add_func ("/project/network/model/bad", test_bad);
  g_test_add_func ("/project/network/model/too-many", test_too_many);
  return g_test_run ();
}
