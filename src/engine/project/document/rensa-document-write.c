/* rensa-document-write.c: a JSON writer with diff-friendly output.
 * SPDX-License-Identifier: MIT */

#include "rensa-document-fields.h"

#define WIDTH 110
#define INDENT 2

static void write_value (GString *text, struct json_object *json, guint indent, gsize used);

static char *
to_line (struct json_object *json)
{
  const int flags = JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE;

  return g_strdup (json_object_to_json_string_ext (json, flags));
}

static void
begin_member (GString *text, guint indent, gboolean first)
{
  g_string_append_printf (text, "%s\n%*s", first ? "" : ",", (int) indent, "");
}

static void
end_members (GString *text, guint indent, char closing)
{
  g_string_append_printf (text, "\n%*s%c", (int) indent, "", closing);
}

static void
write_object (GString *text, struct json_object *json, guint indent)
{
  gboolean first = TRUE;

  g_string_append_c (text, '{');
  json_object_object_foreach (json, name, value)
  {
    g_autoptr (RensaJson) key = json_object_new_string (name);
    g_autofree char *quoted = to_line (key);

    begin_member (text, indent + INDENT, first);
    g_string_append_printf (text, "%s: ", quoted);
    write_value (text, value, indent + INDENT, strlen (quoted) + 2);
    first = FALSE;
  }
  end_members (text, indent, '}');
}

static void
write_array (GString *text, struct json_object *json, guint indent)
{
  g_string_append_c (text, '[');
  for (size_t i = 0; i < json_object_array_length (json); i++)
    {
      begin_member (text, indent + INDENT, i == 0);
      write_value (text, json_object_array_get_idx (json, i), indent + INDENT, 0);
    }
  end_members (text, indent, ']');
}

/* @used: width already used on the line, beyond the indentation. */
static void
write_value (GString *text, struct json_object *json, guint indent, gsize used)
{
  g_autofree char *line = to_line (json);
  const gboolean fits = indent + used + strlen (line) <= WIDTH;
  const gboolean is_root = indent == 0 && used == 0;

  if (json_object_is_type (json, json_type_object) && json_object_object_length (json) > 0 && (!fits || is_root))
    write_object (text, json, indent);
  else if (json_object_is_type (json, json_type_array) && json_object_array_length (json) > 0 && !fits)
    write_array (text, json, indent);
  else
    g_string_append (text, line);
}

char *
rensa_document_write_json (struct json_object *json)
{
  GString *text = g_string_new (NULL);

  write_value (text, json, 0, 0);
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}
