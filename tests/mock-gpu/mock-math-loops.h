/* mock-math-loops.h: the host's vector code for one number.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-isa.h"

G_BEGIN_DECLS

/* The available vector code (kernels/k.h), by the number of operands. */
#define MOCK_MATH1(F) \
  F (exp)             \
  F (exp2)            \
  F (expm1)           \
  F (log)             \
  F (log2)            \
  F (log10)           \
  F (log1p)           \
  F (cbrt)            \
  F (sin)             \
  F (cos) F (tan) F (asin) F (acos) F (atan) F (sinh) F (cosh) F (tanh) F (asinh) F (acosh) F (atanh) F (erf) F (erfc)
#define MOCK_MATH2(F) F (pow) F (atan2) F (hypot)

#define MOCK_MEMBERS1(of)  \
  double (*of) (double x); \
  float (*of##f) (float x);
#define MOCK_MEMBERS2(of)            \
  double (*of) (double x, double y); \
  float (*of##f) (float x, float y);

typedef struct
{
  MOCK_MATH1 (MOCK_MEMBERS1)
  MOCK_MATH2 (MOCK_MEMBERS2)
} MockMath;

RENSA_CPU_DECLARE_LOOPS (MockMath, mock_math);

G_END_DECLS
