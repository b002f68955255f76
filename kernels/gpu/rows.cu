/* rows.cu: picks rows by index, and adds them back.
 * SPDX-License-Identifier: MIT */

#include "gpu/words.h"

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

/* Element i of y is element i % row_length of a row; rows that are ignored are zero. */
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

/* Makes of the picks of each row a list, in their order. */
GPU_KERNEL (link_rows, gpu_scatter_args, args)
{
  for (k_index i = gpu_first (); i < args.n_picks; i += gpu_step ())
    {
      const k_index row = get_row (args.index, i, args.ignore, args.extent);
      k_index j = 0;

      while (j < i && get_row (args.index, j, args.ignore, args.extent) != row)
        j++;
      args.is_first[i] = row >= 0 && j == i;
      for (j = i + 1; j < args.n_picks && get_row (args.index, j, args.ignore, args.extent) != row;)
        j++;
      args.next[i] = j < args.n_picks ? j : -1;
    }
}

template <typename T>
GPU_FUNCTION void
add_list (const gpu_scatter_args *args, k_index first, k_index column)
{
  T *const to =
      (T *) args->target + get_row (args->index, first, args->ignore, args->extent) * args->row_length + column;
  T total = *to;

  for (k_index i = first; i >= 0; i = args->next[i])
    total += ((const T *) args->rows)[i * args->row_length + column];
  *to = total;
}

/* The thread of the first pick of a row adds all of them, one after the other. */
GPU_KERNEL (scatter_rows, gpu_scatter_args, args)
{
  for (k_index i = gpu_first (); i < args.n_picks * args.row_length; i += gpu_step ())
    {
      const k_index pick = i / args.row_length;
      const k_index column = i % args.row_length;

      if (!args.is_first[pick])
        continue;
      if (args.dtype == GPU_FLOAT32)
        add_list<float> (&args, pick, column);
      else if (args.dtype == GPU_FLOAT64)
        add_list<double> (&args, pick, column);
      else
        add_list<unsigned long long> (&args, pick, column);
    }
}
