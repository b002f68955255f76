/* check-reporter.c: under which names links and others report.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-modes.h"
#include "rensa-reporter.h"

static RensaLink *
make_model (GError **error)
{
  g_autoptr (RensaLink) root = rensa_link_new_from_text ("Classifier", error);
  RensaLink *network = rensa_sequential_new ();

  if (root == NULL || !rensa_link_take_child (root, "predictor", network, error))
    return NULL;
  for (int i = 0; i < 2; i++)
    if (!rensa_link_append_child (network, rensa_link_new_from_text ("Linear(in_size=1, out_size=1)", error), error))
      return NULL;
  return g_steal_pointer (&root);
}

static void
report_below (RensaLink *root)
{
  RensaLink *network = rensa_link_find (root, "predictor");

  rensa_report_number ("n", 3, network);
  rensa_report_number ("n", 3, rensa_link_find (network, "0"));
  rensa_report_number ("n", 3, rensa_link_find (network, "1"));
}

/* The steps of the case: one scope in another, and a report after both.  An observer that nobody knows is an error there; here it reports
 * under the bare key, so that a link may be called outside of its model. */
static gboolean
check_scopes (Report *report, struct json_object *json, GError **error)
{
  g_autoptr (RensaLink) root = make_model (error);
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) outer = rensa_observation_new ();
  g_autoptr (RensaObservation) inner = rensa_observation_new ();
  double stray = 0;

  if (root == NULL)
    return FALSE;
  rensa_reporter_add_link (reporter, "main", root);
  rensa_reporter_push (reporter, outer);
  rensa_report_number ("plain", 1.5, NULL);
  rensa_report_number ("x", 2, root);
  report_below (root);
  rensa_reporter_push (reporter, inner);
  rensa_report_number ("x", 7, root);
  rensa_reporter_pop (reporter);
  rensa_report_number ("x", 9, root);
  rensa_reporter_pop (reporter);
  rensa_report_number ("x", 11, root);
  if (!check_observation (report, outer, get (json, "observation_A"), error)
      || !check_observation (report, inner, get (json, "observation_B"), error))
    return FALSE;

  rensa_reporter_push (reporter, inner);
  rensa_report_number ("stray", 4, &stray);
  rensa_reporter_pop (reporter);
  rensa_observation_lookup (inner, "stray", &stray);
  return check_int ("what nobody known has reported", (gint64) stray, 4, error);
}

/* Whether a gradient gets from what was reported to where it was made of. */
static gboolean
is_connected (RensaVariable *reported, RensaVariable *leaf)
{
  rensa_variable_clear_grad (leaf);
  rensa_variable_backward (reported, NULL, NULL);
  return rensa_variable_get_grad (leaf) != NULL;
}

static gboolean
check_variable (Report *report, struct json_object *json, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaLink) root = make_model (error);
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  RensaVariable *leaf =
      root != NULL ? rensa_link_get_param (rensa_link_find (rensa_link_find (root, "predictor"), "0"), 0) : NULL;
  g_autoptr (RensaVariable) sum = leaf != NULL ? rensa_sum (leaf, NULL, FALSE, error) : NULL;
  RensaVariable *found;

  if (sum == NULL)
    return FALSE;
  rensa_modes_get ()->keep_graph_on_report = g_str_has_suffix (get_string (json, "call"), "keep_graph_on_report");
  rensa_reporter_push (reporter, observation);
  rensa_report ("sum", sum, NULL);
  rensa_reporter_pop (reporter);
  found = rensa_observation_get_variable (observation, "sum");
  return check_int ("whether it is a variable", found != NULL, get_boolean (json, "is_variable"), error)
         && check_int ("whether it keeps its graph", is_connected (found, leaf),
                       get_boolean (json, "is_connected_to_its_graph"), error);
}

static gboolean
check_ignored (Report *report, struct json_object *json, GError **error)
{
  g_autoptr (RensaObservation) observation = rensa_observation_new ();

  rensa_report_number ("nowhere", 1, NULL);
  return check_int ("values", rensa_observation_get_n (observation), 0, error);
}

void
check_reporter (Report *report, struct json_object *list)
{
  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      g_autofree char *label = g_strdup_printf ("Reporter, case %d", i);
      const CheckFunc check = get (json, "links") != NULL         ? check_scopes
                              : get (json, "is_variable") != NULL ? check_variable
                                                                  : check_ignored;
      g_autoptr (GError) error = NULL;

      report_single (report, "behaviour", label, check (report, json, &error), &error);
    }
}
