/* rensa-dtype.h: the element types of arrays.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  RENSA_BOOL,
  RENSA_INT8,
  RENSA_INT16,
  RENSA_INT32,
  RENSA_INT64,
  RENSA_UINT8,
  RENSA_FLOAT16,
  RENSA_BFLOAT16,
  RENSA_FLOAT32,
  RENSA_FLOAT64,
} RensaDtype;

#define RENSA_N_DTYPES (RENSA_FLOAT64 + 1)

/* Bytes of one element. */
gsize rensa_dtype_get_size (RensaDtype dtype);

/* NumPy's name: "float32"; and "bfloat16", which NumPy does not have. */
const char *rensa_dtype_get_name (RensaDtype dtype);

/* NumPy's kind: 'b' bool, 'i' signed, 'u' unsigned, 'f' floating. */
char rensa_dtype_get_kind (RensaDtype dtype);

gboolean rensa_dtype_is_floating (RensaDtype dtype);
/* Signed or unsigned integer; bool is neither floating nor integer. */
gboolean rensa_dtype_is_integer (RensaDtype dtype);

/* float16 or bfloat16. */
gboolean rensa_dtype_is_half (RensaDtype dtype);

/* What is computed in for arrays of @dtype: float32 for a half, else @dtype itself. */
RensaDtype rensa_dtype_widen (RensaDtype dtype);

/* FALSE with RENSA_ERROR_INVALID where @name is not a dtype's. */
gboolean rensa_dtype_from_name (const char *name, RensaDtype *dtype, GError **error);

/* The type that NumPy gives to a sum of @a and @b.  bfloat16 is promoted as float16 is; both together give float32. */
RensaDtype rensa_dtype_promote (RensaDtype a, RensaDtype b);

/* The bits of an IEEE 754 half, as float16 arrays hold them, from and to a float.  To a half: rounded to the nearest,
 * ties to even; from 65520 on infinite.  A double is rounded once. */
float rensa_half_to_float (guint16 half);
guint16 rensa_float_to_half (float value);
guint16 rensa_double_to_half (double value);

/* The same of bfloat16, the upper half of a float: its 8 bits of exponent and 7 of fraction.  NaN stays NaN. */
float rensa_bfloat_to_float (guint16 bfloat);
guint16 rensa_float_to_bfloat (float value);
guint16 rensa_double_to_bfloat (double value);

G_END_DECLS
