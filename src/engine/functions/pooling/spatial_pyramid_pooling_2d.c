/* spatial_pyramid_pooling_2d.c: maxima over increasingly fine grids of an image.
 * SPDX-License-Identifier: MIT */

#include "rensa-composed-forward-private.h"
#include "rensa-functions.h"

/* The finest grid has 2¹⁵ bins along each axis. */
#define MAX_HEIGHT 16

typedef struct
{
  gint64 pyramid_height;
  int pooling;
} SpatialPyramidPooling2D;

static const char *const poolings[] = { "max", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (SpatialPyramidPooling2D, pyramid_height, .required = TRUE, .min = 1, .max = MAX_HEIGHT,
                  .title = N_ ("Levels"),
                  .hint = N_ ("Number of pyramid levels; each doubles the number of bins "
                              "along each axis")),
  RENSA_ATTR_CHOICE (SpatialPyramidPooling2D, pooling, .choices = poolings, .initial = 0, .title = N_ ("Pooling"),
                     .hint = N_ ("Type of pooling applied to each bin")),
};

static const RensaSample samples[] = {
  { "pyramid_height=2",
    "[[[[1, 9, 3, 4], [5, 2, -7, 8], [0, 6, 11, -2]]], [[[4, -1, 7, 2], [3, 10, -5, 6], [8, 1, 0, 12]]]]",
    "[[[[11]], [[9]], [[8]], [[6]], [[11]]], [[[12]], [[10]], [[7]], [[8]], [[12]]]]" },
  { "pyramid_height=3, pooling=max", "[[[[1, 9, 3], [5, 2, -7]], [[0, 6, 11], [4, -1, 7]]]]",
    "[[[[9]], [[11]], [[9]], [[3]], [[5]], [[-7]], [[6]], [[11]], [[4]], [[7]], [[1]], [[9]], [[9]], [[3]], [[1]], "
    "[[9]], [[9]], [[3]], [[5]], [[5]], [[2]], [[-7]], [[5]], [[5]], [[2]], [[-7]], [[0]], [[6]], [[11]], [[11]], "
    "[[0]], [[6]], [[11]], [[11]], [[4]], [[4]], [[7]], [[7]], [[4]], [[4]], [[7]], [[7]]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const SpatialPyramidPooling2D *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  gint64 n_bins = 0;

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
      || !RENSA_EXPECT (inference, x->shape.dims[2], >, 0, error)
      || !RENSA_EXPECT (inference, x->shape.dims[3], >, 0, error))
    return FALSE;

  for (int level = 0; level < self->pyramid_height; level++)
    n_bins += (gint64) 1 << 2 * level;
  rensa_inference_set_output_shape (inference, 0, x->dtype,
                                    &RENSA_SHAPE (x->shape.dims[0], x->shape.dims[1] * n_bins, 1, 1));
  return TRUE;
}

/* Computes windows along an axis of extent @size that give @n_bins bins centered on the image.
 * FALSE if the first or the last would be entirely outside. */
static gboolean
get_windows (gint64 size, gint64 n_bins, gint64 *ksize, gint64 *pad)
{
  *ksize = (size + n_bins - 1) / n_bins;
  *pad = (*ksize * n_bins - size) / 2;
  return *ksize * n_bins - size - *pad < *ksize;
}

/* Computes one level, flattened. */
static RensaVariable *
pool_level (RensaVariable *x, int level, GError **error)
{
  const RensaShape shape = rensa_variable_get_type (x).shape;
  const gint64 n_bins = (gint64) 1 << level;
  const RensaInts bins = { .n = RENSA_INTS_SCALAR, .values = { n_bins } };
  const RensaShape row = RENSA_SHAPE (shape.dims[0], shape.dims[1] * n_bins * n_bins, 1, 1);
  RensaInts ksize = { .n = 2 };
  RensaInts pad = { .n = 2 };
  const gboolean rows_fit = get_windows (shape.dims[2], n_bins, &ksize.values[0], &pad.values[0]);
  const gboolean columns_fit = get_windows (shape.dims[3], n_bins, &ksize.values[1], &pad.values[1]);
  const gboolean are_windows = rows_fit && columns_fit && rensa_shape_count (&shape) > 0;
  g_autoptr (RensaVariable) y = are_windows ? rensa_max_pooling_2d (x, &ksize, NULL, &pad, TRUE, error)
                                            : rensa_adaptive_max_pooling_2d (x, &bins, error);

  return rensa_reshape (y, &row, error);
}

static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const SpatialPyramidPooling2D *self = values;
  const int n = (int) self->pyramid_height;
  RensaVariable *levels[MAX_HEIGHT] = { NULL };

  for (int level = 0; level < n; level++)
    levels[level] = pool_level (inputs[0], level, error);
  outputs[0] = rensa_concat (levels, n, 1, error);

  for (int level = 0; level < n; level++)
    g_clear_pointer (&levels[level], rensa_variable_unref);
  return outputs[0] != NULL;
}

static const RensaComposition composition = { .compose = compose, .attrs_size = sizeof (SpatialPyramidPooling2D) };

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_composed (call, &composition, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  return rensa_backward_composed (backward, &composition, error);
}

const RensaFunctionClass rensa_spatial_pyramid_pooling_2d_class = {
  .name = "spatial_pyramid_pooling_2d",
  .group = &rensa_pooling_group,
  .title = N_ ("Spatial Pyramid Pooling 2D"),
  .summary = N_ ("Max pooling over increasingly fine grids, with the same output size for images of any size"),
  .formula = "y[n] = (max x[n, c, h, w] over bin (i, j) of 2ˡ × 2ˡ, for all c, i, j and l = 0, 1, …)",
  .label = "SpatialPyramidPooling2D",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (SpatialPyramidPooling2D, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.spatial_pyramid_pooling_2d({x}, {pyramid_height}, pooling={pooling:always})" }),
};

/**
 * rensa_spatial_pyramid_pooling_2d:
 * @x: shape (N, C, H, W), where H and W are not 0
 * @pyramid_height: the number of levels, L
 *
 * Level l has 2ˡ × 2ˡ bins; the largest pixels of all bins of all channels and levels are
 * concatenated, with shape (N, C (4ᴸ - 1) / 3, 1, 1) for any H and W. Bins are windows of ⌈H / 2ˡ⌉
 * pixels, centered on the image. If a whole window would be outside the image, Chainer gives -inf
 * or fewer bins; here the bins are then those of adaptive_max_pooling_2d. NaN takes precedence.
 * RENSA_ERROR_TYPE_CHECK if x does not fit.
 *
 * He, Zhang, Ren, Sun, "Spatial Pyramid Pooling in Deep Convolutional Networks for Visual Recognition", ECCV 2014.
 */
RENSA_API RensaVariable *
rensa_spatial_pyramid_pooling_2d (RensaVariable *x, gint64 pyramid_height, GError **error)
{
  const SpatialPyramidPooling2D self = { .pyramid_height = pyramid_height };

  return rensa_apply1 (&rensa_spatial_pyramid_pooling_2d_class, &self, x, error);
}
