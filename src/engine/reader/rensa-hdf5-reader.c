/* rensa-hdf5-reader.c: reads an HDF5 file with its library.
 * SPDX-License-Identifier: MIT */

#include "rensa-hdf5-reader.h"

#include <string.h>

#include "rensa-hdf5-driver.h"
#include "rensa-hdf5-type.h"

#define MOST_DEPTH 64
/* Maximum compression ratio of deflate. */
#define DEFLATE_RATIO 1032
/* Approximate number of bytes to read at once. */
#define BLOCK_BYTES (4 << 20)

/* @reason, @path: reason and path of the last failure. The members from @key on belong to the
 *   key that was opened last; @is_ready, @text: set by the check. */
struct _RensaHdf5Reader
{
  int fd;
  guint64 n_bytes;
  RensaHdf5Id file;
  GPtrArray *keys;
  gboolean is_keras;
  RensaHdf5Reason reason;
  char *path;

  const char *key;
  RensaHdf5Id dataset;
  RensaHdf5Id type;
  RensaHdf5Id space;
  RensaHdf5Id layout;
  gboolean is_deflated;
  RensaHdf5Answer kind;
  gboolean is_ready;
  RensaDtype dtype;
  RensaShape shape;
  char *text;
};

static gboolean
refuse (RensaHdf5Reader *self, const char *path, RensaHdf5Reason reason)
{
  g_free (self->path);
  self->path = g_strdup (path);
  self->reason = reason;
  return FALSE;
}

static gboolean
fail (RensaHdf5Reader *self, RensaHdf5Reason reason)
{
  return refuse (self, self->key, reason);
}

static void
close_dataset (RensaHdf5Reader *self)
{
  rensa_hdf5_id_clear (&self->layout);
  rensa_hdf5_id_clear (&self->space);
  rensa_hdf5_id_clear (&self->type);
  rensa_hdf5_id_clear (&self->dataset);
  g_clear_pointer (&self->text, g_free);
  self->is_deflated = self->is_ready = FALSE;
  self->kind = RENSA_HDF5_FAILURE;
}

RensaHdf5Reader *
rensa_hdf5_reader_new (int fd, guint64 n_bytes)
{
  RensaHdf5Reader *self = g_new0 (RensaHdf5Reader, 1);

  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
  self->fd = fd;
  self->n_bytes = n_bytes;
  self->keys = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
rensa_hdf5_reader_free (RensaHdf5Reader *self)
{
  close_dataset (self);
  rensa_hdf5_id_clear (&self->file);
  g_ptr_array_unref (self->keys);
  g_free (self->path);
  g_free (self);
}

GPtrArray *
rensa_hdf5_reader_get_keys (RensaHdf5Reader *self)
{
  return self->keys;
}

gboolean
rensa_hdf5_reader_is_keras (RensaHdf5Reader *self)
{
  return self->is_keras;
}

RensaHdf5Reason
rensa_hdf5_reader_get_reason (RensaHdf5Reader *self)
{
  return self->reason;
}

const char *
rensa_hdf5_reader_get_path (RensaHdf5Reader *self)
{
  return self->path;
}

/* Listing */

typedef struct
{
  RensaHdf5Reader *self;
  GString *path;
  GHashTable *seen; /* addresses of groups: a repeated one contains itself, or has two places */
  int depth;
  gsize n_bytes; /* size of all keys */
} Walk;

static herr_t visit_link (hid_t group, const char *name, const H5L_info_t *link, void *data);

/* Visits the entries of a group in the order of their names. */
static herr_t
walk_group (Walk *walk, hid_t group)
{
  hsize_t at = 0;

  if (++walk->depth > MOST_DEPTH)
    {
      refuse (walk->self, walk->path->str, RENSA_HDF5_DEEP);
      return -1;
    }
  if (H5Literate (group, H5_INDEX_NAME, H5_ITER_INC, &at, visit_link, walk) < 0)
    return -1;
  walk->depth--;
  return 0;
}

static herr_t
enter_group (Walk *walk, hid_t parent, const char *name, haddr_t address)
{
  g_auto (RensaHdf5Id) group = RENSA_HDF5_ID (H5Gopen2 (parent, name, H5P_DEFAULT), H5Gclose);
  const gsize length = walk->path->len;
  const gint64 key = (gint64) address;
  herr_t result;

  if (group.id < 0 || g_hash_table_contains (walk->seen, &key))
    {
      refuse (walk->self, walk->path->str, group.id < 0 ? RENSA_HDF5_DAMAGED_GROUP : RENSA_HDF5_SAME_GROUP);
      return -1;
    }
  g_hash_table_add (walk->seen, g_memdup2 (&key, sizeof key));
  g_string_append_c (walk->path, '/');
  result = walk_group (walk, group.id);
  if (result >= 0)
    g_string_truncate (walk->path, length);
  return result;
}

static herr_t
add_key (Walk *walk)
{
  walk->n_bytes += walk->path->len + 1;
  if (walk->self->keys->len >= RENSA_HDF5_MOST_KEYS || walk->n_bytes > RENSA_HDF5_MOST_KEY_BYTES)
    {
      refuse (walk->self, walk->path->str, RENSA_HDF5_MANY_KEYS);
      return -1;
    }
  g_ptr_array_add (walk->self->keys, g_strdup (walk->path->str));
  return 0;
}

static herr_t
visit_object (Walk *walk, hid_t group, const char *name)
{
  H5O_info_t info;

  if (H5Oget_info_by_name2 (group, name, &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0)
    {
      refuse (walk->self, walk->path->str, RENSA_HDF5_DAMAGED_ENTRY);
      return -1;
    }
  if (info.type == H5O_TYPE_GROUP)
    return enter_group (walk, group, name, info.addr);
  if (info.type == H5O_TYPE_DATASET)
    return add_key (walk);
  refuse (walk->self, walk->path->str, RENSA_HDF5_ODD_ENTRY);
  return -1;
}

/* Rejects links to other files: weights files have none, and they could refer to any file of the
 * machine. */
static herr_t
visit_link (hid_t group, const char *name, const H5L_info_t *link, void *data)
{
  Walk *walk = data;
  const gsize length = walk->path->len;
  herr_t result = -1;

  if (!g_utf8_validate (name, -1, NULL))
    refuse (walk->self, walk->path->str, RENSA_HDF5_ODD_NAME);
  else
    {
      g_string_append (walk->path, name);
      if (link->type == H5L_TYPE_HARD)
        result = visit_object (walk, group, name);
      else
        refuse (walk->self, walk->path->str, RENSA_HDF5_LINK);
    }
  if (result >= 0)
    g_string_truncate (walk->path, length);
  return result;
}

static gboolean
list_keys (RensaHdf5Reader *self)
{
  g_autoptr (GString) path = g_string_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_auto (RensaHdf5Id) root = RENSA_HDF5_ID (H5Gopen2 (self->file.id, "/", H5P_DEFAULT), H5Gclose);
  Walk walk = { .self = self, .path = path, .seen = seen };

  self->is_keras = root.id >= 0 && (H5Aexists (root.id, "keras_version") > 0 || H5Aexists (root.id, "backend") > 0);
  if (root.id >= 0 && walk_group (&walk, root.id) >= 0)
    return TRUE;
  return self->path != NULL ? FALSE : refuse (self, path->str, RENSA_HDF5_DAMAGED_FILE);
}

/* Reading */

static gboolean
check_filters (RensaHdf5Reader *self)
{
  const int n = H5Pget_nfilters (self->layout.id);

  for (int i = 0; i < n; i++)
    {
      unsigned flags;
      size_t n_values = 0;
      const H5Z_filter_t filter =
          H5Pget_filter2 (self->layout.id, (unsigned) i, &flags, &n_values, NULL, 0, NULL, NULL);

      if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_FLETCHER32)
        return fail (self, RENSA_HDF5_FILTER);
      /* With two passes of deflate, one byte may become a million. */
      if (filter == H5Z_FILTER_DEFLATE && self->is_deflated)
        return fail (self, RENSA_HDF5_PACKED_TWICE);
      self->is_deflated = self->is_deflated || filter == H5Z_FILTER_DEFLATE;
    }
  return n >= 0 || fail (self, RENSA_HDF5_DAMAGED_ARRAY);
}

/* Rejects data stored in other files or assembled from other arrays. */
static gboolean
check_layout (RensaHdf5Reader *self)
{
  const H5D_layout_t layout = H5Pget_layout (self->layout.id);

  if (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED)
    return fail (self, RENSA_HDF5_PUT_TOGETHER);
  if (H5Pget_external_count (self->layout.id) != 0)
    return fail (self, RENSA_HDF5_ELSEWHERE);
  return check_filters (self);
}

static gboolean
open_dataset (RensaHdf5Reader *self)
{
  self->dataset = RENSA_HDF5_ID (H5Dopen2 (self->file.id, self->key, H5P_DEFAULT), H5Dclose);
  if (self->dataset.id < 0)
    return fail (self, RENSA_HDF5_DAMAGED_ARRAY);
  self->type = RENSA_HDF5_ID (H5Dget_type (self->dataset.id), H5Tclose);
  self->space = RENSA_HDF5_ID (H5Dget_space (self->dataset.id), H5Sclose);
  self->layout = RENSA_HDF5_ID (H5Dget_create_plist (self->dataset.id), H5Pclose);
  if (self->type.id < 0 || self->space.id < 0 || self->layout.id < 0)
    return fail (self, RENSA_HDF5_DAMAGED_ARRAY);
  return check_layout (self);
}

/* Reads the declared type and shape; the caller checks that such an array is possible. */
static gboolean
find_type (RensaHdf5Reader *self)
{
  hsize_t dims[H5S_MAX_RANK];
  const int ndim = H5Sget_simple_extent_ndims (self->space.id);

  if (!rensa_hdf5_type_find (self->type.id, &self->dtype))
    return fail (self, RENSA_HDF5_ODD_TYPE);
  if (ndim < 0 || H5Sget_simple_extent_dims (self->space.id, dims, NULL) < 0)
    return fail (self, RENSA_HDF5_DAMAGED_ARRAY);
  if (ndim > RENSA_MAX_NDIM)
    return fail (self, RENSA_HDF5_MANY_AXES);

  self->shape.ndim = ndim;
  for (int i = 0; i < ndim; i++)
    self->shape.dims[i] = dims[i] <= G_MAXINT64 ? (gint64) dims[i] : -1;
  return TRUE;
}

/* Accepts only sizes that the stored bytes can hold; data that was never written would be an
 * unlimited number of zeros. */
static gboolean
check_size (RensaHdf5Reader *self, guint64 n_bytes)
{
  const guint64 stored = H5Dget_storage_size (self->dataset.id);

  if (n_bytes == 0)
    return TRUE;
  if (stored > self->n_bytes || (self->is_deflated ? n_bytes / DEFLATE_RATIO > stored : n_bytes > stored))
    return fail (self, RENSA_HDF5_MORE_BYTES);
  return TRUE;
}

/* Limits the size of a chunk, which is decompressed as a whole. */
static gboolean
check_chunks (RensaHdf5Reader *self, guint64 n_bytes)
{
  hsize_t dims[H5S_MAX_RANK];
  guint64 n = H5Tget_size (self->type.id);
  int ndim;

  if (H5Pget_layout (self->layout.id) != H5D_CHUNKED)
    return TRUE;
  ndim = H5Pget_chunk (self->layout.id, H5S_MAX_RANK, dims);
  for (int i = 0; i < ndim; i++)
    if (!g_uint64_checked_mul (&n, n, dims[i]))
      return fail (self, RENSA_HDF5_DAMAGED_ARRAY);
  /* Chunks of a resizable array may be larger than a small array. */
  return (ndim >= 0 && n <= MAX (n_bytes, 1 << 22)) || fail (self, RENSA_HDF5_LARGE_CHUNKS);
}

static guint64
count_bytes (const RensaHdf5Reader *self)
{
  return (guint64) rensa_shape_count (&self->shape) * rensa_dtype_get_size (self->dtype);
}

/* Reads a single string, whose length is fixed by its type or stored before it. */
static gboolean
read_text (RensaHdf5Reader *self)
{
  const htri_t is_variable = H5Tis_variable_str (self->type.id);
  const guint64 size = H5Tget_size (self->type.id);
  g_auto (RensaHdf5Id) memory = RENSA_HDF5_ID (H5Tcopy (self->type.id), H5Tclose);
  g_autofree char *fixed = NULL;
  char *text = NULL;

  if (H5Sget_simple_extent_npoints (self->space.id) != 1)
    return fail (self, RENSA_HDF5_MANY_TEXTS);
  if (is_variable < 0 || (!is_variable && (size > RENSA_HDF5_LONGEST_TEXT || size > self->n_bytes)))
    return fail (self, RENSA_HDF5_DAMAGED_TEXT);
  fixed = g_try_malloc0 (is_variable ? 1 : size + 1);
  if (fixed == NULL)
    return fail (self, RENSA_HDF5_NO_MEMORY);
  if (H5Dread (self->dataset.id, memory.id, H5S_ALL, H5S_ALL, H5P_DEFAULT, is_variable ? (void *) &text : fixed) < 0)
    return fail (self, RENSA_HDF5_DAMAGED_TEXT);

  self->text = text != NULL ? g_strdup (text) : g_steal_pointer (&fixed);
  if (text != NULL)
    H5free_memory (text);
  return strlen (self->text) <= RENSA_HDF5_LONGEST_TEXT || fail (self, RENSA_HDF5_DAMAGED_TEXT);
}

gboolean
rensa_hdf5_reader_list (RensaHdf5Reader *self)
{
  self->file = RENSA_HDF5_ID (rensa_hdf5_driver_open (self->fd, self->n_bytes), H5Fclose);
  if (self->file.id < 0)
    return refuse (self, "", RENSA_HDF5_NO_FILE);
  return list_keys (self);
}

gboolean
rensa_hdf5_reader_open (RensaHdf5Reader *self, guint index, RensaHdf5Reply *reply)
{
  close_dataset (self);
  if (index >= self->keys->len)
    return refuse (self, "", RENSA_HDF5_DAMAGED_ENTRY);
  self->key = self->keys->pdata[index];
  if (!open_dataset (self))
    return FALSE;
  if (H5Sget_simple_extent_type (self->space.id) == H5S_NULL)
    self->kind = RENSA_HDF5_NOTHING;
  else if (H5Tget_class (self->type.id) == H5T_STRING)
    self->kind = RENSA_HDF5_TEXT;
  else if (find_type (self))
    self->kind = RENSA_HDF5_ARRAY;
  else
    return FALSE;

  *reply = (RensaHdf5Reply){ .answer = self->kind };
  if (self->kind == RENSA_HDF5_ARRAY)
    {
      reply->dtype = self->dtype;
      reply->ndim = self->shape.ndim;
      memcpy (reply->dims, self->shape.dims, sizeof reply->dims);
    }
  return TRUE;
}

gboolean
rensa_hdf5_reader_check (RensaHdf5Reader *self, RensaHdf5Reply *reply)
{
  *reply = (RensaHdf5Reply){ .answer = RENSA_HDF5_READY };
  if (self->kind == RENSA_HDF5_TEXT)
    {
      if (self->text == NULL && !read_text (self))
        return FALSE;
      reply->n_bytes = strlen (self->text);
      return self->is_ready = TRUE;
    }
  if (self->kind != RENSA_HDF5_ARRAY || !rensa_shape_check (&self->shape, self->dtype, NULL))
    return fail (self, RENSA_HDF5_DAMAGED_ARRAY);
  reply->n_bytes = count_bytes (self);
  return self->is_ready = check_size (self, reply->n_bytes) && check_chunks (self, reply->n_bytes);
}

/* Returns the number of rows to read at once, so that each chunk is decompressed once. */
static gint64
count_rows (RensaHdf5Reader *self)
{
  const guint64 row_bytes = MAX (count_bytes (self) / (guint64) self->shape.dims[0], 1);
  hsize_t dims[H5S_MAX_RANK];
  gint64 n = (gint64) MAX (BLOCK_BYTES / row_bytes, 1);

  if (H5Pget_layout (self->layout.id) == H5D_CHUNKED && H5Pget_chunk (self->layout.id, H5S_MAX_RANK, dims) > 0)
    {
      const gint64 chunk = (gint64) CLAMP (dims[0], 1, G_MAXINT32);

      n = (n + chunk - 1) / chunk * chunk;
    }
  return MIN (n, self->shape.dims[0]);
}

/* Reads rows from @first on, or the whole array if it has no axes. */
static gboolean
read_rows (RensaHdf5Reader *self, const RensaHdf5Id *memory, gint64 first, gint64 n, gpointer bytes)
{
  hsize_t starts[RENSA_MAX_NDIM] = { (hsize_t) first };
  hsize_t counts[RENSA_MAX_NDIM] = { (hsize_t) n };
  g_auto (RensaHdf5Id) space = { 0 };

  if (self->shape.ndim == 0)
    return H5Dread (self->dataset.id, memory->id, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0;
  for (int i = 1; i < self->shape.ndim; i++)
    counts[i] = (hsize_t) self->shape.dims[i];
  space = RENSA_HDF5_ID (H5Screate_simple (self->shape.ndim, counts, NULL), H5Sclose);
  return space.id > 0 && H5Sselect_hyperslab (self->space.id, H5S_SELECT_SET, starts, NULL, counts, NULL) >= 0
         && H5Dread (self->dataset.id, memory->id, space.id, self->space.id, H5P_DEFAULT, bytes) >= 0;
}

gboolean
rensa_hdf5_reader_take (RensaHdf5Reader *self, RensaHdf5Sink sink, gpointer data)
{
  const gint64 n_rows = self->shape.ndim > 0 ? self->shape.dims[0] : 1;
  g_auto (RensaHdf5Id) memory = { 0 };
  g_autofree guint8 *bytes = NULL;
  guint64 row_bytes;
  gint64 n_at_once;

  if (!self->is_ready)
    return fail (self, RENSA_HDF5_DAMAGED_ARRAY);
  if (self->kind == RENSA_HDF5_TEXT)
    return sink (self->text, strlen (self->text), data);
  if (count_bytes (self) == 0)
    return TRUE;

  row_bytes = count_bytes (self) / (guint64) n_rows;
  n_at_once = self->shape.ndim > 0 ? count_rows (self) : 1;
  bytes = g_try_malloc ((guint64) n_at_once * row_bytes);
  memory = rensa_hdf5_type_new (self->dtype);
  if (bytes == NULL)
    return fail (self, RENSA_HDF5_NO_MEMORY);
  for (gint64 first = 0; first < n_rows; first += n_at_once)
    {
      const gint64 n = MIN (n_at_once, n_rows - first);

      if (!read_rows (self, &memory, first, n, bytes))
        return fail (self, RENSA_HDF5_DAMAGED_ARRAY);
      if (!sink (bytes, (guint64) n * row_bytes, data))
        return FALSE;
    }
  return TRUE;
}
