/* leak-scope.h: what a test makes, it frees.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-variable.h"

/* Counts at the beginning of a scope; leaving it fails the test where arrays, variables or function nodes are still alive. */
typedef struct
{
  guint arrays;
  guint variables;
  guint function_nodes;
} LeakScope;

LeakScope leak_scope_enter (void);
void leak_scope_leave (LeakScope *scope);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LeakScope, leak_scope_leave)

#define LEAK_SCOPE G_GNUC_UNUSED g_auto (LeakScope) leak_scope = leak_scope_enter ()

/* Registers @func under @path, run inside a leak scope. */
void add_leak_checked_test (const char *path, GTestFunc func);
