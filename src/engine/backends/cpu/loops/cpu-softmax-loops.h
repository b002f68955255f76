/* cpu-softmax-loops.h: softmax of rows.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-isa.h"

G_BEGIN_DECLS

/* @n_rows rows of n > 0 elements; strides in bytes, between rows and between elements. */
typedef void (*RensaSoftmaxLoop) (gint64 n_rows, gint64 n, const char *x, const gint64 *x_strides, char *y,
                                  const gint64 *y_strides, gboolean log);

typedef struct
{
  RensaSoftmaxLoop softmax_float;
  RensaSoftmaxLoop softmax_double;
} RensaCpuSoftmaxLoops;

RENSA_CPU_DECLARE_LOOPS (RensaCpuSoftmaxLoops, rensa_cpu_softmax_loops);

G_END_DECLS
