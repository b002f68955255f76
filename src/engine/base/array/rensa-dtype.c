/* rensa-dtype.c: element types of arrays.
 * SPDX-License-Identifier: MIT */

#include "rensa-dtype.h"

#include "rensa-fault.h"
#include "rensa-language.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *name;
  guint8 size;
  char kind;
} DtypeInfo;

static const DtypeInfo infos[RENSA_N_DTYPES] = {
  [RENSA_BOOL] = { "bool", 1, 'b' },       [RENSA_INT8] = { "int8", 1, 'i' },
  [RENSA_INT16] = { "int16", 2, 'i' },     [RENSA_INT32] = { "int32", 4, 'i' },
  [RENSA_INT64] = { "int64", 8, 'i' },     [RENSA_UINT8] = { "uint8", 1, 'u' },
  [RENSA_FLOAT16] = { "float16", 2, 'f' }, [RENSA_BFLOAT16] = { "bfloat16", 2, 'f' },
  [RENSA_FLOAT32] = { "float32", 4, 'f' }, [RENSA_FLOAT64] = { "float64", 8, 'f' },
};

#define BB RENSA_BOOL
#define I1 RENSA_INT8
#define I2 RENSA_INT16
#define I4 RENSA_INT32
#define I8 RENSA_INT64
#define U1 RENSA_UINT8
#define F2 RENSA_FLOAT16
#define BF RENSA_BFLOAT16
#define F4 RENSA_FLOAT32
#define F8 RENSA_FLOAT64

static const guint8 promotions[RENSA_N_DTYPES][RENSA_N_DTYPES] = {
  /*         BB  I1  I2  I4  I8  U1  F2  BF  F4  F8 */
  /* BB */ { BB, I1, I2, I4, I8, U1, F2, BF, F4, F8 },
  /* I1 */ { I1, I1, I2, I4, I8, I2, F2, BF, F4, F8 },
  /* I2 */ { I2, I2, I2, I4, I8, I2, F4, F4, F4, F8 },
  /* I4 */ { I4, I4, I4, I4, I8, I4, F8, F8, F8, F8 },
  /* I8 */ { I8, I8, I8, I8, I8, I8, F8, F8, F8, F8 },
  /* U1 */ { U1, I2, I2, I4, I8, U1, F2, BF, F4, F8 },
  /* F2 */ { F2, F2, F4, F8, F8, F2, F2, F4, F4, F8 },
  /* BF */ { BF, BF, F4, F8, F8, BF, F4, BF, F4, F8 },
  /* F4 */ { F4, F4, F4, F8, F8, F4, F4, F4, F4, F8 },
  /* F8 */ { F8, F8, F8, F8, F8, F8, F8, F8, F8, F8 },
};

gsize
rensa_dtype_get_size (RensaDtype dtype)
{
  return infos[dtype].size;
}

const char *
rensa_dtype_get_name (RensaDtype dtype)
{
  return infos[dtype].name;
}

char
rensa_dtype_get_kind (RensaDtype dtype)
{
  return infos[dtype].kind;
}

gboolean
rensa_dtype_is_floating (RensaDtype dtype)
{
  return infos[dtype].kind == 'f';
}

gboolean
rensa_dtype_is_integer (RensaDtype dtype)
{
  return infos[dtype].kind == 'i' || infos[dtype].kind == 'u';
}

gboolean
rensa_dtype_is_half (RensaDtype dtype)
{
  return dtype == RENSA_FLOAT16 || dtype == RENSA_BFLOAT16;
}

RensaDtype
rensa_dtype_widen (RensaDtype dtype)
{
  return rensa_dtype_is_half (dtype) ? RENSA_FLOAT32 : dtype;
}

gboolean
rensa_dtype_from_name (const char *name, RensaDtype *dtype, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (int i = 0; i < RENSA_N_DTYPES; i++)
    {
      if (strcmp (infos[i].name, name) == 0)
        {
          *dtype = (RensaDtype) i;
          return TRUE;
        }
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", infos[i].name);
    }

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("unknown dtype “%s”; available: %s"), name, known->str);
  return FALSE;
}

RensaDtype
rensa_dtype_promote (RensaDtype a, RensaDtype b)
{
  return (RensaDtype) promotions[a][b];
}

static float
float_from_bits (guint32 bits)
{
  float value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static guint32
float_to_bits (float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

float
rensa_half_to_float (guint16 half)
{
  const guint32 sign = (guint32) (half & 0x8000) << 16;
  const guint32 exponent = (half >> 10) & 0x1f;
  const guint32 mantissa = half & 0x3ff;

  if (exponent == 0)
    return float_from_bits (sign | float_to_bits ((float) mantissa * 0x1p-24f));
  if (exponent == 0x1f)
    return float_from_bits (sign | 0x7f800000 | (mantissa << 13));

  return float_from_bits (sign | ((exponent + 112) << 23) | (mantissa << 13));
}

guint16
rensa_float_to_half (float value)
{
  const guint32 bits = float_to_bits (value);
  const guint32 magnitude = bits & 0x7fffffff;
  const guint16 sign = (guint16) ((bits >> 16) & 0x8000);

  /* The top bit of the mantissa keeps a NaN from becoming an infinity. */
  if (magnitude > 0x7f800000)
    return (guint16) (sign | 0x7e00 | ((magnitude >> 13) & 0x1ff));
  /* From 65520 on, the midpoint between the largest half-precision number and the next power of two. */
  if (magnitude >= 0x477ff000)
    return sign | 0x7c00;
  /* Below 2^-14 half-precision numbers are multiples of 2^-24, and so are floats from 0.5 to 1: the
   * sum rounds correctly. */
  if (magnitude < 0x38800000)
    return (guint16) (sign | (float_to_bits (float_from_bits (magnitude) + 0.5f) - 0x3f000000));

  return (guint16) (sign | ((magnitude + 0xfff + ((magnitude >> 13) & 1) - 0x38000000) >> 13));
}

float
rensa_bfloat_to_float (guint16 bfloat)
{
  return float_from_bits ((guint32) bfloat << 16);
}

guint16
rensa_float_to_bfloat (float value)
{
  const guint32 bits = float_to_bits (value);

  /* The top bit of the fraction keeps a NaN from becoming an infinity. */
  if ((bits & 0x7fffffff) > 0x7f800000)
    return (guint16) ((bits >> 16) | 0x40);
  return (guint16) ((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

/* Rounds to odd, so that a second rounding can tell on which side of a tie the double was. */
static float
round_to_odd (double value)
{
  const float rounded = (float) value;
  const guint32 bits = float_to_bits (rounded);

  if ((double) rounded == value || (bits & 1) != 0 || !isfinite (rounded))
    return rounded;
  return float_from_bits (fabs ((double) rounded) < fabs (value) ? bits + 1 : bits - 1);
}

guint16
rensa_double_to_half (double value)
{
  return rensa_float_to_half (round_to_odd (value));
}

guint16
rensa_double_to_bfloat (double value)
{
  return rensa_float_to_bfloat (round_to_odd (value));
}
