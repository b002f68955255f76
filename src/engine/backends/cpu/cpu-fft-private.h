/* cpu-fft-private.h: C interface to the KissFFT transform.
 * SPDX-License-Identifier: MIT */

#pragma once

#ifdef __cplusplus
extern "C"
{
#endif

  /* Plan for transforms of one length; for one thread at a time. */
  typedef struct _RensaKissFft RensaKissFft;

  /* Complex numbers are pairs of doubles. The run time grows with n times the sum of the prime
   * factors of n. */
  RensaKissFft *rensa_kiss_fft_new (unsigned long n);
  void rensa_kiss_fft_free (RensaKissFft *self);
  /* out[k] = Σ in[j] exp (-2πi jk / n); @in and @out must not overlap. */
  void rensa_kiss_fft_run (const RensaKissFft *self, const double *in, double *out);

#ifdef __cplusplus
}
#endif
