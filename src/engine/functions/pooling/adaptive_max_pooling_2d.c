/* adaptive_max_pooling_2d.c: the largest pixel of each bin of whole images.
 * SPDX-License-Identifier: MIT */

#include "rensa-boxes-private.h"
#include "rensa-functions.h"
#include "rensa-pooling-private.h"
#include "rensa-window-maps-private.h"

static const RensaAttrSpec attrs[] = { RENSA_BOX_POOLING_OUTSIZE };

static const RensaSample samples[] = {
  { "outsize=(2, 3)",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]], [[[4, -1, 7, 2], [3, 10, -5, 6], [8, 1, 0, 12]]]]",
    "[[[[9, 9, 8], [6, 11, 11]]], [[[10, 10, 7], [10, 10, 12]]]]" },
  { "outsize=(1, 2)", "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]]]", "[[[[9, 11]]]]" },
  { "outsize=4", "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]]]",
    "[[[[1, 9, 3, 4], [5, 9, 3, 8], [5, 6, 11, 8], [0, 6, 11, -2]]]]" },
};

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaShape *y = &rensa_call_get_output_type (call, 0)->shape;
  RensaArray *x = rensa_call_get_input (call, 0);
  g_auto (RensaBoxes) boxes = { 0 };
  RensaArray *index = NULL;
  RensaWindow window;

  if (!rensa_adaptive_pooling_get_window (rensa_array_get_shape (x), y, &window))
    return rensa_boxes_init_whole (&boxes, rensa_array_get_shape (x), error)
           && rensa_max_bins_forward (call, &boxes, error);

  rensa_call_take_output (call, 0, rensa_pool_max (x, &window, rensa_call_needs_grad (call, 0) ? &index : NULL, error));
  rensa_call_keep (call, 0, index);
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
    return rensa_max_boxes_backward (backward, error);

  g_autoptr (RensaVariable) index = rensa_variable_new_constant (rensa_backward_get_kept (backward, 0));

  rensa_backward_take_grad_input (backward, 0, rensa_scatter_places (gy, index, &window, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_adaptive_max_pooling_2d_class = {
  .name = "adaptive_max_pooling_2d",
  .group = &rensa_pooling_group,
  .title = N_ ("Adaptive Max Pooling 2D"),
  .summary = N_ ("Divides an image into a given number of bins and keeps the largest pixel of each"),
  .formula = "y[n, c, i, j] = max x[n, c, h, w] over ⌊iH / H'⌋ ≤ h < ⌈(i + 1)H / H'⌉ and so for w",
  .label = "AdaptiveMaxPooling2D",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaBoxPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_adaptive_pooling_infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "pool_bins({x}, {outsize}, F.max)" }, { "chainer_class", rensa_bins_chainer_class },
               { "torch", "F.adaptive_max_pool2d({x}, {outsize})" },
               { "onnx", "k = slice (shape (x), 2, 4) / slice (shape (out), 2, 4); "
                         "prod (k == floor (k)) ? MaxPool (x, kernel_shape=floor (k), strides=floor (k)) : refuse "
                         "('outsize')" }),
};

/**
 * rensa_adaptive_max_pooling_2d:
 * @x: shape (N, C, H, W), where H and W are not 0
 * @outsize: height and width of the result, H' and W'
 *
 * Returns the largest pixel of each of H' W' bins of each image, of shape (N, C, H', W'); bins
 * share pixels if H' does not divide H. NaN takes precedence. Chainer has no such function; the
 * bins are PyTorch's. RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if a tuple
 * does not.
 */
RENSA_API RensaVariable *
rensa_adaptive_max_pooling_2d (RensaVariable *x, const RensaInts *outsize, GError **error)
{
  const RensaBoxPooling self = { .outsize = *outsize };

  return rensa_apply1 (&rensa_adaptive_max_pooling_2d_class, &self, x, error);
}
