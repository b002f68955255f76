/* rensa-npz.c: reads NPZ archives.
 * SPDX-License-Identifier: MIT */

#include "rensa-npz-private.h"

#include <string.h>
#include <unistd.h>
#include <zip.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-memory.h"
#include "rensa-npy-private.h"
#include "rensa-language.h"

#define SUFFIX ".npy"
/* Maximum compression ratio of deflate. */
#define DEFLATE_RATIO 1032
/* Sizes of a member other than its data and its name, which is stored twice. */
#define LOCAL_HEADER 30
#define DIRECTORY_ENTRY 46

struct _RensaNpz
{
  char *place;
  zip_t *zip;
  GPtrArray *keys;
  GHashTable *indices; /* member indices by key, plus one */
  GHashTable *others;  /* names of members that are not arrays */
};

/* Returns TRUE if the file begins like an archive, even if its end is damaged. */
static gboolean
begins_as_zip (int fd)
{
  char bytes[4];

  return pread (fd, bytes, sizeof bytes, 0) == sizeof bytes && memcmp (bytes, "PK\3\4", sizeof bytes) == 0;
}

static void
set_open_error (const char *path, int fd, int code, GError **error)
{
  zip_error_t reason;

  zip_error_init_with_code (&reason, code);
  if (code == ZIP_ER_NOZIP && begins_as_zip (fd))
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     N_ ("“%s” is truncated: the directory at the end of the NPZ file is missing"), path);
  else if (code == ZIP_ER_NOZIP)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("“%s” is not an NPZ file: it is not a ZIP archive"), path);
  else if (code == ZIP_ER_INCONS || code == ZIP_ER_MULTIDISK || code == ZIP_ER_EOF)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("“%s” is not a complete NPZ file: %s"), path,
                     zip_error_strerror (&reason));
  else
    rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be opened: %s"), path, zip_error_strerror (&reason));
  zip_error_fini (&reason);
}

static gboolean
no_array (RensaNpz *npz, const char *name, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: entry “%s” is not an array"), npz->place, name);
  return FALSE;
}

static gboolean
add_member (RensaNpz *npz, gint64 i, GError **error)
{
  const char *name = zip_get_name (npz->zip, i, 0);
  g_autofree char *key = NULL;

  if (name == NULL)
    return no_array (npz, "?", error);
  if (!g_str_has_suffix (name, SUFFIX))
    {
      g_hash_table_add (npz->others, g_strdup (name));
      return TRUE;
    }

  key = g_strndup (name, strlen (name) - strlen (SUFFIX));
  if (g_hash_table_contains (npz->indices, key))
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: the file contains “%s” twice"), npz->place, key);
      return FALSE;
    }

  g_hash_table_insert (npz->indices, key, GSIZE_TO_POINTER (i + 1));
  g_ptr_array_add (npz->keys, g_steal_pointer (&key));
  return TRUE;
}

/* A ZIP archive may store the same bytes as any number of members, and expand to more than any disk
 * can hold. Members that do not overlap take at least this size. */
static guint64
get_least_size (RensaNpz *npz, gint64 i)
{
  zip_stat_t stat;

  return zip_stat_index (npz->zip, i, 0, &stat) == 0
             ? LOCAL_HEADER + DIRECTORY_ENTRY + 2 * strlen (stat.name) + stat.comp_size
             : 0;
}

static gboolean
add_members (RensaNpz *npz, guint64 n_bytes, GError **error)
{
  guint64 least = 0;

  for (gint64 i = 0; i < zip_get_num_entries (npz->zip, 0); i++)
    {
      if (!add_member (npz, i, error))
        return FALSE;
      if (!g_uint64_checked_add (&least, least, get_least_size (npz, i)) || least > n_bytes)
        {
          rensa_set_words (error, RENSA_ERROR_FORMAT,
                           N_ ("%s: the archive members overlap: together they are larger than the file"), npz->place);
          return FALSE;
        }
    }
  return npz->keys->len > 0 || g_hash_table_size (npz->others) == 0
         || no_array (npz, zip_get_name (npz->zip, 0, 0), error);
}

static gboolean
open_archive (RensaNpz *npz, int fd, GError **error)
{
  int code = 0;

  npz->zip = zip_fdopen (fd, ZIP_RDONLY | ZIP_CHECKCONS, &code);
  if (npz->zip != NULL)
    return TRUE;

  set_open_error (npz->place, fd, code, error);
  close (fd);
  return FALSE;
}

RensaNpz *
rensa_npz_open (const char *path, GError **error)
{
  g_autoptr (RensaNpz) npz = g_new0 (RensaNpz, 1);
  guint64 n_bytes;
  const int fd = rensa_file_open (path, &n_bytes, error);

  npz->place = rensa_file_dup_shown_name (path);
  npz->keys = g_ptr_array_new_with_free_func (g_free);
  npz->indices = g_hash_table_new (g_str_hash, g_str_equal);
  npz->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return fd >= 0 && open_archive (npz, fd, error) && add_members (npz, n_bytes, error) ? g_steal_pointer (&npz) : NULL;
}

void
rensa_npz_free (RensaNpz *npz)
{
  if (npz->zip != NULL)
    zip_discard (npz->zip);
  g_hash_table_unref (npz->indices);
  g_hash_table_unref (npz->others);
  g_ptr_array_unref (npz->keys);
  g_free (npz->place);
  g_free (npz);
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

gboolean
rensa_npz_has_other (RensaNpz *npz, const char *name)
{
  return g_hash_table_contains (npz->others, name);
}

static gboolean
unreadable (RensaNpz *npz, const char *key, GError **error, const char *why)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT, "%s: %s: %s", npz->place, key, _ (why));
  return FALSE;
}

/* Accepts only sizes that the compressed bytes can hold, so that a small file cannot make the
 * program allocate an arbitrary amount of memory. */
static gboolean
check_member (RensaNpz *npz, const char *key, const zip_stat_t *stat, GError **error)
{
  if (stat->comp_method == ZIP_CM_STORE ? stat->size != stat->comp_size : stat->comp_method != ZIP_CM_DEFLATE)
    return unreadable (npz, key, error, N_ ("this archive member is neither stored nor deflated"));
  if (stat->encryption_method != ZIP_EM_NONE)
    return unreadable (npz, key, error, N_ ("this archive member is encrypted"));
  if (stat->size / DEFLATE_RATIO > stat->comp_size + 1)
    return unreadable (npz, key, error, N_ ("the archive specifies more bytes than this member can contain"));
  return TRUE;
}

/* State of reading one member of the archive. */
typedef struct
{
  RensaNpz *npz;
  const char *key;
  zip_file_t *file;
  guint64 size;
  guint8 *head; /* buffer for its header */
  gsize n_head;
  RensaNpyHeader header;
} Member;

static void
member_clear (Member *member)
{
  g_clear_pointer (&member->file, zip_fclose);
  g_free (member->head);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Member, member_clear)

static gboolean
member_open (Member *member, GError **error)
{
  RensaNpz *npz = member->npz;
  const gsize index = GPOINTER_TO_SIZE (g_hash_table_lookup (npz->indices, member->key)) - 1;
  zip_stat_t stat;

  if (zip_stat_index (npz->zip, index, 0, &stat) != 0)
    return unreadable (npz, member->key, error, zip_strerror (npz->zip));
  if (!check_member (npz, member->key, &stat, error))
    return FALSE;

  member->size = stat.size;
  member->file = zip_fopen_index (npz->zip, index, 0);
  return member->file != NULL || unreadable (npz, member->key, error, zip_strerror (npz->zip));
}

static gboolean
member_get (Member *member, guint8 *bytes, gsize n, GError **error)
{
  const gint64 n_read = zip_fread (member->file, bytes, n);

  return (n_read >= 0 && (guint64) n_read == n)
         || unreadable (member->npz, member->key, error, N_ ("this archive member is damaged"));
}

static gboolean
member_prefix (Member *member, GError **error)
{
  g_prefix_error (error, "%s: %s: ", member->npz->place, member->key);
  return FALSE;
}

static gboolean
member_read_header (Member *member, GError **error)
{
  member->n_head = MIN (member->size, RENSA_NPY_MOST_HEADER_BYTES);
  member->head = g_malloc (member->n_head + 1);
  return member_get (member, member->head, member->n_head, error)
         && (rensa_npy_header_parse (member->head, member->n_head, &member->header, error)
             || member_prefix (member, error));
}

/* Reads the data after the header; reading beyond the end makes libzip verify the checksum. */
static guint8 *
member_read_data (Member *member, GError **error)
{
  const gsize n_bytes = member->size - member->header.n_bytes;
  const gsize n_there = member->n_head - member->header.n_bytes;
  g_autofree char *what = g_strdup_printf ("%s: %s", member->npz->place, member->key);
  g_autofree guint8 *data = NULL;
  guint8 beyond;

  /* The array needs the same size again. */
  if (n_bytes <= G_MAXSIZE / 2 && !rensa_memory_check (2 * n_bytes, what, error))
    return NULL;
  data = rensa_memory_try_alloc (n_bytes, 1, what, error);
  if (data == NULL)
    return NULL;

  memcpy (data, member->head + member->header.n_bytes, n_there);
  if (!member_get (member, data + n_there, n_bytes - n_there, error))
    return NULL;
  if (zip_fread (member->file, &beyond, 1) != 0)
    {
      unreadable (member->npz, member->key, error, N_ ("this archive member is damaged"));
      return NULL;
    }
  return g_steal_pointer (&data);
}

static gboolean
is_wanted (const RensaWant *want, const RensaNpyHeader *header)
{
  if (want == NULL || header->kind == RENSA_VALUE_NONE)
    return TRUE;
  return want->kind == header->kind && (want->shape == NULL || rensa_shape_equal (want->shape, &header->type.shape));
}

/* @want: NULL to accept any value. */
static gboolean
read_value (gpointer file, const char *key, const RensaWant *want, RensaValue *value, GError **error)
{
  RensaNpz *npz = file;
  g_auto (Member) member = { .npz = npz, .key = key };
  const RensaNpyHeader *header = &member.header;
  g_autofree guint8 *data = NULL;

  if (!member_open (&member, error) || !member_read_header (&member, error))
    return FALSE;
  if (!rensa_npy_check (header, member.size - header->n_bytes, error))
    return member_prefix (&member, error);
  if (header->kind == RENSA_VALUE_NONE && member.size > member.n_head)
    return unreadable (npz, key, error, N_ ("pickled Python objects are not loaded"));
  if (!is_wanted (want, header))
    {
      rensa_value_clear (value);
      value->kind = header->kind;
      value->type = header->type;
      return TRUE;
    }

  data = member_read_data (&member, error);
  return data != NULL
         && (rensa_npy_read (header, data, member.size - header->n_bytes, value, error)
             || member_prefix (&member, error));
}

gboolean
rensa_npz_check (RensaNpz *npz, GError **error)
{
  for (guint i = 0; i < npz->keys->len; i++)
    {
      g_auto (RensaValue) value = { 0 };

      if (!read_value (npz, npz->keys->pdata[i], NULL, &value, error))
        return FALSE;
    }
  return TRUE;
}

RensaArray *
rensa_npz_read (RensaNpz *npz, const char *key, GError **error)
{
  g_auto (RensaValue) value = { 0 };

  if (!rensa_npz_has (npz, key) && rensa_npz_has_other (npz, key))
    {
      no_array (npz, key, error);
      return NULL;
    }
  if (!rensa_npz_has (npz, key))
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s does not contain “%s”"), npz->place, key);
      return NULL;
    }
  if (!read_value (npz, key, NULL, &value, error))
    return NULL;
  if (value.kind != RENSA_VALUE_ARRAY)
    unreadable (npz, key, error,
                value.kind == RENSA_VALUE_NONE ? N_ (N_ ("expected an array, but the file contains None"))
                                               : N_ ("expected an array, but the file contains a string"));
  return g_steal_pointer (&value.array);
}

gboolean
rensa_npz_holds_texts (RensaNpz *npz, const char *key)
{
  g_auto (Member) member = { .npz = npz, .key = key };

  return rensa_npz_has (npz, key) && member_open (&member, NULL) && member_read_header (&member, NULL)
         && member.header.kind == RENSA_VALUE_TEXT && member.header.type.shape.ndim > 0;
}

RensaArray *
rensa_npz_read_texts (RensaNpz *npz, const char *key, GHashTable *numbers, GError **error)
{
  g_auto (Member) member = { .npz = npz, .key = key };
  g_autofree guint8 *data = NULL;
  RensaArray *array;
  gsize n_bytes;

  if (!member_open (&member, error) || !member_read_header (&member, error))
    return NULL;
  n_bytes = member.size - member.header.n_bytes;
  if (!rensa_npy_check (&member.header, n_bytes, error))
    {
      member_prefix (&member, error);
      return NULL;
    }
  data = member_read_data (&member, error);
  if (data == NULL)
    return NULL;
  array = rensa_npy_read_texts (&member.header, data, n_bytes, numbers, error);
  if (array == NULL)
    member_prefix (&member, error);
  return array;
}

RensaValues *
rensa_npz_list (RensaNpz *npz)
{
  RensaValues *values = rensa_values_new (npz->place);

  rensa_values_set_reader (values, read_value, npz);
  for (guint i = 0; i < npz->keys->len; i++)
    rensa_values_add (values, npz->keys->pdata[i])->kind = RENSA_VALUE_UNREAD;
  return values;
}

gboolean
rensa_load_npz (const char *path, const char *prefix, RensaNpzStrictness strictness, RensaSerializeFunc serialize,
                gpointer object, GError **error)
{
  const RensaLoadOptions options = { .path = prefix, .allow_extra = strictness == RENSA_NPZ_ALLOW_EXTRA };
  g_autoptr (RensaNpz) npz = rensa_npz_open (path, error);
  g_autoptr (RensaValues) values = npz != NULL ? rensa_npz_list (npz) : NULL;

  return values != NULL && rensa_values_load (values, &options, serialize, object, error);
}
