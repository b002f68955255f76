/* rensa-onnx-tensor.c: tensors in ONNX files.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

/* Storage of elements in a file: the resulting type, the bytes per element in raw data, and the
 * field that holds them otherwise. */
typedef enum
{
  IN_FLOATS,
  IN_DOUBLES,
  IN_INTS,
  IN_LONGS,
  IN_UNSIGNED,
} Field;

typedef struct
{
  gint32 elem_type;
  const char *name;
  RensaDtype dtype;
  gsize size;
  Field field;
  gboolean is_direct; /* raw bytes match dtype */
} Kind;

static const Kind kinds[] = {
  { ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT, "float", RENSA_FLOAT32, 4, IN_FLOATS, TRUE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__UINT8, "uint8", RENSA_UINT8, 1, IN_INTS, TRUE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__INT8, "int8", RENSA_INT8, 1, IN_INTS, TRUE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__UINT16, "uint16", RENSA_INT32, 2, IN_INTS, FALSE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__INT16, "int16", RENSA_INT16, 2, IN_INTS, TRUE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__INT32, "int32", RENSA_INT32, 4, IN_INTS, TRUE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__INT64, "int64", RENSA_INT64, 8, IN_LONGS, TRUE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__STRING, "string", RENSA_N_DTYPES, 0, IN_INTS, FALSE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__BOOL, "bool", RENSA_BOOL, 1, IN_INTS, TRUE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT16, "float16", RENSA_FLOAT16, 2, IN_INTS, TRUE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE, "double", RENSA_FLOAT64, 8, IN_DOUBLES, TRUE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__UINT32, "uint32", RENSA_INT64, 4, IN_UNSIGNED, FALSE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__UINT64, "uint64", RENSA_INT64, 8, IN_UNSIGNED, FALSE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__COMPLEX64, "complex64", RENSA_N_DTYPES, 0, IN_FLOATS, FALSE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__COMPLEX128, "complex128", RENSA_N_DTYPES, 0, IN_DOUBLES, FALSE },
  { ONNX__TENSOR_PROTO__DATA_TYPE__BFLOAT16, "bfloat16", RENSA_BFLOAT16, 2, IN_INTS, TRUE },
};

static const Kind *
find_kind (gint32 elem_type, const char *what, GError **error)
{
  const char *name = "";

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].elem_type == elem_type)
      {
        if (kinds[i].dtype != RENSA_N_DTYPES)
          return &kinds[i];
        name = kinds[i].name;
      }
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: the element type %d %s is not supported"), what, elem_type,
                   name);
  return NULL;
}

gboolean
rensa_onnx_dtype (gint32 elem_type, const char *what, RensaDtype *dtype, GError **error)
{
  const Kind *kind = find_kind (elem_type, what, error);

  if (kind == NULL)
    return FALSE;
  *dtype = kind->dtype;
  return TRUE;
}

static gboolean
read_shape (const Onnx__TensorProto *tensor, const char *what, RensaDtype dtype, RensaShape *shape, GError **error)
{
  if (tensor->n_dims > RENSA_MAX_NDIM)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected at most %d axes, found %zu"), what, RENSA_MAX_NDIM,
                       tensor->n_dims);
      return FALSE;
    }
  shape->ndim = (int) tensor->n_dims;
  for (gsize i = 0; i < tensor->n_dims; i++)
    shape->dims[i] = tensor->dims[i];
  if (rensa_shape_check (shape, dtype, error) && rensa_shape_check (shape, RENSA_FLOAT64, error))
    return TRUE;
  g_prefix_error (error, "%s: ", what);
  return FALSE;
}

static gboolean
check_count (const char *what, guint64 expected, guint64 found, GError **error)
{
  if (expected == found)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: its shape requires %llu elements or bytes, but there are %llu"),
                   what, (unsigned long long) expected, (unsigned long long) found);
  return FALSE;
}

/* External data */

static const char *
find_entry (const Onnx__TensorProto *tensor, const char *key)
{
  for (gsize i = 0; i < tensor->n_external_data; i++)
    if (g_strcmp0 (tensor->external_data[i]->key, key) == 0)
      return tensor->external_data[i]->value;
  return NULL;
}

static gboolean
read_entry (const Onnx__TensorProto *tensor, const char *key, guint64 *value)
{
  const char *text = find_entry (tensor, key);

  return text == NULL || g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, value, NULL);
}

/* Returns the path of @location if it exists below @folder, otherwise NULL. */
static char *
find_inside (const char *folder, const char *location)
{
  g_autofree char *joined = location != NULL ? g_build_filename (folder, location, NULL) : NULL;
  char *whole = joined != NULL && !g_path_is_absolute (location) ? realpath (joined, NULL) : NULL;
  char *top = realpath (folder, NULL);
  const gsize length = top != NULL ? strlen (top) : 0;
  char *inside = NULL;

  if (whole != NULL && top != NULL && strncmp (whole, top, length) == 0 && whole[length] == '/')
    inside = g_strdup (whole);
  free (whole);
  free (top);
  return inside;
}

/* Returns TRUE if @location is below @folder, without links, but does not exist. */
static gboolean
is_absent (const char *folder, const char *location)
{
  g_autofree char *top = g_canonicalize_filename (folder, NULL);
  g_autofree char *whole = g_canonicalize_filename (location, top);
  const gsize length = strlen (top);

  return !g_path_is_absolute (location) && *location != '\0' && strncmp (whole, top, length) == 0
         && (whole[length] == '/' || g_str_equal (top, "/")) && !g_file_test (whole, G_FILE_TEST_EXISTS)
         && !g_file_test (whole, G_FILE_TEST_IS_SYMLINK);
}

/* Reports why the data of @what cannot be read from @location. */
static void
refuse_location (const char *folder, const char *location, const char *what, GError **error)
{
  if (location != NULL && is_absent (folder, location))
    rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s: the file “%s” is missing from the folder of the model"), what,
                     location);
  else
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     N_ ("%s: its data must be in a file in the folder of the model or a subfolder, not in “%s”"), what,
                     location != NULL ? location : "");
}

static gboolean
read_at (int file, gpointer data, gsize size, guint64 offset)
{
  for (gsize done = 0; done < size;)
    {
      const gssize n = pread (file, (char *) data + done, size - done, (off_t) (offset + done));

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      done += (gsize) n;
    }
  return TRUE;
}

static gpointer
read_outside (const Onnx__TensorProto *tensor, const char *folder, const char *what, guint64 size, GError **error)
{
  const char *location = find_entry (tensor, "location");
  g_autofree char *path = find_inside (folder, location);
  guint64 offset = 0;
  guint64 length = size;
  guint64 n_bytes = 0;
  g_autofree char *data = NULL;
  int file;

  if (path == NULL)
    {
      refuse_location (folder, location, what, error);
      return NULL;
    }
  file = rensa_file_open (path, &n_bytes, error);
  if (file < 0)
    return NULL;
  if (read_entry (tensor, "offset", &offset) && read_entry (tensor, "length", &length) && length == size
      && offset <= n_bytes && size <= n_bytes - offset)
    data = rensa_memory_try_alloc (size, 1, what, error);
  else
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected %llu bytes in “%s”, but they are missing"), what,
                     (unsigned long long) size, path);
  if (data != NULL && !read_at (file, data, size, offset))
    {
      g_clear_pointer (&data, g_free);
      rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s: “%s” could not be read"), what, path);
    }
  close (file);
  return g_steal_pointer (&data);
}

/* Elements. */

static double
read_raw (const Kind *kind, const guint8 *data, gint64 i)
{
  guint64 bits = 0;

  memcpy (&bits, data + (gsize) i * kind->size, kind->size);
  return (double) bits;
}

/* Reads raw data. */
static RensaArray *
make_of_bytes (const Kind *kind, const RensaShape *shape, const guint8 *data, const char *what, GError **error)
{
  const gint64 n = rensa_shape_count (shape);
  g_autofree double *numbers = NULL;
  g_autoptr (RensaArray) wide = NULL;

  if (kind->is_direct && kind->dtype != RENSA_BOOL)
    return rensa_array_new_from_host (kind->dtype, shape, data, error);
  numbers = rensa_memory_try_new (double, n, what, error);
  if (numbers == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    numbers[i] = read_raw (kind, data, i);
  wide = rensa_array_new_from_host (RENSA_FLOAT64, shape, numbers, error);
  return wide != NULL ? rensa_array_cast (wide, kind->dtype, error) : NULL;
}

static double
read_int (const Kind *kind, gint32 value)
{
  return kind->dtype == RENSA_FLOAT16    ? (double) rensa_half_to_float ((guint16) value)
         : kind->dtype == RENSA_BFLOAT16 ? (double) rensa_bfloat_to_float ((guint16) value)
                                         : value;
}

/* Reads a typed field, element by element. */
static RensaArray *
make_of_field (const Kind *kind, const RensaShape *shape, const Onnx__TensorProto *tensor, const char *what,
               GError **error)
{
  const guint64 n = (guint64) rensa_shape_count (shape);
  const gsize counts[] = { tensor->n_float_data, tensor->n_double_data, tensor->n_int32_data, tensor->n_int64_data,
                           tensor->n_uint64_data };
  g_autofree double *numbers = NULL;
  g_autoptr (RensaArray) wide = NULL;

  if (!check_count (what, n, counts[kind->field], error))
    return NULL;
  if (kind->field == IN_FLOATS)
    return rensa_array_new_from_host (RENSA_FLOAT32, shape, tensor->float_data, error);
  if (kind->field == IN_DOUBLES)
    return rensa_array_new_from_host (RENSA_FLOAT64, shape, tensor->double_data, error);
  if (kind->field == IN_LONGS)
    return rensa_array_new_from_host (RENSA_INT64, shape, tensor->int64_data, error);
  numbers = rensa_memory_try_new (double, n, what, error);
  if (numbers == NULL)
    return NULL;
  for (guint64 i = 0; i < n; i++)
    numbers[i] = kind->field == IN_INTS ? read_int (kind, tensor->int32_data[i]) : (double) tensor->uint64_data[i];
  wide = rensa_array_new_from_host (RENSA_FLOAT64, shape, numbers, error);
  return wide != NULL ? rensa_array_cast (wide, kind->dtype, error) : NULL;
}

RensaArray *
rensa_onnx_read_tensor (const Onnx__TensorProto *tensor, const char *folder, GError **error)
{
  const char *what = tensor->name != NULL && *tensor->name != '\0' ? tensor->name : "tensor";
  const Kind *kind = find_kind (tensor->data_type, what, error);
  g_autofree guint8 *outside = NULL;
  RensaShape shape;
  guint64 size;

  if (kind == NULL || !read_shape (tensor, what, kind->dtype, &shape, error))
    return NULL;
  if (tensor->segment != NULL)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected a complete array, found a segment"), what);
      return NULL;
    }
  size = (guint64) rensa_shape_count (&shape) * kind->size;
  if (size == 0)
    return rensa_array_new (kind->dtype, &shape, error);
  if (tensor->data_location == ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL)
    {
      outside = read_outside (tensor, folder, what, size, error);
      return outside != NULL ? make_of_bytes (kind, &shape, outside, what, error) : NULL;
    }
  if (!tensor->has_raw_data)
    return make_of_field (kind, &shape, tensor, what, error);
  return check_count (what, size, tensor->raw_data.len, error)
             ? make_of_bytes (kind, &shape, tensor->raw_data.data, what, error)
             : NULL;
}
