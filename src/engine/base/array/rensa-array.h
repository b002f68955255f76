/* rensa-array.h: strided arrays.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-device.h"
#include "rensa-lengths.h"
#include "rensa-shape.h"

G_BEGIN_DECLS

/* A strided view, of at most RENSA_MAX_NDIM axes, on a pooled device buffer.  Reference-counted; the count is not
 * atomic: an array belongs to one thread at a time. */
typedef struct _RensaArray RensaArray;

/* A new array with C-contiguous strides on the current device.  The contents are whatever the memory held.
 * NULL with RENSA_ERROR_INVALID (negative extent, overflow) or RENSA_ERROR_NO_MEMORY (naming shape and bytes). */
RensaArray *rensa_array_new (RensaDtype dtype, const RensaShape *shape, GError **error);

/* The same on @device. */
RensaArray *rensa_array_new_on (const RensaDevice *device, RensaDtype dtype, const RensaShape *shape, GError **error);

/* The same of @type; the lengths of sequences are as alike as can be. */
RensaArray *rensa_array_new_of_type (const RensaType *type, GError **error);

/* On the device of @like, with its axes laid out in memory in the same order as those of @like, which has the same number
 * of axes (a channels-last @like gives a channels-last array). */
RensaArray *rensa_array_new_ordered (RensaDtype dtype, const RensaShape *shape, RensaArray *like, GError **error);

/* Copies C-ordered host data. */
RensaArray *rensa_array_new_from_host (RensaDtype dtype, const RensaShape *shape, gconstpointer data, GError **error);

/* A 0-d array.  Integers hold @value truncated and saturated, NaN as 0. */
RensaArray *rensa_array_new_scalar (RensaDtype dtype, double value, GError **error);

RensaArray *rensa_array_ref (RensaArray *array);
void rensa_array_unref (RensaArray *array);
/* Those of @arrays that are not NULL, which then are. */
void rensa_arrays_clear (RensaArray **arrays, int n);

RensaDtype rensa_array_get_dtype (RensaArray *array);
const RensaShape *rensa_array_get_shape (RensaArray *array);
int rensa_array_get_ndim (RensaArray *array);
gint64 rensa_array_get_dim (RensaArray *array, int axis);
/* The number of elements. */
gint64 rensa_array_get_count (RensaArray *array);
/* Bytes from one element to the next along each axis; may be zero or negative. */
const gint64 *rensa_array_get_strides (RensaArray *array);
const RensaDevice *rensa_array_get_device (RensaArray *array);
RensaType rensa_array_get_type (RensaArray *array);
/* How the rows along the first axis are sequences; NULL where they are none. Borrowed. */
RensaLengths *rensa_array_get_lengths (RensaArray *array);
/* @lengths: (nullable): their total is the extent of the first axis. Views and what is made of the array do not have them, but for
 * copies of another dtype or on another device. */
void rensa_array_set_lengths (RensaArray *array, RensaLengths *lengths);
/* How many examples it has: sequences, or else rows; it has an axis. */
gint64 rensa_array_count_examples (RensaArray *array);
/* The bytes that the elements take, without regard to sharing. */
gsize rensa_array_get_n_bytes (RensaArray *array);

gboolean rensa_array_is_c_contiguous (RensaArray *array);
/* Whether the elements lie in memory from the first one on without gaps or overlaps, in whatever order of axes. */
gboolean rensa_array_is_dense (RensaArray *array);
/* Whether nobody else holds this array or its memory, so that it may be written over. */
gboolean rensa_array_is_exclusive (RensaArray *array);

/* Copies the elements, in C order, into @data, which holds rensa_array_get_n_bytes (). */
gboolean rensa_array_to_host (RensaArray *array, gpointer data, GError **error);
/* Copies C-ordered host data over the elements. */
gboolean rensa_array_from_host (RensaArray *array, gconstpointer data, GError **error);
/* The only element of an array of one element, of any dtype.  NaN where the array has not one element or the device
 * fails. */
double rensa_array_get_scalar (RensaArray *array);
/* "[[1, 2], [3, 4]]", as NumPy prints it, cut with "…" after @limit elements. */
char *rensa_array_to_string (RensaArray *array, gint64 limit);

/* Views.  They share the buffer and are owned by the caller. */

/* NULL without an error where the strides do not allow a view; the caller then copies. */
RensaArray *rensa_array_view_reshape (RensaArray *array, const RensaShape *shape);
/* @axes[i] is the axis of @array that becomes axis i. */
RensaArray *rensa_array_view_transpose (RensaArray *array, const int *axes);
/* The shape must be one that @array broadcasts to. */
RensaArray *rensa_array_view_broadcast (RensaArray *array, const RensaShape *shape);
/* Drops the axes of @mask, whose extents must be 1. */
RensaArray *rensa_array_view_squeeze (RensaArray *array, guint mask);
/* Inserts axes of extent 1 so that they are the axes of @mask of the result. */
RensaArray *rensa_array_view_expand (RensaArray *array, guint mask);

/**
 * RensaSlice:
 *
 * One entry of a basic index expression.  A missing bound is G_MININT64 and means what it means in Python.
 */
typedef enum
{
  RENSA_SLICE_RANGE, /* start:stop:step */
  RENSA_SLICE_INDEX, /* start, and the axis goes away */
  RENSA_SLICE_NEWAXIS,
  RENSA_SLICE_ELLIPSIS,
} RensaSliceKind;

typedef struct
{
  RensaSliceKind kind;
  gint64 start;
  gint64 stop;
  gint64 step;
} RensaSlice;

#define RENSA_SLICE_NONE G_MININT64

/* NumPy's basic indexing.  NULL with RENSA_ERROR_INVALID: index out of range, too many indices, step 0, two ellipses,
 * too many axes. */
RensaArray *rensa_array_view_slice (RensaArray *array, const RensaSlice *slices, int n_slices, GError **error);

/* Rows start … start+length-1 of axis @axis; they must exist. */
RensaArray *rensa_array_view_range (RensaArray *array, int axis, gint64 start, gint64 length);

/* Any other look: @strides, and @offset from the first element, are in bytes.  Every element must be one of @array's. */
RensaArray *rensa_array_view_strided (RensaArray *array, const RensaShape *shape, const gint64 *strides, gint64 offset);

/* The number of arrays alive in the process, for leak checks. */
guint rensa_array_count_alive (void);

/* Has @watch called for each array that is made, before it has a shape, or freed, on its thread.  For leak
 * checks, which name what is left. */
typedef void (*RensaArrayWatch) (RensaArray *array, gboolean is_made);
void rensa_array_watch (RensaArrayWatch watch);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaArray, rensa_array_unref)

G_END_DECLS
