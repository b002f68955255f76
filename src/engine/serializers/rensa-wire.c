/* rensa-wire.c: reads protocol buffer messages in place.
 * SPDX-License-Identifier: MIT */

#include "rensa-wire.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"

#define MAX_VARINT_BYTES 10

enum
{
  KIND_VARINT = 0,
  KIND_64_BIT = 1,
  KIND_BYTES = 2,
  KIND_32_BIT = 5,
};

typedef struct
{
  guint number;
  guint kind;
  guint64 value;
  RensaWire bytes;
} Field;

static void
skip (RensaWire *rest, gsize n)
{
  rest->data += n;
  rest->size -= n;
}

/* Reads seven bits from each byte, the lowest first; the highest bit means that more follow. */
static gboolean
read_varint (RensaWire *rest, guint64 *value)
{
  *value = 0;
  for (guint i = 0; i < MIN (rest->size, MAX_VARINT_BYTES); i++)
    {
      *value |= (guint64) (rest->data[i] & 0x7f) << 7 * i;
      if ((rest->data[i] & 0x80) == 0)
        {
          skip (rest, i + 1);
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
read_fixed (RensaWire *rest, gsize size, guint64 *value)
{
  *value = 0;
  if (rest->size < size)
    return FALSE;
  for (gsize i = 0; i < size; i++)
    *value |= (guint64) rest->data[i] << 8 * i;
  skip (rest, size);
  return TRUE;
}

static gboolean
read_bytes (RensaWire *rest, RensaWire *bytes)
{
  guint64 size;

  if (!read_varint (rest, &size) || size > rest->size)
    return FALSE;
  *bytes = (RensaWire){ rest->data, (gsize) size };
  skip (rest, (gsize) size);
  return TRUE;
}

/* Returns FALSE if no valid field follows, also at the end. */
static gboolean
read_field (RensaWire *rest, Field *field)
{
  guint64 key;

  if (!read_varint (rest, &key) || key >> 3 == 0 || key >> 3 > G_MAXINT32)
    return FALSE;
  *field = (Field){ .number = (guint) (key >> 3), .kind = key & 7 };
  switch (field->kind)
    {
    case KIND_VARINT:
      return read_varint (rest, &field->value);
    case KIND_64_BIT:
      return read_fixed (rest, 8, &field->value);
    case KIND_BYTES:
      return read_bytes (rest, &field->bytes);
    case KIND_32_BIT:
      return read_fixed (rest, 4, &field->value);
    default:
      return FALSE;
    }
}

gboolean
rensa_wire_check (const RensaWire *message, const char *what, GError **error)
{
  RensaWire rest = *message;
  Field field;

  while (rest.size > 0)
    {
      const gsize place = (gsize) (rest.data - message->data);

      if (read_field (&rest, &field))
        continue;
      rensa_set_words (error, RENSA_ERROR_FORMAT,
                       N_ ("%s: expected a field at byte %zu of %zu, but it is missing or truncated"), what, place,
                       message->size);
      return FALSE;
    }
  return TRUE;
}

/* Finds the next field @number, of one of two kinds. */
static gboolean
find_field (RensaWire *rest, guint number, guint kind, guint other, Field *field)
{
  while (read_field (rest, field))
    if (field->number == number && (field->kind == kind || field->kind == other))
      return TRUE;
  return FALSE;
}

gint64
rensa_wire_get_int (const RensaWire *message, guint number, gint64 fallback)
{
  RensaWire rest = *message;
  Field field;

  while (find_field (&rest, number, KIND_VARINT, KIND_VARINT, &field))
    fallback = (gint64) field.value;
  return fallback;
}

static float
to_float (guint64 bits)
{
  const guint32 low = (guint32) bits;
  float value;

  memcpy (&value, &low, sizeof value);
  return value;
}

double
rensa_wire_get_float (const RensaWire *message, guint number, double fallback)
{
  RensaWire rest = *message;
  Field field;

  while (find_field (&rest, number, KIND_32_BIT, KIND_32_BIT, &field))
    fallback = to_float (field.value);
  return fallback;
}

guint
rensa_wire_get_ints (const RensaWire *message, guint number, gint64 *values, guint max)
{
  RensaWire rest = *message;
  Field field;
  guint n = 0;

  while (find_field (&rest, number, KIND_VARINT, KIND_BYTES, &field))
    {
      gboolean more = field.kind == KIND_VARINT || read_varint (&field.bytes, &field.value);

      while (more)
        {
          if (n < max)
            values[n] = (gint64) field.value;
          n++;
          more = field.kind == KIND_BYTES && read_varint (&field.bytes, &field.value);
        }
    }
  return n;
}

gsize
rensa_wire_get_floats (const RensaWire *message, guint number, float *values, gsize max)
{
  RensaWire rest = *message;
  Field field;
  gsize n = 0;

  while (find_field (&rest, number, KIND_32_BIT, KIND_BYTES, &field))
    {
      const gsize more = field.kind == KIND_32_BIT ? 1 : field.bytes.size / sizeof *values;

      for (gsize i = 0; values != NULL && i < more && n + i < max; i++)
        {
          if (field.kind == KIND_BYTES)
            read_fixed (&field.bytes, sizeof *values, &field.value);
          values[n + i] = to_float (field.value);
        }
      n += more;
    }
  return n;
}

gboolean
rensa_wire_get_bytes (const RensaWire *message, guint number, guint i, RensaWire *bytes)
{
  RensaWire rest = *message;
  Field field = { 0 };

  *bytes = (RensaWire){ 0 };
  do
    if (!find_field (&rest, number, KIND_BYTES, KIND_BYTES, &field))
      return FALSE;
  while (i-- > 0);
  *bytes = field.bytes;
  return TRUE;
}

char *
rensa_wire_dup_text (const RensaWire *message, guint number, guint i)
{
  RensaWire bytes;

  if (!rensa_wire_get_bytes (message, number, i, &bytes))
    return g_strdup ("");
  return g_utf8_validate_len ((const char *) bytes.data, bytes.size, NULL)
             ? g_strndup ((const char *) bytes.data, bytes.size)
             : NULL;
}

gboolean
rensa_wire_next_bytes (RensaWire *rest, guint *number, RensaWire *bytes)
{
  Field field;

  while (read_field (rest, &field))
    if (field.kind == KIND_BYTES)
      {
        *number = field.number;
        *bytes = field.bytes;
        return TRUE;
      }
  return FALSE;
}
