/* check-data.c: iterators, splits and batches.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"
#include "runs.h"

#define MAX_ITEMS 64

static const Tolerance exact = { 0, 0 };

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

/* An order that the case gives, in the place of the one that a seed would; NULL where it gives none. */
static gint64 *
read_order (struct json_object *json)
{
  struct json_object *list = get (json, "order");
  gint64 *order = list != NULL ? g_new (gint64, MAX (get_length (list), 1)) : NULL;

  for (int i = 0; i < get_length (list); i++)
    order[i] = json_object_get_int64 (get_item (list, i));
  return order;
}

static gboolean
check_n_parts (Report *report, struct json_object *json, GError **error)
{
  struct json_object *want = get (json, "parts");
  const int n = (int) get_int (json, "n");
  g_autoptr (RensaDataset) numbers = run_make_numbers (get_int (json, "items"), error);
  g_autofree gint64 *order = read_order (json);
  RensaDataset *parts[MAX_ITEMS] = { NULL };
  gboolean ok = numbers != NULL
                && (get (json, "seed") != NULL
                        ? rensa_split_dataset_n_random (numbers, n, (guint64) get_int (json, "seed"), parts, error)
                        : rensa_split_dataset_n (numbers, n, order, parts, error));

  for (int i = 0; i < n; i++)
    {
      ok = ok && check_part (report, "a part", parts[i], get_item (want, i), error);
      g_clear_pointer (&parts[i], rensa_dataset_unref);
    }
  return ok;
}

static gboolean
check_fold (Report *report, struct json_object *json, RensaDataset *numbers, int fold, GError **error)
{
  struct json_object *want = get_item (get (json, "folds"), fold);
  const gint64 n = get_int (json, "n_folds");
  g_autofree gint64 *order = read_order (json);
  g_autoptr (RensaDataset) train = NULL;
  g_autoptr (RensaDataset) validation = NULL;
  const gboolean ok = get (json, "seed") != NULL
                          ? rensa_cross_validation_dataset_random (numbers, n, fold, (guint64) get_int (json, "seed"),
                                                                   &train, &validation, error)
                          : rensa_cross_validation_dataset (numbers, n, fold, order, &train, &validation, error);

  return ok && check_part (report, "the part for training", train, get_item (want, 0), error)
         && check_part (report, "the part for validation", validation, get_item (want, 1), error);
}

static gboolean
check_folds (Report *report, struct json_object *json, GError **error)
{
  g_autoptr (RensaDataset) numbers = run_make_numbers (get_int (json, "items"), error);

  for (int i = 0; numbers != NULL && i < get_length (get (json, "folds")); i++)
    if (!check_fold (report, json, numbers, i, error))
      return FALSE;
  return numbers != NULL;
}

static void
check_splits (Report *report, struct json_object *list)
{
  static const struct
  {
    const char *call;
    CheckFunc check;
  } calls[] = {
    { "split_dataset", check_split },
    { "split_dataset_random", check_random_split },
    { "split_dataset_n", check_n_parts },
    { "split_dataset_n_random", check_n_parts },
    { "get_cross_validation_datasets", check_folds },
    { "get_cross_validation_datasets_random", check_folds },
  };

  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      const char *call = get_string (json, "call");

      for (guint k = 0; call != NULL && k < G_N_ELEMENTS (calls); k++)
        {
          g_autoptr (GError) error = NULL;

          if (g_str_equal (call, calls[k].call))
            report_single (report, "behaviour", call, calls[k].check (report, json, &error), &error);
        }
    }
}

void
check_data (Report *report, const char *dir)
{
  CaseFile file;

  if (!case_file_open (&file, dir, "behaviour"))
    return;

  check_iterators (report, file.json);
  check_splits (report, get (file.json, "splits"));
  case_file_close (&file);
  if (!case_file_open (&file, dir, "behaviour_data"))
    return;
  check_iterators (report, file.json);
  check_converters (report, get (file.json, "converters"));
  check_splits (report, get (file.json, "datasets"));
  check_datasets (report, get (file.json, "datasets"));
  case_file_close (&file);
}
