/* rensa-text-lines.c: lines of a text file.
 * SPDX-License-Identifier: MIT */

#include "rensa-text-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"

/* Longer lines are not written by people. */
#define MOST_LINE_BYTES (1 << 20)

static void
end_line (GPtrArray *lines, GString *line)
{
  if (line->len > 0 && line->str[line->len - 1] == '\r')
    g_string_truncate (line, line->len - 1);
  g_ptr_array_add (lines, g_strndup (line->str, line->len));
  g_string_truncate (line, 0);
}

static gboolean
take_block (const char *path, const char *block, gsize n, GPtrArray *lines, GString *line, GError **error)
{
  for (gsize i = 0; i < n;)
    {
      const char *end = memchr (block + i, '\n', n - i);
      const gsize n_line = end != NULL ? (gsize) (end - block) - i : n - i;

      g_string_append_len (line, block + i, (gssize) n_line);
      if (line->len > MOST_LINE_BYTES)
        {
          rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: line %u has more than a million characters"), path,
                           lines->len + 1);
          return FALSE;
        }
      if (end != NULL)
        end_line (lines, line);
      i += n_line + (end != NULL);
    }
  return TRUE;
}

static gboolean
read_all (RensaText *text, const char *path, GCancellable *cancellable, GPtrArray *lines, GError **error)
{
  g_autofree char *block = g_malloc (RENSA_TEXT_BLOCK);
  g_autoptr (GString) line = g_string_new (NULL);
  gssize n;

  while ((n = rensa_text_read (text, block, error)) > 0)
    {
      if (g_cancellable_is_cancelled (cancellable))
        {
          rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("%s: reading was cancelled"), path);
          return FALSE;
        }
      if (!take_block (path, block, (gsize) n, lines, line, error))
        return FALSE;
    }
  if (n == 0 && line->len > 0)
    end_line (lines, line);
  return n == 0;
}

/* Memory per byte of text, because each line is a small allocation. */
#define BYTES_PER_BYTE 4

GPtrArray *
rensa_text_read_lines (const char *path, RensaEncoding *encoding, GCancellable *cancellable, GError **error)
{
  g_autoptr (RensaText) text = rensa_text_open (path, *encoding, error);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) reason = NULL;

  if (text == NULL || !rensa_memory_check (BYTES_PER_BYTE * rensa_text_get_size (text), path, error))
    return NULL;
  if (read_all (text, path, cancellable, lines, &reason))
    {
      *encoding = rensa_text_get_encoding (text);
      return g_steal_pointer (&lines);
    }
  if (rensa_text_is_perhaps_other (text))
    {
      *encoding = RENSA_ENCODING_WINDOWS_1252;
      return rensa_text_read_lines (path, encoding, cancellable, error);
    }
  g_propagate_error (error, g_steal_pointer (&reason));
  return NULL;
}
