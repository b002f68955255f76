/* rensa-dataset-mark.c: fingerprint of data, to distinguish data sets of the same shape.
 * SPDX-License-Identifier: MIT */

#include "rensa-dataset.h"
#include "rensa-memory.h"

/* Number of examples, from the first to the last, that represent all; a mark must not cost more
 * than a batch of them. */
#define MOST_EXAMPLES 4096

static gboolean
add_field (GChecksum *checksum, RensaArray *field, GError **error)
{
  const gsize n_bytes = rensa_array_get_count (field) * rensa_dtype_get_size (rensa_array_get_dtype (field));
  g_autofree guchar *bytes = rensa_memory_try_new (guchar, n_bytes, "the mark of the data", error);

  if (bytes == NULL || !rensa_array_to_host (field, bytes, error))
    return FALSE;
  g_checksum_update (checksum, bytes, (gssize) n_bytes);
  return TRUE;
}

/* Reads one example at a time, since examples may differ in shape. */
static gboolean
add_values (GChecksum *checksum, RensaDataset *dataset, gint64 i, GError **error)
{
  RensaArray *fields[RENSA_MAX_FIELDS];
  gboolean ok = rensa_dataset_get_batch (dataset, &i, 1, fields, error);

  if (!ok)
    return FALSE;
  for (int j = 0; j < rensa_dataset_get_n_fields (dataset); j++)
    {
      ok = ok && add_field (checksum, fields[j], error);
      rensa_array_unref (fields[j]);
    }
  return ok;
}

gboolean
rensa_dataset_add_to_mark (RensaDataset *dataset, gint64 i, GChecksum *checksum, GError **error)
{
  const RensaDatasetKind *kind = ((const RensaDatasetHead *) dataset)->kind;

  return kind->add_to_mark != NULL ? kind->add_to_mark (dataset, i, checksum, error)
                                   : add_values (checksum, dataset, i, error);
}

gint64
rensa_dataset_get_origin (RensaDataset *dataset, gint64 i)
{
  const RensaDatasetKind *kind = ((const RensaDatasetHead *) dataset)->kind;

  return kind->get_origin != NULL ? kind->get_origin (dataset, i) : i;
}

gboolean
rensa_dataset_get_mark (RensaDataset *dataset, gint64 *mark, GError **error)
{
  const gint64 length = rensa_dataset_get_length (dataset);
  const gint64 n = MIN (length, MOST_EXAMPLES);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize n_digest = sizeof digest;

  g_checksum_update (checksum, (const guchar *) &length, sizeof length);
  for (gint64 i = 0; i < n; i++)
    if (!rensa_dataset_add_to_mark (
            dataset, n > 1 ? (gint64) ((double) i * (double) (length - 1) / (double) (n - 1)) : 0, checksum, error))
      return FALSE;
  g_checksum_get_digest (checksum, digest, &n_digest);
  memcpy (mark, digest, sizeof *mark);
  return TRUE;
}
