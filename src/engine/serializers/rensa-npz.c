/* rensa-npz.c: reading NumPy's archives.
 * SPDX-License-Identifier: MIT */

#include "rensa-npz.h"

#include <glib/gstdio.h>
#include <string.h>
#include <zip.h>

#include "rensa-error.h"
#include "rensa-npy-private.h"

#define SUFFIX ".npy"
/* No more than this comes out of one byte of deflated data. */
#define DEFLATE_RATIO 1032

struct _RensaNpz
{
  char *place;
  zip_t *zip;
  gboolean fortran_order;
  GPtrArray *keys;
  GHashTable *indices; /* of the members, by key, plus one */
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC (zip_file_t, zip_fclose)

/* Whether the file begins as an archive does, whatever became of its end. */
static gboolean
begins_as_zip (const char *path)
{
  char bytes[4] = "";
  FILE *file = g_fopen (path, "rb");
  gboolean ok = file != NULL && fread (bytes, 1, sizeof bytes, file) == sizeof bytes;

  if (file != NULL)
    fclose (file);
  return ok && memcmp (bytes, "PK\3\4", sizeof bytes) == 0;
}

static void
set_open_error (const char *path, int code, GError **error)
{
  zip_error_t reason;

  zip_error_init_with_code (&reason, code);
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_IO, "“%s” could not be opened: it is a folder", path);
  else if (code == ZIP_ER_NOZIP && begins_as_zip (path))
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT,
                 "“%s” is not a whole NPZ file: it is cut off, because the list of its contents at the end is missing",
                 path);
  else if (code == ZIP_ER_NOZIP)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "“%s” is not an NPZ file: it is no ZIP archive", path);
  else if (code == ZIP_ER_INCONS || code == ZIP_ER_MULTIDISK || code == ZIP_ER_EOF)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "“%s” is not a whole NPZ file: %s", path,
                 zip_error_strerror (&reason));
  else
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_IO, "“%s” could not be opened: %s", path,
                 zip_error_strerror (&reason));
  zip_error_fini (&reason);
}

static gboolean
add_member (RensaNpz *npz, gint64 i, GError **error)
{
  const char *name = zip_get_name (npz->zip, i, 0);
  g_autofree char *key = NULL;

  if (name == NULL || !g_str_has_suffix (name, SUFFIX))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s: member “%s” is not an array", npz->place,
                   name != NULL ? name : "?");
      return FALSE;
    }

  key = g_strndup (name, strlen (name) - strlen (SUFFIX));
  if (g_hash_table_contains (npz->indices, key))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s: “%s” stands twice in the file", npz->place, key);
      return FALSE;
    }

  g_hash_table_insert (npz->indices, key, GSIZE_TO_POINTER (i + 1));
  g_ptr_array_add (npz->keys, g_steal_pointer (&key));
  return TRUE;
}

RensaNpz *
rensa_npz_open (const char *path, GError **error)
{
  g_autoptr (RensaNpz) npz = g_new0 (RensaNpz, 1);
  int code = 0;

  npz->place = g_strdup (path);
  npz->keys = g_ptr_array_new_with_free_func (g_free);
  npz->indices = g_hash_table_new (g_str_hash, g_str_equal);
  npz->zip = zip_open (path, ZIP_RDONLY | ZIP_CHECKCONS, &code);
  if (npz->zip == NULL)
    {
      set_open_error (path, code, error);
      return NULL;
    }

  for (gint64 i = 0; i < zip_get_num_entries (npz->zip, 0); i++)
    if (!add_member (npz, i, error))
      return NULL;
  return g_steal_pointer (&npz);
}

void
rensa_npz_free (RensaNpz *npz)
{
  if (npz->zip != NULL)
    zip_discard (npz->zip);
  g_hash_table_unref (npz->indices);
  g_ptr_array_unref (npz->keys);
  g_free (npz->place);
  g_free (npz);
}

void
rensa_npz_set_fortran_order (RensaNpz *npz, gboolean fortran_order)
{
  npz->fortran_order = fortran_order;
}

guint
rensa_npz_get_n_keys (RensaNpz *npz)
{
  return npz->keys->len;
}

const char *
rensa_npz_get_key (RensaNpz *npz, guint i)
{
  return npz->keys->pdata[i];
}

gboolean
rensa_npz_has (RensaNpz *npz, const char *key)
{
  return g_hash_table_contains (npz->indices, key);
}

static gboolean
unreadable (RensaNpz *npz, const char *key, GError **error, const char *why)
{
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s: %s: %s", npz->place, key, why);
  return FALSE;
}

/* Only what the compressed bytes can really hold is believed, so that a small file cannot make the program ask for
 * any amount of memory. */
static gboolean
check_member (RensaNpz *npz, const char *key, const zip_stat_t *stat, GError **error)
{
  if (stat->comp_method == ZIP_CM_STORE ? stat->size != stat->comp_size : stat->comp_method != ZIP_CM_DEFLATE)
    return unreadable (npz, key, error, "this part of the archive is neither stored nor deflated");
  if (stat->encryption_method != ZIP_EM_NONE)
    return unreadable (npz, key, error, "this part of the archive is encrypted");
  if (stat->size / DEFLATE_RATIO > stat->comp_size + 1)
    return unreadable (npz, key, error, "the archive claims more bytes than this part of it can hold");
  return TRUE;
}

static guint8 *
read_member (RensaNpz *npz, const char *key, gsize *n_bytes, GError **error)
{
  const gsize index = GPOINTER_TO_SIZE (g_hash_table_lookup (npz->indices, key)) - 1;
  g_autoptr (zip_file_t) file = NULL;
  g_autofree guint8 *bytes = NULL;
  zip_stat_t stat;
  guint8 beyond;
  gint64 n_read;

  if (zip_stat_index (npz->zip, index, 0, &stat) != 0)
    {
      unreadable (npz, key, error, zip_strerror (npz->zip));
      return NULL;
    }
  if (!check_member (npz, key, &stat, error))
    return NULL;

  bytes = g_try_malloc (stat.size + 1);
  file = zip_fopen_index (npz->zip, index, 0);
  if (bytes == NULL)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NO_MEMORY,
                   "%s: %s: there is no memory for %" G_GUINT64_FORMAT " bytes", npz->place, key, (guint64) stat.size);
      return NULL;
    }
  if (file == NULL)
    {
      unreadable (npz, key, error, zip_strerror (npz->zip));
      return NULL;
    }

  /* The checksum is compared when the end is met, hence the read beyond it. */
  n_read = zip_fread (file, bytes, stat.size);
  if (n_read < 0 || (guint64) n_read != stat.size || zip_fread (file, &beyond, 1) != 0)
    {
      unreadable (npz, key, error, "this part of the archive is damaged");
      return NULL;
    }

  *n_bytes = stat.size;
  return g_steal_pointer (&bytes);
}

static gboolean
read_value (RensaNpz *npz, const char *key, RensaValue *value, GError **error)
{
  gsize n_bytes = 0;
  g_autofree guint8 *bytes = read_member (npz, key, &n_bytes, error);

  if (bytes == NULL)
    return FALSE;
  if (rensa_npy_read (bytes, n_bytes, npz->fortran_order, value, error))
    return TRUE;

  g_prefix_error (error, "%s: %s: ", npz->place, key);
  return FALSE;
}

gboolean
rensa_npz_check (RensaNpz *npz, GError **error)
{
  for (guint i = 0; i < npz->keys->len; i++)
    {
      g_auto (RensaValue) value = { 0 };

      if (!read_value (npz, npz->keys->pdata[i], &value, error))
        return FALSE;
    }
  return TRUE;
}

RensaArray *
rensa_npz_read (RensaNpz *npz, const char *key, GError **error)
{
  g_auto (RensaValue) value = { 0 };

  if (!rensa_npz_has (npz, key))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s holds no “%s”", npz->place, key);
      return NULL;
    }
  if (!read_value (npz, key, &value, error))
    return NULL;
  if (value.kind != RENSA_VALUE_ARRAY)
    unreadable (npz, key, error,
                value.kind == RENSA_VALUE_NONE ? "an array was expected, but the file holds None"
                                               : "an array was expected, but the file holds a text");
  return g_steal_pointer (&value.array);
}

gboolean
rensa_load_npz (const char *path, const char *prefix, RensaNpzStrictness strictness, RensaSerializeFunc serialize,
                gpointer object, GError **error)
{
  g_autoptr (RensaNpz) npz = rensa_npz_open (path, error);
  g_autoptr (RensaValues) values = NULL;

  if (npz == NULL)
    return FALSE;

  prefix = prefix != NULL ? prefix : "";
  values = rensa_values_new (npz->place);
  for (guint i = 0; i < npz->keys->len; i++)
    {
      const char *key = npz->keys->pdata[i];
      RensaValue *value;

      if (!g_str_has_prefix (key, prefix))
        continue;

      value = rensa_values_add (values, key);
      if (!read_value (npz, key, value, &value->error))
        value->kind = RENSA_VALUE_UNREADABLE;
    }

  return rensa_values_load (values, prefix, strictness == RENSA_NPZ_EXACT, serialize, object, error);
}
