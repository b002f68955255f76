/* test-graph.c: the recorded graph as text.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-graph.h"
#include "rensa-primitives.h"

static void
test_dot (void)
{
  g_autoptr (RensaArray) array = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (2, 3), NULL);
  g_autoptr (RensaVariable) x = rensa_variable_new (array);
  g_autoptr (RensaVariable) h = rensa_relu (x, NULL);
  g_autoptr (RensaVariable) y = rensa_sum (h, NULL, FALSE, NULL);
  g_autofree char *dot = NULL;

  rensa_variable_set_name (x, "x");
  dot = rensa_graph_to_dot (&y, 1);
  g_assert_cmpstr (dot, ==,
                   "digraph graphname{rankdir=TB;"
                   "0 [label=\"float32\",shape=\"octagon\",fillcolor=\"#E0E0E0\",style=\"filled\"];"
                   "1 [label=\"Sum\",shape=\"record\",fillcolor=\"#6495ED\",style=\"filled\"];"
                   "2 [label=\"(2, 3), float32\",shape=\"octagon\",fillcolor=\"#E0E0E0\",style=\"filled\"];"
                   "3 [label=\"ReLU\",shape=\"record\",fillcolor=\"#6495ED\",style=\"filled\"];"
                   "4 [label=\"x: (2, 3), float32\",shape=\"octagon\",fillcolor=\"#E0E0E0\",style=\"filled\"];"
                   "1 -> 0;3 -> 2;2 -> 1;4 -> 3;}");
}

static const char *
get_path (RensaVariable *variable, gpointer named)
{
  return variable == named ? "/l1/W" : NULL;
}

/* The numbers are those of the text above. */
static void
test_json (void)
{
  g_autoptr (RensaArray) array = rensa_array_zeros (RENSA_FLOAT64, &RENSA_SHAPE (2, 3), NULL);
  g_autoptr (RensaVariable) x = rensa_variable_new (array);
  g_autoptr (RensaVariable) h = rensa_relu (x, NULL);
  g_autoptr (RensaVariable) y = rensa_sum (h, NULL, FALSE, NULL);
  g_autofree char *json = NULL;

  rensa_variable_set_name (x, "x");
  json = rensa_graph_to_json (&y, 1, get_path, x);
  g_assert_cmpstr (
      json, ==,
      "{\"nodes\":["
      "{\"id\":0,\"kind\":\"variable\",\"label\":\"float64\",\"name\":null,\"param\":null,\"shape\":[],"
      "\"dtype\":\"float64\",\"bytes\":8,\"rank\":2},"
      "{\"id\":1,\"kind\":\"function\",\"label\":\"Sum\",\"function\":\"sum\",\"rank\":1},"
      "{\"id\":2,\"kind\":\"variable\",\"label\":\"(2, 3), float64\",\"name\":null,\"param\":null,"
      "\"shape\":[2,3],\"dtype\":\"float64\",\"bytes\":48,\"rank\":1},"
      "{\"id\":3,\"kind\":\"function\",\"label\":\"ReLU\",\"function\":\"relu\",\"rank\":0},"
      "{\"id\":4,\"kind\":\"variable\",\"label\":\"x: (2, 3), float64\",\"name\":\"x\",\"param\":\"/l1/W\","
      "\"shape\":[2,3],\"dtype\":\"float64\",\"bytes\":48,\"rank\":0}],"
      "\"edges\":[[1,0],[3,2],[2,1],[4,3]]}");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/autograd/graph/dot", test_dot);
  g_test_add_func ("/autograd/graph/json", test_json);
  return g_test_run ();
}
