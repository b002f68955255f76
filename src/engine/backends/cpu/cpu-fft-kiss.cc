/* cpu-fft-kiss.cc: KissFFT, which is a C++ template where it is to compute in double precision, for C.
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

/* The standard lets an array of complex numbers be seen as one of pairs. */
void
rensa_kiss_fft_run (const RensaKissFft *self, const double *in, double *out)
{
  self->transform.transform (reinterpret_cast<const std::complex<double> *> (in),
                             reinterpret_cast<std::complex<double> *> (out));
}
