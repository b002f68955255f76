/* rensa-sequence-pooling.c: one array for each sequence, of any length.
 * SPDX-License-Identifier: MIT */

#include "rensa-sequence-pooling-private.h"

#include "rensa-functions.h"
#include "rensa-lists-private.h"

gboolean
rensa_infer_pooled_sequences (RensaInference *inference, GError **error)
{
  const int n = rensa_inference_get_n_inputs (inference);
  RensaType pooled;

  if (!rensa_expect_any_input (inference, error))
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      const RensaType *x = rensa_inference_get_input (inference, i);

      if (!rensa_expect_sequence (inference, i, 0, "xs", error)
          || !RENSA_EXPECT (inference, x->shape.dims[0], >, 0, error))
        return FALSE;
    }

  pooled = *rensa_inference_get_input (inference, 0);
  pooled.shape.dims[0] = n;
  rensa_inference_set_output (inference, 0, &pooled);
  return TRUE;
}

gboolean
rensa_pool_sequences (RensaVariable *(*pool) (RensaVariable *x, GError **error), RensaVariable *const *xs, int n,
                      RensaVariable **outputs, GError **error)
{
  g_autofree RensaVariable **rows = g_new0 (RensaVariable *, n);
  gboolean ok = TRUE;

  for (int i = 0; ok && i < n; i++)
    {
      rows[i] = pool (xs[i], error);
      ok = rows[i] != NULL;
    }
  outputs[0] = ok ? rensa_stack (rows, n, 0, error) : NULL;
  rensa_variables_clear (rows, n);
  return outputs[0] != NULL;
}
