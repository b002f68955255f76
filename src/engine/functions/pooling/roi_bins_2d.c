/* roi_bins_2d.c: the mean or the largest value of each bin of boxes of images: of interpolated samples (align), or of pixels
 * of boxes that are rounded (pooling).
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-boxes-private.h"
#include "rensa-functions.h"

/* Rounded boxes have no ratio. */
static const RensaAttrSpec attrs[] = {
  RENSA_BOX_POOLING_OUTSIZE,
  RENSA_BOX_POOLING_SCALE (RensaBoxPooling),
  RENSA_BOX_POOLING_RATIO,
};

/* Fields shared by all functions; one has the first @n_attributes attributes. */
#define BINS(samples, n_attributes)                                                                             \
  .group = &rensa_pooling_group, .inputs = RENSA_INPUTS ("x", "rois:const", "roi_indices:int"), .n_outputs = 1, \
  .attrs = attrs, .n_attrs = (n_attributes), .attrs_size = sizeof (RensaBoxPooling), RENSA_SAMPLES (samples),   \
  .infer = rensa_box_pooling_infer, .forward = rensa_box_pooling_forward
#define ALIGN(name) \
  "F." name "({x}, {rois}, {roi_indices}, {outsize}, {spatial_scale}, sampling_ratio={sampling_ratio})"
#define POOLING(name) "F." name "({x}, {rois}, {roi_indices}, {outsize}, {spatial_scale})"

static RensaVariable *
apply (const RensaFunctionClass *class, RensaVariable *x, RensaVariable *rois, RensaVariable *roi_indices,
       const RensaInts *outsize, double spatial_scale, const RensaInts *sampling_ratio, GError **error)
{
  const RensaBoxPooling self = { .outsize = *outsize,
                                 .spatial_scale = spatial_scale,
                                 .sampling_ratio = rensa_ints_or_none (sampling_ratio) };

  return rensa_apply3 (class, &self, x, rois, roi_indices, error);
}

static const RensaSample average_align_samples[] = {
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

const RensaFunctionClass rensa_roi_average_align_2d_class = {
  .name = "roi_average_align_2d",
  BINS (average_align_samples, 3),
  .title = N_ ("RoI Average Align 2D"),
  .summary = N_ ("Averages interpolated samples in each bin of the boxes"),
  .formula = "y[r, c, i, j] = mean x(n(r), c, h, w) over samples (h, w) of bin (i, j) of box r",
  .label = "ROIAverageAlign2D",
  .backward = rensa_average_boxes_backward,
  .rule = &(const RensaBoxPoolingRule){ RENSA_BOX_EXACT, rensa_average_samples_forward },
  RENSA_FORMS ({ "chainer", ALIGN ("roi_average_align_2d") },
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
  return apply (&rensa_roi_average_align_2d_class, x, rois, roi_indices, outsize, spatial_scale, sampling_ratio, error);
}

static const RensaSample average_pooling_samples[] = {
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

const RensaFunctionClass rensa_roi_average_pooling_2d_class = {
  .name = "roi_average_pooling_2d",
  BINS (average_pooling_samples, 2),
  .title = N_ ("RoI Average Pooling 2D"),
  .summary = N_ ("Averages each bin of the boxes, rounded to whole pixels"),
  .formula = "y[r, c, i, j] = mean x[n(r), c, h, w] over bin (i, j) of box r",
  .label = "ROIAveragePooling2D",
  .backward = rensa_average_boxes_backward,
  .rule = &(const RensaBoxPoolingRule){ RENSA_BOX_ROUNDED, rensa_average_bins_forward },
  RENSA_FORMS ({ "chainer", POOLING ("roi_average_pooling_2d") }),
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
  return apply (&rensa_roi_average_pooling_2d_class, x, rois, roi_indices, outsize, spatial_scale, NULL, error);
}

static const RensaSample max_align_samples[] = {
  { "outsize=2, spatial_scale=1",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]], [[[4, -1, 7, 2], [3, 10, -5, 6], [8, 1, 0, 12]]]]; [[0.25, "
    "0.75, 2.5, 3.0], [1.0, 0.0, 2.0, 2.25]]; [1, 0]",
    "[[[[8.728515625, 3.4423828125], [3.912109375, 8.625]]], [[[3.5390625, 0.765625], [4.4140625, 6.453125]]]]" },
  { "outsize=(2, 1), spatial_scale=0.5, sampling_ratio=(1, 3)",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]]]; [[0.5, 1.5, 5.5, 7.0]]; [0]", "[[[[7.5], [9.375]]]]" },
  { "outsize=(1, 3), spatial_scale=1, sampling_ratio=2",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]], [[[4, -1, 7, 2], [3, 10, -5, 6], [8, 1, 0, 12]]]]; [[0, 1, "
    "3, 4], [2, 2, 9, 3]]; [0, 1]",
    "[[[[9.75, 7.75, 7]]], [[[0, 0, 0]]]]" },
};

const RensaFunctionClass rensa_roi_max_align_2d_class = {
  .name = "roi_max_align_2d",
  BINS (max_align_samples, 3),
  .title = N_ ("RoI Max Align 2D"),
  .summary = N_ ("Takes the largest of the interpolated samples in each bin of the boxes"),
  .formula = "y[r, c, i, j] = max x(n(r), c, h, w) over samples (h, w) of bin (i, j) of box r",
  .label = "ROIMaxAlign2D",
  .backward = rensa_max_boxes_backward,
  .rule = &(const RensaBoxPoolingRule){ RENSA_BOX_EXACT, rensa_max_samples_forward },
  RENSA_FORMS ({ "chainer", ALIGN ("roi_max_align_2d") }),
};

/**
 * rensa_roi_max_align_2d:
 * @x: shape (N, C, H, W)
 * @rois: boxes (ymin, xmin, ymax, xmax), shape (R, 4), of the dtype of @x or integers; constant for gradients
 * @roi_indices: integers of shape (R,): the image of each box
 * @outsize: height and width of the results, H' and W'
 * @spatial_scale: factor from box coordinates to pixels of x
 * @sampling_ratio: (nullable): samples in a bin along height and width; NULL for the smallest
 *   number with steps of at most one pixel
 *
 * Returns the largest of the samples in each of H' W' bins of each box, of shape (R, C, H', W').
 * Boxes are not rounded, but are at least one pixel wide and high. Each bin is divided into equal
 * parts, and sampled at the center of each part by bilinear interpolation. A sample more than one
 * pixel outside the image is ignored; a bin without other samples gives 0. NaN takes precedence.
 * Unlike in Chainer, the gradient is differentiable and x need not be float32.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit, RENSA_ERROR_INVALID if a tuple does not,
 * an image does not exist or a coordinate is not finite.
 *
 * He, Gkioxari, Dollár, Girshick, "Mask R-CNN", ICCV 2017.
 */
RENSA_API RensaVariable *
rensa_roi_max_align_2d (RensaVariable *x, RensaVariable *rois, RensaVariable *roi_indices, const RensaInts *outsize,
                        double spatial_scale, const RensaInts *sampling_ratio, GError **error)
{
  return apply (&rensa_roi_max_align_2d_class, x, rois, roi_indices, outsize, spatial_scale, sampling_ratio, error);
}

static const RensaSample max_pooling_samples[] = {
  { "outsize=2, spatial_scale=1",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]], [[[4, -1, 7, 2], [3, 10, -5, 6], [8, 1, 0, 12]]]]; [[0.25, "
    "0.75, 2.5, 3.0], [1.0, 0.0, 2.0, 2.25]]; [1, 0]",
    "[[[[-1, 7], [10, -5]]], [[[5, 2], [5, 2]]]]" },
  { "outsize=(2, 1), spatial_scale=0.5",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]]]; [[0.5, 1.5, 5.5, 7.0]]; [0]", "[[[[9], [11]]]]" },
  { "outsize=(1, 3), spatial_scale=1",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]], [[[4, -1, 7, 2], [3, 10, -5, 6], [8, 1, 0, 12]]]]; [[0, 1, "
    "3, 4], [2, 2, 9, 3]]; [0, 1]",
    "[[[[9, 11, 8]]], [[[0, 0, 0]]]]" },
};

const RensaFunctionClass rensa_roi_max_pooling_2d_class = {
  .name = "roi_max_pooling_2d",
  BINS (max_pooling_samples, 2),
  .title = N_ ("RoI Max Pooling 2D"),
  .summary = N_ ("Takes the largest pixel of each bin of the boxes, rounded to whole pixels"),
  .formula = "y[r, c, i, j] = max x[n(r), c, h, w] over bin (i, j) of box r",
  .label = "ROIMaxPooling2D",
  .backward = rensa_max_boxes_backward,
  .rule = &(const RensaBoxPoolingRule){ RENSA_BOX_ROUNDED, rensa_max_bins_forward },
  RENSA_FORMS ({ "chainer", POOLING ("roi_max_pooling_2d") }),
};

/**
 * rensa_roi_max_pooling_2d:
 * @x: shape (N, C, H, W)
 * @rois: boxes (ymin, xmin, ymax, xmax), shape (R, 4), of the dtype of @x or integers; constant for gradients
 * @roi_indices: integers of shape (R,): the image of each box
 * @outsize: height and width of the results, H' and W'
 * @spatial_scale: factor from box coordinates to pixels of x
 *
 * Returns the largest pixel of each of H' W' bins of each box, of shape (R, C, H', W'). Boxes are
 * rounded to whole pixels, half to even, and exclude their ends; they are at least one pixel wide
 * and high. Bin i of a box of h pixels begins at pixel ⌊i h / H'⌋ and ends before ⌈(i + 1) h / H'⌉.
 * Pixels outside the image are ignored; a bin that is entirely outside gives 0. NaN takes
 * precedence. Unlike in Chainer, the gradient is differentiable. RENSA_ERROR_TYPE_CHECK if shapes
 * or dtypes do not fit, RENSA_ERROR_INVALID if a tuple does not, an image does not exist or a
 * coordinate is not finite.
 *
 * Girshick, "Fast R-CNN", ICCV 2015.
 */
RENSA_API RensaVariable *
rensa_roi_max_pooling_2d (RensaVariable *x, RensaVariable *rois, RensaVariable *roi_indices, const RensaInts *outsize,
                          double spatial_scale, GError **error)
{
  return apply (&rensa_roi_max_pooling_2d_class, x, rois, roi_indices, outsize, spatial_scale, NULL, error);
}
