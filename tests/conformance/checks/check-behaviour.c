/* check-behaviour.c: output sizes, summaries and what has files of its own.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "conformance.h"
#include "rensa-function.h"
#include "runs.h"

static const Tolerance rounding = { 1e-12, 0 };

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
      rensa_dict_summary_add (summary, row, NULL);
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

void
check_behaviour (Report *report, const char *dir)
{
  struct json_object *json;
  CaseFile file;

  if (!case_file_open (&file, dir, "behaviour"))
    return;

  json = file.json;
  check_shifts (report, get (json, "shifts"), "extension");
  check_triggers (report, get (json, "triggers"), "trigger");
  report_list (report, "behaviour", "output sizes", get (json, "output_sizes"), check_output_size);
  check_noise (report, json);
  check_summaries (report, get (json, "summary"));
  case_file_close (&file);
}
