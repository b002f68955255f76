/* rensa-windows.c: attributes of convolution and pooling.
 * SPDX-License-Identifier: MIT */

#include "rensa-windows-private.h"

#include "rensa-language.h"
#include "rensa-registry-faults.h"

static gboolean
expand (const RensaInts *ints, int n, gint64 least, const char *name, gint64 *values, GError **error)
{
  if (!rensa_ints_expand (ints, n, 1, name, values, error))
    return FALSE;

  for (int i = 0; i < n; i++)
    if (values[i] < least || values[i] > RENSA_WINDOW_MAX)
      {
        g_autofree char *expected =
            g_strdup_printf (_ ("integers from %lld to %d"), (long long) least, RENSA_WINDOW_MAX);

        return rensa_refuse_value (error, name, expected, "%" G_GINT64_FORMAT, values[i]);
      }

  return TRUE;
}

gboolean
rensa_window_init (RensaWindow *window, int n, const gint64 *kernel, const RensaInts *stride, const RensaInts *pad,
                   const RensaInts *dilate, GError **error)
{
  const RensaInts one = { .n = RENSA_INTS_SCALAR, .values = { 1 } };
  RensaInts sizes = { .n = n };

  *window = (RensaWindow){ .n = n, .groups = 1 };
  for (int i = 0; i < n; i++)
    sizes.values[i] = kernel[i];

  return expand (&sizes, n, 1, "ksize", window->kernel, error)
         && expand (stride->n == RENSA_INTS_NONE ? &sizes : stride, n, 1, "stride", window->stride, error)
         && expand (pad, n, 0, "pad", window->pad, error)
         && expand (dilate != NULL ? dilate : &one, n, 1, "dilate", window->dilate, error);
}

gboolean
rensa_expect_window_fits (RensaInference *inference, const RensaWindow *window, const RensaShape *x, RensaShape *y,
                          GError **error)
{
  for (int i = 0; i < window->n; i++)
    {
      const gint64 size = x->dims[2 + i];

      y->dims[2 + i] = rensa_window_get_output_size (window, i, size);
      if (y->dims[2 + i] < 1)
        return rensa_inference_fail_words (inference, error, N_ ("windows that fit into x"),
                                           "extent %" G_GINT64_FORMAT " of axis %d, padded by %" G_GINT64_FORMAT
                                           " on both sides, is too small for windows of %" G_GINT64_FORMAT,
                                           size, 2 + i, window->pad[i],
                                           (window->kernel[i] - 1) * window->dilate[i] + 1);
    }

  return TRUE;
}

RensaInts
rensa_window_get_ints (const RensaWindow *window, const gint64 *values)
{
  RensaInts ints = { .n = window->n };

  for (int i = 0; i < window->n; i++)
    ints.values[i] = values[i];

  return ints;
}

RensaInts
rensa_ints_or (const RensaInts *ints, gint64 fallback)
{
  return ints != NULL ? *ints : (RensaInts){ .n = RENSA_INTS_SCALAR, .values = { fallback } };
}
