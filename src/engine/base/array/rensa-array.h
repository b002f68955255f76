/* rensa-array.h: strided arrays.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-device.h"
#include "rensa-lengths.h"
#include "rensa-shape.h"

G_BEGIN_DECLS

/* A strided view, of at most RENSA_MAX_NDIM axes, on a pooled device buffer. Reference-counted;
 * the count is not atomic: an array belongs to one thread at a time. */
typedef struct _RensaArray RensaArray;

/* Creates an array with C-contiguous strides on the current device. The contents are uninitialized.
 * NULL with RENSA_ERROR_INVALID (negative extent, overflow) or RENSA_ERROR_NO_MEMORY (with shape
 * and bytes). */
RensaArray *rensa_array_new (RensaDtype dtype, const RensaShape *shape, GError **error);

/* The same on @device. */
RensaArray *rensa_array_new_on (const RensaDevice *device, RensaDtype dtype, const RensaShape *shape, GError **error);

/* The same for @type; the lengths of sequences are as equal as possible. */
RensaArray *rensa_array_new_of_type (const RensaType *type, GError **error);

/* Creates an array on the device of @like, with the same order of axes in memory as @like, which
 * has the same number of axes (a channels-last @like gives a channels-last array). */
RensaArray *rensa_array_new_ordered (RensaDtype dtype, const RensaShape *shape, RensaArray *like, GError **error);

/* Creates an array with a copy of C-ordered host data. */
RensaArray *rensa_array_new_from_host (RensaDtype dtype, const RensaShape *shape, gconstpointer data, GError **error);

/* Creates a 0-d array. For integers, @value is truncated and saturated, and NaN becomes 0. */
RensaArray *rensa_array_new_scalar (RensaDtype dtype, double value, GError **error);

RensaArray *rensa_array_ref (RensaArray *array);
void rensa_array_unref (RensaArray *array);
/* Releases the entries of @arrays and sets them to NULL; NULL entries are allowed. */
void rensa_arrays_clear (RensaArray **arrays, int n);

RensaDtype rensa_array_get_dtype (RensaArray *array);
const RensaShape *rensa_array_get_shape (RensaArray *array);
int rensa_array_get_ndim (RensaArray *array);
gint64 rensa_array_get_dim (RensaArray *array, int axis);
/* Returns the number of elements. */
gint64 rensa_array_get_count (RensaArray *array);
/* Returns the strides in bytes along each axis; may be zero or negative. */
const gint64 *rensa_array_get_strides (RensaArray *array);
const RensaDevice *rensa_array_get_device (RensaArray *array);
RensaType rensa_array_get_type (RensaArray *array);
/* Returns the division of the rows along the first axis into sequences; NULL if there is none. Borrowed. */
RensaLengths *rensa_array_get_lengths (RensaArray *array);
/* @lengths: (nullable): their total is the extent of the first axis. Views and results computed
 *   from the array do not have them, except for copies with another dtype or on another device. */
void rensa_array_set_lengths (RensaArray *array, RensaLengths *lengths);
/* Returns the number of examples: sequences, or else rows; the array has at least one axis. */
gint64 rensa_array_count_examples (RensaArray *array);
/* Returns the size of the elements in bytes, regardless of sharing. */
gsize rensa_array_get_n_bytes (RensaArray *array);

gboolean rensa_array_is_c_contiguous (RensaArray *array);
/* TRUE if the elements are in memory from the first one on without gaps or overlaps, in any order of axes. */
gboolean rensa_array_is_dense (RensaArray *array);
/* TRUE if there are no other references to this array or its memory, so that it may be overwritten. */
gboolean rensa_array_is_exclusive (RensaArray *array);

/* Copies the elements, in C order, to @data, which has space for rensa_array_get_n_bytes (). */
gboolean rensa_array_to_host (RensaArray *array, gpointer data, GError **error);
/* Overwrites the elements with C-ordered host data. */
gboolean rensa_array_from_host (RensaArray *array, gconstpointer data, GError **error);
/* Returns the only element of an array, of any dtype; NaN if the array does not have exactly one
 * element or the device fails. */
double rensa_array_get_scalar (RensaArray *array);
/* Returns "[[1, 2], [3, 4]]", in NumPy's format, truncated with "…" after @limit elements. */
char *rensa_array_to_string (RensaArray *array, gint64 limit);

/* Views share the buffer and are owned by the caller. */

/* Returns NULL without an error if the strides do not allow a view; the caller then copies. */
RensaArray *rensa_array_view_reshape (RensaArray *array, const RensaShape *shape);
/* @axes[i] is the axis of @array that becomes axis i. */
RensaArray *rensa_array_view_transpose (RensaArray *array, const int *axes);
/* @array must be broadcastable to @shape. */
RensaArray *rensa_array_view_broadcast (RensaArray *array, const RensaShape *shape);
/* Drops the axes of @mask, whose extents must be 1. */
RensaArray *rensa_array_view_squeeze (RensaArray *array, guint mask);
/* Inserts axes of extent 1 at the positions in @mask of the result. */
RensaArray *rensa_array_view_expand (RensaArray *array, guint mask);

/**
 * RensaSlice:
 *
 * One entry of a basic index expression. A missing bound is G_MININT64, with the same meaning as in
 * Python.
 */
typedef enum
{
  RENSA_SLICE_RANGE, /* start:stop:step */
  RENSA_SLICE_INDEX, /* start; the axis is removed */
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

/* Implements NumPy's basic indexing. NULL with RENSA_ERROR_INVALID: index out of range, too many
 * indices, step 0, two ellipses, too many axes. */
RensaArray *rensa_array_view_slice (RensaArray *array, const RensaSlice *slices, int n_slices, GError **error);

/* Returns rows start … start+length-1 of axis @axis; they must exist. */
RensaArray *rensa_array_view_range (RensaArray *array, int axis, gint64 start, gint64 length);

/* Returns an arbitrary view: @strides, and @offset from the first element, are in bytes. Every
 * element must be one of @array's. */
RensaArray *rensa_array_view_strided (RensaArray *array, const RensaShape *shape, const gint64 *strides, gint64 offset);

/* Returns the number of arrays alive in the process, for leak checks. */
guint rensa_array_count_alive (void);

/* Sets a callback for each array that is created, before it has a shape, or freed, on its thread.
 * Leak checks use it to identify leaked arrays. */
typedef void (*RensaArrayWatch) (RensaArray *array, gboolean is_made);
void rensa_array_watch (RensaArrayWatch watch);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaArray, rensa_array_unref)

G_END_DECLS
