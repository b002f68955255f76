/* rensa-onnx-pooling.c: ONNX pooling operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-windows-private.h"

#include <math.h>

#include "rensa-language.h"

/* Dilated windows are supported for images only, through im2col (). */
#define DILATED_AXES 2

/* "max_pooling_2d"; the N-dimensional variant for more than three axes. */
static const char *
choose_function (RensaOnnxNode *node, const char *name, int n)
{
  return n <= 3 ? rensa_onnx_format (node, "%s_%dd", name, n) : rensa_onnx_format (node, "%s_nd", name);
}

static const char *
describe (RensaOnnxNode *node, const RensaOnnxWindows *windows)
{
  const char *size = rensa_onnx_spatial (node, windows->size, windows->n);
  const char *stride = rensa_onnx_spatial (node, windows->stride, windows->n);

  return rensa_onnx_format (node, "ksize=%s, stride=%s, pad=%s", size, stride,
                            rensa_onnx_spatial (node, windows->before, windows->n));
}

static gboolean
is_dilated (const RensaOnnxWindows *windows)
{
  for (int i = 0; i < windows->n; i++)
    if (windows->dilation[i] != 1)
      return TRUE;
  return FALSE;
}

/* @most: maximum number of spatial axes for which dilation is supported */
static gboolean
get_pooling (RensaOnnxNode *node, RensaSketchValue *x, int most, RensaOnnxWindows *windows)
{
  if (!rensa_onnx_get_windows (node, x, NULL, windows))
    return FALSE;
  if (is_dilated (windows) && windows->n > most)
    rensa_onnx_refuse_attribute (node, "dilations", rensa_onnx_tuple (node, windows->dilation, (gsize) windows->n));
  return node->error == NULL;
}

static gboolean
has_padding (const RensaOnnxWindows *windows)
{
  for (int i = 0; i < windows->n; i++)
    if (windows->before[i] != 0 || windows->behind[i] != 0)
      return TRUE;
  return FALSE;
}

/* Returns TRUE if axis @i of the windows has no known length. */
static gboolean
is_open (RensaOnnxNode *node, RensaSketchValue *x, int i)
{
  return node->error == NULL
         && rensa_variable_get_type (x->probes[0]).shape.dims[i + 2]
                != rensa_variable_get_type (x->probes[1]).shape.dims[i + 2];
}

/* Returns TRUE if ceil_mode is cover_all for any lengths: no window begins in the trailing padding. */
static gboolean
reaches_over (RensaOnnxNode *node, RensaSketchValue *x, const RensaOnnxWindows *windows)
{
  gboolean has_open = FALSE;

  if (rensa_onnx_get_int (node, "ceil_mode", 0) == 0 || !windows->is_even)
    return FALSE;
  for (int i = 0; i < windows->n; i++)
    {
      has_open = has_open || is_open (node, x, i);
      if (windows->before[i] + windows->stride[i] > windows->size[i])
        return FALSE;
    }
  return has_open;
}

/* Number of elements that a last, partial window along axis @i lacks if ceil_mode counts it; 0 if
 * it would begin in the trailing padding. */
static gint64
count_missing (RensaOnnxNode *node, RensaSketchValue *x, const RensaOnnxWindows *windows, int i)
{
  const gint64 length = rensa_onnx_type (node, x).shape.dims[i + 2];
  const gint64 whole = length + windows->before[i] + windows->behind[i] - windows->size[i];
  const gint64 missing = (windows->stride[i] - whole % windows->stride[i]) % windows->stride[i];

  if (windows->stride[i] > 1 && is_open (node, x, i))
    rensa_onnx_fail (node, N_ ("windows that extend beyond an array require known axis lengths"));
  if (whole < 0 || whole + missing >= length + windows->before[i])
    return 0;
  return missing;
}

/* Returns TRUE if the trailing padding equals cover_all: one stride minus 1 more than the leading padding. */
static gboolean
covers_all (const RensaOnnxWindows *windows)
{
  for (int i = 0; i < windows->n; i++)
    if (windows->behind[i] != windows->before[i] + windows->stride[i] - 1)
      return FALSE;
  return !windows->is_even;
}

/* Turns the elements of each dilated window into an axis, then takes the maximum along it. */
static RensaSketchValue *
max_of_dilated (RensaOnnxNode *node, RensaSketchValue *x, RensaOnnxWindows *windows)
{
  const int first = DILATED_AXES - windows->n;
  const gint64 n_channels = rensa_onnx_type (node, x).shape.dims[1];
  gint64 size[DILATED_AXES] = { 1, 1 };
  gint64 stride[DILATED_AXES] = { 1, 1 };
  gint64 dilation[DILATED_AXES] = { 1, 1 };
  RensaShape shape;

  for (int i = 0; i < windows->n; i++)
    {
      size[first + i] = windows->size[i];
      stride[first + i] = windows->stride[i];
      dilation[first + i] = windows->dilation[i];
      windows->size[i] = (windows->size[i] - 1) * windows->dilation[i] + 1;
    }
  for (int i = 0; i < windows->n && rensa_onnx_get_int (node, "ceil_mode", 0) != 0; i++)
    windows->behind[i] += count_missing (node, x, windows, i);
  x = rensa_onnx_pad_windows (node, x, windows, -INFINITY);
  if (first > 0)
    x = rensa_onnx_call1 (node, x, "expand_dims(axis=2)");
  x = rensa_onnx_call1 (node, x, "im2col(ksize=%s, stride=%s, dilate=%s)", rensa_onnx_tuple (node, size, DILATED_AXES),
                        rensa_onnx_tuple (node, stride, DILATED_AXES), rensa_onnx_tuple (node, dilation, DILATED_AXES));
  shape = rensa_onnx_type (node, x).shape;
  x = rensa_onnx_reshape (node, x,
                          (gint64[]){ -1, n_channels, size[0] * size[1], shape.dims[2 + first], shape.dims[3] },
                          5 - (gsize) first);
  return rensa_onnx_call1 (node, x, "max(axis=2)");
}

static void
max_pool (RensaOnnxNode *node)
{
  RensaSketchValue *first = rensa_onnx_input (node, 0);
  RensaSketchValue *x = rensa_onnx_as_floating (node, first);
  RensaOnnxWindows windows;
  gboolean covers;

  if (!get_pooling (node, x, DILATED_AXES, &windows))
    return;
  if (is_dilated (&windows))
    {
      x = max_of_dilated (node, x, &windows);
      node->outputs[0] = rensa_onnx_cast (node, x, rensa_onnx_type (node, first).dtype);
      return;
    }
  covers = covers_all (&windows) || reaches_over (node, x, &windows);
  if (!covers)
    {
      for (int i = 0; i < windows.n && rensa_onnx_get_int (node, "ceil_mode", 0) != 0; i++)
        windows.behind[i] += count_missing (node, x, &windows, i);
      windows.is_even = TRUE;
      for (int i = 0; i < windows.n; i++)
        windows.is_even = windows.is_even && windows.before[i] == windows.behind[i];
      covers = covers_all (&windows);
    }
  if (!covers && !windows.is_even)
    x = rensa_onnx_pad_windows (node, x, &windows, -INFINITY);
  x = rensa_onnx_call1 (node, x, "%s(%s, cover_all=%s)", choose_function (node, "max_pooling", windows.n),
                        describe (node, &windows), covers ? "True" : "False");
  node->outputs[0] = rensa_onnx_cast (node, x, rensa_onnx_type (node, first).dtype);
}

/* Ones with the spatial shape of one channel of @x. */
static RensaSketchValue *
make_ones (RensaOnnxNode *node, RensaSketchValue *x, int n)
{
  const RensaType type = rensa_onnx_type (node, x);
  const RensaType other = rensa_variable_get_type (x->probes[1]);
  RensaShape shape = type.shape;
  g_autofree double *ones = NULL;

  shape.dims[0] = shape.dims[1] = 1;
  for (int i = 2; i < n + 2; i++)
    if (type.shape.dims[i] != other.shape.dims[i])
      rensa_onnx_fail (node, N_ ("windows that extend beyond an array require known axis lengths"));
  ones = node->error == NULL ? g_try_new (double, (gsize) rensa_shape_count (&shape) + 1) : NULL;
  if (ones == NULL)
    return NULL;
  for (gint64 i = 0; i < rensa_shape_count (&shape); i++)
    ones[i] = 1;
  return rensa_onnx_make_floats (node, type.dtype, &shape, ones);
}

/* Computes window averages by dividing by the average of an array of ones: padding counts if
 * @counts_padding; elements missing from a last window never do. */
static RensaSketchValue *
average_of_some (RensaOnnxNode *node, RensaSketchValue *x, const RensaOnnxWindows *windows, gboolean counts_padding)
{
  RensaSketchValue *parts[] = { x, make_ones (node, x, windows->n) };
  const char *function = choose_function (node, "average_pooling", windows->n);

  for (guint i = 0; i < G_N_ELEMENTS (parts) && node->error == NULL; i++)
    {
      RensaOnnxWindows padding = *windows;
      RensaOnnxWindows rest = *windows;

      for (int j = 0; j < windows->n; j++)
        {
          rest.before[j] = 0;
          rest.behind[j] = rensa_onnx_get_int (node, "ceil_mode", 0) != 0 ? count_missing (node, x, windows, j) : 0;
        }
      parts[i] = rensa_onnx_pad_windows (node, parts[i], &padding, i == 1 && counts_padding ? 1 : 0);
      parts[i] = rensa_onnx_pad_windows (node, parts[i], &rest, 0);
      parts[i] = rensa_onnx_call1 (node, parts[i], "%s(%s)", function, describe (node, &rest));
    }
  return rensa_onnx_call2 (node, parts[0], parts[1], "op_div");
}

static void
average_pool (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const gboolean counts_padding = rensa_onnx_get_int (node, "count_include_pad", 0) != 0;
  RensaOnnxWindows windows;
  gboolean lacks = FALSE;

  if (!get_pooling (node, x, 0, &windows))
    return;
  for (int i = 0; i < windows.n && rensa_onnx_get_int (node, "ceil_mode", 0) != 0; i++)
    lacks = lacks || count_missing (node, x, &windows, i) > 0;
  if (lacks || (has_padding (&windows) && !counts_padding && !windows.is_even))
    node->outputs[0] = average_of_some (node, x, &windows, counts_padding);
  else if (has_padding (&windows) && !counts_padding)
    node->outputs[0] = rensa_onnx_call1 (node, x, "average_pooling_nd(%s, pad_value=None)", describe (node, &windows));
  else
    {
      if (!windows.is_even)
        x = rensa_onnx_pad_windows (node, x, &windows, 0);
      node->outputs[0] = rensa_onnx_call1 (node, x, "%s(%s)", choose_function (node, "average_pooling", windows.n),
                                           describe (node, &windows));
    }
}

/* p-th root of the sum of p-th powers in each window. */
static void
lp_pool (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const gint64 p = rensa_onnx_get_int (node, "p", 2);
  RensaOnnxWindows windows;
  double n = 1;

  if (!get_pooling (node, x, 0, &windows))
    return;
  if (p < 1 || rensa_onnx_get_int (node, "ceil_mode", 0) != 0)
    rensa_onnx_refuse_attribute (node, p < 1 ? "p" : "ceil_mode", p < 1 ? "< 1" : "1");
  for (int i = 0; i < windows.n; i++)
    n *= (double) windows.size[i];
  x = rensa_onnx_call1 (node, x, "elementwise(formula='abs(x) ** p', inputs='x', params='p=%d')", (int) p);
  if (node->error == NULL)
    x = rensa_onnx_pad_windows (node, x, &windows, 0);
  x = rensa_onnx_call1 (node, x, "%s(%s)", choose_function (node, "average_pooling", windows.n),
                        describe (node, &windows));
  node->outputs[0] =
      rensa_onnx_call1 (node, x, "elementwise(formula='(n * x) ** (1 / p)', inputs='x', params='n=%s, p=%d')",
                        rensa_onnx_float (node, n), (int) p);
}

/* Pools over all spatial axes. */
static void
global_pool (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  gint64 axes[RENSA_MAX_NDIM] = { 0 };
  const int ndim = rensa_onnx_ndim (node, x);

  if (node->error == NULL && ndim < 3)
    rensa_onnx_fail (node, N_ ("expected an array with spatial axes"));
  for (int i = 2; i < ndim; i++)
    axes[i - 2] = i;
  node->outputs[0] = rensa_onnx_call1 (node, x, "%s(axis=%s, keepdims=True)", node->text,
                                       rensa_onnx_tuple (node, axes, (gsize) MAX (ndim - 2, 0)));
}

static void
max_roi_pool (RensaOnnxNode *node)
{
  gsize n = 0;
  const gint64 *size = rensa_onnx_get_ints (node, "pooled_shape", &n);
  const double scale = rensa_onnx_get_float (node, "spatial_scale", 1);

  if (size == NULL || n != 2)
    rensa_onnx_fail (node, N_ ("%s must have %zu numbers, but has %zu"), "pooled_shape", (gsize) 2, n);
  else
    node->outputs[0] =
        rensa_onnx_call2 (node, rensa_onnx_input (node, 0), rensa_onnx_input (node, 1),
                          "roi_pooling_2d(outh=%" G_GINT64_FORMAT ", outw=%" G_GINT64_FORMAT ", spatial_scale=%s)",
                          size[0], size[1], rensa_onnx_float (node, scale));
}

const RensaOnnxOperator rensa_onnx_pooling_operators[] = {
  { "AveragePool", average_pool, NULL },
  { "GlobalAveragePool", global_pool, "mean" },
  { "GlobalMaxPool", global_pool, "max" },
  { "LpPool", lp_pool, NULL },
  { "MaxPool", max_pool, NULL },
  { "MaxRoiPool", max_roi_pool, NULL },
  { NULL, NULL, NULL },
};
