/* k.h: the vocabulary of fenced kernels, for both C17 and CUDA.
 * SPDX-License-Identifier: MIT */

/* A kernel uses one number type, real. The build compiles it with real = float and with real =
 * double; in its own source file it is also compiled as double, so that editors and compiler
 * warnings cover it. Write non-integer constants as (real) 0.5; otherwise the float loop would
 * compute in double. */

#pragma once

#include <math.h>

#ifdef __INT64_TYPE__
typedef __INT64_TYPE__ k_index;
#else
typedef long long k_index;
#endif

#ifdef __CUDACC__
#define K_FUNCTION __device__ static inline
#define K_UNROLL _Pragma ("unroll")
#else
#define K_UNROLL _Pragma ("GCC unroll 64")
#define K_FUNCTION static inline __attribute__ ((always_inline, unused))
#endif
#define KERNEL K_FUNCTION

#ifndef RENSA_KERNEL_INSTANCE
#define real double
#endif

/* NAME_float or NAME_double, depending on the meaning of real at the point of use. */
#define K_PASTE(name, type) name##_##type
#define K_PASTE_EXPANDED(name, type) K_PASTE (name, type)
#define K_REAL(name) K_PASTE_EXPANDED (name, real)

/* glibc's vector library has these; this declaration is all that gcc needs to call it from a loop.
 * glibc's own headers declare them only under -ffast-math, which would lose NaN and infinity. */
#if defined(__GNUC__) && !defined(__clang__) && !defined(__cplusplus) && defined(__x86_64__) && defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 36)
#define K_HAVE_VECTOR_MATH
#endif
#endif

/* Keep the table at one row per line. */
/* clang-format off */
#define K_PLAIN1(name, c)                                                      \
  K_FUNCTION float k_##name##_float (float x) { return c##f (x); }             \
  K_FUNCTION double k_##name##_double (double x) { return c (x); }
#define K_PLAIN2(name, c)                                                      \
  K_FUNCTION float k_##name##_float (float x, float y) { return c##f (x, y); } \
  K_FUNCTION double k_##name##_double (double x, double y) { return c (x, y); }

#if defined(K_HAVE_VECTOR_MATH)
#define K_VECTOR __attribute__ ((simd ("notinbranch")))
#define K_DEFINE1(name, c) K_VECTOR double c (double); K_VECTOR float c##f (float); K_PLAIN1 (name, c)
#define K_DEFINE2(name, c) K_VECTOR double c (double, double); K_VECTOR float c##f (float, float); K_PLAIN2 (name, c)
#elif defined(__cplusplus) && !defined(__CUDACC__)
/* The mock GPU works element by element and calls the vector code for a single element, so that its
 * results equal the host's bit for bit. */
#define K_DEFINE1(name, c)                                                     \
  extern "C" double k_lane_##c (double); extern "C" float k_lane_##c##f (float); K_PLAIN1 (name, k_lane_##c)
#define K_DEFINE2(name, c)                                                     \
  extern "C" double k_lane_##c (double, double); extern "C" float k_lane_##c##f (float, float); K_PLAIN2 (name, k_lane_##c)
#else
#define K_DEFINE1 K_PLAIN1
#define K_DEFINE2 K_PLAIN2
#endif

K_DEFINE1 (exp, exp)
K_DEFINE1 (exp2, exp2)
K_DEFINE1 (expm1, expm1)
K_DEFINE1 (log, log)
K_DEFINE1 (log2, log2)
K_DEFINE1 (log10, log10)
K_DEFINE1 (log1p, log1p)
K_DEFINE1 (cbrt, cbrt)
K_DEFINE1 (sin, sin)
K_DEFINE1 (cos, cos)
K_DEFINE1 (tan, tan)
K_DEFINE1 (asin, asin)
K_DEFINE1 (acos, acos)
K_DEFINE1 (atan, atan)
K_DEFINE1 (sinh, sinh)
K_DEFINE1 (cosh, cosh)
K_DEFINE1 (tanh, tanh)
K_DEFINE1 (asinh, asinh)
K_DEFINE1 (acosh, acosh)
K_DEFINE1 (atanh, atanh)
K_DEFINE1 (erf, erf)
K_DEFINE1 (erfc, erfc)
K_DEFINE2 (pow_of_positive, pow)
K_DEFINE2 (atan2, atan2)
K_DEFINE2 (hypot, hypot)
K_PLAIN1 (sqrt, sqrt)
K_PLAIN1 (abs, fabs)
K_PLAIN1 (floor, floor)
K_PLAIN1 (ceil, ceil)
K_PLAIN1 (trunc, trunc)
K_PLAIN1 (rint, rint)
K_PLAIN2 (copysign, copysign)

/* Maximum and minimum; NaN if either argument is NaN, like numpy.maximum () but unlike fmax (). Two
 * plain conditionals are vectorized; one with || in its condition is not. */
#define K_DEFINE_CHOICES(type)                                                                                  \
  K_FUNCTION type k_max_##type (type x, type y) { const type m = x > y ? x : y; return x == x ? m : x; }        \
  K_FUNCTION type k_min_##type (type x, type y) { const type m = x < y ? x : y; return x == x ? m : x; }        \
  K_FUNCTION int k_isnan_##type (type x) { return x != x; }                                                     \
  K_FUNCTION int k_isfinite_##type (type x) { return x - x == 0; }                                              \
  /* -1, 0 or 1; NaN for NaN. */                                                                                \
  K_FUNCTION type k_sign_##type (type x) { return x != x ? x : (type) ((x > 0) - (x < 0)); }

K_DEFINE_CHOICES (float)
K_DEFINE_CHOICES (double)
/* clang-format on */

/* The vector code of pow () calls the scalar code for each negative x, so the absolute value is
 * used instead. An infinite y is even. */
#define K_DEFINE_POW(type)                                                    \
  K_FUNCTION type k_pow_##type (type x, type y)                               \
  {                                                                           \
    const type size = k_pow_of_positive_##type (k_abs_##type (x), y);         \
    const type half = y / 2;                                                  \
    const int is_whole = y == k_floor_##type (y);                             \
    const int is_odd = is_whole & (half != k_floor_##type (half));            \
    const int is_defined = is_whole | !k_isfinite_##type (x);                 \
    const type of_negative = is_defined ? size : (type) NAN;                  \
                                                                              \
    return is_odd ? k_copysign_##type (size, x) : x < 0 ? of_negative : size; \
  }

K_DEFINE_POW (float)
K_DEFINE_POW (double)

/* Exact remainder of x / y, with the sign of x; equals x if |y| is larger, even infinite. fmod ()
 * works bit by bit. Up to this limit, a quotient of floats is not rounded to another integer in
 * double, and its product with y is exact. */
#define K_LARGEST_QUOTIENT 268435456.0

K_FUNCTION float
k_fmod_float (float x, float y)
{
  const double quotient = (double) x / y;
  const double whole = trunc (quotient);
  const double rest = whole == 0 ? x : x - whole * y;

  return fabs (quotient) < K_LARGEST_QUOTIENT ? copysignf ((float) rest, x) : fmodf (x, y);
}

/* In double the quotient may be rounded up to an integer, by one at most; the remainder, computed
 * with a single rounding, is still exact. */
K_FUNCTION double
k_fmod_double (double x, double y)
{
#if defined(__FMA__) || defined(__CUDACC__)
  const double quotient = x / y;
  const double whole = trunc (quotient);
  const double rest = whole == 0 ? x : fma (-whole, y, x);
  const double inside = rest != 0 && (rest < 0) != (x < 0) ? rest + copysign (y, x) : rest;

  return fabs (quotient) < K_LARGEST_QUOTIENT ? copysign (inside, x) : fmod (x, y);
#else
  return fmod (x, y);
#endif
}

#define k_exp K_REAL (k_exp)
#define k_exp2 K_REAL (k_exp2)
#define k_expm1 K_REAL (k_expm1)
#define k_log K_REAL (k_log)
#define k_log2 K_REAL (k_log2)
#define k_log10 K_REAL (k_log10)
#define k_log1p K_REAL (k_log1p)
#define k_cbrt K_REAL (k_cbrt)
#define k_sin K_REAL (k_sin)
#define k_cos K_REAL (k_cos)
#define k_tan K_REAL (k_tan)
#define k_asin K_REAL (k_asin)
#define k_acos K_REAL (k_acos)
#define k_atan K_REAL (k_atan)
#define k_sinh K_REAL (k_sinh)
#define k_cosh K_REAL (k_cosh)
#define k_tanh K_REAL (k_tanh)
#define k_asinh K_REAL (k_asinh)
#define k_acosh K_REAL (k_acosh)
#define k_atanh K_REAL (k_atanh)
#define k_erf K_REAL (k_erf)
#define k_erfc K_REAL (k_erfc)
#define k_pow K_REAL (k_pow)
#define k_atan2 K_REAL (k_atan2)
#define k_hypot K_REAL (k_hypot)
#define k_sqrt K_REAL (k_sqrt)
#define k_abs K_REAL (k_abs)
#define k_floor K_REAL (k_floor)
#define k_ceil K_REAL (k_ceil)
#define k_trunc K_REAL (k_trunc)
#define k_rint K_REAL (k_rint)
#define k_fmod K_REAL (k_fmod)
#define k_copysign K_REAL (k_copysign)
#define k_max K_REAL (k_max)
#define k_min K_REAL (k_min)
#define k_isnan K_REAL (k_isnan)
#define k_isfinite K_REAL (k_isfinite)
#define k_sign K_REAL (k_sign)

#define K_PI ((real) 3.14159265358979323846)
#define K_INFINITY ((real) INFINITY)
#define K_NAN ((real) NAN)

/* Input of an index kernel: element (i, j, …) is data[i * strides[0] + j * strides[1] + …]. */
typedef struct
{
  const float *data;
  int ndim;
  const k_index *shape;
  const k_index *strides;
} k_view_float;

typedef struct
{
  const double *data;
  int ndim;
  const k_index *shape;
  const k_index *strides;
} k_view_double;

/* Integer input. */
typedef struct
{
  const k_index *data;
  int ndim;
  const k_index *shape;
  const k_index *strides;
} k_int_view;

#define k_view K_REAL (k_view)
