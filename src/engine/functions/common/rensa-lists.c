/* rensa-lists.c: checks of inputs that are lists.
 * SPDX-License-Identifier: MIT */

#include "rensa-lists-private.h"

gboolean
rensa_expect_any_input (RensaInference *inference, GError **error)
{
  return rensa_inference_get_n_inputs (inference) > 0
         || rensa_inference_fail_text (inference, error, "in_types.size > 0", "0 <= 0");
}

gboolean
rensa_expect_sequence (RensaInference *inference, int i, int first, const char *list, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, i);
  const RensaShape *first_shape = &rensa_inference_get_input (inference, first)->shape;
  RensaShape shape = *first_shape;

  if (!rensa_expect_floating (inference, i, error) || !rensa_expect_same_dtype (inference, i, first, error)
      || !RENSA_EXPECT (inference, x->shape.ndim, >, 0, error))
    return FALSE;

  shape.dims[0] = x->shape.dims[0];
  if (rensa_shape_equal (&shape, &x->shape))
    return TRUE;

  g_autofree char *expect = g_strdup_printf ("%s[%d].shape[1:] == %s[0].shape[1:]", list, i - first, list);
  g_autofree char *found = rensa_shape_to_string (&x->shape);
  g_autofree char *other = rensa_shape_to_string (first_shape);

  return rensa_inference_fail_text (inference, error, expect, "%s, %s", found, other);
}
