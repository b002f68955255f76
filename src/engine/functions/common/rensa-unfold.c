/* rensa-unfold.c: sliding windows unfolded into an array.
 *
 * The elements under one tap of all windows are a slice of x, so there is one strided copy per tap.
 * SPDX-License-Identifier: MIT */

#include "rensa-unfold-private.h"

RensaShape
rensa_unfold_get_shape (const RensaWindow *window, const RensaShape *x)
{
  RensaShape shape = { .ndim = 2 + 2 * window->n, .dims = { x->dims[0], x->dims[1] } };

  for (int i = 0; i < window->n; i++)
    {
      shape.dims[2 + i] = window->kernel[i];
      shape.dims[2 + window->n + i] = rensa_window_get_output_size (window, i, x->dims[2 + i]);
    }

  return shape;
}

static gint64
divide_up (gint64 a, gint64 b)
{
  return a > 0 ? (a + b - 1) / b : 0;
}

/* The element of x (N, C, d…) under @tap of each window, and its position in y (N, C, k…, d'…),
 * unless it is in the padding. */
typedef struct
{
  RensaArray *x;
  RensaArray *y;
} Tap;

static void
tap_clear (Tap *tap)
{
  g_clear_pointer (&tap->x, rensa_array_unref);
  g_clear_pointer (&tap->y, rensa_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tap, tap_clear)

/* Returns FALSE if the tap covers only padding. */
static gboolean
find_slices (const RensaWindow *window, const RensaShape *x, const gint64 *tap, RensaSlice *of_x, RensaSlice *of_y)
{
  for (int i = 0; i < window->n; i++)
    {
      const gint64 n_windows = rensa_window_get_output_size (window, i, x->dims[2 + i]);
      const gint64 shift = tap[i] * window->dilate[i] - window->pad[i];
      const gint64 first = divide_up (-shift, window->stride[i]);
      const gint64 end = MIN (n_windows, divide_up (x->dims[2 + i] - shift, window->stride[i]));
      const gint64 place = first * window->stride[i] + shift;

      if (end <= first)
        return FALSE;

      of_x[2 + i] = (RensaSlice){ RENSA_SLICE_RANGE, place, place + (end - first - 1) * window->stride[i] + 1,
                                  window->stride[i] };
      of_y[2 + i] = (RensaSlice){ .kind = RENSA_SLICE_INDEX, .start = tap[i] };
      of_y[2 + window->n + i] = (RensaSlice){ RENSA_SLICE_RANGE, first, end, 1 };
    }

  return TRUE;
}

/* Stores the two views in @views; leaves them NULL if there are no elements. */
static gboolean
take_tap (RensaArray *x, RensaArray *y, const RensaWindow *window, const gint64 *tap, Tap *views, GError **error)
{
  static const RensaSlice all = { RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, RENSA_SLICE_NONE };
  RensaSlice of_x[2 + RENSA_UNFOLD_MAX_AXES] = { all, all };
  RensaSlice of_y[2 + 2 * RENSA_UNFOLD_MAX_AXES] = { all, all };

  if (!find_slices (window, rensa_array_get_shape (x), tap, of_x, of_y))
    return TRUE;

  views->x = rensa_array_view_slice (x, of_x, 2 + window->n, error);
  views->y = views->x != NULL ? rensa_array_view_slice (y, of_y, 2 + 2 * window->n, error) : NULL;
  return views->y != NULL;
}

/* Iterates over the taps in C order, copying from @x to @y or adding from @y to @x. */
static gboolean
walk_taps (RensaArray *x, RensaArray *y, const RensaWindow *window, gboolean back, GError **error)
{
  gint64 tap[RENSA_UNFOLD_MAX_AXES] = { 0 };
  int axis = 0;

  while (axis >= 0)
    {
      g_auto (Tap) views = { NULL, NULL };

      if (!take_tap (x, y, window, tap, &views, error))
        return FALSE;
      if (views.y != NULL
          && !(back ? rensa_array_accumulate (views.x, views.y, error) : rensa_array_assign (views.y, views.x, error)))
        return FALSE;

      for (axis = window->n - 1; axis >= 0 && ++tap[axis] == window->kernel[axis]; axis--)
        tap[axis] = 0;
    }

  return TRUE;
}

/* TRUE if windows extend beyond x. */
static gboolean
reaches_out (const RensaWindow *window, const RensaShape *x)
{
  for (int i = 0; i < window->n; i++)
    {
      const gint64 n_windows = rensa_window_get_output_size (window, i, x->dims[2 + i]);
      const gint64 extent = (window->kernel[i] - 1) * window->dilate[i] + 1;

      if (window->pad[i] > 0 || (n_windows - 1) * window->stride[i] + extent > x->dims[2 + i])
        return TRUE;
    }

  return FALSE;
}

RensaArray *
rensa_unfold (RensaArray *x, const RensaWindow *window, GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (x);
  const RensaShape y_shape = rensa_unfold_get_shape (window, shape);
  const RensaDtype dtype = rensa_array_get_dtype (x);
  g_autoptr (RensaArray) y = reaches_out (window, shape) ? rensa_array_zeros (dtype, &y_shape, error)
                                                         : rensa_array_new (dtype, &y_shape, error);

  if (y == NULL || !walk_taps (x, y, window, FALSE, error))
    return NULL;

  return g_steal_pointer (&y);
}

RensaArray *
rensa_fold (RensaArray *y, const RensaWindow *window, const RensaShape *x_shape, GError **error)
{
  const RensaDtype dtype = rensa_array_get_dtype (y);
  /* Half-precision sums are rounded only once. */
  g_autoptr (RensaArray) x = rensa_array_zeros (rensa_dtype_promote (dtype, RENSA_FLOAT32), x_shape, error);

  if (x == NULL || !walk_taps (x, y, window, TRUE, error))
    return NULL;

  return rensa_array_cast (x, dtype, error);
}

/* The differentiable forms. */

typedef struct
{
  RensaWindow window;
  RensaShape x; /* output shape of fold */
} Unfold;

static const RensaFunctionClass fold_class;

static gboolean
infer_unfold (RensaInference *inference, GError **error)
{
  const Unfold *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaShape y = rensa_unfold_get_shape (&self->window, &x->shape);

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

static gboolean
forward_unfold (RensaCall *call, GError **error)
{
  const Unfold *self = rensa_call_get_attrs (call);

  rensa_call_take_output (call, 0, rensa_unfold (rensa_call_get_input (call, 0), &self->window, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_unfold (RensaBackward *backward, GError **error)
{
  const Unfold *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_fold_variables (gy, &self->window, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass unfold_class = {
  .name = "unfold",
  .label = "Im2Col",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  .attrs_size = sizeof (Unfold),
  .infer = infer_unfold,
  .forward = forward_unfold,
  .backward = backward_unfold,
};

static gboolean
infer_fold (RensaInference *inference, GError **error)
{
  const Unfold *self = rensa_inference_get_attrs (inference);

  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 0)->dtype, &self->x);
  return TRUE;
}

static gboolean
forward_fold (RensaCall *call, GError **error)
{
  const Unfold *self = rensa_call_get_attrs (call);

  rensa_call_take_output (call, 0, rensa_fold (rensa_call_get_input (call, 0), &self->window, &self->x, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_fold (RensaBackward *backward, GError **error)
{
  const Unfold *self = rensa_backward_get_attrs (backward);
  RensaVariable *ggx = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_unfold_variables (ggx, &self->window, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass fold_class = {
  .name = "fold",
  .label = "Im2ColGrad",
  .inputs = RENSA_INPUTS ("y"),
  .n_outputs = 1,
  .attrs_size = sizeof (Unfold),
  .infer = infer_fold,
  .forward = forward_fold,
  .backward = backward_fold,
};

RensaVariable *
rensa_unfold_variables (RensaVariable *x, const RensaWindow *window, GError **error)
{
  const Unfold self = { .window = *window };

  return rensa_apply1 (&unfold_class, &self, x, error);
}

RensaVariable *
rensa_fold_variables (RensaVariable *y, const RensaWindow *window, const RensaShape *x_shape, GError **error)
{
  const Unfold self = { .window = *window, .x = *x_shape };

  return rensa_apply1 (&fold_class, &self, y, error);
}
