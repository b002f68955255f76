/* rensa-program-ops.h: operations of programs, and of the formulas that they are compiled from.
 * SPDX-License-Identifier: MIT */

#pragma once

/* One row per operation: its name, its notation in a formula (an operator, or a function), the
 * precedence of the operator (higher binds tighter; 0 for a function), its cost in additions, its
 * value in terms of kernels/k.h, and, as formulas, the gradients of its operands from g, the
 * gradient of its value, and y, its value. A gradient is linear in g; a missing one is empty. */
/* clang-format off */
#define RENSA_PROGRAM_OPS1(OP)                                                                              \
  OP (COPY, "", 0, 1, a, "g")                                                                               \
  OP (NEG, "-", 8, 1, -a, "-g")                                                                             \
  OP (NOT, "!", 8, 1, a == 0 ? (real) 1 : (real) 0, "")                                                     \
  OP (ABS, "abs", 0, 1, k_abs (a), "g * sign (a)")                                                          \
  OP (SIGN, "sign", 0, 2, k_sign (a), "")                                                                   \
  OP (FLOOR, "floor", 0, 2, k_floor (a), "")                                                                \
  OP (CEIL, "ceil", 0, 2, k_ceil (a), "")                                                                   \
  OP (TRUNC, "trunc", 0, 2, k_trunc (a), "")                                                                \
  OP (RINT, "rint", 0, 2, k_rint (a), "")                                                                   \
  OP (SQRT, "sqrt", 0, 5, k_sqrt (a), "g / (2 * y)")                                                        \
  OP (CBRT, "cbrt", 0, 20, k_cbrt (a), "g / (3 * (y * y))")                                                 \
  OP (EXP, "exp", 0, 10, k_exp (a), "g * y")                                                                \
  OP (EXP2, "exp2", 0, 10, k_exp2 (a), "g * y * 0.69314718055994531")                                       \
  OP (EXPM1, "expm1", 0, 15, k_expm1 (a), "g * exp (a)")                                                    \
  OP (LOG, "log", 0, 10, k_log (a), "g / a")                                                                \
  OP (LOG2, "log2", 0, 10, k_log2 (a), "g / (a * 0.69314718055994531)")                                     \
  OP (LOG10, "log10", 0, 10, k_log10 (a), "g / (a * 2.3025850929940457)")                                   \
  OP (LOG1P, "log1p", 0, 15, k_log1p (a), "g / (1 + a)")                                                    \
  OP (SIN, "sin", 0, 15, k_sin (a), "g * cos (a)")                                                          \
  OP (COS, "cos", 0, 15, k_cos (a), "-(g * sin (a))")                                                       \
  OP (TAN, "tan", 0, 15, k_tan (a), "g * (1 + y * y)")                                                      \
  OP (ASIN, "asin", 0, 15, k_asin (a), "g / sqrt (1 - a * a)")                                              \
  OP (ACOS, "acos", 0, 15, k_acos (a), "-(g / sqrt (1 - a * a))")                                           \
  OP (ATAN, "atan", 0, 15, k_atan (a), "g / (1 + a * a)")                                                   \
  OP (SINH, "sinh", 0, 15, k_sinh (a), "g * cosh (a)")                                                      \
  OP (COSH, "cosh", 0, 15, k_cosh (a), "g * sinh (a)")                                                      \
  OP (TANH, "tanh", 0, 15, k_tanh (a), "g * (1 - y * y)")                                                   \
  OP (ASINH, "asinh", 0, 20, k_asinh (a), "g / hypot (a, 1)")                                               \
  OP (ACOSH, "acosh", 0, 20, k_acosh (a), "g / sqrt (a * a - 1)")                                           \
  OP (ATANH, "atanh", 0, 20, k_atanh (a), "g / (1 - a * a)")                                                \
  OP (ERF, "erf", 0, 20, k_erf (a), "g * 1.1283791670955126 * exp (-(a * a))")                              \
  OP (ERFC, "erfc", 0, 20, k_erfc (a), "-(g * 1.1283791670955126 * exp (-(a * a)))")                        \
  OP (ERFCX, "erfcx", 0, 40, k_erfcx (a), "g * (2 * a * y - 1.1283791670955126)")                           \
  OP (ERFINV, "erfinv", 0, 50, k_erf_inverse (a, 1 - k_abs (a)), "g * 0.88622692545275801 * exp (y * y)")   \
  OP (NDTRI, "ndtri", 0, 50, k_ndtri (a), "g * 2.5066282746310005 * exp (y * y / 2)")                       \
  OP (LOG_NDTR, "log_ndtr", 0, 60, k_log_ndtr (a), "g * 0.79788456080286536 / erfcx (-a * 0.70710678118654752)")\
  OP (LGAMMA, "lgamma", 0, 60, k_lgamma (a), "g * digamma (a)")                                             \
  OP (DIGAMMA, "digamma", 0, 60, k_digamma (a), "g * zeta (2, a)")                                          \
  OP (SIGMOID, "sigmoid", 0, 15, 1 / (1 + k_exp (-a)), "g * y * (1 - y)")

#define RENSA_PROGRAM_OPS2(OP)                                                                              \
  OP (OR, "||", 2, 1, ((a != 0) | (b != 0)) ? (real) 1 : (real) 0, "", "")                                    \
  OP (AND, "&&", 3, 1, ((a != 0) & (b != 0)) ? (real) 1 : (real) 0, "", "")                                   \
  OP (EQ, "==", 4, 1, a == b ? (real) 1 : (real) 0, "", "")                                                 \
  OP (NE, "!=", 4, 1, a != b ? (real) 1 : (real) 0, "", "")                                                 \
  OP (LT, "<", 5, 1, a < b ? (real) 1 : (real) 0, "", "")                                                   \
  OP (LE, "<=", 5, 1, a <= b ? (real) 1 : (real) 0, "", "")                                                 \
  OP (GT, ">", 5, 1, a > b ? (real) 1 : (real) 0, "", "")                                                   \
  OP (GE, ">=", 5, 1, a >= b ? (real) 1 : (real) 0, "", "")                                                 \
  OP (ADD, "+", 6, 1, a + b, "g", "g")                                                                      \
  OP (SUB, "-", 6, 1, a - b, "g", "-g")                                                                     \
  OP (MUL, "*", 7, 1, a * b, "g * b", "g * a")                                                              \
  OP (DIV, "/", 7, 4, a / b, "g / b", "-(g * y / b)")                                                       \
  OP (FMOD, "%", 7, 60, k_fmod (a, b), "g", "-(g * trunc (a / b))")                                         \
  OP (POW, "**", 9, 30, k_pow (a, b), "g * (b * a ** (b - 1))", "g * (y * log (a))")                        \
  OP (MAX, "max", 0, 2, k_max (a, b), "a >= b ? g : 0", "a >= b ? 0 : g")                                   \
  OP (MIN, "min", 0, 2, k_min (a, b), "a <= b ? g : 0", "a <= b ? 0 : g")                                   \
  OP (ATAN2, "atan2", 0, 20, k_atan2 (a, b), "g * b / (a * a + b * b)", "-(g * a / (a * a + b * b))")       \
  OP (HYPOT, "hypot", 0, 20, k_hypot (a, b), "g * a / y", "g * b / y")                                      \
  OP (ZETA, "zeta", 0, 400, k_zeta (a, b, 1), "", "-(g * a * zeta (a + 1, b))")                             \
  OP (COPYSIGN, "copysign", 0, 1, k_copysign (a, b), "g * (sign (a) * copysign (1, b))", "")

/* The last three have no notation: programs use them to replace a product that is used once. */
#define RENSA_PROGRAM_OPS3(OP)                                                                              \
  OP (SELECT, "?", 1, 1, a != 0 ? b : c, "", "a ? g : 0", "a ? 0 : g")                                      \
  OP (MULTIPLY_ADD, "", 0, 2, a * b + c, "", "", "")                                                        \
  OP (MULTIPLY_SUBTRACT, "", 0, 2, a * b - c, "", "", "")                                                   \
  OP (SUBTRACT_PRODUCT, "", 0, 2, c - a * b, "", "", "")
/* clang-format on */
