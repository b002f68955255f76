/* check-behaviour.c: triggers, output sizes and summaries.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "conformance.h"
#include "rensa-function.h"
#include "rensa-links.h"
#include "runs.h"

static const Tolerance rounding = { 1e-12, 0 };

/* The smallest link that can be trained: the loss is the sum of the outputs of a Linear. */
static RensaLink *
make_summing_link (GError **error)
{
  g_autoptr (RensaLink) link = rensa_sequential_new ();
  g_autoptr (RensaAttrs) sum = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "sum", error);

  if (sum == NULL
      || !rensa_link_append_child (link, rensa_link_new_from_text ("Linear(in_size=1, out_size=1)", error), error))
    return NULL;
  rensa_sequential_append_function (link, sum);
  return g_steal_pointer (&link);
}

/* A trainer with that many iterations in an epoch, which may be a fraction. */
static RensaTrainer *
make_counting_trainer (double iterations_per_epoch, GError **error)
{
  const gint64 batch_size = iterations_per_epoch == floor (iterations_per_epoch) ? 1 : 2;
  g_autoptr (RensaDataset) dataset = run_make_numbers ((gint64) (batch_size * iterations_per_epoch), error);
  g_autoptr (RensaLink) link = make_summing_link (error);

  if (dataset == NULL || link == NULL)
    return NULL;
  return run_new_trainer (run_new_optimizer (link, "SGD", NULL, NULL, error), dataset, batch_size, 1000, "iteration",
                          "none", error);
}

static gboolean
contains (struct json_object *list, gint64 number)
{
  for (int i = 0; i < get_length (list); i++)
    {
      if (json_object_get_int64 (get_item (list, i)) == number)
        return TRUE;
    }
  return FALSE;
}

/* What the observation holds after @iteration. */
static void
observe (RensaTrainer *trainer, struct json_object *observed, int iteration)
{
  if (observed == NULL)
    return;
  json_object_object_foreach (observed, key, values) rensa_observation_set (
      rensa_trainer_get_observation (trainer), key, json_object_get_double (get_item (values, iteration - 1)));
}

static gboolean
check_firing (struct json_object *json, RensaTrainer *trainer, RensaTrigger *trigger, GError **error)
{
  const int n = (int) get_int (json, "iterations");

  for (int i = 1; i <= n; i++)
    {
      g_autofree char *what = g_strdup_printf ("firing after iteration %d", i);

      if (!rensa_updater_update (rensa_trainer_get_updater (trainer), error))
        return FALSE;
      observe (trainer, get (json, "observed"), i);
      if (!check_int (what, rensa_trigger_fire (trigger, trainer), contains (get (json, "fired"), i), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_trigger (Report *report, struct json_object *json, GError **error)
{
  struct json_object *description = get (json, "trigger");
  g_autoptr (RensaAttrs) attrs =
      make_attrs (RENSA_COMPONENT_TRIGGER, get_string (description, "name"), get (description, "args"), error);
  g_autoptr (RensaTrigger) trigger = attrs != NULL ? rensa_trigger_new (attrs, error) : NULL;
  g_autoptr (RensaTrainer) trainer =
      trigger != NULL ? make_counting_trainer (get_double (json, "iterations_per_epoch", 1), error) : NULL;

  return trainer != NULL && check_firing (json, trainer, trigger, error);
}

static void
check_triggers (Report *report, struct json_object *list)
{
  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      const char *name = get_string (get (json, "trigger"), "name");
      g_autofree char *label = g_strdup_printf ("%s %s", name, get_string (get (json, "trigger"), "args"));
      g_autoptr (GError) error = NULL;

      if (rensa_registry_find (RENSA_COMPONENT_TRIGGER, name, NULL) == NULL)
        report_skip (report, "trigger", label, "not implemented");
      else
        report_single (report, "trigger", label, check_trigger (report, json, &error), &error);
    }
}

/* The extent of the output of a square window function on a square image; 0 where the type check refuses. */
static gint64
infer_size (const char *function, struct json_object *json, const char *more, GError **error)
{
  g_autofree char *text = g_strdup_printf ("%s(stride=%d, pad=%d, dilate=%d%s)", function, (int) get_int (json, "s"),
                                           (int) get_int (json, "p"), (int) get_int (json, "d"), more);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, text, error);
  const gint64 size = get_int (json, "size");
  const gint64 k = get_int (json, "k");
  const RensaType x = { RENSA_FLOAT32, RENSA_SHAPE (1, 1, size, size) };
  const RensaType w = { RENSA_FLOAT32, RENSA_SHAPE (1, 1, k, k) };
  const RensaType *const inputs[] = { &x, &w };
  RensaType y;

  if (attrs == NULL)
    return -1;
  return rensa_function_infer ((const RensaFunctionClass *) rensa_attrs_get_component (attrs),
                               rensa_attrs_get_values (attrs), inputs, 2, &y, 1, NULL)
                 == 1
             ? y.shape.dims[3]
             : 0;
}

static gboolean
check_output_size (Report *report, struct json_object *json, GError **error)
{
  return check_int ("conv", infer_size ("convolution_2d", json, "", error), MAX (get_int (json, "conv"), 0), error)
         && check_int ("conv_cover_all", infer_size ("convolution_2d", json, ", cover_all=True", error),
                       MAX (get_int (json, "conv_cover_all"), 0), error)
         && check_int ("deconv", infer_size ("deconvolution_2d", json, "", error), MAX (get_int (json, "deconv"), 0),
                       error);
}

static gboolean
check_one_summary (Report *report, struct json_object *json, struct json_object *weights, const char *mean,
                   const char *std, GError **error)
{
  struct json_object *values = get (json, "values");
  RensaSummary summary = { 0 };

  for (int i = 0; i < get_length (values); i++)
    rensa_summary_add (&summary, json_object_get_double (get_item (values, i)),
                       weights != NULL ? json_object_get_double (get_item (weights, i)) : 1);
  return check_number (report, mean, rensa_summary_get_mean (&summary), get_double (json, mean, 0), rounding, error)
         && check_number (report, std, rensa_summary_get_std (&summary), get_double (json, std, 0), rounding, error);
}

static gboolean
check_summary (Report *report, struct json_object *json, GError **error)
{
  return check_one_summary (report, json, NULL, "mean", "std", error)
         && check_one_summary (report, json, get (json, "weights"), "weighted_mean", "weighted_std", error);
}

static gboolean
check_observation (Report *report, RensaObservation *got, struct json_object *want, GError **error)
{
  if (!check_int ("the number of names", rensa_observation_get_n (got), json_object_object_length (want), error))
    return FALSE;
  json_object_object_foreach (want, key, value)
  {
    double found = NAN;

    rensa_observation_lookup (got, key, &found);
    if (!check_number (report, key, found, json_object_get_double (value), rounding, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
check_dict_summary (Report *report, struct json_object *json, GError **error)
{
  struct json_object *rows = get (json, "dict_rows");
  g_autoptr (RensaDictSummary) summary = rensa_dict_summary_new ();
  g_autoptr (RensaObservation) means = rensa_observation_new ();
  g_autoptr (RensaObservation) statistics = rensa_observation_new ();

  for (int i = 0; i < get_length (rows); i++)
    {
      g_autoptr (RensaObservation) row = rensa_observation_new ();

      json_object_object_foreach (get_item (rows, i), key, value)
          rensa_observation_set (row, key, json_object_get_double (value));
      rensa_dict_summary_add (summary, row);
    }
  rensa_dict_summary_compute_mean (summary, means);
  rensa_dict_summary_make_statistics (summary, statistics);
  return check_observation (report, means, get (json, "dict_mean"), error)
         && check_observation (report, statistics, get (json, "dict_statistics"), error);
}

static void
check_summaries (Report *report, struct json_object *json)
{
  g_autoptr (GError) error = NULL;

  report_begin (report, "behaviour", "summaries");
  report_case (report, "Summary", check_summary (report, json, &error), &error);
  report_case (report, "DictSummary", check_dict_summary (report, json, &error), &error);
  report_end (report);
}

static void
skip_shifts (Report *report, struct json_object *list)
{
  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      g_autofree char *label = g_strdup_printf ("%s %s", get_string (json, "extension"), get_string (json, "args"));

      report_skip (report, "extension", label, "not implemented");
    }
}

void
check_behaviour (Report *report, const char *dir)
{
  struct json_object *json;
  CaseFile file;

  if (!case_file_open (&file, dir, "behaviour"))
    return;

  json = file.json;
  skip_shifts (report, get (json, "shifts"));
  check_triggers (report, get (json, "triggers"));
  report_list (report, "behaviour", "output sizes", get (json, "output_sizes"), check_output_size);
  check_noise (report, json);
  check_summaries (report, get (json, "summary"));
  case_file_close (&file);
}
