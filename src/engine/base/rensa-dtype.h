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
  RENSA_FLOAT32,
  RENSA_FLOAT64,
} RensaDtype;

#define RENSA_N_DTYPES (RENSA_FLOAT64 + 1)

/* Bytes of one element. */
gsize rensa_dtype_get_size (RensaDtype dtype);

/* NumPy's name: "float32". */
const char *rensa_dtype_get_name (RensaDtype dtype);

/* NumPy's kind: 'b' bool, 'i' signed, 'u' unsigned, 'f' floating. */
char rensa_dtype_get_kind (RensaDtype dtype);

gboolean rensa_dtype_is_floating (RensaDtype dtype);
/* Signed or unsigned integer; bool is neither floating nor integer. */
gboolean rensa_dtype_is_integer (RensaDtype dtype);

/* FALSE with RENSA_ERROR_INVALID where @name is not a dtype's. */
gboolean rensa_dtype_from_name (const char *name, RensaDtype *dtype, GError **error);

/* The type that NumPy gives to a sum of @a and @b. */
RensaDtype rensa_dtype_promote (RensaDtype a, RensaDtype b);

/* The bits of an IEEE 754 half, as float16 arrays hold them, from and to a float.  To a half: rounded to the nearest,
 * ties to even; from 65520 on infinite. */
float rensa_half_to_float (guint16 half);
guint16 rensa_float_to_half (float value);

G_END_DECLS
