/* roi_average_align_2d.c: the mean of samples in each bin of boxes of images.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-boxes-private.h"
#include "rensa-functions.h"

static const RensaAttrSpec attrs[] = {
  RENSA_BOX_POOLING_OUTSIZE,
  RENSA_BOX_POOLING_SCALE (RensaBoxPooling),
  RENSA_BOX_POOLING_RATIO,
};

static const RensaSample samples[] = {
  { "outsize=2, spatial_scale=1",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]], [[[4, -1, 7, 2], [3, 10, -5, 6], [8, 1, 0, 12]]]]; [[0.25, "
    "0.75, 2.5, 3.0], [1.0, 0.0, 2.0, 2.25]]; [1, 0]",
    "[[[[4.2021484375, 1.2392578125], [1.482421875, 4.3154296875]]], [[[3.328125, -0.78125], [3.359375, 6.03125]]]]" },
  { "outsize=(2, 1), spatial_scale=0.5, sampling_ratio=(1, 3)",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]]]; [[0.5, 1.5, 5.5, 7.0]]; [0]",
    "[[[[1.494791666666667], [4.8055555555555545]]]]" },
  { "outsize=(1, 3), spatial_scale=1, sampling_ratio=2",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]], [[[4, -1, 7, 2], [3, 10, -5, 6], [8, 1, 0, 12]]]]; [[0, 1, "
    "3, 4], [2, 2, 9, 3]]; [0, 1]",
    "[[[[4.0625, 2.875, 2.5]]], [[[0, 0, 0]]]]" },
};

static const RensaBoxPoolingRule rule = { RENSA_BOX_EXACT, rensa_average_samples_forward };

const RensaFunctionClass rensa_roi_average_align_2d_class = {
  .name = "roi_average_align_2d",
  .group = &rensa_pooling_group,
  .title = N_ ("RoI Average Align 2D"),
  .summary = N_ ("Averages interpolated samples in each bin of the boxes"),
  .formula = "y[r, c, i, j] = mean x(n(r), c, h, w) over samples (h, w) of bin (i, j) of box r",
  .label = "ROIAverageAlign2D",
  .inputs = RENSA_INPUTS ("x", "rois:const", "roi_indices:int"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaBoxPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_box_pooling_infer,
  .forward = rensa_box_pooling_forward,
  .backward = rensa_average_boxes_backward,
  .rule = &rule,
  RENSA_FORMS ({ "chainer", "F.roi_average_align_2d({x}, {rois}, {roi_indices}, {outsize}, {spatial_scale}, "
                            "sampling_ratio={sampling_ratio})" },
               { "onnx", "count (sampling_ratio) == 2 ? prod (sampling_ratio == at (sampling_ratio, 0)) ? none : "
                         "refuse ('sampling_ratio') : none; y, l, b, r = Split (rois, axis=1, outputs=4); "
                         "RoiAlign (x, Concat (l, y, r, b, axis=1), Cast (roi_indices, to=7), "
                         "coordinate_transformation_mode='output_half_pixel', output_height=dim (out, 2), "
                         "output_width=dim (out, 3), sampling_ratio=given (sampling_ratio) ? at (sampling_ratio, 0) "
                         ": 0, spatial_scale=spatial_scale)" }),
};

/**
 * rensa_roi_average_align_2d:
 * @x: shape (N, C, H, W)
 * @rois: boxes (ymin, xmin, ymax, xmax), shape (R, 4), of the dtype of @x or integers; constant for gradients
 * @roi_indices: integers of shape (R,): the image of each box
 * @outsize: height and width of the results, H' and W'
 * @spatial_scale: factor from box coordinates to pixels of x
 * @sampling_ratio: (nullable): samples in a bin along height and width; NULL for the smallest
 *   number with steps of at most one pixel
 *
 * Returns the mean of samples in each of H' W' bins of each box, of shape (R, C, H', W'). Boxes are
 * not rounded, but are at least one pixel wide and high. Each bin is divided into equal parts, and
 * sampled at the center of each part by bilinear interpolation. A sample more than one pixel
 * outside the image counts as 0. Unlike in Chainer, the gradient is differentiable and x need not
 * be float32. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit, RENSA_ERROR_INVALID if a tuple
 * does not, an image does not exist or a coordinate is not finite.
 *
 * He, Gkioxari, Dollár, Girshick, "Mask R-CNN", ICCV 2017.
 */
RENSA_API RensaVariable *
rensa_roi_average_align_2d (RensaVariable *x, RensaVariable *rois, RensaVariable *roi_indices, const RensaInts *outsize,
                            double spatial_scale, const RensaInts *sampling_ratio, GError **error)
{
  const RensaBoxPooling self = { .outsize = *outsize,
                                 .spatial_scale = spatial_scale,
                                 .sampling_ratio = rensa_ints_or_none (sampling_ratio) };

  return rensa_apply3 (&rensa_roi_average_align_2d_class, &self, x, rois, roi_indices, error);
}
