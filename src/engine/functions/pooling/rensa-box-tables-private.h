/* rensa-box-tables-private.h: boxes of images, divided into bins or sampled.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/**
 * RensaBoxes:
 * @images: int64, shape (R,): the image that each box is a part of
 * @begin: float64, shape (R,): where its rows begin, and its columns
 * @extent: float64, shape (R,): how many there are; at least 1
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
  RENSA_BOX_ROUNDED,   /* to whole pixels, half to even; the end does not belong to the box */
  RENSA_BOX_INCLUSIVE, /* the same, and the end does belong to it */
} RensaBoxRule;

/* From @rois, of which columns @low[i] and @high[i] tell rows (0) and columns (1), times @scale; @images are integers
 * of any kind.  RENSA_ERROR_INVALID where a number is not finite or an image is not one of @n_images. */
gboolean rensa_boxes_init (RensaBoxes *boxes, RensaArray *rois, const int low[2], const int high[2], RensaArray *images,
                           gint64 n_images, double scale, RensaBoxRule rule, GError **error);
/* Each image of an array of shape @x as a whole. */
gboolean rensa_boxes_init_whole (RensaBoxes *boxes, const RensaShape *x, GError **error);
void rensa_boxes_clear (RensaBoxes *boxes);

/* Bin i of n of a box (whole pixels) begins with pixel ⌊i extent / n⌋ and ends before ⌈(i + 1) extent / n⌉, so that
 * neighbours may share pixels; what lies outside the image is cut off. */

/* Along @axis (0: rows, 1: columns), of extent @size: the part that each pixel has in the mean of each of @n_bins
 * bins, shape (R, n_bins, size).  An empty bin has none. */
RensaArray *rensa_boxes_share_bins (const RensaBoxes *boxes, int axis, gint64 n_bins, gint64 size, GError **error);

/* The largest pixel of each bin, for an output of @type (R, C, H', W'), and its @places in x in C order (int64; NULL
 * if they are not needed): the first of equals, NaN before others; 0 and -1 where a bin is empty. */
RensaArray *rensa_boxes_find_maxima (const RensaBoxes *boxes, RensaArray *x, const RensaType *type, RensaArray **places,
                                     GError **error);

/**
 * RensaSamples:
 * @low: the pixel before the sample; -1 where there is no sample, or it lies outside the image
 * @fraction: how far on the way from there to the next pixel it lies
 * @share: one by the number of samples in the bin, those outside the image included
 *
 * Where bins are sampled along one axis; float64, shape (R, bins, S).
 */
typedef struct
{
  RensaArray *low;
  RensaArray *fraction;
  RensaArray *share;
} RensaSamples;

/* For rows and columns. */
typedef struct
{
  RensaSamples axes[2];
} RensaSampleGrid;

/* Bins are divided evenly and sampled in the middle of their @ratio parts; 0 stands for the least number of parts
 * that are no larger than a pixel.  A sample up to a pixel away from the image reads its border. */
gboolean rensa_boxes_sample (const RensaBoxes *boxes, int axis, gint64 n_bins, gint64 size, gint64 ratio,
                             RensaSamples *samples, GError **error);
void rensa_sample_grid_clear (RensaSampleGrid *grid);

/* The part that each of @size pixels has in the mean of the samples of each bin. */
RensaArray *rensa_samples_share (const RensaSamples *samples, gint64 size, GError **error);

/* The largest of the samples of each bin, each interpolated from four pixels, for an output of @type.  @places and
 * @weights, of shape (4, R, C, H', W'), get those pixels and the parts that they have in it; they may be NULL. */
RensaArray *rensa_samples_find_maxima (const RensaSampleGrid *grid, RensaArray *images, RensaArray *x,
                                       const RensaType *type, RensaArray **places, RensaArray **weights,
                                       GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaBoxes, rensa_boxes_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaSampleGrid, rensa_sample_grid_clear)

G_END_DECLS
