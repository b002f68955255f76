/* rensa-json.c: additions to json-c.
 * SPDX-License-Identifier: MIT */

#include "rensa-json.h"

#include <math.h>

#include "rensa-attrs-private.h"

gboolean
rensa_json_get_integer (struct json_object *json, gint64 *value)
{
  if (json_object_is_type (json, json_type_int))
    {
      *value = json_object_get_int64 (json);
      /* json-c keeps larger ones as unsigned and clamps the smallest. */
      return *value != RENSA_INT_NONE && (*value < G_MAXINT64 || json_object_get_uint64 (json) == (guint64) *value);
    }
  if (json_object_is_type (json, json_type_double))
    {
      double real = json_object_get_double (json);

      if (real != floor (real) || fabs (real) >= RENSA_INT64_BOUND)
        return FALSE;

      *value = (gint64) real;
      return TRUE;
    }
  return FALSE;
}

struct json_object *
rensa_json_new_double (double value)
{
  g_autofree char *text = rensa_format_double (value);

  return isfinite (value) ? json_object_new_double_s (value, text) : json_object_new_string (text);
}

static gboolean
is_deeper_than (struct json_object *json, int depth)
{
  struct json_object_iter member;

  if (!json_object_is_type (json, json_type_array) && !json_object_is_type (json, json_type_object))
    return FALSE;
  if (depth == 0)
    return TRUE;

  if (json_object_is_type (json, json_type_array))
    {
      for (size_t i = 0; i < json_object_array_length (json); i++)
        if (is_deeper_than (json_object_array_get_idx (json, i), depth - 1))
          return TRUE;
      return FALSE;
    }

  json_object_object_foreachC (json, member) if (is_deeper_than (member.val, depth - 1)) return TRUE;
  return FALSE;
}

gboolean
rensa_json_is_too_deep (struct json_object *json)
{
  return is_deeper_than (json, RENSA_ATTR_MAX_DEPTH);
}
