/* mock-math.c: functions of kernels, computed by the host's loops.
 * SPDX-License-Identifier: MIT */

#include "mock-math-loops.h"

#define DEFINE_LANE1(type, of) \
  type k_lane_##of (type x);   \
  type k_lane_##of (type x) { return RENSA_CPU_LOOPS (mock_math)->of (x); }

#define DEFINE_LANE2(type, of)       \
  type k_lane_##of (type x, type y); \
  type k_lane_##of (type x, type y) { return RENSA_CPU_LOOPS (mock_math)->of (x, y); }

#define DEFINE1(of)         \
  DEFINE_LANE1 (double, of) \
  DEFINE_LANE1 (float, of##f)
#define DEFINE2(of)         \
  DEFINE_LANE2 (double, of) \
  DEFINE_LANE2 (float, of##f)

MOCK_MATH1 (DEFINE1)
MOCK_MATH2 (DEFINE2)
