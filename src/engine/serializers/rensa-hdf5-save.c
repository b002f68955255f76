/* rensa-hdf5-save.c: writes HDF5 files.
 * SPDX-License-Identifier: MIT */

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-hdf5-private.h"
#include "rensa-hdf5-type.h"
#include "rensa-language.h"

/* Same level as in Chainer. */
#define DEFLATE_LEVEL 4
/* Maximum size of a chunk, which is compressed separately. */
#define MOST_CHUNK_BYTES (1 << 20)
/* Growth increment of the in-memory file image. */
#define INCREMENT (1 << 20)

typedef struct
{
  const char *path;
  hid_t file;
  hid_t links; /* creates intermediate groups for a key */
  gboolean compress;
} Saving;

static gboolean
refuse (const Saving *saving, const char *key, GError **error, const char *why)
{
  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be written: %s: %s"), saving->path, key, _ (why));
  return FALSE;
}

/* Chooses the whole array, or a part of it by halving its axes from the first. */
static void
choose_chunk (const RensaShape *shape, gsize size, hsize_t *dims)
{
  guint64 n_bytes = size;
  int axis = 0;

  for (int i = 0; i < shape->ndim; i++)
    {
      dims[i] = (hsize_t) shape->dims[i];
      n_bytes *= dims[i];
    }
  while (n_bytes > MOST_CHUNK_BYTES)
    {
      if (dims[axis] == 1)
        axis++;
      n_bytes = n_bytes / dims[axis] * ((dims[axis] + 1) / 2);
      dims[axis] = (dims[axis] + 1) / 2;
    }
}

/* Stores no times, so that the same values give the same bytes. */
static RensaHdf5Id
new_layout (const Saving *saving, const RensaType *type)
{
  RensaHdf5Id layout = RENSA_HDF5_ID (H5Pcreate (H5P_DATASET_CREATE), H5Pclose);
  hsize_t dims[RENSA_MAX_NDIM];

  H5Pset_obj_track_times (layout.id, 0);
  if (!saving->compress || rensa_shape_count (&type->shape) <= 1)
    return layout;
  choose_chunk (&type->shape, rensa_dtype_get_size (type->dtype), dims);
  H5Pset_chunk (layout.id, type->shape.ndim, dims);
  H5Pset_deflate (layout.id, DEFLATE_LEVEL);
  return layout;
}

static RensaHdf5Id
new_space (const RensaShape *shape)
{
  hsize_t dims[RENSA_MAX_NDIM];

  for (int i = 0; i < shape->ndim; i++)
    dims[i] = (hsize_t) shape->dims[i];
  return RENSA_HDF5_ID (shape->ndim > 0 ? H5Screate_simple (shape->ndim, dims, NULL) : H5Screate (H5S_SCALAR),
                        H5Sclose);
}

static gboolean
write_dataset (const Saving *saving, const char *key, hid_t type, hid_t space, hid_t layout, gconstpointer data,
               GError **error)
{
  g_auto (RensaHdf5Id) dataset =
      RENSA_HDF5_ID (H5Dcreate2 (saving->file, key, type, space, saving->links, layout, H5P_DEFAULT), H5Dclose);

  if (dataset.id < 0)
    return refuse (saving, key, error, N_ ("the data set could not be created"));
  return data == NULL || H5Dwrite (dataset.id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0
         || refuse (saving, key, error, N_ ("it could not be compressed"));
}

static gboolean
write_array (const Saving *saving, const char *key, RensaArray *array, GError **error)
{
  const RensaType type = rensa_array_get_type (array);
  g_auto (RensaHdf5Id) element = rensa_hdf5_type_new (type.dtype);
  g_auto (RensaHdf5Id) space = new_space (&type.shape);
  g_auto (RensaHdf5Id) layout = new_layout (saving, &type);
  g_autofree char *data = g_try_malloc (MAX (rensa_array_get_n_bytes (array), 1));

  if (data == NULL)
    return refuse (saving, key, error, N_ ("out of memory"));
  return rensa_array_to_host (array, data, error)
         && write_dataset (saving, key, element.id, space.id, layout.id,
                           rensa_array_get_n_bytes (array) > 0 ? data : NULL, error);
}

/* Writes None as an empty array, like h5py.Empty ("f"). */
static gboolean
write_none (const Saving *saving, const char *key, GError **error)
{
  const RensaType type = { .dtype = RENSA_FLOAT32 };
  g_auto (RensaHdf5Id) element = rensa_hdf5_type_new (RENSA_FLOAT32);
  g_auto (RensaHdf5Id) space = RENSA_HDF5_ID (H5Screate (H5S_NULL), H5Sclose);
  g_auto (RensaHdf5Id) layout = new_layout (saving, &type);

  return write_dataset (saving, key, element.id, space.id, layout.id, NULL, error);
}

static gboolean
write_text (const Saving *saving, const char *key, const char *text, GError **error)
{
  const RensaType type = { .dtype = RENSA_UINT8 };
  g_auto (RensaHdf5Id) element = RENSA_HDF5_ID (H5Tcopy (H5T_C_S1), H5Tclose);
  g_auto (RensaHdf5Id) space = RENSA_HDF5_ID (H5Screate (H5S_SCALAR), H5Sclose);
  g_auto (RensaHdf5Id) layout = new_layout (saving, &type);

  H5Tset_size (element.id, H5T_VARIABLE);
  H5Tset_cset (element.id, H5T_CSET_UTF8);
  return write_dataset (saving, key, element.id, space.id, layout.id, &text, error);
}

static gboolean
write_value (const Saving *saving, const char *key, const RensaValue *value, GError **error)
{
  if (value->kind == RENSA_VALUE_ARRAY)
    return write_array (saving, key, value->array, error);
  return value->kind == RENSA_VALUE_TEXT ? write_text (saving, key, value->text, error)
                                         : write_none (saving, key, error);
}

static gboolean
write_values (Saving *saving, RensaValues *values, GError **error)
{
  g_auto (RensaHdf5Id) links = RENSA_HDF5_ID (H5Pcreate (H5P_LINK_CREATE), H5Pclose);

  H5Pset_create_intermediate_group (links.id, 1);
  H5Pset_char_encoding (links.id, H5T_CSET_UTF8);
  saving->links = links.id;
  for (guint i = 0; i < rensa_values_get_n (values); i++)
    if (!write_value (saving, rensa_values_get_key (values, i), rensa_values_get_value (values, i), error))
      return FALSE;
  return TRUE;
}

/* Returns the bytes of the file, which was created in memory. */
static char *
read_back (const Saving *saving, gsize *n_bytes, GError **error)
{
  const gssize size = H5Fflush (saving->file, H5F_SCOPE_GLOBAL) >= 0 ? H5Fget_file_image (saving->file, NULL, 0) : -1;
  g_autofree char *bytes = size >= 0 ? g_try_malloc (MAX (size, 1)) : NULL;

  if (bytes == NULL || H5Fget_file_image (saving->file, bytes, (size_t) size) != size)
    {
      refuse (saving, _ ("the whole file"), error, N_ ("out of memory"));
      return NULL;
    }
  *n_bytes = (gsize) size;
  return g_steal_pointer (&bytes);
}

static char *
build (const char *path, RensaValues *values, gboolean compress, gsize *n_bytes, GError **error)
{
  g_auto (RensaHdf5Id) access = RENSA_HDF5_ID (H5Pcreate (H5P_FILE_ACCESS), H5Pclose);
  g_auto (RensaHdf5Id) file = { 0 };
  Saving saving = { .path = path, .compress = compress };

  H5Pset_fapl_core (access.id, INCREMENT, 0);
  H5Pset_fclose_degree (access.id, H5F_CLOSE_STRONG);
  file = RENSA_HDF5_ID (H5Fcreate (path, H5F_ACC_TRUNC, H5P_DEFAULT, access.id), H5Fclose);
  saving.file = file.id;
  if (file.id < 0)
    {
      refuse (&saving, _ ("the whole file"), error, N_ ("out of memory"));
      return NULL;
    }
  return write_values (&saving, values, error) ? read_back (&saving, n_bytes, error) : NULL;
}

gboolean
rensa_hdf5_write (const char *path, RensaValues *values, gboolean compress, GError **error)
{
  g_autofree char *bytes = NULL;
  gsize n_bytes = 0;

  rensa_hdf5_lock ();
  bytes = build (path, values, compress, &n_bytes, error);
  rensa_hdf5_unlock ();
  return bytes != NULL && rensa_draft_save (path, bytes, n_bytes, error);
}
