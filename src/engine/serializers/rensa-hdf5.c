/* rensa-hdf5.c: HDF5 files, read through a helper process.
 * SPDX-License-Identifier: MIT */

#include <string.h>
#include <unistd.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-hdf5-message.h"
#include "rensa-hdf5-private.h"
#include "rensa-helper.h"
#include "rensa-language.h"
#include "rensa-memory.h"

/* Processor time allowed for a file, and the number of bytes that add another second. */
#define HELPER_SECONDS 20
#define BYTES_PER_SECOND (8 << 20)
/* Memory allowed for a file, and the additional multiple of its size. */
#define HELPER_BYTES (G_GUINT64_CONSTANT (1) << 30)
#define HELPER_TIMES 8

/* Returns the Keras axis for axis @i here: (in, out) becomes (out, in), and (height, width, in,
 * out) becomes (out, in, height, width). */
static int
find_axis (int ndim, int i)
{
  return i < 2 ? ndim - 1 - i : i - 2;
}

RensaShape
rensa_kernel_turn_shape (const RensaShape *shape)
{
  RensaShape turned = { .ndim = shape->ndim };

  for (int i = 0; i < shape->ndim; i++)
    turned.dims[i] = shape->dims[find_axis (shape->ndim, i)];
  return turned;
}

/* @data: elements of @size bytes in @shape; @turned receives them in the new order. */
static void
turn_kernel (const RensaShape *shape, gsize size, const guint8 *data, guint8 *turned)
{
  const RensaShape own = rensa_kernel_turn_shape (shape);
  const gint64 count = rensa_shape_count (shape);
  gint64 strides[RENSA_MAX_NDIM];
  gint64 place[RENSA_MAX_NDIM] = { 0 };
  gint64 stride = 1;

  for (int axis = shape->ndim - 1; axis >= 0; axis--)
    {
      strides[axis] = stride;
      stride *= shape->dims[axis];
    }
  for (gint64 i = 0; i < count; i++)
    {
      gint64 from = 0;

      for (int axis = 0; axis < own.ndim; axis++)
        from += place[axis] * strides[find_axis (own.ndim, axis)];
      memcpy (turned + (gsize) i * size, data + (gsize) from * size, size);
      for (int axis = own.ndim - 1; axis >= 0 && ++place[axis] == own.dims[axis]; axis--)
        place[axis] = 0;
    }
}

/* Damaged files crash the HDF5 library, and the program with it, in too many ways to check for in
 * advance; so this program never parses one. @numbers: number of each key, + 1; @lock: serializes
 * requests. */
struct _RensaHdf5
{
  char *place;
  RensaHelper *helper; /* NULL after it has failed */
  GPtrArray *keys;
  GHashTable *numbers;
  gboolean is_keras;
  GMutex lock;
};

static const char *const reasons[RENSA_HDF5_N_REASONS] = {
  [RENSA_HDF5_DEEP] = N_ ("groups are nested too deeply"),
  [RENSA_HDF5_DAMAGED_GROUP] = N_ ("this group is damaged"),
  [RENSA_HDF5_SAME_GROUP] = N_ ("this group occurs in more than one place"),
  [RENSA_HDF5_MANY_KEYS] = N_ ("there are too many arrays"),
  [RENSA_HDF5_DAMAGED_ENTRY] = N_ ("this entry is damaged"),
  [RENSA_HDF5_ODD_ENTRY] = N_ ("it is neither a group nor an array"),
  [RENSA_HDF5_ODD_NAME] = N_ ("it contains a name that is not valid UTF-8"),
  [RENSA_HDF5_LINK] = N_ ("external and soft links are not supported"),
  [RENSA_HDF5_DAMAGED_FILE] = N_ ("the file is damaged"),
  [RENSA_HDF5_NO_FILE] = N_ ("this is not an HDF5 file, or the file is damaged"),
  [RENSA_HDF5_FILTER] = N_ ("it is compressed with an unsupported filter"),
  [RENSA_HDF5_PACKED_TWICE] = N_ ("it is compressed twice"),
  [RENSA_HDF5_DAMAGED_ARRAY] = N_ ("this array is damaged"),
  [RENSA_HDF5_PUT_TOGETHER] = N_ ("virtual data sets are not supported"),
  [RENSA_HDF5_ELSEWHERE] = N_ ("data sets stored in external files are not supported"),
  [RENSA_HDF5_ODD_TYPE] = N_ ("numbers of this type are not supported"),
  [RENSA_HDF5_MANY_AXES] = N_ ("it has too many axes"),
  [RENSA_HDF5_MORE_BYTES] = N_ ("it claims more bytes than the file contains"),
  [RENSA_HDF5_LARGE_CHUNKS] = N_ ("its chunks are larger than the array"),
  [RENSA_HDF5_NO_UTF8] = N_ ("this string is not valid UTF-8"),
  [RENSA_HDF5_MANY_TEXTS] = N_ ("lists of strings are not supported"),
  [RENSA_HDF5_DAMAGED_TEXT] = N_ ("this string is damaged"),
  [RENSA_HDF5_NO_MEMORY] = N_ ("reading requires too much memory"),
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

/* The helper has ended, or sent an invalid message. */
static gboolean
give_up (RensaHdf5 *self, GError **error)
{
  const gboolean is_slow = self->helper != NULL && rensa_helper_was_too_slow (self->helper);

  g_clear_pointer (&self->helper, rensa_helper_free);
  return refuse (self, "", error,
                 is_slow ? N_ ("reading takes too long")
                         : N_ ("the file is damaged, and reading it would crash the program"));
}

static gboolean
receive (RensaHdf5 *self, gpointer bytes, gsize n, GError **error)
{
  return (self->helper != NULL && rensa_helper_receive (self->helper, bytes, n)) || give_up (self, error);
}

/* Receives @n bytes and appends a zero; NULL with an error. */
static char *
receive_text (RensaHdf5 *self, guint64 n, guint64 most, GError **error)
{
  g_autofree char *text = n <= most ? rensa_memory_try_alloc (n + 1, 1, self->place, error) : NULL;

  if (n > most)
    give_up (self, error);
  if (text == NULL || !receive (self, text, n, error))
    return NULL;
  text[n] = '\0';
  return g_steal_pointer (&text);
}

/* Receives an answer; a failure becomes the error. */
static gboolean
receive_reply (RensaHdf5 *self, const char *key, RensaHdf5Reply *reply, GError **error)
{
  g_autofree char *path = NULL;

  if (!receive (self, reply, sizeof *reply, error))
    return FALSE;
  if (reply->answer != RENSA_HDF5_FAILURE)
    return TRUE;
  path = receive_text (self, reply->n_bytes, RENSA_HDF5_MOST_KEY_BYTES, error);
  if (path == NULL)
    return FALSE;
  if (reply->reason >= RENSA_HDF5_N_REASONS || !g_utf8_validate (path, -1, NULL))
    return give_up (self, error);
  return refuse (self, *path != '\0' ? path : key, error, reasons[reply->reason]);
}

static gboolean
ask (RensaHdf5 *self, RensaHdf5Command command, const char *key, RensaHdf5Reply *reply, GError **error)
{
  const RensaHdf5Request request = {
    .command = command,
    .index = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, key)) - 1,
  };

  if (self->helper == NULL || !rensa_helper_send (self->helper, &request, sizeof request))
    return give_up (self, error);
  return reply == NULL || receive_reply (self, key, reply, error);
}

/* Opening */

static gboolean
take_keys (RensaHdf5 *self, const char *keys, gsize n, GError **error)
{
  for (const char *key = keys; key < keys + n; key += strlen (key) + 1)
    {
      if (self->keys->len >= RENSA_HDF5_MOST_KEYS || *key == '\0' || !g_utf8_validate (key, -1, NULL))
        return give_up (self, error);
      g_ptr_array_add (self->keys, g_strdup (key));
      g_hash_table_insert (self->numbers, self->keys->pdata[self->keys->len - 1], GUINT_TO_POINTER (self->keys->len));
    }
  return TRUE;
}

static gboolean
receive_keys (RensaHdf5 *self, GError **error)
{
  g_autofree char *keys = NULL;
  RensaHdf5Reply reply;

  if (!receive_reply (self, "", &reply, error))
    return FALSE;
  if (reply.answer != RENSA_HDF5_KEYS)
    return give_up (self, error);
  self->is_keras = reply.is_keras != 0;
  keys = receive_text (self, reply.n_bytes, RENSA_HDF5_MOST_KEY_BYTES, error);
  return keys != NULL && take_keys (self, keys, reply.n_bytes, error);
}

RensaHdf5 *
rensa_hdf5_open (const char *path, GError **error)
{
  g_autoptr (RensaHdf5) self = g_new0 (RensaHdf5, 1);
  guint64 n_bytes;
  const int fd = rensa_file_open (path, &n_bytes, error);

  self->place = rensa_file_dup_shown_name (path);
  self->keys = g_ptr_array_new_with_free_func (g_free);
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_mutex_init (&self->lock);
  if (fd < 0)
    return NULL;

  self->helper = rensa_helper_start ("hdf5", fd, (guint) MIN (HELPER_SECONDS + n_bytes / BYTES_PER_SECOND, G_MAXINT32),
                                     HELPER_BYTES + MIN (n_bytes, G_MAXUINT64 / 16) * HELPER_TIMES, error);
  close (fd);
  if (self->helper == NULL)
    {
      g_prefix_error (error, "%s: ", self->place);
      return NULL;
    }
  return receive_keys (self, error) ? g_steal_pointer (&self) : NULL;
}

void
rensa_hdf5_free (RensaHdf5 *self)
{
  g_clear_pointer (&self->helper, rensa_helper_free);
  g_mutex_clear (&self->lock);
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->keys);
  g_free (self->place);
  g_free (self);
}

/* Reading */

/* Receives the blocks of the value that is ready, @n bytes in total. */
static gboolean
receive_blocks (RensaHdf5 *self, const char *key, guint8 *bytes, guint64 n, GError **error)
{
  if (n > 0 && !ask (self, RENSA_HDF5_TAKE, key, NULL, error))
    return FALSE;
  while (n > 0)
    {
      RensaHdf5Reply reply;
      guint64 n_block;

      if (!receive (self, &n_block, sizeof n_block, error))
        return FALSE;
      if (n_block == 0)
        return receive_reply (self, key, &reply, error) ? give_up (self, error) : FALSE;
      if (n_block > n)
        return give_up (self, error);
      if (!receive (self, bytes, n_block, error))
        return FALSE;
      bytes += n_block;
      n -= n_block;
    }
  return TRUE;
}

static gboolean
take_type (RensaHdf5 *self, const char *key, const RensaHdf5Reply *reply, RensaType *type, GError **error)
{
  if (reply->dtype >= RENSA_N_DTYPES || reply->ndim < 0 || reply->ndim > RENSA_MAX_NDIM)
    return give_up (self, error);

  type->dtype = (RensaDtype) reply->dtype;
  type->shape.ndim = reply->ndim;
  for (int i = 0; i < reply->ndim; i++)
    type->shape.dims[i] = reply->dims[i];
  if (rensa_shape_check (&type->shape, type->dtype, error))
    return TRUE;
  g_prefix_error (error, "%s: %s: ", self->place, key);
  return FALSE;
}

static RensaArray *
read_array (RensaHdf5 *self, const char *key, const RensaType *type, GError **error)
{
  const guint64 n_bytes = (guint64) rensa_shape_count (&type->shape) * rensa_dtype_get_size (type->dtype);
  g_autofree char *what = g_strdup_printf ("%s: %s", self->place, key);
  g_autofree guint8 *data = NULL;
  RensaHdf5Reply reply;

  if (!ask (self, RENSA_HDF5_CHECK, key, &reply, error))
    return NULL;
  if (reply.answer != RENSA_HDF5_READY || reply.n_bytes != n_bytes)
    {
      give_up (self, error);
      return NULL;
    }
  if (n_bytes <= G_MAXUINT64 / 3 && !rensa_memory_check (3 * n_bytes, what, error))
    return NULL;
  data = rensa_memory_try_alloc (MAX (n_bytes, 1), 1, what, error);
  if (data == NULL || !receive_blocks (self, key, data, n_bytes, error))
    return NULL;
  /* The file may contain any byte for a bool. */
  for (guint64 i = 0; type->dtype == RENSA_BOOL && i < n_bytes; i++)
    data[i] = data[i] != 0;
  return rensa_array_new_from_host (type->dtype, &type->shape, data, error);
}

static gboolean
read_text (RensaHdf5 *self, const char *key, RensaValue *value, GError **error)
{
  g_autofree char *text = NULL;
  RensaHdf5Reply reply;

  if (!ask (self, RENSA_HDF5_CHECK, key, &reply, error))
    return FALSE;
  if (reply.answer != RENSA_HDF5_READY || reply.n_bytes > RENSA_HDF5_LONGEST_TEXT)
    return give_up (self, error);
  text = rensa_memory_try_alloc (reply.n_bytes + 1, 1, self->place, error);
  if (text == NULL || !receive_blocks (self, key, (guint8 *) text, reply.n_bytes, error))
    return FALSE;
  text[reply.n_bytes] = '\0';
  if (!g_utf8_validate (text, -1, NULL))
    return refuse (self, key, error, reasons[RENSA_HDF5_NO_UTF8]);
  value->text = g_steal_pointer (&text);
  return TRUE;
}

/* Kernels of Keras */

/* Returns TRUE if the last part of @key is @name, or "NAME:0". */
static gboolean
is_called (const char *key, const char *name)
{
  const char *slash = strrchr (key, '/');
  const char *last = slash != NULL ? slash + 1 : key;
  const gsize length = strlen (name);

  return strncmp (last, name, length) == 0 && (last[length] == '\0' || g_str_equal (last + length, ":0"));
}

static gboolean
is_kernel (RensaHdf5 *self, const char *key)
{
  return self->is_keras
         && (is_called (key, "kernel") || is_called (key, "depthwise_kernel") || is_called (key, "pointwise_kernel"));
}

/* Returns TRUE if the group of @key also contains a recurrent kernel. */
static gboolean
is_recurrent (RensaHdf5 *self, const char *key)
{
  const char *slash = strrchr (key, '/');
  const gsize length = slash != NULL ? (gsize) (slash + 1 - key) : 0;

  for (guint i = 0; self->is_keras && i < self->keys->len; i++)
    {
      const char *other = self->keys->pdata[i];

      if (strncmp (other, key, length) == 0 && strchr (other + length, '/') == NULL
          && is_called (other, "recurrent_kernel"))
        return TRUE;
    }
  return FALSE;
}

/* Returns a new array with the axis order of links; takes ownership of @array. */
static RensaArray *
turn (RensaArray *array, GError **error)
{
  const RensaType type = rensa_array_get_type (array);
  const RensaShape shape = rensa_kernel_turn_shape (&type.shape);
  const gsize n_bytes = rensa_array_get_n_bytes (array);
  g_autofree guint8 *data = rensa_memory_try_alloc (2 * n_bytes + 1, 1, "kernel", error);
  RensaArray *turned = NULL;

  if (data != NULL && rensa_array_to_host (array, data, error))
    {
      turn_kernel (&type.shape, rensa_dtype_get_size (type.dtype), data, data + n_bytes);
      turned = rensa_array_new_from_host (type.dtype, &shape, data + n_bytes, error);
    }
  rensa_array_unref (array);
  return turned;
}

static gboolean
is_wanted (const RensaWant *want, RensaValueKind kind, const RensaShape *shape)
{
  return want == NULL || (want->kind == kind && (want->shape == NULL || rensa_shape_equal (want->shape, shape)));
}

static gboolean
read_key (RensaHdf5 *self, const char *key, const RensaWant *want, RensaValue *value, GError **error)
{
  RensaType type = { 0 };
  RensaHdf5Reply reply;

  if (!ask (self, RENSA_HDF5_OPEN, key, &reply, error))
    return FALSE;
  if (reply.answer == RENSA_HDF5_NOTHING)
    {
      value->kind = RENSA_VALUE_NONE;
      return TRUE;
    }
  if (reply.answer == RENSA_HDF5_TEXT)
    {
      value->kind = RENSA_VALUE_TEXT;
      return !is_wanted (want, RENSA_VALUE_TEXT, &type.shape) || read_text (self, key, value, error);
    }
  if (reply.answer != RENSA_HDF5_ARRAY)
    return give_up (self, error);
  if (!take_type (self, key, &reply, &type, error))
    return FALSE;

  value->kind = RENSA_VALUE_ARRAY;
  value->type = type;
  if (is_kernel (self, key))
    value->type.shape = rensa_kernel_turn_shape (&type.shape);
  if (!is_wanted (want, RENSA_VALUE_ARRAY, &value->type.shape))
    return TRUE;
  if (want != NULL && is_recurrent (self, key))
    return refuse (self, key, error, N_ ("the gates of a Keras recurrent layer have a different order than in Rensa"));
  value->array = read_array (self, key, &type, error);
  if (value->array != NULL && is_kernel (self, key))
    value->array = turn (value->array, error);
  return value->array != NULL;
}

static gboolean
read_value (gpointer file, const char *key, const RensaWant *want, RensaValue *value, GError **error)
{
  RensaHdf5 *self = file;
  gboolean ok;

  g_mutex_lock (&self->lock);
  rensa_value_clear (value);
  ok = read_key (self, key, want, value, error);
  g_mutex_unlock (&self->lock);
  return ok;
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
