/* test-budget.c: a limit on operations, and a flag that ends them.
 * SPDX-License-Identifier: MIT */

#include "rensa-base-faults.h"
#include "rensa-budget.h"

/* Spends until something is refused, at most @most times; returns how often that went well. */
static int
spend (int most, GError **error)
{
  int n = 0;

  while (n < most && rensa_budget_spend (error))
    n++;
  return n;
}

static void
test_limit (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (spend (1000, &error), ==, 1000);
  {
    g_auto (RensaBudget) budget = { .limit = 300 };

    rensa_budget_enter (&budget);
    g_assert_cmpint (spend (1000, &error), ==, 300);
    g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
    g_assert_true (rensa_error_get_fault (error)->code == &rensa_fault_many_operations);
    g_assert_cmpint (rensa_error_get_fault (error)->n_expected.n, ==, 300);
    g_assert_cmpstr (error->message, ==, "a step performs more than 300 operations.");
    g_clear_error (&error);
    g_assert_cmpint (spend (1000, &error), ==, 0);
    g_clear_error (&error);
  }
  g_assert_cmpint (spend (1000, &error), ==, 1000);
  g_assert_no_error (error);
}

/* What is made inside counts outside, and the smaller of both ends it. */
static void
test_nested (void)
{
  g_autoptr (GError) error = NULL;
  g_auto (RensaBudget) outer = { .limit = 300 };

  rensa_budget_enter (&outer);
  g_assert_cmpint (spend (70, NULL), ==, 70);
  {
    g_auto (RensaBudget) inner = { .limit = 100 };

    rensa_budget_enter (&inner);
    g_assert_cmpint (spend (1000, &error), ==, 100);
    g_assert_cmpint (rensa_error_get_fault (error)->n_expected.n, ==, 100);
    g_clear_error (&error);
  }
  {
    g_auto (RensaBudget) inner = { .limit = 1000 };

    rensa_budget_enter (&inner);
    g_assert_cmpint (spend (1000, &error), ==, 130);
    g_assert_cmpint (rensa_error_get_fault (error)->n_expected.n, ==, 300);
    g_clear_error (&error);
  }
  g_assert_cmpint (spend (1000, NULL), ==, 0);
}

/* A flag is looked at once in a while; what its own budget allows is still made then. */
static void
test_stop (void)
{
  g_autoptr (GError) error = NULL;
  gint stop = 0;
  g_auto (RensaBudget) outer = { .limit = G_MAXINT64, .stop = &stop, .grace = G_MAXINT64 };

  rensa_budget_enter (&outer);
  {
    g_auto (RensaBudget) inner = { .limit = 100000, .grace = 500 };
    int n;

    rensa_budget_enter (&inner);
    g_assert_cmpint (spend (200, NULL), ==, 200);
    g_atomic_int_set (&stop, 1);
    n = spend (100000, &error);
    g_assert_cmpint (n, >=, 500);
    g_assert_cmpint (n, <, 600);
    g_assert_error (error, RENSA_ERROR, RENSA_ERROR_CANCELLED);
  }
  g_assert_cmpint (spend (1000, NULL), ==, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/budget/limit", test_limit);
  g_test_add_func ("/base/budget/nested", test_nested);
  g_test_add_func ("/base/budget/stop", test_stop);

  return g_test_run ();
}
