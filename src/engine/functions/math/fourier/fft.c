/* fft.c: discrete Fourier transform.
 * SPDX-License-Identifier: MIT */

#include "fft.py.inc"
#include "rensa-fourier-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[1, 2, 4], [0, 1, 0]]; [[0, 0, 0], [0, 0, 0]]",
    "[[7, -2, -2], [1, -0.5, -0.5]]; [[0, 1.7320508075688772, -1.7320508075688772], [0, -0.8660254037844386, "
    "0.8660254037844386]]" },
  { "", "[1, 2, 3, 4]; [1, 0, -1, 0]", "[10, -2, -2, -2]; [0, 4, 0, 0]" },
};

static const gboolean is_inverse = FALSE;

const RensaFunctionClass rensa_fft_class = {
  .name = "fft",
  .group = &rensa_math_group,
  .title = N_ ("Fourier Transform"),
  .summary = N_ ("The discrete Fourier transform along the last axis"),
  .formula = "y[k] = Σ x[j] exp(-2πi jk / n)",
  .label = "FFT",
  .inputs = RENSA_INPUTS ("x*"),
  .n_outputs = 2,
  RENSA_SAMPLES (samples),
  .infer = rensa_fourier_infer,
  .forward = rensa_fourier_forward,
  .backward = rensa_fourier_backward,
  .rule = &is_inverse,
  RENSA_FORMS ({ "chainer", "F.fft({x})" }, { "torch", "fft(*{x})" }, { "torch_class", torch_class }),
};

/**
 * rensa_fft:
 * @re: the real parts
 * @im: the imaginary parts, of the same shape and dtype
 * @y_re: receives the real parts of the result, owned by the caller
 * @y_im: receives the imaginary parts of the result, owned by the caller
 *
 * y[k] = Σ x[j] exp (-2πi jk / n) along the last axis, of n complex numbers, for any n. It is
 * computed in double precision.
 *
 * Returns FALSE with an error, RENSA_ERROR_TYPE_CHECK if there is no axis or shapes or dtypes
 * differ.
 */
RENSA_API gboolean
rensa_fft (RensaVariable *re, RensaVariable *im, RensaVariable **y_re, RensaVariable **y_im, GError **error)
{
  return rensa_fourier_apply (&rensa_fft_class, re, im, y_re, y_im, error);
}
