/* rensa-python-json.c: JSON as Python writes it.
 * SPDX-License-Identifier: MIT */

#include "rensa-python-json-private.h"

#include <math.h>

#include "rensa-attrs.h"
#include "rensa-error.h"

void
rensa_json_append_double (GString *text, double value)
{
  g_autofree char *digits = isfinite (value) ? rensa_format_double (value) : NULL;

  if (digits != NULL)
    g_string_append (text, digits);
  else
    g_string_append (text, isnan (value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
}

void
rensa_json_append_string (GString *text, const char *string)
{
  g_autoptr (RensaJson) json = json_object_new_string (string);

  g_string_append (text,
                   json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
}

RensaJson *
rensa_json_parse (const char *text, enum json_type type, const char *what, GError **error)
{
  enum json_tokener_error reason = json_tokener_success;
  g_autoptr (RensaJson) json = text != NULL ? json_tokener_parse_verbose (text, &reason) : NULL;

  if (json != NULL && json_object_is_type (json, type))
    return g_steal_pointer (&json);

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s: a JSON %s was expected, but the text is %s%s", what,
               type == json_type_array ? "list" : "object",
               reason != json_tokener_success ? "not JSON: " : "something else",
               reason != json_tokener_success ? json_tokener_error_desc (reason) : "");
  return NULL;
}
