/* rensa-primitives-window.c: convolution, pooling and sums over parts of images.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

static gint64
divide_floor (gint64 a, gint64 b)
{
  return a / b - (a % b < 0);
}

gint64
rensa_window_get_output_size (const RensaWindow *window, int i, gint64 size)
{
  const gint64 extent = window->dilate[i] * (window->kernel[i] - 1) + 1;
  const gint64 room = size + 2 * window->pad[i] - extent + (window->cover_all ? window->stride[i] - 1 : 0);

  return divide_floor (room, window->stride[i]) + 1;
}

static gboolean
check_window (const char *place, const RensaWindow *window, GError **error)
{
  for (int i = 0; i < window->n; i++)
    if (window->kernel[i] < 1 || window->stride[i] < 1 || window->pad[i] < 0 || window->dilate[i] < 1)
      {
        rensa_set_words (
            error, RENSA_ERROR_INVALID,
            N_ ("%s expects kernel size, stride and dilation of at least 1 and non-negative padding: found %lld, "
                "%lld, %lld and %lld along spatial axis %d"),
            place, (long long) window->kernel[i], (long long) window->stride[i], (long long) window->dilate[i],
            (long long) window->pad[i], i);
        return FALSE;
      }

  return TRUE;
}

/* Computes the shape of the output for an input of @x_shape, with @channels. */
static gboolean
get_output_shape (const char *place, const RensaWindow *window, const RensaShape *x_shape, gint64 channels,
                  RensaShape *shape, GError **error)
{
  if (!rensa_require_ndim (place, "x", x_shape, window->n + 2, error) || !check_window (place, window, error))
    return FALSE;

  *shape = *x_shape;

  shape->dims[1] = channels;
  for (int i = 0; i < window->n; i++)
    {
      shape->dims[i + 2] = rensa_window_get_output_size (window, i, x_shape->dims[i + 2]);
      if (shape->dims[i + 2] < 1)
        {
          g_autofree char *text = rensa_shape_to_string (x_shape);

          rensa_set_words (
              error, RENSA_ERROR_INVALID,
              N_ ("%s expects an input at least as large as its window: found shape %s, window %lld along spatial "
                  "axis %d"),
              place, text, (long long) window->kernel[i], i);
          return FALSE;
        }
    }

  return TRUE;
}

/* Checks that W has the shape required between @x_channels and @y_channels. */
static gboolean
check_weights (const RensaWindow *window, gint64 x_channels, gint64 y_channels, const RensaShape *W_shape,
               GError **error)
{
  static const char place[] = "convolve";
  const gint64 groups = window->groups;
  RensaShape expected = { .ndim = window->n + 2 };

  if (groups < 1 || x_channels % groups != 0 || y_channels % groups != 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("%s expects channel counts divisible by %lld groups: found %lld and %lld"), place,
                       (long long) groups, (long long) x_channels, (long long) y_channels);
      return FALSE;
    }

  expected.dims[0] = y_channels;
  expected.dims[1] = x_channels / groups;
  for (int i = 0; i < window->n; i++)
    expected.dims[i + 2] = window->kernel[i];
  return rensa_require_shape (place, "W", &expected, W_shape, error);
}

static gboolean
check_pair (const char *place, RensaArray *a, RensaArray *b, GError **error)
{
  return rensa_require_floating (place, a, error) && rensa_require_same_dtype (place, a, b, error);
}

/* Returns the bias broadcast to the output: the result of a convolution with an empty operand. */
static RensaArray *
convolve_nothing (RensaDtype dtype, const RensaShape *shape, RensaArray *b, GError **error)
{
  g_autoptr (RensaArray) y = rensa_array_zeros (dtype, shape, error);

  if (y == NULL)
    return NULL;
  if (b != NULL)
    {
      g_autoptr (RensaArray) spread = rensa_array_view_expand (b, ((1u << shape->ndim) - 1) & ~2u);

      if (!rensa_array_assign (y, spread, error))
        return NULL;
    }

  return g_steal_pointer (&y);
}

RensaArray *
rensa_convolve (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, GError **error)
{
  static const char place[] = "convolve";
  RensaShape shape;

  if (x == NULL || W == NULL || !check_pair (place, x, W, error)
      || !rensa_require_ndim (place, "W", &W->shape, window->n + 2, error)
      || !get_output_shape (place, window, &x->shape, W->shape.dims[0], &shape, error)
      || !check_weights (window, x->shape.dims[1], W->shape.dims[0], &W->shape, error)
      || (b != NULL
          && (!rensa_require_same_dtype (place, x, b, error)
              || !rensa_require_shape (place, "b", &RENSA_SHAPE (W->shape.dims[0]), &b->shape, error))))
    return NULL;
  if (x->count == 0 || W->count == 0)
    return convolve_nothing (x->dtype, &shape, b, error);

  g_autoptr (RensaArray) work_x = rensa_to_entry (x, error);
  g_autoptr (RensaArray) work_W = work_x == NULL ? NULL : rensa_to_entry (W, error);
  g_autoptr (RensaArray) work_b = work_W == NULL ? NULL : rensa_to_entry (b, error);
  if (work_W == NULL || (b != NULL && work_b == NULL))
    return NULL;

  g_autoptr (RensaArray) y = rensa_new_channels_last (x, work_x->dtype, &shape, error);
  if (y == NULL || !RENSA_RUN (x, convolve, work_x, work_W, work_b, window, y, error)
      || !rensa_convert (&y, x->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}

RensaArray *
rensa_convolve_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window, const RensaShape *x_shape,
                           GError **error)
{
  static const char place[] = "convolve_backward";
  RensaShape shape;

  if (gy == NULL || W == NULL || !check_pair (place, gy, W, error)
      || !rensa_require_ndim (place, "W", &W->shape, window->n + 2, error)
      || !get_output_shape (place, window, x_shape, W->shape.dims[0], &shape, error)
      || !rensa_require_shape (place, "gy", &shape, &gy->shape, error)
      || !check_weights (window, x_shape->dims[1], W->shape.dims[0], &W->shape, error))
    return NULL;
  if (gy->count == 0 || W->count == 0)
    return rensa_full_beside (gy, gy->dtype, x_shape, 0, error);

  g_autoptr (RensaArray) work_gy = rensa_to_entry (gy, error);
  g_autoptr (RensaArray) work_W = work_gy == NULL ? NULL : rensa_to_entry (W, error);
  g_autoptr (RensaArray) gx = work_W == NULL ? NULL : rensa_new_channels_last (gy, work_gy->dtype, x_shape, error);
  if (gx == NULL || !RENSA_RUN (gy, convolve_backward_x, work_gy, work_W, window, gx, error)
      || !rensa_convert (&gx, gy->dtype, error))
    return NULL;

  return g_steal_pointer (&gx);
}

RensaArray *
rensa_convolve_backward_W (RensaArray *x, RensaArray *gy, const RensaWindow *window, const RensaShape *W_shape,
                           GError **error)
{
  static const char place[] = "convolve_backward";
  RensaShape shape;

  if (x == NULL || gy == NULL || !check_pair (place, x, gy, error)
      || !get_output_shape (place, window, &x->shape, W_shape->dims[0], &shape, error)
      || !rensa_require_shape (place, "gy", &shape, &gy->shape, error)
      || !check_weights (window, x->shape.dims[1], W_shape->dims[0], W_shape, error))
    return NULL;
  if (x->count == 0 || gy->count == 0)
    return rensa_full_beside (x, x->dtype, W_shape, 0, error);

  g_autoptr (RensaArray) work_x = rensa_to_entry (x, error);
  g_autoptr (RensaArray) work_gy = work_x == NULL ? NULL : rensa_to_entry (gy, error);
  g_autoptr (RensaArray) gW = work_gy == NULL ? NULL : rensa_new_beside (x, work_x->dtype, W_shape, error);
  if (gW == NULL || !RENSA_RUN (x, convolve_backward_W, work_x, work_gy, window, gW, error)
      || !rensa_convert (&gW, x->dtype, error))
    return NULL;

  return g_steal_pointer (&gW);
}

static const char pooling[] = "pool";

/* Backends may use 32-bit numbers for the places of a window. */
static gboolean
check_places (const RensaWindow *window, GError **error)
{
  gint64 n_places = 1;

  for (int i = 0; i < window->n; i++)
    {
      if (window->kernel[i] > G_MAXINT32 / n_places)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID,
                           N_ ("%s expects windows of at most %d positions: found more along spatial axes 0 to %d"),
                           pooling, G_MAXINT32, i);
          return FALSE;
        }
      n_places *= window->kernel[i];
    }

  return TRUE;
}

/* Checks an input of pooling and computes the shape of its output. */
static gboolean
check_pooling (RensaArray *x, const RensaWindow *window, RensaShape *shape, GError **error)
{
  return rensa_require_floating (pooling, x, error)
         && get_output_shape (pooling, window, &x->shape, x->shape.ndim > 1 ? x->shape.dims[1] : 0, shape, error)
         && check_places (window, error);
}

/* Checks the gradient of a pooling of @x_shape. */
static gboolean
check_pooling_gradient (RensaArray *gy, const RensaWindow *window, const RensaShape *x_shape, GError **error)
{
  RensaShape shape;

  return rensa_require_floating (pooling, gy, error)
         && get_output_shape (pooling, window, x_shape, x_shape->ndim > 1 ? x_shape->dims[1] : 0, &shape, error)
         && rensa_require_shape (pooling, "gy", &shape, &gy->shape, error) && check_places (window, error);
}

/* Returns the index in the form required by the backends. */
static RensaArray *
get_index (RensaArray *index, const RensaShape *shape, GError **error)
{
  if (!rensa_require_shape (pooling, "index", shape, &index->shape, error))
    return NULL;

  return rensa_array_cast (index, RENSA_INT64, error);
}

RensaArray *
rensa_pool_max (RensaArray *x, const RensaWindow *window, RensaArray **index, GError **error)
{
  RensaShape shape;

  if (x == NULL || !check_pooling (x, window, &shape, error))
    return NULL;

  g_autoptr (RensaArray) work = rensa_to_entry (x, error);
  g_autoptr (RensaArray) y = work == NULL ? NULL : rensa_array_new_ordered (work->dtype, &shape, work, error);
  g_autoptr (RensaArray) places =
      y != NULL && index != NULL ? rensa_array_new_ordered (RENSA_INT64, &shape, work, error) : NULL;
  if (y == NULL || (index != NULL && places == NULL)
      || (x->count > 0 && !RENSA_RUN (x, pool_max, work, window, y, places, error))
      || !rensa_convert (&y, x->dtype, error))
    return NULL;

  if (index != NULL)
    *index = g_steal_pointer (&places);
  return g_steal_pointer (&y);
}

RensaArray *
rensa_pool_max_scatter (RensaArray *gy, RensaArray *index, const RensaWindow *window, const RensaShape *x_shape,
                        GError **error)
{
  if (gy == NULL || index == NULL || !check_pooling_gradient (gy, window, x_shape, error))
    return NULL;

  g_autoptr (RensaArray) places = get_index (index, &gy->shape, error);
  g_autoptr (RensaArray) work = places == NULL ? NULL : rensa_to_entry (gy, error);
  if (work == NULL)
    return NULL;
  if (gy->count == 0)
    return rensa_full_beside (gy, gy->dtype, x_shape, 0, error);

  g_autoptr (RensaArray) gx = rensa_array_new_ordered (work->dtype, x_shape, work, error);
  if (gx == NULL || !RENSA_RUN (gy, pool_max_scatter, work, places, window, gx, error)
      || !rensa_convert (&gx, gy->dtype, error))
    return NULL;

  return g_steal_pointer (&gx);
}

RensaArray *
rensa_pool_max_gather (RensaArray *x, RensaArray *index, const RensaWindow *window, GError **error)
{
  RensaShape shape;

  if (x == NULL || index == NULL || !check_pooling (x, window, &shape, error))
    return NULL;

  g_autoptr (RensaArray) places = get_index (index, &shape, error);
  g_autoptr (RensaArray) work = places == NULL ? NULL : rensa_to_entry (x, error);
  g_autoptr (RensaArray) y = work == NULL ? NULL : rensa_array_new_ordered (work->dtype, &shape, work, error);
  if (y == NULL || (x->count > 0 && !RENSA_RUN (x, pool_max_gather, work, places, window, y, error))
      || !rensa_convert (&y, x->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}

RensaArray *
rensa_pool_sum (RensaArray *x, const RensaWindow *window, double scale, GError **error)
{
  RensaShape shape;

  if (x == NULL || !check_pooling (x, window, &shape, error))
    return NULL;
  if (x->count == 0)
    return rensa_full_beside (x, x->dtype, &shape, 0, error);

  g_autoptr (RensaArray) work = rensa_to_entry (x, error);
  g_autoptr (RensaArray) y = work == NULL ? NULL : rensa_array_new_ordered (work->dtype, &shape, work, error);
  if (y == NULL || !RENSA_RUN (x, pool_sum, work, window, scale, y, error) || !rensa_convert (&y, x->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}

RensaArray *
rensa_pool_sum_backward (RensaArray *gy, const RensaWindow *window, double scale, const RensaShape *x_shape,
                         GError **error)
{
  if (gy == NULL || !check_pooling_gradient (gy, window, x_shape, error))
    return NULL;
  if (gy->count == 0)
    return rensa_full_beside (gy, gy->dtype, x_shape, 0, error);

  g_autoptr (RensaArray) work = rensa_to_entry (gy, error);
  g_autoptr (RensaArray) gx = work == NULL ? NULL : rensa_array_new_ordered (work->dtype, x_shape, work, error);
  if (gx == NULL || !RENSA_RUN (gy, pool_sum_backward, work, window, scale, gx, error)
      || !rensa_convert (&gx, gy->dtype, error))
    return NULL;

  return g_steal_pointer (&gx);
}

static double
get_share (const RensaWindow *window)
{
  double size = 1;

  for (int i = 0; i < window->n; i++)
    size *= (double) window->kernel[i];
  return 1 / size;
}

RensaArray *
rensa_pool_average (RensaArray *x, const RensaWindow *window, GError **error)
{
  return rensa_pool_sum (x, window, get_share (window), error);
}

RensaArray *
rensa_pool_average_backward (RensaArray *gy, const RensaWindow *window, const RensaShape *x_shape, GError **error)
{
  return rensa_pool_sum_backward (gy, window, get_share (window), x_shape, error);
}

static const char patches_place[] = "sum_patches";

static gboolean
check_patch_weights (const char *what, RensaArray *weights, gint64 n_patches, gint64 to, gint64 from, GError **error)
{
  return rensa_require_shape (patches_place, what, &RENSA_SHAPE (n_patches, to, from), &weights->shape, error)
         && rensa_require_floating (patches_place, weights, error);
}

static gboolean
check_patch_numbers (const char *what, RensaArray *numbers, gint64 n_patches, GError **error)
{
  return rensa_require_shape (patches_place, what, &RENSA_SHAPE (n_patches), &numbers->shape, error)
         && rensa_require_integers (patches_place, what, numbers, error);
}

static gboolean
check_patches (RensaArray *x, const RensaPatches *patches, const RensaShape *shape, GError **error)
{
  const gint64 *from = x->shape.dims;
  const gint64 *to = shape->dims;
  const gint64 n_patches = patches->from->count;

  return rensa_require_floating (patches_place, x, error)
         && rensa_require_ndim (patches_place, "x", &x->shape, 4, error)
         && rensa_require_shape (patches_place, "y", &RENSA_SHAPE (to[0], from[1], to[2], to[3]), shape, error)
         && check_patch_numbers ("from", patches->from, n_patches, error)
         && check_patch_numbers ("to", patches->to, n_patches, error)
         && check_patch_weights ("rows", patches->rows, n_patches, to[2], from[2], error)
         && check_patch_weights ("columns", patches->columns, n_patches, to[3], from[3], error);
}

RensaArray *
rensa_sum_patches (RensaArray *x, const RensaPatches *patches, const RensaShape *shape, GError **error)
{
  if (x == NULL || !check_patches (x, patches, shape, error))
    return NULL;

  const RensaDtype dtype = rensa_dtype_widen (x->dtype);
  g_autoptr (RensaArray) work = rensa_to_dense (x, dtype, error);
  g_autoptr (RensaArray) rows = work != NULL ? rensa_to_dense (patches->rows, dtype, error) : NULL;
  g_autoptr (RensaArray) columns = rows != NULL ? rensa_to_dense (patches->columns, dtype, error) : NULL;
  g_autoptr (RensaArray) from = columns != NULL ? rensa_to_dense (patches->from, RENSA_INT64, error) : NULL;
  g_autoptr (RensaArray) to = from != NULL ? rensa_to_dense (patches->to, RENSA_INT64, error) : NULL;
  g_autoptr (RensaArray) y = to != NULL ? rensa_full_beside (x, dtype, shape, 0, error) : NULL;
  const RensaPatches prepared = { .rows = rows, .columns = columns, .from = from, .to = to };

  if (y == NULL
      || (y->count > 0 && x->count > 0 && from->count > 0 && !RENSA_RUN (x, sum_patches, work, &prepared, y, error))
      || !rensa_convert (&y, x->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}
