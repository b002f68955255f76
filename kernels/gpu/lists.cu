/* lists.cu: sums of weighted elements at indexed positions.
 *
 * Instead of atomic additions in an arbitrary order, entries are sorted by position first; then
 * each thread adds up the entries of its own position in their order.
 * SPDX-License-Identifier: MIT */

#include "gpu/lists.h"

template <typename T>
GPU_FUNCTION void
read_taps (const gpu_taps_args *args)
{
  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      const k_index column = i % args->inner;
      const k_index place = i / args->inner % args->n_places;
      const k_index plane = i / args->inner / args->n_places;
      const k_index first = plane / args->n_channels * args->n_taps * args->n_places + place;
      const T *const x = (const T *) args->x + plane * args->size * args->inner + column;
      T total = 0;

      for (k_index tap = 0; tap < args->n_taps; tap++)
        {
          const k_index at = first + tap * args->n_places;
          const k_index row = gpu_confine (args->index[at], -1, args->size, args->verdict);

          total += ((const T *) args->weight)[at] * (row >= 0 ? x[row * args->inner] : 0);
        }
      ((T *) args->y)[i] = total;
    }
}

/* Entry e of an image: tap e % n_taps of place e / n_taps. */
GPU_KERNEL (list_taps, gpu_taps_args, args)
{
  for (k_index entry = gpu_first (); entry < args.sort.n_entries; entry += gpu_step ())
    {
      const k_index tap = entry % args.n_taps;
      const k_index place = entry / args.n_taps % args.n_places;
      const k_index image = entry / args.n_taps / args.n_places;
      const k_index row =
          gpu_confine (args.index[(image * args.n_taps + tap) * args.n_places + place], -1, args.size, args.verdict);

      gpu_put_key (&args.sort, entry, row < 0 ? -1 : image * args.size + row);
    }
}

template <typename T>
GPU_FUNCTION void
spread_taps (const gpu_taps_args *args)
{
  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      const k_index column = i % args->inner;
      const k_index row = i / args->inner % args->size;
      const k_index plane = i / args->inner / args->size;
      const k_index image = plane / args->n_channels;
      const T *const gy = (const T *) args->y + plane * args->n_places * args->inner + column;
      T total = 0;

      gpu_visit_entries (&args->sort, image * args->size + row, [&] (k_index entry) {
        const k_index tap = entry % args->n_taps;
        const k_index place = entry / args->n_taps % args->n_places;

        total +=
            ((const T *) args->weight)[(image * args->n_taps + tap) * args->n_places + place] * gy[place * args->inner];
      });
      ((T *) args->x)[i] = total;
    }
}

template <typename T>
GPU_FUNCTION void
match_taps (const gpu_taps_args *args)
{
  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      const k_index place = i % args->n_places;
      const k_index image = i / args->n_places / args->n_taps;
      const k_index row = gpu_confine (args->index[i], -1, args->size, args->verdict);
      T total = 0;

      for (k_index c = image * args->n_channels; row >= 0 && c < (image + 1) * args->n_channels; c++)
        {
          const T *const x = (const T *) args->x + (c * args->size + row) * args->inner;
          const T *const gy = (const T *) args->y + (c * args->n_places + place) * args->inner;

          for (k_index column = 0; column < args->inner; column++)
            total += x[column] * gy[column];
        }
      ((T *) args->weight)[i] = total;
    }
}

/* Ignores entries without a valid row or column. */
GPU_KERNEL (list_sparse, gpu_sparse_args, args)
{
  for (k_index entry = gpu_first (); entry < args.sort.n_entries; entry += gpu_step ())
    {
      const k_index row = gpu_confine (args.row[entry], -1, args.n_rows, &args.verdicts[0]);
      const k_index col = gpu_confine (args.col[entry], -1, args.n_b_rows, &args.verdicts[1]);

      gpu_put_key (&args.sort, entry, row < 0 || col < 0 ? -1 : entry / args.n_entries * args.n_rows + row);
    }
}

template <typename T>
GPU_FUNCTION void
multiply_sparse (const gpu_sparse_args *args)
{
  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      const k_index column = i % args->n_columns;
      const k_index row = i / args->n_columns;
      const T *const b = (const T *) args->b + row / args->n_rows * args->n_b_rows * args->n_columns + column;
      T total = 0;

      gpu_visit_entries (&args->sort, row, [&] (k_index entry) {
        total += ((const T *) args->data)[entry] * b[args->col[entry] * args->n_columns];
      });
      ((T *) args->y)[i] = total;
    }
}

template <typename T>
GPU_FUNCTION void
sample_product (const gpu_sparse_args *args)
{
  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      const k_index matrix = i / args->n_entries;
      const k_index row = gpu_confine (args->row[i], -1, args->n_rows, &args->verdicts[0]);
      const k_index col = gpu_confine (args->col[i], -1, args->n_b_rows, &args->verdicts[1]);
      const T *const left = (const T *) args->data + (matrix * args->n_rows + row) * args->n_columns;
      const T *const right = (const T *) args->b + (matrix * args->n_b_rows + col) * args->n_columns;
      T total = 0;

      for (k_index k = 0; row >= 0 && col >= 0 && k < args->n_columns; k++)
        total += left[k] * right[k];
      ((T *) args->y)[i] = total;
    }
}

/* Returns the value of patch @k at element (@h, @w) of an image; a zero coefficient excludes even NaN. */
template <typename T>
GPU_FUNCTION T
get_patch (const gpu_patches_args *args, k_index k, const T *x, k_index h, k_index w)
{
  const T *const rows = (const T *) args->rows + (k * args->height + h) * args->from_height;
  const T *const columns = (const T *) args->columns + (k * args->width + w) * args->from_width;
  T total = 0;

  for (k_index j = 0; j < args->from_width; j++)
    if (columns[j] != 0)
      {
        T sum = 0;

        for (k_index i = 0; i < args->from_height; i++)
          if (rows[i] != 0)
            sum += rows[i] * x[i * args->from_width + j];
        total += columns[j] * sum;
      }
  return total;
}

template <typename T>
GPU_FUNCTION void
sum_patches (const gpu_patches_args *args)
{
  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      const k_index w = i % args->width;
      const k_index h = i / args->width % args->height;
      const k_index channel = i / args->width / args->height % args->n_channels;
      const k_index image = i / args->width / args->height / args->n_channels;
      T total = 0;

      for (k_index k = 0; k < args->n_patches; k++)
        {
          const k_index to = gpu_confine (args->to[k], 0, args->n_to, &args->verdicts[1]);
          const k_index from = gpu_confine (args->from[k], 0, args->n_from, &args->verdicts[0]);

          if (to == image && from >= 0)
            total += get_patch (
                args, k,
                (const T *) args->x + (from * args->n_channels + channel) * args->from_height * args->from_width, h, w);
        }
      ((T *) args->y)[i] = total;
    }
}

#define KERNELS(type)                                                                                \
  GPU_LONG_KERNEL (read_taps_##type, gpu_taps_args, args) { read_taps<type> (&args); }               \
  GPU_LONG_KERNEL (spread_taps_##type, gpu_taps_args, args) { spread_taps<type> (&args); }           \
  GPU_LONG_KERNEL (match_taps_##type, gpu_taps_args, args) { match_taps<type> (&args); }             \
  GPU_LONG_KERNEL (multiply_sparse_##type, gpu_sparse_args, args) { multiply_sparse<type> (&args); } \
  GPU_LONG_KERNEL (sample_product_##type, gpu_sparse_args, args) { sample_product<type> (&args); }   \
  GPU_LONG_KERNEL (sum_patches_##type, gpu_patches_args, args) { sum_patches<type> (&args); }

KERNELS (float)
KERNELS (double)
