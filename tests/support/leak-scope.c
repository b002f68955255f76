/* leak-scope.c: what a test makes, it frees.
 * SPDX-License-Identifier: MIT */

#include "leak-scope.h"

LeakScope
leak_scope_enter (void)
{
  return (LeakScope){ rensa_array_count_alive (), rensa_variable_count_alive (), rensa_function_node_count_alive () };
}

void
leak_scope_leave (LeakScope *scope)
{
  g_assert_cmpuint (rensa_function_node_count_alive (), ==, scope->function_nodes);
  g_assert_cmpuint (rensa_variable_count_alive (), ==, scope->variables);
  g_assert_cmpuint (rensa_array_count_alive (), ==, scope->arrays);
}

static void
run (gconstpointer data)
{
  LEAK_SCOPE;

  ((GTestFunc) data) ();
}

void
add_leak_checked_test (const char *path, GTestFunc func)
{
  g_test_add_data_func (path, (gconstpointer) func, run);
}
