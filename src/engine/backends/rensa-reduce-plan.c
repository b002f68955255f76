/* rensa-reduce-plan.c: plan of a reduction, common to all devices.
 * SPDX-License-Identifier: MIT */

#include "rensa-reduce-plan.h"

#include "k-order.h"

static void
plan_axes (RensaReducePlan *plan, RensaArray *x, guint mask, RensaArray *y)
{
  const gboolean keepdims = x->shape.ndim == y->shape.ndim;
  int y_axis = 0;

  rensa_walk_start (&plan->reduced, 1);
  rensa_walk_start (&plan->kept, 2);
  for (int axis = 0; axis < x->shape.ndim; axis++)
    if (mask >> axis & 1)
      {
        rensa_walk_add_axis (&plan->reduced, x->shape.dims[axis], &x->strides[axis], !plan->is_place);
        y_axis += keepdims;
      }
    else
      {
        const gint64 strides[] = { [RENSA_KEPT_Y] = y->strides[y_axis++], [RENSA_KEPT_X] = x->strides[axis] };

        rensa_walk_add_axis (&plan->kept, x->shape.dims[axis], strides, TRUE);
      }

  rensa_walk_finish (&plan->reduced);
  rensa_walk_finish (&plan->kept);
  plan->reduced.data[0] = NULL;
  plan->kept.data[RENSA_KEPT_X] = x->data;
  plan->kept.data[RENSA_KEPT_Y] = y->data;
}

/* TRUE if a kept axis is innermost in memory, or if there are so many short adjacent sequences that
 * it is faster to take the first elements of all, then the second ones, … */
static gboolean
goes_by_rows (const RensaReducePlan *plan)
{
  const RensaWalk *kept = &plan->kept;
  const gint64 n_columns = kept->shape[kept->ndim - 1];
  const gint64 kept_stride = ABS (kept->strides[kept->ndim - 1][RENSA_KEPT_X]);
  const gint64 reduced_stride = ABS (plan->reduced.strides[plan->reduced.ndim - 1][0]);

  if (plan->is_place || plan->reduction == RENSA_REDUCE_N_NOT_FINITE || plan->reduced.count == 1)
    return FALSE;
  return kept_stride < reduced_stride ? n_columns > 1
                                      : plan->reduced.count <= K_SHORT_SEQUENCE && n_columns >= K_MANY_COLUMNS;
}

void
rensa_reduce_plan_init (RensaReducePlan *plan, RensaReduction reduction, RensaArray *x, guint mask, RensaArray *y)
{
  plan->reduction = reduction;
  plan->work = !rensa_dtype_is_floating (x->dtype) ? RENSA_INT64
               : x->dtype == RENSA_FLOAT64         ? RENSA_FLOAT64
                                                   : RENSA_FLOAT32;
  plan->is_place = reduction == RENSA_REDUCE_ARGMAX || reduction == RENSA_REDUCE_ARGMIN;
  plan_axes (plan, x, mask, y);
  plan->by_rows = goes_by_rows (plan);
}

gint64
rensa_reduce_plan_get_group (const RensaReducePlan *plan, gint64 *n_groups)
{
  const gint64 n_rows = plan->reduced.count;
  const gint64 group = MAX (K_LEAST_GROUP, (n_rows + K_MAX_GROUPS - 1) / K_MAX_GROUPS);

  *n_groups = (n_rows + group - 1) / group;
  return group;
}
