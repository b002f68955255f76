/* reduce.cu: sums, products, extremes and their positions.
 *
 * If the elements of a sequence are adjacent in memory, one warp reduces each block of them, and
 * blocks are combined pairwise; if elements of different sequences are adjacent, each thread
 * reduces one column.
 * SPDX-License-Identifier: MIT */

#include "gpu/reduce.h"

static_assert (GPU_WARP == K_REDUCE_LANES, "a warp adds up as the host's lanes do");

/* Returns element @i of the sequence that starts at @x. */
template <typename T>
GPU_FUNCTION T
get_element (const gpu_reduce_args *args, const char *x, k_index i)
{
  k_index offset;

  if (args->reduced_ndim == 1)
    offset = i * args->reduced.strides[0];
  else
    gpu_seek<1> (i, args->n_reduced, args->reduced_ndim, args->reduced_shape, &args->reduced, &offset);
  return gpu_load<T> (x + offset, args->reduced.dtype);
}

GPU_FUNCTION void
seek_sequence (const gpu_reduce_args *args, k_index sequence, char **x, char **y)
{
  k_index offsets[2];

  gpu_seek<2> (sequence, args->n_kept, args->kept_ndim, args->kept_shape, args->kept, offsets);
  *x = args->kept[GPU_KEPT_X].data + offsets[GPU_KEPT_X];
  *y = args->kept[GPU_KEPT_Y].data + offsets[GPU_KEPT_Y];
}

GPU_FUNCTION void
store_partial (const gpu_reduce_args *args, char *y, const gpu_partial *partial)
{
  const int dtype = args->kept[GPU_KEPT_Y].dtype;

  if (args->result == GPU_RESULT_D)
    gpu_store<double> (y, dtype, partial->d);
  else
    gpu_store<k_index> (y, dtype, args->result == GPU_RESULT_I ? partial->i : partial->at);
}

template <typename T>
GPU_FUNCTION bool
is_wanted (T x, T wanted)
{
  return x == wanted || (wanted != wanted && x != x);
}

/* One thread per sequence, from its first element to its last. */
template <typename T>
GPU_FUNCTION void
reduce_short (const gpu_reduce_args *args)
{
  for (k_index sequence = gpu_first (); sequence < args->n_kept; sequence += gpu_step ())
    {
      const int reduction = args->reduction;
      char *x, *y;

      seek_sequence (args, sequence, &x, &y);
      T total = get_term (reduction, get_element<T> (args, x, 0));
      for (k_index i = 1; i < args->n_reduced; i++)
        total = join_values (reduction, total, get_term (reduction, get_element<T> (args, x, i)));

      gpu_partial partial = as_partial (reduction, total);
      if (args->result == GPU_RESULT_AT)
        while (partial.at < args->n_reduced - 1 && !is_wanted (get_element<T> (args, x, partial.at), total))
          partial.at++;
      store_partial (args, y, &partial);
    }
}

/* Combines the values of all 32 lanes in lane 0, in the same order as the host's lanes. */
template <typename T>
GPU_FUNCTION T
join_lanes (int reduction, T value)
{
  for (int width = GPU_WARP / 2; width > 0; width /= 2)
    {
      const T other = __shfl_down_sync (ALL_LANES, value, width);

      if ((int) threadIdx.x % GPU_WARP < width)
        value = join_values (reduction, value, other);
    }
  return value;
}

/* Returns to all lanes the first place in [@first, @end), in steps of a warp, that holds @wanted. */
template <typename T>
GPU_FUNCTION k_index
find_in_block (const gpu_reduce_args *args, const char *x, k_index first, k_index end, T wanted)
{
  const int lane = threadIdx.x % GPU_WARP;
  k_index at = first + lane;

  while (at < end && !is_wanted (get_element<T> (args, x, at), wanted))
    at += GPU_WARP;
  for (int width = GPU_WARP / 2; width > 0; width /= 2)
    {
      const k_index other = __shfl_down_sync (ALL_LANES, at, width);

      if (lane < width && other < at)
        at = other;
    }
  return at;
}

/* Reduces elements [@first, @end) of the sequence at @x; the result is in lane 0. */
template <typename T>
GPU_FUNCTION gpu_partial
reduce_block (const gpu_reduce_args *args, const char *x, k_index first, k_index end)
{
  const int reduction = args->reduction;
  const int lane = threadIdx.x % GPU_WARP;
  const bool is_short = end - first < K_REDUCE_SHORT;
  T total = get_identity<T> (reduction);

  if (!is_short)
    for (k_index i = first + lane; i < end; i += GPU_WARP)
      total = join_values (reduction, total, get_term (reduction, get_element<T> (args, x, i)));
  else if (lane == 0)
    {
      total = get_term (reduction, get_element<T> (args, x, first));
      for (k_index i = first + 1; i < end; i++)
        total = join_values (reduction, total, get_term (reduction, get_element<T> (args, x, i)));
    }
  if (!is_short)
    total = join_lanes (reduction, total);

  gpu_partial partial = as_partial (reduction, total);
  if (args->result == GPU_RESULT_AT)
    {
      const T wanted = __shfl_sync (ALL_LANES, total, 0);

      partial.at = find_in_block<T> (args, x, first, end, wanted);
    }
  return partial;
}

/* A warp a block. */
template <typename T>
GPU_FUNCTION void
reduce_blocks (const gpu_reduce_args *args)
{
  for (k_index unit = gpu_first () / GPU_WARP; unit < args->n_kept * args->n_blocks; unit += gpu_step () / GPU_WARP)
    {
      const k_index sequence = unit / args->n_blocks;
      const k_index first = unit % args->n_blocks * K_REDUCE_BLOCK;
      const k_index end = first + K_REDUCE_BLOCK < args->n_reduced ? first + K_REDUCE_BLOCK : args->n_reduced;
      char *x, *y;

      seek_sequence (args, sequence, &x, &y);
      const gpu_partial partial = reduce_block<T> (args, x, first, end);
      if (threadIdx.x % GPU_WARP != 0)
        continue;
      if (args->n_blocks > 1)
        args->partials[unit] = partial;
      else
        store_partial (args, y, &partial);
    }
}

/* One block of threads per sequence: combines pairs, pairs of pairs, … */
template <typename T>
GPU_FUNCTION void
join_blocks (const gpu_reduce_args *args)
{
  for (k_index sequence = blockIdx.x; sequence < args->n_kept; sequence += gridDim.x)
    {
      gpu_partial *const partials = args->partials + sequence * args->n_blocks;
      char *x, *y;

      for (k_index width = 1; width < args->n_blocks; width *= 2)
        {
          for (k_index i = threadIdx.x * 2 * width; i + width < args->n_blocks; i += blockDim.x * 2 * width)
            join_partials<T> (args->reduction, &partials[i], &partials[i + width]);
          __syncthreads ();
        }
      if (threadIdx.x != 0)
        continue;
      seek_sequence (args, sequence, &x, &y);
      store_partial (args, y, &partials[0]);
    }
}

/* Hierarchical totals of a column: of rows, of row totals, and so on. */
template <typename T> struct Column
{
  T totals[K_MAX_LEVELS];
  int counts[K_MAX_LEVELS];
  int n_levels;
};

/* Adds full totals to the next level. */
template <typename T>
GPU_FUNCTION void
carry (int reduction, Column<T> *column)
{
  const T identity = get_identity<T> (reduction);

  for (int level = 0; column->counts[level] >= K_ROWS_OF_TOTAL && level + 1 < K_MAX_LEVELS; level++)
    {
      if (level + 1 == column->n_levels)
        {
          column->totals[level + 1] = identity;
          column->counts[level + 1] = 0;
          column->n_levels++;
        }
      column->totals[level + 1] = join_values (reduction, column->totals[level + 1], column->totals[level]);
      column->totals[level] = identity;
      column->counts[level] = 0;
      column->counts[level + 1]++;
    }
}

/* Adds @n rows, starting at @row, four at a time. */
template <typename T>
GPU_FUNCTION T
add_rows (const gpu_reduce_args *args, const char *x, k_index row, k_index n, T total)
{
  const int reduction = args->reduction;

  for (; n >= 4; n -= 4, row += 4)
    {
      T terms[4];

      for (int k = 0; k < 4; k++)
        terms[k] = get_term (reduction, get_element<T> (args, x, row + k));
      total = join_values (reduction, total,
                           join_values (reduction, join_values (reduction, terms[0], terms[1]),
                                        join_values (reduction, terms[2], terms[3])));
    }
  for (; n > 0; n--, row++)
    total = join_values (reduction, total, get_term (reduction, get_element<T> (args, x, row)));
  return total;
}

/* Reduces rows [@first, @end) of the column at @x. Rows that are not contiguous, or have another
 * type, are added one by one. */
template <typename T>
GPU_FUNCTION T
reduce_column (const gpu_reduce_args *args, const char *x, k_index first, k_index end)
{
  const k_index run = args->reduced_shape[args->reduced_ndim - 1];
  Column<T> column;

  column.totals[0] = get_identity<T> (args->reduction);
  column.counts[0] = 0;
  column.n_levels = 1;
  for (k_index row = first; row < end;)
    {
      k_index n = K_ROWS_OF_TOTAL - column.counts[0];

      if (n > run - row % run)
        n = run - row % run;
      if (n > end - row)
        n = end - row;
      if (!args->is_direct)
        n = 1;
      column.totals[0] = add_rows (args, x, row, n, column.totals[0]);
      column.counts[0] += (int) n;
      row += n;
      carry (args->reduction, &column);
    }
  for (int level = 1; level < column.n_levels; level++)
    column.totals[0] = join_values (args->reduction, column.totals[0], column.totals[level]);
  return column.totals[0];
}

template <typename T>
GPU_FUNCTION void
store_total (const gpu_reduce_args *args, char *y, T total)
{
  gpu_store<T> (y, args->kept[GPU_KEPT_Y].dtype, total);
}

/* One thread per column of a group of rows. */
template <typename T>
GPU_FUNCTION void
reduce_rows (const gpu_reduce_args *args)
{
  for (k_index unit = gpu_first (); unit < args->n_kept * args->n_groups; unit += gpu_step ())
    {
      const k_index column = unit % args->n_kept;
      const k_index first = unit / args->n_kept * args->group;
      const k_index end = first + args->group < args->n_reduced ? first + args->group : args->n_reduced;
      char *x, *y;

      seek_sequence (args, column, &x, &y);
      const T total = reduce_column<T> (args, x, first, end);
      if (args->n_groups > 1)
        ((T *) args->totals)[unit] = total;
      else
        store_total (args, y, total);
    }
}

/* Combines the totals of all groups of a column; the totals are rows themselves. */
template <typename T>
GPU_FUNCTION void
join_groups (const gpu_reduce_args *args)
{
  const int reduction = args->reduction;

  for (k_index column = gpu_first (); column < args->n_kept; column += gpu_step ())
    {
      const T *const totals = (const T *) args->totals + column;
      T total = get_identity<T> (reduction);
      k_index group = 0;
      char *x, *y;

      for (; group + 4 <= args->n_groups; group += 4)
        total = join_values (
            reduction, total,
            join_values (
                reduction, join_values (reduction, totals[group * args->n_kept], totals[(group + 1) * args->n_kept]),
                join_values (reduction, totals[(group + 2) * args->n_kept], totals[(group + 3) * args->n_kept])));
      for (; group < args->n_groups; group++)
        total = join_values (reduction, total, totals[group * args->n_kept]);
      seek_sequence (args, column, &x, &y);
      store_total (args, y, total);
    }
}

#define KERNELS(type, T)                                                                       \
  GPU_KERNEL (reduce_short_##type, gpu_reduce_args, args) { reduce_short<T> (&args); }         \
  GPU_BLOCK_KERNEL (reduce_blocks_##type, gpu_reduce_args, args) { reduce_blocks<T> (&args); } \
  GPU_BLOCK_KERNEL (join_blocks_##type, gpu_reduce_args, args) { join_blocks<T> (&args); }     \
  GPU_KERNEL (reduce_rows_##type, gpu_reduce_args, args) { reduce_rows<T> (&args); }           \
  GPU_KERNEL (join_groups_##type, gpu_reduce_args, args) { join_groups<T> (&args); }

KERNELS (float, float)
KERNELS (double, double)
KERNELS (integer, k_index)
