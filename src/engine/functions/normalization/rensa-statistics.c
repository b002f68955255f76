/* rensa-statistics.c: axes of the statistics of a normalization.
 * SPDX-License-Identifier: MIT */

#include "rensa-statistics-private.h"

#include "rensa-axes-private.h"
#include "rensa-functions.h"

guint
rensa_statistics_get_mask (const RensaInts *axis, const RensaShape *x, const RensaShape *gamma)
{
  const guint all = (1u << x->ndim) - 1;
  const guint of_gamma = (1u << gamma->ndim) - 1;

  return axis->n == RENSA_INTS_NONE ? all & ~(of_gamma << 1) : rensa_axes_to_mask (axis, x->ndim);
}

RensaInts
rensa_ints_from_mask (guint mask)
{
  RensaInts ints = { 0 };

  for (int axis = 0; mask >> axis != 0; axis++)
    if (mask >> axis & 1)
      ints.values[ints.n++] = axis;

  return ints;
}

static gboolean
expect_extents (RensaInference *inference, guint mask, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *gamma = rensa_inference_get_input (inference, 1);
  int n = 0;

  for (int axis = 0; axis < x->shape.ndim; axis++)
    if (!(mask >> axis & 1))
      {
        const gint64 wanted = x->shape.dims[axis];
        const gint64 found = n < gamma->shape.ndim ? gamma->shape.dims[n] : -1;
        g_autofree char *expect = NULL;

        if (wanted != found && found >= 0)
          {
            expect = g_strdup_printf ("x.shape[%d] == gamma.shape[%d]", axis, n);
            return rensa_inference_fail_text (inference, error, expect, "%" G_GINT64_FORMAT " != %" G_GINT64_FORMAT,
                                              wanted, found);
          }
        n++;
      }

  return RENSA_EXPECT (inference, gamma->shape.ndim, ==, n, error);
}

gboolean
rensa_expect_statistics (RensaInference *inference, const RensaInts *axis, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *gamma = rensa_inference_get_input (inference, 1);
  guint mask;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_floating (inference, 1, error))
    return FALSE;
  if (axis->n == RENSA_INTS_NONE ? !RENSA_EXPECT (inference, x->shape.ndim, >=, gamma->shape.ndim + 1, error)
                                 : !rensa_expect_axes (inference, axis, &mask, error))
    return FALSE;

  mask = rensa_statistics_get_mask (axis, &x->shape, &gamma->shape);
  if (mask == 0)
    return rensa_inference_fail_words (inference, error, N_ ("at least one axis to normalize over"), "axis ()");
  if (!expect_extents (inference, mask, error))
    return FALSE;

  for (int i = 2; i < rensa_inference_get_n_inputs (inference); i++)
    if (rensa_inference_get_input (inference, i) != NULL
        && (!rensa_expect_floating (inference, i, error) || !rensa_expect_same_shape (inference, i, 1, error)))
      return FALSE;

  return TRUE;
}

void
rensa_backward_take_statistic (RensaBackward *backward, int i, RensaVariable *grad, GError **error)
{
  const RensaType type = rensa_backward_get_input_type (backward, i);
  g_autoptr (RensaVariable) shaped = rensa_reshape (grad, &type.shape, error);

  rensa_backward_take_grad_input (backward, i, rensa_cast (shaped, type.dtype, error));
}
