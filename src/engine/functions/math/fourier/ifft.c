/* ifft.c: inverse discrete Fourier transform.
 * SPDX-License-Identifier: MIT */

#include "ifft.py.inc"
#include "rensa-fourier-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[6, 0], [2, 1]]; [[2, 4], [0, 0]]", "[[3, 3], [1.5, 0.5]]; [[3, -1], [0, 0]]" },
  { "", "[10, -2, -2, -2]; [0, 4, 0, 0]", "[1, 2, 3, 4]; [1, 0, -1, 0]" },
};

static const gboolean is_inverse = TRUE;

const RensaFunctionClass rensa_ifft_class = {
  .name = "ifft",
  .group = &rensa_math_group,
  .title = N_ ("Inverse Fourier Transform"),
  .summary = N_ ("The inverse of the discrete Fourier transform along the last axis"),
  .formula = "y[j] = Σ x[k] exp(2πi jk / n) / n",
  .label = "IFFT",
  .inputs = RENSA_INPUTS ("x*"),
  .n_outputs = 2,
  RENSA_SAMPLES (samples),
  .infer = rensa_fourier_infer,
  .forward = rensa_fourier_forward,
  .backward = rensa_fourier_backward,
  .rule = &is_inverse,
  RENSA_FORMS ({ "chainer", "F.ifft({x})" }, { "torch", "ifft(*{x})" }, { "torch_class", torch_class }),
};

/**
 * rensa_ifft:
 * @re: the real parts
 * @im: the imaginary parts, of the same shape and dtype
 * @y_re: receives the real parts of the result, owned by the caller
 * @y_im: receives the imaginary parts of the result, owned by the caller
 *
 * y[j] = Σ x[k] exp (2πi jk / n) / n along the last axis, of n complex numbers, for any n, so that
 * rensa_ifft () is the inverse of rensa_fft (). It is computed in double precision.
 *
 * Returns FALSE with an error, RENSA_ERROR_TYPE_CHECK if there is no axis or shapes or dtypes
 * differ.
 */
RENSA_API gboolean
rensa_ifft (RensaVariable *re, RensaVariable *im, RensaVariable **y_re, RensaVariable **y_im, GError **error)
{
  return rensa_fourier_apply (&rensa_ifft_class, re, im, y_re, y_im, error);
}
