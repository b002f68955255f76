/* test-kernels.c: kernels of the tests, of every form.
 * SPDX-License-Identifier: MIT */

#include "k.h"

/* kernel: test_copy (x) -> y */
KERNEL real
test_copy (real x)
{
  return x;
}
/* end kernel */

/* kernel: test_add (x, y) -> z */
KERNEL real
test_add (real x, real y)
{
  return x + y;
}
/* end kernel */

/* kernel: test_softplus (x; beta) -> y */
KERNEL real
test_rectify (real x)
{
  return k_max (x, 0);
}

KERNEL real
test_softplus (real x, real beta)
{
  const real t = beta * x;

  return (test_rectify (t) + k_log1p (k_exp (-k_abs (t)))) / beta;
}
/* end kernel */

/* kernel: test_combine (x, y, z; a, b) -> (sum,
 *                                         product) */
KERNEL void
test_combine (real x, real y, real z, real a, real b, real *sum, real *product)
{
  *sum = a * x + y + z;
  *product = b * x * y * z;
}
/* end kernel */

/* kernel: test_max (x, y) -> z */
KERNEL real
test_max (real x, real y)
{
  return k_max (x, y);
}
/* end kernel */

/* kernel: test_min (x, y) -> z */
KERNEL real
test_min (real x, real y)
{
  return k_min (x, y);
}
/* end kernel */

/* kernel: test_fmod (x, y) -> z */
KERNEL real
test_fmod (real x, real y)
{
  return k_fmod (x, y);
}
/* end kernel */

/* kernel: test_exp (x) -> y */
KERNEL real
test_exp (real x)
{
  return k_exp (x);
}
/* end kernel */

/* kernel: test_log (x) -> y */
KERNEL real
test_log (real x)
{
  return k_log (x);
}
/* end kernel */

/* kernel: test_tanh (x) -> y */
KERNEL real
test_tanh (real x)
{
  return k_tanh (x);
}
/* end kernel */

/* kernel: test_pow (x, y) -> z */
KERNEL real
test_pow (real x, real y)
{
  return k_pow (x, y);
}
/* end kernel */

/* kernel: test_erf (x) -> y */
KERNEL real
test_erf (real x)
{
  return k_erf (x);
}
/* end kernel */

/* kernel: test_sign (x) -> y */
KERNEL real
test_sign (real x)
{
  return k_sign (x);
}
/* end kernel */

/* kernel: test_branches (x) -> y */
KERNEL real
test_branches (real x)
{
  return x > 0 ? x : (real) 0.5 * k_expm1 (x);
}
/* end kernel */

/* index kernel: test_pick (x, int columns; int offset, scale) -> y */
KERNEL real
test_pick (const k_index *at, k_view x, k_int_view columns, k_index offset, real scale)
{
  const k_index column = columns.data[at[1] * columns.strides[0]] + offset;

  return scale * x.data[at[0] * x.strides[0] + column * x.strides[1]];
}
/* end kernel */

/* index kernel: test_place (x) -> (row, column) */
KERNEL void
test_place (const k_index *at, k_view x, real *row, real *column)
{
  *row = (real) at[0] + x.data[0];
  *column = (real) at[1] + (real) x.ndim;
}
/* end kernel */
