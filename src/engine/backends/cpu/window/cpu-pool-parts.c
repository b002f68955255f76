/* cpu-pool-parts.c: splits pooling into blocks of windows.
 * SPDX-License-Identifier: MIT */

#include "cpu-pool-private.h"

#include "rensa-memory.h"

#include <string.h>

/* Fewer windows in a row are not worth vectorizing. */
#define SHORT_ROW 4

/* Rows of windows are worth vectorizing from this length on. */
#define LONG_WINDOW 8

/* Maximum size of windows that are spread from a block. */
#define MAX_TILE 64

/* If the elements of channels are far apart, more channels at a time would evict each other from
 * the cache. */
#define MAX_FAR_CHANNELS 8

/* Channels per thread when windows are added to x. */
#define CHANNELS_BY_IMAGE 64

RensaPoolPlane
rensa_pool_get_plane (RensaArray *array)
{
  const gint64 size = (gint64) rensa_dtype_get_size (array->dtype);
  const int n = array->shape.ndim - 2;
  RensaPoolPlane plane = { .data = array->data, .size = size };

  plane.n = array->strides[0] / size;
  plane.c = array->strides[1] / size;
  for (int i = 0; i < n; i++)
    plane.s[i] = array->strides[1 + n - i] / size;
  return plane;
}

static gboolean
set_taps (RensaPool *pool, GError **error)
{
  RensaPoolTap tap = { 0 };

  pool->taps = rensa_memory_try_new (RensaPoolTap, (guint64) pool->n_taps, "pooling", error);
  if (pool->taps == NULL)
    return FALSE;

  for (gint64 place = 0; place < pool->n_taps; place++)
    {
      pool->taps[place] = tap;
      for (int i = 0; i < pool->n; i++)
        {
          tap.at[i] += pool->dilate[i];
          tap.offset += pool->dilate[i] * pool->x.s[i];
          if (tap.at[i] < pool->kernel[i] * pool->dilate[i])
            break;
          tap.offset -= tap.at[i] * pool->x.s[i];
          tap.at[i] = 0;
        }
    }
  return TRUE;
}

/* If one window covers a whole image and the rows are contiguous, merges them into one row. */
static void
join_rows (RensaPool *pool)
{
  for (int i = 0; i < 2; i++)
    if (pool->out[i] != 1 || pool->kernel[i] != pool->in[i] || pool->pad[i] != 0 || pool->dilate[i] != 1)
      return;
  if (pool->x.s[1] != pool->in[0] * pool->x.s[0])
    return;

  pool->in[0] *= pool->in[1];
  pool->kernel[0] *= pool->kernel[1];
  pool->in[1] = 1;
  pool->kernel[1] = 1;
}

static gboolean
has_dense_planes (const RensaPool *pool)
{
  gint64 count = 1;

  for (int i = 0; i < pool->n; i++)
    {
      if (pool->in[i] > 1 && pool->x.s[i] != count)
        return FALSE;
      count *= pool->in[i];
    }

  return TRUE;
}

gboolean
rensa_pool_init (RensaPool *pool, RensaArray *x_like, const RensaShape *y_shape, const RensaWindow *window,
                 GError **error)
{
  pool->n = window->n;
  pool->batch = y_shape->dims[0];
  pool->channels = y_shape->dims[1];
  pool->x = rensa_pool_get_plane (x_like);
  pool->n_in = 1;
  pool->n_windows = 1;
  pool->n_taps = 1;
  pool->inside = TRUE;
  for (int i = 0; i < RENSA_WINDOW_MAX_AXES; i++)
    {
      const int axis = window->n - 1 - i;
      const gboolean used = axis >= 0;

      pool->in[i] = used ? x_like->shape.dims[2 + axis] : 1;
      pool->out[i] = used ? y_shape->dims[2 + axis] : 1;
      pool->kernel[i] = used ? window->kernel[axis] : 1;
      pool->stride[i] = used ? window->stride[axis] : 1;
      pool->dilate[i] = used ? window->dilate[axis] : 1;
      pool->pad[i] = used ? window->pad[axis] : 0;
      pool->n_in *= pool->in[i];
      pool->n_windows *= pool->out[i];
      pool->n_taps *= pool->kernel[i];
      if (pool->pad[i] > 0
          || (pool->out[i] - 1) * pool->stride[i] + (pool->kernel[i] - 1) * pool->dilate[i] >= pool->in[i])
        pool->inside = FALSE;
    }
  join_rows (pool);

  const gboolean channels_last = ABS (pool->x.c) < ABS (pool->x.s[0]);
  const gboolean short_rows = pool->out[0] < SHORT_ROW;

  pool->along_rows =
      !channels_last && short_rows && pool->x.s[0] == 1 && pool->dilate[0] == 1 && pool->kernel[0] >= LONG_WINDOW;
  pool->tiled = !channels_last && !short_rows && pool->x.s[0] == 1 && pool->dilate[0] == 1
                && pool->stride[0] == pool->kernel[0] && pool->kernel[0] <= MAX_TILE;
  pool->channels_inside = channels_last || (short_rows && !pool->along_rows);
  pool->dense = has_dense_planes (pool);
  return set_taps (pool, error);
}

void
rensa_pool_clear (RensaPool *pool)
{
  g_clear_pointer (&pool->taps, g_free);
}

gint64
rensa_pool_locate (const RensaPool *pool, const RensaPoolPlane *plane, const RensaPoolPart *part, gint64 w)
{
  gint64 place = part->n * plane->n + part->c * plane->c + w * plane->s[0];

  for (int i = 1; i < pool->n; i++)
    place += part->at[i] * plane->s[i];
  return place;
}

RensaPoolStrides
rensa_pool_order (const RensaPool *pool, gint64 window_step, gint64 channel_step)
{
  return pool->channels_inside ? (RensaPoolStrides){ .s1 = window_step, .s0 = channel_step }
                               : (RensaPoolStrides){ .s1 = channel_step, .s0 = window_step };
}

RensaPoolExtent
rensa_pool_order_extent (const RensaPool *pool, gint64 n_windows, gint64 n_channels)
{
  return pool->channels_inside ? (RensaPoolExtent){ .n1 = n_windows, .n0 = n_channels }
                               : (RensaPoolExtent){ .n1 = n_channels, .n0 = n_windows };
}

static inline gint64
divide_up (gint64 a, gint64 b)
{
  return a > 0 ? (a + b - 1) / b : 0;
}

/* TRUE if the row at @tap of the windows of @part is within x. */
static inline gboolean
has_row (const RensaPool *pool, const RensaPoolPart *part, const RensaPoolTap *tap)
{
  for (int i = 1; i < pool->n && !pool->inside; i++)
    {
      const gint64 at = part->at[i] * pool->stride[i] - pool->pad[i] + tap->at[i];

      if (at < 0 || at >= pool->in[i])
        return FALSE;
    }

  return TRUE;
}

gboolean
rensa_pool_next (const RensaPool *pool, const RensaPoolPart *part, RensaPoolReach *reach)
{
  while (++reach->place < pool->n_taps)
    {
      const RensaPoolTap *tap = &pool->taps[reach->place];
      const gint64 shift = tap->at[0] - pool->pad[0];
      const gint64 first = MAX (divide_up (-shift, pool->stride[0]), part->at[0]);
      const gint64 end = MIN (divide_up (pool->in[0] - shift, pool->stride[0]), part->at[0] + part->n_w);

      if (first >= end || !has_row (pool, part, tap))
        continue;

      reach->first = first - part->at[0];
      reach->n_w = end - first;
      reach->x = part->x + tap->offset + reach->first * pool->stride[0] * pool->x.s[0];
      return TRUE;
    }

  return FALSE;
}

gboolean
rensa_pool_next_row (const RensaPool *pool, const RensaPoolPart *part, gint64 c, gint64 w, gint64 length,
                     RensaPoolRow *row)
{
  const gint64 start = w * pool->stride[0] - pool->pad[0];
  const gint64 first = MAX (0, -start);
  const gint64 end = MIN (length, pool->in[0] - start);

  while (first < end && ++row->row * pool->kernel[0] < pool->n_taps)
    {
      const RensaPoolTap *tap = &pool->taps[row->row * pool->kernel[0]];

      if (!has_row (pool, part, tap))
        continue;

      row->first = first;
      row->n = end - first;
      row->x = part->x + (c - part->c) * pool->x.c + (w - part->at[0]) * pool->stride[0] + tap->offset + first;
      return TRUE;
    }

  return FALSE;
}

/* Tiling of the output: at most @c channels and @w windows per part. */
typedef struct
{
  gint64 c;
  gint64 w;
  gint64 n_c;
  gint64 n_w;
} Cut;

static Cut
choose_cut (const RensaPool *pool, gboolean by_image)
{
  Cut cut;

  if (pool->channels_inside)
    {
      cut.c = MIN (pool->channels, by_image ? CHANNELS_BY_IMAGE : RENSA_POOL_BLOCK);
      cut.w = MIN (pool->out[0], RENSA_POOL_BLOCK / cut.c);
    }
  else
    {
      cut.w = MIN (pool->out[0], RENSA_POOL_BLOCK);
      cut.c = MIN (pool->channels, by_image ? 1 : MIN (RENSA_POOL_BLOCK / cut.w, MAX_FAR_CHANNELS));
    }

  cut.n_c = (pool->channels + cut.c - 1) / cut.c;
  cut.n_w = (pool->out[0] + cut.w - 1) / cut.w;
  return cut;
}

static RensaPoolPart
get_part (const RensaPool *pool, const Cut *cut, gint64 i)
{
  RensaPoolPart part;

  part.at[0] = i % cut->n_w * cut->w;
  part.n_w = MIN (cut->w, pool->out[0] - part.at[0]);
  i /= cut->n_w;
  for (int axis = 1; axis < pool->n; axis++)
    {
      part.at[axis] = i % pool->out[axis];
      i /= pool->out[axis];
    }
  part.c = i % cut->n_c * cut->c;
  part.n_c = MIN (cut->c, pool->channels - part.c);
  part.n = i / cut->n_c;
  part.x = part.n * pool->x.n + part.c * pool->x.c;
  for (int axis = 0; axis < pool->n; axis++)
    part.x += (part.at[axis] * pool->stride[axis] - pool->pad[axis]) * pool->x.s[axis];
  return part;
}

/* Clears planes just before windows are added to them, so that they are still in the cache. */
static void
clear_planes (const RensaPool *pool, const RensaPoolPart first)
{
  const gint64 n_bytes = pool->n_in * pool->x.size;

  for (gint64 c = first.c; c < first.c + first.n_c; c++)
    memset (pool->x.data + (first.n * pool->x.n + c * pool->x.c) * pool->x.size, 0, n_bytes);
}

void
rensa_pool_run (const RensaPool *pool, gboolean by_image, RensaPoolRun run, gpointer closure)
{
  const Cut cut = choose_cut (pool, by_image);
  const gint64 n_images = pool->batch * cut.n_c;
  const gint64 n_parts = pool->n_windows / pool->out[0] * cut.n_w;
  const gint64 n_tasks = by_image ? n_images : n_images * n_parts;
  const gint64 bundle = by_image ? n_parts : 1;
  const double n_windows = (double) pool->batch * pool->channels * pool->n_windows;
  const int n_threads = rensa_cpu_get_threads (n_windows * pool->n_taps);

#pragma omp parallel for schedule(static) num_threads(n_threads)
  for (gint64 task = 0; task < n_tasks; task++)
    {
      if (by_image && pool->dense)
        clear_planes (pool, get_part (pool, &cut, task * bundle));
      for (gint64 i = task * bundle; i < (task + 1) * bundle; i++)
        {
          const RensaPoolPart part = get_part (pool, &cut, i);

          run (pool, &part, closure);
        }
    }
}
