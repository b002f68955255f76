/* cuda-reduce.c: sums, products, extremes and their positions; cumulative sums; softmax.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

#include <string.h>

#include "gpu/softmax-args.h"
#include "k-order.h"
#include "rensa-reduce-plan.h"

G_STATIC_ASSERT ((int) GPU_KEPT_X == RENSA_KEPT_X && (int) GPU_REDUCE_N_NOT_FINITE == RENSA_REDUCE_N_NOT_FINITE
                 && (int) GPU_SCAN_LINEAR == RENSA_SCAN_LINEAR);

static void
set_args (const RensaReducePlan *plan, RensaArray *x, RensaArray *y, gpu_reduce_args *args)
{
  const RensaWalk *kept = &plan->kept;
  const RensaWalk *reduced = &plan->reduced;

  args->reduction = (int) plan->reduction;
  args->result = plan->is_place                                                              ? GPU_RESULT_AT
                 : plan->work == RENSA_INT64 || plan->reduction == RENSA_REDUCE_N_NOT_FINITE ? GPU_RESULT_I
                                                                                             : GPU_RESULT_D;
  args->n_kept = kept->count;
  args->n_reduced = reduced->count;
  args->kept_ndim = kept->ndim;
  args->reduced_ndim = reduced->ndim;
  memcpy (args->kept_shape, kept->shape, kept->ndim * sizeof *kept->shape);
  memcpy (args->reduced_shape, reduced->shape, reduced->ndim * sizeof *reduced->shape);
  rensa_cuda_set_arg (&args->kept[RENSA_KEPT_Y], kept, RENSA_KEPT_Y, y->dtype);
  rensa_cuda_set_arg (&args->kept[RENSA_KEPT_X], kept, RENSA_KEPT_X, x->dtype);
  rensa_cuda_set_arg (&args->reduced, reduced, 0, x->dtype);
}

static gboolean
launch_for (RensaCudaDevice *device, const char *kernel, RensaDtype work, const gpu_reduce_args *args, gint64 count,
            GError **error)
{
  return rensa_cuda_launch (device, rensa_cuda_name_kernel (kernel, NULL, work).text, args, count, error);
}

static gboolean
reduce_rows (RensaCudaDevice *device, const RensaReducePlan *plan, gpu_reduce_args *args, GError **error)
{
  const RensaWalk *kept = &plan->kept;
  const RensaDtype dtype = (RensaDtype) args->reduced.dtype;
  const gint64 size = (gint64) rensa_dtype_get_size (plan->work);
  g_autoptr (RensaBuffer) totals = NULL;
  gint64 n_groups;

  args->is_direct = rensa_dtype_widen (dtype) == plan->work
                    && kept->strides[kept->ndim - 1][RENSA_KEPT_X] == (gint64) rensa_dtype_get_size (dtype);
  args->group = rensa_reduce_plan_get_group (plan, &n_groups);
  args->n_groups = n_groups;
  if (args->n_groups > 1)
    {
      totals = rensa_cuda_get_scratch (device, (gsize) (args->n_groups * args->n_kept * size), error);
      if (totals == NULL)
        return FALSE;
      args->totals = totals->data;
    }
  return launch_for (device, "reduce_rows", plan->work, args, args->n_kept * args->n_groups, error)
         && (args->n_groups == 1 || launch_for (device, "join_groups", plan->work, args, args->n_kept, error));
}

static gboolean
reduce_blocks (RensaCudaDevice *device, const RensaReducePlan *plan, gpu_reduce_args *args, GError **error)
{
  g_autoptr (RensaBuffer) partials = NULL;
  const RensaCudaName join = rensa_cuda_name_kernel ("join_blocks", NULL, plan->work);

  if (args->n_reduced < K_REDUCE_SHORT)
    return launch_for (device, "reduce_short", plan->work, args, args->n_kept, error);

  args->n_blocks = (args->n_reduced + K_REDUCE_BLOCK - 1) / K_REDUCE_BLOCK;
  if (args->n_blocks > 1)
    {
      partials = rensa_cuda_get_scratch (device, (gsize) (args->n_kept * args->n_blocks) * sizeof (gpu_partial), error);
      if (partials == NULL)
        return FALSE;
      args->partials = partials->data;
    }
  return launch_for (device, "reduce_blocks", plan->work, args, args->n_kept * args->n_blocks * GPU_WARP, error)
         && (args->n_blocks == 1 || rensa_cuda_launch_blocks (device, join.text, args, args->n_kept, error));
}

gboolean
rensa_cuda_reduce (RensaReduction reduction, RensaArray *x, guint mask, RensaArray *y, GError **error)
{
  RensaCudaDevice *device = rensa_cuda_get_device (y);
  RensaReducePlan plan;
  gpu_reduce_args args = { 0 };

  rensa_reduce_plan_init (&plan, reduction, x, mask, y);
  set_args (&plan, x, y, &args);
  return plan.by_rows ? reduce_rows (device, &plan, &args, error) : reduce_blocks (device, &plan, &args, error);
}

static gboolean
scan_in_blocks (RensaCudaDevice *device, RensaDtype dtype, gpu_scan_args *args, GError **error)
{
  args->block = K_SCAN_BLOCK;
  args->n_blocks = (args->length + K_SCAN_BLOCK - 1) / K_SCAN_BLOCK;

  const gint64 n_tasks = args->count * args->n_blocks;
  g_autoptr (RensaBuffer) totals = rensa_cuda_get_scratch (device, (gsize) n_tasks * sizeof (double), error);
  if (totals == NULL)
    return FALSE;
  args->totals = totals->data;
  return rensa_cuda_launch (device, rensa_cuda_name_kernel ("total_blocks", NULL, dtype).text, args, n_tasks, error)
         && rensa_cuda_launch (device, "scan_totals", args, args->count, error)
         && rensa_cuda_launch (device, rensa_cuda_name_kernel ("scan_blocks", NULL, dtype).text, args, n_tasks, error);
}

gboolean
rensa_cuda_scan (RensaScan scan, RensaArray *x, RensaArray *factor, int axis, RensaArray *y, GError **error)
{
  RensaCudaDevice *device = rensa_cuda_get_device (y);
  RensaArray *const arrays[] = { x, factor != NULL ? factor : x, y };
  gpu_scan_args args = { .scan = (int) scan, .length = x->shape.dims[axis] };
  RensaWalk others;

  rensa_walk_start (&others, 3);
  for (int other = 0; other < x->shape.ndim; other++)
    if (other != axis)
      rensa_walk_add_axis (
          &others, x->shape.dims[other],
          (gint64[]){ arrays[0]->strides[other], arrays[1]->strides[other], arrays[2]->strides[other] }, TRUE);
  rensa_walk_finish (&others);

  args.count = others.count;
  args.ndim = others.ndim;
  memcpy (args.shape, others.shape, others.ndim * sizeof *args.shape);
  for (int i = 0; i < 3; i++)
    {
      others.data[i] = arrays[i]->data;
      rensa_cuda_set_arg (&args.args[i], &others, i, arrays[i]->dtype);
      args.steps[i] = arrays[i]->strides[axis];
    }
  if (scan != RENSA_SCAN_LINEAR && args.count < K_SCAN_FEW_ROWS && args.length >= 2 * K_SCAN_BLOCK)
    return scan_in_blocks (device, x->dtype, &args, error);
  return rensa_cuda_launch (device, rensa_cuda_name_kernel ("scan_rows", NULL, x->dtype).text, &args, args.count,
                            error);
}

gboolean
rensa_cuda_softmax (RensaArray *x, int axis, gboolean log, RensaArray *y, GError **error)
{
  const gint64 steps[] = { [GPU_SOFTMAX_X] = x->strides[axis], [GPU_SOFTMAX_Y] = y->strides[axis] };
  gpu_softmax_args args = { .is_log = log, .length = x->shape.dims[axis] };
  RensaWalk rows;

  rensa_walk_start (&rows, 2);
  for (int other = 0; other < x->shape.ndim; other++)
    if (other != axis)
      rensa_walk_add_axis (&rows, x->shape.dims[other], (gint64[]){ x->strides[other], y->strides[other] }, TRUE);
  rensa_walk_finish (&rows);
  rows.data[GPU_SOFTMAX_X] = x->data;
  rows.data[GPU_SOFTMAX_Y] = y->data;

  args.count = rows.count;
  args.ndim = rows.ndim;
  args.is_rows_first = ABS (rows.strides[rows.ndim - 1][GPU_SOFTMAX_X]) < ABS (steps[GPU_SOFTMAX_X]);
  memcpy (args.shape, rows.shape, rows.ndim * sizeof *rows.shape);
  memcpy (args.steps, steps, sizeof steps);
  rensa_cuda_set_arg (&args.args[GPU_SOFTMAX_X], &rows, GPU_SOFTMAX_X, x->dtype);
  rensa_cuda_set_arg (&args.args[GPU_SOFTMAX_Y], &rows, GPU_SOFTMAX_Y, y->dtype);
  return rensa_cuda_launch_blocks (rensa_cuda_get_device (y), rensa_cuda_name_kernel ("softmax", NULL, x->dtype).text,
                                   &args, (args.count + GPU_SOFTMAX_ROWS - 1) / GPU_SOFTMAX_ROWS, error);
}
