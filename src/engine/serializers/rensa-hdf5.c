/* rensa-hdf5.c: reading HDF5 files.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-hdf5-private.h"
#include "rensa-language.h"
#include "rensa-memory.h"

/* No model comes close to these; a file that does wants to keep us busy. */
#define MOST_KEYS 100000
#define MOST_DEPTH 64
#define LONGEST_TEXT (G_GUINT64_CONSTANT (1) << 28)
/* No more than this comes out of one byte of deflated data. */
#define DEFLATE_RATIO 1032
/* Of processor time, after which a file that is tried out keeps the library busy for ever. */
#define TRIAL_SECONDS 300

struct _RensaHdf5
{
  char *place;
  guint64 n_bytes;
  RensaHdf5Id file;
  GPtrArray *keys;
  gboolean is_trial; /* what is read is not kept */
};

gboolean
rensa_hdf5_is (const char *path)
{
  static const char signature[] = "\x89HDF\r\n\x1a\n";
  guint64 n_bytes;
  char bytes[8];
  const int fd = rensa_file_open (path, &n_bytes, NULL);
  const gboolean is =
      fd >= 0 && pread (fd, bytes, sizeof bytes, 0) == sizeof bytes && memcmp (bytes, signature, sizeof bytes) == 0;

  if (fd >= 0)
    close (fd);
  return is;
}

static gboolean
refuse (RensaHdf5 *self, const char *key, GError **error, const char *why)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT, "%s: %s%s%s", self->place, key, *key != '\0' ? ": " : "", _ (why));
  return FALSE;
}

/* Listing */

typedef struct
{
  RensaHdf5 *self;
  GString *path;
  GHashTable *seen; /* addresses of groups: one that is met again is its own part, or lies in two places */
  int depth;
  GError **error;
} Walk;

static herr_t visit_link (hid_t group, const char *name, const H5L_info_t *link, void *data);

/* The entries of a group, in the order of their names. */
static herr_t
walk_group (Walk *walk, hid_t group)
{
  hsize_t at = 0;

  if (++walk->depth > MOST_DEPTH)
    {
      refuse (walk->self, walk->path->str, walk->error, N_ ("there are too many groups within one another"));
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
      refuse (walk->self, walk->path->str, walk->error,
              group.id < 0 ? "this group is damaged" : "this group stands in more than one place");
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
  if (walk->self->keys->len >= MOST_KEYS)
    {
      refuse (walk->self, walk->path->str, walk->error, N_ ("there are too many arrays"));
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
      refuse (walk->self, walk->path->str, walk->error, N_ ("this entry is damaged"));
      return -1;
    }
  if (info.type == H5O_TYPE_GROUP)
    return enter_group (walk, group, name, info.addr);
  if (info.type == H5O_TYPE_DATASET)
    return add_key (walk);
  refuse (walk->self, walk->path->str, walk->error, N_ ("this is neither a group nor an array"));
  return -1;
}

/* Links that lead elsewhere are not followed: a file of weights has none, and they may name any file of the machine. */
static herr_t
visit_link (hid_t group, const char *name, const H5L_info_t *link, void *data)
{
  Walk *walk = data;
  const gsize length = walk->path->len;
  herr_t result = -1;

  if (!g_utf8_validate (name, -1, NULL))
    refuse (walk->self, walk->path->str, walk->error, N_ ("it holds a name that is not UTF-8"));
  else
    {
      g_string_append (walk->path, name);
      if (link->type == H5L_TYPE_HARD)
        result = visit_object (walk, group, name);
      else
        refuse (walk->self, walk->path->str, walk->error, N_ ("links to somewhere else are not followed"));
    }
  if (result >= 0)
    g_string_truncate (walk->path, length);
  return result;
}

static gboolean
list_keys (RensaHdf5 *self, GError **error)
{
  g_autoptr (GString) path = g_string_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_auto (RensaHdf5Id) root = RENSA_HDF5_ID (H5Gopen2 (self->file.id, "/", H5P_DEFAULT), H5Gclose);
  GError *reason = NULL;
  Walk walk = { .self = self, .path = path, .seen = seen, .error = &reason };

  if (root.id >= 0 && walk_group (&walk, root.id) >= 0)
    return TRUE;
  if (reason == NULL)
    return refuse (self, path->str, error, N_ ("the file is damaged"));
  g_propagate_error (error, reason);
  return FALSE;
}

static gboolean
open_file (RensaHdf5 *self, const char *path, GError **error)
{
  g_auto (RensaHdf5Id) access = RENSA_HDF5_ID (H5Pcreate (H5P_FILE_ACCESS), H5Pclose);

  H5Pset_fclose_degree (access.id, H5F_CLOSE_STRONG);
  self->file = RENSA_HDF5_ID (H5Fopen (path, H5F_ACC_RDONLY, access.id), H5Fclose);
  if (self->file.id < 0)
    return refuse (self, "", error, "this is no HDF5 file, or a damaged one");
  return list_keys (self, error);
}

void
rensa_hdf5_free (RensaHdf5 *self)
{
  rensa_hdf5_lock ();
  rensa_hdf5_id_clear (&self->file);
  rensa_hdf5_unlock ();
  g_ptr_array_unref (self->keys);
  g_free (self->place);
  g_free (self);
}

/* Reading */

typedef struct
{
  RensaHdf5 *self;
  const char *key;
  RensaHdf5Id dataset;
  RensaHdf5Id type;
  RensaHdf5Id space;
  RensaHdf5Id layout;
  gboolean is_deflated;
} Reading;

static void
reading_clear (Reading *reading)
{
  rensa_hdf5_id_clear (&reading->layout);
  rensa_hdf5_id_clear (&reading->space);
  rensa_hdf5_id_clear (&reading->type);
  rensa_hdf5_id_clear (&reading->dataset);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

static gboolean
fail (Reading *reading, GError **error, const char *why)
{
  return refuse (reading->self, reading->key, error, why);
}

static gboolean
check_filters (Reading *reading, GError **error)
{
  const int n = H5Pget_nfilters (reading->layout.id);

  for (int i = 0; i < n; i++)
    {
      unsigned flags;
      size_t n_values = 0;
      const H5Z_filter_t filter =
          H5Pget_filter2 (reading->layout.id, (unsigned) i, &flags, &n_values, NULL, 0, NULL, NULL);

      if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_FLETCHER32)
        return fail (reading, error, N_ ("it is packed by a filter that is not read"));
      /* Packed twice, one byte may become a million. */
      if (filter == H5Z_FILTER_DEFLATE && reading->is_deflated)
        return fail (reading, error, N_ ("it is packed twice"));
      reading->is_deflated = reading->is_deflated || filter == H5Z_FILTER_DEFLATE;
    }
  return n >= 0 || fail (reading, error, N_ ("this array is damaged"));
}

/* Neither in other files nor put together from others. */
static gboolean
check_layout (Reading *reading, GError **error)
{
  const H5D_layout_t layout = H5Pget_layout (reading->layout.id);

  if (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED)
    return fail (reading, error, N_ ("it is put together from other arrays, which is not read"));
  if (H5Pget_external_count (reading->layout.id) != 0)
    return fail (reading, error, N_ ("it lies in other files, which are not read"));
  return check_filters (reading, error);
}

static gboolean
open_dataset (Reading *reading, GError **error)
{
  reading->dataset = RENSA_HDF5_ID (H5Dopen2 (reading->self->file.id, reading->key, H5P_DEFAULT), H5Dclose);
  if (reading->dataset.id < 0)
    return fail (reading, error, N_ ("this array is damaged"));
  reading->type = RENSA_HDF5_ID (H5Dget_type (reading->dataset.id), H5Tclose);
  reading->space = RENSA_HDF5_ID (H5Dget_space (reading->dataset.id), H5Sclose);
  reading->layout = RENSA_HDF5_ID (H5Dget_create_plist (reading->dataset.id), H5Pclose);
  if (reading->type.id < 0 || reading->space.id < 0 || reading->layout.id < 0)
    return fail (reading, error, N_ ("this array is damaged"));
  return check_layout (reading, error);
}

static gboolean
find_type (Reading *reading, RensaType *type, GError **error)
{
  hsize_t dims[H5S_MAX_RANK];
  const int ndim = H5Sget_simple_extent_ndims (reading->space.id);

  if (!rensa_hdf5_type_find (reading->type.id, &type->dtype))
    return fail (reading, error, N_ ("numbers of this type are not read"));
  if (ndim < 0 || H5Sget_simple_extent_dims (reading->space.id, dims, NULL) < 0)
    return fail (reading, error, N_ ("this array is damaged"));
  if (ndim > RENSA_MAX_NDIM)
    return fail (reading, error, N_ ("it has too many axes"));

  type->shape.ndim = ndim;
  for (int i = 0; i < ndim; i++)
    type->shape.dims[i] = dims[i] <= G_MAXINT64 ? (gint64) dims[i] : -1;
  if (rensa_shape_check (&type->shape, type->dtype, error))
    return TRUE;
  g_prefix_error (error, "%s: %s: ", reading->self->place, reading->key);
  return FALSE;
}

/* Only what the bytes in the file can really hold is believed; what was never written would be zeros without end. */
static gboolean
check_size (Reading *reading, guint64 n_bytes, GError **error)
{
  const guint64 stored = H5Dget_storage_size (reading->dataset.id);

  if (n_bytes == 0)
    return TRUE;
  if (stored > reading->self->n_bytes || (reading->is_deflated ? n_bytes / DEFLATE_RATIO > stored : n_bytes > stored))
    return fail (reading, error, N_ ("it claims more bytes than the file can hold"));
  return TRUE;
}

/* A chunk is unpacked as a whole. */
static gboolean
check_chunks (Reading *reading, guint64 n_bytes, GError **error)
{
  hsize_t dims[H5S_MAX_RANK];
  guint64 n = H5Tget_size (reading->type.id);
  int ndim;

  if (H5Pget_layout (reading->layout.id) != H5D_CHUNKED)
    return TRUE;
  ndim = H5Pget_chunk (reading->layout.id, H5S_MAX_RANK, dims);
  for (int i = 0; i < ndim; i++)
    if (!g_uint64_checked_mul (&n, n, dims[i]))
      return fail (reading, error, N_ ("this array is damaged"));
  /* Where the array can grow, its chunks are larger than a small array. */
  return (ndim >= 0 && n <= MAX (n_bytes, 1 << 22))
         || fail (reading, error, N_ ("its parts are larger than the whole"));
}

static RensaArray *
read_array (Reading *reading, const RensaType *type, GError **error)
{
  const guint64 n_bytes = (guint64) rensa_shape_count (&type->shape) * rensa_dtype_get_size (type->dtype);
  g_autofree char *what = g_strdup_printf ("%s: %s", reading->self->place, reading->key);
  g_auto (RensaHdf5Id) memory = rensa_hdf5_type_new (type->dtype);
  g_autofree guint8 *data = NULL;

  if (!check_size (reading, n_bytes, error) || !check_chunks (reading, n_bytes, error)
      || (n_bytes <= G_MAXUINT64 / 3 && !rensa_memory_check (3 * n_bytes, what, error)))
    return NULL;
  data = rensa_memory_try_alloc (MAX (n_bytes, 1), 1, what, error);
  if (data == NULL)
    return NULL;
  if (n_bytes > 0 && H5Dread (reading->dataset.id, memory.id, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
    {
      fail (reading, error, N_ ("this array is damaged"));
      return NULL;
    }
  if (reading->self->is_trial)
    return NULL;
  /* Whatever else stands in the file. */
  for (guint64 i = 0; type->dtype == RENSA_BOOL && i < n_bytes; i++)
    data[i] = data[i] != 0;
  return rensa_array_new_from_host (type->dtype, &type->shape, data, error);
}

static gboolean
check_text (Reading *reading, char *text, RensaValue *value, GError **error)
{
  if (!g_utf8_validate (text, -1, NULL))
    return fail (reading, error, N_ ("this text is not UTF-8"));
  value->text = g_strdup (text);
  return TRUE;
}

/* One text, of a length that stands in its type or before it. */
static gboolean
read_text (Reading *reading, RensaValue *value, GError **error)
{
  const htri_t is_variable = H5Tis_variable_str (reading->type.id);
  const guint64 size = H5Tget_size (reading->type.id);
  g_auto (RensaHdf5Id) memory = RENSA_HDF5_ID (H5Tcopy (reading->type.id), H5Tclose);
  g_autofree char *fixed = NULL;
  char *text = NULL;
  gboolean ok;

  if (H5Sget_simple_extent_npoints (reading->space.id) != 1)
    return fail (reading, error, N_ ("a list of texts is not read"));
  if (is_variable < 0 || (!is_variable && (size > LONGEST_TEXT || size > reading->self->n_bytes)))
    return fail (reading, error, N_ ("this text is damaged"));
  fixed = g_malloc0 (is_variable ? 1 : size + 1);
  if (H5Dread (reading->dataset.id, memory.id, H5S_ALL, H5S_ALL, H5P_DEFAULT, is_variable ? (void *) &text : fixed) < 0)
    return fail (reading, error, N_ ("this text is damaged"));

  ok = check_text (reading, is_variable ? (text != NULL ? text : fixed) : fixed, value, error);
  if (text != NULL)
    H5free_memory (text);
  return ok;
}

static gboolean
is_wanted (const RensaWant *want, RensaValueKind kind, const RensaShape *shape)
{
  return want == NULL || (want->kind == kind && (want->shape == NULL || rensa_shape_equal (want->shape, shape)));
}

static gboolean
read_dataset (Reading *reading, const RensaWant *want, RensaValue *value, GError **error)
{
  RensaType type = { 0 };

  if (!open_dataset (reading, error))
    return FALSE;
  if (H5Sget_simple_extent_type (reading->space.id) == H5S_NULL)
    {
      value->kind = RENSA_VALUE_NONE;
      return TRUE;
    }
  if (H5Tget_class (reading->type.id) == H5T_STRING)
    {
      value->kind = RENSA_VALUE_TEXT;
      return !is_wanted (want, RENSA_VALUE_TEXT, &type.shape) || read_text (reading, value, error);
    }
  if (!find_type (reading, &type, error))
    return FALSE;

  value->kind = RENSA_VALUE_ARRAY;
  value->type = type;
  if (is_wanted (want, RENSA_VALUE_ARRAY, &type.shape))
    value->array = read_array (reading, &type, error);
  return value->array != NULL || !is_wanted (want, RENSA_VALUE_ARRAY, &type.shape);
}

static gboolean
read_key (RensaHdf5 *self, const char *key, const RensaWant *want, RensaValue *value, GError **error)
{
  g_auto (Reading) reading = { .self = self, .key = key };

  return read_dataset (&reading, want, value, error);
}

static gboolean
read_value (gpointer file, const char *key, const RensaWant *want, RensaValue *value, GError **error)
{
  gboolean ok;

  rensa_hdf5_lock ();
  rensa_value_clear (value);
  ok = read_key (file, key, want, value, error);
  rensa_hdf5_unlock ();
  return ok;
}

/* Trying out */

/* Opens the file and reads all of it; the library's own memory and whatever it spoils are the child's. */
static void
read_all (RensaHdf5 *self, const char *path)
{
  static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU };
  const struct rlimit no_core = { 0, 0 };
  const struct rlimit patience = { TRIAL_SECONDS, TRIAL_SECONDS };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    signal (signals[i], SIG_DFL);
  setrlimit (RLIMIT_CORE, &no_core);
  setrlimit (RLIMIT_CPU, &patience);
  self->is_trial = TRUE;
  if (open_file (self, path, NULL))
    for (guint i = 0; i < self->keys->len; i++)
      {
        RensaValue value = { 0 };

        read_key (self, self->keys->pdata[i], NULL, &value, NULL);
      }
}

/* Damaged files end the library of HDF5, and the program with it, in more ways than could be looked for beforehand.  So they are
 * read by a child first, which may end; where there can be none, nothing is known. */
static gboolean
survives (RensaHdf5 *self, const char *path)
{
  const pid_t child = fork ();
  pid_t ended;
  int status = 0;

  if (child == 0)
    {
      read_all (self, path);
      _exit (0);
    }
  do
    ended = child > 0 ? waitpid (child, &status, 0) : -1;
  while (ended < 0 && errno == EINTR);
  return ended != child || !WIFSIGNALED (status);
}

RensaHdf5 *
rensa_hdf5_open (const char *path, GError **error)
{
  g_autoptr (RensaHdf5) self = g_new0 (RensaHdf5, 1);
  const int fd = rensa_file_open (path, &self->n_bytes, error);
  gboolean ok;

  self->place = rensa_file_dup_shown_name (path);
  self->keys = g_ptr_array_new_with_free_func (g_free);
  if (fd < 0)
    return NULL;
  close (fd);

  rensa_hdf5_lock ();
  ok = survives (self, path)
           ? open_file (self, path, error)
           : refuse (self, "", error, N_ ("the file is damaged, and reading it would end the program"));
  rensa_hdf5_unlock ();
  return ok ? g_steal_pointer (&self) : NULL;
}

RensaValues *
rensa_hdf5_list (RensaHdf5 *self)
{
  RensaValues *values = rensa_values_new (self->place);

  rensa_values_set_reader (values, read_value, self);
  for (guint i = 0; i < self->keys->len; i++)
    rensa_values_add (values, self->keys->pdata[i])->kind = RENSA_VALUE_UNREAD;
  return values;
}
