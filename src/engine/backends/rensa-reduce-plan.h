/* rensa-reduce-plan.h: how an array is reduced, on every device.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-walk.h"

G_BEGIN_DECLS

/* The arguments of the walk along the axes that are kept; x comes last, since its strides shall decide about the order. */
enum
{
  RENSA_KEPT_Y,
  RENSA_KEPT_X,
};

/**
 * RensaReducePlan:
 * @work: float32, float64 or int64: what is computed in
 * @is_place: the result is the place of an element, in the order of @reduced
 * @by_rows: rows are added up, since elements that do not belong together lie next to each other
 * @reduced: x along the axes to be reduced, from an address that is not set
 * @kept: y and x along the others
 *
 * What a reduction does, but for doing it.
 */
typedef struct
{
  RensaReduction reduction;
  RensaDtype work;
  gboolean is_place;
  gboolean by_rows;
  RensaWalk reduced;
  RensaWalk kept;
} RensaReducePlan;

/* As the entry of rensa-backend.h is called. */
void rensa_reduce_plan_init (RensaReducePlan *plan, RensaReduction reduction, RensaArray *x, guint mask, RensaArray *y);
/* Rows of each group, and how many groups there are. */
gint64 rensa_reduce_plan_get_group (const RensaReducePlan *plan, gint64 *n_groups);

G_END_DECLS
