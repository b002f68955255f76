/* rensa-npy.c: reads and writes NumPy's "npy" format.
 * SPDX-License-Identifier: MIT */

#include "rensa-npy-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "rensa-language.h"
#include "rensa-npy.h"

/* A large file could contain a different text in every few bytes. */
#define MOST_TEXTS 1000000

/* How NumPy pickles np.array (None, dtype=object): protocol 3 by NumPy 1, protocol 4 by NumPy 2, which also
 * renamed a module. The text after the module's name is the same in each pair. */
#define NONE_3_HEAD \
  "\x80\x03"        \
  "cnumpy"
#define NONE_3_TAIL                                                                                   \
  ".multiarray\n_reconstruct\nq\0cnumpy\nndarray\nq\001K\0\x85q\002C\001bq\003\x87q\004Rq\005(K\001)" \
  "cnumpy\ndtype\nq\006X\002\0\0\0O8q\007\x89\x88\x87q\010Rq\011(K\003X\001\0\0\0|q\012NNN"           \
  "J\xff\xff\xff\xffJ\xff\xff\xff\xffK?tq\013b\x89]q\014Natq\015b."
#define NONE_4_TAIL                                                                                        \
  ".multiarray\x94\x8c\014_reconstruct\x94\x93\x94\x8c\005numpy\x94\x8c\007ndarray\x94\x93\x94K\0\x85\x94" \
  "C\001b\x94\x87\x94R\x94(K\001)h\003\x8c\005dtype\x94\x93\x94\x8c\002O8\x94\x89\x88\x87\x94R\x94(K\003"  \
  "\x8c\001|\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94"                                              \
  "b\x89]\x94Nat\x94"                                                                                      \
  "b."

#define LITERAL(text)       \
  {                         \
    text, sizeof (text) - 1 \
  }

static const struct
{
  const char *bytes;
  gsize n_bytes;
} pickled_nones[] = {
  LITERAL (NONE_3_HEAD ".core" NONE_3_TAIL), /* used for writing */
  LITERAL (NONE_3_HEAD "._core" NONE_3_TAIL),
  LITERAL ("\x80\x04\x95\x86\0\0\0\0\0\0\0\x8c\x15numpy.core" NONE_4_TAIL),
  LITERAL ("\x80\x04\x95\x87\0\0\0\0\0\0\0\x8c\x16numpy._core" NONE_4_TAIL),
};

static gboolean
read_none (const guint8 *data, gsize n_bytes, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (pickled_nones); i++)
    if (n_bytes == pickled_nones[i].n_bytes && memcmp (data, pickled_nones[i].bytes, n_bytes) == 0)
      return TRUE;

  rensa_set_words (
      error, RENSA_ERROR_FORMAT,
      N_ ("pickled Python objects other than None are not loaded because unpickling can run arbitrary code"));
  return FALSE;
}

static char *
read_bytes (const guint8 *data, gsize n_bytes, GError **error)
{
  while (n_bytes > 0 && data[n_bytes - 1] == 0)
    n_bytes--;
  if (g_utf8_validate_len ((const char *) data, n_bytes, NULL))
    return g_strndup ((const char *) data, n_bytes);
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("the text is not valid UTF-8"));
  return NULL;
}

static char *
read_text (const guint8 *data, gsize n_bytes, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n_chars = n_bytes / 4;

  while (n_chars > 0 && memcmp (data + 4 * (n_chars - 1), "\0\0\0\0", 4) == 0)
    n_chars--;

  for (gsize i = 0; i < n_chars; i++)
    {
      guint32 code;

      memcpy (&code, data + 4 * i, 4);
      code = GUINT32_FROM_LE (code);
      if (code == 0 || !g_unichar_validate (code))
        {
          rensa_set_words (error, RENSA_ERROR_FORMAT,
                           N_ ("character %zu of the text, 0x%x, is not a Unicode "
                               "character"),
                           i, code);
          return NULL;
        }
      g_string_append_unichar (text, code);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The first axis is contiguous in memory: this is the C order of the transposed array. */
static RensaArray *
read_fortran_array (const RensaType *type, const guint8 *data, GError **error)
{
  const int n = type->shape.ndim;
  RensaShape reversed = { .ndim = n };
  int axes[RENSA_MAX_NDIM];
  g_autoptr (RensaArray) transposed = NULL;
  g_autoptr (RensaArray) array = NULL;

  for (int i = 0; i < n; i++)
    {
      reversed.dims[i] = type->shape.dims[n - 1 - i];
      axes[i] = n - 1 - i;
    }

  transposed = rensa_array_new_from_host (type->dtype, &reversed, data, error);
  array = transposed != NULL ? rensa_array_view_transpose (transposed, axes) : NULL;
  return rensa_array_contiguous (array, error);
}

static RensaArray *
read_elements (const RensaNpyHeader *header, const guint8 *data, GError **error)
{
  if (header->fortran_order)
    return read_fortran_array (&header->type, data, error);
  return rensa_array_new_from_host (header->type.dtype, &header->type.shape, data, error);
}

static void
swap_bytes (guint8 *data, gsize n_bytes, gsize size)
{
  for (gsize at = 0; at + size <= n_bytes; at += size)
    for (gsize i = 0; i < size / 2; i++)
      {
        const guint8 byte = data[at + i];

        data[at + i] = data[at + size - 1 - i];
        data[at + size - 1 - i] = byte;
      }
}

static guint64
get_unsigned (const guint8 *data, gsize size)
{
  guint64 number = 0;

  for (gsize i = size; i > 0; i--)
    number = number << 8 | data[i - 1];
  return number;
}

/* Converts numbers of 16, 32 or 64 bits to the signed dtype that they are read as. */
static guint8 *
widen (const RensaNpyHeader *header, const guint8 *data, GError **error)
{
  const gint64 n = rensa_shape_count (&header->type.shape);
  const gsize size = rensa_dtype_get_size (header->type.dtype);
  g_autofree guint8 *wide = rensa_memory_try_alloc (n, size, _ ("the array"), error);

  for (gint64 i = 0; wide != NULL && i < n; i++)
    {
      const guint64 number = get_unsigned (data + i * header->item_size, header->item_size);

      if (number > G_MAXINT64)
        {
          rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("the number %llu does not fit into a signed 64-bit integer"),
                           (unsigned long long) number);
          return NULL;
        }
      memcpy (wide + i * size, &number, size);
    }
  return g_steal_pointer (&wide);
}

static RensaArray *
read_array (const RensaNpyHeader *header, guint8 *data, gsize n_bytes, GError **error)
{
  g_autofree guint8 *wide = header->is_unsigned ? widen (header, data, error) : NULL;
  const guint8 *host = header->is_unsigned ? wide : data;

  if (host == NULL)
    return NULL;

  /* Only 0 and 1 are valid bools, and loops over bools rely on that. */
  for (gsize i = 0; header->type.dtype == RENSA_BOOL && i < n_bytes; i++)
    data[i] = data[i] != 0;

  return read_elements (header, host, error);
}

gboolean
rensa_npy_check (const RensaNpyHeader *header, guint64 n_data_bytes, GError **error)
{
  if (header->kind == RENSA_VALUE_NONE)
    return TRUE;

  if (n_data_bytes != header->n_data_bytes)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("the header specifies %zu bytes of data, but %llu follow"),
                       header->n_data_bytes, (unsigned long long) n_data_bytes);
      return FALSE;
    }
  return TRUE;
}

gboolean
rensa_npy_read (const RensaNpyHeader *header, guint8 *data, gsize n_bytes, RensaValue *value, GError **error)
{
  rensa_value_clear (value);
  if (header->kind == RENSA_VALUE_NONE)
    return read_none (data, n_bytes, error);

  if (header->kind == RENSA_VALUE_TEXT && header->type.shape.ndim > 0)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("arrays of strings can only be used as labels"));
      return FALSE;
    }

  if (header->is_swapped)
    swap_bytes (data, n_bytes, header->item_size);
  if (header->kind == RENSA_VALUE_TEXT)
    value->text = header->is_bytes ? read_bytes (data, n_bytes, error) : read_text (data, n_bytes, error);
  else
    value->array = read_array (header, data, n_bytes, error);

  if (value->text == NULL && value->array == NULL)
    return FALSE;
  value->kind = header->kind;
  return TRUE;
}

/* Returns the number of one text; -1 for an error. */
static gint32
number_text (const RensaNpyHeader *header, const guint8 *data, GHashTable *numbers, GError **error)
{
  const gsize n_bytes = header->n_chars * header->item_size;
  g_autofree char *text = header->is_bytes ? read_bytes (data, n_bytes, error) : read_text (data, n_bytes, error);
  const guint n = g_hash_table_size (numbers);
  gpointer number;

  if (text == NULL)
    return -1;
  if (g_hash_table_lookup_extended (numbers, text, NULL, &number))
    return GPOINTER_TO_INT (number);
  if (n == MOST_TEXTS)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("the array contains more than %d different strings"), MOST_TEXTS);
      return -1;
    }
  g_hash_table_insert (numbers, g_steal_pointer (&text), GINT_TO_POINTER (n));
  return (gint32) n;
}

RensaArray *
rensa_npy_read_texts (const RensaNpyHeader *header, guint8 *data, gsize n_bytes, GHashTable *numbers, GError **error)
{
  const gint64 n = rensa_shape_count (&header->type.shape);
  g_autofree gint32 *found = rensa_memory_try_new (gint32, n, _ ("the array"), error);

  if (found == NULL)
    return NULL;
  if (header->is_swapped)
    swap_bytes (data, n_bytes, header->item_size);
  for (gint64 i = 0; i < n; i++)
    {
      found[i] = number_text (header, data + i * header->n_chars * header->item_size, numbers, error);
      if (found[i] < 0)
        return NULL;
    }
  return read_elements (header, (const guint8 *) found, error);
}

/* Allocates a header and its data as one block. */
static guint8 *
join (const char *header, gsize n_data_bytes, gsize *n_bytes, guint8 **data, GError **error)
{
  const gsize n_header_bytes = rensa_npy_header_get_size (header);
  guint8 *bytes = g_try_malloc (n_header_bytes + n_data_bytes);

  if (bytes == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NO_MEMORY, N_ ("not enough memory for %zu bytes of a file"),
                       n_header_bytes + n_data_bytes);
      return NULL;
    }

  rensa_npy_header_write (header, bytes);
  *data = bytes + n_header_bytes;
  *n_bytes = n_header_bytes + n_data_bytes;
  return bytes;
}

/* NumPy has no bfloat16; float32 represents all its values. */
static guint8 *
write_array (RensaArray *array, gsize *n_bytes, GError **error)
{
  const RensaDtype dtype = rensa_array_get_dtype (array);
  g_autoptr (RensaArray) known = rensa_array_cast (array, dtype == RENSA_BFLOAT16 ? RENSA_FLOAT32 : dtype, error);

  if (known == NULL)
    return NULL;

  const RensaType type = rensa_array_get_type (known);
  g_autofree char *header = rensa_npy_header_describe_array (&type);
  guint8 *data = NULL;
  g_autofree guint8 *bytes = join (header, rensa_array_get_n_bytes (known), n_bytes, &data, error);

  if (bytes == NULL || !rensa_array_to_host (known, data, error))
    return NULL;
  return g_steal_pointer (&bytes);
}

static guint8 *
write_text (const char *text, gsize *n_bytes, GError **error)
{
  g_autofree char *header = NULL;
  guint8 *bytes, *data;

  if (!g_utf8_validate (text, -1, NULL))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the text is not valid UTF-8"));
      return NULL;
    }

  /* An empty text takes one character, its terminator. */
  const glong n_codes = MAX (g_utf8_strlen (text, -1), 1);
  header = rensa_npy_header_describe_text (n_codes);
  bytes = join (header, 4 * n_codes, n_bytes, &data, error);
  for (glong i = 0; bytes != NULL && i < n_codes; i++, text = g_utf8_next_char (text))
    {
      const guint32 code = GUINT32_TO_LE (g_utf8_get_char (text));

      memcpy (data + 4 * i, &code, 4);
    }
  return bytes;
}

static guint8 *
write_none (gsize *n_bytes, GError **error)
{
  guint8 *data;
  guint8 *bytes = join (RENSA_NPY_OBJECT, pickled_nones[0].n_bytes, n_bytes, &data, error);

  if (bytes != NULL)
    memcpy (data, pickled_nones[0].bytes, pickled_nones[0].n_bytes);
  return bytes;
}

guint8 *
rensa_npy_write (const RensaValue *value, gsize *n_bytes, GError **error)
{
  if (value->kind == RENSA_VALUE_ARRAY)
    return write_array (value->array, n_bytes, error);
  if (value->kind == RENSA_VALUE_TEXT)
    return write_text (value->text, n_bytes, error);
  return write_none (n_bytes, error);
}

RensaArray *
rensa_npy_load (const char *path, GError **error)
{
  g_auto (RensaValue) value = { 0 };
  g_autofree char *bytes = NULL;
  g_autoptr (GError) reason = NULL;
  RensaNpyHeader header;
  gsize size;

  if (!g_file_get_contents (path, &bytes, &size, &reason))
    {
      rensa_set_words (error, RENSA_ERROR_IO, "%s", reason->message);
      return NULL;
    }
  if (!rensa_npy_header_parse ((guint8 *) bytes, size, &header, error)
      || !rensa_npy_check (&header, size - header.n_bytes, error)
      || !rensa_npy_read (&header, (guint8 *) bytes + header.n_bytes, size - header.n_bytes, &value, error))
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  if (value.kind == RENSA_VALUE_ARRAY)
    return rensa_array_ref (value.array);
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected an array of numbers"), path);
  return NULL;
}
