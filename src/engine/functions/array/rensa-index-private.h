/* rensa-index-private.h: NumPy's combined indexing with slices, integers and integer arrays.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/**
 * RensaIndexPlan:
 * @slices: the index with full ranges in place of the arrays
 * @sliced: the shape after slicing
 * @n_arrays: number of arrays; if 0, the index consists of slices alone
 * @arrays: borrowed
 * @axes: the axes of @sliced that the arrays index
 * @order: the axes of @sliced, those indexed by arrays first
 * @rows: @sliced in that order, with the array axes merged into one
 * @index_shape: the shape to which the arrays broadcast
 * @place: position of the axes of @index_shape in the result
 * @result: the shape of the result
 * @is_whole: TRUE if the slices change nothing
 *
 * An index resolved for an array of a given shape: first slices, then rows taken along the axes of
 * the arrays.
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

/* Returns FALSE with RENSA_ERROR_INVALID if the index does not fit the shape. The values in the
 * arrays are not checked. */
gboolean rensa_index_plan (const RensaIndex *index, const RensaShape *shape, RensaIndexPlan *plan, GError **error);
/* Same for infer (): @expect, marked with N_(), is the first half of the error message.
 * Out-of-memory errors are passed through unchanged. */
gboolean rensa_expect_index (RensaInference *inference, const RensaIndex *index, const RensaShape *shape,
                             const char *expect, RensaIndexPlan *plan, GError **error);

/* Returns x[index]; a view if there are no arrays. */
RensaArray *rensa_index_take (const RensaIndexPlan *plan, RensaArray *x, GError **error);

/* Computes target[index] += values in place; @target is C-contiguous, and @values broadcasts to the
 * shape of the result. */
gboolean rensa_index_add (const RensaIndexPlan *plan, RensaArray *target, RensaArray *values, GError **error);

/* Returns zeros of shape @shape with @values added at [index]. */
RensaArray *rensa_index_scatter (const RensaIndexPlan *plan, const RensaShape *shape, RensaArray *values,
                                 GError **error);

/* Gradient of rensa_get_item(): zeros of shape @shape with @gy added at @index. */
RensaVariable *rensa_get_item_grad (RensaVariable *gy, const RensaIndex *index, const RensaShape *shape,
                                    GError **error);

G_END_DECLS
