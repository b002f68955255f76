/* cpu-pool-private.h: the geometry of pooling.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-pool-loops.h"

G_BEGIN_DECLS

/* The most windows that are worked on at once: their intermediate results stay in the first cache. */
#define RENSA_POOL_BLOCK 1024

/* Where the elements of an array (N, C, d…) are; strides in elements, those of spatial axes from the last axis on. */
typedef struct
{
  char *data;
  gint64 size; /* bytes of an element */
  gint64 n;
  gint64 c;
  gint64 s[RENSA_WINDOW_MAX_AXES];
} RensaPoolPlane;

/**
 * RensaPool:
 * @n: the number of spatial axes, of which the last is axis 0; what is behind them below has extent 1
 * @channels_inside: blocks step through the channels of one window, then through windows; else the other way
 * @along_rows: there are few windows in a row and they are wide, so that a window is gone along, row by row
 * @dense: the elements of each channel of an image of x follow each other
 * @tiled: a row of windows is a row of x without gaps, so that windows are spread over it at once
 * @inside: no window reaches into the padding
 * @taps: the places of a window
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
  gint64 n_windows; /* of a channel */
  gint64 n_taps;
  gboolean channels_inside;
  gboolean along_rows;
  gboolean dense;
  gboolean tiled;
  gboolean inside;
  RensaPoolPlane x;
  RensaPoolTap *taps;
} RensaPool;

/* Windows at[0] … at[0] + n_w - 1 of one row of the output, which the other coordinates tell, for channels c … c + n_c - 1. */
typedef struct
{
  gint64 n;
  gint64 c;
  gint64 n_c;
  gint64 at[RENSA_WINDOW_MAX_AXES];
  gint64 n_w;
  gint64 x; /* elements from the data of x to where the first of them begins, be it in the padding */
} RensaPoolPart;

/* The windows of a part for which a place lies within x. */
typedef struct
{
  gint64 place;
  gint64 first; /* window, counted from that of the part */
  gint64 n_w;
  gint64 x; /* elements from the data of x to the first of them */
} RensaPoolReach;

/* @x_like: x, or what will be its gradient. */
gboolean rensa_pool_init (RensaPool *pool, RensaArray *x_like, const RensaShape *y_shape, const RensaWindow *window,
                          GError **error);
void rensa_pool_clear (RensaPool *pool);

RensaPoolPlane rensa_pool_get_plane (RensaArray *array);

/* The distance in elements of element (n, c) of window @w of the row of @part from the beginning of @plane, which has y's
 * shape. */
gint64 rensa_pool_locate (const RensaPool *pool, const RensaPoolPlane *plane, const RensaPoolPart *part, gint64 w);

/* Orders two steps as the blocks of @pool are ordered. */
RensaPoolStrides rensa_pool_order (const RensaPool *pool, gint64 window_step, gint64 channel_step);
RensaPoolExtent rensa_pool_order_extent (const RensaPool *pool, gint64 n_windows, gint64 n_channels);

/* Goes to the next place that any window of @part has within x; @reach begins as { .place = -1 }. */
gboolean rensa_pool_next (const RensaPool *pool, const RensaPoolPart *part, RensaPoolReach *reach);

/* The part of a row of windows that lies within x. */
typedef struct
{
  gint64 row;
  gint64 first; /* element, counted from that of the first window */
  gint64 n;
  gint64 x; /* elements from the data of x to the first of them */
} RensaPoolRow;

/* Goes to the next row that has elements: of @length, beginning with window @w of channel @c.  @row begins as
 * { .row = -1 }. */
gboolean rensa_pool_next_row (const RensaPool *pool, const RensaPoolPart *part, gint64 c, gint64 w, gint64 length,
                              RensaPoolRow *row);

typedef void (*RensaPoolRun) (const RensaPool *pool, const RensaPoolPart *part, gpointer closure);

/* Calls @run for parts that together are the whole output, on several threads.  With @by_image one thread at a time
 * works on the channels of an image, in a fixed order, so that @run may add to x, which is filled with zeros before where it is dense. */
void rensa_pool_run (const RensaPool *pool, gboolean by_image, RensaPoolRun run, gpointer closure);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPool, rensa_pool_clear)

G_END_DECLS
