/* cpu-program-loops.c: the operations of programs.
 * SPDX-License-Identifier: MIT */

#include "cpu-program-loops.h"

#define RENSA_KERNEL_INSTANCE
#include "k.h"

/* An operand that is one number is read before the loop, which may overwrite it. */
#define OPERAND(name, is_one) const real name = is_one ? name##_one : from_##name[i]
#define ONE(name, is_one) const real name##_one = is_one ? *from_##name : 0

/* Masking n tells the compiler that no elements are left over, so that it generates only vector code. */
#define LOOP1(function, a_is_one, value)                                                                              \
  static __attribute__ ((noinline)) void function (gint64 n, gpointer to, gconstpointer a_data, gconstpointer b_data, \
                                                   gconstpointer c_data)                                              \
  {                                                                                                                   \
    real *const out = to;                                                                                             \
    const real *const from_a = a_data;                                                                                \
    ONE (a, a_is_one);                                                                                                \
                                                                                                                      \
    n &= -RENSA_PROGRAM_LANES;                                                                                        \
    _Pragma ("omp simd") for (gint64 i = 0; i < n; i++)                                                               \
    {                                                                                                                 \
      OPERAND (a, a_is_one);                                                                                          \
      out[i] = value;                                                                                                 \
    }                                                                                                                 \
  }

#define LOOP2(function, a_is_one, b_is_one, value)                                                                    \
  static __attribute__ ((noinline)) void function (gint64 n, gpointer to, gconstpointer a_data, gconstpointer b_data, \
                                                   gconstpointer c_data)                                              \
  {                                                                                                                   \
    real *const out = to;                                                                                             \
    const real *const from_a = a_data;                                                                                \
    const real *const from_b = b_data;                                                                                \
    ONE (a, a_is_one);                                                                                                \
    ONE (b, b_is_one);                                                                                                \
                                                                                                                      \
    n &= -RENSA_PROGRAM_LANES;                                                                                        \
    _Pragma ("omp simd") for (gint64 i = 0; i < n; i++)                                                               \
    {                                                                                                                 \
      OPERAND (a, a_is_one);                                                                                          \
      OPERAND (b, b_is_one);                                                                                          \
      out[i] = value;                                                                                                 \
    }                                                                                                                 \
  }

#define LOOP3(function, a_is_one, b_is_one, c_is_one, value)                                                          \
  static __attribute__ ((noinline)) void function (gint64 n, gpointer to, gconstpointer a_data, gconstpointer b_data, \
                                                   gconstpointer c_data)                                              \
  {                                                                                                                   \
    real *const out = to;                                                                                             \
    const real *const from_a = a_data;                                                                                \
    const real *const from_b = b_data;                                                                                \
    const real *const from_c = c_data;                                                                                \
    ONE (a, a_is_one);                                                                                                \
    ONE (b, b_is_one);                                                                                                \
    ONE (c, c_is_one);                                                                                                \
                                                                                                                      \
    n &= -RENSA_PROGRAM_LANES;                                                                                        \
    _Pragma ("omp simd") for (gint64 i = 0; i < n; i++)                                                               \
    {                                                                                                                 \
      OPERAND (a, a_is_one);                                                                                          \
      OPERAND (b, b_is_one);                                                                                          \
      OPERAND (c, c_is_one);                                                                                          \
      out[i] = value;                                                                                                 \
    }                                                                                                                 \
  }

#define LOOPS1(name, text, level, cost, value, ...) LOOP1 (K_REAL (run_##name##_0), 0, value)

#define LOOPS2(name, text, level, cost, value, ...) \
  LOOP2 (K_REAL (run_##name##_0), 0, 0, value)      \
  LOOP2 (K_REAL (run_##name##_1), 1, 0, value)      \
  LOOP2 (K_REAL (run_##name##_2), 0, 1, value)

#define LOOPS3(name, text, level, cost, value, ...) \
  LOOP3 (K_REAL (run_##name##_0), 0, 0, 0, value)   \
  LOOP3 (K_REAL (run_##name##_1), 1, 0, 0, value)   \
  LOOP3 (K_REAL (run_##name##_2), 0, 1, 0, value)   \
  LOOP3 (K_REAL (run_##name##_3), 1, 1, 0, value)   \
  LOOP3 (K_REAL (run_##name##_4), 0, 0, 1, value)   \
  LOOP3 (K_REAL (run_##name##_5), 1, 0, 1, value)   \
  LOOP3 (K_REAL (run_##name##_6), 0, 1, 1, value)

#define real float
#include "special.h"
RENSA_PROGRAM_OPS1 (LOOPS1)
RENSA_PROGRAM_OPS2 (LOOPS2)
RENSA_PROGRAM_OPS3 (LOOPS3)
LOOP1 (run_fill_float, 1, a)
#undef real
#define real double
#include "special.h"
RENSA_PROGRAM_OPS1 (LOOPS1)
RENSA_PROGRAM_OPS2 (LOOPS2)
RENSA_PROGRAM_OPS3 (LOOPS3)
LOOP1 (run_fill_double, 1, a)
#undef real

#define ROW1(name, ...) [RENSA_OP_##name] = { K_REAL (run_##name##_0) },
#define ROW2(name, ...) \
  [RENSA_OP_##name] = { K_REAL (run_##name##_0), K_REAL (run_##name##_1), K_REAL (run_##name##_2) },
#define ROW3(name, ...)                                                                            \
  [RENSA_OP_##name] = { K_REAL (run_##name##_0), K_REAL (run_##name##_1), K_REAL (run_##name##_2), \
                        K_REAL (run_##name##_3), K_REAL (run_##name##_4), K_REAL (run_##name##_5), \
                        K_REAL (run_##name##_6) },

const RensaCpuProgramLoops RENSA_CPU_LOOPS_OF_THIS_ISA (rensa_cpu_program_loops) = {
#define real float
  .loops_float = { RENSA_PROGRAM_OPS1 (ROW1) RENSA_PROGRAM_OPS2 (ROW2) RENSA_PROGRAM_OPS3 (ROW3) },
#undef real
#define real double
  .loops_double = { RENSA_PROGRAM_OPS1 (ROW1) RENSA_PROGRAM_OPS2 (ROW2) RENSA_PROGRAM_OPS3 (ROW3) },
#undef real
  .fill_float = run_fill_float,
  .fill_double = run_fill_double,
};
