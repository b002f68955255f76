/* rensa-attr-types.c: the operations of the scalar types.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"
#include "rensa-language.h"
#include "rensa-registry-faults.h"

#include <math.h>

gboolean
rensa_attr_from_literal (const RensaAttrSpec *spec, const char *text, gpointer value, GError **error)
{
  GError *sentence = NULL;
  struct json_object *literal;
  g_autoptr (RensaJson) json = NULL;

  if (!rensa_text_read_literal (text, &literal, NULL, &sentence))
    return rensa_attr_fail_for (sentence, error);

  json = literal;
  return rensa_attr_get_ops (spec)->from_json (spec, json, value, error);
}

/* For a single value: text that parses as several is quoted unchanged in the error. */
static gboolean
from_scalar (const RensaAttrSpec *spec, const char *text, gpointer value, GError **error)
{
  struct json_object *literal = NULL;
  const gboolean is_read = rensa_text_read_literal (text, &literal, NULL, NULL);
  g_autoptr (RensaJson) json = literal;
  g_autoptr (RensaJson) written = NULL;

  if (!is_read || !json_object_is_type (json, json_type_array))
    return rensa_attr_from_literal (spec, text, value, error);
  written = json_object_new_string (text);
  return rensa_attr_get_ops (spec)->from_json (spec, written, value, error);
}

/* For text attributes: quotes may be omitted. */
static gboolean
from_plain_text (const RensaAttrSpec *spec, const char *text, gpointer value, GError **error)
{
  GError *sentence = NULL;
  g_autofree char *string = rensa_text_read_string (text, &sentence);
  g_autoptr (RensaJson) json = NULL;

  if (string == NULL)
    return rensa_attr_fail_for (sentence, error);

  json = json_object_new_string (string);
  return rensa_attr_get_ops (spec)->from_json (spec, json, value, error);
}

/* Bool */

static void
bool_set_initial (const RensaAttrSpec *spec, gpointer value)
{
  *(gboolean *) value = spec->initial != 0;
}

static char *
bool_describe (const RensaAttrSpec *spec)
{
  return g_strdup (_ ("true or false"));
}

static gboolean
bool_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error)
{
  if (!json_object_is_type (json, json_type_boolean))
    return rensa_attr_reject (spec, json, error);

  *(gboolean *) value = json_object_get_boolean (json);
  return TRUE;
}

static struct json_object *
bool_to_json (gconstpointer value, const RensaAttrSpec *spec)
{
  return json_object_new_boolean (*(const gboolean *) value);
}

static void
bool_to_text (gconstpointer value, const RensaAttrSpec *spec, GString *text)
{
  g_string_append (text, *(const gboolean *) value ? "True" : "False");
}

static gboolean
bool_equal (gconstpointer a, gconstpointer b)
{
  return !*(const gboolean *) a == !*(const gboolean *) b;
}

/* Int */

static void
int_set_none (gpointer value)
{
  *(gint64 *) value = RENSA_INT_NONE;
}

static gboolean
int_is_none (gconstpointer value)
{
  return *(const gint64 *) value == RENSA_INT_NONE;
}

static void
int_set_initial (const RensaAttrSpec *spec, gpointer value)
{
  *(gint64 *) value = (gint64) spec->initial;
}

static char *
int_describe (const RensaAttrSpec *spec)
{
  return rensa_describe_range (spec, _ ("an integer"));
}

/* Returns TRUE if a number is too large for gint64. */
static gboolean
is_huge (struct json_object *json)
{
  return json_object_is_type (json, json_type_int)
         || (json_object_is_type (json, json_type_double) && fabs (json_object_get_double (json)) >= RENSA_INT64_BOUND);
}

gboolean
rensa_attr_read_integer (const RensaAttrSpec *spec, struct json_object *json, gint64 *value, struct json_object *whole,
                         GError **error)
{
  g_autofree char *found = NULL;

  if (rensa_json_get_integer (json, value))
    return TRUE;
  if (!is_huge (json))
    return rensa_attr_reject (spec, whole, error);

  found = rensa_excerpt_json (json);
  return rensa_set_fault (error, RENSA_ERROR_INVALID,
                          &(RensaFault){ .code = &rensa_fault_attr_value,
                                         .expected = N_ ("integers greater than -2^63 and less than 2^63"),
                                         .found = found });
}

static gboolean
int_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error)
{
  return rensa_attr_read_integer (spec, json, value, json, error);
}

static struct json_object *
int_to_json (gconstpointer value, const RensaAttrSpec *spec)
{
  return json_object_new_int64 (*(const gint64 *) value);
}

static void
int_to_text (gconstpointer value, const RensaAttrSpec *spec, GString *text)
{
  g_string_append_printf (text, "%" G_GINT64_FORMAT, *(const gint64 *) value);
}

static gboolean
int_equal (gconstpointer a, gconstpointer b)
{
  return *(const gint64 *) a == *(const gint64 *) b;
}

/* Compares integers, because doubles do not distinguish 2^53 and 2^53 + 1. */
static gboolean
int_in_range (const RensaAttrSpec *spec, gconstpointer value)
{
  const gint64 integer = *(const gint64 *) value;

  return (rensa_range_is_open_below (spec) || integer >= (gint64) spec->min)
         && (rensa_range_is_open_above (spec) || integer <= (gint64) spec->max);
}

/* Float */

static void
float_set_none (gpointer value)
{
  *(double *) value = NAN;
}

static gboolean
float_is_none (gconstpointer value)
{
  return isnan (*(const double *) value);
}

static void
float_set_initial (const RensaAttrSpec *spec, gpointer value)
{
  *(double *) value = spec->initial;
}

static char *
float_describe (const RensaAttrSpec *spec)
{
  return rensa_describe_range (spec, _ ("a number"));
}

/* Returns TRUE if a real number became infinite because it was too large to be parsed. */
static gboolean
has_overflowed (struct json_object *json)
{
  const char *text = json_object_get_string (json);

  return isinf (json_object_get_double (json)) && strcspn (text, G_CSET_DIGITS) < strlen (text);
}

gboolean
rensa_attr_read_real (struct json_object *json, double *real)
{
  const char *text = json_object_get_string (json);

  switch (json_object_get_type (json))
    {
    case json_type_int:
      /* Large unsigned integers are only read correctly as text. */
      *real = g_ascii_strtod (text, NULL);
      return TRUE;
    case json_type_double:
      *real = json_object_get_double (json);
      return !isnan (*real) && !has_overflowed (json);
    case json_type_string:
      *real = text[0] == '-' ? -INFINITY : INFINITY;
      return strcmp (text, "inf") == 0 || strcmp (text, "-inf") == 0;
    default:
      return FALSE;
    }
}

static gboolean
float_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error)
{
  return rensa_attr_read_real (json, value) || rensa_attr_reject (spec, json, error);
}

static struct json_object *
float_to_json (gconstpointer value, const RensaAttrSpec *spec)
{
  return rensa_json_new_double (*(const double *) value);
}

static void
float_to_text (gconstpointer value, const RensaAttrSpec *spec, GString *text)
{
  double real = *(const double *) value;
  g_autofree char *digits = rensa_format_double (real);

  /* Python has no constant inf. */
  g_string_append_printf (text, isinf (real) ? "float('%s')" : "%s", digits);
}

static gboolean
float_equal (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return x == y || (isnan (x) && isnan (y));
}

static gboolean
float_in_range (const RensaAttrSpec *spec, gconstpointer value)
{
  return rensa_range_holds (spec, *(const double *) value);
}

/* String */

static void
string_set_none (gpointer value)
{
  *(char **) value = NULL;
}

static gboolean
string_is_none (gconstpointer value)
{
  return *(char *const *) value == NULL;
}

static void
string_set_initial (const RensaAttrSpec *spec, gpointer value)
{
  *(char **) value = g_strdup ("");
}

static gboolean
string_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error)
{
  /* Using the length also finds zeros inside. */
  if (!json_object_is_type (json, json_type_string)
      || !g_utf8_validate (json_object_get_string (json), json_object_get_string_len (json), NULL))
    return rensa_attr_reject (spec, json, error);
  if (!rensa_string_check_role (json_object_get_string (json), spec->role, error))
    return FALSE;

  *(char **) value = g_strdup (json_object_get_string (json));
  return TRUE;
}

static struct json_object *
string_to_json (gconstpointer value, const RensaAttrSpec *spec)
{
  return json_object_new_string (*(char *const *) value);
}

static void
string_to_text (gconstpointer value, const RensaAttrSpec *spec, GString *text)
{
  rensa_text_append_quoted (text, *(char *const *) value);
}

static void
string_own (gpointer value)
{
  *(char **) value = g_strdup (*(char **) value);
}

static void
string_clear (gpointer value)
{
  g_clear_pointer ((char **) value, g_free);
}

static gboolean
string_equal (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(char *const *) a, *(char *const *) b) == 0;
}

/* Choice */

static void
choice_set_initial (const RensaAttrSpec *spec, gpointer value)
{
  *(int *) value = (int) spec->initial;
}

static char *
choice_describe (const RensaAttrSpec *spec)
{
  return rensa_join_choices (spec->choices);
}

/* A choice between "true" and "false" also accepts those of JSON. */
static gboolean
choice_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error)
{
  if (json_object_is_type (json, json_type_string) || json_object_is_type (json, json_type_boolean))
    for (int i = 0; spec->choices[i] != NULL; i++)
      if (strcmp (spec->choices[i], json_object_get_string (json)) == 0)
        {
          *(int *) value = i;
          return TRUE;
        }

  return rensa_attr_reject (spec, json, error);
}

static struct json_object *
choice_to_json (gconstpointer value, const RensaAttrSpec *spec)
{
  return json_object_new_string (spec->choices[*(const int *) value]);
}

static void
choice_to_text (gconstpointer value, const RensaAttrSpec *spec, GString *text)
{
  rensa_text_append_quoted (text, spec->choices[*(const int *) value]);
}

static gboolean
choice_equal (gconstpointer a, gconstpointer b)
{
  return *(const int *) a == *(const int *) b;
}

/* Dtype */

static void
dtype_set_initial (const RensaAttrSpec *spec, gpointer value)
{
  *(RensaDtype *) value = (RensaDtype) spec->initial;
}

static char *
dtype_describe (const RensaAttrSpec *spec)
{
  const char *names[RENSA_N_DTYPES + 1] = { NULL };

  for (RensaDtype dtype = 0; dtype < RENSA_N_DTYPES; dtype++)
    names[dtype] = rensa_dtype_get_name (dtype);
  return rensa_join_choices (names);
}

/* Accepts a name or {"dtype": NAME}. */
static gboolean
dtype_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error)
{
  struct json_object *name = json;

  if (json_object_is_type (json, json_type_object))
    json_object_object_get_ex (json, "dtype", &name);

  return (json_object_is_type (name, json_type_string)
          && rensa_dtype_from_name (json_object_get_string (name), value, NULL))
         || rensa_attr_reject (spec, json, error);
}

static struct json_object *
dtype_to_json (gconstpointer value, const RensaAttrSpec *spec)
{
  return json_object_new_string (rensa_dtype_get_name (*(const RensaDtype *) value));
}

static void
dtype_to_text (gconstpointer value, const RensaAttrSpec *spec, GString *text)
{
  rensa_text_append_quoted (text, rensa_dtype_get_name (*(const RensaDtype *) value));
}

static gboolean
dtype_equal (gconstpointer a, gconstpointer b)
{
  return *(const RensaDtype *) a == *(const RensaDtype *) b;
}

static const RensaAttrOps bool_ops = {
  .name = "bool",
  .size = sizeof (gboolean),
  .set_initial = bool_set_initial,
  .describe = bool_describe,
  .from_json = bool_from_json,
  .from_text = from_scalar,
  .to_json = bool_to_json,
  .to_text = bool_to_text,
  .equal = bool_equal,
};

static const RensaAttrOps int_ops = {
  .name = "int",
  .size = sizeof (gint64),
  .set_none = int_set_none,
  .is_none = int_is_none,
  .set_initial = int_set_initial,
  .describe = int_describe,
  .from_json = int_from_json,
  .from_text = from_scalar,
  .to_json = int_to_json,
  .to_text = int_to_text,
  .equal = int_equal,
  .in_range = int_in_range,
};

static const RensaAttrOps float_ops = {
  .name = "float",
  .size = sizeof (double),
  .set_none = float_set_none,
  .is_none = float_is_none,
  .set_initial = float_set_initial,
  .describe = float_describe,
  .from_json = float_from_json,
  .from_text = from_scalar,
  .to_json = float_to_json,
  .to_text = float_to_text,
  .equal = float_equal,
  .in_range = float_in_range,
};

static const RensaAttrOps string_ops = {
  .name = "string",
  .size = sizeof (char *),
  .set_none = string_set_none,
  .is_none = string_is_none,
  .set_initial = string_set_initial,
  .describe = rensa_string_describe,
  .from_json = string_from_json,
  .from_text = from_plain_text,
  .to_json = string_to_json,
  .to_text = string_to_text,
  .own = string_own,
  .clear = string_clear,
  .equal = string_equal,
};

static const RensaAttrOps choice_ops = {
  .name = "choice",
  .size = sizeof (int),
  .set_initial = choice_set_initial,
  .describe = choice_describe,
  .from_json = choice_from_json,
  .from_text = from_plain_text,
  .to_json = choice_to_json,
  .to_text = choice_to_text,
  .equal = choice_equal,
};

static const RensaAttrOps dtype_ops = {
  .name = "dtype",
  .size = sizeof (RensaDtype),
  .set_initial = dtype_set_initial,
  .describe = dtype_describe,
  .from_json = dtype_from_json,
  .from_text = from_plain_text,
  .to_json = dtype_to_json,
  .to_text = dtype_to_text,
  .equal = dtype_equal,
};

static const RensaAttrOps *const all_ops[] = {
  [RENSA_ATTR_TYPE_BOOL] = &bool_ops,
  [RENSA_ATTR_TYPE_INT] = &int_ops,
  [RENSA_ATTR_TYPE_FLOAT] = &float_ops,
  [RENSA_ATTR_TYPE_STRING] = &string_ops,
  [RENSA_ATTR_TYPE_CHOICE] = &choice_ops,
  [RENSA_ATTR_TYPE_INTS] = &rensa_attr_ops_ints,
  [RENSA_ATTR_TYPE_DTYPE] = &dtype_ops,
  [RENSA_ATTR_TYPE_INDEX] = &rensa_attr_ops_index,
  [RENSA_ATTR_TYPE_ARRAY] = &rensa_attr_ops_array,
  [RENSA_ATTR_TYPE_COMPONENT] = &rensa_attr_ops_component,
};

const RensaAttrOps *
rensa_attr_get_ops (const RensaAttrSpec *spec)
{
  return all_ops[spec->type];
}
