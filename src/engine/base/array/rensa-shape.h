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

/* A tuple attribute such as ksize, axis or shape: n is its length; RENSA_INTS_NONE stands for Python's None and
 * RENSA_INTS_SCALAR for a bare integer, which then stands in values[0]. */
typedef struct
{
  int n;
  gint64 values[RENSA_MAX_NDIM];
} RensaInts;

#define RENSA_INTS_NONE (-1)
#define RENSA_INTS_SCALAR (-2)

/* What shape inference knows of an array. @n_sequences: of the rows along its first axis so many sequences are made (rensa-lengths.h);
 * 0 for a plain array. */
typedef struct
{
  RensaDtype dtype;
  RensaShape shape;
  gint64 n_sequences;
} RensaType;

#define RENSA_SHAPE(...) \
  ((RensaShape){ .ndim = (int) (sizeof ((gint64[]){ __VA_ARGS__ }) / sizeof (gint64)), .dims = { __VA_ARGS__ } })
#define RENSA_SHAPE_SCALAR ((RensaShape){ .ndim = 0 })

/* The number of elements; 1 for a scalar.  The shape must be valid. */
gint64 rensa_shape_count (const RensaShape *shape);

/* FALSE with RENSA_ERROR_INVALID where an extent is negative or the number of bytes overflows. */
gboolean rensa_shape_check (const RensaShape *shape, RensaDtype dtype, GError **error);

gboolean rensa_shape_equal (const RensaShape *a, const RensaShape *b);

/* "(2, 3)", "(5,)", "()". */
char *rensa_shape_to_string (const RensaShape *shape);

gboolean rensa_type_equal (const RensaType *a, const RensaType *b);
/* Its shape: "(16, 200)"; of 16 sequences "16 × (n, 200)", of one "(n, 200)". */
char *rensa_type_to_string (const RensaType *type);

/* NumPy's broadcasting of two shapes.  FALSE with RENSA_ERROR_INVALID, naming both, where they do not fit. */
gboolean rensa_shape_broadcast (const RensaShape *a, const RensaShape *b, RensaShape *result, GError **error);

/* Whether an array of shape @from can be broadcast to @to. */
gboolean rensa_shape_broadcasts_to (const RensaShape *from, const RensaShape *to);

/* Counts a negative axis from the end; -1 and RENSA_ERROR_INVALID where it is out of range. */
int rensa_axis_normalize (gint64 axis, int ndim, GError **error);

/* The axes of @axes as a bit mask (None means all of them).  FALSE with RENSA_ERROR_INVALID where one is out of range
 * or stands twice. */
gboolean rensa_axes_normalize (const RensaInts *axes, int ndim, guint *mask, GError **error);

/* @shape without the axes of @mask, or with extent 1 there when @keepdims. */
RensaShape rensa_shape_reduce (const RensaShape *shape, guint mask, gboolean keepdims);

G_END_DECLS
