/* check-summaries.c: means and deviations of what was reported, and what is saved of them.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "conformance.h"
#include "folder.h"
#include "rensa-reporter.h"

static const Tolerance rounding = { 1e-12, 0 };

/* Saved, held against what Chainer has saved, and loaded. */
static gboolean
exchange (RensaSerializeFunc serialize, gpointer summary, gpointer loaded, struct json_object *saved, GError **error)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "summary", NULL);
  const gboolean ok = rensa_save_npz (path, serialize, summary, FALSE, error)
                      && check_saved (path, "", RENSA_NPZ_EXACT, saved, error)
                      && rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, serialize, loaded, error);

  test_folder_free (folder);
  return ok;
}

static gboolean
check_summary (Report *report, struct json_object *json, GError **error)
{
  struct json_object *values = get (json, "values");
  RensaSummary summary = { 0 };

  for (int i = 0; i < get_length (values); i++)
    {
      if (i == get_int (json, "saved_after"))
        {
          RensaSummary loaded = { 0 };

          if (!exchange (rensa_summary_serialize, &summary, &loaded, get (json, "saved"), error))
            return FALSE;
          summary = loaded;
        }
      rensa_summary_add (&summary, json_object_get_double (get_item (values, i)), 1);
    }
  return check_number (report, "the mean", rensa_summary_get_mean (&summary), get_double (json, "mean", NAN), rounding,
                       error)
         && check_number (report, "the deviation", rensa_summary_get_std (&summary), get_double (json, "std", NAN),
                          rounding, error);
}

/* A weight of 3, which Chainer writes as a pair, is three rows here; what is no number is not reported at all. */
static void
add_row (RensaDictSummary *summary, struct json_object *row)
{
  json_object_object_foreach (row, key, value)
  {
    struct json_object *plain = unpack (value);
    struct json_object *pair = get (value, "tuple");
    const int n =
        pair != NULL ? json_object_get_int (get_item (pair, 1)) : json_object_is_type (value, json_type_double);

    for (int i = 0; i < n; i++)
      {
        g_autoptr (RensaObservation) observation = rensa_observation_new ();

        rensa_observation_set (observation, key, json_object_get_double (pair != NULL ? get_item (pair, 0) : value));
        rensa_dict_summary_add (summary, observation, NULL);
      }
    json_object_put (plain);
  }
}

gboolean
check_observation (Report *report, RensaObservation *got, struct json_object *want, GError **error)
{
  if (!check_int ("values", rensa_observation_get_n (got), json_object_object_length (want), error))
    return FALSE;
  json_object_object_foreach (want, key, value)
  {
    double number = NAN;

    rensa_observation_lookup (got, key, &number);
    if (!check_number (report, key, number, json_object_get_double (value), rounding, error))
      return FALSE;
  }
  return TRUE;
}

/* What a summary held before it loads is gone. */
static gboolean
check_dict_summary (Report *report, struct json_object *json, GError **error)
{
  struct json_object *rows = get (json, "rows");
  g_autoptr (RensaDictSummary) first = rensa_dict_summary_new ();
  g_autoptr (RensaDictSummary) second = rensa_dict_summary_new ();
  g_autoptr (RensaObservation) mean = rensa_observation_new ();
  g_autoptr (RensaObservation) statistics = rensa_observation_new ();

  add_row (second, get_item (rows, 0));
  for (int i = 0; i < get_length (rows); i++)
    {
      if (i == get_int (json, "saved_after")
          && !exchange (rensa_dict_summary_serialize, first, second, get (json, "saved"), error))
        return FALSE;
      add_row (i < get_int (json, "saved_after") ? first : second, get_item (rows, i));
    }
  rensa_dict_summary_compute_mean (second, mean);
  rensa_dict_summary_make_statistics (second, statistics);
  return check_observation (report, mean, get (json, "mean"), error)
         && check_observation (report, statistics, get (json, "statistics"), error);
}

/* Chainer saves a weight that is no whole number, and then refuses its own file; here it is loaded. */
static gboolean
check_fraction (Report *report, struct json_object *json, GError **error)
{
  struct json_object *dict = get (json, "saved");
  struct json_object *saved = json_object_new_object ();
  RensaSummary summary = { 0 };
  RensaSummary loaded = { 0 };
  gboolean ok;

  json_object_object_foreach (dict, key, value)
  {
    if (g_str_has_prefix (key, "_summaries/0/"))
      json_object_object_add (saved, key + strlen ("_summaries/0/"), json_object_get (value));
  }
  rensa_summary_add (&summary, 1, 0.5);
  ok = exchange (rensa_summary_serialize, &summary, &loaded, saved, error)
       && check_number (report, "the weight", loaded.weight, 0.5, rounding, error);
  json_object_put (saved);
  return ok;
}

/* An error there; here no number. */
static gboolean
check_nothing (Report *report, struct json_object *json, GError **error)
{
  const RensaSummary summary = { 0 };

  return check_number (report, "the mean", rensa_summary_get_mean (&summary), NAN, rounding, error);
}

/* NULL for a call that C has no words for: a weight that is an array, a value that is a text. */
static CheckFunc
choose_check (struct json_object *json)
{
  const char *call = get_string (json, "call");

  if (get (json, "values") != NULL)
    return check_summary;
  if (get (json, "rows") != NULL)
    return check_dict_summary;
  if (g_str_equal (call, "mean of nothing"))
    return check_nothing;
  return g_str_has_prefix (call, "saved with the fractional weight") ? check_fraction : NULL;
}

void
check_saved_summaries (Report *report, struct json_object *list)
{
  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      g_autofree char *label = g_strdup_printf ("%s, case %d", get_string (json, "summary"), i);
      const CheckFunc check = choose_check (json);
      g_autoptr (GError) error = NULL;

      if (check != NULL)
        report_single (report, "behaviour", label, check (report, json, &error), &error);
    }
}
