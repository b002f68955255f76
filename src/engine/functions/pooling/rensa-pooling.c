/* rensa-pooling.c: pooling and unpooling of windows over any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-pooling-private.h"

#include "rensa-axes-private.h"
#include "rensa-pooling.py.inc"
#include "rensa-registry-faults.h"

RensaPooling
rensa_pooling_new (const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad)
{
  return (RensaPooling){
    .ksize = *ksize,
    .stride = rensa_ints_or_none (stride),
    .pad = rensa_ints_or (pad, 0),
    .outsize = { .n = RENSA_INTS_NONE },
  };
}

static gboolean
expect_length (RensaInference *inference, const char *name, const RensaInts *ints, int n, GError **error)
{
  g_autofree char *expect = g_strdup_printf ("x.ndim == len(%s) + 2", name);

  return ints->n < 1 || ints->n == n
         || rensa_inference_fail_text (inference, error, expect, "%d != %d + 2", n + 2, ints->n);
}

static gboolean
expect_axes (RensaInference *inference, int n_axes, GError **error)
{
  const RensaPooling *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const int n = x->shape.ndim - 2;
  char ndim[16];

  g_snprintf (ndim, sizeof ndim, "%d", n_axes + 2);
  if (n_axes > 0)
    return n == n_axes || rensa_inference_fail (inference, "x.ndim", "==", ndim, n + 2, n_axes + 2, error);

  return RENSA_EXPECT (inference, x->shape.ndim, >=, 3, error)
         && expect_length (inference, "ksize", &self->ksize, n, error)
         && expect_length (inference, "stride", &self->stride, n, error)
         && expect_length (inference, "pad", &self->pad, n, error)
         && expect_length (inference, "outsize", &self->outsize, n, error);
}

gboolean
rensa_pooling_get_window (const RensaPooling *self, int n, RensaWindow *window, GError **error)
{
  gint64 ksize[RENSA_MAX_NDIM];

  if (!rensa_ints_expand (&self->ksize, n, 1, "ksize", ksize, error)
      || !rensa_window_init (window, n, ksize, &self->stride, &self->pad, NULL, error))
    return FALSE;

  window->cover_all = self->cover_all;
  return TRUE;
}

gboolean
rensa_pooling_infer_window (RensaInference *inference, RensaWindow *window, GError **error)
{
  const RensaPoolingRule *rule = rensa_inference_get_rule (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!expect_axes (inference, rule->n_axes, error) || !rensa_expect_floating (inference, 0, error))
    return FALSE;
  if (rule->needs_elements && rensa_shape_count (&x->shape) == 0)
    return rensa_inference_fail_text (inference, error, "x.size > 0", "0 <= 0");
  if (rensa_pooling_get_window (rensa_inference_get_attrs (inference), x->shape.ndim - 2, window, error))
    return TRUE;

  g_prefix_error (error, "%s: ", rensa_inference_get_name (inference));
  return FALSE;
}
