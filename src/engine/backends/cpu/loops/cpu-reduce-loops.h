/* cpu-reduce-loops.h: reductions of contiguous blocks.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-isa.h"

G_BEGIN_DECLS

#define RENSA_N_REDUCTIONS (RENSA_REDUCE_N_NOT_FINITE + 1)

/* Working type of a reduction. */
typedef enum
{
  RENSA_WORK_FLOAT,
  RENSA_WORK_DOUBLE,
  RENSA_WORK_INT, /* gint64 */
} RensaWork;

/* Partial result of some of the elements: d if the working type is floating-point, i if it is
 * integer or a count, at for the ARG forms. */
typedef struct
{
  double d;
  gint64 i;
  gint64 at;
} RensaPartial;

/* Reduces @n > 0 elements. */
typedef void (*RensaBlockLoop) (gint64 n, gconstpointer x, RensaPartial *result);

/* totals[j] = op (totals[j], x[0][j], …, x[n_rows - 1][j]) for j < n; rows are stride bytes apart. */
typedef void (*RensaRowsLoop) (gint64 n_rows, gint64 stride, gint64 n, gconstpointer x, gpointer totals);

/* Returns the position of the first element equal to @value, or of the first NaN if @value is NaN. */
typedef gint64 (*RensaFindLoop) (gint64 n, gconstpointer x, const RensaPartial *value);

typedef struct
{
  RensaBlockLoop block[RENSA_N_REDUCTIONS][3];
  RensaRowsLoop rows[RENSA_N_REDUCTIONS][3]; /* NULL for the ARG forms and the count */
  RensaFindLoop find[3];
} RensaCpuReduceLoops;

RENSA_CPU_DECLARE_LOOPS (RensaCpuReduceLoops, rensa_cpu_reduce_loops);

G_END_DECLS
