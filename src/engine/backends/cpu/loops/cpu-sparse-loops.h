/* cpu-sparse-loops.h: products with sparse matrices in coordinate form.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-isa.h"

G_BEGIN_DECLS

/* Positions of @n entries; -1 means no element. */
typedef struct
{
  gint64 n;
  const gint64 *row;
  const gint64 *col;
} RensaSparsePlaces;

/* y[row] += data b[col] in the order of the entries; rows are @stride elements apart, and only
 * @n_columns of each are processed. */
typedef void (*RensaSparseMultiplyLoop) (const RensaSparsePlaces *places, gconstpointer data, gconstpointer b,
                                         gint64 stride, gint64 n_columns, gpointer y);

/* y = left[row] · right[col] for each entry, of rows of @length elements. */
typedef void (*RensaSparseSampleLoop) (const RensaSparsePlaces *places, gconstpointer left, gconstpointer right,
                                       gint64 length, gpointer y);

typedef struct
{
  RensaSparseMultiplyLoop multiply[2]; /* float, double */
  RensaSparseSampleLoop sample[2];
} RensaCpuSparseLoops;

RENSA_CPU_DECLARE_LOOPS (RensaCpuSparseLoops, rensa_cpu_sparse_loops);

G_END_DECLS
