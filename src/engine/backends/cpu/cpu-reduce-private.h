/* cpu-reduce-private.h: what the two ways of reducing share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-cast-loops.h"
#include "cpu-reduce-loops.h"
#include "cpu-walk.h"

G_BEGIN_DECLS

/* The member of RensaPartial that is the result. */
typedef enum
{
  RENSA_RESULT_D,
  RENSA_RESULT_I,
  RENSA_RESULT_AT,
} RensaResult;

/* The arguments of the walk along the axes that are kept; x comes last, since its strides shall decide about the
 * order. */
enum
{
  RENSA_KEPT_Y,
  RENSA_KEPT_X,
};

typedef struct
{
  RensaReduction reduction;
  RensaWork work;
  RensaResult result;
  gboolean is_direct;      /* x has the type to work in */
  gint64 work_size;        /* bytes of an element of that type */
  RensaCastLoop load;      /* from x to that type */
  RensaCastLoop store;     /* from a partial's member to y */
  RensaCastLoop store_row; /* from that type to y */
  const RensaCpuReduceLoops *loops;
  RensaWalk reduced; /* x along the axes to be reduced */
  RensaWalk kept;    /* x and y along the others */
} RensaReduce;

/* For an x whose innermost axis is kept. */
gboolean rensa_cpu_reduce_rows (RensaReduce *reduce, GError **error);

G_END_DECLS
