/* rensa-source.c: shared code of the data sources.
 * SPDX-License-Identifier: MIT */

#include "rensa-source-private.h"

#include <math.h>

#include "k.h"
#include "rensa-datasets-kernels.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

/* kernel: scale_bytes (x; factor) -> y */
KERNEL real
scale_bytes (real x, real factor)
{
  return x * factor;
}
/* end kernel */

char *
rensa_source_find_file (const RensaDataPlaces *places, const char *path, GError **error)
{
  g_autofree char *at_base = NULL;
  g_autofree char *at_root = NULL;

  if (g_path_is_absolute (path))
    at_base = g_strdup (path);
  else
    {
      at_base = g_str_equal (places->base, ".") ? g_strdup (path) : g_build_filename (places->base, path, NULL);
      at_root = g_build_filename (places->root, path, NULL);
    }

  if (g_file_test (at_base, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&at_base);
  if (at_root != NULL && g_file_test (at_root, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&at_root);

  if (at_root == NULL || g_str_equal (at_base, at_root))
    rensa_set_words (error, RENSA_ERROR_IO, N_ ("file “%s” does not exist"), at_base);
  else
    rensa_set_words (error, RENSA_ERROR_IO, N_ ("neither file “%s” nor “%s” exists"), at_base, at_root);
  return NULL;
}

RensaDataset *
rensa_source_make_pairs (RensaArray *x, RensaArray *t, GError **error)
{
  return x != NULL && t != NULL ? rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, error) : NULL;
}

typedef struct
{
  double factor;
  RensaDtype dtype; /* data type of the products */
} Scaling;

RensaDtype
rensa_source_get_dtype (void)
{
  return rensa_modes_get ()->dtype == RENSA_FLOAT64 ? RENSA_FLOAT64 : RENSA_FLOAT32;
}

/* The map kernel converts bytes to float32 by itself. */
RensaArray *
rensa_source_scale_bytes (RensaArray *bytes, double factor, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) images =
      rensa_array_cast (bytes, dtype == RENSA_FLOAT64 ? RENSA_FLOAT64 : rensa_array_get_dtype (bytes), error);

  return images != NULL ? rensa_map1 (RENSA_KERNEL_SCALE_BYTES, images, &factor, error) : NULL;
}

static gboolean
scale_images (gpointer data, RensaArray **fields, int n_fields, GError **error)
{
  const Scaling *scaling = data;
  RensaArray *scaled = rensa_source_scale_bytes (fields[0], scaling->factor, scaling->dtype, error);

  if (scaled == NULL)
    return FALSE;

  rensa_array_unref (fields[0]);
  fields[0] = scaled;
  return TRUE;
}

/* Reshapes the images to examples of shape @shape. */
static RensaArray *
reshape_images (RensaArray *x, const RensaShape *shape, GError **error)
{
  RensaShape full = { .ndim = shape->ndim + 1, .dims = { rensa_array_get_dim (x, 0) } };

  for (int i = 0; i < shape->ndim; i++)
    full.dims[i + 1] = shape->dims[i];
  return rensa_array_reshape (x, &full, error);
}

RensaDataset *
rensa_source_make_images (RensaArray *x, RensaArray *t, double factor, const RensaShape *shape, GError **error)
{
  const RensaDtype found = rensa_array_get_dtype (x);
  const Scaling scaling = { factor, rensa_dtype_is_floating (found) ? found : rensa_source_get_dtype () };
  const RensaType types[2] = { { scaling.dtype, *shape }, { RENSA_INT32, RENSA_SHAPE_SCALAR } };
  g_autoptr (RensaArray) images = reshape_images (x, shape, error);
  g_autoptr (RensaDataset) bytes = NULL;

  if (images == NULL)
    return NULL;

  bytes = rensa_tuple_dataset_new ((RensaArray *[]){ images, t }, t != NULL ? 2 : 1, error);
  if (bytes == NULL)
    return NULL;
  return rensa_transform_dataset_new (bytes, scale_images, g_memdup2 (&scaling, sizeof scaling), g_free, types);
}

/* Examples with NaN or infinite numbers */

#define CHUNK 1024

static gboolean
mark_incomplete (RensaDataset *dataset, int field, gboolean *are_bad, GError **error)
{
  const gint64 n = rensa_dataset_get_length (dataset);
  RensaType type;
  gint64 n_chunk;

  if (!rensa_dataset_get_field_type (dataset, field, &type) || type.n_sequences > 0
      || !rensa_dtype_is_floating (type.dtype))
    return TRUE;
  for (gint64 start = 0; start < n; start += n_chunk)
    {
      const gint64 n_each = rensa_shape_count (&type.shape);
      gint64 indices[CHUNK];
      g_autoptr (RensaArray) array = NULL;
      g_autoptr (RensaArray) wide = NULL;
      g_autofree double *values = NULL;

      n_chunk = MIN (n - start, CHUNK);
      for (gint64 i = 0; i < n_chunk; i++)
        indices[i] = start + i;
      array = rensa_dataset_get_field (dataset, field, indices, n_chunk, error);
      wide = array != NULL ? rensa_array_cast (array, RENSA_FLOAT64, error) : NULL;
      values = wide != NULL ? rensa_memory_try_new (double, n_chunk *n_each + 1, "the examples", error) : NULL;
      if (values == NULL || !rensa_array_to_host (wide, values, error))
        return FALSE;
      for (gint64 i = 0; i < n_chunk * n_each; i++)
        are_bad[start + i / n_each] = are_bad[start + i / n_each] || !isfinite (values[i]);
    }
  return TRUE;
}

RensaDataset *
rensa_source_drop_incomplete (RensaDataset *dataset, const char *path, gint64 *n_dropped, GError **error)
{
  g_autoptr (RensaDataset) all = dataset;
  const gint64 n = rensa_dataset_get_length (all);
  g_autofree gboolean *are_bad = g_new0 (gboolean, n + 1);
  g_autofree gint64 *order = g_new0 (gint64, n + 1);
  gint64 n_good = 0;

  for (int field = 0; field < rensa_dataset_get_n_fields (all); field++)
    if (!mark_incomplete (all, field, are_bad, error))
      return NULL;
  for (gint64 i = 0; i < n; i++)
    if (!are_bad[i])
      order[n_good++] = i;
  *n_dropped += n - n_good;
  if (n_good > 0)
    return rensa_sub_dataset_new (all, 0, n_good, order, error);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: every example contains NaN or infinite values"), path);
  return NULL;
}
