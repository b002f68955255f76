/* rensa-log.c: the reported values of a run, entry by entry.
 * SPDX-License-Identifier: MIT */

#include "rensa-log.h"

#include <string.h>

#include "rensa-draft.h"
#include "rensa-file-array.h"
#include "rensa-python-json-private.h"

/* Block size for copying the text. */
#define BLOCK (32 << 10)

typedef struct
{
  const char *key;
  double value;
  gboolean is_integer;
} Item;

/* The last entry may still grow. */
struct _RensaLog
{
  RensaFileArray *items;  /* Item, for all entries */
  RensaFileArray *starts; /* guint64, first item of each entry */
  RensaFileArray *text;   /* JSON text up to the last item */
  guint64 last_start;
  GString *piece; /* part of the text, before it is appended */
};

RensaLog *
rensa_log_new (void)
{
  RensaLog *log = g_new0 (RensaLog, 1);

  log->items = rensa_file_array_new ();
  log->starts = rensa_file_array_new ();
  log->text = rensa_file_array_new ();
  log->piece = g_string_new (NULL);
  rensa_file_array_append (log->text, "[", 1);
  return log;
}

void
rensa_log_free (RensaLog *log)
{
  rensa_file_array_free (log->items);
  rensa_file_array_free (log->starts);
  rensa_file_array_free (log->text);
  g_string_free (log->piece, TRUE);
  g_free (log);
}

void
rensa_log_set_folder (RensaLog *log, const char *folder)
{
  rensa_file_array_set_folder (log->items, folder);
  rensa_file_array_set_folder (log->starts, folder);
  rensa_file_array_set_folder (log->text, folder);
}

gsize
rensa_log_get_n_held (RensaLog *log)
{
  return rensa_file_array_get_n_held (log->items) + rensa_file_array_get_n_held (log->starts)
         + rensa_file_array_get_n_held (log->text);
}

static void
append_piece (RensaLog *log)
{
  rensa_file_array_append (log->text, log->piece->str, log->piece->len);
  g_string_truncate (log->piece, 0);
}

static guint64
get_n_items (RensaLog *log)
{
  return rensa_file_array_get_size (log->items) / sizeof (Item);
}

void
rensa_log_begin_entry (RensaLog *log)
{
  g_string_append (log->piece, rensa_log_get_n_entries (log) > 0 ? "\n    },\n    {" : "\n    {");
  append_piece (log);
  log->last_start = get_n_items (log);
  rensa_file_array_append (log->starts, &log->last_start, sizeof log->last_start);
}

/* Appends an item and the text before its value. */
static void
append_item (RensaLog *log, const char *key, double value, gboolean is_integer)
{
  const Item item = { g_intern_string (key), value, is_integer };

  g_string_append (log->piece, get_n_items (log) > log->last_start ? ",\n        " : "\n        ");
  rensa_json_append_string (log->piece, key);
  g_string_append (log->piece, ": ");
  rensa_file_array_append (log->items, &item, sizeof item);
}

void
rensa_log_add (RensaLog *log, const char *key, double value)
{
  append_item (log, key, value, FALSE);
  rensa_json_append_double (log->piece, value);
  append_piece (log);
}

void
rensa_log_add_integer (RensaLog *log, const char *key, gint64 value)
{
  append_item (log, key, (double) value, TRUE);
  g_string_append_printf (log->piece, "%" G_GINT64_FORMAT, value);
  append_piece (log);
}

guint
rensa_log_get_n_entries (RensaLog *log)
{
  return (guint) (rensa_file_array_get_size (log->starts) / sizeof (guint64));
}

/* Reads where the items of @entry begin; those of the entry after the last do not exist yet. FALSE
 * if the file cannot be read. */
static gboolean
read_start (RensaLog *log, guint entry, guint64 *start)
{
  *start = get_n_items (log);
  return entry >= rensa_log_get_n_entries (log)
         || rensa_file_array_read (log->starts, entry * sizeof *start, start, sizeof *start, NULL);
}

/* Returns the number of items of @entry; 0 if the file cannot be read. */
static guint
get_n_items_of (RensaLog *log, guint entry, guint64 *start)
{
  guint64 end;

  return read_start (log, entry, start) && read_start (log, entry + 1, &end) ? (guint) (end - *start) : 0;
}

static gboolean
read_item (RensaLog *log, guint64 i, Item *item)
{
  return rensa_file_array_read (log->items, i * sizeof *item, item, sizeof *item, NULL);
}

guint
rensa_log_get_n_values (RensaLog *log, guint entry)
{
  guint64 start;

  return get_n_items_of (log, entry, &start);
}

const char *
rensa_log_get_key (RensaLog *log, guint entry, guint i)
{
  guint64 start;
  Item item;

  return i < get_n_items_of (log, entry, &start) && read_item (log, start + i, &item) ? item.key
                                                                                      : g_intern_static_string ("");
}

gboolean
rensa_log_lookup (RensaLog *log, guint entry, const char *key, double *value, gboolean *is_integer)
{
  guint64 start;
  const guint n = get_n_items_of (log, entry, &start);
  Item item;

  for (guint i = 0; i < n && read_item (log, start + i, &item); i++)
    {
      if (!g_str_equal (item.key, key))
        continue;
      *value = item.value;
      if (is_integer != NULL)
        *is_integer = item.is_integer;
      return TRUE;
    }
  return FALSE;
}

/* Returns the text after the last item. */
static const char *
get_end (RensaLog *log)
{
  return rensa_log_get_n_entries (log) > 0 ? "\n    }\n]" : "]";
}

char *
rensa_log_to_json (RensaLog *log, GError **error)
{
  const gsize n = rensa_file_array_get_size (log->text);
  const char *end = get_end (log);
  g_autofree char *text = g_malloc (n + strlen (end) + 1);

  if (!rensa_file_array_read (log->text, 0, text, n, error))
    return NULL;
  strcpy (text + n, end);
  return g_steal_pointer (&text);
}

gboolean
rensa_log_save (RensaLog *log, const char *path, GError **error)
{
  const guint64 n = rensa_file_array_get_size (log->text);
  g_auto (RensaDraft) draft = { 0 };
  char block[BLOCK];

  if (!rensa_draft_open (&draft, path, error))
    return FALSE;
  for (guint64 at = 0; at < n; at += BLOCK)
    if (!rensa_file_array_read (log->text, at, block, MIN (n - at, BLOCK), error)
        || !rensa_draft_write (&draft, block, MIN (n - at, BLOCK), error))
      return FALSE;
  return rensa_draft_write (&draft, get_end (log), strlen (get_end (log)), error) && rensa_draft_finish (&draft, error);
}

/* Removes the indentation from @text, in place. Strings contain no line breaks, so each of them
 * starts indentation. */
static void
join_lines (char *text)
{
  char *to = text;

  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at != '\n')
        {
          *to++ = *at;
          continue;
        }
      while (at[1] == ' ')
        at++;
      if (to > text && to[-1] == ',')
        *to++ = ' ';
    }
  *to = '\0';
}

char *
rensa_log_to_json_line (RensaLog *log, GError **error)
{
  char *text = rensa_log_to_json (log, error);

  if (text != NULL)
    join_lines (text);
  return text;
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
