/* mock-math-loops.c: the host's vector code for one number.
 * SPDX-License-Identifier: MIT */

/* The last bit of a result may differ between vector code and the plain function, so all lanes
 * compute the same number, and the first lane is used. */

#include "mock-math-loops.h"

#define RENSA_KERNEL_INSTANCE
#include "k.h"

#define LANES 16
/* Prevents the compiler from detecting that all lanes are equal. */
#define HIDE(lanes) __asm__ volatile("" : "+m"(lanes))

#define DEFINE_LANE1(type, of)                                                     \
  static type run_##of (type x);                                                   \
  static type run_##of (type x)                                                    \
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
  static type run_##of (type x, type y);                                                      \
  static type run_##of (type x, type y)                                                       \
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

MOCK_MATH1 (DEFINE1)
MOCK_MATH2 (DEFINE2)

#define MEMBERS(of) .of = run_##of, .of##f = run_##of##f,

const MockMath RENSA_CPU_LOOPS_OF_THIS_ISA (mock_math) = { MOCK_MATH1 (MEMBERS) MOCK_MATH2 (MEMBERS) };
