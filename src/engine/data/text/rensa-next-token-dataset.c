/* rensa-next-token-dataset.c: windows of a sequence, with the next token for each of their tokens.
 * SPDX-License-Identifier: MIT */

#include "rensa-corpus-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"

typedef struct
{
  RensaDatasetHead head;
  GArray *ids;
  gsize start;
  gint64 length; /* 0: no axis */
  gint64 step;
} Windows;

static void
finalize (RensaDataset *dataset)
{
  g_array_unref (((Windows *) dataset)->ids);
}

static RensaArray *
get_field (RensaDataset *dataset, int field, const gint64 *indices, gint64 n, GError **error)
{
  const Windows *self = (Windows *) dataset;
  const gint64 length = MAX (self->length, 1);
  const RensaShape shape = { self->length > 0 ? 2 : 1, { n, length } };
  g_autofree gint32 *rows =
      rensa_memory_try_alloc ((guint64) MAX (n, 1), (gsize) length * sizeof *rows, "a batch", error);

  if (rows == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    memcpy (rows + i * length,
            &g_array_index (self->ids, gint32, self->start + (gsize) (indices[i] * self->step + field)),
            (gsize) length * sizeof *rows);
  return rensa_array_new_from_host (RENSA_INT32, &shape, rows, error);
}

static const RensaDatasetKind kind = {
  .size = sizeof (Windows),
  .finalize = finalize,
  .get_field = get_field,
};

RensaDataset *
rensa_next_token_dataset_new (GArray *ids, gsize start, gsize end, gint64 length, gint64 step, GError **error)
{
  const gint64 n_tokens = (gint64) (end - start);
  const gint64 width = MAX (length, 1);
  const RensaShape shape = length > 0 ? RENSA_SHAPE (length) : RENSA_SHAPE_SCALAR;
  const RensaType types[] = { { RENSA_INT32, shape }, { RENSA_INT32, shape } };
  RensaDataset *dataset;
  Windows *self;

  if (n_tokens <= width)
    {
      rensa_set_words (
          error, RENSA_ERROR_INVALID,
          N_ ("a part of the text has %lld tokens, which is not enough for one example of %lld tokens plus the "
              "next one"),
          (long long) n_tokens, (long long) width);
      return NULL;
    }
  dataset = rensa_dataset_new (&kind, (n_tokens - 1 - width) / step + 1, G_N_ELEMENTS (types), types);
  self = (Windows *) dataset;
  self->ids = g_array_ref (ids);
  self->start = start;
  self->length = length;
  self->step = step;
  return dataset;
}
