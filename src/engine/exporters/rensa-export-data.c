/* rensa-export-data.c: the examples of a document as NumPy arrays.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-builder.h"
#include "rensa-data-notes.h"
#include "rensa-exporter.h"
#include "rensa-memory.h"
#include "rensa-modes.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"

char *
rensa_export_dup_key (int i, int n_inputs, const char *part)
{
  if (i < 0)
    return g_strconcat ("y_", part, NULL);
  return n_inputs == 1 ? g_strconcat ("x_", part, NULL) : g_strdup_printf ("x%d_%s", i, part);
}

char *
rensa_export_dup_field_key (int i, const char *part)
{
  return g_strdup_printf ("x%d_%s", i, part);
}

/* Takes ownership of the array; NULL if its creation failed. */
static gboolean
write_array (RensaSerializer *serializer, const char *key, RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) taken = array;

  return taken != NULL && rensa_serializer_array (serializer, key, &taken, error);
}

static gboolean
write_doubles (RensaSerializer *serializer, const char *key, RensaDtype dtype, const double *values, gint64 n,
               GError **error)
{
  g_autoptr (RensaArray) array = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n), values, error);

  return write_array (serializer, key, rensa_array_cast (array, dtype, error), error);
}

static gboolean
write_ints (RensaSerializer *serializer, const char *key, const gint64 *values, gint64 n, GError **error)
{
  return write_array (serializer, key, rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (n), values, error), error);
}

/* Writes the lengths of concatenated sequences. */
static gboolean
write_lengths (RensaSerializer *serializer, const char *key, const RensaLengths *lengths, GError **error)
{
  const gint64 n = lengths != NULL ? rensa_lengths_count (lengths) : 0;
  g_autofree gint64 *values = g_new (gint64, n + 1);
  g_autofree char *name = g_strconcat (key, "_lengths", NULL);

  for (gint64 i = 0; i < n; i++)
    values[i] = rensa_lengths_get (lengths, i);
  return lengths == NULL || write_ints (serializer, name, values, n, error);
}

static gboolean
write_part (RensaDataset *dataset, gboolean are_fields, const char *part, RensaSerializer *serializer, GError **error)
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
      g_autofree char *key = are_fields ? rensa_export_dup_field_key (i, part)
                                        : rensa_export_dup_key (i + 1 < n_fields ? i : -1, n_fields - 1, part);

      ok = rensa_serializer_array (serializer, key, &fields[i], error)
           && write_lengths (serializer, key, rensa_array_get_lengths (fields[i]), error);
    }
  for (int i = 0; i < n_fields; i++)
    g_clear_pointer (&fields[i], rensa_array_unref);
  return ok;
}

/* Writes the properties of pictures required by a transform. */
static gboolean
write_picture (const RensaExampleForm *before, const RensaExampleForm *after, RensaSerializer *serializer,
               GError **error)
{
  const RensaPicture *picture = &before->picture;
  const gboolean is_known = picture->white > picture->black;
  const double levels[] = { is_known ? picture->black : -INFINITY, is_known ? picture->white : INFINITY };
  const double fill = is_known ? picture->black : 0;
  const RensaDtype dtype = before->type.dtype;

  return write_ints (serializer, "picture", (gint64[]){ picture->n_channels, picture->height, picture->width }, 3,
                     error)
         && write_ints (serializer, "size", (gint64[]){ after->picture.height, after->picture.width }, 2, error)
         && write_doubles (serializer, "levels", dtype, levels, 2, error)
         && write_doubles (serializer, "fill", dtype, &fill, 1, error);
}

static gboolean
write_step (RensaPreprocessing *preprocessing, guint step, RensaSerializer *serializer, GError **error)
{
  const RensaTransformClass *class =
      (const RensaTransformClass *) rensa_attrs_get_component (rensa_preprocessing_get_attrs (preprocessing, step));
  const RensaExampleForm *before = rensa_preprocessing_get_form (preprocessing, step);
  const RensaExampleForm *after = rensa_preprocessing_get_form (preprocessing, step + 1);

  for (guint i = 0; i < rensa_transform_class_count_figures (class); i++)
    if (!write_array (
            serializer, class->figures[i],
            rensa_array_cast (rensa_preprocessing_get_figure (preprocessing, step, i), before->type.dtype, error),
            error))
      return FALSE;
  return write_ints (serializer, "shape", after->type.shape.dims, after->type.shape.ndim, error)
         && (before->picture.n_channels == 0 || write_picture (before, after, serializer, error));
}

static gboolean
write_preprocessing (RensaPreprocessing *preprocessing, RensaSerializer *serializer, GError **error)
{
  if (!rensa_preprocessing_fit (preprocessing, NULL, error))
    return FALSE;
  for (guint i = 0; i < rensa_preprocessing_get_n_steps (preprocessing); i++)
    {
      g_autofree char *key = g_strdup_printf (RENSA_PREPROCESSING "/%u", i);

      if (!write_step (preprocessing, i, rensa_serializer_child (serializer, key), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_all (gpointer builder, RensaSerializer *serializer, GError **error)
{
  RensaPreprocessing *preprocessing = rensa_builder_get_preprocessing (builder);
  RensaDataset *wrapped = rensa_builder_get_test (builder);
  g_autoptr (RensaDataset) test = wrapped != NULL ? rensa_preprocessing_unwrap (preprocessing, wrapped) : NULL;

  const RensaFacts *facts = rensa_builder_get_facts (builder, error);
  const gboolean has_step = facts != NULL && rensa_network_get_model (rensa_facts_get_network (facts))->is_step;

  return facts != NULL
         && write_part (rensa_preprocessing_get_source (preprocessing), has_step, "train", serializer, error)
         && (test == NULL || write_part (test, has_step, "test", serializer, error))
         && write_preprocessing (preprocessing, serializer, error);
}

gboolean
rensa_export_data_npz (RensaDocument *document, const char *dataset_root, const char *path, GPtrArray *warnings,
                       GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, dataset_root, error);

  if (builder == NULL || !rensa_builder_prepare (builder, error)
      || !rensa_save_npz (path, write_all, builder, TRUE, error))
    return FALSE;
  if (warnings != NULL)
    rensa_data_notes_copy_warnings (rensa_builder_get_data_notes (builder), warnings);
  return TRUE;
}
