/* adaptive_average_pooling_2d.c: the mean of each bin of whole images.
 * SPDX-License-Identifier: MIT */

#include "rensa-boxes-private.h"
#include "rensa-functions.h"
#include "rensa-pooling-private.h"
#include "rensa-window-maps-private.h"

static const RensaAttrSpec attrs[] = { RENSA_BOX_POOLING_OUTSIZE };

static const RensaSample samples[] = {
  { "outsize=(2, 3)",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]], [[[4, -1, 7, 2], [3, 10, -5, 6], [8, 1, 0, 12]]]]",
    "[[[[4.25, 1.75, 2], [3.25, 3, 2.5]]], [[[4, 2.75, 2.5], [5.5, 1.5, 3.25]]]]" },
  { "outsize=(1, 2)", "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]]]",
    "[[[[3.8333333333333335, 2.8333333333333335]]]]" },
  { "outsize=4", "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]]]",
    "[[[[1, 9, 3, 4], [3, 5.5, -2, 6], [2.5, 4, 2, 3], [0, 6, 11, -2]]]]" },
};

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaShape *y = &rensa_call_get_output_type (call, 0)->shape;
  RensaArray *x = rensa_call_get_input (call, 0);
  g_auto (RensaBoxes) boxes = { 0 };
  RensaWindow window;

  if (!rensa_adaptive_pooling_get_window (rensa_array_get_shape (x), y, &window))
    return rensa_boxes_init_whole (&boxes, rensa_array_get_shape (x), error)
           && rensa_average_bins_forward (call, &boxes, error);

  rensa_call_take_output (call, 0, rensa_pool_average (x, &window, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaType y = rensa_backward_get_output_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaWindow window;

  if (!rensa_adaptive_pooling_get_window (&x.shape, &y.shape, &window))
    return rensa_average_boxes_backward (backward, error);

  rensa_backward_take_grad_input (
      backward, 0,
      rensa_spread_windows (gy, &window, 1.0 / (double) (window.kernel[0] * window.kernel[1]), &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_adaptive_average_pooling_2d_class = {
  .name = "adaptive_average_pooling_2d",
  .group = &rensa_pooling_group,
  .title = N_ ("Adaptive Average Pooling 2D"),
  .summary = N_ ("Divides an image into a given number of bins and averages each"),
  .formula = "y[n, c, i, j] = mean x[n, c, h, w] over ⌊iH / H'⌋ ≤ h < ⌈(i + 1)H / H'⌉ and so for w",
  .label = "AdaptiveAveragePooling2D",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaBoxPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_adaptive_pooling_infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "pool_bins({x}, {outsize}, F.average)" }, { "chainer_class", rensa_bins_chainer_class },
               { "torch", "F.adaptive_avg_pool2d({x}, {outsize})" },
               { "onnx", "k = slice (shape (x), 2, 4) / slice (shape (out), 2, 4); "
                         "prod (k == floor (k)) ? AveragePool (x, kernel_shape=floor (k), strides=floor (k)) : "
                         "refuse ('outsize')" }),
};

/**
 * rensa_adaptive_average_pooling_2d:
 * @x: shape (N, C, H, W), where H and W are not 0
 * @outsize: height and width of the result, H' and W'
 *
 * Returns the mean of each of H' W' bins of each image, of shape (N, C, H', W'); bins share
 * pixels if H' does not divide H. Chainer has no such function; the bins are PyTorch's.
 * RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if a tuple does not.
 */
RENSA_API RensaVariable *
rensa_adaptive_average_pooling_2d (RensaVariable *x, const RensaInts *outsize, GError **error)
{
  const RensaBoxPooling self = { .outsize = *outsize };

  return rensa_apply1 (&rensa_adaptive_average_pooling_2d_class, &self, x, error);
}
