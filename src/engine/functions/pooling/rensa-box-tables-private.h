/* rensa-box-tables-private.h: boxes of images, divided into bins or sampled.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/**
 * RensaBoxes:
 * @images: int64, shape (R,): index of the image that contains each box
 * @begin: float64, shape (R,): start of its rows, and of its columns
 * @extent: float64, shape (R,): number of rows, and of columns; at least 1
 *
 * Boxes over images, in pixels.
 */
typedef struct
{
  RensaArray *images;
  RensaArray *begin[2];
  RensaArray *extent[2];
} RensaBoxes;

typedef enum
{
  RENSA_BOX_EXACT,     /* as given */
  RENSA_BOX_ROUNDED,   /* rounded to whole pixels, half to even; the end is not part of the box */
  RENSA_BOX_INCLUSIVE, /* the same, but the end is part of the box */
} RensaBoxRule;

/* Creates boxes from @rois, whose columns @low[i] and @high[i] contain rows (0) and columns (1),
 * multiplied by @scale; @images are integers of any type. RENSA_ERROR_INVALID if a number is not
 * finite or an image is not below @n_images. */
gboolean rensa_boxes_init (RensaBoxes *boxes, RensaArray *rois, const int low[2], const int high[2], RensaArray *images,
                           gint64 n_images, double scale, RensaBoxRule rule, GError **error);
/* Makes each image of an array of shape @x a box. */
gboolean rensa_boxes_init_whole (RensaBoxes *boxes, const RensaShape *x, GError **error);
void rensa_boxes_clear (RensaBoxes *boxes);

/* Bin i of n of a box (whole pixels) begins at pixel ⌊i extent / n⌋ and ends before ⌈(i + 1)
 * extent / n⌉, so that adjacent bins may share pixels; parts outside the image are cut off. */

/* Returns the weight of each pixel in the mean of each of @n_bins bins along @axis (0: rows, 1:
 * columns) of extent @size; shape (R, n_bins, size). All weights of an empty bin are 0. */
RensaArray *rensa_boxes_share_bins (const RensaBoxes *boxes, int axis, gint64 n_bins, gint64 size, GError **error);

/* Returns the largest pixel of each bin, for an output of @type (R, C, H', W'), and its @places
 * in x in C order (int64; NULL if not needed). Among equal pixels the first is chosen, and NaN
 * before other values; an empty bin gives 0 and -1. */
RensaArray *rensa_boxes_find_maxima (const RensaBoxes *boxes, RensaArray *x, const RensaType *type, RensaArray **places,
                                     GError **error);

/**
 * RensaSamples:
 * @low: the pixel before the sample; -1 if there is no sample, or it is outside the image
 * @fraction: position of the sample between that pixel and the next, from 0 to 1
 * @share: reciprocal of the number of samples in the bin, including those outside the image
 *
 * Positions of samples along one axis; float64, shape (R, bins, S).
 */
typedef struct
{
  RensaArray *low;
  RensaArray *fraction;
  RensaArray *share;
} RensaSamples;

/* Used for rows and for columns. */
typedef struct
{
  RensaSamples axes[2];
} RensaSampleGrid;

/* Bins are divided into @ratio equal parts, each sampled at its center; 0 means the smallest
 * number of parts that are at most a pixel long. A sample up to one pixel outside the image uses
 * the nearest border pixel. */
gboolean rensa_boxes_sample (const RensaBoxes *boxes, int axis, gint64 n_bins, gint64 size, gint64 ratio,
                             RensaSamples *samples, GError **error);
void rensa_sample_grid_clear (RensaSampleGrid *grid);

/* Returns the weight of each of @size pixels in the mean of the samples of each bin. */
RensaArray *rensa_samples_share (const RensaSamples *samples, gint64 size, GError **error);

/* Returns the largest of the samples of each bin, each interpolated from four pixels, for an
 * output of @type. @places and @weights, of shape (4, R, C, H', W'), receive these pixels and
 * their weights; they may be NULL. */
RensaArray *rensa_samples_find_maxima (const RensaSampleGrid *grid, RensaArray *images, RensaArray *x,
                                       const RensaType *type, RensaArray **places, RensaArray **weights,
                                       GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaBoxes, rensa_boxes_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaSampleGrid, rensa_sample_grid_clear)

G_END_DECLS
