/* test-edit.c: changes of a document, node by node and wire by wire.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-json.h"
#include "wires.h"

/* The nodes, wires and outputs of a scope: "x:Input l1:Linear | x>l1 | l1". */
static char *
describe (RensaDocument *document, const char *scope)
{
  g_autoptr (GPtrArray) nodes = nodes_of (document, scope);
  g_autofree char *wires = wires_to_text (document, scope);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < nodes->len; i++)
    {
      const RensaModelNode *node = nodes->pdata[i];

      g_string_append_printf (text, "%s%s:%s%s", i > 0 ? " " : "", node->name, node->type, node->is_output ? "!" : "");
    }
  g_string_append_printf (text, " |%s%s", wires[0] != '\0' ? " " : "", wires);
  return g_string_free (text, FALSE);
}

static void
assert_scope (RensaDocument *document, const char *scope, const char *expected)
{
  g_autofree char *found = describe (document, scope);

  g_assert_cmpstr (found, ==, expected);
}

/* x > l1 > relu1 > l2 */
#define ROW                                                                                                          \
  "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 4}}, {'name': " \
  "'relu1', 'type': 'relu'}, {'name': 'l2', 'type': 'Linear', 'attrs': {'out_size': 2}}], 'edges': [{'from': 'x', "  \
  "'to': 'l1'}, {'from': 'l1', 'to': 'relu1'}, {'from': 'relu1', 'to': 'l2'}], 'outputs': ['l2']}"
/* a + b of two layers */
#define FORK                                                                                                         \
  "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'a', 'type': 'relu'}, {'name': 'b', 'type': 'relu'}, "        \
  "{'name': 'sum', 'type': 'op_add'}], 'edges': [{'from': 'x', 'to': 'a'}, {'from': 'x', 'to': 'b'}, {'from': 'a', " \
  "'to': 'sum'}, {'from': 'b', 'to': 'sum'}]}"

static void
test_add (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (ROW);
  static const struct
  {
    const char *type;
    const char *name;
  } added[] = { { "Linear", "l3" },
                { "Linear", "l4" },
                { "Convolution2D", "conv1" },
                { "relu", "relu2" },
                { "Input", "x1" },
                { "BatchNormalization", "bn1" },
                { "op_add", "add1" },
                { "max_pooling_2d", "pool1" },
                { "Chain", "block1" },
                { "Sequential", "block2" } };

  for (guint i = 0; i < G_N_ELEMENTS (added); i++)
    {
      g_autofree char *name = rensa_document_add_node (document, "", added[i].type, NULL, 10, 20, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (name, ==, added[i].name);
    }
  g_assert_cmpstr (
      json_object_to_json_string (rensa_document_get (document, "model.l3")), ==,
      "{ \"name\": \"l3\", \"type\": \"Linear\", \"attrs\": { \"out_size\": 10 }, \"position\": [ 10, 20 ] }");

  g_assert_null (rensa_document_add_node (document, "", "Liner", NULL, 0, 0, &error));
  assert_sentence (&error, "There is no link or function Liner; did you mean Linear?");
  g_assert_null (rensa_document_add_node (document, "", "Linear", "l1", 0, 0, &error));
  assert_sentence (&error, "A node named l1 already exists; choose another name.");
  g_assert_null (rensa_document_add_node (document, "", "Linear", "1l", 0, 0, &error));
  assert_sentence (&error,
                   "Node names consist of up to 64 letters, digits and underscores and do not start with a digit; "
                   "\"1l\" is not valid.");
  g_assert_null (rensa_document_add_node (document, "l1", "Linear", NULL, 0, 0, &error));
  assert_sentence (&error, "l1 is a Linear, which contains no nodes.");
  g_assert_null (rensa_document_add_node (document, "blok1", "Linear", NULL, 0, 0, &error));
  assert_sentence (&error, "Node blok1 does not exist; did you mean block1?");
}

/* A new node in a model that says nothing about outputs leaves the output where it was. */
static void
test_add_keeps_output (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (FORK);
  g_autofree char *name = rensa_document_add_node (document, "", "tanh", NULL, 0, 0, &error);

  g_assert_cmpstr (name, ==, "tanh1");
  assert_scope (document, "", "x:Input a:relu b:relu sum:op_add! tanh1:tanh | x>a x>b a>sum b>sum");
}

static void
test_insert_after (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (ROW);
  g_autofree char *first = rensa_document_insert_after (document, "", "l1", "dropout", 0, 0, &error);
  g_autofree char *second = rensa_document_insert_after (document, "", "l2", "softmax", 0, 0, &error);
  g_autofree char *third = rensa_document_insert_after (document, "", "l1", "concat", 0, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (first, ==, "dropout1");
  g_assert_cmpstr (second, ==, "softmax1");
  g_assert_cmpstr (third, ==, "concat1");
  assert_scope (document, "",
                "x:Input l1:Linear concat1:concat dropout1:dropout relu1:relu l2:Linear softmax1:softmax! | x>l1 "
                "dropout1>relu1 relu1>l2 concat1>dropout1 l2>softmax1 l1>concat1");
  g_assert_null (rensa_document_insert_after (document, "", "l7", "relu", 0, 0, &error));
  assert_sentence (&error, "Node l7 does not exist.");
}

/* Of what takes and gives states besides, a new wire ends in the sequences and begins with them, and the others stay where they are. */
static void
test_sequences (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'h', 'type': 'Input'}, {'name': 'e', 'type': 'EmbedID'}],"
      " 'edges': [{'from': 'x', 'to': 'e'}], 'outputs': ['e']}");
  const char *const relu[] = { "relu1", NULL };
  g_autofree char *gru = rensa_document_insert_after (document, "", "e", "NStepGRU", 0, 0, &error);
  g_autofree char *linear = rensa_document_insert_after (document, "", gru, "Linear", 0, 0, &error);
  g_autofree char *between = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (linear, ==, "l1");
  assert_scope (document, "", "x:Input h:Input e:EmbedID gru1:NStepGRU l1:Linear! | x>e e>gru1 gru1>l1");
  g_assert_cmpint (rensa_model_get_wire (rensa_network_get_model (rensa_document_get_network (document)), 1)->slot, ==,
                   1);
  g_assert_cmpint (
      rensa_model_get_wire (rensa_network_get_model (rensa_document_get_network (document)), 2)->source.output, ==, 1);

  g_assert_true (rensa_document_connect (document, "", "h", "gru1:hx", &error));
  between = rensa_document_insert_into_wire (document, wires_find (document, "", "gru1>l1"), "relu", 0, 0, &error);
  g_assert_true (rensa_document_disconnect (document, wires_find (document, "", "e>gru1"), &error));
  assert_scope (document, "",
                "x:Input h:Input e:EmbedID gru1:NStepGRU l1:Linear! relu1:relu | x>e gru1>relu1 relu1>l1 h>gru1:hx");
  g_assert_true (rensa_document_remove_nodes (document, "", relu, &error));
  assert_scope (document, "", "x:Input h:Input e:EmbedID gru1:NStepGRU l1:Linear! | x>e gru1>l1 h>gru1:hx");
  g_assert_no_error (error);
}

static void
test_remove (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) row = document_of_model (ROW);
  g_autoptr (RensaDocument) fork = document_of_model (FORK);
  const char *const two[] = { "relu1", "l2", NULL };
  const char *const all[] = { "x", "l1", NULL };
  const char *const b[] = { "b", NULL };
  const char *const sum[] = { "sum", NULL };
  const char *const missing[] = { "x", "c", NULL };

  g_assert_true (rensa_document_remove_nodes (row, "", two, &error));
  assert_scope (row, "", "x:Input l1:Linear! | x>l1");
  g_assert_true (rensa_document_remove_nodes (row, "", all, &error));
  assert_scope (row, "", " |");

  g_assert_true (rensa_document_remove_nodes (fork, "", b, &error));
  assert_scope (fork, "", "x:Input a:relu sum:op_add! | x>a a>sum:a x>sum:b");
  g_assert_false (rensa_document_remove_nodes (fork, "", missing, &error));
  assert_sentence (&error, "Node c does not exist.");
  g_assert_true (rensa_document_remove_nodes (fork, "", sum, &error));
  assert_scope (fork, "", "x:Input a:relu! | x>a");
}

static void
test_rename (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'block', 'type': 'Chain', 'model': {'nodes': [{'name': 'h', "
      "'type': 'Input'}, {'name': 'l', 'type': 'relu'}], 'edges': [{'from': 'h', 'to': 'l'}]}}], 'edges': [{'from': "
      "'x', 'to': 'block:h'}], 'outputs': ['block']}");

  g_assert_true (rensa_document_rename_node (document, "block", "h", "in", &error));
  g_assert_true (rensa_document_rename_node (document, "", "block", "body", &error));
  g_assert_true (rensa_document_rename_node (document, "body", "l", "out", &error));
  assert_scope (document, "", "x:Input body:Chain! | x>body:in");
  assert_scope (document, "body", "in:Input out:relu! | in>out");
  g_assert_false (rensa_document_rename_node (document, "body", "out", "in", &error));
  assert_sentence (&error, "A node named in already exists; choose another name.");
}

static void
test_connect (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (FORK);
  g_autofree char *name = rensa_document_add_node (document, "", "tanh", NULL, 0, 0, &error);

  g_assert_cmpstr (name, ==, "tanh1");
  g_assert_true (rensa_document_connect (document, "", "x", "sum:b", &error));
  assert_scope (document, "", "x:Input a:relu b:relu sum:op_add! tanh1:tanh | x>a x>b a>sum:a x>sum:b");
  g_assert_true (rensa_document_connect (document, "", "sum", "tanh1", &error));
  assert_scope (document, "", "x:Input a:relu b:relu sum:op_add tanh1:tanh! | x>a x>b a>sum:a x>sum:b sum>tanh1");
  g_assert_false (rensa_document_connect (document, "", "sum", "a", &error));
  assert_sentence (&error, "Connecting sum to a would create a cycle because sum already depends on a.");
  g_assert_false (rensa_document_connect (document, "", "a", "a", &error));
  g_clear_error (&error);
  g_assert_false (rensa_document_connect (document, "", "a", "sum", &error));
  assert_sentence (&error, "All 2 inputs of sum are connected; choose one of them.");
  g_assert_false (rensa_document_connect (document, "", "a", "x", &error));
  assert_sentence (&error, "x has no inputs, so nothing can be connected to it.");
  g_assert_false (rensa_document_connect (document, "", "a:3", "b", &error));
  assert_sentence (&error, "a has 1 output, counted from 0; a:3 does not exist.");
  g_assert_false (rensa_document_connect (document, "", "x", "sum:z", &error));
  assert_sentence (&error, "sum has no input z; it has a, b.");

  g_assert_true (rensa_document_disconnect (document, wires_find (document, "", "a>sum:a"), &error));
  assert_scope (document, "", "x:Input a:relu b:relu sum:op_add tanh1:tanh! | x>a x>b x>sum:b sum>tanh1");
  g_assert_false (rensa_document_disconnect (document, 4, &error));
  assert_sentence (&error, "Connection 4 does not exist.");
  g_assert_false (rensa_document_disconnect (document, -1, &error));
  g_clear_error (&error);
  g_assert_true (rensa_document_set_output (document, "", "sum", &error));
  assert_scope (document, "", "x:Input a:relu b:relu sum:op_add! tanh1:tanh | x>a x>b x>sum:b sum>tanh1");
}

/* The wires of a list keep their order when one of them goes. */
static void
test_list_of_inputs (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'a', 'type': 'relu'}, {'name': 'c', 'type': 'concat'}], "
      "'edges': [{'from': 'x', 'to': 'a'}, {'from': 'x', 'to': 'c:0'}, {'from': 'a', 'to': 'c:1'}]}");

  g_assert_true (rensa_document_connect (document, "", "x", "c", &error));
  assert_scope (document, "", "x:Input a:relu c:concat! | x>a x>c a>c x>c");
  g_assert_true (rensa_document_connect (document, "", "a", "c:0", &error));
  assert_scope (document, "", "x:Input a:relu c:concat! | x>a a>c a>c x>c");
  g_assert_true (rensa_document_disconnect (document, wires_find (document, "", "a>c"), &error));
  assert_scope (document, "", "x:Input a:relu c:concat! | x>a a>c x>c");
}

/* A new node takes the place of the wire that it is put into, also among those of a list; and a Chain, whose wires have ids of
 * their own. */
static void
test_insert_into_wire (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'a', 'type': 'relu'}, {'name': 'c', 'type': 'concat'}], "
      "'edges': [{'from': 'x', 'to': 'a'}, {'from': 'x', 'to': 'c:0'}, {'from': 'a', 'to': 'c:1'}]}");
  g_autofree char *first =
      rensa_document_insert_into_wire (document, wires_find (document, "", "x>c:0"), "tanh", 10, 20, &error);
  g_autofree char *second =
      rensa_document_insert_into_wire (document, wires_find (document, "", "x>a"), "Chain", 0, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (first, ==, "tanh1");
  g_assert_cmpstr (second, ==, "block1");
  assert_scope (document, "",
                "x:Input a:relu c:concat! tanh1:tanh block1:Chain | x>block1 block1>a x>tanh1 tanh1>c:0 a>c:1");
  g_assert_null (rensa_document_insert_into_wire (document, wires_find (document, "", "a>c:1"), "Input", 0, 0, &error));
  assert_sentence (&error, "x1 has no inputs, so nothing can be connected to it.");
  g_assert_null (rensa_document_insert_into_wire (document, 99, "relu", 0, 0, &error));
  assert_sentence (&error, "Connection 99 does not exist.");
}

static void
test_clipboard (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (FORK);
  g_autoptr (RensaDocument) other = rensa_document_new_empty ("other");
  const char *const names[] = { "a", "b", "sum", NULL };
  g_autofree char *text = NULL;
  g_auto (GStrv) pasted = NULL;
  g_auto (GStrv) elsewhere = NULL;

  g_assert_true (rensa_document_move_node (document, "", "a", 100, 50, &error));
  text = rensa_document_copy_nodes (document, "", names, &error);
  pasted = rensa_document_paste_nodes (document, "", text, 20, 30, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (pasted[0], ==, "a1");
  assert_scope (document, "",
                "x:Input a:relu b:relu sum:op_add! a1:relu b1:relu sum1:op_add | x>a x>b a>sum b>sum a1>sum1:a "
                "b1>sum1:b");
  g_assert_cmpstr (json_object_to_json_string (rensa_document_get (document, "model.a1.position")), ==, "[ 120, 80 ]");

  elsewhere = rensa_document_paste_nodes (other, "", text, 0, 0, &error);
  g_assert_cmpuint (g_strv_length (elsewhere), ==, 3);
  assert_scope (other, "", "x:Input! a:relu b:relu sum:op_add | a>sum:a b>sum:b");

  g_assert_null (rensa_document_paste_nodes (other, "", "{\"nodes\": [{}]}", 0, 0, &error));
  assert_sentence (&error, "The clipboard contains no nodes; copy some from a canvas first.");
  g_assert_null (rensa_document_paste_nodes (other, "", "{\"rensa-nodes\": 1, \"nodes\": [3]}", 0, 0, &error));
  assert_sentence (&error, "The clipboard contains a node without a name.");
}

static void
test_group (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (FORK);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *name = NULL;
  const char *const names[] = { "a", "b", "sum", NULL };
  const char *const split[] = { "a", "b", NULL };
  const char *const around[] = { "x", "a", NULL };

  g_assert_null (rensa_document_group_nodes (document, "", split, &error));
  assert_sentence (&error, "A Chain can have only one output, but both a and b are used outside the group.");
  g_assert_null (rensa_document_group_nodes (document, "", around, &error));
  assert_sentence (&error, "x cannot be part of a Chain; remove it from the selection.");

  g_assert_true (rensa_document_tidy (document, "", &error));
  g_assert_true (rensa_document_connect (document, "", "a", "sum:a", &error));
  before = rensa_document_to_text (document);
  name = rensa_document_group_nodes (document, "", names, &error);
  g_assert_no_error (error);
  assert_scope (document, "", "x:Input block1:Chain! | x>block1");
  assert_scope (document, name, "x:Input a:relu b:relu sum:op_add! | x>a x>b a>sum:a b>sum:b");
  g_assert_true (rensa_document_ungroup_node (document, "", name, &error));
  after = rensa_document_to_text (document);
  g_assert_cmpstr (before, ==, after);
}

/* A way out of the group and back would become a cycle. */
static void
test_group_convex (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (ROW);
  const char *const names[] = { "l1", "l2", NULL };

  g_assert_null (rensa_document_group_nodes (document, "", names, &error));
  assert_sentence (&error, "A Chain can have only one output, but both l1 and l2 are used outside the group.");
  g_assert_true (rensa_document_set_output (document, "", "relu1", &error));
  g_assert_null (rensa_document_group_nodes (document, "", names, &error));
  assert_sentence (&error, "A path leaves the selected nodes and returns through relu1; select that node too.");
}

static void
test_sequence (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 's', 'type': 'Sequential', 'model': {'nodes': [{'name': "
      "'a', 'type': 'relu'}, {'name': 'b', 'type': 'tanh'}]}}], 'edges': [{'from': 'x', 'to': 's'}]}");
  const char *const names[] = { "a", "relu1", NULL };
  g_autofree char *added = rensa_document_insert_after (document, "s", "a", "relu", 0, 0, &error);
  g_autofree char *group = rensa_document_group_nodes (document, "s", names, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (added, ==, "relu1");
  g_assert_cmpstr (group, ==, "block1");
  assert_scope (document, "s", "block1:Sequential b:tanh! | block1>b");
  assert_scope (document, "s.block1", "a:relu relu1:relu! | a>relu1");
  g_assert_false (rensa_document_connect (document, "s", "b", "block1", &error));
  assert_sentence (&error, "s calls its nodes in sequence, so it has no connections to edit.");
  g_assert_true (rensa_document_ungroup_node (document, "s", "block1", &error));
  g_assert_true (rensa_document_ungroup_node (document, "", "s", &error));
  assert_scope (document, "", "x:Input a:relu relu1:relu b:tanh! | x>a a>relu1 relu1>b");
}

/* A loss of a step has hooks of its own, and it bears the name of the first model that learns from it. */
static void
test_hooks_of_losses (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (
      "{\"format\": 2, \"models\": {\"y1\": {\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"}]}}, \"step\": "
      "{\"nodes\": []}, \"losses\": [{\"node\": \"a\"}, {\"node\": \"b\", \"models\": \" y1, y2\"}]}");
  g_autofree char *call = NULL;

  g_assert_true (rensa_document_add_component (document, "losses.1.hooks", "GradientClipping", &error));
  g_assert_true (rensa_document_add_component (document, "losses.y1.hooks", "WeightDecay", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (rensa_document_count_components (document, "losses.1.hooks"), ==, 2);
  g_assert_cmpuint (rensa_document_count_components (document, "losses.0.hooks"), ==, 0);
  g_assert_true (rensa_document_move_component (document, "losses.1.hooks", 1, 0, &error));
  g_assert_true (rensa_document_remove_component (document, "losses.1.hooks", 1, &error));
  g_assert_no_error (error);
  g_assert_nonnull (rensa_document_get (document, "losses.y1.hooks.WeightDecay"));
  g_assert_false (rensa_document_add_component (document, "losses.2.hooks", "WeightDecay", NULL));
  g_assert_false (rensa_document_add_component (document, "losses.hooks", "WeightDecay", NULL));

  /* No node of the step gets the name of a model. */
  call = rensa_document_add_node (document, "", "Model", NULL, 0, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (call, ==, "y2");
}

static void
test_components (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (test_document);

  g_assert_true (rensa_document_add_component (document, "hooks", "GradientClipping", &error));
  g_assert_true (rensa_document_move_component (document, "hooks", 1, 0, &error));
  g_assert_cmpstr (json_object_to_json_string (rensa_document_get (document, "hooks.0")), ==,
                   "{ \"type\": \"GradientClipping\", \"attrs\": { \"threshold\": 1.0 } }");
  g_assert_true (rensa_document_remove_component (document, "hooks", 1, &error));
  g_assert_null (rensa_document_get (document, "hooks.1"));
  g_assert_false (rensa_document_remove_component (document, "hooks", 1, &error));
  assert_sentence (&error, "hooks has 1 elements, so index 1 is out of range.");
  g_assert_false (rensa_document_add_component (document, "hooks", "Adam", &error));
  g_clear_error (&error);
  g_assert_false (rensa_document_add_component (document, "loss", "Adam", &error));
  assert_sentence (&error, "Documents have no list named loss.");
}

static void
test_get (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of (test_document);
  static const char *const paths[] = {
    "optimizer",    "hooks.0", "hooks.WeightDecay", "model.l1", "model.nodes.relu1", "loss", "updater",
    "data.dataset", "stop",    "data.split",        "",         "model.l1.initialW"
  };
  static const char *const names[] = {
    "Adam",  "WeightDecay",     "WeightDecay", "Linear", "relu", "softmax_cross_entropy", "StandardUpdater",
    "moons", "IntervalTrigger", "split",       NULL,     NULL
  };

  g_assert_true (rensa_document_set (document, "model.l1.initialW=HeNormal(scale=0.5)", &error));
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, paths[i], &error);
      const char *expected = i == G_N_ELEMENTS (paths) - 1 ? "HeNormal" : names[i];

      if (paths[i][0] == '\0')
        {
          g_clear_error (&error);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpstr (rensa_attrs_get_component (attrs)->name, ==, expected);
    }
  g_assert_null (rensa_document_get_settings (document, "optimizer"));
  g_assert_null (rensa_document_get_settings (document, "extensions"));
  g_assert_null (rensa_document_get_settings (document, "extensions.77"));
  g_assert_null (rensa_document_get_attrs (document, "model.l9", &error));
  assert_sentence (&error, "The document does not contain a component model.l9.");
  g_assert_cmpint (json_object_get_int (rensa_document_get (document, "model.l1.out_size")), ==, 4);
}

/* One Linear makes of a new document one that can be trained. */
static void
test_new_empty (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = rensa_document_new_empty ("A \"new\" one");
  g_autofree char *name = rensa_document_insert_after (document, "", "x", "Linear", 0, 90, &error);
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (name, ==, "l1");
  g_assert_true (rensa_builder_prepare (builder, &error));
}

static void
assert_place (RensaDocument *document, const char *name, double x, double y)
{
  const RensaModel *model = rensa_network_get_model (rensa_document_get_network (document));
  g_autofree RensaPlace *places = rensa_model_place_nodes (model);
  const int i = rensa_model_find_node (model, name);

  g_assert_cmpint (i, >=, 0);
  g_assert_cmpfloat (places[i].x, ==, x);
  g_assert_cmpfloat (places[i].y, ==, y);
}

/* Nodes without a position stand where tidy puts them. */
static void
test_tidy (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (FORK);

  for (int i = 0; i < 2; i++)
    {
      assert_place (document, "x", 110, 0);
      assert_place (document, "a", 0, 90);
      assert_place (document, "b", 220, 90);
      assert_place (document, "sum", 110, 180);
      g_assert_true (rensa_document_tidy (document, "", &error));
    }
}

/* Two residual blocks, the second with a shortcut of its own: what is longest stands in a straight line, whatever skips
 * it; the shortcut stands beside. */
static void
test_tidy_residual (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (
      "{ 'nodes': [ { 'name': 'x', 'type': 'Input' }, { 'name': 'a1', 'type': 'relu' }, { 'name': 'a2', 'type': 'relu' },"
      " { 'name': 'sum1', 'type': 'op_add' }, { 'name': 'b1', 'type': 'relu' }, { 'name': 'b2', 'type': 'relu' },"
      " { 'name': 'short', 'type': 'relu' }, { 'name': 'sum2', 'type': 'op_add' }, { 'name': 'y', 'type': 'relu' } ],"
      " 'edges': [ { 'from': 'x', 'to': 'a1' }, { 'from': 'a1', 'to': 'a2' }, { 'from': 'a2', 'to': 'sum1:a' },"
      " { 'from': 'x', 'to': 'sum1:b' }, { 'from': 'sum1', 'to': 'b1' }, { 'from': 'b1', 'to': 'b2' },"
      " { 'from': 'sum1', 'to': 'short' }, { 'from': 'b2', 'to': 'sum2:a' }, { 'from': 'short', 'to': 'sum2:b' },"
      " { 'from': 'sum2', 'to': 'y' } ], 'outputs': [ 'y' ] }");
  static const char *const straight[] = { "x", "a1", "a2", "sum1", "b1", "b2", "sum2", "y" };

  g_assert_true (rensa_document_tidy (document, "", &error));
  for (guint i = 0; i < G_N_ELEMENTS (straight); i++)
    assert_place (document, straight[i], 0, 90 * i);
  assert_place (document, "short", 220, 360);
}

/* The output of a model goes to the end of what is wired behind it; that of another output stays. */
static void
test_bare_output (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) bare = document_of_model (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'z', 'type': 'Input'}, {'name': 'a', 'type': 'relu'},"
      " {'name': 'b', 'type': 'relu'}], 'edges': [{'from': 'a', 'to': 'b'}], 'outputs': ['x']}");
  g_autoptr (RensaDocument) other = document_of_model (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'relu'}, {'name': 'a', 'type': 'relu'},"
      " {'name': 'b', 'type': 'relu'}], 'edges': [{'from': 'x', 'to': 'l1'}, {'from': 'a', 'to': 'b'}],"
      " 'outputs': ['l1']}");

  g_assert_true (rensa_document_connect (bare, "", "z", "a", &error));
  assert_scope (bare, "", "x:Input z:Input a:relu b:relu! | a>b z>a");
  g_assert_true (rensa_document_connect (other, "", "x", "a", &error));
  assert_scope (other, "", "x:Input l1:relu! a:relu b:relu | x>l1 a>b x>a");
}

/* A chain goes between a node and all that this fed. */
static void
test_splice (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = document_of_model (FORK);
  g_autoptr (RensaDocument) row = document_of_model (ROW);

  g_free (rensa_document_add_node (document, "", "tanh", "t", 0, 0, &error));
  g_assert_true (rensa_document_splice (document, "", "x", "t", "t", &error));
  assert_scope (document, "", "x:Input a:relu b:relu sum:op_add! t:tanh | t>a t>b a>sum b>sum x>t");
  g_free (rensa_document_add_node (row, "", "tanh", "t", 0, 0, &error));
  g_assert_true (rensa_document_splice (row, "", "l2", "t", "t", &error));
  assert_scope (row, "", "x:Input l1:Linear relu1:relu l2:Linear t:tanh! | x>l1 l1>relu1 relu1>l2 l2>t");
  g_assert_false (rensa_document_splice (row, "", "l7", "t", "t", &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/edit/add", test_add);
  g_test_add_func ("/project/edit/add-keeps-output", test_add_keeps_output);
  g_test_add_func ("/project/edit/insert-after", test_insert_after);
  g_test_add_func ("/project/edit/sequences", test_sequences);
  g_test_add_func ("/project/edit/remove", test_remove);
  g_test_add_func ("/project/edit/rename", test_rename);
  g_test_add_func ("/project/edit/connect", test_connect);
  g_test_add_func ("/project/edit/bare-output", test_bare_output);
  g_test_add_func ("/project/edit/splice", test_splice);
  g_test_add_func ("/project/edit/list-of-inputs", test_list_of_inputs);
  g_test_add_func ("/project/edit/insert-into-wire", test_insert_into_wire);
  g_test_add_func ("/project/edit/clipboard", test_clipboard);
  g_test_add_func ("/project/edit/group", test_group);
  g_test_add_func ("/project/edit/group-convex", test_group_convex);
  g_test_add_func ("/project/edit/sequence", test_sequence);
  g_test_add_func ("/project/edit/components", test_components);
  g_test_add_func ("/project/edit/hooks-of-losses", test_hooks_of_losses);
  g_test_add_func ("/project/edit/get", test_get);
  g_test_add_func ("/project/edit/new-empty", test_new_empty);
  g_test_add_func ("/project/edit/tidy", test_tidy);
  g_test_add_func ("/project/edit/tidy-residual", test_tidy_residual);
  return g_test_run ();
}
