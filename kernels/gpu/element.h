/* element.h: element types that kernels are instantiated for.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/cast.h"

/* Storage type and working type of an element. */
template <typename T> struct gpu_element
{
  typedef T Work;

  static GPU_METHOD T
  load (const char *from)
  {
    return *(const T *) from;
  }
  static GPU_METHOD void
  store (char *to, T x)
  {
    *(T *) to = x;
  }
};

template <> struct gpu_element<gpu_half>
{
  typedef float Work;

  static GPU_METHOD float
  load (const char *from)
  {
    return gpu_from_half (*(const gpu_half *) from);
  }
  static GPU_METHOD void
  store (char *to, float x)
  {
    gpu_store_half (to, x);
  }
};

template <> struct gpu_element<gpu_bfloat>
{
  typedef float Work;

  static GPU_METHOD float
  load (const char *from)
  {
    return gpu_from_bfloat (*(const gpu_bfloat *) from);
  }
  static GPU_METHOD void
  store (char *to, float x)
  {
    gpu_store_bfloat (to, x);
  }
};
