/* rensa-broadcasting.c: broadcasting of inputs to a common shape.
 * SPDX-License-Identifier: MIT */

#include "rensa-broadcasting-private.h"

gboolean
rensa_expect_common_shape (RensaInference *inference, RensaShape *shape, GError **error)
{
  *shape = rensa_inference_get_input (inference, 0)->shape;
  for (int i = 1; i < rensa_inference_get_n_inputs (inference); i++)
    {
      const RensaShape before = *shape;
      const RensaShape *other = &rensa_inference_get_input (inference, i)->shape;
      g_autofree char *before_text = NULL;
      g_autofree char *text = NULL;

      if (rensa_shape_broadcast (&before, other, shape, NULL))
        continue;
      before_text = rensa_shape_to_string (&before);
      text = rensa_shape_to_string (other);
      return rensa_inference_fail_words (inference, error, N_ ("shapes that can be broadcast together"), "%s and %s",
                                         before_text, text);
    }

  return rensa_shape_check (shape, RENSA_FLOAT64, NULL)
         || rensa_inference_fail_words (inference, error, N_ ("a result that fits in memory"), "too many elements");
}
