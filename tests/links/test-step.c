/* test-step.c: training steps whose calls are code; those with plans are tested with documents.
 * SPDX-License-Identifier: MIT */

#include "link-fixture.h"
#include "rensa-functions.h"
#include "rensa-reporter.h"

static const char *const names[] = { "a/loss", "b/loss", "mean" };

/* The losses are the sums of x and of 2x; what is reported is x. */
static gboolean
call_step (RensaLink *self, RensaVariable *const *fields, int n_fields, RensaVariable **values, GError **error)
{
  values[0] = rensa_sum (fields[0], NULL, FALSE, error);
  values[1] = rensa_multiply_scalar (values[0], 2, error);
  values[2] = rensa_variable_ref (fields[0]);
  return values[1] != NULL;
}

static gboolean
call_first (RensaLink *self, RensaVariable *const *fields, int n_fields, RensaVariable **values, GError **error)
{
  values[0] = rensa_sum (fields[0], NULL, FALSE, error);
  return values[0] != NULL;
}

static gboolean
call_second (RensaLink *self, RensaVariable *const *fields, int n_fields, RensaVariable **values, GError **error)
{
  values[1] = rensa_sum (fields[0], NULL, FALSE, error);
  values[2] = rensa_variable_ref (fields[0]);
  return values[1] != NULL;
}

static RensaLink *
step_new (void)
{
  RensaLink *step = rensa_step_new ();

  rensa_step_set_call (step, call_step, names, G_N_ELEMENTS (names), 2, TRUE);
  return step;
}

static void
assert_scalar (RensaVariable *value, double expected)
{
  g_assert_nonnull (value);
  g_assert_cmpfloat (rensa_array_get_scalar (rensa_variable_get_array (value)), ==, expected);
}

/* The keys that a call reports, with a space between. */
static char *
list_keys (RensaObservation *observation)
{
  GString *keys = g_string_new (NULL);

  for (guint i = 0; i < rensa_observation_get_n (observation); i++)
    g_string_append_printf (keys, "%s%s", i > 0 ? " " : "", rensa_observation_get_key (observation, i));
  rensa_observation_clear (observation);
  return g_string_free (keys, FALSE);
}

static void
assert_reported (RensaObservation *observation, const char *expected)
{
  g_autofree char *keys = list_keys (observation);

  g_assert_cmpstr (keys, ==, expected);
}

static void
test_call (void)
{
  g_autoptr (RensaLink) step = step_new ();
  g_autoptr (RensaLink) copy = rensa_link_copy (step, RENSA_COPY_COPY, NULL);
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (2), 1, 3);
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  RensaVariable *losses[RENSA_MAX_OUTPUTS] = { NULL };
  double mean;

  rensa_reporter_push (reporter, observation);
  g_assert_cmpint (rensa_step_call (copy, &x, 1, losses, NULL), ==, 2);
  rensa_reporter_pop (reporter);
  assert_scalar (losses[0], 4);
  assert_scalar (losses[1], 8);
  g_assert_true (rensa_observation_lookup (observation, "mean", &mean));
  g_assert_cmpfloat (mean, ==, 2);
  assert_reported (observation, "a/loss b/loss mean");
  rensa_variables_clear (losses, 2);
}

/* Each call gives and reports its own; a validation asks for all. */
static void
test_passes (void)
{
  g_autoptr (RensaLink) step = step_new ();
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (2), 1, 3);
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  RensaVariable *losses[RENSA_MAX_OUTPUTS] = { NULL };

  rensa_step_set_pass (step, -1, call_first);
  rensa_step_set_pass (step, 1, call_second);
  g_assert_false (rensa_step_is_fresh (step, 0));
  g_assert_true (rensa_step_is_fresh (step, 1));

  rensa_reporter_push (reporter, observation);
  g_assert_cmpint (rensa_step_call (step, &x, 1, losses, NULL), ==, 2);
  assert_scalar (losses[0], 4);
  g_assert_null (losses[1]);
  assert_reported (observation, "a/loss");

  losses[1] = rensa_step_call_fresh (step, 1, &x, 1, NULL);
  assert_scalar (losses[1], 4);
  assert_reported (observation, "b/loss mean");
  rensa_variables_clear (losses, 2);

  g_assert_cmpint (rensa_link_call_n (step, &x, 1, losses, RENSA_MAX_OUTPUTS, NULL), ==, 2);
  assert_scalar (losses[1], 8);
  assert_reported (observation, "a/loss b/loss mean");
  rensa_reporter_pop (reporter);
  rensa_variables_clear (losses, 2);
}

/* A loss too few is told, and a failure goes through. */
static void
test_errors (void)
{
  g_autoptr (RensaLink) step = rensa_step_new ();
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (2), 1, 3);
  RensaVariable *losses[RENSA_MAX_OUTPUTS] = { NULL };
  g_autoptr (GError) error = NULL;

  rensa_step_set_call (step, call_first, names, G_N_ELEMENTS (names), 2, TRUE);
  g_assert_cmpint (rensa_step_call (step, &x, 1, losses, &error), ==, -1);
  assert_message (&error, RENSA_ERROR_INVALID, "Step returns too few values: 1 instead of 2");
  g_assert_null (losses[0]);
}

/* One model is meant itself, several are a Chain of them. */
static void
test_learner (void)
{
  g_autoptr (RensaLink) step = step_new ();
  g_autoptr (RensaLink) one = NULL;
  g_autoptr (RensaLink) two = NULL;
  g_autofree char *params = NULL;

  g_assert_true (rensa_link_take_child (step, "a", link_of ("Linear(in_size=1, out_size=1)"), NULL));
  g_assert_true (rensa_link_take_child (step, "b", link_of ("Linear(in_size=1, out_size=1, nobias=True)"), NULL));
  g_assert_true (rensa_link_take_child (step, "c", link_of ("Linear(in_size=1, out_size=1)"), NULL));
  one = rensa_step_make_learner (step, (const char *const[]){ "a", NULL });
  two = rensa_step_make_learner (step, (const char *const[]){ "a", "b", NULL });
  params = list_params (two);
  g_assert_true (one == rensa_link_find (step, "a"));
  g_assert_cmpstr (params, ==, "/a/W /a/b /b/W");
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/step/call", test_call);
  g_test_add_func ("/links/step/passes", test_passes);
  g_test_add_func ("/links/step/errors", test_errors);
  g_test_add_func ("/links/step/learner", test_learner);
  return g_test_run ();
}
