/* rensa-crf.c: linear-chain conditional random fields.
 * SPDX-License-Identifier: MIT */

#include "rensa-crf-private.h"

gboolean
rensa_crf_infer (RensaInference *inference, int n_steps, GError **error)
{
  const RensaType *cost = rensa_inference_get_input (inference, 0);
  const RensaType *previous = NULL;

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, cost->shape.ndim, ==, 2, error)
      || !RENSA_EXPECT (inference, cost->shape.dims[0], ==, cost->shape.dims[1], error)
      || !RENSA_EXPECT (inference, cost->shape.dims[0], >, 0, error) || !RENSA_EXPECT (inference, n_steps, >, 0, error))
    return FALSE;

  for (int i = 1; i <= n_steps; i++)
    {
      const RensaType *x = rensa_inference_get_input (inference, i);

      if (!rensa_expect_same_dtype (inference, 0, i, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 2, error)
          || !RENSA_EXPECT (inference, x->shape.dims[1], ==, cost->shape.dims[0], error)
          || (previous != NULL && !RENSA_EXPECT (inference, x->shape.dims[0], <=, previous->shape.dims[0], error)))
        return FALSE;
      previous = x;
    }
  return TRUE;
}
