/* pixel_unshuffle.c: rearrangement of blocks of pixels into channels, in PyTorch's channel order.
 * SPDX-License-Identifier: MIT */

#include "rensa-blocks-private.h"
#include "rensa-functions.h"

typedef struct
{
  gint64 downscale_factor;
} PixelUnshuffle;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (PixelUnshuffle, downscale_factor, .required = TRUE, .min = 1, .max = G_MAXINT16,
                  .title = N_ ("Block Size"), .hint = N_ ("Height and width of a block in pixels")),
};

static const RensaSample samples[] = {
  { "downscale_factor=2", "[[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]]",
    "[[[[1]], [[2]], [[3]], [[4]], [[5]], [[6]], [[7]], [[8]]]]" },
  { "downscale_factor=2", "[[[[1, 3, 2, 4], [5, 7, 6, 8]]]]", "[[[[1, 2]], [[3, 4]], [[5, 6]], [[7, 8]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const PixelUnshuffle *self = rensa_inference_get_attrs (inference);

  return rensa_infer_to_depth (inference, self->downscale_factor, 0, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const PixelUnshuffle *self = rensa_call_get_attrs (call);

  return rensa_forward_to_depth (call, self->downscale_factor, RENSA_BLOCKS_LAST, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const PixelUnshuffle *self = rensa_backward_get_attrs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_pixel_shuffle (gy, self->downscale_factor, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_pixel_unshuffle_class = {
  .name = "pixel_unshuffle",
  .group = &rensa_array_group,
  .title = N_ ("Pixel Unshuffle"),
  .summary = N_ ("Rearranges blocks of pixels into neighboring channels"),
  .formula = "y[…, cr² + ru + v, i, j] = x[…, c, ri + u, rj + v]",
  .reference = "Shi et al., \"Real-Time Single Image and Video Super-Resolution Using an Efficient Sub-Pixel "
               "Convolutional Neural Network\", CVPR 2016",
  .label = "PixelUnshuffle",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (PixelUnshuffle, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "torch", "F.pixel_unshuffle({x}, {downscale_factor})" },
               { "onnx", "r = downscale_factor; t = Reshape (x, [0, dim (x, 1), dim (out, 2), r, dim (out, 3), r]); "
                         "Reshape (Transpose (t, perm=[0, 1, 3, 5, 2, 4]), [0, slice (shape (out), 1, 4)])" }),
};

/**
 * rensa_pixel_unshuffle:
 * @x: shape (…, C, r H, r W), with any leading axes
 * @downscale_factor: height and width of a block
 *
 * The inverse of rensa_pixel_shuffle (): y[…, c r² + r u + v, i, j] = x[…, c, r i + u, r j + v] for
 * r =
 * @downscale_factor, of shape (…, C r², H, W), as in PyTorch; Chainer has rensa_space2depth (),
 *   with the channels in another order, alone. RENSA_ERROR_TYPE_CHECK if x does not fit.
 *
 * Shi et al., "Real-Time Single Image and Video Super-Resolution Using an Efficient Sub-Pixel
 * Convolutional Neural Network", CVPR 2016.
 */
RENSA_API RensaVariable *
rensa_pixel_unshuffle (RensaVariable *x, gint64 downscale_factor, GError **error)
{
  const PixelUnshuffle self = { .downscale_factor = downscale_factor };

  return rensa_apply1 (&rensa_pixel_unshuffle_class, &self, x, error);
}
