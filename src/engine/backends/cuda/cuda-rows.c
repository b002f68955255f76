/* cuda-rows.c: gathering rows by index, and adding them back.
 * SPDX-License-Identifier: MIT */

#include "cuda-sort.h"
#include "gpu/rows-args.h"

#include <string.h>

gboolean
rensa_cuda_take_rows (RensaArray *x, int axis, RensaArray *index, gint64 ignore, gboolean wrap, RensaArray *y,
                      GError **error)
{
  gpu_take_args args = {
    .count = y->count,
    .n_picks = index->count,
    .row_length = 1,
    .extent = x->shape.dims[axis],
    .ignore = ignore,
    .step = x->strides[axis],
    .size = (int) rensa_dtype_get_size (x->dtype),
    .n_outer = axis,
    .n_inner = x->shape.ndim - axis - 1,
    .x = x->data,
    .y = y->data,
    .index = index->data,
  };

  memcpy (args.outer_shape, x->shape.dims, args.n_outer * sizeof *args.outer_shape);
  memcpy (args.outer_strides, x->strides, args.n_outer * sizeof *args.outer_strides);
  for (int i = 0; i < args.n_inner; i++)
    {
      args.inner_shape[i] = x->shape.dims[axis + 1 + i];
      args.inner_strides[i] = x->strides[axis + 1 + i];
      args.row_length *= args.inner_shape[i];
    }
  return rensa_cuda_launch (rensa_cuda_get_device (y), "take_rows", &args, args.count, error);
}

gboolean
rensa_cuda_scatter_rows (RensaArray *target, RensaArray *index, RensaArray *rows, gint64 ignore, gboolean wrap,
                         GError **error)
{
  RensaCudaDevice *device = rensa_cuda_get_device (target);
  gpu_scatter_args args = {
    .row_length = rows->count / index->count,
    .extent = target->shape.dims[0],
    .ignore = ignore,
    .dtype = (int) target->dtype,
    .target = target->data,
    .rows = rows->data,
    .index = index->data,
  };
  g_autoptr (RensaBuffer) keys = rensa_cuda_make_keys (device, &args.sort, index->count, error);

  return keys != NULL && rensa_cuda_launch (device, "list_rows", &args, index->count, error)
         && rensa_cuda_sort_keys (device, &args.sort, error)
         && rensa_cuda_launch (device, "scatter_rows", &args, rows->count, error);
}
