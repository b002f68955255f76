/* rensa-fourier.c: common code for the Fourier transform and its inverse.
 * SPDX-License-Identifier: MIT */

#include "rensa-fourier-private.h"

#include "rensa-functions.h"
#include "rensa-primitives.h"

gboolean
rensa_fourier_infer (RensaInference *inference, GError **error)
{
  const int n_inputs = rensa_inference_get_n_inputs (inference);

  if (!RENSA_EXPECT (inference, n_inputs, ==, 2, error))
    return FALSE;

  const RensaType *real = rensa_inference_get_input (inference, 0);
  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, real->shape.ndim, >, 0, error)
      || !rensa_expect_same_shape (inference, 0, 1, error) || !rensa_expect_same_dtype (inference, 0, 1, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, real);
  rensa_inference_set_output (inference, 1, real);
  return TRUE;
}

gboolean
rensa_fourier_forward (RensaCall *call, GError **error)
{
  const gboolean *inverse = rensa_call_get_rule (call);
  RensaArray *real = NULL;
  RensaArray *imag = NULL;

  if (!rensa_transform_fourier (rensa_call_get_input (call, 0), rensa_call_get_input (call, 1), *inverse, &real, &imag,
                                error))
    return FALSE;

  rensa_call_take_output (call, 0, real);
  rensa_call_take_output (call, 1, imag);
  return rensa_call_succeeded (call);
}

gboolean
rensa_fourier_backward (RensaBackward *backward, GError **error)
{
  const gboolean inverse = *(const gboolean *) rensa_backward_get_rule (backward);
  const RensaShape shape = rensa_backward_get_input_type (backward, 0).shape;
  const double n = (double) shape.dims[shape.ndim - 1];
  RensaVariable *real = rensa_backward_get_grad_output_or_zeros (backward, 0, error);
  RensaVariable *imag = rensa_backward_get_grad_output_or_zeros (backward, 1, error);
  g_autoptr (RensaVariable) gx_real = NULL;
  g_autoptr (RensaVariable) gx_imag = NULL;

  if (!(inverse ? rensa_fft : rensa_ifft) (real, imag, &gx_real, &gx_imag, error))
    return FALSE;

  rensa_backward_take_grad_input (backward, 0, rensa_multiply_scalar (gx_real, inverse ? 1 / MAX (n, 1) : n, error));
  rensa_backward_take_grad_input (backward, 1, rensa_multiply_scalar (gx_imag, inverse ? 1 / MAX (n, 1) : n, error));
  return rensa_backward_succeeded (backward);
}

gboolean
rensa_fourier_apply (const RensaFunctionClass *class, RensaVariable *re, RensaVariable *im, RensaVariable **y_re,
                     RensaVariable **y_im, GError **error)
{
  RensaVariable *y[2];

  if (rensa_function_apply (class, NULL, (RensaVariable *[]){ re, im }, 2, y, 2, error) < 0)
    return FALSE;

  *y_re = y[0];
  *y_im = y[1];
  return TRUE;
}
