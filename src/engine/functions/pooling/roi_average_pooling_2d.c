/* roi_average_pooling_2d.c: the mean of each bin of boxes of images.
 * SPDX-License-Identifier: MIT */

#include "rensa-boxes-private.h"
#include "rensa-functions.h"

static const RensaAttrSpec attrs[] = {
  RENSA_BOX_POOLING_OUTSIZE,
  RENSA_BOX_POOLING_SCALE (RensaBoxPooling),
};

static const RensaSample samples[] = {
  { "outsize=2, spatial_scale=1",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]], [[[4, -1, 7, 2], [3, 10, -5, 6], [8, 1, 0, 12]]]]; [[0.25, "
    "0.75, 2.5, 3.0], [1.0, 0.0, 2.0, 2.25]]; [1, 0]",
    "[[[[-1, 7], [10, -5]]], [[[5, 2], [5, 2]]]]" },
  { "outsize=(2, 1), spatial_scale=0.5",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]]]; [[0.5, 1.5, 5.5, 7.0]]; [0]",
    "[[[[3.1666666666666665], [3]]]]" },
  { "outsize=(1, 3), spatial_scale=1",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]], [[[4, -1, 7, 2], [3, 10, -5, 6], [8, 1, 0, 12]]]]; [[0, 1, "
    "3, 4], [2, 2, 9, 3]]; [0, 1]",
    "[[[[5.666666666666667, 2.3333333333333335, 3.3333333333333335]]], [[[0, 0, 0]]]]" },
};

static const RensaBoxPoolingRule rule = { RENSA_BOX_ROUNDED, rensa_average_bins_forward };

const RensaFunctionClass rensa_roi_average_pooling_2d_class = {
  .name = "roi_average_pooling_2d",
  .group = &rensa_pooling_group,
  .title = N_ ("RoI Average Pooling 2D"),
  .summary = N_ ("Averages each bin of the boxes, rounded to whole pixels"),
  .formula = "y[r, c, i, j] = mean x[n(r), c, h, w] over bin (i, j) of box r",
  .label = "ROIAveragePooling2D",
  .inputs = RENSA_INPUTS ("x", "rois:const", "roi_indices:int"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaBoxPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_box_pooling_infer,
  .forward = rensa_box_pooling_forward,
  .backward = rensa_average_boxes_backward,
  .rule = &rule,
  RENSA_FORMS ({ "chainer", "F.roi_average_pooling_2d({x}, {rois}, {roi_indices}, {outsize}, {spatial_scale})" }),
};

/**
 * rensa_roi_average_pooling_2d:
 * @x: shape (N, C, H, W)
 * @rois: boxes (ymin, xmin, ymax, xmax), shape (R, 4), of the dtype of @x or integers; constant for gradients
 * @roi_indices: integers of shape (R,): the image of each box
 * @outsize: height and width of the results, H' and W'
 * @spatial_scale: factor from box coordinates to pixels of x
 *
 * Returns the mean of each of H' W' bins of each box, of shape (R, C, H', W'). Boxes are rounded to
 * whole pixels, half to even, and exclude their ends; they are at least one pixel wide and high.
 * Bin i of a box of h pixels begins at pixel ⌊i h / H'⌋ and ends before ⌈(i + 1) h / H'⌉. Pixels
 * outside the image are ignored; a bin that is entirely outside has mean 0 (undefined in Chainer).
 * Unlike in Chainer, the gradient is differentiable. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do
 * not fit, RENSA_ERROR_INVALID if a tuple does not, an image does not exist or a coordinate is not
 * finite.
 *
 * Girshick, "Fast R-CNN", ICCV 2015.
 */
RENSA_API RensaVariable *
rensa_roi_average_pooling_2d (RensaVariable *x, RensaVariable *rois, RensaVariable *roi_indices,
                              const RensaInts *outsize, double spatial_scale, GError **error)
{
  const RensaBoxPooling self = { .outsize = *outsize, .spatial_scale = spatial_scale };

  return rensa_apply3 (&rensa_roi_average_pooling_2d_class, &self, x, rois, roi_indices, error);
}
