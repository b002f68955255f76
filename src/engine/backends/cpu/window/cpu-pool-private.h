/* cpu-pool-private.h: the geometry of pooling.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-pool-loops.h"

G_BEGIN_DECLS

/* Maximum number of windows processed at a time: their intermediate results stay in the first-level cache. */
#define RENSA_POOL_BLOCK 1024

/* Address and strides of an array (N, C, d…); strides in elements, those of spatial axes starting
 * at the last axis. */
typedef struct
{
  char *data;
  gint64 size; /* size of an element, in bytes */
  gint64 n;
  gint64 c;
  gint64 s[RENSA_WINDOW_MAX_AXES];
} RensaPoolPlane;

/**
 * RensaPool:
 * @n: number of spatial axes, the last of which is axis 0; in the arrays below, further axes have
 *   extent 1
 * @channels_inside: blocks iterate over the channels of one window, then over windows; otherwise
 *   vice versa
 * @along_rows: there are few windows in a row and they are wide, so each window is processed row by
 *   row
 * @dense: the elements of each channel of an image of x are contiguous
 * @tiled: a row of windows is a row of x without gaps, so it is spread over all windows at once
 * @inside: no window extends into the padding
 * @taps: places of a window
 */
typedef struct
{
  int n;
  gint64 batch;
  gint64 channels;
  gint64 in[RENSA_WINDOW_MAX_AXES];
  gint64 out[RENSA_WINDOW_MAX_AXES];
  gint64 kernel[RENSA_WINDOW_MAX_AXES];
  gint64 stride[RENSA_WINDOW_MAX_AXES];
  gint64 dilate[RENSA_WINDOW_MAX_AXES];
  gint64 pad[RENSA_WINDOW_MAX_AXES];
  gint64 n_in;      /* elements of a channel of x */
  gint64 n_windows; /* windows of a channel */
  gint64 n_taps;
  gboolean channels_inside;
  gboolean along_rows;
  gboolean dense;
  gboolean tiled;
  gboolean inside;
  RensaPoolPlane x;
  RensaPoolTap *taps;
} RensaPool;

/* Windows at[0] … at[0] + n_w - 1 of one row of the output, given by the other coordinates, for
 * channels c … c + n_c - 1. */
typedef struct
{
  gint64 n;
  gint64 c;
  gint64 n_c;
  gint64 at[RENSA_WINDOW_MAX_AXES];
  gint64 n_w;
  gint64 x; /* offset in elements from the data of x to the start of the first window, even if in the padding */
} RensaPoolPart;

/* Windows of a part for which a given place is within x. */
typedef struct
{
  gint64 place;
  gint64 first; /* window, relative to the first of the part */
  gint64 n_w;
  gint64 x; /* offset in elements from the data of x to the first of them */
} RensaPoolReach;

/* @x_like: x, or the array of its gradient. */
gboolean rensa_pool_init (RensaPool *pool, RensaArray *x_like, const RensaShape *y_shape, const RensaWindow *window,
                          GError **error);
void rensa_pool_clear (RensaPool *pool);

RensaPoolPlane rensa_pool_get_plane (RensaArray *array);

/* Returns the offset in elements of element (n, c) of window @w of @part's row from the start of
 * @plane, which has y's shape. */
gint64 rensa_pool_locate (const RensaPool *pool, const RensaPoolPlane *plane, const RensaPoolPart *part, gint64 w);

/* Puts two steps in the order of the blocks of @pool. */
RensaPoolStrides rensa_pool_order (const RensaPool *pool, gint64 window_step, gint64 channel_step);
RensaPoolExtent rensa_pool_order_extent (const RensaPool *pool, gint64 n_windows, gint64 n_channels);

/* Advances to the next place that is within x for any window of @part; initialize @reach to {
 * .place = -1 }. */
gboolean rensa_pool_next (const RensaPool *pool, const RensaPoolPart *part, RensaPoolReach *reach);

/* Part of a row of windows that is within x. */
typedef struct
{
  gint64 row;
  gint64 first; /* element, relative to that of the first window */
  gint64 n;
  gint64 x; /* offset in elements from the data of x to the first of them */
} RensaPoolRow;

/* Advances to the next row, of length @length, that has elements, starting at window @w of channel
 * @c. Initialize @row to { .row = -1 }. */
gboolean rensa_pool_next_row (const RensaPool *pool, const RensaPoolPart *part, gint64 c, gint64 w, gint64 length,
                              RensaPoolRow *row);

typedef void (*RensaPoolRun) (const RensaPool *pool, const RensaPoolPart *part, gpointer closure);

/* Calls @run for parts that together cover the whole output, on several threads. With @by_image,
 * only one thread at a time processes the channels of an image, in a fixed order, so that @run may
 * add to x, which is zeroed beforehand if it is dense. */
void rensa_pool_run (const RensaPool *pool, gboolean by_image, RensaPoolRun run, gpointer closure);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPool, rensa_pool_clear)

G_END_DECLS
