/* test-operations.c: documents that would make more operations than anybody waits for.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-base-faults.h"
#include "rensa-budget.h"

/* A step with @n gradients one behind the other: each more than doubles the graph. */
static char *
text_of_gradients (int n)
{
  g_autoptr (GString) nodes = g_string_new (NULL);
  g_autoptr (GString) wires = g_string_new (NULL);
  char *json;

  for (int i = 0; i < n; i++)
    {
      g_autofree char *before = i > 0 ? g_strdup_printf ("g%d", i - 1) : g_strdup ("s");

      g_string_append_printf (nodes, "{'name': 'g%d', 'type': 'gradient'}, ", i);
      g_string_append_printf (wires, "{'from': '%s', 'to': 'g%d:y'}, {'from': 'x', 'to': 'g%d:x'}, ", before, i, i);
    }
  json = g_strdup_printf (
      "{'format': 2, 'data': {'dataset': {'type': 'moons', 'attrs': {'n': 40, 'n_test': 10}}, 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
      " 'models': {'m': {'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 2}}],"
      " 'edges': [{'from': 'x', 'to': 'l'}]}},"
      " 'step': {'nodes': [{'name': 'x', 'type': 'Field'}, {'name': 'y', 'type': 'Model', 'attrs': {'model': 'm'}},"
      " {'name': 's', 'type': 'tanh'}, %s{'name': 'loss', 'type': 'average'}],"
      " 'edges': [{'from': 'x', 'to': 'y'}, {'from': 'y', 'to': 's'}, %s{'from': 'g%d', 'to': 'loss'}]},"
      " 'losses': [{'node': 'loss', 'models': 'm'}],"
      " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': 1, 'unit': 'iteration'}}, 'extensions': []}",
      nodes->str, wires->str, n - 1);
  return g_strdelimit (json, "'", '"');
}

static RensaBuilder *
builder_of_gradients (int n)
{
  g_autofree char *text = text_of_gradients (n);
  g_autoptr (GError) error = NULL;
  RensaBuilder *builder = builder_of (text, &error);

  g_assert_no_error (error);
  return builder;
}

/* Told when the document is looked at, before anything trains. */
static void
test_gradients (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) few = builder_of_gradients (6);
  g_autoptr (RensaBuilder) many = builder_of_gradients (18);
  g_auto (RensaBudget) budget = { .limit = 50000 };

  rensa_budget_enter (&budget);
  g_assert_nonnull (rensa_builder_get_facts (few, &error));
  g_assert_no_error (error);
  g_assert_null (rensa_builder_get_facts (many, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_true (rensa_error_get_fault (error)->code == &rensa_fault_many_operations);
  g_assert_nonnull (strstr (error->message, "g1"));
}

/* The analysis tells it, too, as a problem; for it the data are there. */
static void
test_analysis (void)
{
  g_autofree char *text = text_of_gradients (18);
  g_autoptr (RensaDocument) document = document_of (text);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);

  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), ==, 1);
  g_assert_cmpstr (rensa_analysis_get_problem (analysis, 0)->place, ==, "step");
  g_assert_nonnull (strstr (rensa_analysis_get_problem (analysis, 0)->sentence, "g1"));
}

/* Without any other budget, it is that of a trial. */
static void
test_call (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) many = builder_of_gradients (18);

  g_assert_null (rensa_builder_get_facts (many, &error));
  g_assert_true (rensa_error_get_fault (error)->code == &rensa_fault_many_operations);
  g_assert_cmpint (rensa_error_get_fault (error)->n_expected.n, ==, RENSA_BUDGET_TRIAL);
}

/* Stop is honoured while the graph is being recorded. */
static void
test_stop (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) many = builder_of_gradients (18);
  const gint stop = 1;
  g_auto (RensaBudget) budget = { .limit = G_MAXINT64, .stop = &stop, .grace = G_MAXINT64 };

  rensa_budget_enter (&budget);
  g_assert_null (rensa_builder_make_trainer (many, "/nowhere", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_CANCELLED);
}

/* A step that calls a model of @depth functions @n times, one behind the other. */
static RensaBuilder *
builder_of_calls (int n, int depth)
{
  g_autoptr (GString) layers = g_string_new (NULL);
  g_autoptr (GString) layer_wires = g_string_new (NULL);
  g_autoptr (GString) calls = g_string_new (NULL);
  g_autoptr (GString) wires = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *json = NULL;
  RensaBuilder *builder;

  for (int i = 1; i <= depth; i++)
    {
      g_string_append_printf (layers, ", {'name': 'l%d', 'type': 'tanh'}", i);
      g_string_append_printf (layer_wires, ", {'from': 'l%d', 'to': 'l%d'}", i - 1, i);
    }
  for (int i = 1; i <= n; i++)
    {
      g_string_append_printf (calls, "{'name': 'y%d', 'type': 'Model', 'attrs': {'model': 'm'}}, ", i);
      g_string_append_printf (wires, "{'from': 'y%d', 'to': 'y%d'}, ", i - 1, i);
    }
  json = g_strdup_printf (
      "{'format': 2, 'data': {'dataset': {'type': 'moons', 'attrs': {'n': 40, 'n_test': 10}}, 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
      " 'models': {'m': {'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l0', 'type': 'Linear', 'attrs': {'out_size': 2}}%s],"
      " 'edges': [{'from': 'x', 'to': 'l0'}%s]}},"
      " 'step': {'nodes': [{'name': 'y0', 'type': 'Field'}, %s{'name': 'loss', 'type': 'average'}],"
      " 'edges': [%s{'from': 'y%d', 'to': 'loss'}]},"
      " 'losses': [{'node': 'loss', 'models': 'm'}],"
      " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': 1, 'unit': 'iteration'}}, 'extensions': []}",
      layers->str, layer_wires->str, calls->str, wires->str, n);
  builder = builder_of (g_strdelimit (json, "'", '"'), &error);
  g_assert_no_error (error);
  return builder;
}

/* The functions of a model that is called alike again and again are asked once, and count each time. */
static void
test_calls (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of_calls (2000, 40);
  g_auto (RensaBudget) budget = { .limit = 1000 };
  const RensaFacts *facts;
  const RensaModelNode *node;

  rensa_budget_enter (&budget);
  facts = rensa_builder_get_facts (builder, &error);
  g_assert_no_error (error);
  for (int i = 1; i <= 2000; i += 1999)
    {
      g_autofree char *name = g_strdup_printf ("y%d", i);

      node = rensa_network_find_node (rensa_facts_get_network (facts), name);
      g_assert_true (rensa_facts_get (facts, node)->is_known);
      g_assert_cmpint (rensa_facts_get (facts, node)->n_bytes, ==, 41 * 10 * 2 * sizeof (float));
    }
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/build/operations/gradients", test_gradients);
  g_test_add_func ("/project/build/operations/analysis", test_analysis);
  g_test_add_func ("/project/build/operations/call", test_call);
  g_test_add_func ("/project/build/operations/stop", test_stop);
  g_test_add_func ("/project/build/operations/calls", test_calls);
  return g_test_run ();
}
