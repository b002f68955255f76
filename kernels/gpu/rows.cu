/* rows.cu: gathering rows by index, and adding them back.
 * SPDX-License-Identifier: MIT */

#include "gpu/rows-args.h"
#include "gpu/sort.h"

GPU_FUNCTION k_index
get_row (const k_index *index, k_index i, k_index ignore, k_index extent)
{
  const k_index row = index[i];

  return row == ignore ? -1 : row < 0 ? row + extent : row;
}

GPU_FUNCTION k_index
get_offset (k_index n, int ndim, const k_index *shape, const k_index *strides)
{
  k_index offset = 0;

  for (int axis = ndim - 1; axis >= 0; axis--)
    {
      offset += n % shape[axis] * strides[axis];
      n /= shape[axis];
    }
  return offset;
}

template <typename T>
GPU_FUNCTION void
take_element (const char *from, char *y, k_index i)
{
  ((T *) y)[i] = from != NULL ? *(const T *) from : 0;
}

/* Element i of y is element i % row_length of a row; ignored rows are zero. */
GPU_KERNEL (take_rows, gpu_take_args, args)
{
  for (k_index i = gpu_first (); i < args.count; i += gpu_step ())
    {
      const k_index inner = i % args.row_length;
      const k_index pick = i / args.row_length % args.n_picks;
      const k_index outer = i / args.row_length / args.n_picks;
      const k_index row = get_row (args.index, pick, args.ignore, args.extent);
      const char *from = NULL;

      if (row >= 0)
        from = args.x + row * args.step + get_offset (outer, args.n_outer, args.outer_shape, args.outer_strides)
               + get_offset (inner, args.n_inner, args.inner_shape, args.inner_strides);
      if (args.size == 8)
        take_element<unsigned long long> (from, args.y, i);
      else if (args.size == 4)
        take_element<unsigned> (from, args.y, i);
      else if (args.size == 2)
        take_element<unsigned short> (from, args.y, i);
      else
        take_element<unsigned char> (from, args.y, i);
    }
}

GPU_KERNEL (list_rows, gpu_scatter_args, args)
{
  for (k_index i = gpu_first (); i < args.sort.n_entries; i += gpu_step ())
    gpu_put_key (&args.sort, i, get_row (args.index, i, args.ignore, args.extent));
}

/* If sorted key @i is the first with its row, adds all entries with that row to it. */
template <typename T>
GPU_FUNCTION void
add_rows (const gpu_scatter_args *args, k_index i, k_index column)
{
  const gpu_sort_args *sort = &args->sort;
  const k_index row = gpu_get_place (sort, i);

  if (row < 0 || (i > 0 && gpu_get_place (sort, i - 1) == row))
    return;

  T *const to = (T *) args->target + row * args->row_length + column;
  T total = *to;

  for (; i < sort->n_keys && gpu_get_place (sort, i) == row; i++)
    total += ((const T *) args->rows)[gpu_get_entry (sort, i) * args->row_length + column];
  *to = total;
}

/* One after the other, in the order of the indices. */
GPU_KERNEL (scatter_rows, gpu_scatter_args, args)
{
  for (k_index i = gpu_first (); i < args.sort.n_entries * args.row_length; i += gpu_step ())
    {
      const k_index key = i / args.row_length;
      const k_index column = i % args.row_length;

      if (args.dtype == GPU_FLOAT32)
        add_rows<float> (&args, key, column);
      else if (args.dtype == GPU_FLOAT64)
        add_rows<double> (&args, key, column);
      else
        add_rows<unsigned long long> (&args, key, column);
    }
}
