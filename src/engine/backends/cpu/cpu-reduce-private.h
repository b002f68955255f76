/* cpu-reduce-private.h: declarations shared by both reduction algorithms.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-cast-loops.h"
#include "cpu-reduce-loops.h"
#include "cpu-walk.h"
#include "k-order.h"
#include "rensa-reduce-plan.h"

G_BEGIN_DECLS

/* Member of RensaPartial that holds the result. */
typedef enum
{
  RENSA_RESULT_D,
  RENSA_RESULT_I,
  RENSA_RESULT_AT,
} RensaResult;

typedef struct
{
  RensaReducePlan plan;
  RensaWork work;
  RensaResult result;
  gboolean is_direct;      /* x has the working type */
  gint64 work_size;        /* size of an element of that type, in bytes */
  RensaCastLoop load;      /* converts from x to that type */
  RensaCastLoop store;     /* converts from a partial's member to y */
  RensaCastLoop store_row; /* converts from that type to y */
  const RensaCpuReduceLoops *loops;
} RensaReduce;

/* For an x whose innermost axis is kept. */
gboolean rensa_cpu_reduce_rows (RensaReduce *reduce, GError **error);

G_END_DECLS
