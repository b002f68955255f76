/* rensa-total.c: losses that are sums or means of terms.
 * SPDX-License-Identifier: MIT */

#include "rensa-total-private.h"
#include "rensa-total.py.inc"

#include <math.h>

#include "rensa-elementwise-private.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"

const char *const rensa_total_sum_mean_no[4] = { "sum", "mean", "no", NULL };
const char *const rensa_total_mean_no[3] = { "mean", "no", NULL };

RensaTotal
rensa_total_none (void)
{
  return (RensaTotal){ .mask = 0, .share = 1 };
}

RensaTotal
rensa_total_sum (const RensaShape *terms)
{
  return rensa_total_per (terms, 1);
}

RensaTotal
rensa_total_mean (const RensaShape *terms)
{
  return rensa_total_per (terms, rensa_shape_count (terms));
}

RensaTotal
rensa_total_per (const RensaShape *terms, gint64 n)
{
  return (RensaTotal){ .mask = (1u << terms->ndim) - 1, .share = 1 / (double) n };
}

RensaTotal
rensa_total_choose (int choice, const RensaShape *terms)
{
  switch (choice)
    {
    case RENSA_TOTAL_SUM:
      return rensa_total_sum (terms);
    case RENSA_TOTAL_MEAN:
      return rensa_total_mean (terms);
    default:
      return rensa_total_none ();
    }
}

void
rensa_total_infer (const RensaTotal *self, RensaInference *inference, RensaDtype dtype, const RensaShape *terms)
{
  const RensaShape shape = rensa_shape_reduce (terms, self->mask, FALSE);

  rensa_inference_set_output_shape (inference, 0, dtype, &shape);
}

gboolean
rensa_total_infer_alike (RensaInference *inference, int choice, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaTotal self = rensa_total_choose (choice, &x->shape);

  if (!rensa_expect_floating (inference, 0, error))
    return FALSE;
  for (int i = 1; i < rensa_inference_get_n_inputs (inference); i++)
    if (!rensa_expect_same_dtype (inference, 0, i, error) || !rensa_expect_same_shape (inference, 0, i, error))
      return FALSE;

  rensa_total_infer (&self, inference, x->dtype, &x->shape);
  return TRUE;
}

RensaArray *
rensa_total_reduce (const RensaTotal *self, RensaArray *terms, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) total = NULL;

  if (terms == NULL)
    return NULL;
  if (self->mask == 0)
    return rensa_array_cast (terms, dtype, error);
  if (!isfinite (self->share))
    return rensa_array_new_scalar (dtype, NAN, error);

  total = rensa_reduce (RENSA_REDUCE_SUM, terms, self->mask, FALSE, error);
  return total != NULL ? rensa_array_cast (total, dtype, error) : NULL;
}

gboolean
rensa_total_forward (const RensaTotal *self, RensaCall *call, const RensaKernel *kernel, const double *params,
                     GError **error)
{
  RensaArray *inputs[RENSA_KERNEL_MAX_ARGS];
  RensaArray *terms = NULL;

  for (int i = 0; i < kernel->n_inputs; i++)
    {
      RensaArray *x = rensa_call_get_input (call, i);

      rensa_call_retain_input (call, i);
      /* Half-precision sums are computed in float32 and rounded once. */
      inputs[i] = self->mask != 0 ? rensa_array_widen (x, error) : rensa_array_ref (x);
    }

  rensa_map (kernel, inputs, &terms, params, error);
  rensa_call_take_output (call, 0,
                          rensa_total_reduce (self, terms, rensa_call_get_output_type (call, 0)->dtype, error));

  g_clear_pointer (&terms, rensa_array_unref);
  for (int i = 0; i < kernel->n_inputs; i++)
    g_clear_pointer (&inputs[i], rensa_array_unref);
  return rensa_call_succeeded (call);
}

RensaVariable *
rensa_total_spread (const RensaTotal *self, RensaVariable *gy, const RensaShape *terms, GError **error)
{
  const RensaShape kept = rensa_shape_reduce (terms, self->mask, TRUE);

  return rensa_reshape (gy, &kept, error);
}

RensaVariable *
rensa_total_spread_share (const RensaTotal *self, RensaVariable *gy, const RensaShape *terms, GError **error)
{
  g_autoptr (RensaVariable) spread = rensa_total_spread (self, gy, terms, error);

  return self->share == 1 ? g_steal_pointer (&spread) : rensa_multiply_scalar (spread, self->share, error);
}

gboolean
rensa_total_backward_map (const RensaTotal *self, RensaBackward *backward, int i, const RensaKernel *kernel,
                          const double *params, GError **error)
{
  const RensaType terms = rensa_backward_get_input_type (backward, 0);
  const int n_inputs = kernel->n_inputs - 1;
  RensaVariable *args[RENSA_KERNEL_MAX_ARGS];
  g_autoptr (RensaVariable) gy = NULL;

  if (!rensa_backward_needs_grad (backward, i))
    return TRUE;

  gy = rensa_total_spread (self, rensa_backward_get_grad_output (backward, 0), &terms.shape, error);
  if (gy == NULL)
    return FALSE;
  for (int k = 0; k < n_inputs; k++)
    args[k] = rensa_backward_get_input (backward, k);
  args[n_inputs] = gy;
  return rensa_backward_take_map (backward, i, kernel, params, args, error);
}

gboolean
rensa_total_backward_slope (const RensaTotal *self, RensaBackward *backward, int i, RensaVariable *slope,
                            GError **error)
{
  const RensaType terms = rensa_backward_get_input_type (backward, 0);
  g_autoptr (RensaVariable) owned G_GNUC_UNUSED = slope;
  g_autoptr (RensaVariable) gy = NULL;

  if (!rensa_backward_needs_grad (backward, i))
    return slope != NULL;

  gy = rensa_total_spread_share (self, rensa_backward_get_grad_output (backward, 0), &terms.shape, error);
  rensa_backward_take_grad_input (backward, i, rensa_multiply (slope, gy, error));
  return rensa_backward_succeeded (backward);
}
