/* rensa-deconvolution.c: transpose of a convolution along any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-convolution-private.h"
#include "rensa-deconvolution.py.inc"
#include "rensa-functions.h"

const RensaAttrSpec rensa_deconvolution_attrs[5] = {
  RENSA_ATTR_INTS (RensaDeconvolution, stride, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Stride"), .hint = N_ ("Step between neighboring windows of the output")),
  RENSA_ATTR_INTS (RensaDeconvolution, pad, .initial = 0, .min = 0, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Padding"), .hint = N_ ("Amount cropped from each side of the output")),
  RENSA_ATTR_INTS (RensaDeconvolution, outsize, .allow_none = TRUE, .none = TRUE, .min = 1, .max = G_MAXINT32,
                   .unit = "px", .title = N_ ("Output Size"), .hint = N_ ("None uses the smallest size that fits")),
  RENSA_ATTR_INTS (RensaDeconvolution, dilate, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX,
                   .title = N_ ("Dilation"), .hint = N_ ("Step between the pixels of a window")),
  RENSA_ATTR_INT (RensaDeconvolution, groups, .initial = 1, .min = 1, .max = G_MAXINT32, .title = N_ ("Groups"),
                  .hint = N_ ("Number of channel groups, each with its own filters")),
};

/* Returns the window of the transposed convolution, which maps extents of y to extents of x. */
static gboolean
get_window (const RensaDeconvolution *self, const RensaShape *W, RensaWindow *window, GError **error)
{
  if (!rensa_window_init (window, W->ndim - 2, W->dims + 2, &self->stride, &self->pad, &self->dilate, error))
    return FALSE;

  window->groups = self->groups;
  return TRUE;
}

/* TRUE if the convolution of an image of shape @y has shape @x, with or without cover_all. */
static gboolean
fit_window (RensaWindow *window, const RensaShape *x, const RensaShape *y)
{
  gboolean fits = FALSE;

  for (int cover_all = 0; !fits && cover_all < 2; cover_all++)
    {
      window->cover_all = cover_all;
      fits = TRUE;
      for (int i = 0; i < window->n; i++)
        fits = fits && rensa_window_get_output_size (window, i, y->dims[2 + i]) == x->dims[2 + i];
    }

  return fits;
}

/* "(3, 4)" */
static char *
describe_extents (const RensaShape *shape)
{
  RensaShape extents = { .ndim = shape->ndim - 2 };

  for (int i = 0; i < extents.ndim; i++)
    extents.dims[i] = shape->dims[2 + i];

  return rensa_shape_to_string (&extents);
}

/* Stores the extents of the output in @y. */
static gboolean
infer_size (RensaInference *inference, const RensaWindow *window, const RensaShape *x, RensaShape *y, GError **error)
{
  const RensaDeconvolution *self = rensa_inference_get_attrs (inference);
  const gboolean is_free = self->outsize.n == RENSA_INTS_NONE;
  RensaWindow fitted = *window;

  for (int i = 0; i < window->n; i++)
    {
      const gint64 size = x->dims[2 + i];
      const gint64 extent = (window->kernel[i] - 1) * window->dilate[i] + 1;

      if (is_free)
        y->dims[2 + i] = window->stride[i] * (size - 1) + extent - 2 * window->pad[i];
      /* The gradient of a convolution of padding alone has no pixels. */
      if (size < 1 || y->dims[2 + i] < (is_free ? 1 : 0))
        return rensa_inference_fail_words (inference, error, N_ ("an input and an output of at least 1 pixel"),
                                           "%" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " along axis %d", size,
                                           y->dims[2 + i], 2 + i);
    }

  if (!fit_window (&fitted, x, y))
    {
      g_autofree char *found = describe_extents (y);
      g_autofree char *given = describe_extents (x);

      return rensa_inference_fail_words (inference, error,
                                         N_ ("an outsize that the convolution maps back to the "
                                             "size of x"),
                                         "outsize %s for x of %s", found, given);
    }
  return TRUE;
}

static gboolean
expect_shapes (RensaInference *inference, int n, GError **error)
{
  const RensaDeconvolution *self = rensa_inference_get_attrs (inference);
  const gint64 groups = self->groups;
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);

  return rensa_expect_floating (inference, 0, error) && rensa_expect_same_dtype (inference, 0, 1, error)
         && rensa_expect_spatial_axes (inference, n, error) && RENSA_EXPECT (inference, groups, >=, 1, error)
         && rensa_expect_filters (inference, &W->shape, error)
         && RENSA_EXPECT (inference, x->shape.dims[1], ==, W->shape.dims[0], error)
         && RENSA_EXPECT (inference, W->shape.dims[0] % groups, ==, 0, error)
         && rensa_expect_bias (inference, W->shape.dims[1] * groups, "W.shape[1] * groups", error);
}

gboolean
rensa_deconvolution_infer (RensaInference *inference, int n, GError **error)
{
  const RensaDeconvolution *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);
  RensaShape y = { .ndim = x->shape.ndim };
  RensaWindow window;

  if (!expect_shapes (inference, n, error))
    return FALSE;
  y.dims[0] = x->shape.dims[0];
  y.dims[1] = W->shape.dims[1] * self->groups;
  if (!get_window (self, &W->shape, &window, error)
      || !rensa_ints_expand (&self->outsize, window.n, 0, "outsize", y.dims + 2, error))
    {
      g_prefix_error (error, "%s: ", rensa_inference_get_name (inference));
      return FALSE;
    }
  if (!infer_size (inference, &window, &x->shape, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

gboolean
rensa_add_bias (RensaArray *y, RensaArray *b, GError **error)
{
  if (b == NULL)
    return TRUE;

  RensaShape shape = { .ndim = rensa_array_get_ndim (y) - 1, .dims = { rensa_array_get_count (b) } };
  for (int axis = 1; axis < shape.ndim; axis++)
    shape.dims[axis] = 1;

  g_autoptr (RensaArray) channels = rensa_array_reshape (b, &shape, error);
  return channels != NULL && rensa_array_accumulate (y, channels, error);
}

gboolean
rensa_deconvolution_forward (RensaCall *call, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *W = rensa_call_get_input (call, 1);
  const RensaShape *shape = &rensa_call_get_output_type (call, 0)->shape;
  g_autoptr (RensaArray) y = NULL;
  RensaWindow window;

  if (!get_window (rensa_call_get_attrs (call), rensa_array_get_shape (W), &window, error))
    return FALSE;

  fit_window (&window, rensa_array_get_shape (x), shape);
  y = rensa_shape_count (shape) > 0 ? rensa_convolve_backward_x (x, W, &window, shape, error)
                                    : rensa_array_zeros (rensa_array_get_dtype (x), shape, error);
  if (y == NULL || !rensa_add_bias (y, rensa_call_get_input (call, 2), error))
    return FALSE;

  if (rensa_call_needs_grad (call, 0))
    rensa_call_retain_input (call, 1);
  if (rensa_call_needs_grad (call, 1))
    rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, g_steal_pointer (&y));
  return rensa_call_succeeded (call);
}

/* The roles of x and y are exchanged compared to convolution. */
gboolean
rensa_deconvolution_backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaType W = rensa_backward_get_input_type (backward, 1);
  const RensaType y = rensa_backward_get_output_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaWindow window;

  if (!get_window (rensa_backward_get_attrs (backward), &W.shape, &window, error))
    return FALSE;

  fit_window (&window, &x.shape, &y.shape);
  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_input (
        backward, 0, rensa_convolve_variables (gy, rensa_backward_get_input (backward, 1), &window, error));
  if (rensa_backward_needs_grad (backward, 1))
    rensa_backward_take_grad_input (
        backward, 1, rensa_correlate_variables (gy, rensa_backward_get_input (backward, 0), &window, error));
  if (rensa_backward_needs_grad (backward, 2))
    rensa_backward_take_grad_input (backward, 2, rensa_sum_channels (gy, error));

  return rensa_backward_succeeded (backward);
}

RensaDeconvolution
rensa_deconvolution_new (const RensaInts *stride, const RensaInts *pad, const RensaInts *outsize,
                         const RensaInts *dilate, gint64 groups)
{
  return (RensaDeconvolution){
    .stride = rensa_ints_or (stride, 1),
    .pad = rensa_ints_or (pad, 0),
    .outsize = rensa_ints_or_none (outsize),
    .dilate = rensa_ints_or (dilate, 1),
    .groups = groups,
  };
}

RensaVariable *
rensa_deconvolve_variables (RensaVariable *y, RensaVariable *W, const RensaWindow *window, const RensaShape *x_shape,
                            GError **error)
{
  const RensaDeconvolution self = {
    .stride = rensa_window_get_ints (window, window->stride),
    .pad = rensa_window_get_ints (window, window->pad),
    .outsize = rensa_window_get_ints (window, x_shape->dims + 2),
    .dilate = rensa_window_get_ints (window, window->dilate),
    .groups = window->groups,
  };

  return rensa_apply2 (window->n == 2 ? &rensa_deconvolution_2d_class : &rensa_deconvolution_nd_class, &self, y, W,
                       error);
}
