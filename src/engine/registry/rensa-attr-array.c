/* rensa-attr-array.c: numbers and nested tuples of numbers.
 * SPDX-License-Identifier: MIT */

#include "rensa-array-private.h"
#include "rensa-attrs-private.h"
#include "rensa-language.h"

#include <math.h>

RensaArray *
rensa_attr_array_new (RensaDtype dtype, const RensaShape *shape, gconstpointer data, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (rensa_device_get_host ());

  return rensa_array_new_from_host (dtype, shape, data, error);
}

double *
rensa_attr_array_dup_numbers (RensaArray *array)
{
  const gint64 n = rensa_array_get_count (array);
  double *numbers = g_new0 (double, MAX (n, 1));
  g_autofree gint64 *integers = NULL;

  if (rensa_array_get_dtype (array) != RENSA_INT64)
    {
      rensa_array_to_host (array, numbers, NULL);
      return numbers;
    }
  integers = g_new0 (gint64, MAX (n, 1));
  rensa_array_to_host (array, integers, NULL);
  for (gint64 i = 0; i < n; i++)
    numbers[i] = (double) integers[i];
  return numbers;
}

static void
array_set_none (gpointer value)
{
  *(RensaArray **) value = NULL;
}

static gboolean
array_is_none (gconstpointer value)
{
  return *(RensaArray *const *) value == NULL;
}

/* A default without memory is None, which every reader of the attribute must expect if None is allowed. */
static void
array_set_initial (const RensaAttrSpec *spec, gpointer value)
{
  const gboolean is_integer = spec->initial == floor (spec->initial);
  const gint64 integer = (gint64) spec->initial;

  *(RensaArray **) value = rensa_attr_array_new (is_integer ? RENSA_INT64 : RENSA_FLOAT64, &RENSA_SHAPE_SCALAR,
                                                 is_integer ? (gconstpointer) &integer : &spec->initial, NULL);
}

static char *
array_describe (const RensaAttrSpec *spec)
{
  return rensa_describe_range (spec, _ ("a number or a tuple of numbers"));
}

/* Reading */

/* State of walking nested lists. */
typedef struct
{
  RensaShape shape;
  GArray *numbers;
  GArray *integers; /* NULL after a number that is not an integer */
} Reading;

/* Measures the extents along the first entries; FALSE if they are nested too deeply. */
static gboolean
measure (struct json_object *json, RensaShape *shape)
{
  *shape = RENSA_SHAPE_SCALAR;
  while (json_object_is_type (json, json_type_array))
    {
      if (shape->ndim == RENSA_MAX_NDIM)
        return FALSE;
      shape->dims[shape->ndim++] = (gint64) json_object_array_length (json);
      if (json_object_array_length (json) == 0)
        return TRUE;
      json = json_object_array_get_idx (json, 0);
    }
  return TRUE;
}

static gboolean
read_number (Reading *reading, struct json_object *json)
{
  double number;
  gint64 integer;

  if (!rensa_attr_read_real (json, &number))
    return FALSE;
  g_array_append_val (reading->numbers, number);
  if (reading->integers == NULL)
    return TRUE;
  if (json_object_is_type (json, json_type_int) && rensa_json_get_integer (json, &integer))
    g_array_append_val (reading->integers, integer);
  else
    g_clear_pointer (&reading->integers, g_array_unref);
  return TRUE;
}

/* Returns FALSE if lists of one level differ in length, or contain something other than numbers. */
static gboolean
read_level (Reading *reading, struct json_object *json, int level)
{
  if (level == reading->shape.ndim)
    return read_number (reading, json);
  if (!json_object_is_type (json, json_type_array)
      || (gint64) json_object_array_length (json) != reading->shape.dims[level])
    return FALSE;

  for (size_t i = 0; i < json_object_array_length (json); i++)
    if (!read_level (reading, json_object_array_get_idx (json, i), level + 1))
      return FALSE;
  return TRUE;
}

static gboolean
array_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  Reading reading = { .numbers = numbers, .integers = g_array_new (FALSE, FALSE, sizeof (gint64)) };
  RensaArray **array = value;
  GError *failure = NULL;
  const gboolean done = measure (json, &reading.shape) && read_level (&reading, json, 0);

  if (done && reading.integers != NULL)
    *array = rensa_attr_array_new (RENSA_INT64, &reading.shape, reading.integers->data, &failure);
  else if (done)
    *array = rensa_attr_array_new (RENSA_FLOAT64, &reading.shape, numbers->data, &failure);
  g_clear_pointer (&reading.integers, g_array_unref);

  if (failure != NULL)
    return rensa_attr_fail_for (failure, error);
  return done || rensa_attr_reject (spec, json, error);
}

/* Writing */

/* Converts element @i of @array, whose elements are at @host. */
static struct json_object *
number_to_json (RensaArray *array, gconstpointer host, gint64 i)
{
  const RensaDtype dtype = rensa_array_get_dtype (array);

  if (dtype == RENSA_INT64)
    return json_object_new_int64 (((const gint64 *) host)[i]);
  return rensa_json_new_double (
      rensa_element_to_double (dtype, (const guint8 *) host + (gsize) i * rensa_dtype_get_size (dtype)));
}

/* Converts the part of @count elements from @first on, which spans the last axes from @axis on. */
static struct json_object *
level_to_json (RensaArray *array, gconstpointer host, int axis, gint64 first, gint64 count)
{
  struct json_object *json;
  gint64 n;

  if (axis == rensa_array_get_ndim (array))
    return number_to_json (array, host, first);

  json = json_object_new_array ();
  n = rensa_array_get_dim (array, axis);
  for (gint64 i = 0; i < n; i++)
    json_object_array_add (json, level_to_json (array, host, axis + 1, first + i * (count / n), count / n));
  return json;
}

static struct json_object *
array_to_json (gconstpointer value, const RensaAttrSpec *spec)
{
  RensaArray *array = *(RensaArray *const *) value;
  g_autofree gpointer host = g_malloc (MAX (rensa_array_get_n_bytes (array), 1));

  if (!rensa_array_to_host (array, host, NULL))
    return NULL;
  return level_to_json (array, host, 0, 0, rensa_array_get_count (array));
}

static void
append_json (struct json_object *json, GString *text)
{
  const size_t n = json_object_is_type (json, json_type_array) ? json_object_array_length (json) : 0;

  if (!json_object_is_type (json, json_type_array))
    {
      /* Python has no constant inf. */
      g_string_append_printf (text, json_object_is_type (json, json_type_string) ? "float('%s')" : "%s",
                              json_object_get_string (json));
      return;
    }
  g_string_append_c (text, '(');
  for (size_t i = 0; i < n; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      append_json (json_object_array_get_idx (json, i), text);
    }
  g_string_append (text, n == 1 ? ",)" : ")");
}

static void
array_to_text (gconstpointer value, const RensaAttrSpec *spec, GString *text)
{
  g_autoptr (RensaJson) json = array_to_json (value, spec);

  append_json (json, text);
}

/* Arrays of attributes are never modified, so copies share them. */
static void
array_own (gpointer value)
{
  RensaArray *array = *(RensaArray **) value;

  if (array != NULL)
    rensa_array_ref (array);
}

static void
array_clear (gpointer value)
{
  g_clear_pointer ((RensaArray **) value, rensa_array_unref);
}

static gboolean
array_equal (gconstpointer a, gconstpointer b)
{
  g_autoptr (RensaJson) x = NULL;
  g_autoptr (RensaJson) y = NULL;

  if (*(RensaArray *const *) a == *(RensaArray *const *) b)
    return TRUE;
  if (array_is_none (a) || array_is_none (b))
    return FALSE;
  x = array_to_json (a, NULL);
  y = array_to_json (b, NULL);
  return json_object_equal (x, y);
}

static gboolean
array_in_range (const RensaAttrSpec *spec, gconstpointer value)
{
  RensaArray *array = *(RensaArray *const *) value;
  g_autofree gpointer host = g_malloc (MAX (rensa_array_get_n_bytes (array), 1));
  const gboolean is_integer = rensa_array_get_dtype (array) == RENSA_INT64;

  if (!rensa_array_to_host (array, host, NULL))
    return FALSE;
  for (gint64 i = 0; i < rensa_array_get_count (array); i++)
    if (!rensa_range_holds (spec, is_integer ? (double) ((gint64 *) host)[i] : ((double *) host)[i]))
      return FALSE;
  return TRUE;
}

const RensaAttrOps rensa_attr_ops_array = {
  .name = "array",
  .size = sizeof (RensaArray *),
  .set_none = array_set_none,
  .is_none = array_is_none,
  .set_initial = array_set_initial,
  .describe = array_describe,
  .from_json = array_from_json,
  .from_text = rensa_attr_from_literal,
  .to_json = array_to_json,
  .to_text = array_to_text,
  .own = array_own,
  .clear = array_clear,
  .equal = array_equal,
  .in_range = array_in_range,
};
