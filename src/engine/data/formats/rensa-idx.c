/* rensa-idx.c: reader of the array file format of MNIST.
 * SPDX-License-Identifier: MIT */

#include "rensa-idx-private.h"

#include <string.h>

#include "rensa-error.h"
#include "rensa-gzip-private.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "rensa-fault.h"
#include "rensa-language.h"

static const struct
{
  guint8 code;
  RensaDtype dtype;
} dtypes[] = {
  { 0x08, RENSA_UINT8 }, { 0x09, RENSA_INT8 },    { 0x0b, RENSA_INT16 },
  { 0x0c, RENSA_INT32 }, { 0x0d, RENSA_FLOAT32 }, { 0x0e, RENSA_FLOAT64 },
};

static guint32
get_big_endian (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

static gboolean
read_type (RensaGzip *reader, RensaType *type, GError **error)
{
  guint8 bytes[4];
  guint i = 0;

  if (!rensa_gzip_read (reader, bytes, 4, error))
    return FALSE;

  while (i < G_N_ELEMENTS (dtypes) && dtypes[i].code != bytes[2])
    i++;
  if (bytes[0] != 0 || bytes[1] != 0 || i == G_N_ELEMENTS (dtypes) || bytes[3] < 1 || bytes[3] > RENSA_MAX_NDIM)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT,
                       N_ ("%s: not an IDX file, because 0x%08x is not a valid magic number"), reader->place,
                       get_big_endian (bytes));
      return FALSE;
    }

  type->dtype = dtypes[i].dtype;
  type->shape.ndim = bytes[3];
  for (int axis = 0; axis < type->shape.ndim; axis++)
    {
      if (!rensa_gzip_read (reader, bytes, 4, error))
        return FALSE;
      type->shape.dims[axis] = get_big_endian (bytes);
    }
  return TRUE;
}

/* Computes the array's size in bytes and rejects sizes larger than the file could hold. */
static gboolean
check_size (const RensaGzip *reader, const RensaType *type, gsize *n_bytes, GError **error)
{
  g_autofree char *shape = rensa_shape_to_string (&type->shape);

  if (!rensa_shape_check (&type->shape, type->dtype, NULL))
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: the size in bytes of an array of shape %s overflows"),
                       reader->place, shape);
      return FALSE;
    }

  *n_bytes = rensa_shape_count (&type->shape) * rensa_dtype_get_size (type->dtype);
  if (*n_bytes > reader->n_most)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: the file is too short for an array of shape %s"),
                       reader->place, shape);
      return FALSE;
    }
  return TRUE;
}

static void
swap_bytes (guint8 *bytes, gsize n_bytes, gsize size)
{
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  for (gsize i = 0; size > 1 && i < n_bytes; i += size)
    for (gsize j = 0; j < size / 2; j++)
      {
        const guint8 kept = bytes[i + j];

        bytes[i + j] = bytes[i + size - 1 - j];
        bytes[i + size - 1 - j] = kept;
      }
#endif
}

gboolean
rensa_idx_read (RensaIdx *idx, const char *path, GError **error)
{
  g_auto (RensaGzip) reader = { 0 };
  gsize n_bytes;

  memset (idx, 0, sizeof *idx);
  if (!rensa_gzip_open (&reader, path, error) || !read_type (&reader, &idx->type, error)
      || !check_size (&reader, &idx->type, &n_bytes, error))
    return FALSE;

  idx->bytes = rensa_memory_try_new (guint8, n_bytes, path, error);
  if (idx->bytes == NULL || !rensa_gzip_read (&reader, idx->bytes, n_bytes, error)
      || !rensa_gzip_check_end (&reader, N_ ("the file continues after its array"), error))
    return FALSE;

  swap_bytes (idx->bytes, n_bytes, rensa_dtype_get_size (idx->type.dtype));
  return TRUE;
}

void
rensa_idx_clear (RensaIdx *idx)
{
  g_clear_pointer (&idx->bytes, g_free);
}

gboolean
rensa_idx_read_all (RensaIdx *idxs, const char *const *paths, int n, GError **error)
{
  g_autofree GError **errors = g_new0 (GError *, n);
  gboolean ok = TRUE;

#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++)
    rensa_idx_read (&idxs[i], paths[i], &errors[i]);

  for (int i = 0; i < n; i++)
    if (errors[i] != NULL && ok)
      {
        ok = FALSE;
        g_propagate_error (error, errors[i]);
      }
    else
      g_clear_error (&errors[i]);
  return ok;
}

RensaArray *
rensa_idx_make_labels (const RensaIdx *labels, const char *path, gint64 n, gint64 *n_classes, GError **error)
{
  const gint64 n_labels = labels->type.shape.dims[0];
  g_autoptr (RensaArray) array = NULL;
  g_autoptr (RensaArray) numbers = NULL;
  g_autofree gint32 *values = NULL;

  if (labels->type.shape.ndim != 1 || !rensa_dtype_is_integer (labels->type.dtype))
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT,
                       N_ ("%s: labels must be integers along one axis, but found %s with %d axes"), path,
                       rensa_dtype_get_name (labels->type.dtype), labels->type.shape.ndim);
      return NULL;
    }
  if (n_labels != n)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: there are %lld labels for %lld images"), path,
                       (long long) n_labels, (long long) n);
      return NULL;
    }

  array = rensa_array_new_from_host (labels->type.dtype, &labels->type.shape, labels->bytes, error);
  numbers = rensa_array_cast (array, RENSA_INT32, error);
  values = numbers != NULL ? rensa_memory_try_new (gint32, n, path, error) : NULL;
  if (values == NULL || !rensa_array_to_host (numbers, values, error))
    return NULL;

  for (gint64 i = 0; i < n; i++)
    {
      if (values[i] < 0)
        {
          rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: label %lld is negative"), path, (long long) i);
          return NULL;
        }
      *n_classes = MAX (*n_classes, (gint64) values[i] + 1);
    }
  return g_steal_pointer (&numbers);
}
