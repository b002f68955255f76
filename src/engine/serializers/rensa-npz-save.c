/* rensa-npz-save.c: writes NPZ archives.
 * SPDX-License-Identifier: MIT */

#include "rensa-language.h"
#include "rensa-npz.h"

#include <zip.h>

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-npy-private.h"

/* The level of Python's zlib; higher ones hardly reduce the size, and saving takes several times as long. */
#define DEFLATE_LEVEL 6
/* At this level, a long log takes a third of the time, and a tenth more space. */
#define TEXT_LEVEL 3
/* 1980-01-01, the start of the ZIP calendar, so that the same arrays give the same file. */
#define DOS_DATE 33

G_DEFINE_AUTOPTR_CLEANUP_FUNC (zip_t, zip_discard)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (zip_source_t, zip_source_free)

static gboolean
refuse (const char *path, GError **error, const char *why)
{
  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be written: %s"), path, why);
  return FALSE;
}

/* Texts are always compressed: NumPy uses four bytes per character, and the log in a snapshot grows
 * with every entry. */
static int
get_level (const RensaValue *value, gboolean compress)
{
  if (compress)
    return DEFLATE_LEVEL;
  return value->kind == RENSA_VALUE_TEXT ? TEXT_LEVEL : 0;
}

static gboolean
add_member (zip_t *zip, const char *path, const char *key, const RensaValue *value, gboolean compress, GError **error)
{
  g_autofree char *name = g_strconcat (key, ".npy", NULL);
  gsize n_bytes = 0;
  guint8 *bytes = rensa_npy_write (value, &n_bytes, error);
  const int level = get_level (value, compress);
  zip_source_t *source;
  gint64 index;

  if (bytes == NULL)
    {
      g_prefix_error (error, "%s: ", key);
      return FALSE;
    }

  source = zip_source_buffer (zip, bytes, n_bytes, 1);
  if (source == NULL)
    {
      g_free (bytes);
      return refuse (path, error, zip_strerror (zip));
    }

  index = zip_file_add (zip, name, source, ZIP_FL_ENC_UTF_8);
  if (index < 0)
    {
      zip_source_free (source);
      return refuse (path, error, zip_strerror (zip));
    }

  return (zip_set_file_compression (zip, index, level > 0 ? ZIP_CM_DEFLATE : ZIP_CM_STORE, level) == 0
          && zip_file_set_dostime (zip, index, 0, DOS_DATE, 0) == 0)
         || refuse (path, error, zip_strerror (zip));
}

/* Builds the archive in @target. */
static gboolean
build (zip_source_t *target, const char *path, RensaValues *values, gboolean compress, GError **error)
{
  zip_error_t reason;
  g_autoptr (zip_t) zip = NULL;

  zip_error_init (&reason);
  zip = zip_open_from_source (target, ZIP_CREATE | ZIP_TRUNCATE, &reason);
  if (zip == NULL)
    {
      refuse (path, error, zip_error_strerror (&reason));
      zip_error_fini (&reason);
      return FALSE;
    }
  /* The archive takes ownership of a reference, and the caller reads @target after closing it. */
  zip_source_keep (target);

  for (guint i = 0; i < rensa_values_get_n (values); i++)
    if (!add_member (zip, path, rensa_values_get_key (values, i), rensa_values_get_value (values, i), compress, error))
      return FALSE;

  if (zip_close (zip) != 0)
    return refuse (path, error, zip_strerror (zip));
  zip = NULL;
  return TRUE;
}

/* Returns the contents of @source as one block. */
static char *
read_back (zip_source_t *source, gsize *n_bytes, const char *path, GError **error)
{
  g_autofree char *bytes = NULL;
  zip_stat_t stat;

  if (zip_source_stat (source, &stat) != 0 || zip_source_open (source) != 0)
    {
      refuse (path, error, zip_error_strerror (zip_source_error (source)));
      return NULL;
    }

  *n_bytes = stat.size;
  bytes = g_try_malloc (stat.size);
  if (bytes == NULL)
    refuse (path, error, _ ("out of memory"));
  else if ((guint64) zip_source_read (source, bytes, stat.size) != stat.size)
    {
      refuse (path, error, zip_error_strerror (zip_source_error (source)));
      g_clear_pointer (&bytes, g_free);
    }
  zip_source_close (source);
  return g_steal_pointer (&bytes);
}

static char *
make_archive (RensaValues *values, gboolean compress, gsize *n_bytes, const char *path, GError **error)
{
  /* libzip does not write archives without members. */
  static const char empty[22] = { 'P', 'K', 5, 6 };
  g_autoptr (zip_source_t) source = NULL;

  if (rensa_values_get_n (values) == 0)
    {
      *n_bytes = sizeof empty;
      return g_memdup2 (empty, sizeof empty);
    }

  source = zip_source_buffer_create (NULL, 0, 0, NULL);
  if (source == NULL)
    {
      refuse (path, error, _ ("out of memory"));
      return NULL;
    }
  return build (source, path, values, compress, error) ? read_back (source, n_bytes, path, error) : NULL;
}

GBytes *
rensa_pack_npz (const char *path, RensaSerializeFunc serialize, gpointer object, gboolean compress, GError **error)
{
  g_autoptr (RensaValues) values = rensa_values_new (path);
  char *bytes;
  gsize n_bytes = 0;

  if (!rensa_values_save (values, serialize, object, error))
    return NULL;
  bytes = make_archive (values, compress, &n_bytes, path, error);
  return bytes != NULL ? g_bytes_new_take (bytes, n_bytes) : NULL;
}

gboolean
rensa_save_npz (const char *path, RensaSerializeFunc serialize, gpointer object, gboolean compress, GError **error)
{
  g_autoptr (GBytes) bytes = rensa_pack_npz (path, serialize, object, compress, error);

  return bytes != NULL && rensa_draft_save (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}
