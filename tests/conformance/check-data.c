/* check-data.c: iterators, splits and batches.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "conformance.h"
#include "rensa-primitives.h"
#include "runs.h"

#define MAX_ITEMS 64

static const Tolerance exact = { 0, 0 };

static gboolean
check_batch (RensaSerialIterator *iterator, struct json_object *batch, gboolean should_stop, GError **error)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  const gint64 *indices;
  gboolean stop;
  gint64 n;

  if (!rensa_serial_iterator_next (iterator, fields, &stop, error) || !check_int ("stop", stop, should_stop, error))
    return FALSE;
  g_clear_pointer (&fields[0], rensa_array_unref);
  if (stop)
    return TRUE;

  indices = rensa_serial_iterator_get_indices (iterator, &n);
  if (!check_int ("the length of the batch", n, get_length (batch), error))
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      if (!check_int ("an example of the batch", indices[i], json_object_get_int64 (get_item (batch, i)), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_step (Report *report, RensaSerialIterator *iterator, struct json_object *step, GError **error)
{
  struct json_object *previous = get (step, "previous_epoch_detail");

  return check_batch (iterator, get (step, "batch"), get_boolean (step, "stop"), error)
         && check_int ("epoch", rensa_serial_iterator_get_epoch (iterator), get_int (step, "epoch"), error)
         && check_int ("is_new_epoch", rensa_serial_iterator_is_new_epoch (iterator),
                       get_boolean (step, "is_new_epoch"), error)
         && check_number (report, "epoch_detail", rensa_serial_iterator_get_epoch_detail (iterator),
                          get_double (step, "epoch_detail", 0), exact, error)
         && (previous == NULL
             || check_number (report, "previous_epoch_detail",
                              rensa_serial_iterator_get_previous_epoch_detail (iterator),
                              json_object_get_double (previous), exact, error));
}

static gboolean
check_iterator (Report *report, struct json_object *json, GError **error)
{
  struct json_object *steps = get (json, "steps");
  g_autoptr (RensaDataset) dataset = run_make_numbers (get_int (json, "items"), error);
  g_autoptr (RensaSerialIterator) iterator =
      dataset != NULL ? rensa_serial_iterator_new (dataset, get_int (json, "batch_size"), get_boolean (json, "repeat"),
                                                   get_boolean (json, "shuffle"), 0, error)
                      : NULL;

  if (iterator == NULL)
    return FALSE;
  for (int i = 0; i < get_length (steps); i++)
    {
      if (!check_step (report, iterator, get_item (steps, i), error))
        {
          g_prefix_error (error, "step %d: ", i + 1);
          return FALSE;
        }
    }
  return TRUE;
}

/* The examples of a part of run_make_numbers (), against a list of their numbers. */
static gboolean
check_part (Report *report, const char *what, RensaDataset *part, struct json_object *want, GError **error)
{
  const gint64 n = rensa_dataset_get_length (part);
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  gint64 indices[MAX_ITEMS];
  gboolean ok;

  for (gint64 i = 0; i < n; i++)
    indices[i] = i;
  if (!rensa_dataset_get_batch (part, indices, n, fields, error))
    return FALSE;
  ok = check_values (report, what, fields[0], want, exact, error);
  rensa_array_unref (fields[0]);
  return ok;
}

static gboolean
check_parts (Report *report, RensaDataset *first, RensaDataset *second, struct json_object *want, GError **error)
{
  return check_part (report, "the first part", first, get (want, "first"), error)
         && check_part (report, "the second part", second, get (want, "second"), error);
}

static gboolean
check_split (Report *report, struct json_object *json, GError **error)
{
  g_autoptr (RensaDataset) numbers = run_make_numbers (get_int (json, "items"), error);
  g_autoptr (RensaDataset) first = NULL;
  g_autoptr (RensaDataset) second = NULL;

  return numbers != NULL && rensa_split_dataset (numbers, get_int (json, "split_at"), NULL, &first, &second, error)
         && check_parts (report, first, second, json, error);
}

static gboolean
check_random_split (Report *report, struct json_object *json, GError **error)
{
  struct json_object *results = get (json, "results");
  g_autoptr (RensaDataset) numbers = run_make_numbers (get_int (json, "items"), error);

  for (int i = 0; numbers != NULL && i < get_length (results); i++)
    {
      struct json_object *result = get_item (results, i);
      g_autoptr (RensaDataset) first = NULL;
      g_autoptr (RensaDataset) second = NULL;

      if (!rensa_split_dataset_random (numbers, get_int (json, "first_size"), (guint64) get_int (result, "seed"),
                                       &first, &second, error)
          || !check_parts (report, first, second, result, error))
        return FALSE;
    }
  return numbers != NULL;
}

static void
check_splits (Report *report, struct json_object *list)
{
  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      const char *call = get_string (json, "call");
      const CheckFunc check = g_str_equal (call, "split_dataset")          ? check_split
                              : g_str_equal (call, "split_dataset_random") ? check_random_split
                                                                           : NULL;
      g_autoptr (GError) error = NULL;

      if (check == NULL)
        report_skip (report, "behaviour", call, "not implemented");
      else
        report_single (report, "behaviour", call, check (report, json, &error), &error);
    }
}

/* An integer is a 0-d array of int64, as in Chainer; a list is one of @dtype. */
static RensaArray *
make_field (struct json_object *json, RensaDtype dtype, GError **error)
{
  double values[MAX_ITEMS];
  const gboolean is_list = json_object_is_type (json, json_type_array);
  const int n = is_list ? get_length (json) : 1;
  const RensaShape shape = is_list ? RENSA_SHAPE (n) : RENSA_SHAPE_SCALAR;
  g_autoptr (RensaArray) wide = NULL;

  for (int i = 0; i < n; i++)
    values[i] = json_object_get_double (is_list ? get_item (json, i) : json);
  wide = rensa_array_new_from_host (RENSA_FLOAT64, &shape, values, error);
  return wide != NULL ? rensa_array_cast (wide, is_list ? dtype : RENSA_INT64, error) : NULL;
}

/* The members of an example: those of a tuple or a dictionary, or the example itself. */
static struct json_object *
get_member (struct json_object *example, int i)
{
  int at = 0;

  if (json_object_is_type (example, json_type_array))
    return json_object_is_type (get_item (example, 0), json_type_array) ? get_item (example, i) : example;
  json_object_object_foreach (example, key, value)
  {
    if (at++ == i && key != NULL)
      return value;
  }
  return NULL;
}

static void
append_flat (struct json_object *to, struct json_object *from)
{
  if (!json_object_is_type (from, json_type_array))
    json_object_array_add (to, json_object_get (from));
  for (int i = 0; json_object_is_type (from, json_type_array) && i < get_length (from); i++)
    append_flat (to, get_item (from, i));
}

static gboolean
check_fields (Report *report, struct json_object *json, RensaArray **fields, const RensaDtype *dtypes, int n_fields,
              GError **error)
{
  gboolean ok = TRUE;

  for (int i = 0; i < n_fields; i++)
    {
      struct json_object *flat = json_object_new_array ();
      struct json_object *result = get (json, "result");

      append_flat (flat, n_fields > 1 ? get_member (result, i) : result);
      ok = ok && check_int ("the dtype", rensa_array_get_dtype (fields[i]), dtypes[i], error)
           && check_values (report, "the batch", fields[i], flat, exact, error);
      json_object_put (flat);
    }
  return ok;
}

static gboolean
read_dtypes (struct json_object *dtypes, RensaDtype *result, int *n, GError **error)
{
  *n = json_object_is_type (dtypes, json_type_array) ? get_length (dtypes) : json_object_object_length (dtypes);
  for (int i = 0; i < *n; i++)
    {
      struct json_object *name =
          json_object_is_type (dtypes, json_type_array) ? get_item (dtypes, i) : get_member (dtypes, i);

      if (!rensa_dtype_from_name (json_object_get_string (name), &result[i], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_concat (Report *report, struct json_object *json, GError **error)
{
  struct json_object *batch = get (json, "batch");
  RensaArray *examples[MAX_ITEMS] = { NULL };
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  RensaDtype dtypes[RENSA_MAX_FIELDS];
  int n_fields;
  gboolean ok = read_dtypes (get (json, "dtypes"), dtypes, &n_fields, error);

  for (int i = 0; ok && i < get_length (batch) * n_fields; i++)
    {
      examples[i] = make_field (get_member (get_item (batch, i / n_fields), i % n_fields), dtypes[i % n_fields], error);
      ok = examples[i] != NULL;
    }
  ok = ok
       && rensa_concat_examples (examples, get_length (batch), n_fields, get_double (json, "padding", NAN), fields,
                                 error)
       && check_fields (report, json, fields, dtypes, n_fields, error);
  for (int i = 0; i < MAX_ITEMS; i++)
    g_clear_pointer (&examples[i], rensa_array_unref);
  for (int i = 0; i < RENSA_MAX_FIELDS; i++)
    g_clear_pointer (&fields[i], rensa_array_unref);
  return ok;
}

void
check_data (Report *report, const char *dir)
{
  CaseFile file;

  if (!case_file_open (&file, dir, "behaviour"))
    return;

  report_list (report, "iterator", "SerialIterator", get (file.json, "iterators"), check_iterator);
  check_splits (report, get (file.json, "splits"));
  report_list (report, "behaviour", "concat_examples", get (file.json, "concat_examples"), check_concat);
  case_file_close (&file);
}
