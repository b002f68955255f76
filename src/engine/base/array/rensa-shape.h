/* rensa-shape.h: extents of arrays, and tuples of integers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dtype.h"

G_BEGIN_DECLS

#define RENSA_MAX_NDIM 8

/* Extents, outermost first.  ndim 0 is a scalar. */
typedef struct
{
  int ndim;
  gint64 dims[RENSA_MAX_NDIM];
} RensaShape;

/* A tuple attribute such as ksize, axis or shape: n is its length; RENSA_INTS_NONE is Python's None
 * and RENSA_INTS_SCALAR a bare integer, stored in values[0]. */
typedef struct
{
  int n;
  gint64 values[RENSA_MAX_NDIM];
} RensaInts;

#define RENSA_INTS_NONE (-1)
#define RENSA_INTS_SCALAR (-2)

/* Type of an array in shape inference. @n_sequences: number of sequences into which the rows along
 * its first axis are divided (rensa-lengths.h); 0 for a plain array. */
typedef struct
{
  RensaDtype dtype;
  RensaShape shape;
  gint64 n_sequences;
} RensaType;

#define RENSA_SHAPE(...) \
  ((RensaShape){ .ndim = (int) (sizeof ((gint64[]){ __VA_ARGS__ }) / sizeof (gint64)), .dims = { __VA_ARGS__ } })
#define RENSA_SHAPE_SCALAR ((RensaShape){ .ndim = 0 })

/* Returns the number of elements; 1 for a scalar. The shape must be valid. */
gint64 rensa_shape_count (const RensaShape *shape);

/* FALSE with RENSA_ERROR_INVALID if an extent is negative or the number of bytes overflows. */
gboolean rensa_shape_check (const RensaShape *shape, RensaDtype dtype, GError **error);

gboolean rensa_shape_equal (const RensaShape *a, const RensaShape *b);

/* "(2, 3)", "(5,)", "()". */
char *rensa_shape_to_string (const RensaShape *shape);

gboolean rensa_type_equal (const RensaType *a, const RensaType *b);
/* Returns the shape: "(16, 200)"; for 16 sequences "16 × (n, 200)", for one "(n, 200)". */
char *rensa_type_to_string (const RensaType *type);

/* Applies NumPy's broadcasting to two shapes. FALSE with RENSA_ERROR_INVALID, giving both, if they
 * are incompatible. */
gboolean rensa_shape_broadcast (const RensaShape *a, const RensaShape *b, RensaShape *result, GError **error);

/* TRUE if an array of shape @from can be broadcast to @to. */
gboolean rensa_shape_broadcasts_to (const RensaShape *from, const RensaShape *to);

/* Counts a negative axis from the end; -1 and RENSA_ERROR_INVALID if it is out of range. */
int rensa_axis_normalize (gint64 axis, int ndim, GError **error);

/* Converts @axes to a bit mask (None means all axes). FALSE with RENSA_ERROR_INVALID if one is out
 * of range or occurs twice. */
gboolean rensa_axes_normalize (const RensaInts *axes, int ndim, guint *mask, GError **error);

/* Returns @shape without the axes of @mask, or with extent 1 there if @keepdims. */
RensaShape rensa_shape_reduce (const RensaShape *shape, guint mask, gboolean keepdims);

G_END_DECLS
