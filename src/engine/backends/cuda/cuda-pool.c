/* cuda-pool.c: pooling.
 * SPDX-License-Identifier: MIT */

#include "cuda-window.h"
#include "rensa-confine.h"

/* @x and @y have one dtype, and @walked is one of them. */
static void
set_args (gpu_window_args *args, const RensaWindow *window, RensaArray *x, RensaArray *y, RensaArray *walked)
{
  rensa_cuda_set_window (args, window, &x->shape, &y->shape, walked);
  rensa_cuda_set_window_arg (&args->x, x);
  rensa_cuda_set_window_arg (&args->y, y);
}

gboolean
rensa_cuda_pool_max (RensaArray *x, const RensaWindow *window, RensaArray *y, RensaArray *index, GError **error)
{
  gpu_window_args args;

  set_args (&args, window, x, y, y);
  if (index != NULL)
    rensa_cuda_set_window_arg (&args.index, index);
  return rensa_cuda_launch_windows (rensa_cuda_get_device (y), "pool_max", y->dtype, &args, error);
}

/* An invalid index is skipped, and reported later. */
static gboolean
launch_with_index (const char *kernel, gpu_window_args *args, RensaArray *index, RensaArray *result, GError **error)
{
  const RensaLateCheck check = { rensa_explain_outside, "pool", .values = index,
                                 .range = { 0, args->n_places - 1, G_MININT64 } };
  g_autoptr (RensaArray) verdict = rensa_full_beside (index, RENSA_FLOAT32, &(RensaShape){ 0 }, 0, error);

  if (verdict == NULL)
    return FALSE;

  args->verdict = verdict->data;
  rensa_cuda_set_window_arg (&args->index, index);
  return rensa_cuda_launch_windows (rensa_cuda_get_device (result), kernel, result->dtype, args, error)
         && rensa_late_check (verdict, &check, error);
}

gboolean
rensa_cuda_pool_max_scatter (RensaArray *gy, RensaArray *index, const RensaWindow *window, RensaArray *gx,
                             GError **error)
{
  gpu_window_args args;

  set_args (&args, window, gx, gy, gx);
  return launch_with_index ("pool_max_scatter", &args, index, gx, error);
}

gboolean
rensa_cuda_pool_max_gather (RensaArray *x, RensaArray *index, const RensaWindow *window, RensaArray *y, GError **error)
{
  gpu_window_args args;

  set_args (&args, window, x, y, y);
  return launch_with_index ("pool_max_gather", &args, index, y, error);
}

gboolean
rensa_cuda_pool_sum (RensaArray *x, const RensaWindow *window, double scale, RensaArray *y, GError **error)
{
  gpu_window_args args;

  set_args (&args, window, x, y, y);
  args.scale = scale;
  return rensa_cuda_launch_windows (rensa_cuda_get_device (y), "pool_sum", y->dtype, &args, error);
}

gboolean
rensa_cuda_pool_sum_backward (RensaArray *gy, const RensaWindow *window, double scale, RensaArray *gx, GError **error)
{
  gpu_window_args args;

  set_args (&args, window, gx, gy, gx);
  args.scale = scale;
  return rensa_cuda_launch_windows (rensa_cuda_get_device (gx), "pool_sum_backward", gx->dtype, &args, error);
}
