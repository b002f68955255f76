/* space2depth.c: rearrangement of blocks of pixels into channels.
 * SPDX-License-Identifier: MIT */

#include "rensa-blocks-private.h"
#include "rensa-functions.h"

typedef struct
{
  gint64 r;
} Space2Depth;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Space2Depth, r, .required = TRUE, .min = 1, .max = G_MAXINT16, .title = N_ ("Block Size"),
                  .hint = N_ ("Height and width of a block in pixels")),
};

static const RensaSample samples[] = {
  { "r=2", "[[[[1, 3], [5, 7]], [[2, 4], [6, 8]]]]", "[[[[1]], [[2]], [[3]], [[4]], [[5]], [[6]], [[7]], [[8]]]]" },
  { "r=2", "[[[[1, 3, 2, 4], [5, 7, 6, 8]]]]", "[[[[1, 2]], [[3, 4]], [[5, 6]], [[7, 8]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Space2Depth *self = rensa_inference_get_attrs (inference);

  return rensa_infer_to_depth (inference, self->r, 4, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Space2Depth *self = rensa_call_get_attrs (call);

  return rensa_forward_to_depth (call, self->r, RENSA_BLOCKS_FIRST, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Space2Depth *self = rensa_backward_get_attrs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_depth2space (gy, self->r, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_space2depth_class = {
  .name = "space2depth",
  .group = &rensa_array_group,
  .title = N_ ("Space to Depth"),
  .summary = N_ ("Rearranges blocks of pixels into channels"),
  .formula = "y[n, (ru + v) C + c, i, j] = x[n, c, ri + u, rj + v]",
  .reference = "Shi et al., \"Real-Time Single Image and Video Super-Resolution Using an Efficient Sub-Pixel "
               "Convolutional Neural Network\", CVPR 2016",
  .label = "Space2Depth",
  .inputs = RENSA_INPUTS ("X"),
  .n_outputs = 1,
  RENSA_ATTRS (Space2Depth, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.space2depth({X}, {r})" },
               { "torch", "F.pixel_unshuffle({X}, {r}).unflatten(1, (-1, {r} * {r})).transpose(1, 2).flatten(1, 2)" },
               { "onnx", "SpaceToDepth (X, blocksize=r)" }),
};

/**
 * rensa_space2depth:
 * @x: shape (N, C, r H, r W)
 * @r: height and width of a block
 *
 * The inverse of rensa_depth2space (): y[n, (r u + v) C + c, i, j] = x[n, c, r i + u, r j + v], of
 * shape (N, C r², H, W). RENSA_ERROR_TYPE_CHECK if x does not fit.
 *
 * Shi et al., "Real-Time Single Image and Video Super-Resolution Using an Efficient Sub-Pixel
 * Convolutional Neural Network", CVPR 2016.
 */
RENSA_API RensaVariable *
rensa_space2depth (RensaVariable *x, gint64 r, GError **error)
{
  const Space2Depth self = { .r = r };

  return rensa_apply1 (&rensa_space2depth_class, &self, x, error);
}
