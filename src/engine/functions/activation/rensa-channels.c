/* rensa-channels.c: activations with one parameter per channel.
 * SPDX-License-Identifier: MIT */

#include "rensa-channels-private.h"

gboolean
rensa_channels_infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 1, 0, error)
      || !RENSA_EXPECT (inference, x->shape.ndim, >=, W->shape.ndim + 1, error))
    return FALSE;
  for (int axis = 0; axis < W->shape.ndim; axis++)
    if (!RENSA_EXPECT (inference, x->shape.dims[axis + 1], ==, W->shape.dims[axis], error))
      return FALSE;

  rensa_inference_set_output (inference, 0, x);
  return TRUE;
}

RensaShape
rensa_channels_get_shape (const RensaShape *x, const RensaShape *parameter)
{
  RensaShape shape = { .ndim = x->ndim };

  for (int axis = 0; axis < x->ndim; axis++)
    shape.dims[axis] = axis >= 1 && axis <= parameter->ndim ? parameter->dims[axis - 1] : 1;
  return shape;
}

static RensaArray *
align (RensaArray *x, RensaArray *parameter, GError **error)
{
  const RensaShape shape = rensa_channels_get_shape (rensa_array_get_shape (x), rensa_array_get_shape (parameter));

  return rensa_array_reshape (parameter, &shape, error);
}

gboolean
rensa_channels_forward (RensaCall *call, const RensaKernel *kernel, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, 0);
  g_autoptr (RensaArray) parameter = align (x, rensa_call_get_input (call, 1), error);

  rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0, rensa_map2 (kernel, x, parameter, NULL, error));
  return rensa_call_succeeded (call);
}

gboolean
rensa_channels_backward (RensaBackward *backward, const RensaKernel *kernel_x, const RensaKernel *kernel_parameter,
                         GError **error)
{
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, 0));
  RensaArray *W = rensa_variable_get_array (rensa_backward_get_input (backward, 1));
  RensaArray *gy = rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0));
  g_autoptr (RensaArray) parameter = align (x, W, error);

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_array (backward, 0, rensa_map3 (kernel_x, x, parameter, gy, NULL, error));
  if (rensa_backward_needs_grad (backward, 1))
    {
      g_autoptr (RensaArray) terms = rensa_map3 (kernel_parameter, x, parameter, gy, NULL, error);
      g_autoptr (RensaArray) sum =
          terms != NULL ? rensa_reduce_to (terms, rensa_array_get_shape (parameter), error) : NULL;

      rensa_backward_take_grad_array (backward, 1, rensa_array_reshape (sum, rensa_array_get_shape (W), error));
    }
  return rensa_backward_succeeded (backward);
}
