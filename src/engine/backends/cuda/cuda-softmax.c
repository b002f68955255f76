/* cuda-softmax.c: softmax along one axis.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

#include <string.h>

#include "gpu/softmax-args.h"

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
