/* rensa-picture-dataset.c: examples that are pictures in files, read on demand.
 * SPDX-License-Identifier: MIT */

#include "rensa-memory.h"
#include "rensa-picture-files-private.h"
#include "rensa-primitives.h"
#include "rensa-source-private.h"

/* Divisor of the available memory that limits the cache of pictures: a run and an inspection of its
 * data may both need one. */
#define SHARE 8

/* State of a cache entry. */
enum
{
  EMPTY,
  BEING_FILLED,
  FULL,
};

typedef struct
{
  RensaDatasetHead head;
  RensaPictureFiles files;
  RensaPicture picture;
  double factor;
  guint8 *cache; /* NULL if memory is insufficient */
  gint *states;  /* atomic; one for each entry */
} Pictures;

static void
finalize (RensaDataset *dataset)
{
  Pictures *self = (Pictures *) dataset;

  rensa_picture_files_clear (&self->files);
  g_free (self->cache);
  g_free (self->states);
}

/* Returns FALSE if the picture has not been read yet. */
static gboolean
recall_picture (const Pictures *self, gint64 i, guint8 *bytes)
{
  const gsize n = rensa_picture_get_n_bytes (&self->picture);

  if (self->cache == NULL || g_atomic_int_get (&self->states[i]) != FULL)
    return FALSE;
  memcpy (bytes, self->cache + (gsize) i * n, n);
  return TRUE;
}

/* If several threads read the same picture, the first one stores it. */
static void
keep_picture (const Pictures *self, gint64 i, const guint8 *bytes)
{
  const gsize n = rensa_picture_get_n_bytes (&self->picture);

  if (self->cache == NULL || !g_atomic_int_compare_and_exchange (&self->states[i], EMPTY, BEING_FILLED))
    return;
  memcpy (self->cache + (gsize) i * n, bytes, n);
  g_atomic_int_set (&self->states[i], FULL);
}

/* On failure, reports the first unreadable picture, regardless of the order in which threads find errors. */
static gboolean
read_pictures (Pictures *self, const gint64 *indices, gint64 n, guint8 *bytes, GError **error)
{
  const gsize size = rensa_picture_get_n_bytes (&self->picture);
  g_autofree GError **errors = g_new0 (GError *, n);
  g_autofree gint64 *unread = g_new (gint64, n);
  g_autofree guint8 **places = g_new (guint8 *, n);
  gint64 n_unread = 0;
  gboolean ok;

  for (gint64 i = 0; i < n; i++)
    if (!recall_picture (self, indices[i], bytes + (gsize) i * size))
      {
        unread[n_unread] = indices[i];
        places[n_unread++] = bytes + (gsize) i * size;
      }
  ok =
      n_unread == 0 || rensa_picture_files_read (&self->files, unread, n_unread, &self->picture, places, errors, error);
  for (gint64 i = 0; i < n_unread; i++)
    if (ok && errors[i] != NULL)
      {
        g_propagate_error (error, g_steal_pointer (&errors[i]));
        ok = FALSE;
      }
    else if (ok)
      keep_picture (self, unread[i], places[i]);
    else
      g_clear_error (&errors[i]);
  return ok;
}

/* There are no arrays of 16-bit integers, but float32 represents all of their values. */
static RensaArray *
make_array (const RensaPicture *picture, const RensaShape *shape, const guint8 *bytes, GError **error)
{
  const gsize count = (gsize) rensa_shape_count (shape);
  g_autofree float *numbers = NULL;

  if (!picture->is_deep)
    return rensa_array_new_from_host (RENSA_UINT8, shape, bytes, error);
  numbers = rensa_memory_try_alloc (MAX (count, 1), sizeof *numbers, "a batch of pictures", error);
  for (gsize i = 0; numbers != NULL && i < count; i++)
    numbers[i] = (float) rensa_picture_get_number (picture, bytes, i);
  return numbers != NULL ? rensa_array_new_from_host (RENSA_FLOAT32, shape, numbers, error) : NULL;
}

static RensaArray *
get_points (Pictures *self, const gint64 *indices, gint64 n, GError **error)
{
  const RensaPicture *picture = &self->picture;
  const RensaShape shape = RENSA_SHAPE (n, picture->n_channels, picture->height, picture->width);
  g_autofree guint8 *bytes =
      rensa_memory_try_alloc (MAX (n, 1), rensa_picture_get_n_bytes (picture), "a batch of pictures", error);
  g_autoptr (RensaArray) array = NULL;

  if (bytes == NULL || !read_pictures (self, indices, n, bytes, error))
    return NULL;
  array = make_array (picture, &shape, bytes, error);
  return array != NULL ? rensa_source_scale_bytes (array, self->factor, self->head.field_types[0].dtype, error) : NULL;
}

static RensaArray *
get_labels (Pictures *self, const gint64 *indices, gint64 n, GError **error)
{
  const RensaShape shape = self->files.labels.kind == RENSA_LABELS_VALUES ? RENSA_SHAPE (n, 1) : RENSA_SHAPE (n);
  g_autofree double *labels = g_new (double, n);
  g_autoptr (RensaArray) array = NULL;

  for (gint64 i = 0; i < n; i++)
    labels[i] = g_array_index (self->files.files, RensaPictureFile, indices[i]).label;
  array = rensa_array_new_from_host (RENSA_FLOAT64, &shape, labels, error);
  return array != NULL ? rensa_array_cast (array, self->head.field_types[1].dtype, error) : NULL;
}

static RensaArray *
get_field (RensaDataset *dataset, int field, const gint64 *indices, gint64 n, GError **error)
{
  Pictures *self = (Pictures *) dataset;

  return field == 0 ? get_points (self, indices, n, error) : get_labels (self, indices, n, error);
}

/* Adds the name, label and size, because reading thousands of pictures can take longer than training. */
static gboolean
add_to_mark (RensaDataset *dataset, gint64 i, GChecksum *checksum, GError **error)
{
  const Pictures *self = (const Pictures *) dataset;
  const RensaPictureFile *file = &g_array_index (self->files.files, RensaPictureFile, i);
  const guint64 size = rensa_picture_files_get_size (&self->files, i);

  g_checksum_update (checksum, (const guchar *) file->name, (gssize) strlen (file->name) + 1);
  g_checksum_update (checksum, (const guchar *) &file->label, sizeof file->label);
  g_checksum_update (checksum, (const guchar *) &size, sizeof size);
  return TRUE;
}

static const RensaDatasetKind picture_kind = {
  .size = sizeof (Pictures),
  .finalize = finalize,
  .get_field = get_field,
  .add_to_mark = add_to_mark,
};

RensaDataset *
rensa_picture_dataset_new (RensaPictureFiles *files, const RensaPicture *picture)
{
  const gint64 n = files->files->len;
  const gsize size = rensa_picture_get_n_bytes (picture);
  const RensaLabelKind kind = files->labels.kind;
  const RensaType types[] = {
    { rensa_source_get_dtype (), RENSA_SHAPE (picture->n_channels, picture->height, picture->width) },
    { kind == RENSA_LABELS_VALUES ? rensa_source_get_dtype () : RENSA_INT32,
      kind == RENSA_LABELS_VALUES ? RENSA_SHAPE (1) : RENSA_SHAPE_SCALAR },
  };
  RensaDataset *dataset = rensa_dataset_new (&picture_kind, n, kind == RENSA_LABELS_NONE ? 1 : 2, types);
  Pictures *self = (Pictures *) dataset;

  self->files = *files;
  *files = (RensaPictureFiles){ 0 };
  self->picture = *picture;
  self->factor = picture->white / rensa_picture_get_top (picture);
  self->head.is_lazy = TRUE;
  self->head.is_concurrent = TRUE;
  if ((guint64) n <= rensa_memory_get_available () / SHARE / size)
    {
      self->cache = g_malloc_n (n, size);
      self->states = g_new0 (gint, n);
    }
  return dataset;
}
