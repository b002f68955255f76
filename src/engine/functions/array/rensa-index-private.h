/* rensa-index-private.h: NumPy's indexing with slices, integers and arrays of integers together.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/**
 * RensaIndexPlan:
 * @slices: the index with whole ranges in place of the arrays
 * @sliced: the shape after these
 * @n_arrays: how many arrays there are; with none of them the slices are all
 * @arrays: borrowed
 * @axes: the axes of @sliced that they index
 * @order: the axes of @sliced, those of the arrays first
 * @rows: @sliced in that order, the axes of the arrays merged into one
 * @index_shape: what the arrays broadcast to
 * @place: where the axes of @index_shape stand in the result
 * @result: the shape of the result
 * @is_whole: whether the slices change nothing
 *
 * An index, taken apart for an array of a given shape: first slices, then rows taken along the axes of the arrays.
 */
typedef struct
{
  int n_slices;
  RensaSlice slices[RENSA_INDEX_MAX];
  RensaShape sliced;
  int n_arrays;
  RensaArray *arrays[RENSA_MAX_NDIM];
  int axes[RENSA_MAX_NDIM];
  int order[RENSA_MAX_NDIM];
  RensaShape rows;
  RensaShape index_shape;
  int place;
  RensaShape result;
  gboolean is_whole;
} RensaIndexPlan;

/* FALSE with RENSA_ERROR_INVALID where the index does not fit the shape.  The values in the arrays are not looked
 * at. */
gboolean rensa_index_plan (const RensaIndex *index, const RensaShape *shape, RensaIndexPlan *plan, GError **error);
/* The same for infer (): @expect, marked with N_(), is the first half of the sentence. A shortage of memory stays one. */
gboolean rensa_expect_index (RensaInference *inference, const RensaIndex *index, const RensaShape *shape,
                             const char *expect, RensaIndexPlan *plan, GError **error);

/* x[index]; a view where there are no arrays. */
RensaArray *rensa_index_take (const RensaIndexPlan *plan, RensaArray *x, GError **error);

/* target[index] += values, in place; @target is C-contiguous, and @values broadcast to the shape of the result. */
gboolean rensa_index_add (const RensaIndexPlan *plan, RensaArray *target, RensaArray *values, GError **error);

/* Zeros of shape @shape with @values added at [index]. */
RensaArray *rensa_index_scatter (const RensaIndexPlan *plan, const RensaShape *shape, RensaArray *values,
                                 GError **error);

/* The gradient of rensa_get_item(): zeros of shape @shape with @gy added at @index. */
RensaVariable *rensa_get_item_grad (RensaVariable *gy, const RensaIndex *index, const RensaShape *shape,
                                    GError **error);

G_END_DECLS
