/* rensa-formula-inference.c: type check of formula functions.
 * SPDX-License-Identifier: MIT */

#include "rensa-formula-inference-private.h"

static gboolean
expect_count (RensaInference *inference, RensaFormula *formula, GError **error)
{
  const int n_given = rensa_inference_get_n_inputs (inference);
  const int n_inputs = rensa_formula_get_n_inputs (formula);
  g_autoptr (GString) expect = g_string_new (NULL);

  if (n_inputs == 0)
    return rensa_inference_fail_words (inference, error, N_ ("a formula with at least one input"), "it has none");
  if (n_given == n_inputs)
    return TRUE;

  for (int i = 0; i < n_inputs; i++)
    g_string_append_printf (expect, "%s%s", i > 0 ? ", " : "", rensa_formula_get_input_name (formula, i));
  g_string_prepend (expect, n_inputs == 1 ? "one input: " : "these inputs: ");
  return rensa_inference_fail_text (inference, error, expect->str, "%d given", n_given);
}

static gboolean
expect_broadcast (RensaInference *inference, RensaShape *shape, GError **error)
{
  *shape = rensa_inference_get_input (inference, 0)->shape;
  for (int i = 1; i < rensa_inference_get_n_inputs (inference); i++)
    {
      const RensaShape *own = &rensa_inference_get_input (inference, i)->shape;
      const RensaShape before = *shape;

      if (!rensa_shape_broadcast (&before, own, shape, NULL))
        {
          g_autofree char *before_text = rensa_shape_to_string (&before);
          g_autofree char *own_text = rensa_shape_to_string (own);

          return rensa_inference_fail_words (inference, error, N_ ("shapes that can be broadcast together"),
                                             "%s and %s", before_text, own_text);
        }
    }

  return TRUE;
}

gboolean
rensa_infer_formula (RensaInference *inference, RensaFormula *formula, GError **error)
{
  RensaShape shape;

  if (!expect_count (inference, formula, error) || !rensa_expect_floating (inference, 0, error))
    return FALSE;
  for (int i = 1; i < rensa_inference_get_n_inputs (inference); i++)
    if (!rensa_expect_same_dtype (inference, 0, i, error))
      return FALSE;
  if (!expect_broadcast (inference, &shape, error))
    return FALSE;

  for (int i = 0; i < rensa_formula_get_n_outputs (formula); i++)
    rensa_inference_set_output_shape (inference, i, rensa_inference_get_input (inference, 0)->dtype, &shape);
  return TRUE;
}
