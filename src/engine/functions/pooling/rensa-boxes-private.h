/* rensa-boxes-private.h: pooling over boxes of images.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-box-tables-private.h"
#include "rensa-windows-private.h"

G_BEGIN_DECLS

/* Attributes of all these functions; a function that lacks one of them leaves it zero. */
typedef struct
{
  RensaInts outsize;
  double spatial_scale;
  RensaInts sampling_ratio;
} RensaBoxPooling;

#define RENSA_BOX_POOLING_OUTSIZE                                                                               \
  RENSA_ATTR_INTS (RensaBoxPooling, outsize, .required = TRUE, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px", \
                   .title = N_ ("Output Size"), .hint = N_ ("Height and width of each output"))
#define RENSA_BOX_POOLING_SCALE(Struct)                                                                          \
  RENSA_ATTR_FLOAT (Struct, spatial_scale, .required = TRUE, .min = 1e-9, .max = 1e9, .title = N_ ("Box Scale"), \
                    .hint = N_ ("Factor from box coordinates to pixels of x"))
#define RENSA_BOX_POOLING_RATIO                                                                              \
  RENSA_ATTR_INTS (RensaBoxPooling, sampling_ratio, .allow_none = TRUE, .none = TRUE, .min = 1, .max = 1024, \
                   .title = N_ ("Samples per Bin"),                                                          \
                   .hint = N_ ("Sampling points along height and width; None uses steps of at most one pixel"))

/* Differences between the functions of boxes. */
typedef struct
{
  RensaBoxRule box;
  gboolean (*forward) (RensaCall *call, const RensaBoxes *boxes, GError **error);
} RensaBoxPoolingRule;

/* Infers types for the inputs x, rois (ymin, xmin, ymax, xmax) and roi_indices. Classes have a
 * RensaBoxPoolingRule. */
gboolean rensa_box_pooling_infer (RensaInference *inference, GError **error);
gboolean rensa_box_pooling_forward (RensaCall *call, GError **error);
/* Infers types for x alone, where each image is a box. */
gboolean rensa_adaptive_pooling_infer (RensaInference *inference, GError **error);
/* Checks shared by functions of boxes: x, and boxes with @n_columns numbers each (input 1), with
 * the dtype of x or integers. */
gboolean rensa_expect_boxes (RensaInference *inference, gint64 n_columns, GError **error);

/* Compute output 0 from boxes, and retain the data for backward. */
gboolean rensa_average_bins_forward (RensaCall *call, const RensaBoxes *boxes, GError **error);
gboolean rensa_average_samples_forward (RensaCall *call, const RensaBoxes *boxes, GError **error);
gboolean rensa_max_bins_forward (RensaCall *call, const RensaBoxes *boxes, GError **error);
gboolean rensa_max_samples_forward (RensaCall *call, const RensaBoxes *boxes, GError **error);

/* Used by both kinds of averages, and by both kinds of maxima. */
gboolean rensa_average_boxes_backward (RensaBackward *backward, GError **error);
gboolean rensa_max_boxes_backward (RensaBackward *backward, GError **error);

/* TRUE if the bins of whole images are equal windows, which are faster. */
gboolean rensa_adaptive_pooling_get_window (const RensaShape *x, const RensaShape *y, RensaWindow *window);

G_END_DECLS
