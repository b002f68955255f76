/* rensa-export-data.c: the examples of a document as NumPy's arrays.
 * SPDX-License-Identifier: MIT */

#include "rensa-builder.h"
#include "rensa-exporter.h"
#include "rensa-memory.h"
#include "rensa-modes.h"
#include "rensa-npz.h"

char *
rensa_export_dup_key (int i, int n_inputs, const char *part)
{
  if (i < 0)
    return g_strconcat ("y_", part, NULL);
  return n_inputs == 1 ? g_strconcat ("x_", part, NULL) : g_strdup_printf ("x%d_%s", i, part);
}

static gboolean
write_part (RensaDataset *dataset, const char *part, RensaSerializer *serializer, GError **error)
{
  const gint64 n = rensa_dataset_get_length (dataset);
  const int n_fields = rensa_dataset_get_n_fields (dataset);
  g_autofree gint64 *indices = rensa_memory_try_new (gint64, n, part, error);
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  gboolean ok;

  if (indices == NULL)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    indices[i] = i;
  ok = rensa_dataset_get_batch (dataset, indices, n, fields, error);
  for (int i = 0; ok && i < n_fields; i++)
    {
      g_autofree char *key = rensa_export_dup_key (i + 1 < n_fields ? i : -1, n_fields - 1, part);

      ok = rensa_serializer_array (serializer, key, &fields[i], error);
    }
  for (int i = 0; i < n_fields; i++)
    g_clear_pointer (&fields[i], rensa_array_unref);
  return ok;
}

static gboolean
write_all (gpointer builder, RensaSerializer *serializer, GError **error)
{
  RensaDataset *test = rensa_builder_get_test (builder);

  return write_part (rensa_builder_get_train (builder), "train", serializer, error)
         && (test == NULL || write_part (test, "test", serializer, error));
}

gboolean
rensa_export_data_npz (RensaDocument *document, const char *dataset_root, const char *path, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, dataset_root, error);

  return builder != NULL && rensa_builder_prepare (builder, error)
         && rensa_save_npz (path, write_all, builder, TRUE, error);
}
