/* rensa-reduce-plan.h: plan of a reduction, common to all devices.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-walk.h"

G_BEGIN_DECLS

/* Arguments of the walk along the kept axes; x comes last, since its strides should determine the order. */
enum
{
  RENSA_KEPT_Y,
  RENSA_KEPT_X,
};

/**
 * RensaReducePlan:
 * @work: float32, float64 or int64: the working type
 * @is_place: the result is the position of an element, in the order of @reduced
 * @by_rows: whole rows are added, since elements of different sequences are adjacent
 * @reduced: x along the axes to be reduced, with the base address unset
 * @kept: y and x along the other axes
 *
 * Plan of a reduction, without the computation itself.
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

/* Takes the arguments of the entry in rensa-backend.h. */
void rensa_reduce_plan_init (RensaReducePlan *plan, RensaReduction reduction, RensaArray *x, guint mask, RensaArray *y);
/* Returns the number of rows in each group, and sets the number of groups. */
gint64 rensa_reduce_plan_get_group (const RensaReducePlan *plan, gint64 *n_groups);

G_END_DECLS
