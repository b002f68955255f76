/* resize_images.c: images in another size; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-resampling-private.h"

typedef struct
{
  RensaInts output_shape;
  int mode;
  gboolean align_corners;
} ResizeImages;

enum
{
  BILINEAR,
  NEAREST,
};

static const char *const modes[] = { "bilinear", "nearest", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (ResizeImages, output_shape, .required = TRUE, .min = 1, .max = G_MAXINT32, .unit = "px",
                   .title = N_ ("Output shape"), .hint = N_ ("The new height and width")),
  RENSA_ATTR_CHOICE (ResizeImages, mode, .initial = BILINEAR, .choices = modes, .title = N_ ("Mode"),
                     .hint = N_ ("What is taken between pixels")),
  RENSA_ATTR_BOOL (ResizeImages, align_corners, .initial = TRUE, .title = N_ ("Align corners"),
                   .hint = N_ ("The middles of the outermost pixels stay in place, not their edges")),
};

static const RensaSample samples[] = {
  { "output_shape=(3, 5)", "[[[[1, 2, 4], [3, 5, 8]]]]",
    "[[[[1, 1.5, 2, 3, 4], [2, 2.75, 3.5, 4.75, 6], [3, 4, 5, 6.5, 8]]]]" },
  { "output_shape=(1, 4), align_corners=false", "[[[[1, 2], [3, 5]]]]", "[[[[2, 2.375, 3.125, 3.5]]]]" },
  { "output_shape=(3, 2), mode='nearest', align_corners=false", "[[[[1, 2, 3, 4], [5, 6, 7, 8]]]]",
    "[[[[1, 3], [1, 3], [5, 7]]]]" },
};

static gboolean
get_resampling (const ResizeImages *self, const RensaShape *x, RensaResampling *resampling, GError **error)
{
  const RensaInts *to = &self->output_shape;

  if (to->n != 2 || to->values[0] < 1 || to->values[1] < 1)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "resize_images: output_shape takes two integers of at least 1");
      return FALSE;
    }

  *resampling = (RensaResampling){
    .mode = self->mode == NEAREST ? RENSA_RESAMPLE_NEAREST : RENSA_RESAMPLE_LINEAR,
    .align_corners = self->align_corners,
    .from = { x->dims[2], x->dims[3] },
    .to = { to->values[0], to->values[1] },
  };
  return TRUE;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaResampling resampling;

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
      || !RENSA_EXPECT (inference, x->shape.dims[2], >=, 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[3], >=, 1, error)
      || !get_resampling (rensa_inference_get_attrs (inference), &x->shape, &resampling, error))
    return FALSE;

  rensa_inference_set_output_shape (
      inference, 0, x->dtype, &RENSA_SHAPE (x->shape.dims[0], x->shape.dims[1], resampling.to[0], resampling.to[1]));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaResampling resampling;

  if (!get_resampling (rensa_call_get_attrs (call), rensa_array_get_shape (x), &resampling, error))
    return FALSE;

  rensa_call_take_output (call, 0, rensa_resample (x, &resampling, FALSE, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaResampling resampling;

  if (!get_resampling (rensa_backward_get_attrs (backward), &x.shape, &resampling, error))
    return FALSE;

  rensa_backward_take_grad_input (backward, 0, rensa_resample_variables (gy, &resampling, TRUE, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_resize_images_class = {
  .name = "resize_images",
  .group = RENSA_GROUP_ARRAY,
  .title = N_ ("Resize Images"),
  .summary = N_ ("Images in another size, by linear interpolation or by the nearest pixel"),
  .formula = "y[n, c, i, j] = x[n, c](v(i), u(j))",
  .label = "ResizeImages",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (ResizeImages, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.resize_images({x}, {output_shape}, mode={mode}, align_corners={align_corners})",
  .torch =
      "F.interpolate({x}, {output_shape}, mode={mode}, align_corners=({align_corners} if {mode} == 'bilinear' else "
      "None))",
  .onnx = "Resize",
};

/**
 * rensa_resize_images:
 * @x: images, shape (N, C, H, W), with at least one pixel
 * @output_shape: H' and W', at least 1 each
 * @nearest: take the nearest pixel, instead of interpolating between four
 * @align_corners: the middles of the outermost pixels stay in place; without it, their edges do
 *
 * y[n, c, i, j] is x[n, c] at row v and column u, of shape (N, C, H', W'): v = i (H - 1) / (H' - 1) with
 * @align_corners, else max ((i + 1/2) H / H' - 1/2, 0), and likewise u.  The nearest pixel is ⌊i H / H'⌋, whatever
 * @align_corners says.  Any floating dtype, where Chainer takes float32 alone.  RENSA_ERROR_TYPE_CHECK where x does not
 * fit, RENSA_ERROR_INVALID where @output_shape does not.
 */
RENSA_API RensaVariable *
rensa_resize_images (RensaVariable *x, const RensaShape *output_shape, gboolean nearest, gboolean align_corners,
                     GError **error)
{
  const ResizeImages self = {
    .output_shape = rensa_ints_from_shape (output_shape),
    .mode = nearest ? NEAREST : BILINEAR,
    .align_corners = align_corners,
  };

  return rensa_apply1 (&rensa_resize_images_class, &self, x, error);
}
