/* test-reporter.c: values that links make known.
 * SPDX-License-Identifier: MIT */

#include <malloc.h>
#include <string.h>

#include "link-fixture.h"
#include "rensa-functions.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"
#include "rensa-reporter.h"

static void
test_observation (void)
{
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  g_autoptr (RensaVariable) loss = VARIABLE (RENSA_SHAPE_SCALAR, 0.5);
  double value = 0;

  rensa_observation_set (observation, "epoch", 3);
  rensa_observation_set_variable (observation, "loss", loss);
  rensa_observation_set (observation, "epoch", 4);
  g_assert_cmpuint (rensa_observation_get_n (observation), ==, 2);
  g_assert_cmpstr (rensa_observation_get_key (observation, 0), ==, "epoch");
  g_assert_cmpstr (rensa_observation_get_key (observation, 1), ==, "loss");
  g_assert_cmpfloat (rensa_observation_get_value (observation, 0), ==, 4);
  g_assert_cmpfloat (rensa_observation_get_value (observation, 1), ==, 0.5);
  g_assert_true (rensa_observation_lookup (observation, "loss", &value));
  g_assert_cmpfloat (value, ==, 0.5);
  g_assert_false (rensa_observation_lookup (observation, "los", &value));
  g_assert_null (rensa_observation_get_variable (observation, "epoch"));
  g_assert_nonnull (rensa_observation_get_variable (observation, "loss"));

  rensa_observation_set (observation, "loss", 2);
  g_assert_null (rensa_observation_get_variable (observation, "loss"));
  rensa_observation_clear (observation);
  g_assert_cmpuint (rensa_observation_get_n (observation), ==, 0);
}

/* The value is read when it is asked for, once. */
static void
test_lazy_value (void)
{
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1), 1);

  rensa_observation_set_variable (observation, "x", x);
  g_assert_true (rensa_array_fill (rensa_variable_get_array (x), 2, NULL));
  g_assert_cmpfloat (rensa_observation_get_value (observation, 0), ==, 2);
  g_assert_true (rensa_array_fill (rensa_variable_get_array (x), 3, NULL));
  g_assert_cmpfloat (rensa_observation_get_value (observation, 0), ==, 2);
}

static void
test_graph (void)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  const guint before = rensa_function_node_count_alive ();
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1), 1);
  RensaVariable *y = rensa_exp (x, NULL);

  rensa_observation_set_variable (observation, "y", y);
  rensa_variable_unref (y);
  g_assert_cmpuint (rensa_function_node_count_alive (), ==, before);

  rensa_modes_get ()->keep_graph_on_report = TRUE;
  y = rensa_exp (x, NULL);
  rensa_observation_set_variable (observation, "y", y);
  rensa_variable_unref (y);
  g_assert_cmpuint (rensa_function_node_count_alive (), ==, before + 1);
  g_assert_true (rensa_variable_backward (rensa_observation_get_variable (observation, "y"), NULL, NULL));
}

static void
test_names (void)
{
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  g_autoptr (RensaLink) root = rensa_chain_new ();
  g_autofree char *long_name = g_strnfill (300, 'n');
  int observer;
  int stranger;

  g_assert_true (rensa_link_take_child (root, "predictor", mlp_new (), NULL));
  rensa_reporter_add_link (reporter, "main", root);
  rensa_reporter_add_observer (reporter, long_name, &observer);
  rensa_report_number ("unheard", 0, root);

  rensa_reporter_push (reporter, observation);
  rensa_report_number ("loss", 1, root);
  rensa_report_number ("norm", 2, rensa_link_find (root, "predictor/l1"));
  rensa_report_number ("epoch", 3, NULL);
  rensa_report_number ("long", 4, &observer);
  rensa_report_number ("strange", 5, &stranger);
  rensa_reporter_pop (reporter);
  rensa_report_number ("late", 6, NULL);

  g_assert_cmpuint (rensa_observation_get_n (observation), ==, 5);
  g_assert_cmpstr (rensa_observation_get_key (observation, 0), ==, "main/loss");
  g_assert_cmpstr (rensa_observation_get_key (observation, 1), ==, "main/predictor/l1/norm");
  g_assert_cmpstr (rensa_observation_get_key (observation, 2), ==, "epoch");
  g_assert_true (g_str_has_suffix (rensa_observation_get_key (observation, 3), "nnn/long"));
  g_assert_cmpuint (strlen (rensa_observation_get_key (observation, 3)), ==, 305);
  g_assert_cmpstr (rensa_observation_get_key (observation, 4), ==, "strange");
}

static void
test_nested (void)
{
  g_autoptr (RensaReporter) outer = rensa_reporter_new ();
  g_autoptr (RensaReporter) inner = rensa_reporter_new ();
  g_autoptr (RensaObservation) training = rensa_observation_new ();
  g_autoptr (RensaObservation) validation = rensa_observation_new ();
  int observer;

  rensa_reporter_add_observer (outer, "main", &observer);
  rensa_reporter_add_observer (inner, "validation/main", &observer);
  rensa_reporter_push (outer, training);
  rensa_reporter_push (inner, validation);
  rensa_report_number ("loss", 1, &observer);
  rensa_reporter_pop (inner);
  rensa_report_number ("loss", 2, &observer);
  rensa_reporter_pop (outer);

  g_assert_cmpstr (rensa_observation_get_key (validation, 0), ==, "validation/main/loss");
  g_assert_cmpstr (rensa_observation_get_key (training, 0), ==, "main/loss");
  g_assert_cmpfloat (rensa_observation_get_value (training, 0), ==, 2);
}

static gsize
count_allocated (void)
{
  return mallinfo2 ().uordblks;
}

static void
report_once (RensaReporter *reporter, RensaObservation *observation, RensaLink *link, RensaVariable *loss)
{
  rensa_observation_clear (observation);
  rensa_reporter_push (reporter, observation);
  rensa_report ("loss", loss, link);
  rensa_report_number ("accuracy", 0.5, link);
  rensa_reporter_pop (reporter);
}

/* A steady loop does not grow. */
static void
test_steady_loop (void)
{
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  g_autoptr (RensaLink) link = mlp_new ();
  g_autoptr (RensaVariable) loss = VARIABLE (RENSA_SHAPE_SCALAR, 0.5);
  gsize before;

  rensa_reporter_add_link (reporter, "main", link);
  for (int i = 0; i < 3; i++)
    report_once (reporter, observation, link, loss);
  before = count_allocated ();
  for (int i = 0; i < 1000; i++)
    report_once (reporter, observation, link, loss);
  g_assert_cmpuint (count_allocated (), ==, before);
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/observation/values", test_observation);
  g_test_add_func ("/links/observation/lazy-value", test_lazy_value);
  g_test_add_func ("/links/observation/graph", test_graph);
  g_test_add_func ("/links/reporter/names", test_names);
  g_test_add_func ("/links/reporter/nested", test_nested);
  g_test_add_func ("/links/reporter/steady-loop", test_steady_loop);
  return g_test_run ();
}
