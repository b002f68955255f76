/* map.h: the loops that fenced kernels are copied into.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/cast.h"

template <typename T> struct gpu_dtype_of;
template <> struct gpu_dtype_of<float>
{
  static const int value = GPU_FLOAT32;
};
template <> struct gpu_dtype_of<double>
{
  static const int value = GPU_FLOAT64;
};

/* Avoids the dispatch on dtype in the usual case, where the argument has the dtype of the loop. */
template <typename T>
GPU_FUNCTION T
gpu_load_arg (const gpu_arg *arg, k_index offset)
{
  return arg->dtype == gpu_dtype_of<T>::value ? *(const T *) (arg->data + offset)
                                              : gpu_load<T> (arg->data + offset, arg->dtype);
}

template <typename T>
GPU_FUNCTION void
gpu_store_arg (const gpu_arg *arg, k_index offset, T value)
{
  if (arg->dtype == gpu_dtype_of<T>::value)
    *(T *) (arg->data + offset) = value;
  else
    gpu_store<T> (arg->data + offset, arg->dtype, value);
}

/* @CALL: computes the outputs y of one element from its inputs x and the parameters p. */
template <typename T, int N_IN, int N_OUT, void (*CALL) (const T *x, const double *p, T *y)>
GPU_FUNCTION void
gpu_map (const gpu_map_args *args)
{
  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      k_index offsets[N_IN + N_OUT];
      T x[N_IN + 1];
      T y[N_OUT];

      if (args->is_flat)
        for (int a = 0; a < N_IN + N_OUT; a++)
          offsets[a] = i * args->args[a].strides[0];
      else
        gpu_seek<N_IN + N_OUT> (i, args->count, args->ndim, args->shape, args->args, offsets);

      for (int a = 0; a < N_IN; a++)
        x[a] = gpu_load_arg<T> (&args->args[a], offsets[a]);
      CALL (x, args->params, y);
      for (int a = 0; a < N_OUT; a++)
        gpu_store_arg<T> (&args->args[N_IN + a], offsets[N_IN + a], y[a]);
    }
}

/* Processes each chunk of a list of arrays with one block. */
template <typename T, int N_IN, int N_OUT, void (*CALL) (const T *x, const double *p, T *y)>
GPU_FUNCTION void
gpu_list_map (const gpu_list_args *args)
{
  int number = 0;

  for (k_index chunk = blockIdx.x; chunk < args->lists[args->n_lists - 1].end_chunk; chunk += gridDim.x)
    {
      while (chunk >= args->lists[number].end_chunk)
        number++;

      const gpu_list *const list = &args->lists[number];
      const k_index before = number > 0 ? args->lists[number - 1].end_chunk : 0;
      const k_index first = (chunk - before) * GPU_CHUNK;
      const k_index end = first + GPU_CHUNK < list->count ? first + GPU_CHUNK : list->count;

      for (k_index i = first + threadIdx.x; i < end; i += blockDim.x)
        {
          T x[N_IN + 1];
          T y[N_OUT];

          for (int a = 0; a < N_IN; a++)
            x[a] = ((const T *) list->arrays[a])[args->scalars >> a & 1 ? 0 : i];
          CALL (x, args->params, y);
          for (int a = 0; a < N_OUT; a++)
            ((T *) list->arrays[N_IN + a])[i] = y[a];
        }
    }
}

template <typename View>
GPU_FUNCTION View
gpu_as_view (const gpu_view *view)
{
  const View result = { (decltype (View::data)) view->data, (int) view->ndim, view->shape, view->strides };

  return result;
}

/* @CALL: computes the outputs of the element at index @at. */
template <typename T, int N_OUT, void (*CALL) (const k_index *at, const gpu_index_args *args, T *y)>
GPU_FUNCTION void
gpu_index_map (const gpu_index_args *args)
{
  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      k_index at[K_MAX_NDIM];
      k_index rest = i;
      T y[N_OUT];

      for (int axis = args->ndim - 1; axis >= 0; axis--)
        {
          at[axis] = rest % args->shape[axis];
          rest /= args->shape[axis];
        }
      CALL (at, args, y);
      for (int k = 0; k < N_OUT; k++)
        ((T *) args->outputs[k])[i] = y[k];
    }
}
