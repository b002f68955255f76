/* cuda-conv-unfold.c: convolution as a matrix product.
 *
 * With K = C / groups · places, and P places of y in each example:
 *
 *   rows (groups, N P, K)   x unfolded
 *   y = rows Wᵀ,  gW = gyᵀ rows,  gx = gy W folded      for each group
 *
 * processed a few examples at a time, so that the rows take a limited part of the memory.
 * SPDX-License-Identifier: MIT */

#include "cuda-conv.h"

#include <string.h>

#include "cuda-window.h"

#define MOST_BYTES (G_GINT64_CONSTANT (64) << 20)

typedef struct
{
  RensaCudaDevice *device;
  const RensaWindow *window;
  gint64 size;       /* size of an element */
  gint64 n_channels; /* channels of x */
  gint64 n_filters;
  gint64 n_places; /* P */
  gint64 n_taps;   /* places of a window */
  gint64 at_once;  /* examples */
  RensaArray *rows;
} Unfolded;

static void
unfolded_clear (Unfolded *self)
{
  g_clear_pointer (&self->rows, rensa_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Unfolded, unfolded_clear)

static gboolean
unfolded_init (Unfolded *self, RensaArray *x, RensaArray *y, const RensaWindow *window, GError **error)
{
  const gint64 n = x->shape.dims[0];

  *self = (Unfolded){
    .device = rensa_cuda_get_device (x),
    .window = window,
    .size = (gint64) rensa_dtype_get_size (x->dtype),
    .n_channels = x->shape.dims[1],
    .n_filters = y->shape.dims[1],
    .n_places = y->count / n / y->shape.dims[1],
    .n_taps = 1,
  };
  for (int i = 0; i < window->n; i++)
    self->n_taps *= window->kernel[i];

  const gint64 n_columns = self->n_channels * self->n_taps;
  self->at_once = CLAMP (MOST_BYTES / (self->n_places * n_columns * self->size), 1, n);
  self->rows = rensa_new_beside (x, x->dtype, &RENSA_SHAPE (self->at_once * self->n_places, n_columns), error);
  return self->rows != NULL;
}

/* View of the rows of @n examples, one group after the other. */
static RensaArray *
view_rows (const Unfolded *self, gint64 n)
{
  const gint64 n_columns = self->n_channels * self->n_taps;
  const gint64 k = n_columns / self->window->groups;

  return rensa_array_view_strided (self->rows, &RENSA_SHAPE (self->window->groups, n * self->n_places, k),
                                   (gint64[]){ k * self->size, n_columns * self->size, self->size }, 0);
}

/* View of @n examples of y, whose channels are last in memory, starting at number @first, one group
 * after the other. */
static RensaArray *
view_filtered (const Unfolded *self, RensaArray *y, gint64 first, gint64 n)
{
  const gint64 own = self->n_filters / self->window->groups;
  const gint64 row = self->n_filters * self->size;

  return rensa_array_view_strided (y, &RENSA_SHAPE (self->window->groups, n * self->n_places, own),
                                   (gint64[]){ own * self->size, row, self->size }, first * self->n_places * row);
}

/* View of W or its gradient, which is C-contiguous. */
static RensaArray *
view_weights (const Unfolded *self, RensaArray *W)
{
  const gint64 groups = self->window->groups;

  return rensa_array_view_reshape (
      W, &RENSA_SHAPE (groups, self->n_filters / groups, self->n_channels / groups * self->n_taps));
}

/* NULL for NULL. */
static RensaArray *
view_bias (const Unfolded *self, RensaArray *b)
{
  const gint64 groups = self->window->groups;
  const gint64 own = self->n_filters / groups;

  return b == NULL ? NULL
                   : rensa_array_view_strided (b, &RENSA_SHAPE (groups, 1, own),
                                               (gint64[]){ own * b->strides[0], 0, b->strides[0] }, 0);
}

/* Runs @kernel between @n examples of x, starting at number @first, and the rows; @y is the output
 * of the windows. */
static gboolean
launch (const Unfolded *self, const char *kernel, RensaArray *x, RensaArray *y, gint64 first, gint64 n, gboolean folds,
        GError **error)
{
  g_autoptr (RensaArray) part = rensa_array_view_range (x, 0, first, n);
  RensaArray windows = *y; /* windows for all channels of x */
  gpu_window_args args;

  windows.shape.dims[0] = n;
  windows.shape.dims[1] = self->n_channels;
  windows.count = n * self->n_channels * self->n_places;

  rensa_cuda_set_window (&args, self->window, &part->shape, &windows.shape, folds ? part : &windows);
  rensa_cuda_set_window_arg (&args.x, part);
  args.y = (gpu_arg){ .data = self->rows->data, .dtype = (int) x->dtype };

  gint64 step = self->n_channels * self->n_taps * self->size;
  args.y.strides[1] = self->n_taps * self->size;
  for (int axis = y->shape.ndim - 1; axis >= 2; step *= y->shape.dims[axis--])
    args.y.strides[axis] = step;
  args.y.strides[0] = step;
  return rensa_cuda_launch_windows (self->device, kernel, x->dtype, &args, error);
}

gboolean
rensa_cuda_is_channels_last (RensaArray *array)
{
  gint64 step = (gint64) rensa_dtype_get_size (array->dtype);

  for (int i = 0; i < array->shape.ndim; i++)
    {
      const int axis = i == 0 ? 1 : i == array->shape.ndim - 1 ? 0 : array->shape.ndim - i;

      if (array->shape.dims[axis] > 1 && array->strides[axis] != step)
        return FALSE;
      step *= array->shape.dims[axis];
    }
  return TRUE;
}

RensaArray *
rensa_cuda_take_channels_last (RensaArray *array, GError **error)
{
  if (rensa_cuda_is_channels_last (array))
    return rensa_array_ref (array);

  g_autoptr (RensaArray) copy = rensa_new_channels_last (array, array->dtype, &array->shape, error);
  return copy != NULL && rensa_cuda_assign (copy, array, error) ? g_steal_pointer (&copy) : NULL;
}

gboolean
rensa_cuda_unfold_forward (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, RensaArray *y,
                           GError **error)
{
  g_auto (Unfolded) unfolded = { NULL };
  g_autoptr (RensaArray) dense = rensa_array_contiguous (W, error);

  if (dense == NULL || !unfolded_init (&unfolded, x, y, window, error))
    return FALSE;

  g_autoptr (RensaArray) weights = view_weights (&unfolded, dense);
  g_autoptr (RensaArray) bias = view_bias (&unfolded, b);
  for (gint64 first = 0; first < x->shape.dims[0]; first += unfolded.at_once)
    {
      const gint64 n = MIN (unfolded.at_once, x->shape.dims[0] - first);
      g_autoptr (RensaArray) rows = view_rows (&unfolded, n);
      g_autoptr (RensaArray) filtered = view_filtered (&unfolded, y, first, n);

      if (!launch (&unfolded, "unfold", x, y, first, n, FALSE, error)
          || !rensa_cuda_matmul (rows, weights, FALSE, TRUE, bias, FALSE, filtered, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_cuda_unfold_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window, RensaArray *gx, GError **error)
{
  g_auto (Unfolded) unfolded = { NULL };
  g_autoptr (RensaArray) dense = rensa_array_contiguous (W, error);
  g_autoptr (RensaArray) last = dense != NULL ? rensa_cuda_take_channels_last (gy, error) : NULL;

  if (last == NULL || !unfolded_init (&unfolded, gx, last, window, error))
    return FALSE;

  g_autoptr (RensaArray) weights = view_weights (&unfolded, dense);
  for (gint64 first = 0; first < gx->shape.dims[0]; first += unfolded.at_once)
    {
      const gint64 n = MIN (unfolded.at_once, gx->shape.dims[0] - first);
      g_autoptr (RensaArray) rows = view_rows (&unfolded, n);
      g_autoptr (RensaArray) filtered = view_filtered (&unfolded, last, first, n);

      if (!rensa_cuda_matmul (filtered, weights, FALSE, FALSE, NULL, FALSE, rows, error)
          || !launch (&unfolded, "fold", gx, last, first, n, TRUE, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_cuda_unfold_backward_W (RensaArray *x, RensaArray *gy, const RensaWindow *window, RensaArray *gW, GError **error)
{
  g_auto (Unfolded) unfolded = { NULL };
  g_autoptr (RensaArray) last = rensa_cuda_take_channels_last (gy, error);

  if (last == NULL || !unfolded_init (&unfolded, x, last, window, error))
    return FALSE;

  g_autoptr (RensaArray) weights = view_weights (&unfolded, gW);
  for (gint64 first = 0; first < x->shape.dims[0]; first += unfolded.at_once)
    {
      const gint64 n = MIN (unfolded.at_once, x->shape.dims[0] - first);
      g_autoptr (RensaArray) rows = view_rows (&unfolded, n);
      g_autoptr (RensaArray) filtered = view_filtered (&unfolded, last, first, n);

      if (!launch (&unfolded, "unfold", x, last, first, n, FALSE, error)
          || !rensa_cuda_matmul (filtered, rows, TRUE, FALSE, NULL, first > 0, weights, error))
        return FALSE;
    }
  return TRUE;
}
