/* rensa-primitives-fft.c: Fourier transforms.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

gboolean
rensa_transform_fourier (RensaArray *real, RensaArray *imag, gboolean inverse, RensaArray **y_real, RensaArray **y_imag,
                         GError **error)
{
  static const char place[] = "transform_fourier";

  if (real == NULL || imag == NULL || !rensa_require_floating (place, real, error)
      || !rensa_require_same_dtype (place, real, imag, error)
      || !rensa_require_shape (place, "imag", &real->shape, &imag->shape, error)
      || rensa_axis_normalize (-1, real->shape.ndim, error) < 0)
    return FALSE;

  g_autoptr (RensaArray) work_real = rensa_to_work (real, error);
  g_autoptr (RensaArray) work_imag = work_real == NULL ? NULL : rensa_to_work (imag, error);
  if (work_imag == NULL)
    return FALSE;

  g_autoptr (RensaArray) re = rensa_new_beside (real, work_real->dtype, &real->shape, error);
  g_autoptr (RensaArray) im = re == NULL ? NULL : rensa_new_beside (real, work_real->dtype, &real->shape, error);
  if (im == NULL || (re->count > 0 && !RENSA_RUN (work_real, fft, work_real, work_imag, inverse, re, im, error))
      || !rensa_convert (&re, real->dtype, error) || !rensa_convert (&im, real->dtype, error))
    return FALSE;

  *y_real = g_steal_pointer (&re);
  *y_imag = g_steal_pointer (&im);
  return TRUE;
}
