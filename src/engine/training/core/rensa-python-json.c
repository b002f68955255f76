/* rensa-python-json.c: JSON in Python's format.
 * SPDX-License-Identifier: MIT */

#include "rensa-python-json-private.h"

#include <math.h>

#include "rensa-attrs.h"
#include "rensa-fault.h"
#include "rensa-language.h"

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
  const gboolean is_list = type == json_type_array;
  enum json_tokener_error reason = json_tokener_success;
  g_autoptr (RensaJson) json = text != NULL ? json_tokener_parse_verbose (text, &reason) : NULL;

  if (json != NULL && json_object_is_type (json, type))
    return g_steal_pointer (&json);

  if (reason != json_tokener_success)
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     is_list ? N_ ("%s: expected a JSON list, but found invalid JSON: %s")
                             : N_ ("%s: expected a JSON object, but found invalid JSON: %s"),
                     what, json_tokener_error_desc (reason));
  else
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     is_list ? N_ ("%s: expected a JSON list, but found another type")
                             : N_ ("%s: expected a JSON object, but found another type"),
                     what);
  return NULL;
}
