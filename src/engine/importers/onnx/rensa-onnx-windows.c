/* rensa-onnx-windows.c: windows over the spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-windows-private.h"

#include <string.h>

#include "rensa-language.h"

/* Reads an attribute with @n numbers, each at least @least. */
static gboolean
get_numbers (RensaOnnxNode *node, const char *name, gint64 least, gsize n, const gint64 *fallback, gint64 *values)
{
  gsize n_given = 0;
  const gint64 *given = rensa_onnx_get_ints (node, name, &n_given);

  if (given == NULL)
    given = fallback;
  else if (n_given != n)
    rensa_onnx_fail (node, N_ ("%s must have %zu numbers, but has %zu"), name, n, n_given);
  for (gsize i = 0; i < n && node->error == NULL; i++)
    {
      values[i] = given != NULL ? given[i] : least;
      if (values[i] < least || values[i] > G_MAXINT32)
        rensa_onnx_fail (node, N_ ("%s must be at least %lld, but is %lld"), name, (long long) least,
                         (long long) values[i]);
    }
  return node->error == NULL;
}

/* Pads so that there are ceil (length / stride) windows; an odd element is added at the end, or at
 * the start for "SAME_LOWER". */
static void
pad_same (RensaOnnxNode *node, RensaSketchValue *x, gboolean is_lower, RensaOnnxWindows *self)
{
  const RensaType type = rensa_variable_get_type (x->probes[0]);
  const RensaType other = rensa_variable_get_type (x->probes[1]);

  for (int i = 0; i < self->n; i++)
    {
      const gint64 length = type.shape.dims[i + 2];
      const gint64 n_windows = (length + self->stride[i] - 1) / self->stride[i];
      const gint64 reach = (n_windows - 1) * self->stride[i] + (self->size[i] - 1) * self->dilation[i] + 1;
      const gint64 all = MAX (reach - length, 0);

      if (length != other.shape.dims[i + 2])
        rensa_onnx_fail (node, N_ ("SAME padding requires known axis lengths"));
      self->before[i] = is_lower ? all - all / 2 : all / 2;
      self->behind[i] = all - self->before[i];
    }
}

static void
get_padding (RensaOnnxNode *node, RensaSketchValue *x, RensaOnnxWindows *self)
{
  const char *kind = rensa_onnx_get_text (node, "auto_pad", "NOTSET");
  gint64 pads[2 * RENSA_ONNX_MAX_SPATIAL] = { 0 };

  if (g_str_equal (kind, "SAME_UPPER") || g_str_equal (kind, "SAME_LOWER"))
    pad_same (node, x, g_str_equal (kind, "SAME_LOWER"), self);
  else if (g_str_equal (kind, "NOTSET") && get_numbers (node, "pads", 0, 2 * (gsize) self->n, NULL, pads))
    for (int i = 0; i < self->n; i++)
      {
        self->before[i] = pads[i];
        self->behind[i] = pads[self->n + i];
      }
  else if (!g_str_equal (kind, "VALID"))
    rensa_onnx_refuse_attribute (node, "auto_pad", kind);
}

gboolean
rensa_onnx_get_windows (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *size, RensaOnnxWindows *self)
{
  const int ndim = rensa_onnx_ndim (node, x);

  memset (self, 0, sizeof *self);
  self->n = ndim - 2;
  if (ndim < 3)
    rensa_onnx_fail (node, N_ ("expected an array with spatial axes"));
  if (size == NULL && !rensa_onnx_has (node, "kernel_shape"))
    rensa_onnx_fail (node, N_ ("kernel_shape is missing"));
  if (node->error != NULL || !get_numbers (node, "kernel_shape", 1, (gsize) self->n, size, self->size)
      || !get_numbers (node, "strides", 1, (gsize) self->n, NULL, self->stride)
      || !get_numbers (node, "dilations", 1, (gsize) self->n, NULL, self->dilation))
    return FALSE;
  get_padding (node, x, self);
  self->is_even = memcmp (self->before, self->behind, sizeof self->before) == 0;
  return node->error == NULL;
}

const char *
rensa_onnx_spatial (RensaOnnxNode *node, const gint64 *values, int n)
{
  for (int i = 1; i < n; i++)
    if (values[i] != values[0])
      return rensa_onnx_tuple (node, values, (gsize) n);
  return rensa_onnx_format (node, "%" G_GINT64_FORMAT, values[0]);
}

RensaSketchValue *
rensa_onnx_pad_windows (RensaOnnxNode *node, RensaSketchValue *x, RensaOnnxWindows *self, double value)
{
  gint64 pads[2 * RENSA_MAX_NDIM] = { 0 };

  for (int i = 0; i < self->n; i++)
    {
      pads[2 + i] = self->before[i];
      pads[self->n + 4 + i] = self->behind[i];
    }
  x = rensa_onnx_pad (node, x, pads, "constant", value);
  memset (self->before, 0, sizeof self->before);
  memset (self->behind, 0, sizeof self->behind);
  self->is_even = TRUE;
  return x;
}
