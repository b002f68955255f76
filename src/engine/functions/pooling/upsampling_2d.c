/* upsampling_2d.c: puts values back at the positions where max pooling found them.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-pooling-private.h"
#include "rensa-window-maps-private.h"

static const RensaAttrSpec attrs[] = { RENSA_UNPOOLING_ATTRS };

static const RensaSample samples[] = {
  { "ksize=2", "[[[[1, 5], [2, -3]]]]; [[[[1, 0], [3, 2]]]]", "[[[[0, 1, 5], [0, 0, 0], [0, 0, 0]]]]" },
  { "ksize=2, outsize=(4, 4)", "[[[[1, 5], [2, -3]]]]; [[[[1, 0], [3, 2]]]]",
    "[[[[0, 1, 5, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 2, -3, 0]]]]" },
  { "ksize=(3, 2), stride=(3, 2), cover_all=false", "[[[[1, 5], [2, -3]]]]; [[[[0, 5], [4, 1]]]]",
    "[[[[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 5], [0, 0, 0, -3], [0, 0, 0, 0], [2, 0, 0, 0]]]]" },
  { "ksize=3, stride=2, pad=1, cover_all=false", "[[[[1, 5], [2, -3]]]]; [[[[4, 8], [2, 0]]]]",
    "[[[[1, 0, 0], [0, -1, 0], [0, 0, 0]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_expect_integer (inference, 1, error) && rensa_expect_same_shape (inference, 0, 1, error)
         && rensa_unpooling_infer (inference, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaShape *y = &rensa_call_get_output_type (call, 0)->shape;
  RensaArray *indexes = rensa_call_get_input (call, 1);
  RensaWindow window;

  if (!rensa_pooling_get_window (rensa_call_get_attrs (call), 2, &window, error))
    return FALSE;

  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0, rensa_pool_max_scatter (rensa_call_get_input (call, 0), indexes, &window, y, error));
  if (rensa_call_succeeded (call))
    return TRUE;

  g_prefix_error (error, "upsampling_2d: ");
  return FALSE;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *indexes = rensa_backward_get_input (backward, 1);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaWindow window;

  if (!rensa_pooling_get_window (rensa_backward_get_attrs (backward), 2, &window, error))
    return FALSE;

  rensa_backward_take_grad_input (backward, 0, rensa_gather_places (gy, indexes, &window, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_upsampling_2d_class = {
  .name = "upsampling_2d",
  .group = &rensa_pooling_group,
  .title = N_ ("Upsampling 2D"),
  .summary = N_ ("Puts the values of a max pooling back at their original positions"),
  .formula = "y[n, c, si + u - p, sj + v - p] += x[n, c, i, j] where indexes[n, c, i, j] = u kW + v",
  .label = "Upsampling2D",
  .inputs = RENSA_INPUTS ("x", "indexes:int"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaPooling, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .rule = &(const RensaPoolingRule){ .n_axes = 2 },
  RENSA_FORMS ({ "chainer", "F.upsampling_2d({x}, {indexes}, {ksize}, stride={stride}, pad={pad}, outsize={outsize}, "
                            "cover_all={cover_all})" },
               { "torch", RENSA_UNPOOLING_TORCH (", indexes={indexes}") },
               { "torch_class", rensa_unpooling_torch_class }),
};

/**
 * rensa_upsampling_2d:
 * @x: shape (N, C, H, W)
 * @indexes: integers of the shape of @x: position of each value in its window, as returned by
 *   max_pooling_2d
 * @ksize: height and width of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): pixels cut off on each side; NULL means 0
 * @outsize: (nullable): height and width of the result, for which pooling must give the extents of
 *   x; NULL for the extents implied by the windows
 * @cover_all: TRUE if the corresponding pooling covers all elements, so that the last window may
 *   extend beyond the result
 *
 * Adds each value to one element of its window; all others are zero. Without @outsize, the extents
 * are s (d - 1) + k - 2p, reduced by s - 1 with @cover_all. RENSA_ERROR_TYPE_CHECK if shapes do not
 * fit, RENSA_ERROR_INVALID if a tuple does not or an index is not a position in the window.
 *
 * Noh, Hong, Han, "Learning Deconvolution Network for Semantic Segmentation", ICCV 2015.
 */
RENSA_API RensaVariable *
rensa_upsampling_2d (RensaVariable *x, RensaVariable *indexes, const RensaInts *ksize, const RensaInts *stride,
                     const RensaInts *pad, const RensaInts *outsize, gboolean cover_all, GError **error)
{
  RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  self.outsize = rensa_ints_or_none (outsize);
  self.cover_all = cover_all;
  return rensa_apply2 (&rensa_upsampling_2d_class, &self, x, indexes, error);
}
