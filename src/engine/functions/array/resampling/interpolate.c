/* interpolate.c: image resizing with PyTorch's conventions.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-axes-private.h"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-resampling-private.h"
#include "rensa-language.h"

typedef struct
{
  RensaInts size;
  double scale_factor;
  int mode;
  gboolean align_corners;
} Interpolate;

static const char *const modes[] = {
  [RENSA_RESAMPLE_NEAREST] = "nearest",
  [RENSA_RESAMPLE_LINEAR] = "bilinear",
  [RENSA_RESAMPLE_CUBIC] = "bicubic",
  NULL,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Interpolate, size, .allow_none = TRUE, .none = TRUE, .min = 1, .max = G_MAXINT32, .unit = "px",
                   .title = N_ ("Output Size"), .hint = N_ ("New height and width; None if a scale is given")),
  RENSA_ATTR_FLOAT (Interpolate, scale_factor, .allow_none = TRUE, .none = TRUE, .min = 1e-3, .max = 1e3,
                    .title = N_ ("Scale"),
                    .hint = N_ ("Factor by which the image is enlarged; None if a size is given")),
  RENSA_ATTR_CHOICE (Interpolate, mode, .initial = RENSA_RESAMPLE_NEAREST, .choices = modes, .title = N_ ("Mode"),
                     .hint = N_ ("Method for computing values between pixels")),
  RENSA_ATTR_BOOL (Interpolate, align_corners, .title = N_ ("Align Corners"),
                   .hint = N_ ("Align the centers of the corner pixels rather than their edges")),
};

static const RensaSample samples[] = {
  { "size=(3, 2)", "[[[[1, 2, 3, 4], [5, 6, 7, 8]]]]", "[[[[1, 3], [1, 3], [5, 7]]]]" },
  { "scale_factor=2, mode='bilinear'", "[[[[1, 3]], [[0, 4]]]]",
    "[[[[1, 1.5, 2.5, 3], [1, 1.5, 2.5, 3]], [[0, 1, 3, 4], [0, 1, 3, 4]]]]" },
  { "scale_factor=2.5, mode='bilinear', align_corners=true", "[[[[1, 2, 4]]]]",
    "[[[[1, 1.3333333333333333, 1.6666666666666667, 2, 2.6666666666666667, 3.3333333333333333, 4], [1, "
    "1.3333333333333333, 1.6666666666666667, 2, 2.6666666666666667, 3.3333333333333333, 4]]]]" },
  { "size=(1, 3), mode='bicubic'", "[[[[1, 2, 4, 0]]]]", "[[[[1.1087962962962963, 3.46875, 0.6087962962962963]]]]" },
  { "size=(1, 7), mode='bicubic', align_corners=true", "[[[[1, 2, 4, 8]]]]",
    "[[[[1, 1.3125, 2, 2.71875, 4, 6.1875, 8]]]]" },
};

static gboolean
fail (GError **error, const char *sentence)
{
  rensa_set_words (error, RENSA_ERROR_INVALID, "%s: %s", "interpolate", sentence);
  return FALSE;
}

/* Resolves the attributes for x; extents of the result may be out of range. */
static gboolean
get_resampling (gconstpointer attrs_of_call, const RensaShape *x, RensaResampling *resampling, GError **error)
{
  const Interpolate *self = attrs_of_call;
  const gboolean has_scale = !isnan (self->scale_factor);

  if ((self->size.n != RENSA_INTS_NONE) == has_scale)
    return fail (error, _ ("specify either size or scale_factor, and set the other to None"));
  if (has_scale && !(self->scale_factor > 0))
    return fail (error, _ ("scale_factor must be greater than 0"));
  if (self->align_corners && self->mode == RENSA_RESAMPLE_NEAREST)
    return fail (error, _ ("align_corners has no effect with mode “nearest”"));

  *resampling = (RensaResampling){
    .mode = self->mode,
    .align_corners = self->align_corners,
    .from = { x->dims[2], x->dims[3] },
  };
  if (!rensa_ints_expand (&self->size, 2, 0, "size", resampling->to, error))
    {
      g_prefix_error (error, "interpolate: ");
      return FALSE;
    }
  for (int i = 0; has_scale && i < 2; i++)
    {
      resampling->to[i] = (gint64) MIN (floor ((double) x->dims[2 + i] * self->scale_factor), G_MAXINT32);
      resampling->step[i] = 1 / self->scale_factor;
    }

  return TRUE;
}

static const RensaResamplingRule rule = { get_resampling };

const RensaFunctionClass rensa_interpolate_class = {
  .name = "interpolate",
  .group = &rensa_array_group,
  .title = N_ ("Interpolate"),
  .summary = N_ ("Resizes images by nearest-neighbor, linear or cubic interpolation"),
  .formula = "y[n, c, i, j] = x[n, c](v(i), u(j))",
  .reference =
      "Keys, \"Cubic Convolution Interpolation for Digital Image Processing\", IEEE Transactions on Acoustics, "
      "Speech, and Signal Processing 29 (6), 1981",
  .label = "Interpolate",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Interpolate, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_resampling_infer,
  .forward = rensa_resampling_forward,
  .backward = rensa_resampling_backward,
  .rule = &rule,
  RENSA_FORMS (
      { "torch",
        "F.interpolate({x}, size={size}, scale_factor={scale_factor}, mode={mode}, align_corners={align_corners:always} or None)" },
      { "onnx", "mode == 'nearest' ? Gather (Gather (x, nearest (x, out, 2, scale_factor), axis=2), "
                "nearest (x, out, 3, scale_factor), axis=3) : Resize (x, none, none, shape (out), mode=mode == "
                "'bilinear' ? 'linear' : 'cubic', coordinate_transformation_mode=align_corners ? "
                "'align_corners' : 'half_pixel', cubic_coeff_a=-0.75)" }),
};

/**
 * rensa_interpolate:
 * @x: images, shape (N, C, H, W), with at least one pixel
 * @size: (nullable): H' and W'; NULL if @scale_factor is given
 * @scale_factor: H' = ⌊H scale⌋ and W' = ⌊W scale⌋; NaN if @size is given
 * @mode: "nearest", "bilinear" or "bicubic"
 * @align_corners: keep the centers of the outermost pixels in place, instead of their edges
 *
 * y[n, c, i, j] is x[n, c] at row v and column u, of shape (N, C, H', W'). With @align_corners, v =
 * i (H - 1) / (H' - 1); else v = (i + 1/2) s - 1/2, not below 0 for "bilinear", where s is 1 /
 * @scale_factor or H / H'; u is computed in the same way. "nearest" takes pixel ⌊i s⌋, "bicubic"
 * weights 4 by 4 pixels by Keys' cubic with a = -3/4; outside, the edge pixels are repeated.
 * Chainer only has rensa_resize_images (); this follows PyTorch. RENSA_ERROR_TYPE_CHECK if x does
 * not fit, RENSA_ERROR_INVALID if the attributes contradict each other.
 *
 * Keys, "Cubic Convolution Interpolation for Digital Image Processing", IEEE Transactions on
 * Acoustics, Speech, and Signal Processing 29 (6), 1981.
 */
RENSA_API RensaVariable *
rensa_interpolate (RensaVariable *x, const RensaInts *size, double scale_factor, const char *mode,
                   gboolean align_corners, GError **error)
{
  Interpolate self = {
    .size = rensa_ints_or_none (size),
    .scale_factor = scale_factor,
    .align_corners = align_corners,
  };

  if (x == NULL)
    return NULL;

  while (modes[self.mode] != NULL && g_strcmp0 (modes[self.mode], mode) != 0)
    self.mode++;
  if (modes[self.mode] == NULL)
    {
      fail (error, "mode is one of nearest, bilinear and bicubic");
      return NULL;
    }

  return rensa_apply1 (&rensa_interpolate_class, &self, x, error);
}
