/* rensa-npy-header.c: magic, version, and a Python dictionary of three entries.
 * SPDX-License-Identifier: MIT */

#include "rensa-npy-header-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"

#define MAGIC "\x93NUMPY"
#define MAGIC_SIZE 6
/* Alignment of the data in NumPy's format. */
#define ALIGNMENT 64
/* A longer header could only describe a structured dtype. */
#define LONGEST (RENSA_NPY_MOST_HEADER_BYTES - MAGIC_SIZE - 6)

static const struct
{
  const char *descr;
  RensaDtype dtype;
} dtypes[] = {
  { "|b1", RENSA_BOOL },    { "|i1", RENSA_INT8 },    { "<i2", RENSA_INT16 },
  { "<i4", RENSA_INT32 },   { "<i8", RENSA_INT64 },   { "|u1", RENSA_UINT8 },
  { "<f2", RENSA_FLOAT16 }, { "<f4", RENSA_FLOAT32 }, { "<f8", RENSA_FLOAT64 },
};

/* Unsigned dtypes have no counterpart here: uses the smallest signed type that holds their numbers,
 * or most of those of 64 bits. */
static const struct
{
  const char *descr;
  RensaDtype dtype;
  gsize size;
} unsigned_dtypes[] = {
  { "<u2", RENSA_INT32, 2 },
  { "<u4", RENSA_INT64, 4 },
  { "<u8", RENSA_INT64, 8 },
};

/* Parser state of the dictionary. */
typedef struct
{
  const char *at;
  const char *end;
} Cursor;

typedef struct
{
  char *descr;
  gboolean has_order, fortran_order;
  gboolean has_shape;
  RensaShape shape;
} Description;

static gboolean
bad (GError **error, const char *what)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT, "%s", _ (what));
  return FALSE;
}

static void
skip_space (Cursor *cursor)
{
  while (cursor->at < cursor->end && g_ascii_isspace (*cursor->at))
    cursor->at++;
}

static gboolean
accept (Cursor *cursor, const char *token)
{
  const gsize length = strlen (token);

  skip_space (cursor);
  if (length > (gsize) (cursor->end - cursor->at) || memcmp (cursor->at, token, length) != 0)
    return FALSE;
  cursor->at += length;
  return TRUE;
}

/* Reads a quoted text; NULL if there is none. */
static char *
accept_string (Cursor *cursor)
{
  const char *start, *stop;
  char quote;

  skip_space (cursor);
  if (cursor->at == cursor->end || (*cursor->at != '\'' && *cursor->at != '"'))
    return NULL;

  quote = *cursor->at;
  start = cursor->at + 1;
  stop = memchr (start, quote, cursor->end - start);
  if (stop == NULL)
    return NULL;
  cursor->at = stop + 1;
  return g_strndup (start, stop - start);
}

static gboolean
accept_extent (Cursor *cursor, gint64 *extent)
{
  const char *start;

  skip_space (cursor);
  start = cursor->at;
  *extent = 0;
  for (; cursor->at < cursor->end && g_ascii_isdigit (*cursor->at); cursor->at++)
    if (__builtin_mul_overflow (*extent, 10, extent) || __builtin_add_overflow (*extent, *cursor->at - '0', extent))
      return FALSE;
  if (cursor->at == start)
    return FALSE;

  /* Python 2 wrote long integers with this suffix. */
  if (cursor->at < cursor->end && *cursor->at == 'L')
    cursor->at++;
  return TRUE;
}

static gboolean
parse_shape (Cursor *cursor, RensaShape *shape, GError **error)
{
  shape->ndim = 0;
  if (!accept (cursor, "("))
    return bad (error, N_ ("the shape in the array header is not a tuple"));

  while (!accept (cursor, ")"))
    {
      gint64 extent;

      if (!accept_extent (cursor, &extent))
        return bad (error, N_ ("an extent in the array header is not a 64-bit integer"));
      if (shape->ndim == RENSA_MAX_NDIM)
        {
          rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("the array header specifies more than %d axes"),
                           RENSA_MAX_NDIM);
          return FALSE;
        }
      shape->dims[shape->ndim++] = extent;

      if (!accept (cursor, ",") && (shape->ndim == 1 || cursor->at == cursor->end || *cursor->at != ')'))
        return bad (error, N_ ("the shape in the array header is not a tuple"));
    }
  return TRUE;
}

static gboolean
parse_entry (Cursor *cursor, const char *key, Description *description, GError **error)
{
  if (g_str_equal (key, "descr") && description->descr == NULL)
    {
      skip_space (cursor);
      if (cursor->at < cursor->end && *cursor->at == '[')
        return bad (error, N_ ("the array header specifies a structured dtype, which is not supported"));
      description->descr = accept_string (cursor);
      return description->descr != NULL || bad (error, N_ ("the dtype in the array header is not a string"));
    }

  if (g_str_equal (key, "fortran_order") && !description->has_order)
    {
      description->has_order = TRUE;
      description->fortran_order = accept (cursor, "True");
      return description->fortran_order || accept (cursor, "False")
             || bad (error, N_ ("fortran_order in the array header is neither True nor False"));
    }

  if (g_str_equal (key, "shape") && !description->has_shape)
    {
      description->has_shape = TRUE;
      return parse_shape (cursor, &description->shape, error);
    }

  return bad (error, N_ ("the array header has an unknown or duplicate entry"));
}

static gboolean
parse_description (Cursor *cursor, Description *description, GError **error)
{
  if (!accept (cursor, "{"))
    return bad (error, N_ ("the array header is not a dictionary"));

  while (!accept (cursor, "}"))
    {
      g_autofree char *key = accept_string (cursor);

      if (key == NULL || !accept (cursor, ":"))
        return bad (error, N_ ("the array header is not a dictionary"));
      if (!parse_entry (cursor, key, description, error))
        return FALSE;
      if (!accept (cursor, ",") && (cursor->at == cursor->end || *cursor->at != '}'))
        return bad (error, N_ ("the array header is not a dictionary"));
    }

  skip_space (cursor);
  if (cursor->at != cursor->end)
    return bad (error, N_ ("the array header has extra data after its dictionary"));
  if (description->descr == NULL || !description->has_order || !description->has_shape)
    return bad (error, N_ ("the array header lacks 'descr', 'fortran_order' or 'shape'"));
  return TRUE;
}

/* Returns TRUE if @descr is the dtype @known, in either byte order. */
static gboolean
is_dtype (const char *descr, const char *known)
{
  return g_str_equal (descr + 1, known + 1) && (strchr ("<>", descr[0]) != NULL || known[2] == '1');
}

static gboolean
find_dtype (const char *descr, RensaNpyHeader *header)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (is_dtype (descr, dtypes[i].descr))
      {
        header->type.dtype = dtypes[i].dtype;
        header->item_size = rensa_dtype_get_size (dtypes[i].dtype);
        return TRUE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (unsigned_dtypes); i++)
    if (is_dtype (descr, unsigned_dtypes[i].descr))
      {
        header->type.dtype = unsigned_dtypes[i].dtype;
        header->item_size = unsigned_dtypes[i].size;
        header->is_unsigned = TRUE;
        return TRUE;
      }
  return FALSE;
}

/* "<U12" or "|S12" */
static gboolean
interpret_text (const Description *description, RensaNpyHeader *header, GError **error)
{
  Cursor cursor = { description->descr + 2, description->descr + strlen (description->descr) };
  gint64 n_chars;

  /* Texts of zero length would allow any number of them in no bytes. */
  if (!accept_extent (&cursor, &n_chars) || cursor.at != cursor.end || n_chars > G_MAXINT32
      || (n_chars == 0 && description->shape.ndim > 0))
    return bad (error, N_ ("the string dtype in the array header has an invalid length"));

  header->kind = RENSA_VALUE_TEXT;
  header->type.shape = description->shape;
  header->type.dtype = RENSA_INT32;
  header->is_bytes = description->descr[1] == 'S';
  header->item_size = header->is_bytes ? 1 : 4;
  header->n_chars = n_chars;
  if (!rensa_shape_check (&header->type.shape, RENSA_INT32, NULL)
      || __builtin_mul_overflow ((gsize) rensa_shape_count (&header->type.shape), n_chars * header->item_size,
                                 &header->n_data_bytes))
    return bad (error, N_ ("the size of the shape in the array header overflows"));
  return TRUE;
}

static gboolean
interpret_array (const Description *description, RensaNpyHeader *header, GError **error)
{
  header->kind = RENSA_VALUE_ARRAY;
  header->type.shape = description->shape;
  if (!find_dtype (description->descr, header))
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("the dtype '%s' is not supported"), description->descr);
      return FALSE;
    }
  if (!rensa_shape_check (&header->type.shape, header->type.dtype, NULL))
    return bad (error, N_ ("the size of the shape in the array header overflows"));
  header->n_data_bytes = rensa_shape_count (&header->type.shape) * header->item_size;
  return TRUE;
}

static gboolean
interpret (const Description *description, RensaNpyHeader *header, GError **error)
{
  const char *descr = description->descr;

  /* With a single axis, both orders are the same. */
  header->fortran_order = description->fortran_order && description->shape.ndim > 1;
  if (descr[0] == '\0' || !g_utf8_validate (descr, -1, NULL))
    return bad (error, N_ ("the dtype in the array header is not a string"));
  header->is_swapped = descr[0] == '>';
  if (g_str_has_prefix (descr, "<U") || g_str_has_prefix (descr, ">U") || g_str_has_prefix (descr, "|S"))
    return interpret_text (description, header, error);
  if (g_str_equal (descr, "|O"))
    {
      if (description->shape.ndim != 0)
        return bad (
            error, N_ ("the array header describes pickled Python objects, which are not loaded because unpickling can "
                       "run arbitrary code"));
      header->kind = RENSA_VALUE_NONE;
      return TRUE;
    }
  return interpret_array (description, header, error);
}

gboolean
rensa_npy_header_parse (const guint8 *bytes, gsize n_bytes, RensaNpyHeader *header, GError **error)
{
  Description description = { 0 };
  Cursor cursor;
  gsize start, length;
  gboolean ok;

  memset (header, 0, sizeof *header);
  if (n_bytes < MAGIC_SIZE + 2 || memcmp (bytes, MAGIC, MAGIC_SIZE) != 0)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("this is not a NumPy array (wrong first bytes)"));
      return FALSE;
    }
  if (bytes[MAGIC_SIZE] < 1 || bytes[MAGIC_SIZE] > 3)
    return bad (error, N_ ("the version of the array header is not 1, 2 or 3"));

  start = MAGIC_SIZE + 2 + (bytes[MAGIC_SIZE] == 1 ? 2 : 4);
  if (n_bytes < start)
    return bad (error, N_ ("the array header is truncated"));
  length = bytes[8] | (gsize) bytes[9] << 8;
  if (bytes[MAGIC_SIZE] > 1)
    length |= (gsize) bytes[10] << 16 | (gsize) bytes[11] << 24;
  if (length > LONGEST || length > n_bytes - start)
    return bad (error, N_ ("the array header is shorter than it claims"));

  cursor.at = (const char *) bytes + start;
  cursor.end = cursor.at + length;
  ok = parse_description (&cursor, &description, error) && interpret (&description, header, error);
  header->n_bytes = start + length;
  g_free (description.descr);
  return ok;
}

char *
rensa_npy_header_describe_array (const RensaType *type)
{
  g_autoptr (GString) text = g_string_new ("{'descr': '");

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (dtypes[i].dtype == type->dtype)
      g_string_append (text, dtypes[i].descr);

  g_string_append (text, "', 'fortran_order': False, 'shape': (");
  for (int i = 0; i < type->shape.ndim; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", type->shape.dims[i]);
  g_string_append (text, type->shape.ndim == 1 ? ",), }" : "), }");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
rensa_npy_header_describe_text (glong n_chars)
{
  return g_strdup_printf ("{'descr': '<U%ld', 'fortran_order': False, 'shape': (), }", n_chars);
}

gsize
rensa_npy_header_get_size (const char *description)
{
  const gsize size = MAGIC_SIZE + 4 + strlen (description) + 1;

  return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

void
rensa_npy_header_write (const char *description, guint8 *bytes)
{
  const gsize size = rensa_npy_header_get_size (description);
  const gsize length = size - MAGIC_SIZE - 4;

  memcpy (bytes, MAGIC, MAGIC_SIZE);
  bytes[6] = 1;
  bytes[7] = 0;
  bytes[8] = length & 0xff;
  bytes[9] = length >> 8;
  memset (bytes + 10, ' ', length);
  memcpy (bytes + 10, description, strlen (description));
  bytes[size - 1] = '\n';
}
