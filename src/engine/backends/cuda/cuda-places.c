/* cuda-places.c: rows and sums of weighted elements at indexed positions.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

#include "gpu/lists-args.h"
#include "gpu/rows-args.h"
#include "gpu/sort-args.h"
#include "rensa-confine.h"

#include <string.h>

/* Allocates memory for the keys of @n_entries entries and stores it in @args; a kernel fills it. */
static RensaBuffer *
make_keys (RensaCudaDevice *device, gpu_sort_args *args, gint64 n_entries, GError **error)
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

/* Sorts the keys of the entries. */
static gboolean
sort_keys (RensaCudaDevice *device, const gpu_sort_args *keys, GError **error)
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

/* Registers a deferred check for indices out of range, which kernels skip, by element @i of the verdicts. */
static gboolean
check_later (RensaArray *verdicts, int i, const char *name, RensaArray *values, gint64 least, gint64 extent,
             GError **error)
{
  const RensaLateCheck check = { rensa_explain_outside, name, values, { least, extent - 1, G_MININT64 } };

  g_autoptr (RensaArray) verdict =
      rensa_array_view_strided (verdicts, &(RensaShape){ 0 }, NULL, i * (gint64) sizeof (float));

  return rensa_late_check (verdict, &check, error);
}

static RensaArray *
verdicts_new (RensaArray *beside, GError **error)
{
  return rensa_full_beside (beside, RENSA_FLOAT32, &RENSA_SHAPE (2), 0, error);
}

/* Runs @kernel, in the version for the dtype of @result, on @count elements. */
static gboolean
launch (RensaArray *result, const char *kernel, gconstpointer args, gint64 count, GError **error)
{
  return rensa_cuda_launch (rensa_cuda_get_device (result), rensa_cuda_name_kernel (kernel, NULL, result->dtype).text,
                            args, count, error);
}

static gpu_taps_args
get_taps_args (RensaArray *x, RensaArray *index, RensaArray *weight, RensaArray *y, RensaArray *verdicts)
{
  return (gpu_taps_args){
    .n_channels = x->shape.dims[1],
    .n_taps = index->shape.dims[1],
    .n_places = index->shape.dims[2],
    .size = x->shape.dims[2],
    .inner = x->shape.dims[3],
    .index = index->data,
    .weight = weight->data,
    .x = x->data,
    .y = y->data,
    .verdict = verdicts->data,
  };
}

static gboolean
run_taps (const char *kernel, gpu_taps_args *args, RensaArray *index, RensaArray *result, RensaArray *verdicts,
          GError **error)
{
  args->count = result->count;
  return launch (result, kernel, args, args->count, error)
         && check_later (verdicts, 0, "taps", index, -1, args->size, error);
}

gboolean
rensa_cuda_read_taps (RensaArray *x, const RensaTaps *taps, RensaArray *y, GError **error)
{
  g_autoptr (RensaArray) verdicts = verdicts_new (x, error);

  if (verdicts == NULL)
    return FALSE;

  gpu_taps_args args = get_taps_args (x, taps->index, taps->weight, y, verdicts);
  return run_taps ("read_taps", &args, taps->index, y, verdicts, error);
}

gboolean
rensa_cuda_spread_taps (RensaArray *gy, const RensaTaps *taps, RensaArray *gx, GError **error)
{
  RensaCudaDevice *device = rensa_cuda_get_device (gx);
  g_autoptr (RensaArray) verdicts = verdicts_new (gy, error);

  if (verdicts == NULL)
    return FALSE;

  gpu_taps_args args = get_taps_args (gx, taps->index, taps->weight, gy, verdicts);
  g_autoptr (RensaBuffer) keys = make_keys (device, &args.sort, taps->index->count, error);
  return keys != NULL && rensa_cuda_launch (device, "list_taps", &args, args.sort.n_entries, error)
         && sort_keys (device, &args.sort, error) && run_taps ("spread_taps", &args, taps->index, gx, verdicts, error);
}

gboolean
rensa_cuda_match_taps (RensaArray *x, RensaArray *gy, RensaArray *index, RensaArray *gweight, GError **error)
{
  g_autoptr (RensaArray) verdicts = verdicts_new (x, error);

  if (verdicts == NULL)
    return FALSE;

  gpu_taps_args args = get_taps_args (x, index, gweight, gy, verdicts);
  return run_taps ("match_taps", &args, index, gweight, verdicts, error);
}

/* @wide has the rows indexed by @row, and @other those indexed by @col. */
static gpu_sparse_args
get_sparse_args (RensaArray *wide, RensaArray *other, RensaArray *row, RensaArray *col, RensaArray *verdicts)
{
  const int last = wide->shape.ndim - 1;

  return (gpu_sparse_args){
    .n_entries = row->shape.dims[row->shape.ndim - 1],
    .n_rows = wide->shape.dims[last - 1],
    .n_b_rows = other->shape.dims[last - 1],
    .n_columns = wide->shape.dims[last],
    .row = row->data,
    .col = col->data,
    .b = other->data,
    .verdicts = verdicts->data,
  };
}

static gboolean
run_sparse (const char *kernel, gpu_sparse_args *args, RensaArray *row, RensaArray *col, RensaArray *y,
            RensaArray *verdicts, GError **error)
{
  args->y = y->data;
  args->count = y->count;
  return launch (y, kernel, args, args->count, error) && check_later (verdicts, 0, "row", row, -1, args->n_rows, error)
         && check_later (verdicts, 1, "col", col, -1, args->n_b_rows, error);
}

gboolean
rensa_cuda_multiply_sparse (RensaArray *data, RensaArray *row, RensaArray *col, RensaArray *b, RensaArray *y,
                            GError **error)
{
  RensaCudaDevice *device = rensa_cuda_get_device (y);
  g_autoptr (RensaArray) verdicts = verdicts_new (y, error);

  if (verdicts == NULL)
    return FALSE;

  gpu_sparse_args args = get_sparse_args (y, b, row, col, verdicts);
  g_autoptr (RensaBuffer) keys = make_keys (device, &args.sort, row->count, error);
  args.data = data->data;
  return keys != NULL && rensa_cuda_launch (device, "list_sparse", &args, args.sort.n_entries, error)
         && sort_keys (device, &args.sort, error)
         && run_sparse ("multiply_sparse", &args, row, col, y, verdicts, error);
}

gboolean
rensa_cuda_sample_product (RensaArray *left, RensaArray *right, RensaArray *row, RensaArray *col, RensaArray *y,
                           GError **error)
{
  g_autoptr (RensaArray) verdicts = verdicts_new (y, error);

  if (verdicts == NULL)
    return FALSE;

  gpu_sparse_args args = get_sparse_args (left, right, row, col, verdicts);
  args.data = left->data;
  return run_sparse ("sample_product", &args, row, col, y, verdicts, error);
}

gboolean
rensa_cuda_sum_patches (RensaArray *x, const RensaPatches *patches, RensaArray *y, GError **error)
{
  g_autoptr (RensaArray) verdicts = verdicts_new (x, error);

  if (verdicts == NULL)
    return FALSE;

  const gpu_patches_args args = {
    .count = y->count,
    .n_patches = patches->from->count,
    .n_from = x->shape.dims[0],
    .n_to = y->shape.dims[0],
    .n_channels = y->shape.dims[1],
    .height = y->shape.dims[2],
    .width = y->shape.dims[3],
    .from_height = x->shape.dims[2],
    .from_width = x->shape.dims[3],
    .rows = patches->rows->data,
    .columns = patches->columns->data,
    .from = patches->from->data,
    .to = patches->to->data,
    .x = x->data,
    .y = y->data,
    .verdicts = verdicts->data,
  };
  return launch (y, "sum_patches", &args, args.count, error)
         && check_later (verdicts, 0, "from", patches->from, 0, args.n_from, error)
         && check_later (verdicts, 1, "to", patches->to, 0, args.n_to, error);
}

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
  g_autoptr (RensaBuffer) keys = make_keys (device, &args.sort, index->count, error);

  return keys != NULL && rensa_cuda_launch (device, "list_rows", &args, index->count, error)
         && sort_keys (device, &args.sort, error)
         && rensa_cuda_launch (device, "scatter_rows", &args, rows->count, error);
}
