/* test-modes.c: the modes of a thread.
 * SPDX-License-Identifier: MIT */

#include "rensa-modes.h"

static void
assert_defaults (void)
{
  const RensaModes *modes = rensa_modes_get ();

  g_assert_true (modes->train);
  g_assert_true (modes->enable_backprop);
  g_assert_false (modes->debug);
  g_assert_false (modes->keep_graph_on_report);
  g_assert_false (modes->allow_tf32);
  g_assert_cmpint (modes->dtype, ==, RENSA_FLOAT32);
}

static void
test_scope (void)
{
  assert_defaults ();
  {
    g_auto (RensaModesScope) outer = rensa_modes_enter ();
    rensa_modes_get ()->train = FALSE;
    {
      g_auto (RensaModesScope) inner = rensa_modes_enter ();
      rensa_modes_get ()->enable_backprop = FALSE;
      rensa_modes_get ()->dtype = RENSA_FLOAT64;
      g_assert_false (rensa_modes_get ()->train);
    }
    g_assert_false (rensa_modes_get ()->train);
    g_assert_true (rensa_modes_get ()->enable_backprop);
    g_assert_cmpint (rensa_modes_get ()->dtype, ==, RENSA_FLOAT32);
  }
  assert_defaults ();
}

static gpointer
look_from_another_thread (gpointer data)
{
  assert_defaults ();
  rensa_modes_get ()->debug = TRUE;
  return NULL;
}

static void
test_threads (void)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->train = FALSE;
  g_thread_join (g_thread_new ("modes", look_from_another_thread, NULL));
  g_assert_false (rensa_modes_get ()->train);
  g_assert_false (rensa_modes_get ()->debug);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/modes/scope", test_scope);
  g_test_add_func ("/base/modes/threads", test_threads);

  return g_test_run ();
}
