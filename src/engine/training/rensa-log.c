/* rensa-log.c: what a run has reported, entry by entry.
 * SPDX-License-Identifier: MIT */

#include "rensa-log.h"

#include "rensa-python-json-private.h"

typedef struct
{
  const char *key;
  double value;
  gboolean is_integer;
} Item;

struct _RensaLog
{
  GArray *items;  /* Item, of all entries */
  GArray *starts; /* guint, the first item of each entry */
  GString *text;  /* the JSON text up to the last item */
};

RensaLog *
rensa_log_new (void)
{
  RensaLog *log = g_new0 (RensaLog, 1);

  log->items = g_array_new (FALSE, FALSE, sizeof (Item));
  log->starts = g_array_new (FALSE, FALSE, sizeof (guint));
  log->text = g_string_new ("[");
  return log;
}

void
rensa_log_free (RensaLog *log)
{
  g_array_unref (log->items);
  g_array_unref (log->starts);
  g_string_free (log->text, TRUE);
  g_free (log);
}

void
rensa_log_begin_entry (RensaLog *log)
{
  g_string_append (log->text, log->starts->len > 0 ? "\n    },\n    {" : "\n    {");
  g_array_append_val (log->starts, log->items->len);
}

/* What stands before the value. */
static void
append_item (RensaLog *log, const char *key, double value, gboolean is_integer)
{
  const Item item = { g_intern_string (key), value, is_integer };
  const guint start = g_array_index (log->starts, guint, log->starts->len - 1);

  g_string_append (log->text, log->items->len > start ? ",\n        " : "\n        ");
  rensa_json_append_string (log->text, key);
  g_string_append (log->text, ": ");
  g_array_append_val (log->items, item);
}

void
rensa_log_add (RensaLog *log, const char *key, double value)
{
  append_item (log, key, value, FALSE);
  rensa_json_append_double (log->text, value);
}

void
rensa_log_add_integer (RensaLog *log, const char *key, gint64 value)
{
  append_item (log, key, (double) value, TRUE);
  g_string_append_printf (log->text, "%" G_GINT64_FORMAT, value);
}

guint
rensa_log_get_n_entries (RensaLog *log)
{
  return log->starts->len;
}

static const Item *
get_items (RensaLog *log, guint entry, guint *n)
{
  const guint start = g_array_index (log->starts, guint, entry);
  const guint end = entry + 1 < log->starts->len ? g_array_index (log->starts, guint, entry + 1) : log->items->len;

  *n = end - start;
  return &g_array_index (log->items, Item, start);
}

guint
rensa_log_get_n_values (RensaLog *log, guint entry)
{
  guint n;

  get_items (log, entry, &n);
  return n;
}

const char *
rensa_log_get_key (RensaLog *log, guint entry, guint i)
{
  guint n;

  return get_items (log, entry, &n)[i].key;
}

gboolean
rensa_log_lookup (RensaLog *log, guint entry, const char *key, double *value, gboolean *is_integer)
{
  guint n;
  const Item *items = get_items (log, entry, &n);

  for (guint i = 0; i < n; i++)
    {
      if (!g_str_equal (items[i].key, key))
        continue;
      *value = items[i].value;
      if (is_integer != NULL)
        *is_integer = items[i].is_integer;
      return TRUE;
    }
  return FALSE;
}

char *
rensa_log_to_json (RensaLog *log)
{
  return g_strconcat (log->text->str, log->starts->len > 0 ? "\n    }\n]" : "]", NULL);
}

/* Strings hold no line breaks, so each of them is indentation. */
char *
rensa_log_to_json_line (RensaLog *log)
{
  GString *line = g_string_sized_new (log->text->len);

  for (const char *at = log->text->str; *at != '\0'; at++)
    {
      if (*at != '\n')
        {
          g_string_append_c (line, *at);
          continue;
        }
      while (at[1] == ' ')
        at++;
      if (line->str[line->len - 1] == ',')
        g_string_append_c (line, ' ');
    }
  g_string_append (line, log->starts->len > 0 ? "}]" : "]");
  return g_string_free (line, FALSE);
}

static void
read_entry (RensaLog *log, struct json_object *entry)
{
  rensa_log_begin_entry (log);
  json_object_object_foreach (entry, key, value)
  {
    if (json_object_is_type (value, json_type_int))
      rensa_log_add_integer (log, key, json_object_get_int64 (value));
    else if (json_object_is_type (value, json_type_double))
      rensa_log_add (log, key, json_object_get_double (value));
  }
}

RensaLog *
rensa_log_new_from_json (const char *text, const char *place, GError **error)
{
  g_autoptr (RensaJson) list = rensa_json_parse (text, json_type_array, place, error);
  g_autoptr (RensaLog) log = NULL;

  if (list == NULL)
    return NULL;

  log = rensa_log_new ();
  for (gsize i = 0; i < json_object_array_length (list); i++)
    {
      struct json_object *entry = json_object_array_get_idx (list, i);

      if (json_object_is_type (entry, json_type_object))
        read_entry (log, entry);
    }
  return g_steal_pointer (&log);
}
