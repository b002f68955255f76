/* reduce.h: combination of partial results, in the host's order.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/cast.h"

#define ALL_LANES 0xffffffffu

GPU_FUNCTION unsigned long long
as_unsigned (k_index x)
{
  return (unsigned long long) x;
}

/* Unsigned, so that overflow wraps as in NumPy. */
GPU_FUNCTION k_index
add (k_index a, k_index b)
{
  return (k_index) (as_unsigned (a) + as_unsigned (b));
}

GPU_FUNCTION k_index
multiply (k_index a, k_index b)
{
  return (k_index) (as_unsigned (a) * as_unsigned (b));
}

template <typename T>
GPU_FUNCTION T
add (T a, T b)
{
  return a + b;
}

template <typename T>
GPU_FUNCTION T
multiply (T a, T b)
{
  return a * b;
}

template <typename T>
GPU_FUNCTION T
join_values (int reduction, T a, T b)
{
  switch (reduction)
    {
    case GPU_REDUCE_PROD:
      return multiply (a, b);
    /* NaN wins. */
    case GPU_REDUCE_MAX:
    case GPU_REDUCE_ARGMAX:
      return b > a || b != b ? b : a;
    case GPU_REDUCE_MIN:
    case GPU_REDUCE_ARGMIN:
      return b < a || b != b ? b : a;
    default:
      return add (a, b);
    }
}

template <typename T>
GPU_FUNCTION T
get_term (int reduction, T x)
{
  return reduction == GPU_REDUCE_SUM_SQUARE     ? multiply (x, x)
         : reduction == GPU_REDUCE_N_NOT_FINITE ? (T) (x - x != 0)
                                                : x;
}

template <typename T> struct Bounds
{
  static GPU_METHOD T
  least ()
  {
    return (T) -INFINITY;
  }
  static GPU_METHOD T
  most ()
  {
    return (T) INFINITY;
  }
};

template <> struct Bounds<k_index>
{
  static GPU_METHOD k_index
  least ()
  {
    return -0x7fffffffffffffffll - 1;
  }
  static GPU_METHOD k_index
  most ()
  {
    return 0x7fffffffffffffffll;
  }
};

template <typename T>
GPU_FUNCTION T
get_identity (int reduction)
{
  switch (reduction)
    {
    case GPU_REDUCE_PROD:
      return 1;
    case GPU_REDUCE_MAX:
    case GPU_REDUCE_ARGMAX:
      return Bounds<T>::least ();
    case GPU_REDUCE_MIN:
    case GPU_REDUCE_ARGMIN:
      return Bounds<T>::most ();
    default:
      return 0;
    }
}

/* Wraps the value of a block in a partial result. */
GPU_FUNCTION gpu_partial
as_partial (int reduction, double value)
{
  const gpu_partial partial = { value, reduction == GPU_REDUCE_N_NOT_FINITE ? (k_index) value : 0, 0 };

  return partial;
}

GPU_FUNCTION gpu_partial
as_partial (int reduction, float value)
{
  return as_partial (reduction, (double) value);
}

GPU_FUNCTION gpu_partial
as_partial (int reduction, k_index value)
{
  const gpu_partial partial = { 0, value, 0 };

  return partial;
}

/* TRUE if @a replaces @b, which comes first. */
template <typename T> struct Better
{
  static GPU_METHOD bool
  is (bool wants_max, const gpu_partial *a, const gpu_partial *b)
  {
    return b->d == b->d && (a->d != a->d || (wants_max ? a->d > b->d : a->d < b->d));
  }
};

template <> struct Better<k_index>
{
  static GPU_METHOD bool
  is (bool wants_max, const gpu_partial *a, const gpu_partial *b)
  {
    return wants_max ? a->i > b->i : a->i < b->i;
  }
};

/* @a, then @b. */
template <typename T>
GPU_FUNCTION void
join_partials (int reduction, gpu_partial *a, const gpu_partial *b)
{
  switch (reduction)
    {
    case GPU_REDUCE_SUM:
    case GPU_REDUCE_SUM_SQUARE:
    case GPU_REDUCE_N_NOT_FINITE:
      a->d += b->d;
      a->i = add (a->i, b->i);
      break;
    case GPU_REDUCE_PROD:
      a->d *= b->d;
      a->i = multiply (a->i, b->i);
      break;
    default:
      if (Better<T>::is (reduction == GPU_REDUCE_MAX || reduction == GPU_REDUCE_ARGMAX, b, a))
        *a = *b;
      break;
    }
}
