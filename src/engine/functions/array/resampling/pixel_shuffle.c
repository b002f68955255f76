/* pixel_shuffle.c: rearrangement of channels into blocks of pixels, in PyTorch's channel order.
 * SPDX-License-Identifier: MIT */

#include "rensa-blocks-private.h"
#include "rensa-functions.h"

typedef struct
{
  gint64 upscale_factor;
} PixelShuffle;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (PixelShuffle, upscale_factor, .required = TRUE, .min = 1, .max = G_MAXINT16,
                  .title = N_ ("Block Size"), .hint = N_ ("Height and width of a block in pixels")),
};

static const RensaSample samples[] = {
  { "upscale_factor=2", "[[[[1]], [[2]], [[3]], [[4]], [[5]], [[6]], [[7]], [[8]]]]",
    "[[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]]" },
  { "upscale_factor=2", "[[[[1, 2]], [[3, 4]], [[5, 6]], [[7, 8]]]]", "[[[[1, 3, 2, 4], [5, 7, 6, 8]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const PixelShuffle *self = rensa_inference_get_attrs (inference);

  return rensa_infer_to_space (inference, self->upscale_factor, 0, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const PixelShuffle *self = rensa_call_get_attrs (call);

  return rensa_forward_to_space (call, self->upscale_factor, RENSA_BLOCKS_LAST, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const PixelShuffle *self = rensa_backward_get_attrs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_pixel_unshuffle (gy, self->upscale_factor, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_pixel_shuffle_class = {
  .name = "pixel_shuffle",
  .group = &rensa_array_group,
  .title = N_ ("Pixel Shuffle"),
  .summary = N_ ("Rearranges neighboring channels into blocks of pixels of a larger image"),
  .formula = "y[…, c, ri + u, rj + v] = x[…, cr² + ru + v, i, j]",
  .reference = "Shi et al., \"Real-Time Single Image and Video Super-Resolution Using an Efficient Sub-Pixel "
               "Convolutional Neural Network\", CVPR 2016",
  .label = "PixelShuffle",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (PixelShuffle, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "torch", "F.pixel_shuffle({x}, {upscale_factor})" },
               { "onnx", "DepthToSpace (x, blocksize=upscale_factor, mode='CRD')" }),
};

/**
 * rensa_pixel_shuffle:
 * @x: shape (…, C r², H, W), with any leading axes
 * @upscale_factor: height and width of a block
 *
 * y[…, c, r i + u, r j + v] = x[…, c r² + r u + v, i, j] for r = @upscale_factor, of shape (…, C, r
 * H, r W), as in PyTorch; Chainer only has rensa_depth2space (), with a different channel order.
 * RENSA_ERROR_TYPE_CHECK if x does not fit.
 *
 * Shi et al., "Real-Time Single Image and Video Super-Resolution Using an Efficient Sub-Pixel
 * Convolutional Neural Network", CVPR 2016.
 */
RENSA_API RensaVariable *
rensa_pixel_shuffle (RensaVariable *x, gint64 upscale_factor, GError **error)
{
  const PixelShuffle self = { .upscale_factor = upscale_factor };

  return rensa_apply1 (&rensa_pixel_shuffle_class, &self, x, error);
}
