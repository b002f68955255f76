/* rensa-array-private.h: array struct, only for backends.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"
#include "rensa-pool.h"

G_BEGIN_DECLS

struct _RensaArray
{
  int ref_count;
  RensaDtype dtype;
  gint64 count;  /* elements */
  gpointer data; /* device address of element (0, …, 0) */
  RensaBuffer *buffer;
  RensaLengths *lengths; /* NULL */
  RensaShape shape;
  gint64 strides[RENSA_MAX_NDIM]; /* bytes */
};

/* Creates a view without axes; the caller adds them, and sets data and count if they differ from @array's. */
RensaArray *rensa_array_alloc_view (RensaArray *array);

/* Computes the strides, in bytes, of a C-contiguous array. */
void rensa_c_strides (const RensaShape *shape, RensaDtype dtype, gint64 *strides);

/* Converts a value to an element of @dtype, saturated and truncated for integers, and back. */
void rensa_element_from_double (RensaDtype dtype, double value, gpointer element);
double rensa_element_to_double (RensaDtype dtype, gconstpointer element);

G_END_DECLS
