/* cpu-fft-kiss.cc: C interface to KissFFT, whose double-precision version is a C++ template.
 * SPDX-License-Identifier: MIT */

#include "cpu-fft-private.h"

#include <kissfft/kissfft.hh>

struct _RensaKissFft
{
  kissfft<double> transform;

  explicit _RensaKissFft (unsigned long n) : transform (n, false) {}
};

RensaKissFft *
rensa_kiss_fft_new (unsigned long n)
{
  return new _RensaKissFft (n);
}

void
rensa_kiss_fft_free (RensaKissFft *self)
{
  delete self;
}

/* The standard allows access to an array of complex numbers as an array of pairs. */
void
rensa_kiss_fft_run (const RensaKissFft *self, const double *in, double *out)
{
  self->transform.transform (reinterpret_cast<const std::complex<double> *> (in),
                             reinterpret_cast<std::complex<double> *> (out));
}
