/* rensa-attr-ints.c: tuples of integers.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"
#include "rensa-language.h"
#include "rensa-registry-faults.h"

static int
count_values (const RensaInts *ints)
{
  return ints->n == RENSA_INTS_SCALAR ? 1 : MAX (ints->n, 0);
}

static void
ints_set_none (gpointer value)
{
  ((RensaInts *) value)->n = RENSA_INTS_NONE;
}

static gboolean
ints_is_none (gconstpointer value)
{
  return ((const RensaInts *) value)->n == RENSA_INTS_NONE;
}

static void
ints_set_initial (const RensaAttrSpec *spec, gpointer value)
{
  *(RensaInts *) value = (RensaInts){ .n = RENSA_INTS_SCALAR, .values = { (gint64) spec->initial } };
}

static char *
ints_describe (const RensaAttrSpec *spec)
{
  return rensa_describe_range (spec, _ ("an integer or a tuple of integers"));
}

static gboolean
ints_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error)
{
  RensaInts *ints = value;
  size_t n;

  if (!json_object_is_type (json, json_type_array))
    {
      ints->n = RENSA_INTS_SCALAR;
      return rensa_attr_read_integer (spec, json, &ints->values[0], json, error);
    }

  n = json_object_array_length (json);
  if (n > RENSA_MAX_NDIM)
    return rensa_attr_fail_long (&rensa_fault_attr_tuple, RENSA_MAX_NDIM, n, error);

  ints->n = (int) n;
  for (int i = 0; i < ints->n; i++)
    if (!rensa_attr_read_integer (spec, json_object_array_get_idx (json, i), &ints->values[i], json, error))
      return FALSE;
  return TRUE;
}

static struct json_object *
ints_to_json (gconstpointer value, const RensaAttrSpec *spec)
{
  const RensaInts *ints = value;
  struct json_object *json;

  if (ints->n == RENSA_INTS_SCALAR)
    return json_object_new_int64 (ints->values[0]);

  json = json_object_new_array ();
  for (int i = 0; i < ints->n; i++)
    json_object_array_add (json, json_object_new_int64 (ints->values[i]));
  return json;
}

static void
append_ints (const RensaInts *ints, GString *text)
{
  const char *close = ints->n == 1 ? ",)" : ")";

  if (ints->n != RENSA_INTS_SCALAR)
    g_string_append_c (text, '(');
  for (int i = 0; i < count_values (ints); i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", ints->values[i]);
  if (ints->n != RENSA_INTS_SCALAR)
    g_string_append (text, close);
}

static void
ints_to_text (gconstpointer value, const RensaAttrSpec *spec, GString *text)
{
  append_ints (value, text);
}

static gboolean
ints_equal (gconstpointer a, gconstpointer b)
{
  const RensaInts *x = a;
  const RensaInts *y = b;

  return x->n == y->n && memcmp (x->values, y->values, count_values (x) * sizeof x->values[0]) == 0;
}

static gboolean
ints_in_range (const RensaAttrSpec *spec, gconstpointer value)
{
  const RensaInts *ints = value;

  for (int i = 0; i < count_values (ints); i++)
    if (!rensa_range_holds (spec, (double) ints->values[i]))
      return FALSE;
  return TRUE;
}

const RensaAttrOps rensa_attr_ops_ints = {
  .name = "ints",
  .size = sizeof (RensaInts),
  .set_none = ints_set_none,
  .is_none = ints_is_none,
  .set_initial = ints_set_initial,
  .describe = ints_describe,
  .from_json = ints_from_json,
  .from_text = rensa_attr_from_literal,
  .to_json = ints_to_json,
  .to_text = ints_to_text,
  .equal = ints_equal,
  .in_range = ints_in_range,
};

gboolean
rensa_ints_expand (const RensaInts *ints, int n, gint64 fallback, const char *name, gint64 *values, GError **error)
{
  if (ints->n >= 0 && ints->n != n)
    {
      g_autoptr (GString) found = g_string_new (NULL);
      g_autofree char *expected = g_strdup_printf (_ ("an integer or a tuple of %d"), n);

      append_ints (ints, found);
      return rensa_refuse_value (error, name, expected, "%s", found->str);
    }

  for (int i = 0; i < n; i++)
    values[i] = ints->n == RENSA_INTS_NONE ? fallback : ints->values[ints->n == RENSA_INTS_SCALAR ? 0 : i];
  return TRUE;
}
