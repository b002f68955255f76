/* rensa-zip.c: files in ZIP archives.
 * SPDX-License-Identifier: MIT */

#include <string.h>
#include <unistd.h>
#include <zip.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-gzip-private.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-zip-private.h"

/* Overhead of a member in bytes, apart from its data and its name, which is stored twice. */
#define LOCAL_HEADER 30
#define DIRECTORY_ENTRY 46

/* @lock: protects @zip. @indices: guint64, of the members that are not folders. */
struct _RensaZip
{
  gatomicrefcount n_refs;
  char *place;
  GMutex lock;
  zip_t *zip;
  GArray *indices;
};

static gboolean
fail (const RensaZip *self, const char *what, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: %s"), self->place, _ (what));
  return FALSE;
}

/* Non-overlapping members take at least this size, whereas a malicious archive may reference the
 * same bytes many times. Counts the raw names of the file: older encodings become longer in UTF-8. */
static gboolean
list_members (RensaZip *self, guint64 n_bytes, GError **error)
{
  guint64 least = 0;

  for (guint64 i = 0; i < (guint64) zip_get_num_entries (self->zip, 0); i++)
    {
      const char *name = zip_get_name (self->zip, i, ZIP_FL_ENC_RAW);
      zip_stat_t stat;

      if (name == NULL || zip_stat_index (self->zip, i, 0, &stat) != 0
          || !g_uint64_checked_add (&least, least, LOCAL_HEADER + DIRECTORY_ENTRY + 2 * strlen (name))
          || !g_uint64_checked_add (&least, least, stat.comp_size) || least > n_bytes)
        return fail (self, N_ ("the archive entries overlap: together they are larger than the file"), error);
      if (!g_str_has_suffix (stat.name, "/"))
        g_array_append_val (self->indices, i);
    }
  return TRUE;
}

RensaZip *
rensa_zip_open (const char *path, GError **error)
{
  g_autoptr (RensaZip) self = g_new0 (RensaZip, 1);
  guint64 n_bytes;
  const int fd = rensa_file_open (path, &n_bytes, error);

  g_atomic_ref_count_init (&self->n_refs);
  g_mutex_init (&self->lock);
  self->place = rensa_file_dup_shown_name (path);
  self->indices = g_array_new (FALSE, FALSE, sizeof (guint64));
  if (fd < 0)
    return NULL;
  self->zip = zip_fdopen (fd, ZIP_RDONLY | ZIP_CHECKCONS, NULL);
  if (self->zip == NULL)
    {
      close (fd);
      fail (self, N_ ("not a ZIP archive, or damaged"), error);
      return NULL;
    }
  return list_members (self, n_bytes, error) ? g_steal_pointer (&self) : NULL;
}

RensaZip *
rensa_zip_ref (RensaZip *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
rensa_zip_unref (RensaZip *self)
{
  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;
  if (self->zip != NULL)
    zip_discard (self->zip);
  g_mutex_clear (&self->lock);
  g_array_unref (self->indices);
  g_free (self->place);
  g_free (self);
}

guint
rensa_zip_get_n (RensaZip *self)
{
  return self->indices->len;
}

const char *
rensa_zip_get_name (RensaZip *self, guint i)
{
  const char *name;

  g_mutex_lock (&self->lock);
  name = zip_get_name (self->zip, g_array_index (self->indices, guint64, i), 0);
  g_mutex_unlock (&self->lock);
  return name;
}

guint64
rensa_zip_get_size (RensaZip *self, guint i)
{
  zip_stat_t stat;
  gboolean is_known;

  g_mutex_lock (&self->lock);
  is_known = zip_stat_index (self->zip, g_array_index (self->indices, guint64, i), 0, &stat) == 0;
  g_mutex_unlock (&self->lock);
  return is_known ? stat.size : 0;
}

gboolean
rensa_zip_find (RensaZip *self, const char *name, guint *i, GError **error)
{
  g_autofree char *shown = NULL;

  for (*i = 0; *i < self->indices->len; ++*i)
    if (g_strcmp0 (rensa_zip_get_name (self, *i), name) == 0)
      return TRUE;
  shown = rensa_file_dup_shown_name (name);
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s does not contain a file “%s”"), self->place, shown);
  return FALSE;
}

/* Rejects sizes that the compressed bytes cannot possibly contain. */
static gboolean
check_member (const RensaZip *self, const zip_stat_t *stat, GError **error)
{
  if ((stat->comp_method == ZIP_CM_STORE ? stat->size != stat->comp_size : stat->comp_method != ZIP_CM_DEFLATE)
      || stat->encryption_method != ZIP_EM_NONE)
    return fail (self, N_ ("an archive entry is encrypted or uses an unsupported compression method"), error);
  if (stat->size / RENSA_DEFLATE_RATIO > stat->comp_size + 1)
    return fail (self, N_ ("the archive declares more bytes than one of its entries can contain"), error);
  return TRUE;
}

/* Call with the lock held. */
static guint8 *
read_member (RensaZip *self, guint i, gsize *n, GError **error)
{
  const guint64 index = g_array_index (self->indices, guint64, i);
  g_autofree guint8 *bytes = NULL;
  zip_stat_t stat;
  zip_file_t *file;
  gboolean is_whole;
  guint8 beyond;

  if (zip_stat_index (self->zip, index, 0, &stat) != 0 || !check_member (self, &stat, error))
    return NULL;
  bytes = rensa_memory_try_alloc (stat.size + 1, 1, self->place, error);
  file = bytes != NULL ? zip_fopen_index (self->zip, index, 0) : NULL;
  /* Reads beyond the end, because only then is the checksum compared. */
  is_whole = file != NULL && zip_fread (file, bytes, stat.size) == (zip_int64_t) stat.size
             && zip_fread (file, &beyond, 1) == 0;
  if (file != NULL)
    zip_fclose (file);
  *n = stat.size;
  if (is_whole)
    return g_steal_pointer (&bytes);
  if (bytes != NULL)
    fail (self, N_ ("an archive entry is damaged"), error);
  return NULL;
}

guint8 *
rensa_zip_read (RensaZip *self, guint i, gsize *n, GError **error)
{
  guint8 *bytes;

  g_mutex_lock (&self->lock);
  bytes = read_member (self, i, n, error);
  g_mutex_unlock (&self->lock);
  return bytes;
}
