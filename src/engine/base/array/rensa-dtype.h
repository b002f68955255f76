/* rensa-dtype.h: element types of arrays.
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

/* Returns the size of an element in bytes. */
gsize rensa_dtype_get_size (RensaDtype dtype);

/* Returns NumPy's name: "float32"; also "bfloat16", which NumPy does not have. */
const char *rensa_dtype_get_name (RensaDtype dtype);

/* Returns NumPy's kind: 'b' bool, 'i' signed, 'u' unsigned, 'f' floating-point. */
char rensa_dtype_get_kind (RensaDtype dtype);

gboolean rensa_dtype_is_floating (RensaDtype dtype);
/* TRUE for signed and unsigned integers; bool is neither floating-point nor integer. */
gboolean rensa_dtype_is_integer (RensaDtype dtype);

/* float16 or bfloat16. */
gboolean rensa_dtype_is_half (RensaDtype dtype);

/* Returns the working dtype of arrays of @dtype: float32 for half precision, else @dtype itself. */
RensaDtype rensa_dtype_widen (RensaDtype dtype);

/* FALSE with RENSA_ERROR_INVALID if @name is not the name of a dtype. */
gboolean rensa_dtype_from_name (const char *name, RensaDtype *dtype, GError **error);

/* Returns the type of a sum of @a and @b in NumPy. bfloat16 is promoted like float16; both together
 * give float32. */
RensaDtype rensa_dtype_promote (RensaDtype a, RensaDtype b);

/* Convert between float and the bits of an IEEE 754 half-precision number, as in float16 arrays. To
 * half precision: rounded to nearest, ties to even; infinite from 65520 on. A double is rounded
 * once. */
float rensa_half_to_float (guint16 half);
guint16 rensa_float_to_half (float value);
guint16 rensa_double_to_half (double value);

/* The same for bfloat16, the upper half of a float: its 8 exponent bits and 7 fraction bits. NaN
 * stays NaN. */
float rensa_bfloat_to_float (guint16 bfloat);
guint16 rensa_float_to_bfloat (float value);
guint16 rensa_double_to_bfloat (double value);

G_END_DECLS
