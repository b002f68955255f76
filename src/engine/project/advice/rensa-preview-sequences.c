/* rensa-preview-sequences.c: preview of data with sequences.
 * SPDX-License-Identifier: MIT */

#include "rensa-preview-private.h"

#include "rensa-preview-maker.h"
#include "rensa-primitives.h"

/* More values would not be read. */
#define MOST_VALUES 4096
#define BEHIND_THE_END (-1)

gboolean
rensa_preview_has_sequences (const RensaPreview *preview)
{
  for (int i = 0; i < preview->n_fields; i++)
    if (preview->fields[i].n_sequences > 0)
      return TRUE;
  return FALSE;
}

/* Returns field @field of the first @n examples. */
static RensaArray *
get_first (RensaDataset *dataset, int field, gint64 n, GError **error)
{
  g_autofree gint64 *indices = g_new (gint64, MAX (n, 1));

  for (gint64 i = 0; i < n; i++)
    indices[i] = i;
  return rensa_dataset_get_field (dataset, field, indices, n, error);
}

/* Finds the range of example @i among the numbers of @field, which has @n examples. */
static void
find_example (RensaArray *field, gint64 n, gint64 i, gint64 *start, gint64 *length)
{
  const RensaLengths *lengths = rensa_array_get_lengths (field);
  const gint64 n_rows = rensa_array_get_dim (field, 0);
  const gint64 per_row = rensa_array_get_count (field) / MAX (n_rows, 1);

  *start = per_row * (lengths != NULL ? rensa_lengths_get_start (lengths, i) : i * (n_rows / n));
  *length = per_row * (lengths != NULL ? rensa_lengths_get (lengths, i) : n_rows / n);
}

gsize
rensa_preview_find_longest (RensaDataset *dataset, gint64 n, GError **error)
{
  g_autoptr (RensaArray) field = get_first (dataset, 0, n, error);
  gint64 longest = 1;

  for (gint64 i = 0; field != NULL && i < n; i++)
    {
      gint64 start;
      gint64 length;

      find_example (field, n, i, &start, &length);
      longest = MAX (longest, length);
    }
  return field != NULL ? MIN (longest, MOST_VALUES) : 0;
}

static double *
get_numbers (RensaArray *field, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (field, RENSA_FLOAT64, error);
  g_autofree double *numbers = wide != NULL ? g_new (double, rensa_array_get_count (wide) + 1) : NULL;

  return numbers != NULL && rensa_array_to_host (wide, numbers, error) ? g_steal_pointer (&numbers) : NULL;
}

static gboolean
fill_inputs (RensaPreview *preview, RensaPreviewPart *part, RensaDataset *dataset, GError **error)
{
  g_autoptr (RensaArray) field = get_first (dataset, 0, part->n_shown, error);
  g_autofree double *numbers = field != NULL ? get_numbers (field, error) : NULL;

  for (guint i = 0; numbers != NULL && i < part->n_shown; i++)
    {
      gint64 start;
      gint64 length;

      find_example (field, part->n_shown, i, &start, &length);
      for (gsize j = 0; j < preview->n_values; j++)
        part->inputs[i * preview->n_values + j] =
            (gint64) j < length ? (float) numbers[start + (gint64) j] : BEHIND_THE_END;
    }
  return numbers != NULL;
}

/* Describes label tokens by their names, other numbers as they are. */
static char *
describe_answer (const RensaPreview *preview, const double *numbers, gint64 n)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (gint32));
  GString *text = g_string_new (NULL);

  for (gint64 i = 0; i < MIN (n, MOST_VALUES); i++)
    if (preview->label_names != NULL)
      g_array_append_val (tokens, (gint32){ (gint32) numbers[i] });
    else
      g_string_append_printf (text, "%s%.6g", i > 0 ? " " : "", numbers[i]);
  rensa_preview_add_tokens (text, (const char *const *) preview->label_names, tokens);
  return g_string_free (text, FALSE);
}

static gboolean
fill_answers (RensaPreview *preview, RensaPreviewPart *part, RensaDataset *dataset, GError **error)
{
  g_autoptr (RensaArray) field = get_first (dataset, preview->n_fields - 1, part->n_shown, error);
  g_autofree double *numbers = field != NULL ? get_numbers (field, error) : NULL;

  if (numbers == NULL)
    return FALSE;
  part->answers = g_new0 (char *, part->n_shown + 1);
  for (guint i = 0; i < part->n_shown; i++)
    {
      gint64 start;
      gint64 length;

      find_example (field, part->n_shown, i, &start, &length);
      part->answers[i] = describe_answer (preview, numbers + start, length);
    }
  return TRUE;
}

gboolean
rensa_preview_fill_sequences (RensaPreview *preview, RensaPreviewPart *part, RensaDataset *dataset, GError **error)
{
  return fill_inputs (preview, part, dataset, error)
         && (preview->n_fields == 1 || fill_answers (preview, part, dataset, error));
}
