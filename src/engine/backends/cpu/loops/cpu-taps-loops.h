/* cpu-taps-loops.h: weighted gather and scatter of elements.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-isa.h"

G_BEGIN_DECLS

/* One tap of @n places, rows of @inner elements: y[i] += weight[i] x[index[i]], where row -1 of x
 * counts as zero. */
typedef void (*RensaTapsAddLoop) (gint64 n, gint64 inner, gconstpointer x, const gint64 *index, gconstpointer weight,
                                  gpointer y);

/* Gradient with respect to the weights: gweight[i] += Σ gy[i] x[index[i]]. */
typedef void (*RensaTapsMatchLoop) (gint64 n, gint64 inner, gconstpointer x, const gint64 *index, gconstpointer gy,
                                    gpointer gweight);

/* All taps of all places of several channels. A row has @inner elements, of which @n_columns are
 * processed; a channel has @size rows in x and @n_places in y. */
typedef struct
{
  gint64 n_channels;
  gint64 n_taps;
  gint64 n_places;
  gint64 size;
  gint64 inner;
  gint64 n_columns;
} RensaTapsExtent;

/* gx[c, index[t, p]] += weight[t, p] gy[c, p], where row -1 is skipped. */
typedef void (*RensaTapsSpreadLoop) (const RensaTapsExtent *extent, gconstpointer gy, const gint64 *index,
                                     gconstpointer weight, gpointer gx);

typedef struct
{
  RensaTapsAddLoop add[2]; /* float, double */
  RensaTapsMatchLoop match[2];
  RensaTapsSpreadLoop spread[2];
} RensaCpuTapsLoops;

RENSA_CPU_DECLARE_LOOPS (RensaCpuTapsLoops, rensa_cpu_taps_loops);

G_END_DECLS
