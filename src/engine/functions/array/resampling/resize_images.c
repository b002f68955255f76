/* resize_images.c: image resizing.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-fault.h"
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
                   .title = N_ ("Output Shape"), .hint = N_ ("New height and width")),
  RENSA_ATTR_CHOICE (ResizeImages, mode, .initial = BILINEAR, .choices = modes, .title = N_ ("Mode"),
                     .hint = N_ ("Method for computing values between pixels")),
  RENSA_ATTR_BOOL (ResizeImages, align_corners, .initial = TRUE, .title = N_ ("Align Corners"),
                   .hint = N_ ("Align the centers of the corner pixels rather than their edges")),
};

static const RensaSample samples[] = {
  { "output_shape=(3, 5)", "[[[[1, 2, 4], [3, 5, 8]]]]",
    "[[[[1, 1.5, 2, 3, 4], [2, 2.75, 3.5, 4.75, 6], [3, 4, 5, 6.5, 8]]]]" },
  { "output_shape=(1, 4), align_corners=false", "[[[[1, 2], [3, 5]]]]", "[[[[2, 2.375, 3.125, 3.5]]]]" },
  { "output_shape=(3, 2), mode='nearest', align_corners=false", "[[[[1, 2, 3, 4], [5, 6, 7, 8]]]]",
    "[[[[1, 3], [1, 3], [5, 7]]]]" },
  { "output_shape=(1, 2), mode='nearest'", "[[[[1, 2, 3, 4, 5, 6]]]]", "[[[[1, 4]]]]" },
};

static gboolean
get_resampling (gconstpointer attrs_of_call, const RensaShape *x, RensaResampling *resampling, GError **error)
{
  const ResizeImages *self = attrs_of_call;
  const RensaInts *to = &self->output_shape;

  if (to->n != 2 || to->values[0] < 1 || to->values[1] < 1)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: output_shape must be two integers of at least 1"),
                       "resize_images");
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

static const RensaResamplingRule rule = { get_resampling };

const RensaFunctionClass rensa_resize_images_class = {
  .name = "resize_images",
  .group = &rensa_array_group,
  .title = N_ ("Resize Images"),
  .summary = N_ ("Resizes images by linear or nearest-neighbor interpolation"),
  .formula = "y[n, c, i, j] = x[n, c](v(i), u(j))",
  .label = "ResizeImages",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (ResizeImages, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_resampling_infer,
  .forward = rensa_resampling_forward,
  .backward = rensa_resampling_backward,
  .rule = &rule,
  RENSA_FORMS (
      { "chainer", "F.resize_images({x}, {output_shape}, mode={mode}, align_corners={align_corners})" },
      { "torch",
        "F.interpolate({x}, {output_shape}, mode={mode:always}, align_corners=({align_corners:always} if {mode} == 'bilinear' else None))" },
      { "onnx", "mode == 'nearest' ? Gather (Gather (x, nearest (x, out, 2, none), axis=2), "
                "nearest (x, out, 3, none), axis=3) : Resize (x, none, none, shape (out), mode='linear', "
                "coordinate_transformation_mode=align_corners ? 'align_corners' : 'half_pixel')" }),
};

/**
 * rensa_resize_images:
 * @x: images, shape (N, C, H, W), with at least one pixel
 * @output_shape: H' and W', at least 1 each
 * @nearest: take the nearest pixel instead of interpolating between four
 * @align_corners: keep the centers of the outermost pixels in place, instead of their edges
 *
 * y[n, c, i, j] is x[n, c] at row v and column u, of shape (N, C, H', W'): v = i (H - 1) / (H' - 1)
 * with
 * @align_corners, else max ((i + 1/2) H / H' - 1/2, 0); u is computed in the same way. The nearest
 *   pixel is ⌊i H / H'⌋, regardless of
 * @align_corners. Accepts any floating dtype; Chainer only float32. RENSA_ERROR_TYPE_CHECK if x
 *   does not fit, RENSA_ERROR_INVALID if @output_shape does not.
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
