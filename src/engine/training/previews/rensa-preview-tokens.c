/* rensa-preview-tokens.c: token sequences in previews.
 * SPDX-License-Identifier: MIT */

#include "rensa-preview-maker.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

static gboolean
are_letters (const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (names[i][0] != '<' && g_utf8_strlen (names[i], -1) > 1)
      return FALSE;
  return TRUE;
}

char *
rensa_preview_dup_name (const char *const *names, gint32 token)
{
  const gint32 n_names = names != NULL ? (gint32) g_strv_length ((char **) names) : 0;

  return token >= 0 && token < n_names ? g_strdup (names[token]) : g_strdup_printf ("%d", token);
}

void
rensa_preview_add_tokens (GString *text, const char *const *names, const GArray *tokens)
{
  const char *between = names != NULL && are_letters (names) ? "" : " ";

  for (guint i = 0; i < tokens->len; i++)
    {
      g_autofree char *name = rensa_preview_dup_name (names, g_array_index (tokens, gint32, i));

      g_string_append (text, i > 0 ? between : "");
      g_string_append (text, name);
    }
}

GArray *
rensa_preview_dup_tokens (RensaArray *field, gint64 i, gint64 n_less, GError **error)
{
  const RensaLengths *lengths = rensa_array_get_lengths (field);
  const gint64 n = MAX (rensa_lengths_get (lengths, i) - n_less, 0);
  g_autoptr (RensaArray) rows = rensa_array_view_range (field, 0, rensa_lengths_get_start (lengths, i), n);
  g_autoptr (RensaArray) numbers = rensa_array_cast (rows, RENSA_INT32, error);
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (gint32));

  g_array_set_size (tokens, (guint) n);
  return numbers != NULL && rensa_array_to_host (numbers, tokens->data, error) ? g_steal_pointer (&tokens) : NULL;
}

static gboolean
is_sequence_of_tokens (RensaArray *field)
{
  return rensa_array_get_lengths (field) != NULL && rensa_array_get_ndim (field) == 1
         && rensa_dtype_is_integer (rensa_array_get_dtype (field));
}

void
rensa_preview_sequences_clear (RensaPreviewSequences *sequences)
{
  rensa_arrays_clear (sequences->fields, RENSA_MAX_FIELDS);
}

gboolean
rensa_preview_get_sequences (RensaExtension *extension, const char *name, gint64 n, int n_fields, const char *expected,
                             RensaPreviewSequences *sequences, GError **error)
{
  RensaDataset *dataset = rensa_iterator_get_dataset (rensa_extension_get_iterator (extension, name));
  const gint64 n_there = MIN (rensa_dataset_get_length (dataset), n);
  g_autofree gint64 *indices = g_new (gint64, n_there);
  gboolean ok;

  for (gint64 i = 0; i < n_there; i++)
    indices[i] = i;
  if (!rensa_dataset_get_batch (dataset, indices, n_there, sequences->fields, error))
    return FALSE;
  ok = rensa_dataset_get_n_fields (dataset) == n_fields;
  for (int i = 0; ok && i < n_fields; i++)
    ok = is_sequence_of_tokens (sequences->fields[i]);
  if (!ok)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: expected examples with %d token sequences: %s"),
                     RENSA_COMPONENT (rensa_extension_get_class (extension))->name, n_fields, _ (expected));
  return ok;
}

RensaLink *
rensa_preview_find_link (RensaExtension *extension, RensaLink *target, const char *path, GError **error)
{
  RensaLink *link = rensa_link_find (target, path);

  if (link == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: the model has no link “%s”"),
                     RENSA_COMPONENT (rensa_extension_get_class (extension))->name, path);
  return link;
}

gboolean
rensa_preview_is_of_language (const RensaPreviewSubject *subject)
{
  return subject->tokens != NULL && subject->label_names != NULL
         && g_strv_equal (subject->tokens, subject->label_names);
}

gboolean
rensa_preview_takes_sequences (const RensaPreviewSubject *subject)
{
  for (int i = 0; subject->examples != NULL && i < rensa_dataset_get_n_fields (subject->examples); i++)
    {
      RensaType type;

      rensa_dataset_get_field_type (subject->examples, i, &type);
      if (type.n_sequences > 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
rensa_preview_is_of_sequences (const RensaPreviewSubject *subject, int n_fields)
{
  if (subject->examples == NULL || rensa_dataset_get_n_fields (subject->examples) != n_fields)
    return FALSE;
  for (int i = 0; i < n_fields; i++)
    {
      RensaType type;

      rensa_dataset_get_field_type (subject->examples, i, &type);
      if (type.n_sequences == 0 || !rensa_dtype_is_integer (type.dtype))
        return FALSE;
    }
  return TRUE;
}
