/* check-converters.c: single examples become batches.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "conformance.h"
#include "rensa-concat-examples.h"
#include "rensa-error.h"
#include "rensa-primitives.h"

#define MAX_ITEMS 64

/* An example of the case. */
typedef struct
{
  RensaArray *arrays[RENSA_MAX_FIELDS];
  const char *names[RENSA_MAX_FIELDS];
  int n;
  gboolean has_names;
} Made;

static gboolean
is_list (struct json_object *json)
{
  return json_object_is_type (json, json_type_array);
}

/* The shape of nested lists. */
static RensaShape
get_shape (struct json_object *json)
{
  RensaShape shape = RENSA_SHAPE_SCALAR;

  for (; is_list (json); json = get_item (json, 0))
    shape.dims[shape.ndim++] = get_length (json);
  return shape;
}

static gboolean
append (GArray *values, struct json_object *json, gboolean *is_whole, GError **error)
{
  double value;

  if (json_object_is_type (json, json_type_string))
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "a text is no array");
      return FALSE;
    }
  if (!is_list (json))
    {
      value = json_object_get_double (json);
      *is_whole = *is_whole && !json_object_is_type (json, json_type_double);
      g_array_append_val (values, value);
    }
  for (int i = 0; is_list (json) && i < get_length (json); i++)
    if (!append (values, get_item (json, i), is_whole, error))
      return FALSE;
  return TRUE;
}

/* {"array", "dtype"}; nested lists of Python, int64 or float64; or a number, of which @dtype tells the dtype unless it is a whole one. */
static RensaArray *
make_array (struct json_object *json, RensaDtype dtype, GError **error)
{
  struct json_object *list = get (json, "array") != NULL ? get (json, "array") : json;
  const RensaShape shape = get_shape (list);
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (RensaArray) wide = NULL;
  gboolean is_whole = TRUE;

  if (!append (values, list, &is_whole, error))
    return NULL;
  if (get (json, "dtype") != NULL && !rensa_dtype_from_name (get_string (json, "dtype"), &dtype, error))
    return NULL;
  if (get (json, "dtype") == NULL && is_list (json))
    dtype = is_whole ? RENSA_INT64 : RENSA_FLOAT64;
  else if (get (json, "dtype") == NULL && is_whole && rensa_dtype_is_floating (dtype)
           && json_object_is_type (json, json_type_int))
    dtype = RENSA_INT64;
  wide = rensa_array_new_from_host (RENSA_FLOAT64, &shape, values->data, error);
  return wide != NULL ? rensa_array_cast (wide, dtype, error) : NULL;
}

static gboolean
is_dictionary (struct json_object *json)
{
  return json_object_is_type (json, json_type_object) && get (json, "array") == NULL && get (json, "tuple") == NULL;
}

/* Member @i, in the order of tuples and dictionaries; the value itself is its only one otherwise. NULL behind the last. */
static struct json_object *
get_member (struct json_object *json, int i, const char **name)
{
  int at = 0;

  if (get (json, "tuple") != NULL)
    return get_item (get (json, "tuple"), i);
  if (!is_dictionary (json))
    return i == 0 ? json : NULL;
  json_object_object_foreach (json, key, value)
  {
    if (at++ == i)
      {
        *name = key;
        return value;
      }
  }
  return NULL;
}

/* What the batch of member @i should be, by its place or its name. */
static struct json_object *
get_wanted (struct json_object *result, int i, const char *name)
{
  const char *ignored;

  return name != NULL ? get (result, name) : get_member (result, i, &ignored);
}

static gboolean
make_example (Made *made, struct json_object *json, struct json_object *result, GError **error)
{
  struct json_object *member;

  made->has_names = is_dictionary (json);
  while ((member = get_member (json, made->n, &made->names[made->n])) != NULL)
    {
      struct json_object *wanted = get_wanted (result, made->n, made->names[made->n]);
      RensaDtype dtype = RENSA_INT64;

      if (wanted != NULL && !rensa_dtype_from_name (get_string (wanted, "dtype"), &dtype, error))
        return FALSE;
      made->arrays[made->n] = make_array (member, dtype, error);
      if (made->arrays[made->n++] == NULL)
        return FALSE;
    }
  return TRUE;
}

/* One for all fields, or one for each. */
static void
read_padding (struct json_object *json, const Made *first, double *padding)
{
  for (int i = 0; i < first->n; i++)
    {
      struct json_object *own = json;
      const char *ignored;

      if (is_dictionary (json))
        own = get (json, first->names[i]);
      else if (get (json, "tuple") != NULL)
        own = get_member (json, i, &ignored);
      padding[i] = own != NULL ? json_object_get_double (own) : NAN;
    }
}

static gboolean
check_batch (Report *report, const Made *first, RensaArray **fields, int n, struct json_object *result, GError **error)
{
  if (!check_int ("the number of arrays", n, first->n, error))
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      g_autoptr (RensaArray) want = make_array (get_wanted (result, i, first->names[i]), RENSA_INT64, error);

      if (want == NULL || !check_array (report, "the batch", fields[i], want, (Tolerance){ 0, 0 }, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
concat (Report *report, struct json_object *json, Made *made, GError **error)
{
  struct json_object *batch = get (json, "batch");
  struct json_object *result = get (get (json, "result"), "value");
  const int n = get_length (batch);
  RensaExample examples[MAX_ITEMS];
  double padding[RENSA_MAX_FIELDS];
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  g_autoptr (GError) refusal = NULL;
  gboolean ok = TRUE;
  int n_fields = -1;

  for (int i = 0; ok && i < n; i++)
    {
      ok = make_example (&made[i], get_item (batch, i), result, &refusal);
      examples[i] = (RensaExample){ made[i].arrays, made[i].n, made[i].has_names ? made[i].names : NULL };
    }
  read_padding (get (json, "padding"), &made[0], padding);
  if (ok)
    n_fields = rensa_concat_examples (examples, n, &(RensaConcatOptions){ padding, rensa_device_get_current () },
                                      fields, &refusal);
  if (result == NULL)
    return check_int ("whether there is a batch", n_fields >= 0, FALSE, error);
  if (n_fields < 0)
    g_propagate_error (error, g_steal_pointer (&refusal));
  ok = n_fields >= 0 && check_batch (report, &made[0], fields, n_fields, result, error);
  for (int i = 0; i < n_fields; i++)
    g_clear_pointer (&fields[i], rensa_array_unref);
  return ok;
}

static gboolean
check_case (Report *report, struct json_object *json, GError **error)
{
  g_autofree Made *made = g_new0 (Made, MAX_ITEMS);
  const gboolean ok = concat (report, json, made, error);

  for (int i = 0; i < MAX_ITEMS; i++)
    for (int k = 0; k < made[i].n; k++)
      g_clear_pointer (&made[i].arrays[k], rensa_array_unref);
  if (!ok)
    g_prefix_error (error, "%s: ", get_string (json, "what"));
  return ok;
}

void
check_converters (Report *report, struct json_object *list)
{
  report_list (report, "converter", "concat_examples", list, check_case);
}
