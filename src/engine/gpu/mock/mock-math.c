/* mock-math.c: the host's vector code for one number.
 * SPDX-License-Identifier: MIT */

/* A result of vector code may differ in its last bit from that of the plain function, so all lanes compute the same number, and the first
 * one is taken. */

#define RENSA_KERNEL_INSTANCE
#include "k.h"

#define LANES 16
/* Keeps the compiler from seeing that all lanes are alike. */
#define HIDE(lanes) __asm__ volatile("" : "+m"(lanes))

#define DEFINE_LANE1(type, of)                                                     \
  type k_lane_##of (type x);                                                       \
  type k_lane_##of (type x)                                                        \
  {                                                                                \
    type lanes[LANES];                                                             \
                                                                                   \
    for (int i = 0; i < LANES; i++)                                                \
      lanes[i] = x;                                                                \
    HIDE (lanes);                                                                  \
    _Pragma ("omp simd") for (int i = 0; i < LANES; i++) lanes[i] = of (lanes[i]); \
    HIDE (lanes);                                                                  \
    return lanes[0];                                                               \
  }

#define DEFINE_LANE2(type, of)                                                                \
  type k_lane_##of (type x, type y);                                                          \
  type k_lane_##of (type x, type y)                                                           \
  {                                                                                           \
    type lanes[LANES];                                                                        \
    type others[LANES];                                                                       \
                                                                                              \
    for (int i = 0; i < LANES; i++)                                                           \
      {                                                                                       \
        lanes[i] = x;                                                                         \
        others[i] = y;                                                                        \
      }                                                                                       \
    HIDE (lanes);                                                                             \
    HIDE (others);                                                                            \
    _Pragma ("omp simd") for (int i = 0; i < LANES; i++) lanes[i] = of (lanes[i], others[i]); \
    HIDE (lanes);                                                                             \
    return lanes[0];                                                                          \
  }

#define DEFINE1(of)         \
  DEFINE_LANE1 (double, of) \
  DEFINE_LANE1 (float, of##f)
#define DEFINE2(of)         \
  DEFINE_LANE2 (double, of) \
  DEFINE_LANE2 (float, of##f)

DEFINE1 (exp)
DEFINE1 (exp2)
DEFINE1 (expm1)
DEFINE1 (log)
DEFINE1 (log2)
DEFINE1 (log10)
DEFINE1 (log1p)
DEFINE1 (cbrt)
DEFINE1 (sin)
DEFINE1 (cos)
DEFINE1 (tan)
DEFINE1 (asin)
DEFINE1 (acos)
DEFINE1 (atan)
DEFINE1 (sinh)
DEFINE1 (cosh)
DEFINE1 (tanh)
DEFINE1 (asinh)
DEFINE1 (acosh)
DEFINE1 (atanh)
DEFINE1 (erf)
DEFINE1 (erfc)
DEFINE2 (pow)
DEFINE2 (atan2)
DEFINE2 (hypot)
