/* depth2space.c: rearrangement of channels into blocks of pixels.
 * SPDX-License-Identifier: MIT */

#include "rensa-blocks-private.h"
#include "rensa-functions.h"

typedef struct
{
  gint64 r;
} Depth2Space;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Depth2Space, r, .required = TRUE, .min = 1, .max = G_MAXINT16, .title = N_ ("Block Size"),
                  .hint = N_ ("Height and width of a block in pixels")),
};

static const RensaSample samples[] = {
  { "r=2", "[[[[1]], [[2]], [[3]], [[4]], [[5]], [[6]], [[7]], [[8]]]]", "[[[[1, 3], [5, 7]], [[2, 4], [6, 8]]]]" },
  { "r=2", "[[[[1, 2]], [[3, 4]], [[5, 6]], [[7, 8]]]]", "[[[[1, 3, 2, 4], [5, 7, 6, 8]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Depth2Space *self = rensa_inference_get_attrs (inference);

  return rensa_infer_to_space (inference, self->r, 4, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Depth2Space *self = rensa_call_get_attrs (call);

  return rensa_forward_to_space (call, self->r, RENSA_BLOCKS_FIRST, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Depth2Space *self = rensa_backward_get_attrs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_space2depth (gy, self->r, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_depth2space_class = {
  .name = "depth2space",
  .group = &rensa_array_group,
  .title = N_ ("Depth to Space"),
  .summary = N_ ("Rearranges channels into blocks of pixels of a larger image"),
  .formula = "y[n, c, ri + u, rj + v] = x[n, (ru + v) C + c, i, j]",
  .reference = "Shi et al., \"Real-Time Single Image and Video Super-Resolution Using an Efficient Sub-Pixel "
               "Convolutional Neural Network\", CVPR 2016",
  .label = "Depth2Space",
  .inputs = RENSA_INPUTS ("X"),
  .n_outputs = 1,
  RENSA_ATTRS (Depth2Space, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.depth2space({X}, {r})" },
               { "torch", "F.pixel_shuffle({X}.unflatten(1, ({r} * {r}, -1)).transpose(1, 2).flatten(1, 2), {r})" },
               { "onnx", "DepthToSpace (X, blocksize=r)" }),
};

/**
 * rensa_depth2space:
 * @x: shape (N, C r², H, W)
 * @r: height and width of a block
 *
 * y[n, c, r i + u, r j + v] = x[n, (r u + v) C + c, i, j], of shape (N, C, r H, r W).
 * RENSA_ERROR_TYPE_CHECK if x does not fit. rensa_pixel_shuffle () uses a different channel order.
 *
 * Shi et al., "Real-Time Single Image and Video Super-Resolution Using an Efficient Sub-Pixel
 * Convolutional Neural Network", CVPR 2016.
 */
RENSA_API RensaVariable *
rensa_depth2space (RensaVariable *x, gint64 r, GError **error)
{
  const Depth2Space self = { .r = r };

  return rensa_apply1 (&rensa_depth2space_class, &self, x, error);
}
