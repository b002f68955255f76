/* rensa-archive.c: files of named values, independent of their format.
 * SPDX-License-Identifier: MIT */

#include "rensa-archive.h"

#include "rensa-fault.h"
#include "rensa-hdf5-private.h"
#include "rensa-language.h"
#include "rensa-npz-private.h"

/* Either @npz or @hdf5 is open; @values read from it. */
struct _RensaArchive
{
  RensaNpz *npz;
  RensaHdf5 *hdf5;
  RensaValues *values;
};

void
rensa_load_entry_free (RensaLoadEntry *entry)
{
  g_free (entry->key);
  g_free (entry->here);
  g_free (entry->here_type);
  g_free (entry->found);
  g_free (entry->found_type);
  g_free (entry);
}

gboolean
rensa_load_entry_can_take (const RensaLoadEntry *to, const RensaLoadEntry *from)
{
  const gboolean is_open = to->status == RENSA_LOAD_MISSING || to->status == RENSA_LOAD_OTHER;
  const gboolean is_left = from->status == RENSA_LOAD_EXTRA || from->status == RENSA_LOAD_OTHER;

  return is_open && is_left && to->part == from->part && to->here_type != NULL && from->found_type != NULL
         && rensa_shape_equal (&to->here_type->shape, &from->found_type->shape)
         && rensa_dtype_get_kind (to->here_type->dtype) == rensa_dtype_get_kind (from->found_type->dtype);
}

RensaArchive *
rensa_archive_open (const char *path, GError **error)
{
  g_autoptr (RensaArchive) self = g_new0 (RensaArchive, 1);

  if (rensa_hdf5_is (path))
    {
      self->hdf5 = rensa_hdf5_open (path, error);
      self->values = self->hdf5 != NULL ? rensa_hdf5_list (self->hdf5) : NULL;
    }
  else
    {
      self->npz = rensa_npz_open (path, error);
      self->values = self->npz != NULL ? rensa_npz_list (self->npz) : NULL;
    }
  return self->values != NULL ? g_steal_pointer (&self) : NULL;
}

void
rensa_archive_free (RensaArchive *self)
{
  g_clear_pointer (&self->values, rensa_values_free);
  g_clear_pointer (&self->npz, rensa_npz_free);
  g_clear_pointer (&self->hdf5, rensa_hdf5_free);
  g_free (self);
}

gboolean
rensa_archive_is_hdf5 (RensaArchive *archive)
{
  return archive->hdf5 != NULL;
}

guint
rensa_archive_get_n_keys (RensaArchive *self)
{
  return rensa_values_get_n (self->values);
}

const char *
rensa_archive_get_key (RensaArchive *self, guint i)
{
  return rensa_values_get_key (self->values, i);
}

gboolean
rensa_archive_has (RensaArchive *self, const char *key)
{
  return rensa_values_find (self->values, key) != NULL;
}

gboolean
rensa_archive_has_prefix (RensaArchive *self, const char *prefix)
{
  for (guint i = 0; i < rensa_archive_get_n_keys (self); i++)
    if (g_str_has_prefix (rensa_archive_get_key (self, i), prefix))
      return TRUE;
  return FALSE;
}

RensaArray *
rensa_archive_read (RensaArchive *self, const char *key, GError **error)
{
  const RensaWant want = { RENSA_VALUE_ARRAY, NULL };
  RensaValue *value = rensa_values_fetch (self->values, key, &want, error);

  if (value == NULL)
    return NULL;
  if (value->array == NULL)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: %s: expected an array"), rensa_values_get_place (self->values),
                     key);
  return value->array != NULL ? rensa_array_ref (value->array) : NULL;
}

gboolean
rensa_archive_load (RensaArchive *self, const RensaLoadOptions *options, RensaSerializeFunc serialize, gpointer object,
                    GError **error)
{
  return rensa_values_load (self->values, options, serialize, object, error);
}

gboolean
rensa_load_file (const char *path, const RensaLoadOptions *options, RensaSerializeFunc serialize, gpointer object,
                 GError **error)
{
  g_autoptr (RensaArchive) archive = rensa_archive_open (path, error);

  return archive != NULL && rensa_archive_load (archive, options, serialize, object, error);
}

GPtrArray *
rensa_load_what_fits (RensaArchive *self, const char *path, GHashTable *map, RensaSerializeFunc serialize,
                      gpointer object, GError **error)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_load_entry_free);
  const RensaLoadOptions options = {
    .path = path, .allow_extra = TRUE, .allow_missing = TRUE, .allow_other = TRUE, .map = map, .entries = entries
  };

  return rensa_archive_load (self, &options, serialize, object, error) ? g_steal_pointer (&entries) : NULL;
}

gboolean
rensa_save_file (const char *path, RensaSerializeFunc serialize, gpointer object, gboolean compress, GError **error)
{
  g_autoptr (RensaValues) values = NULL;

  if (!g_str_has_suffix (path, ".h5") && !g_str_has_suffix (path, ".hdf5"))
    return rensa_save_npz (path, serialize, object, compress, error);
  values = rensa_values_new (path);
  return rensa_values_save (values, serialize, object, error) && rensa_hdf5_write (path, values, compress, error);
}
