/* rensa-librensa-words.c: names, lists and descriptions in a program.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-ctext-private.h"
#include "rensa-librensa-private.h"

GHashTable *
rensa_librensa_names_new (const char *const *reserved)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; reserved[i] != NULL; i++)
    g_hash_table_add (names, g_strdup (reserved[i]));
  return names;
}

/* GLib types such as "gint64" occur in macros used by the program. */
static gboolean
is_reserved (const char *name)
{
  static const char *const types[] = { "gboolean", "gchar",  "gdouble", "gint",   "gint64", "gpointer", "gsize",
                                       "guint",    "guint8", "guint64", "gssize", "gfloat", "gint32",   NULL };

  return name[0] == '_' || g_str_has_prefix (name, "g_") || g_str_has_prefix (name, "glib_")
         || g_str_has_prefix (name, "rensa_") || g_strv_contains (types, name) || rensa_ctext_is_keyword (name);
}

char *
rensa_librensa_dup_name (GHashTable *names, const char *name)
{
  g_autofree char *small = g_ascii_strdown (name, -1);
  g_autofree char *wanted = is_reserved (small) ? g_strconcat ("node_", small, NULL) : g_steal_pointer (&small);
  char *unique = g_strdup (wanted);

  for (guint number = 2; !g_hash_table_add (names, g_strdup (unique)); number++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s_%u", wanted, number);
    }
  return unique;
}

void
rensa_librensa_append_list (GString *text, const char *head, GPtrArray *arguments, const char *tail)
{
  const int column = (int) strlen (head);
  gsize at = column;

  g_string_append (text, head);
  for (guint i = 0; i < arguments->len; i++)
    {
      const gboolean is_last = i + 1 == arguments->len;
      g_autofree char *piece = g_strconcat (arguments->pdata[i], is_last ? tail : ",", NULL);
      const gboolean fits = at + 1 + strlen (piece) <= RENSA_LIBRENSA_WIDTH;

      if (i > 0 && fits)
        g_string_append_c (text, ' ');
      else if (i > 0)
        g_string_append_printf (text, "\n%*s", column, "");
      at = (i > 0 && fits ? at + 1 : i > 0 ? (gsize) column : at) + strlen (piece);
      g_string_append (text, piece);
    }
}

void
rensa_librensa_append_conditions (GString *text, GPtrArray *conditions)
{
  const char *start = "  if (";
  gsize line = 0;

  for (guint i = 0; i < conditions->len; i++)
    {
      const char *condition = conditions->pdata[i];

      if (i > 0)
        start = line + strlen (condition) + strlen (" || )") > RENSA_LIBRENSA_WIDTH ? "\n      || " : " || ";
      line = (start[0] == '\n' ? 0 : line) + strlen (start) + strlen (condition);
      g_string_append_printf (text, "%s%s", start, condition);
    }
  g_string_append (text, ")\n");
}

/* Returns the short text form if it is complete, otherwise JSON. */
char *
rensa_librensa_describe (RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  g_autofree char *text = rensa_attrs_to_text (attrs);
  g_autoptr (RensaJson) json = rensa_attrs_to_json (attrs);
  g_autoptr (RensaAttrs) read = rensa_attrs_new (component);
  const gsize length = strlen (component->name);
  const gboolean has_list = text[length] == '(';
  g_autofree char *list = has_list ? g_strndup (text + length + 1, strlen (text) - length - 2) : NULL;
  g_autoptr (RensaJson) json_read = rensa_attrs_parse (read, list, NULL) ? rensa_attrs_to_json (read) : NULL;

  return rensa_ctext_quote (json_object_equal (json, json_read)
                                ? text
                                : json_object_to_json_string_ext (json, JSON_C_TO_STRING_NOSLASHESCAPE));
}
