/* rensa-chunk.c: packed points of a series.
 *
 * n values, then the iterations, the seconds and the epochs, each as n signed integers of variable
 * length: the difference from the previous point, or from the line through the previous two.
 * SPDX-License-Identifier: MIT */

#include "rensa-chunk-private.h"

#include <math.h>
#include <string.h>

/* Above this, a double has no microsecond precision. */
#define LONGEST 9e9

static guint64
bits_of (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static double
double_of (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static guint64
microseconds_of (double seconds)
{
  return fabs (seconds) < LONGEST ? (guint64) llround (seconds * 1e6) : 0;
}

/* Seven bits per byte, lowest first; the sign is the lowest bit, so that small numbers of either
 * sign are short. */
static void
put_integer (GByteArray *bytes, guint64 number)
{
  guint64 rest = (number << 1) ^ ((gint64) number < 0 ? G_MAXUINT64 : 0);
  guint8 buffer[10];
  guint n = 0;

  do
    {
      buffer[n++] = (rest & 127) | (rest > 127 ? 128 : 0);
      rest >>= 7;
    }
  while (rest != 0);

  g_byte_array_append (bytes, buffer, n);
}

static gboolean
take_integer (const guint8 **at, const guint8 *end, guint64 *number)
{
  guint64 rest = 0;

  for (guint shift = 0; *at < end && shift < 64; shift += 7)
    {
      const guint8 byte = *(*at)++;

      rest |= (guint64) (byte & 127) << shift;
      if (byte < 128)
        {
          *number = (rest >> 1) ^ ((rest & 1) != 0 ? G_MAXUINT64 : 0);
          return TRUE;
        }
    }

  return FALSE;
}

/* Epochs of a steady run are on a line except for rounding, which costs one byte each. */
static double
predict_epoch (const RensaPoint *points, guint i)
{
  if (i < 2)
    return i == 0 ? 0 : points[0].epoch;

  return 2 * points[i - 1].epoch - points[i - 2].epoch;
}

GByteArray *
rensa_chunk_pack (const RensaPoint *points, guint n)
{
  GByteArray *bytes = g_byte_array_sized_new (n * 13);
  guint64 before = 0;

  for (guint i = 0; i < n; i++)
    {
      const guint64 value = GUINT64_TO_LE (bits_of (points[i].value));

      g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
    }
  for (guint i = 0; i < n; i++)
    {
      put_integer (bytes, (guint64) points[i].iteration - before);
      before = points[i].iteration;
    }
  before = 0;
  for (guint i = 0; i < n; i++)
    {
      put_integer (bytes, microseconds_of (points[i].elapsed) - before);
      before = microseconds_of (points[i].elapsed);
    }
  for (guint i = 0; i < n; i++)
    put_integer (bytes, bits_of (points[i].epoch) - bits_of (predict_epoch (points, i)));

  return bytes;
}

gboolean
rensa_chunk_unpack (const guint8 *data, gsize size, RensaPoint *points, guint n)
{
  const guint8 *at = data + n * sizeof (guint64);
  const guint8 *end = data + size;
  guint64 sum = 0;
  guint64 step;

  if (size / sizeof (guint64) < n)
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      guint64 value;

      memcpy (&value, data + i * sizeof value, sizeof value);
      points[i].value = double_of (GUINT64_FROM_LE (value));
    }
  for (guint i = 0; i < n; i++)
    {
      if (!take_integer (&at, end, &step))
        return FALSE;
      sum += step;
      points[i].iteration = (gint64) sum;
    }
  sum = 0;
  for (guint i = 0; i < n; i++)
    {
      if (!take_integer (&at, end, &step))
        return FALSE;
      sum += step;
      points[i].elapsed = (double) (gint64) sum / 1e6;
    }
  for (guint i = 0; i < n; i++)
    {
      if (!take_integer (&at, end, &step))
        return FALSE;
      points[i].epoch = double_of (bits_of (predict_epoch (points, i)) + step);
    }

  return at == end;
}
