/* rensa-attention-composed.c: attention composed of differentiable calls.
 * SPDX-License-Identifier: MIT */

#include "rensa-attention-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Finds the value to subtract from the scores before exp (), which does not change the result: the
 * maximum of each row, or 0. Scores outside the attended range have weight 0 in @bias. */
static gboolean
find_constants (RensaArray *scores, RensaArray *mask, gboolean causal, RensaVariable **bias, RensaVariable **largest,
                GError **error)
{
  const int last = rensa_array_get_ndim (scores) - 1;
  g_autoptr (RensaArray) added =
      rensa_array_zeros (rensa_array_get_dtype (scores), rensa_array_get_shape (scores), error);
  g_autoptr (RensaArray) row = NULL;

  if (added == NULL || (mask != NULL && !rensa_attention_apply_mask (&added, mask, error))
      || (causal && !rensa_attention_hide (&added, 0, 0, error)))
    return FALSE;

  g_autoptr (RensaArray) sum = rensa_map2 (RENSA_KERNEL_OP_ADD, scores, added, NULL, error);

  row = sum != NULL ? rensa_reduce (RENSA_REDUCE_MAX, sum, 1u << last, TRUE, error) : NULL;
  if (row == NULL || !rensa_attention_bound (&row, error))
    return FALSE;

  *bias = rensa_variable_new_constant (added);
  *largest = rensa_variable_new_constant (row);
  return TRUE;
}

RensaVariable *
rensa_attention_compose (RensaVariable *scores, RensaVariable *mask, RensaVariable *v, RensaVariable *kept,
                         gboolean causal, GError **error)
{
  const int last = rensa_variable_get_type (scores).shape.ndim - 1;
  const RensaInts axis = { .n = 1, .values = { last } };
  g_autoptr (RensaVariable) bias = NULL;
  g_autoptr (RensaVariable) largest = NULL;

  if (!find_constants (rensa_variable_get_array (scores), mask != NULL ? rensa_variable_get_array (mask) : NULL, causal,
                       &bias, &largest, error))
    return NULL;

  g_autoptr (RensaVariable) biased = rensa_add (scores, bias, error);
  g_autoptr (RensaVariable) shifted = rensa_subtract (biased, largest, error);
  g_autoptr (RensaVariable) weights = rensa_exp (shifted, error);
  g_autoptr (RensaVariable) total = rensa_sum (weights, &axis, TRUE, error);
  g_autoptr (RensaArray) empty =
      total != NULL ? rensa_map1 (RENSA_KERNEL_ATTENTION_IS_EMPTY, rensa_variable_get_array (total), NULL, error)
                    : NULL;
  g_autoptr (RensaVariable) one = rensa_variable_new_constant (empty);
  g_autoptr (RensaVariable) divisor = rensa_add (total, one, error);
  g_autoptr (RensaVariable) left =
      kept != NULL && weights != NULL ? rensa_multiply (weights, kept, error) : g_steal_pointer (&weights);
  g_autoptr (RensaVariable) sum = rensa_matmul (left, v, FALSE, FALSE, error);

  return rensa_divide (sum, divisor, error);
}
