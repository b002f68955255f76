/* check-datasets.c: which examples data sets give for which numbers.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "conformance.h"
#include "rensa-dataset.h"
#include "rensa-error.h"
#include "rensa-primitives.h"

#define MAX_ITEMS 64

static const Tolerance exact = { 0, 0 };

/* Numbers such as [10, 11, 12]. */
static RensaArray *
make_numbers (struct json_object *list, GError **error)
{
  float values[MAX_ITEMS];
  const int n = get_length (list);

  for (int i = 0; i < n; i++)
    values[i] = (float) json_object_get_double (get_item (list, i));
  return rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n), values, error);
}

/* Takes the arrays over; NULL among them gives NULL. */
static RensaDataset *
make_tuple (RensaArray **arrays, int n, GError **error)
{
  RensaDataset *dataset = NULL;
  gboolean ok = TRUE;

  for (int i = 0; i < n; i++)
    ok = ok && arrays[i] != NULL;
  if (ok)
    dataset = rensa_tuple_dataset_new (arrays, n, error);
  for (int i = 0; i < n; i++)
    g_clear_pointer (&arrays[i], rensa_array_unref);
  return dataset;
}

/* The lists of a list, or the members of a dictionary. */
static int
list_parts (struct json_object *parts, struct json_object **lists)
{
  int n = 0;

  if (json_object_is_type (parts, json_type_array))
    {
      for (; n < get_length (parts); n++)
        lists[n] = get_item (parts, n);
      return n;
    }
  json_object_object_foreach (parts, key, list) lists[n++] = key != NULL ? list : NULL;
  return n;
}

static RensaDataset *
make_side_by_side (struct json_object *json, GError **error)
{
  struct json_object *lists[MAX_ITEMS];
  RensaArray *arrays[RENSA_MAX_FIELDS] = { NULL };
  const int n = list_parts (get (json, "parts"), lists);

  for (int i = 0; i < n; i++)
    arrays[i] = make_numbers (lists[i], error);
  return make_tuple (arrays, n, error);
}

static RensaDataset *
make_concatenated (struct json_object *json, GError **error)
{
  struct json_object *lists[MAX_ITEMS];
  const int n = list_parts (get (json, "parts"), lists);
  RensaDataset *parts[MAX_ITEMS] = { NULL };
  RensaDataset *whole = NULL;
  gboolean ok = TRUE;

  for (int i = 0; i < n; i++)
    {
      RensaArray *array = make_numbers (lists[i], error);

      parts[i] = make_tuple (&array, 1, error);
      ok = ok && parts[i] != NULL;
    }
  if (ok)
    whole = rensa_concatenated_dataset_new (parts, n, error);
  for (int i = 0; i < n; i++)
    g_clear_pointer (&parts[i], rensa_dataset_unref);
  return whole;
}

static RensaDataset *
make_part (struct json_object *json, GError **error)
{
  struct json_object *list = get (json, "order");
  RensaArray *array = make_numbers (get (json, "base"), error);
  g_autoptr (RensaDataset) base = make_tuple (&array, 1, error);
  gint64 order[MAX_ITEMS];

  for (int i = 0; i < get_length (list); i++)
    order[i] = json_object_get_int64 (get_item (list, i));
  return base != NULL ? rensa_sub_dataset_new (base, get_int (json, "start"), get_int (json, "finish"),
                                               list != NULL ? order : NULL, error)
                      : NULL;
}

/* (u, v) -> (u + 0.5, v - 1, -1), with a third field that is there before. */
static gboolean
transform (gpointer data, RensaArray **fields, int n_fields, GError **error)
{
  static const double addends[] = { 0.5, -1 };

  for (int field = 0; field < n_fields; field++)
    {
      const gint64 n = rensa_array_get_count (fields[field]);
      g_autofree float *values = g_new (float, n);

      if (!rensa_array_to_host (fields[field], values, error))
        return FALSE;
      for (gint64 i = 0; i < n; i++)
        values[i] = field < 2 ? values[i] + (float) addends[field] : -1;
      rensa_array_unref (fields[field]);
      fields[field] = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n), values, error);
      if (fields[field] == NULL)
        return FALSE;
    }
  return TRUE;
}

static RensaDataset *
make_transformed (struct json_object *json, GError **error)
{
  static const float numbers[] = { 10, 11, 12, 13, 14, 15 };
  static const float squares[] = { 100, 121, 144, 169, 196, 225 };
  static const RensaType types[] = { { RENSA_FLOAT32, RENSA_SHAPE_SCALAR },
                                     { RENSA_FLOAT32, RENSA_SHAPE_SCALAR },
                                     { RENSA_FLOAT32, RENSA_SHAPE_SCALAR } };
  RensaArray *arrays[] = { rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (6), numbers, error),
                           rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (6), squares, error),
                           rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (6), numbers, error) };
  g_autoptr (RensaDataset) base = make_tuple (arrays, G_N_ELEMENTS (arrays), error);

  return base != NULL ? rensa_transform_dataset_new (base, transform, NULL, NULL, types) : NULL;
}

/* Python's slices: [start, stop, step] of @length examples. */
static int
resolve_slice (struct json_object *slice, gint64 length, gint64 *indices)
{
  struct json_object *bounds[] = { get_item (slice, 0), get_item (slice, 1) };
  const gint64 step = get_item (slice, 2) != NULL ? json_object_get_int64 (get_item (slice, 2)) : 1;
  gint64 ends[] = { step > 0 ? 0 : length - 1, step > 0 ? length : -1 };
  int n = 0;

  for (int i = 0; i < 2; i++)
    if (bounds[i] != NULL)
      {
        ends[i] = json_object_get_int64 (bounds[i]);
        ends[i] += ends[i] < 0 ? length : 0;
      }
  for (gint64 i = ends[0]; step > 0 ? i < ends[1] : i > ends[1]; i += step)
    indices[n++] = i;
  return n;
}

/* What an index of Python stands for: a number, of which a negative one counts from the end where @wraps, a slice, a list or an array;
 * True is 1. */
static int
resolve (struct json_object *index, gint64 length, gboolean wraps, gint64 *indices)
{
  struct json_object *list = get (index, "array") != NULL ? get (index, "array") : index;
  const gboolean is_list = json_object_is_type (list, json_type_array);
  const int n = is_list ? get_length (list) : 1;

  if (get (index, "slice") != NULL)
    return resolve_slice (get (index, "slice"), length, indices);
  for (int i = 0; i < n; i++)
    {
      const gint64 one = json_object_get_int64 (is_list ? get_item (list, i) : list);

      indices[i] = wraps && one < 0 ? one + length : one;
    }
  return n;
}

/* Field @field of an example. */
static struct json_object *
get_field (struct json_object *example, int field)
{
  int at = 0;

  if (get (example, "tuple") != NULL)
    return get_item (get (example, "tuple"), field);
  if (!json_object_is_type (example, json_type_object))
    return example;
  json_object_object_foreach (example, key, value)
  {
    if (at++ == field && key != NULL)
      return value;
  }
  return NULL;
}

static gboolean
check_batch (Report *report, RensaDataset *dataset, RensaArray **fields, struct json_object *want, GError **error)
{
  const gboolean is_list = json_object_is_type (want, json_type_array);

  for (int field = 0; field < rensa_dataset_get_n_fields (dataset); field++)
    {
      g_autoptr (RensaJson) values = json_object_new_array ();

      for (int i = 0; i < (is_list ? get_length (want) : 1); i++)
        json_object_array_add (values, json_object_get (get_field (is_list ? get_item (want, i) : want, field)));
      if (!check_values (report, "the examples", fields[field], values, exact, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_item (Report *report, RensaDataset *dataset, struct json_object *item, gboolean wraps, GError **error)
{
  gint64 indices[MAX_ITEMS];
  const int n = resolve (get (item, "index"), rensa_dataset_get_length (dataset), wraps, indices);
  struct json_object *want = get (get (item, "result"), "value");
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  g_autoptr (GError) refusal = NULL;
  gboolean ok;

  if (n == 0)
    return check_int ("the number of examples", n, get_length (want), error);
  ok = rensa_dataset_get_batch (dataset, indices, n, fields, &refusal);
  if (!check_int ("whether there is such an example", ok, want != NULL, error))
    return FALSE;
  ok = !ok || check_batch (report, dataset, fields, want, error);
  for (int i = 0; i < RENSA_MAX_FIELDS; i++)
    g_clear_pointer (&fields[i], rensa_array_unref);
  if (!ok)
    g_prefix_error (error, "%s: ", json_object_to_json_string (get (item, "index")));
  return ok;
}

/* What Chainer refuses is refused here. */
static gboolean
check_refusal (const char *call, GError **error)
{
  const float numbers[] = { 1, 2, 3 };
  RensaArray *two[] = { rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (2), numbers, NULL),
                        rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (3), numbers, NULL) };
  RensaArray *one[] = { rensa_array_ref (two[1]) };
  g_autoptr (RensaDataset) base = make_tuple (one, 1, NULL);
  g_autoptr (RensaDataset) unequal = make_tuple (two, 2, NULL);
  g_autoptr (RensaDataset) made = NULL;

  if (g_str_equal (call, "no parts"))
    made = rensa_tuple_dataset_new (NULL, 0, NULL);
  else if (g_str_equal (call, "start -1"))
    made = rensa_sub_dataset_new (base, -1, 2, NULL, NULL);
  else if (g_str_equal (call, "finish beyond the end"))
    made = rensa_sub_dataset_new (base, 0, 4, NULL, NULL);
  else if (g_str_equal (call, "parts of lengths 2 and 3") && unequal != NULL)
    made = rensa_dataset_ref (unequal);
  return check_int ("whether it is made", made != NULL, FALSE, error);
}

typedef struct
{
  const char *name;
  RensaDataset *(*make) (struct json_object *json, GError **error);
  gboolean wraps;
} Kind;

static gboolean
check_dataset (Report *report, const Kind *kind, struct json_object *json, GError **error)
{
  struct json_object *items = get (json, "items");
  g_autoptr (RensaDataset) dataset = NULL;

  if (get_string (json, "call") != NULL)
    return check_refusal (get_string (json, "call"), error);

  dataset = kind->make (json, error);
  if (dataset == NULL || !check_int ("the length", rensa_dataset_get_length (dataset), get_int (json, "len"), error))
    return FALSE;
  for (int i = 0; i < get_length (items); i++)
    if (!check_item (report, dataset, get_item (items, i), kind->wraps, error))
      return FALSE;
  return TRUE;
}

/* The length of an order is that of the data set by contract; data sets of files have cases of their own. */
static gboolean
is_checked (const Kind *kind, struct json_object *json)
{
  return g_strcmp0 (get_string (json, "dataset"), kind->name) == 0
         && g_strcmp0 (get_string (json, "call"), "order of another length") != 0;
}

void
check_datasets (Report *report, struct json_object *list)
{
  static const Kind kinds[] = {
    { "TupleDataset", make_side_by_side, TRUE },
    { "DictDataset", make_side_by_side, TRUE },
    { "SubDataset", make_part, TRUE },
    { "ConcatenatedDataset", make_concatenated, FALSE },
    { "TransformDataset", make_transformed, TRUE },
  };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      report_begin (report, "dataset", kinds[k].name);
      for (int i = 0; i < get_length (list); i++)
        if (is_checked (&kinds[k], get_item (list, i)))
          {
            g_autofree char *id = g_strdup_printf ("case %d", i);
            g_autoptr (GError) error = NULL;

            report_case (report, id, check_dataset (report, &kinds[k], get_item (list, i), &error), &error);
          }
      report_end (report);
    }
}
