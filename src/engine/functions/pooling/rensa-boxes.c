/* rensa-boxes.c: pooling over boxes of images.
 * SPDX-License-Identifier: MIT */

#include "rensa-boxes-private.h"

#include "rensa-patch-sums-private.h"
#include "rensa-picks-private.h"

/* Values kept by the forward pass. */
enum
{
  KEPT_ROWS = 0,
  KEPT_COLUMNS = 1,
  KEPT_IMAGES = 2,
  KEPT_PLACES = 0,
  KEPT_WEIGHTS = 1,
};

gboolean
rensa_expect_boxes (RensaInference *inference, gint64 n_columns, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *rois = rensa_inference_get_input (inference, 1);

  return rensa_expect_floating (inference, 0, error) && RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
         && (rensa_dtype_is_integer (rois->dtype) || rensa_expect_same_dtype (inference, 0, 1, error))
         && RENSA_EXPECT (inference, rois->shape.ndim, ==, 2, error)
         && RENSA_EXPECT (inference, rois->shape.dims[1], ==, n_columns, error);
}

/* Stores the height and width of the output in @y, and checks the other attributes. */
static gboolean
get_extents (RensaInference *inference, RensaShape *y, GError **error)
{
  const RensaBoxPooling *self = rensa_inference_get_attrs (inference);
  gint64 ratio[2];

  if (rensa_ints_expand (&self->outsize, 2, 1, "outsize", y->dims + 2, error)
      && (self->sampling_ratio.n == 0
          || rensa_ints_expand (&self->sampling_ratio, 2, 1, "sampling_ratio", ratio, error)))
    return TRUE;

  g_prefix_error (error, "%s: ", rensa_inference_get_name (inference));
  return FALSE;
}

gboolean
rensa_box_pooling_infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *rois = rensa_inference_get_input (inference, 1);
  const RensaType *roi_indices = rensa_inference_get_input (inference, 2);
  RensaShape y = x->shape;

  if (!rensa_expect_boxes (inference, 4, error) || !rensa_expect_integer (inference, 2, error)
      || !RENSA_EXPECT (inference, roi_indices->shape.ndim, ==, 1, error)
      || !RENSA_EXPECT (inference, rois->shape.dims[0], ==, roi_indices->shape.dims[0], error)
      || !get_extents (inference, &y, error))
    return FALSE;

  y.dims[0] = rois->shape.dims[0];
  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

gboolean
rensa_adaptive_pooling_infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape y = x->shape;

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
      || !RENSA_EXPECT (inference, x->shape.dims[2], >, 0, error)
      || !RENSA_EXPECT (inference, x->shape.dims[3], >, 0, error) || !get_extents (inference, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

gboolean
rensa_box_pooling_forward (RensaCall *call, GError **error)
{
  const RensaBoxPooling *self = rensa_call_get_attrs (call);
  const RensaBoxPoolingRule *rule = rensa_call_get_rule (call);
  const gint64 n_images = rensa_array_get_dim (rensa_call_get_input (call, 0), 0);
  g_auto (RensaBoxes) boxes = { 0 };

  if (rensa_boxes_init (&boxes, rensa_call_get_input (call, 1), (int[]){ 0, 1 }, (int[]){ 2, 3 },
                        rensa_call_get_input (call, 2), n_images, self->spatial_scale, rule->box, error))
    return rule->forward (call, &boxes, error);

  g_prefix_error (error, "%s: ", rensa_call_get_name (call));
  return FALSE;
}

/* Weights of rows and columns, mapping images to boxes; from[k] is the image of box k, to[k] is
 * k. */
static gboolean
get_patches (RensaArray *rows, RensaArray *columns, RensaArray *images, RensaArray *numbers, RensaPatches *patches)
{
  *patches = (RensaPatches){ .rows = rows, .columns = columns, .from = images, .to = numbers };
  return rows != NULL && columns != NULL && images != NULL && numbers != NULL;
}

/* Applies the weights of rows and columns to all boxes. */
static gboolean
average (RensaCall *call, const RensaBoxes *boxes, RensaArray *rows, RensaArray *columns, GError **error)
{
  const RensaShape *shape = &rensa_call_get_output_type (call, 0)->shape;
  g_autoptr (RensaArray) numbers = rensa_array_range (RENSA_INT64, shape->dims[0], error);
  RensaPatches patches;

  if (!get_patches (rows, columns, boxes->images, numbers, &patches))
    return FALSE;

  rensa_call_keep (call, KEPT_ROWS, rensa_array_ref (rows));
  rensa_call_keep (call, KEPT_COLUMNS, rensa_array_ref (columns));
  rensa_call_keep (call, KEPT_IMAGES, rensa_array_ref (boxes->images));
  rensa_call_take_output (call, 0, rensa_sum_patches (rensa_call_get_input (call, 0), &patches, shape, error));
  return rensa_call_succeeded (call);
}

gboolean
rensa_average_bins_forward (RensaCall *call, const RensaBoxes *boxes, GError **error)
{
  const RensaShape *x = rensa_array_get_shape (rensa_call_get_input (call, 0));
  const RensaShape *y = &rensa_call_get_output_type (call, 0)->shape;
  g_autoptr (RensaArray) rows = rensa_boxes_share_bins (boxes, 0, y->dims[2], x->dims[2], error);
  g_autoptr (RensaArray) columns =
      rows != NULL ? rensa_boxes_share_bins (boxes, 1, y->dims[3], x->dims[3], error) : NULL;

  return average (call, boxes, rows, columns, error);
}

/* Positions of the samples of all bins, by rows and columns. */
static gboolean
get_samples (RensaCall *call, const RensaBoxes *boxes, RensaSampleGrid *grid, GError **error)
{
  const RensaBoxPooling *self = rensa_call_get_attrs (call);
  const RensaShape *x = rensa_array_get_shape (rensa_call_get_input (call, 0));
  const RensaShape *y = &rensa_call_get_output_type (call, 0)->shape;
  gint64 ratio[2];

  return rensa_ints_expand (&self->sampling_ratio, 2, 0, "sampling_ratio", ratio, error)
         && rensa_boxes_sample (boxes, 0, y->dims[2], x->dims[2], ratio[0], &grid->axes[0], error)
         && rensa_boxes_sample (boxes, 1, y->dims[3], x->dims[3], ratio[1], &grid->axes[1], error);
}

gboolean
rensa_average_samples_forward (RensaCall *call, const RensaBoxes *boxes, GError **error)
{
  const RensaShape *x = rensa_array_get_shape (rensa_call_get_input (call, 0));
  g_auto (RensaSampleGrid) grid = { 0 };

  if (!get_samples (call, boxes, &grid, error))
    return FALSE;

  g_autoptr (RensaArray) rows = rensa_samples_share (&grid.axes[0], x->dims[2], error);
  g_autoptr (RensaArray) columns = rows != NULL ? rensa_samples_share (&grid.axes[1], x->dims[3], error) : NULL;

  return average (call, boxes, rows, columns, error);
}

gboolean
rensa_average_boxes_backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaArray *images = rensa_backward_get_kept (backward, KEPT_IMAGES);
  g_autoptr (RensaArray) numbers = rensa_array_range (RENSA_INT64, rensa_array_get_count (images), error);
  RensaPatches patches;

  if (!get_patches (rensa_backward_get_kept (backward, KEPT_ROWS), rensa_backward_get_kept (backward, KEPT_COLUMNS),
                    images, numbers, &patches))
    return FALSE;

  rensa_backward_take_grad_input (backward, 0, rensa_sum_patches_backward (gy, &patches, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

gboolean
rensa_max_bins_forward (RensaCall *call, const RensaBoxes *boxes, GError **error)
{
  const gboolean needs_places = rensa_call_needs_grad (call, 0);
  RensaArray *places = NULL;

  rensa_call_take_output (call, 0,
                          rensa_boxes_find_maxima (boxes, rensa_call_get_input (call, 0),
                                                   rensa_call_get_output_type (call, 0), needs_places ? &places : NULL,
                                                   error));
  if (places != NULL)
    rensa_call_keep (call, KEPT_PLACES, places);
  return rensa_call_succeeded (call);
}

gboolean
rensa_max_samples_forward (RensaCall *call, const RensaBoxes *boxes, GError **error)
{
  const gboolean needs_places = rensa_call_needs_grad (call, 0);
  g_auto (RensaSampleGrid) grid = { 0 };
  RensaArray *places = NULL;
  RensaArray *weights = NULL;

  if (!get_samples (call, boxes, &grid, error))
    return FALSE;

  rensa_call_take_output (call, 0,
                          rensa_samples_find_maxima (&grid, boxes->images, rensa_call_get_input (call, 0),
                                                     rensa_call_get_output_type (call, 0),
                                                     needs_places ? &places : NULL, needs_places ? &weights : NULL,
                                                     error));
  if (places != NULL)
    {
      rensa_call_keep (call, KEPT_PLACES, places);
      rensa_call_keep (call, KEPT_WEIGHTS, weights);
    }
  return rensa_call_succeeded (call);
}

gboolean
rensa_max_boxes_backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) places = rensa_variable_new_constant (rensa_backward_get_kept (backward, KEPT_PLACES));
  g_autoptr (RensaVariable) weights = rensa_variable_new_constant (rensa_backward_get_kept (backward, KEPT_WEIGHTS));

  rensa_backward_take_grad_input (backward, 0, rensa_pick_backward (gy, places, weights, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

gboolean
rensa_adaptive_pooling_get_window (const RensaShape *x, const RensaShape *y, RensaWindow *window)
{
  *window = (RensaWindow){ .n = 2, .groups = 1 };

  for (int i = 0; i < 2; i++)
    {
      if (x->dims[2 + i] % y->dims[2 + i] != 0)
        return FALSE;
      window->kernel[i] = x->dims[2 + i] / y->dims[2 + i];
      window->stride[i] = window->kernel[i];
      window->dilate[i] = 1;
    }

  return TRUE;
}
