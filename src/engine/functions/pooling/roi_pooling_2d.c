/* roi_pooling_2d.c: the largest pixel of each bin of boxes, including their ends.
 * SPDX-License-Identifier: MIT */

#include "rensa-boxes-private.h"
#include "rensa-functions.h"

typedef struct
{
  gint64 outh;
  gint64 outw;
  double spatial_scale;
} RoiPooling2D;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (RoiPooling2D, outh, .required = TRUE, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                  .title = N_ ("Output Height")),
  RENSA_ATTR_INT (RoiPooling2D, outw, .required = TRUE, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                  .title = N_ ("Output Width")),
  RENSA_BOX_POOLING_SCALE (RoiPooling2D),
};

static const RensaSample samples[] = {
  { "outh=2, outw=2, spatial_scale=1",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]], [[[4, -1, 7, 2], [3, 10, -5, 6], [8, 1, 0, 12]]]]; [[1.0, "
    "0.75, 0.25, 3.0, 2.5], [0.0, 0.0, 1.0, 2.25, 2.0]]",
    "[[[[10, 7], [10, 12]]], [[[5, 2], [6, 11]]]]" },
  { "outh=1, outw=3, spatial_scale=0.5", "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]]]; [[0, 1, 2, 7, 5]]",
    "[[[[6, 11, 8]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RoiPooling2D *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *rois = rensa_inference_get_input (inference, 1);

  if (!rensa_expect_boxes (inference, 5, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype,
                                    &RENSA_SHAPE (rois->shape.dims[0], x->shape.dims[1], self->outh, self->outw));
  return TRUE;
}

/* Rows of rois are (image, xmin, ymin, xmax, ymax). */
static gboolean
get_boxes (RensaCall *call, RensaBoxes *boxes, GError **error)
{
  const RoiPooling2D *self = rensa_call_get_attrs (call);
  RensaArray *rois = rensa_call_get_input (call, 1);
  const gint64 n_images = rensa_array_get_dim (rensa_call_get_input (call, 0), 0);
  g_autoptr (RensaArray) column = rensa_array_view_range (rois, 1, 0, 1);
  g_autoptr (RensaArray) images = rensa_array_view_squeeze (column, 2);

  if (rensa_boxes_init (boxes, rois, (int[]){ 2, 1 }, (int[]){ 4, 3 }, images, n_images, self->spatial_scale,
                        RENSA_BOX_INCLUSIVE, error))
    return TRUE;

  g_prefix_error (error, "roi_pooling_2d: ");
  return FALSE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  g_auto (RensaBoxes) boxes = { 0 };

  return get_boxes (call, &boxes, error) && rensa_max_bins_forward (call, &boxes, error);
}

const RensaFunctionClass rensa_roi_pooling_2d_class = {
  .name = "roi_pooling_2d",
  .group = &rensa_pooling_group,
  .title = N_ ("RoI Pooling 2D"),
  .summary = N_ ("Takes the largest pixel of each bin of the boxes, including their last pixels"),
  .formula = "y[r, c, i, j] = max x[n(r), c, h, w] over bin (i, j) of box r",
  .label = "ROIPooling2D",
  .inputs = RENSA_INPUTS ("x", "rois:const"),
  .n_outputs = 1,
  RENSA_ATTRS (RoiPooling2D, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = rensa_max_boxes_backward,
  RENSA_FORMS ({ "chainer", "F.roi_pooling_2d({x}, {rois}, {outh}, {outw}, {spatial_scale})" }),
};

/**
 * rensa_roi_pooling_2d:
 * @x: shape (N, C, H, W)
 * @rois: rows (image, xmin, ymin, xmax, ymax), shape (R, 5), of the dtype of @x or integers; constant for gradients
 * @outh: height of the results, H'
 * @outw: width of the results, W'
 * @spatial_scale: factor from box coordinates to pixels of x
 *
 * Returns the largest pixel of each of H' W' bins of each box, of shape (R, C, H', W'). Boxes are
 * rounded to whole pixels, half to even, and include their ends. Bin i of a box of h pixels begins
 * at pixel ⌊i h / H'⌋ and ends before ⌈(i + 1) h / H'⌉. Pixels outside the image are ignored; a bin
 * that is entirely outside gives 0. NaN takes precedence. Unlike in Chainer, the gradient is
 * differentiable. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit, RENSA_ERROR_INVALID if an
 * image does not exist or a coordinate is not finite.
 *
 * Girshick, "Fast R-CNN", ICCV 2015.
 */
RENSA_API RensaVariable *
rensa_roi_pooling_2d (RensaVariable *x, RensaVariable *rois, gint64 outh, gint64 outw, double spatial_scale,
                      GError **error)
{
  const RoiPooling2D self = { .outh = outh, .outw = outw, .spatial_scale = spatial_scale };

  return rensa_apply2 (&rensa_roi_pooling_2d_class, &self, x, rois, error);
}
