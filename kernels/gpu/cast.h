/* cast.h: elements of any dtype.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/words.h"

typedef unsigned short gpu_half;

#ifdef __CUDACC__
GPU_FUNCTION float
gpu_from_half (gpu_half x)
{
  float y;

  asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x));
  return y;
}

GPU_FUNCTION gpu_half
gpu_float_to_half (float x)
{
  gpu_half y;

  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(y) : "f"(x));
  return y;
}

GPU_FUNCTION gpu_half
gpu_double_to_half (double x)
{
  gpu_half y;

  asm("cvt.rn.f16.f64 %0, %1;" : "=h"(y) : "d"(x));
  return y;
}
#else
#define gpu_from_half gpu_host_from_half
#define gpu_float_to_half gpu_host_float_to_half
#define gpu_double_to_half gpu_host_double_to_half
#endif

GPU_FUNCTION void
gpu_store_half (char *to, float x)
{
  *(gpu_half *) to = gpu_float_to_half (x);
}

GPU_FUNCTION void
gpu_store_half (char *to, double x)
{
  *(gpu_half *) to = gpu_double_to_half (x);
}

GPU_FUNCTION void
gpu_store_half (char *to, k_index x)
{
  *(gpu_half *) to = gpu_double_to_half ((double) x);
}

/* As C converts. */
template <typename T>
GPU_FUNCTION T
gpu_load (const char *from, int dtype)
{
  switch (dtype)
    {
    case GPU_BOOL:
    case GPU_UINT8:
      return (T) * (const unsigned char *) from;
    case GPU_INT8:
      return (T) * (const signed char *) from;
    case GPU_INT16:
      return (T) * (const short *) from;
    case GPU_INT32:
      return (T) * (const int *) from;
    case GPU_INT64:
      return (T) * (const k_index *) from;
    case GPU_FLOAT16:
      return (T) gpu_from_half (*(const gpu_half *) from);
    case GPU_FLOAT32:
      return (T) * (const float *) from;
    default:
      return (T) * (const double *) from;
    }
}

template <typename T>
GPU_FUNCTION void
gpu_store (char *to, int dtype, T x)
{
  switch (dtype)
    {
    case GPU_BOOL:
      *(unsigned char *) to = x != 0;
      break;
    case GPU_UINT8:
      *(unsigned char *) to = (unsigned char) x;
      break;
    case GPU_INT8:
      *(signed char *) to = (signed char) x;
      break;
    case GPU_INT16:
      *(short *) to = (short) x;
      break;
    case GPU_INT32:
      *(int *) to = (int) x;
      break;
    case GPU_INT64:
      *(k_index *) to = (k_index) x;
      break;
    case GPU_FLOAT16:
      gpu_store_half (to, x);
      break;
    case GPU_FLOAT32:
      *(float *) to = (float) x;
      break;
    default:
      *(double *) to = (double) x;
      break;
    }
}
