/* rensa-blocks.c: channels and blocks of pixels, one as the other.
 *
 * With the leading axes joined into N, both are a change of the order of six axes:
 *
 *   depth (N, r, r, C, H, W), blocks first        space (N, C, H, r, W, r)
 *   depth (N, C, r, r, H, W), blocks last
 *
 * SPDX-License-Identifier: MIT */

#include "rensa-blocks-private.h"

#include "rensa-primitives.h"

/* r² must not overflow. */
#define MAX_R G_MAXINT16

static gboolean
expect_images (RensaInference *inference, gint64 r, int ndim, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, r, >=, 1, error)
      || !RENSA_EXPECT (inference, r, <=, MAX_R, error))
    return FALSE;

  return ndim == 4 ? RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
                   : RENSA_EXPECT (inference, x->shape.ndim, >=, 3, error);
}

gboolean
rensa_infer_to_space (RensaInference *inference, gint64 r, int ndim, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape y = x->shape;

  if (!expect_images (inference, r, ndim, error))
    return FALSE;

  gint64 *dims = y.dims + y.ndim - 3;
  if (dims[0] % (r * r) != 0)
    return rensa_inference_fail_words (inference, error, N_ ("a number of channels divisible by r * r"),
                                       "%" G_GINT64_FORMAT " and %" G_GINT64_FORMAT, dims[0], r * r);

  dims[0] /= r * r;
  dims[1] *= r;
  dims[2] *= r;
  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

gboolean
rensa_infer_to_depth (RensaInference *inference, gint64 r, int ndim, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape y = x->shape;

  if (!expect_images (inference, r, ndim, error))
    return FALSE;

  gint64 *dims = y.dims + y.ndim - 3;
  if (dims[1] % r != 0 || dims[2] % r != 0)
    return rensa_inference_fail_words (inference, error, N_ ("a height and width divisible by r"),
                                       "%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT, dims[1],
                                       dims[2], r);

  dims[0] *= r * r;
  dims[1] /= r;
  dims[2] /= r;
  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

/* Returns N, the product of the leading axes. */
static gint64
count_images (const RensaShape *shape)
{
  gint64 n = 1;

  for (int axis = 0; axis < shape->ndim - 3; axis++)
    n *= shape->dims[axis];

  return n;
}

/* Reshapes @x to @parts, permutes its axes, and stores the result as output 0. */
static gboolean
rearrange (RensaCall *call, const RensaShape *parts, const int *axes, GError **error)
{
  g_autoptr (RensaArray) divided = rensa_array_reshape (rensa_call_get_input (call, 0), parts, error);
  g_autoptr (RensaArray) moved = divided != NULL ? rensa_array_view_transpose (divided, axes) : NULL;

  rensa_call_take_output (call, 0, rensa_array_reshape (moved, &rensa_call_get_output_type (call, 0)->shape, error));
  return rensa_call_succeeded (call);
}

gboolean
rensa_forward_to_space (RensaCall *call, gint64 r, RensaBlockOrder order, GError **error)
{
  static const int from_first[] = { 0, 3, 4, 1, 5, 2 };
  static const int from_last[] = { 0, 1, 4, 2, 5, 3 };
  const RensaShape *shape = rensa_array_get_shape (rensa_call_get_input (call, 0));
  const gint64 *dims = shape->dims + shape->ndim - 3;
  const gint64 n = count_images (shape);
  const gint64 channels = dims[0] / (r * r);
  const RensaShape parts = order == RENSA_BLOCKS_FIRST ? RENSA_SHAPE (n, r, r, channels, dims[1], dims[2])
                                                       : RENSA_SHAPE (n, channels, r, r, dims[1], dims[2]);

  return rearrange (call, &parts, order == RENSA_BLOCKS_FIRST ? from_first : from_last, error);
}

gboolean
rensa_forward_to_depth (RensaCall *call, gint64 r, RensaBlockOrder order, GError **error)
{
  static const int to_first[] = { 0, 3, 5, 1, 2, 4 };
  static const int to_last[] = { 0, 1, 3, 5, 2, 4 };
  const RensaShape *shape = rensa_array_get_shape (rensa_call_get_input (call, 0));
  const gint64 *dims = shape->dims + shape->ndim - 3;
  const RensaShape parts = RENSA_SHAPE (count_images (shape), dims[0], dims[1] / r, r, dims[2] / r, r);

  return rearrange (call, &parts, order == RENSA_BLOCKS_FIRST ? to_first : to_last, error);
}
