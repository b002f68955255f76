/* rensa-summary.c: means and standard deviations of reported values.
 * SPDX-License-Identifier: MIT */

#include "rensa-reporter.h"

#include <float.h>
#include <math.h>

#include "rensa-fault.h"

static void
add_total (RensaSummary *summary, double total, double value, double weight)
{
  summary->weight += weight;
  summary->sum += total;
  summary->sum_square += weight * value * value;
}

void
rensa_summary_add (RensaSummary *summary, double value, double weight)
{
  add_total (summary, weight * value, value, weight);
}

double
rensa_summary_get_mean (const RensaSummary *summary)
{
  return summary->sum / summary->weight;
}

double
rensa_summary_get_std (const RensaSummary *summary)
{
  const double mean = rensa_summary_get_mean (summary);
  const double variance = summary->sum_square / summary->weight - mean * mean;

  /* For equal values it may be slightly below 0 by rounding; a NaN must be preserved. */
  return variance < 0 ? 0 : sqrt (variance);
}

gboolean
rensa_summary_serialize (gpointer object, RensaSerializer *serializer, GError **error)
{
  RensaSummary *summary = object;

  return rensa_serializer_double (serializer, "_x", &summary->sum, error)
         && rensa_serializer_double (serializer, "_x2", &summary->sum_square, error)
         && rensa_serializer_number (serializer, "_n", &summary->weight, error);
}

typedef struct
{
  const char *key; /* interned */
  RensaSummary summary;
} Item;

/* A value waiting to be added to an item. @rounding: relative error of its dtype. */
typedef struct
{
  guint place;
  double weight;
  double rounding;
  RensaLateNumber *number;
} Awaited;

struct _RensaDictSummary
{
  GArray *items;
  GHashTable *places; /* interned key -> index + 1 */
  GArray *awaited;    /* values from the last observation */
};

static void
awaited_clear (gpointer awaited)
{
  rensa_late_number_unref (((Awaited *) awaited)->number);
}

RensaDictSummary *
rensa_dict_summary_new (void)
{
  RensaDictSummary *summary = g_new0 (RensaDictSummary, 1);

  summary->items = g_array_new (FALSE, FALSE, sizeof (Item));
  summary->places = g_hash_table_new (NULL, NULL);
  summary->awaited = g_array_new (FALSE, FALSE, sizeof (Awaited));
  g_array_set_clear_func (summary->awaited, awaited_clear);
  return summary;
}

void
rensa_dict_summary_free (RensaDictSummary *summary)
{
  g_hash_table_unref (summary->places);
  g_array_unref (summary->items);
  g_array_unref (summary->awaited);
  g_free (summary);
}

/* @key is interned. */
static guint
get_place (RensaDictSummary *summary, const char *key)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (summary->places, key));

  if (place == 0)
    {
      const Item item = { .key = key };

      g_array_append_val (summary->items, item);
      place = summary->items->len;
      g_hash_table_insert (summary->places, (gpointer) key, GUINT_TO_POINTER (place));
    }
  return place - 1;
}

static RensaSummary *
get_summary (RensaDictSummary *summary, guint place)
{
  return &g_array_index (summary->items, Item, place).summary;
}

/* Bounds the relative error of a number of that dtype; a double times a weight is rounded twice. */
static double
get_rounding (RensaDtype dtype)
{
  switch (dtype)
    {
    case RENSA_FLOAT16:
      return 1.0 / (1 << 11);
    case RENSA_BFLOAT16:
      return 1.0 / (1 << 8);
    case RENSA_FLOAT32:
      return FLT_EPSILON / 2;
    default:
      return DBL_EPSILON;
    }
}

/* A fraction of k in n examples is reported as k / n, rounded. Within that rounding error, n times
 * the value is k again, so the fractions of batches of any size sum to the overall fraction
 * exactly, to the last bit. */
static double
get_total (double value, double weight, double rounding)
{
  const double total = weight * value;
  const double whole = nearbyint (total);

  return weight != 1 && fabs (total - whole) <= fabs (total) * rounding ? whole : total;
}

static void
add_value (RensaDictSummary *summary, const Awaited *awaited, double value)
{
  add_total (get_summary (summary, awaited->place), get_total (value, awaited->weight, awaited->rounding), value,
             awaited->weight);
}

static void
catch_up (RensaDictSummary *summary)
{
  for (guint i = 0; i < summary->awaited->len; i++)
    {
      const Awaited *awaited = &g_array_index (summary->awaited, Awaited, i);

      add_value (summary, awaited, rensa_late_number_get (awaited->number));
    }
  g_array_set_size (summary->awaited, 0);
}

/* Skips values that are not single numbers. */
static void
add_entry (RensaDictSummary *summary, RensaObservation *observation, guint i)
{
  const char *key = rensa_observation_get_key (observation, i);
  RensaVariable *variable = rensa_observation_get_variable (observation, key);
  Awaited awaited;

  if (variable != NULL && rensa_array_get_count (rensa_variable_get_array (variable)) != 1)
    return;

  awaited = (Awaited){
    .place = get_place (summary, key),
    .weight = rensa_observation_get_weight (observation, i),
    .rounding = variable != NULL ? get_rounding (rensa_variable_get_type (variable).dtype) : 0,
    .number = rensa_observation_get_late (observation, i),
  };
  if (awaited.number != NULL)
    g_array_append_val (summary->awaited, awaited);
  else
    add_value (summary, &awaited, rensa_observation_get_value (observation, i));
}

/* Adds the entries with @key; all entries if it is NULL. */
static void
add_chosen (RensaDictSummary *summary, RensaObservation *observation, const char *key)
{
  for (guint i = 0; i < rensa_observation_get_n (observation); i++)
    if (key == NULL || g_str_equal (rensa_observation_get_key (observation, i), key))
      add_entry (summary, observation, i);
}

void
rensa_dict_summary_add (RensaDictSummary *summary, RensaObservation *observation, const char *const *keys)
{
  catch_up (summary);
  if (keys == NULL)
    add_chosen (summary, observation, NULL);
  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    add_chosen (summary, observation, keys[i]);
}

void
rensa_dict_summary_compute_mean (RensaDictSummary *summary, RensaObservation *means)
{
  catch_up (summary);
  for (guint i = 0; i < summary->items->len; i++)
    {
      const Item *item = &g_array_index (summary->items, Item, i);

      rensa_observation_set (means, item->key, rensa_summary_get_mean (&item->summary));
    }
}

void
rensa_dict_summary_make_statistics (RensaDictSummary *summary, RensaObservation *statistics)
{
  catch_up (summary);
  for (guint i = 0; i < summary->items->len; i++)
    {
      const Item *item = &g_array_index (summary->items, Item, i);
      g_autofree char *deviation = g_strconcat (item->key, ".std", NULL);

      rensa_observation_set (statistics, item->key, rensa_summary_get_mean (&item->summary));
      rensa_observation_set (statistics, deviation, rensa_summary_get_std (&item->summary));
    }
}

static char *
write_names (RensaDictSummary *summary)
{
  struct json_object *names = json_object_new_array ();
  char *text;

  for (guint i = 0; i < summary->items->len; i++)
    json_object_array_add (names, json_object_new_string (g_array_index (summary->items, Item, i).key));
  text = g_strdup (json_object_to_json_string_ext (names, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
  json_object_put (names);
  return text;
}

static gboolean
add_names (RensaDictSummary *summary, struct json_object *names)
{
  if (!json_object_is_type (names, json_type_array))
    return FALSE;

  for (gsize i = 0; i < json_object_array_length (names); i++)
    {
      struct json_object *name = json_object_array_get_idx (names, i);

      if (!json_object_is_type (name, json_type_string))
        return FALSE;
      get_place (summary, g_intern_string (json_object_get_string (name)));
    }
  /* Values are numbered in the order of the names, so no name may occur twice. */
  return summary->items->len == json_object_array_length (names);
}

static gboolean
read_names (RensaDictSummary *summary, const char *text, RensaSerializer *serializer, GError **error)
{
  struct json_object *names = text != NULL ? json_tokener_parse (text) : NULL;
  gboolean ok;

  g_array_set_size (summary->items, 0);
  g_hash_table_remove_all (summary->places);
  ok = add_names (summary, names);
  json_object_put (names);
  if (!ok)
    {
      g_autofree char *place = rensa_serializer_describe (serializer, "_names");

      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected a JSON list of distinct names"), place);
    }
  return ok;
}

gboolean
rensa_dict_summary_serialize (gpointer object, RensaSerializer *serializer, GError **error)
{
  RensaDictSummary *summary = object;
  g_autofree char *names = write_names (summary);
  RensaSerializer *values;

  catch_up (summary);
  if (!rensa_serializer_string (serializer, "_names", &names, error))
    return FALSE;
  if (rensa_serializer_is_reading (serializer) && !read_names (summary, names, serializer, error))
    return FALSE;

  values = rensa_serializer_child (serializer, "_summaries");
  for (guint i = 0; i < summary->items->len; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);

      if (!rensa_summary_serialize (&g_array_index (summary->items, Item, i).summary,
                                    rensa_serializer_child (values, number), error))
        return FALSE;
    }
  return TRUE;
}
