/* saved.c: values as the cases write them, and what archives hold of them.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "conformance.h"
#include "rensa-error.h"

static struct json_object *
unpack_list (struct json_object *list)
{
  struct json_object *plain = json_object_new_array ();

  for (int i = 0; i < get_length (list); i++)
    json_object_array_add (plain, unpack (get_item (list, i)));
  return plain;
}

static struct json_object *
unpack_members (struct json_object *object)
{
  struct json_object *plain = json_object_new_object ();

  json_object_object_foreach (object, key, value) json_object_object_add (plain, key, unpack (value));
  return plain;
}

struct json_object *
unpack (struct json_object *value)
{
  if (json_object_is_type (value, json_type_array))
    return unpack_list (value);
  if (!json_object_is_type (value, json_type_object))
    return json_object_get (value);
  if (get (value, "tuple") != NULL)
    return unpack_list (get (value, "tuple"));
  if (get (value, "array") != NULL)
    return unpack (get (value, "array"));
  if (get (value, "float") != NULL)
    return json_object_new_double (g_ascii_strtod (get_string (value, "float"), NULL));
  return unpack_members (value);
}

static gboolean
differs (const char *key, const char *got, struct json_object *want, GError **error)
{
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "saved as %s was %s, expected %s", key, got,
               json_object_to_json_string (want));
  return FALSE;
}

/* Doubles to within rounding, for means are added in another order. */
static gboolean
check_saved_double (RensaSerializer *serializer, const char *key, struct json_object *want, GError **error)
{
  struct json_object *plain = unpack (want);
  const double expected = json_object_get_double (plain);
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  double got;

  json_object_put (plain);
  if (!rensa_serializer_double (serializer, key, &got, error))
    return FALSE;
  return fabs (got - expected) <= 1e-12 * fabs (expected) || (isnan (got) && isnan (expected))
         || differs (key, g_ascii_dtostr (text, sizeof text, got), want, error);
}

static gboolean
check_saved_int (RensaSerializer *serializer, const char *key, struct json_object *want, GError **error)
{
  g_autofree char *text = NULL;
  gint64 got;

  if (!rensa_serializer_int (serializer, key, &got, error))
    return FALSE;
  text = g_strdup_printf ("%" G_GINT64_FORMAT, got);
  return got == json_object_get_int64 (want) || differs (key, text, want, error);
}

static gboolean
check_saved_bool (RensaSerializer *serializer, const char *key, struct json_object *want, GError **error)
{
  gboolean got;

  return rensa_serializer_bool (serializer, key, &got, error)
         && (got == json_object_get_boolean (want) || differs (key, got ? "true" : "false", want, error));
}

static gboolean
is_same_json (const char *a, const char *b)
{
  struct json_object *x = json_tokener_parse (a);
  struct json_object *y = json_tokener_parse (b);
  const gboolean same = x != NULL && y != NULL && json_object_equal (x, y);

  json_object_put (x);
  json_object_put (y);
  return same;
}

/* Texts are JSON, in which blanks count for nothing. */
static gboolean
check_saved_text (RensaSerializer *serializer, const char *key, struct json_object *want, GError **error)
{
  g_autofree char *got = NULL;

  return rensa_serializer_string (serializer, key, &got, error)
         && (g_strcmp0 (got, json_object_get_string (want)) == 0 || is_same_json (got, json_object_get_string (want))
             || differs (key, got, want, error));
}

static gboolean
check_saved_none (RensaSerializer *serializer, const char *key, struct json_object *want, GError **error)
{
  g_autoptr (RensaArray) got = NULL;

  return rensa_serializer_array (serializer, key, &got, error)
         && (got == NULL || differs (key, "a value", want, error));
}

/* Whole numbers. */
static gboolean
check_saved_list (RensaSerializer *serializer, const char *key, struct json_object *want, GError **error)
{
  g_autoptr (RensaArray) got = NULL;
  g_autofree gint64 *numbers = g_new (gint64, get_length (want));
  gboolean ok;

  if (!rensa_serializer_array (serializer, key, &got, error))
    return FALSE;
  ok = got != NULL && rensa_array_get_dtype (got) == RENSA_INT64 && rensa_array_get_count (got) == get_length (want)
       && rensa_array_to_host (got, numbers, error);
  for (int i = 0; ok && i < get_length (want); i++)
    ok = numbers[i] == json_object_get_int64 (get_item (want, i));
  return ok || differs (key, "another list", want, error);
}

static gboolean
check_member (RensaSerializer *serializer, const char *key, struct json_object *member, GError **error)
{
  const char *dtype = get_string (member, "dtype");
  struct json_object *want = get (member, "value");

  if (want == NULL)
    return check_saved_none (serializer, key, want, error);
  if (json_object_is_type (want, json_type_array))
    return check_saved_list (serializer, key, want, error);
  if (g_strcmp0 (dtype, "text") == 0)
    return check_saved_text (serializer, key, want, error);
  if (g_strcmp0 (dtype, "bool") == 0)
    return check_saved_bool (serializer, key, want, error);
  if (g_str_has_prefix (dtype, "int"))
    return check_saved_int (serializer, key, want, error);
  return check_saved_double (serializer, key, want, error);
}

static gboolean
read_members (gpointer saved, RensaSerializer *serializer, GError **error)
{
  if (!rensa_serializer_is_reading (serializer))
    return TRUE;
  json_object_object_foreach (saved, key, member)
  {
    if (!check_member (serializer, key, member, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
check_saved (const char *path, const char *prefix, RensaNpzStrictness strictness, struct json_object *saved,
             GError **error)
{
  return rensa_load_npz (path, prefix, strictness, read_members, saved, error);
}
