/* max_pooling_2d.c: the largest of each window; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-windows-private.h"

typedef struct
{
  RensaInts ksize;
  RensaInts stride;
  RensaInts pad;
  gboolean cover_all;
  gboolean return_indices;
} MaxPooling2D;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (MaxPooling2D, ksize, .required = TRUE, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Window size")),
  RENSA_ATTR_INTS (MaxPooling2D, stride, .allow_none = TRUE, .none = TRUE, .min = 1, .max = RENSA_WINDOW_MAX,
                   .unit = "px", .title = N_ ("Stride"),
                   .hint = N_ ("The step from one window to the next; None for the window size")),
  RENSA_ATTR_INTS (MaxPooling2D, pad, .initial = 0, .min = 0, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Padding"), .hint = N_ ("Around the image, on each side; it is never the largest")),
  RENSA_ATTR_BOOL (MaxPooling2D, cover_all, .initial = TRUE, .title = N_ ("Cover all"),
                   .hint = N_ ("One window more where the last one would leave pixels out")),
  RENSA_ATTR_BOOL (MaxPooling2D, return_indices, .title = N_ ("Return indices"),
                   .hint = N_ ("Also tell where in its window each maximum stands")),
};

static const RensaSample samples[] = {
  { "ksize=2", "[[[[1, 5, 2], [4, 3, 0], [-1, -2, -3]]]]", "[[[[5, 2], [-1, -3]]]]" },
  { "ksize=2, cover_all=false", "[[[[1, 5, 2], [4, 3, 0], [-1, -2, -3]]]]", "[[[[5]]]]" },
  { "ksize=2, stride=1, cover_all=false, return_indices=true", "[[[[1, 5, 2], [4, 3, 6]]]]",
    "[[[[5, 6]]]]; [[[[1, 3]]]]" },
};

static gboolean
get_window (const MaxPooling2D *self, RensaWindow *window, GError **error)
{
  gint64 ksize[2];

  if (!rensa_ints_expand (&self->ksize, 2, 1, "ksize", ksize, error)
      || !rensa_window_init (window, 2, ksize, &self->stride, &self->pad, NULL, error))
    {
      g_prefix_error (error, "max_pooling_2d: ");
      return FALSE;
    }

  window->cover_all = self->cover_all;
  return TRUE;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const MaxPooling2D *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape y = x->shape;
  RensaWindow window;

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error))
    return FALSE;
  if (rensa_shape_count (&x->shape) == 0)
    return rensa_inference_fail_text (inference, error, "x.size > 0", "0 <= 0");
  if (!get_window (self, &window, error) || !rensa_expect_window_fits (inference, &window, &x->shape, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  if (self->return_indices)
    rensa_inference_set_output_shape (inference, 1, RENSA_INT64, &y);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const MaxPooling2D *self = rensa_call_get_attrs (call);
  const gboolean needs_index = self->return_indices || rensa_call_needs_grad (call, 0);
  g_autoptr (RensaArray) index = NULL;
  RensaWindow window;

  if (!get_window (self, &window, error))
    return FALSE;

  rensa_call_take_output (call, 0,
                          rensa_pool_max (rensa_call_get_input (call, 0), &window, needs_index ? &index : NULL, error));
  if (index != NULL)
    rensa_call_keep (call, 0, rensa_array_ref (index));
  if (self->return_indices)
    rensa_call_take_output (call, 1, g_steal_pointer (&index));
  return rensa_call_succeeded (call);
}

/* Where the maxima stand counts as constant.  Gradients go to those places, gradients of gradients are read from
 * there, and each is the gradient of the other. */

typedef struct
{
  RensaWindow window;
  gint64 height;
  gint64 width;
} MaxPlaces;

static const RensaFunctionClass scatter_class;

static gboolean
infer_gather (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *index = rensa_inference_get_input (inference, 1);

  rensa_inference_set_output_shape (inference, 0, x->dtype, &index->shape);
  return TRUE;
}

static gboolean
forward_gather (RensaCall *call, GError **error)
{
  const MaxPlaces *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);

  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0, rensa_pool_max_gather (x, rensa_call_get_input (call, 1), &self->window, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_gather (RensaBackward *backward, GError **error)
{
  RensaVariable *index = rensa_backward_get_input (backward, 1);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0,
                                  rensa_apply2 (&scatter_class, rensa_backward_get_attrs (backward), gy, index, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass gather_class = {
  .name = "max_pooling_2d_grad_grad",
  .label = "MaxPooling2DWithIndexes",
  .inputs = RENSA_INPUTS ("x", "index:int"),
  .n_outputs = 1,
  .attrs_size = sizeof (MaxPlaces),
  .infer = infer_gather,
  .forward = forward_gather,
  .backward = backward_gather,
};

static gboolean
infer_scatter (RensaInference *inference, GError **error)
{
  const MaxPlaces *self = rensa_inference_get_attrs (inference);
  const RensaType *gy = rensa_inference_get_input (inference, 0);
  const RensaShape x = RENSA_SHAPE (gy->shape.dims[0], gy->shape.dims[1], self->height, self->width);

  rensa_inference_set_output_shape (inference, 0, gy->dtype, &x);
  return TRUE;
}

static gboolean
forward_scatter (RensaCall *call, GError **error)
{
  const MaxPlaces *self = rensa_call_get_attrs (call);
  const RensaShape *x = &rensa_call_get_output_type (call, 0)->shape;
  RensaArray *gy = rensa_call_get_input (call, 0);

  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0,
                          rensa_pool_max_scatter (gy, rensa_call_get_input (call, 1), &self->window, x, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_scatter (RensaBackward *backward, GError **error)
{
  RensaVariable *index = rensa_backward_get_input (backward, 1);
  RensaVariable *ggx = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0,
                                  rensa_apply2 (&gather_class, rensa_backward_get_attrs (backward), ggx, index, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass scatter_class = {
  .name = "max_pooling_2d_grad",
  .label = "MaxPooling2DGrad",
  .inputs = RENSA_INPUTS ("gy", "index:int"),
  .n_outputs = 1,
  .attrs_size = sizeof (MaxPlaces),
  .infer = infer_scatter,
  .forward = forward_scatter,
  .backward = backward_scatter,
};

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) index = rensa_variable_new_constant (rensa_backward_get_kept (backward, 0));
  MaxPlaces places = { .height = x.shape.dims[2], .width = x.shape.dims[3] };

  if (!get_window (rensa_backward_get_attrs (backward), &places.window, error))
    return FALSE;

  /* A gradient of the indices alone means nothing. */
  if (gy != NULL)
    rensa_backward_take_grad_input (backward, 0, rensa_apply2 (&scatter_class, &places, gy, index, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_max_pooling_2d_class = {
  .name = "max_pooling_2d",
  .group = RENSA_GROUP_POOLING,
  .title = N_ ("Max pooling 2D"),
  .summary = N_ ("Keeps the largest value of each window of an image"),
  .formula = "y[n, c, i, j] = max x[n, c, si + u - p, sj + v - p] over u, v",
  .label = "MaxPooling2D",
  .inputs = RENSA_INPUTS ("x"),
  RENSA_ATTRS (MaxPooling2D, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.max_pooling_2d({x}, {ksize}, stride={stride}, pad={pad}, cover_all={cover_all}, "
             "return_indices={return_indices:tuple})",
  .torch = "F.max_pool2d({x}, {ksize}, stride={stride}, padding={pad}, ceil_mode={cover_all}, "
           "return_indices={return_indices})",
  .onnx = "MaxPool",
};

/**
 * rensa_max_pooling_2d:
 * @x: shape (N, C, H, W), with at least one element
 * @ksize: height and width of the windows
 * @stride: (nullable): step from window to window; NULL means @ksize
 * @pad: (nullable): pixels added on each side, which are never the largest; NULL means 0
 * @cover_all: one window more where the last one would leave pixels out (Chainer's default)
 *
 * y[n, c, i, j] = max x[n, c, s i + u - p, s j + v - p] over the window, of shape (N, C, H', W') with H' = ⌊(H + 2p -
 * k) / s⌋ + 1 (rounded up with @cover_all).  NaN wins.  RENSA_ERROR_TYPE_CHECK where x does not fit,
 * RENSA_ERROR_INVALID where a tuple does not.
 */
RENSA_API RensaVariable *
rensa_max_pooling_2d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                      gboolean cover_all, GError **error)
{
  const MaxPooling2D self = {
    .ksize = *ksize,
    .stride = stride != NULL ? *stride : (RensaInts){ .n = RENSA_INTS_NONE },
    .pad = rensa_ints_or (pad, 0),
    .cover_all = cover_all,
  };

  return rensa_apply1 (&rensa_max_pooling_2d_class, &self, x, error);
}
