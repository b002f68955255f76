/* rensa-onnx-convolution.c: ONNX convolutions.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-windows-private.h"

#include <string.h>

#include "rensa-language.h"

/* Checks the weights W and the input. */
static gboolean
check (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *W, gint64 groups)
{
  const RensaShape shape = rensa_onnx_type (node, W).shape;

  if (node->error == NULL && (shape.ndim < 3 || shape.ndim != rensa_onnx_ndim (node, x)))
    rensa_onnx_fail (node, N_ ("the weights must have the same number of axes as the input"));
  if (node->error == NULL && (groups < 1 || shape.dims[0] % groups != 0))
    rensa_onnx_fail (node, N_ ("the number of groups must divide the number of channels, but is %lld"),
                     (long long) groups);
  return node->error == NULL;
}

/* ", stride=2, pad=1, dilate=2, groups=4", omitting defaults. */
static const char *
describe (RensaOnnxNode *node, const RensaOnnxWindows *windows, gint64 groups)
{
  const char *stride = rensa_onnx_spatial (node, windows->stride, windows->n);
  const char *pad = rensa_onnx_spatial (node, windows->before, windows->n);
  const char *dilate = rensa_onnx_spatial (node, windows->dilation, windows->n);

  return rensa_onnx_format (node, "stride=%s, pad=%s, dilate=%s, groups=%" G_GINT64_FORMAT, stride, pad, dilate,
                            groups);
}

/* "Convolution2D", "convolution_2d"; the N-dimensional variant for more than three axes. */
static const char *
choose_link (RensaOnnxNode *node, const char *name, int n)
{
  return n <= 3 ? rensa_onnx_format (node, "%s%dD(", name, n) : rensa_onnx_format (node, "%sND(ndim=%d, ", name, n);
}

static const char *
choose_function (RensaOnnxNode *node, const char *name, int n)
{
  return n <= 3 ? rensa_onnx_format (node, "%s_%dd", name, n) : rensa_onnx_format (node, "%s_nd", name);
}

/* Creates a link if the weights are known, otherwise a function. @channels: input and output channels. */
static RensaSketchValue *
apply (RensaOnnxNode *node, RensaSketchValue *x, const RensaOnnxWindows *windows, gint64 groups,
       const gint64 channels[2], const char *outsize)
{
  RensaSketchValue *W = rensa_onnx_input (node, 1);
  RensaSketchValue *b = rensa_onnx_find_input (node, 2);
  const RensaOnnxWeight weights[] = { { "W", W }, { "b", b } };
  g_auto (GStrv) names = g_strsplit (node->text, " ", 2);

  if (rensa_onnx_is_constant (W) && (b == NULL || rensa_onnx_is_constant (b)))
    return rensa_onnx_link1 (node, x, weights, 2,
                             "%sin_channels=%" G_GINT64_FORMAT ", out_channels=%" G_GINT64_FORMAT ", ksize=%s, %s%s%s)",
                             choose_link (node, names[0], windows->n), channels[0], channels[1],
                             rensa_onnx_spatial (node, windows->size, windows->n), describe (node, windows, groups),
                             outsize, b == NULL ? ", nobias=True" : "");
  return rensa_onnx_call (node, (RensaSketchValue *[]){ x, W, b }, b != NULL ? 3 : 2, "%s(%s%s)",
                          choose_function (node, names[1], windows->n), describe (node, windows, groups), outsize);
}

static void
conv (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *W = rensa_onnx_input (node, 1);
  const RensaShape shape = rensa_onnx_type (node, W).shape;
  const gint64 groups = rensa_onnx_get_int (node, "group", 1);
  RensaOnnxWindows windows;

  if (!check (node, x, W, groups) || !rensa_onnx_get_windows (node, x, shape.dims + 2, &windows))
    return;
  if (!windows.is_even)
    x = rensa_onnx_pad_windows (node, x, &windows, 0);
  node->outputs[0] = apply (node, x, &windows, groups, (gint64[]){ shape.dims[1] * groups, shape.dims[0] }, "");
}

/* Output length of a transposed convolution along each axis without padding, including output_padding. */
static void
get_sizes (RensaOnnxNode *node, RensaSketchValue *x, const RensaOnnxWindows *windows, gint64 *sizes)
{
  const RensaShape shape = rensa_onnx_type (node, x).shape;
  gsize n_more = 0;
  const gint64 *more = rensa_onnx_get_ints (node, "output_padding", &n_more);

  if (more != NULL && n_more != (gsize) windows->n)
    rensa_onnx_fail (node, N_ ("%s must have %zu numbers, but has %zu"), "output_padding", (gsize) windows->n, n_more);
  for (int i = 0; i < windows->n && node->error == NULL; i++)
    sizes[i] = (shape.dims[i + 2] - 1) * windows->stride[i] + (windows->size[i] - 1) * windows->dilation[i] + 1
               + (more != NULL ? CLAMP (more[i], 0, G_MAXINT32) : 0);
}

/* Computes the padding that yields output_shape, or the size that auto_pad requires. */
static void
fit_padding (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *sizes, RensaOnnxWindows *windows)
{
  const char *kind = rensa_onnx_get_text (node, "auto_pad", "NOTSET");
  const gboolean is_same = g_str_has_prefix (kind, "SAME");
  gsize n = 0;
  const gint64 *target = rensa_onnx_get_ints (node, "output_shape", &n);

  if (target != NULL && n != (gsize) windows->n)
    rensa_onnx_fail (node, N_ ("%s must have %zu numbers, but has %zu"), "output_shape", (gsize) windows->n, n);
  for (int i = 0; i < windows->n && node->error == NULL && (is_same || target != NULL); i++)
    {
      const gint64 wanted =
          target != NULL ? target[i] : rensa_onnx_type (node, x).shape.dims[i + 2] * windows->stride[i];
      const gint64 all = sizes[i] - wanted;

      if (all < 0 || wanted < 1)
        rensa_onnx_fail (node, N_ ("the output must not extend beyond the windows"));
      windows->before[i] = g_str_equal (kind, "SAME_UPPER") ? all / 2 : all - all / 2;
      windows->behind[i] = all - windows->before[i];
    }
}

/* Crops the padding from the full output if the link cannot. */
static RensaSketchValue *
crop (RensaOnnxNode *node, RensaSketchValue *y, const RensaOnnxWindows *windows)
{
  gint64 pads[2 * RENSA_MAX_NDIM] = { 0 };

  for (int i = 0; i < windows->n; i++)
    {
      pads[2 + i] = -windows->before[i];
      pads[windows->n + 4 + i] = -windows->behind[i];
    }
  return rensa_onnx_pad (node, y, pads, "constant", 0);
}

static void
conv_transpose (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *W = rensa_onnx_input (node, 1);
  const RensaShape shape = rensa_onnx_type (node, W).shape;
  const gint64 groups = rensa_onnx_get_int (node, "group", 1);
  gint64 sizes[RENSA_ONNX_MAX_SPATIAL];
  RensaOnnxWindows windows;
  RensaOnnxWindows cut;
  gboolean is_plain;

  if (!check (node, x, W, groups) || !rensa_onnx_get_windows (node, x, shape.dims + 2, &windows))
    return;
  get_sizes (node, x, &windows, sizes);
  fit_padding (node, x, sizes, &windows);
  if (node->error != NULL)
    return;
  is_plain = memcmp (windows.before, windows.behind, sizeof windows.before) == 0;
  cut = windows;
  for (int i = 0; i < windows.n; i++)
    {
      sizes[i] -= is_plain ? windows.before[i] + windows.behind[i] : 0;
      windows.before[i] = is_plain ? windows.before[i] : 0;
    }
  node->outputs[0] = apply (node, x, &windows, groups, (gint64[]){ shape.dims[0], shape.dims[1] * groups },
                            rensa_onnx_has (node, "output_padding") || rensa_onnx_has (node, "output_shape")
                                ? rensa_onnx_format (node, ", outsize=%s", rensa_onnx_tuple (node, sizes, windows.n))
                                : "");
  if (!is_plain)
    node->outputs[0] = crop (node, node->outputs[0], &cut);
}

const RensaOnnxOperator rensa_onnx_convolution_operators[] = {
  { "Conv", conv, "Convolution convolution" },
  { "ConvTranspose", conv_transpose, "Deconvolution deconvolution" },
  { NULL, NULL, NULL },
};
