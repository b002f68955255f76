/* test-network.c: a document's model is read once, and what was read never changes.
 * SPDX-License-Identifier: MIT */

#include "project-fixture.h"
#include "rensa-edit.h"
#include "rensa-model.h"

/* So deep that with the document around it there are 61 levels of brackets; 64 may be. */
#define DEPTH 19

/* A Chain with one node beside it, in which is such a Chain. */
static char *
make_nested (guint depth)
{
  g_autoptr (GString) text = g_string_new ("{\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"}");
  g_autofree char *inner = depth > 0 ? make_nested (depth - 1) : NULL;

  if (inner != NULL)
    g_string_append_printf (text, ",{\"name\": \"c\", \"type\": \"Chain\", \"model\": %s}", inner);
  g_string_append (text, ",{\"name\": \"r\", \"type\": \"relu\"}], \"edges\": [");
  g_string_append (text, inner != NULL ? "{\"from\": \"x\", \"to\": \"c\"}, {\"from\": \"c\", \"to\": \"r\"}]}"
                                       : "{\"from\": \"x\", \"to\": \"r\"}]}");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static const char *
get_name (RensaNetwork *network, int i)
{
  return rensa_model_get_node (network->model, i)->name;
}

static void
test_read_once (void)
{
  g_autoptr (RensaDocument) document = document_of (test_document);
  RensaNetwork *network = rensa_document_get_network (document);
  g_autoptr (RensaDocument) copy = rensa_document_copy (document);
  g_autofree RensaPlace *places G_GNUC_UNUSED = rensa_model_place_nodes (rensa_network_get_model (network));

  g_assert_true (rensa_document_get_network (document) == network);
  g_assert_true (rensa_document_get_network (copy) == network);
  g_assert_true (rensa_document_change (copy) == rensa_document_get_json (copy));
  g_assert_false (rensa_document_get_network (copy) == network);
  g_assert_true (rensa_document_get_network (document) == network);
}

static void
test_edit (void)
{
  g_autoptr (RensaDocument) document = document_of (test_document);
  g_autoptr (RensaNetwork) before = rensa_network_ref (rensa_document_get_network (document));
  g_autofree char *name = rensa_document_insert_after (document, "", "x", "tanh", 0, 0, NULL);
  const RensaNetwork *after = rensa_document_get_network (document);

  g_assert_cmpstr (name, ==, "tanh1");
  g_assert_cmpuint (before->n_nodes, ==, 4);
  g_assert_cmpuint (before->model->wires->len, ==, 3);
  g_assert_cmpstr (get_name (before, 1), ==, "l1");
  g_assert_cmpuint (after->n_nodes, ==, 5);
  g_assert_cmpuint (after->model->wires->len, ==, 4);
  g_assert_cmpuint (after->mistakes->len, ==, 0);

  g_assert_false (rensa_document_connect (document, "", "l2", "l1", NULL));
  g_assert_true (rensa_document_set (document, "model.l1.out_size=7", NULL));
  g_assert_true (rensa_document_rename_node (document, "", "l1", "first", NULL));
  g_assert_cmpint (rensa_model_find_node (rensa_document_get_network (document)->model, "first"), ==, 2);
  g_assert_cmpstr (get_name (before, 1), ==, "l1");
}

static RensaNodePart *
get_part (RensaNetwork *network, int i)
{
  return rensa_model_get_node (network->model, i)->part;
}

/* What a change leaves alone is not read again. */
static void
test_parts (void)
{
  g_autoptr (RensaDocument) document = document_of (test_document);
  g_autoptr (RensaNetwork) before = rensa_network_ref (rensa_document_get_network (document));
  RensaNetwork *after;

  g_assert_true (rensa_document_set (document, "model.l1.out_size=7", NULL));
  after = rensa_document_get_network (document);
  g_assert_nonnull (get_part (after, 1));
  g_assert_false (get_part (after, 1) == get_part (before, 1));
  g_assert_nonnull (get_part (after, 3));
  g_assert_true (get_part (after, 2) == get_part (before, 2));
  g_assert_true (get_part (after, 3) == get_part (before, 3));
}

/* Those inside a node come after it. */
static void
test_ids (void)
{
  g_autofree char *model = make_nested (2);
  g_autoptr (RensaDocument) document = document_of_model (model);
  const RensaNetwork *network = rensa_document_get_network (document);
  const RensaModelNode *c = rensa_model_get_node (network->model, 1);

  g_assert_cmpuint (network->n_nodes, ==, 8);
  g_assert_cmpuint (c->id, ==, 1);
  g_assert_cmpuint (c->n_inside, ==, 5);
  g_assert_cmpuint (rensa_model_get_node (c->model, 0)->id, ==, 2);
  g_assert_cmpuint (rensa_model_get_node (c->model, 2)->id, ==, 6);
  g_assert_cmpuint (rensa_model_get_node (network->model, 2)->id, ==, 7);

  g_assert_cmpuint (network->n_wires, ==, 5);
  g_assert_cmpuint (rensa_model_get_node (c->model, 1)->model->first_wire, ==, 0);
  g_assert_cmpuint (c->model->first_wire, ==, 1);
  g_assert_cmpuint (network->model->first_wire, ==, 3);
}

/* Which nodes wires lead to from the node @from: "1 1 0 1". */
static void
assert_reached (const RensaModel *model, const char *from, gboolean upwards, const char *expected)
{
  g_autofree gboolean *is_reached = rensa_model_list_reached (model, rensa_model_find_node (model, from), upwards);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = model->n_hidden; i < model->nodes->len; i++)
    g_string_append_c (text, is_reached[i] ? '1' : '0');
  g_assert_cmpstr (text->str, ==, expected);
}

/* Also where wires stand in no order, and in a sequence, whose wires no document holds. */
static void
test_reached (void)
{
  g_autoptr (RensaDocument) document = document_of_model (
      "{\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"}, {\"name\": \"a\", \"type\": \"relu\"},"
      " {\"name\": \"b\", \"type\": \"relu\"}, {\"name\": \"c\", \"type\": \"relu\"},"
      " {\"name\": \"s\", \"type\": \"Sequential\", \"model\": {\"nodes\": [{\"name\": \"p\", \"type\": \"relu\"},"
      " {\"name\": \"q\", \"type\": \"relu\"}, {\"name\": \"r\", \"type\": \"relu\"}]}}],"
      " \"edges\": [{\"from\": \"c\", \"to\": \"s\"}, {\"from\": \"a\", \"to\": \"c\"}, {\"from\": \"x\", \"to\": \"b\"},"
      " {\"from\": \"x\", \"to\": \"a\"}]}");
  const RensaNetwork *network = rensa_document_get_network (document);

  assert_reached (network->model, "x", FALSE, "11111");
  assert_reached (network->model, "a", FALSE, "01011");
  assert_reached (network->model, "b", FALSE, "00100");
  assert_reached (network->model, "s", TRUE, "11011");
  assert_reached (network->model, "b", TRUE, "10100");
  assert_reached (rensa_network_find_model (network, "s"), "q", FALSE, "011");
  assert_reached (rensa_network_find_model (network, "s"), "q", TRUE, "110");
}

/* By paths, and by the ids of wires. */
static void
test_find (void)
{
  g_autofree char *model = make_nested (2);
  g_autoptr (RensaDocument) document = document_of_model (model);
  const RensaNetwork *network = rensa_document_get_network (document);

  g_assert_cmpuint (rensa_network_find_node (network, "c.c.r")->id, ==, 5);
  g_assert_null (rensa_network_find_node (network, "c.c.q"));
  g_assert_null (rensa_network_find_node (network, "r.r"));
  g_assert_null (rensa_network_find_node (network, ""));
  g_assert_null (rensa_network_find_node (network, "c..r"));
  g_assert_true (rensa_network_find_model (network, "") == network->model);
  g_assert_true (rensa_network_find_model (network, "c.c") == rensa_network_find_node (network, "c.c")->model);
  g_assert_null (rensa_network_find_model (network, "r"));
  g_assert_true (rensa_network_find_wire (network, 0) == rensa_network_find_model (network, "c.c"));
  g_assert_true (rensa_network_find_wire (network, 4) == network->model);
  g_assert_null (rensa_network_find_wire (network, 5));
  g_assert_null (rensa_network_find_wire (network, -1));
}

static void
test_depth (void)
{
  g_autofree char *model = make_nested (DEPTH);
  g_autoptr (RensaDocument) document = document_of_model (model);
  const RensaNetwork *network = rensa_document_get_network (document);

  g_assert_cmpuint (network->n_nodes, ==, 3 * DEPTH + 2);
  g_assert_cmpuint (network->mistakes->len, ==, 0);
}

/* What is wrong is found once, and told by all who read the network. */
static void
test_mistakes (void)
{
  g_autofree char *text = document_text_with ("\"relu\"", "\"rleu\"");
  g_autoptr (RensaDocument) document = document_of (text);
  const RensaNetwork *network = rensa_document_get_network (document);

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (rensa_builder_new (document, NULL, &error));
      g_assert_true (g_str_has_prefix (error->message, "test.rensa: model.nodes.relu1: "));
      g_assert_cmpuint (network->mistakes->len, ==, 1);
    }
  g_assert_true (rensa_document_get_network (document) == network);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/network/read-once", test_read_once);
  g_test_add_func ("/project/network/edit", test_edit);
  g_test_add_func ("/project/network/parts", test_parts);
  g_test_add_func ("/project/network/ids", test_ids);
  g_test_add_func ("/project/network/reached", test_reached);
  g_test_add_func ("/project/network/find", test_find);
  g_test_add_func ("/project/network/depth", test_depth);
  g_test_add_func ("/project/network/mistakes", test_mistakes);
  return g_test_run ();
}
