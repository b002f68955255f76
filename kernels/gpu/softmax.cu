/* softmax.cu: softmax along one axis.
 *
 * The lanes of a row stride over its elements and are combined pairwise, so the sum does not depend
 * on the memory layout.
 * SPDX-License-Identifier: MIT */

#include "gpu/element.h"
#include "gpu/softmax-args.h"

GPU_FUNCTION float
exponential (float x)
{
  return k_exp_float (x);
}

GPU_FUNCTION double
exponential (double x)
{
  return k_exp_double (x);
}

GPU_FUNCTION float
logarithm (float x)
{
  return k_log_float (x);
}

GPU_FUNCTION double
logarithm (double x)
{
  return k_log_double (x);
}

/* NaN wins. */
template <typename T> struct Largest
{
  static GPU_METHOD T
  join (T a, T b)
  {
    return b > a || b != b ? b : a;
  }
};

template <typename T> struct Sum
{
  static GPU_METHOD T
  join (T a, T b)
  {
    return a + b;
  }
};

/* Combines the values of each row's lanes and returns the result to all of them. */
template <typename Join, typename T>
GPU_FUNCTION T
join_lanes (T *values, int row, int lane, T own)
{
  T *const of_row = values + row * GPU_SOFTMAX_LANES;

  of_row[lane] = own;
  __syncthreads ();
  for (int width = GPU_SOFTMAX_LANES / 2; width > 0; width /= 2)
    {
      if (lane < width)
        of_row[lane] = Join::join (of_row[lane], of_row[lane + width]);
      __syncthreads ();
    }

  const T joined = of_row[0];
  __syncthreads ();
  return joined;
}

/* @values: shared memory for one number per thread of the block. */
template <typename Element, typename T>
GPU_FUNCTION void
softmax (const gpu_softmax_args *args, T *values)
{
  const int thread = (int) threadIdx.x;
  const int row = args->is_rows_first ? thread % GPU_SOFTMAX_ROWS : thread / GPU_SOFTMAX_LANES;
  const int lane = args->is_rows_first ? thread / GPU_SOFTMAX_ROWS : thread % GPU_SOFTMAX_LANES;
  const k_index x_step = args->steps[GPU_SOFTMAX_X];
  const k_index y_step = args->steps[GPU_SOFTMAX_Y];

  for (k_index first = (k_index) blockIdx.x * GPU_SOFTMAX_ROWS; first < args->count;
       first += (k_index) gridDim.x * GPU_SOFTMAX_ROWS)
    {
      /* Threads without a row wait with the others. */
      const k_index length = first + row < args->count ? args->length : 0;
      k_index offsets[2] = { 0, 0 };
      T most = (T) -INFINITY;
      T total = 0;

      if (length > 0)
        gpu_seek<2> (first + row, args->count, args->ndim, args->shape, args->args, offsets);
      const char *const x = args->args[GPU_SOFTMAX_X].data + offsets[GPU_SOFTMAX_X];
      char *const y = args->args[GPU_SOFTMAX_Y].data + offsets[GPU_SOFTMAX_Y];

      for (k_index i = lane; i < length; i += GPU_SOFTMAX_LANES)
        most = Largest<T>::join (most, Element::load (x + i * x_step));
      most = join_lanes<Largest<T> > (values, row, lane, most);
      for (k_index i = lane; i < length; i += GPU_SOFTMAX_LANES)
        total += exponential (Element::load (x + i * x_step) - most);
      total = join_lanes<Sum<T> > (values, row, lane, total);

      for (k_index i = lane; i < length; i += GPU_SOFTMAX_LANES)
        {
          const T shifted = Element::load (x + i * x_step) - most;

          Element::store (y + i * y_step, args->is_log ? shifted - logarithm (total) : exponential (shifted) / total);
        }
    }
}

#define KERNEL_OF(type, Element)                                \
  GPU_BLOCK_KERNEL (softmax_##type, gpu_softmax_args, args)     \
  {                                                             \
    GPU_SHARED (gpu_element<Element>::Work, values, GPU_BLOCK); \
                                                                \
    softmax<gpu_element<Element> > (&args, values);             \
  }

KERNEL_OF (float, float)
KERNEL_OF (double, double)
KERNEL_OF (half, gpu_half)
KERNEL_OF (bfloat, gpu_bfloat)
