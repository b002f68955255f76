/* cuda-sort.c: sorts entries by place.
 * SPDX-License-Identifier: MIT */

#include "cuda-sort.h"

RensaBuffer *
rensa_cuda_make_keys (RensaCudaDevice *device, gpu_sort_args *args, gint64 n_entries, GError **error)
{
  *args = (gpu_sort_args){ .n_entries = n_entries, .n_keys = 2 };
  while (args->n_keys < n_entries)
    args->n_keys *= 2;

  RensaBuffer *buffer = rensa_cuda_get_scratch (device, (gsize) args->n_keys * sizeof *args->keys, error);
  if (buffer != NULL)
    args->keys = buffer->data;
  return buffer;
}

static gboolean
sort_blocks (RensaCudaDevice *device, const gpu_sort_args *args, GError **error)
{
  return rensa_cuda_launch_blocks (device, "sort_blocks", args, MAX (args->n_keys / GPU_SORT_BLOCK, 1), error);
}

gboolean
rensa_cuda_sort_keys (RensaCudaDevice *device, const gpu_sort_args *keys, GError **error)
{
  gpu_sort_args args = *keys;

  if (!sort_blocks (device, &args, error))
    return FALSE;

  for (args.run = 2 * GPU_SORT_BLOCK; args.run <= args.n_keys; args.run *= 2)
    {
      for (args.distance = args.run / 2; args.distance >= GPU_SORT_BLOCK; args.distance /= 2)
        if (!rensa_cuda_launch (device, "sort_keys", &args, args.n_keys / 2, error))
          return FALSE;
      if (!sort_blocks (device, &args, error))
        return FALSE;
    }
  return TRUE;
}
