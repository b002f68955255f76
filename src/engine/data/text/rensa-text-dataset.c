/* rensa-text-dataset.c: TextDataset, parallel lines of several files.
 * SPDX-License-Identifier: MIT */

#include "rensa-concat-examples.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "rensa-dataset.h"
#include "rensa-text-private.h"

/* The text of a file, and the start of each line, plus one entry for the end. */
typedef struct
{
  GByteArray *text;
  GArray *starts;
} Lines;

typedef struct
{
  RensaDatasetHead head;
  Lines files[RENSA_MAX_FIELDS];
  gint64 *chosen; /* line of each example; NULL: the same number */
} Texts;

static void
lines_clear (Lines *self)
{
  g_clear_pointer (&self->text, g_byte_array_unref);
  g_clear_pointer (&self->starts, g_array_unref);
}

static void
finalize (RensaDataset *dataset)
{
  Texts *self = (Texts *) dataset;

  for (guint i = 0; i < RENSA_MAX_FIELDS; i++)
    lines_clear (&self->files[i]);
  g_free (self->chosen);
}

static const guint8 *
get_line (const Lines *lines, gint64 i, gsize *n)
{
  const guint64 *starts = (const guint64 *) (gpointer) lines->starts->data;

  *n = (gsize) (starts[i + 1] - starts[i]);
  return lines->text->data + starts[i];
}

/* Returns a line, including its end, as UTF-8 bytes. */
static RensaArray *
get_field (RensaDataset *dataset, int field, const gint64 *indices, gint64 n, GError **error)
{
  Texts *self = (Texts *) dataset;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_array_unref);

  for (gint64 i = 0; i < n; i++)
    {
      gsize length;
      const gint64 line = self->chosen != NULL ? self->chosen[indices[i]] : indices[i];
      const guint8 *bytes = get_line (&self->files[field], line, &length);
      RensaArray *array = rensa_array_new_from_host (RENSA_UINT8, &RENSA_SHAPE ((gint64) length), bytes, error);

      if (array == NULL)
        return NULL;
      g_ptr_array_add (lines, array);
    }
  return rensa_concat_arrays (lines, error);
}

static const RensaDatasetKind kind = {
  .size = sizeof (Texts),
  .finalize = finalize,
  .get_field = get_field,
};

/* Normalizes all three kinds of line ends. */
static void
add_text (Lines *self, const char *text, gsize n, gboolean *after_return)
{
  for (gsize i = 0; i < n; i++)
    {
      const guint8 byte = text[i] == '\r' ? '\n' : (guint8) text[i];
      const gboolean is_second = text[i] == '\n' && *after_return;

      *after_return = text[i] == '\r';
      if (is_second)
        continue;
      g_byte_array_append (self->text, &byte, 1);
      if (byte == '\n')
        {
          const guint64 start = self->text->len;

          g_array_append_val (self->starts, start);
        }
    }
}

static gboolean
read_lines (Lines *self, const char *path, GError **error)
{
  g_autoptr (RensaText) text = rensa_text_open (path, RENSA_ENCODING_UTF_8, error);
  g_autofree char *block = g_malloc (RENSA_TEXT_BLOCK);
  gboolean after_return = FALSE;
  guint64 start = 0;
  gssize n = -1;

  self->text = g_byte_array_new ();
  self->starts = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_array_append_val (self->starts, start);
  /* GLib arrays are limited to 32-bit sizes. */
  if (text != NULL && rensa_text_get_size (text) > G_MAXINT32)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: only files of up to two gigabytes can be read by line"),
                       path);
      return FALSE;
    }
  while (text != NULL && (n = rensa_text_read (text, block, error)) > 0)
    add_text (self, block, (gsize) n, &after_return);
  if (n < 0)
    return FALSE;
  start = self->text->len;
  if (g_array_index (self->starts, guint64, self->starts->len - 1) < start)
    g_array_append_val (self->starts, start);
  return TRUE;
}

static gboolean
check_lengths (const Texts *self, const char *const *paths, GError **error)
{
  for (int i = 1; i < self->head.n_fields; i++)
    if (self->files[i].starts->len != self->files[0].starts->len)
      {
        rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("“%s” has %u lines, but “%s” has %u"), paths[0],
                         self->files[0].starts->len - 1, paths[i], self->files[i].starts->len - 1);
        return FALSE;
      }
  return TRUE;
}

/* Keeps the examples accepted by @filter. */
static void
choose (Texts *self, RensaTextFilter filter, gpointer data)
{
  const gint64 n = self->head.length;
  gint64 n_kept = 0;

  self->chosen = g_new (gint64, n + 1);
  for (gint64 i = 0; i < n; i++)
    {
      char *lines[RENSA_MAX_FIELDS] = { NULL };

      for (int j = 0; j < self->head.n_fields; j++)
        {
          gsize length;
          const guint8 *bytes = get_line (&self->files[j], i, &length);

          lines[j] = g_strndup ((const char *) bytes, length);
        }
      if (filter ((const char *const *) lines, self->head.n_fields, data))
        self->chosen[n_kept++] = i;
      for (int j = 0; j < self->head.n_fields; j++)
        g_free (lines[j]);
    }
  self->head.length = n_kept;
}

RensaDataset *
rensa_text_dataset_new (const char *const *paths, int n, RensaTextFilter filter, gpointer data, GError **error)
{
  RensaType types[RENSA_MAX_FIELDS];
  g_autoptr (RensaDataset) dataset = NULL;
  Texts *self;

  if (n < 1 || n > RENSA_MAX_FIELDS)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("a data set can have 1 to %d fields, not %d"), RENSA_MAX_FIELDS,
                       n);
      return NULL;
    }
  for (int i = 0; i < n; i++)
    types[i] = (RensaType){ RENSA_UINT8, { .ndim = -1 } };
  dataset = rensa_dataset_new (&kind, 0, n, types);
  self = (Texts *) dataset;
  for (int i = 0; i < n; i++)
    if (!read_lines (&self->files[i], paths[i], error))
      return NULL;
  if (!check_lengths (self, paths, error))
    return NULL;
  self->head.length = self->files[0].starts->len - 1;
  if (filter != NULL)
    choose (self, filter, data);
  return g_steal_pointer (&dataset);
}
