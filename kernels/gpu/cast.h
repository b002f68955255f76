/* cast.h: conversions between element types.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/words.h"

typedef unsigned short gpu_half;

/* Upper half of a float; a separate type so that kernels can be instantiated for it. */
typedef struct
{
  unsigned short bits;
} gpu_bfloat;

#ifdef __CUDACC__
#define gpu_get_bits __float_as_uint
#define gpu_from_bits __uint_as_float

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

GPU_FUNCTION unsigned
gpu_get_bits (float x)
{
  unsigned bits;

  __builtin_memcpy (&bits, &x, sizeof bits);
  return bits;
}

GPU_FUNCTION float
gpu_from_bits (unsigned bits)
{
  float x;

  __builtin_memcpy (&x, &bits, sizeof x);
  return x;
}
#endif

GPU_FUNCTION float
gpu_from_bfloat (gpu_bfloat x)
{
  return gpu_from_bits ((unsigned) x.bits << 16);
}

/* Rounds to nearest, ties to even; the top bit of the fraction keeps a NaN from becoming an infinity. */
GPU_FUNCTION gpu_bfloat
gpu_float_to_bfloat (float x)
{
  const unsigned bits = gpu_get_bits (x);
  const gpu_bfloat y = { (unsigned short) ((x != x ? bits | 0x400000 : bits + 0x7fff + (bits >> 16 & 1)) >> 16) };

  return y;
}

/* Converts through a float that is rounded to odd, so that the second rounding can tell on which
 * side of a tie the double was. */
GPU_FUNCTION gpu_bfloat
gpu_double_to_bfloat (double x)
{
  const float rounded = (float) x;
  const unsigned bits = gpu_get_bits (rounded);
  const bool is_exact = (double) rounded == x || (bits & 1) != 0 || rounded - rounded != 0;

  if (is_exact)
    return gpu_float_to_bfloat (rounded);
  return gpu_float_to_bfloat (gpu_from_bits (((double) rounded < x) == (x > 0) ? bits + 1 : bits - 1));
}

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

GPU_FUNCTION void
gpu_store_bfloat (char *to, float x)
{
  *(gpu_bfloat *) to = gpu_float_to_bfloat (x);
}

GPU_FUNCTION void
gpu_store_bfloat (char *to, double x)
{
  *(gpu_bfloat *) to = gpu_double_to_bfloat (x);
}

GPU_FUNCTION void
gpu_store_bfloat (char *to, k_index x)
{
  *(gpu_bfloat *) to = gpu_double_to_bfloat ((double) x);
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
    case GPU_BFLOAT16:
      return (T) gpu_from_bfloat (*(const gpu_bfloat *) from);
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
    case GPU_BFLOAT16:
      gpu_store_bfloat (to, x);
      break;
    case GPU_FLOAT32:
      *(float *) to = (float) x;
      break;
    default:
      *(double *) to = (double) x;
      break;
    }
}
