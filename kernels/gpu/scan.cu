/* scan.cu: cumulative sums, products and recurrences along one axis, in the host's order.
 * SPDX-License-Identifier: MIT */

#include "gpu/words.h"

enum
{
  X,
  FACTOR,
  Y
};

template <typename T>
GPU_FUNCTION T
join (int scan, T total, T value, T factor)
{
  return scan == GPU_SCAN_SUM ? total + value : scan == GPU_SCAN_PROD ? total * value : factor * total + value;
}

template <typename T>
GPU_FUNCTION T
get (const gpu_scan_args *args, int arg, k_index offset, k_index i)
{
  return *(const T *) (args->args[arg].data + offset + i * args->steps[arg]);
}

template <typename T>
GPU_FUNCTION void
put (const gpu_scan_args *args, k_index offset, k_index i, T value)
{
  *(T *) (args->args[Y].data + offset + i * args->steps[Y]) = value;
}

/* One thread a row. */
template <typename T>
GPU_FUNCTION void
scan_rows (const gpu_scan_args *args)
{
  for (k_index row = gpu_first (); row < args->count; row += gpu_step ())
    {
      k_index offsets[3];

      gpu_seek<3> (row, args->count, args->ndim, args->shape, args->args, offsets);
      T total = get<T> (args, X, offsets[X], 0);
      put<T> (args, offsets[Y], 0, total);
      for (k_index i = 1; i < args->length; i++)
        {
          const T factor = args->scan == GPU_SCAN_LINEAR ? get<T> (args, FACTOR, offsets[FACTOR], i) : 0;

          total = join<T> (args->scan, total, get<T> (args, X, offsets[X], i), factor);
          put<T> (args, offsets[Y], i, total);
        }
    }
}

/* Computes the total of each block of a row: eight interleaved totals, then their total. */
template <typename T>
GPU_FUNCTION void
total_blocks (const gpu_scan_args *args)
{
  for (k_index task = gpu_first (); task < args->count * args->n_blocks; task += gpu_step ())
    {
      const k_index first = task % args->n_blocks * args->block;
      const k_index n = args->length - first < args->block ? args->length - first : args->block;
      const T identity = args->scan == GPU_SCAN_PROD;
      double total = args->scan == GPU_SCAN_PROD;
      T lanes[K_SCAN_LANES];
      k_index offsets[3];

      gpu_seek<3> (task / args->n_blocks, args->count, args->ndim, args->shape, args->args, offsets);
      for (int lane = 0; lane < K_SCAN_LANES; lane++)
        lanes[lane] = identity;
      for (k_index i = 0; i < n; i++)
        {
          const int lane = i < n / K_SCAN_LANES * K_SCAN_LANES ? (int) (i % K_SCAN_LANES) : 0;

          lanes[lane] = join<T> (args->scan, lanes[lane], get<T> (args, X, offsets[X], first + i), 0);
        }
      for (int lane = 0; lane < K_SCAN_LANES; lane++)
        total = join<double> (args->scan, total, lanes[lane], 0);
      args->totals[task] = total;
    }
}

/* Replaces the total of each block by the total of all preceding blocks in the same row. */
GPU_KERNEL (scan_totals, gpu_scan_args, args)
{
  for (k_index row = gpu_first (); row < args.count; row += gpu_step ())
    {
      double before = args.scan == GPU_SCAN_PROD;

      for (k_index i = row * args.n_blocks; i < (row + 1) * args.n_blocks; i++)
        {
          const double own = args.totals[i];

          args.totals[i] = before;
          before = join<double> (args.scan, before, own, 0);
        }
    }
}

template <typename T>
GPU_FUNCTION void
scan_blocks (const gpu_scan_args *args)
{
  for (k_index task = gpu_first (); task < args->count * args->n_blocks; task += gpu_step ())
    {
      const k_index first = task % args->n_blocks * args->block;
      const k_index n = args->length - first < args->block ? args->length - first : args->block;
      T total = (T) args->totals[task];
      k_index offsets[3];

      gpu_seek<3> (task / args->n_blocks, args->count, args->ndim, args->shape, args->args, offsets);
      for (k_index i = first; i < first + n; i++)
        {
          total = join<T> (args->scan, total, get<T> (args, X, offsets[X], i), 0);
          put<T> (args, offsets[Y], i, total);
        }
    }
}

GPU_KERNEL (scan_rows_float, gpu_scan_args, args) { scan_rows<float> (&args); }

GPU_KERNEL (scan_rows_double, gpu_scan_args, args) { scan_rows<double> (&args); }

GPU_KERNEL (total_blocks_float, gpu_scan_args, args) { total_blocks<float> (&args); }

GPU_KERNEL (total_blocks_double, gpu_scan_args, args) { total_blocks<double> (&args); }

GPU_KERNEL (scan_blocks_float, gpu_scan_args, args) { scan_blocks<float> (&args); }

GPU_KERNEL (scan_blocks_double, gpu_scan_args, args) { scan_blocks<double> (&args); }
