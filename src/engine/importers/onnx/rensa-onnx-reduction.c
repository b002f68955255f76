/* rensa-onnx-reduction.c: operators of ONNX that take axes together.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include "rensa-language.h"

/* The axes from 0 on; their number, which is 0 where nothing is reduced. */
static gsize
get_axes (RensaOnnxNode *node, RensaSketchValue *x, gint64 axes[RENSA_MAX_NDIM])
{
  const int ndim = rensa_onnx_ndim (node, x);
  gsize n = 0;
  const gint64 *given = rensa_onnx_ints_of (node, "axes", 1, &n);

  if (n > (gsize) ndim)
    rensa_onnx_fail (node, N_ ("at most %d axes were expected, but there are %zu"), ndim, n);
  if (node->error != NULL)
    return 0;
  if (n == 0 && rensa_onnx_get_int (node, "noop_with_empty_axes", 0) == 0)
    {
      for (int i = 0; i < ndim; i++)
        axes[i] = i;
      return (gsize) ndim;
    }
  for (gsize i = 0; i < n; i++)
    axes[i] = rensa_onnx_axis (node, x, given[i]);
  return n;
}

/* @x over @axes by @function, "sum"; one that keeps no axes has "~" before its name. */
static RensaSketchValue *
reduce (RensaOnnxNode *node, RensaSketchValue *x, const gint64 *axes, gsize n, const char *function)
{
  const gboolean keeps = rensa_onnx_get_int (node, "keepdims", 1) != 0;
  const char *tuple = rensa_onnx_tuple (node, axes, n);
  gboolean is_reduced[RENSA_MAX_NDIM] = { FALSE };
  RensaSketchValue *y;

  if (*function != '~')
    return rensa_onnx_call1 (node, x, "%s(axis=%s, keepdims=%s)", function, tuple, keeps ? "True" : "False");
  y = rensa_onnx_call1 (node, x, "%s(axis=%s)", function + 1, tuple);
  for (gsize i = 0; i < n; i++)
    is_reduced[axes[i]] = TRUE;
  for (int axis = 0; keeps && axis < rensa_onnx_ndim (node, x); axis++)
    if (is_reduced[axis])
      y = rensa_onnx_call1 (node, y, "expand_dims(axis=%d)", axis);
  return y;
}

/* "before function after": what is done to each element, the reduction, what is done to its result; "-" for nothing. */
static void
reduction (RensaOnnxNode *node)
{
  g_auto (GStrv) parts = g_strsplit (node->text, " ", 3);
  RensaSketchValue *first = rensa_onnx_input (node, 0);
  gint64 axes[RENSA_MAX_NDIM];
  const gsize n = get_axes (node, first, axes);
  RensaSketchValue *x = rensa_onnx_as_floating (node, first);

  if (!g_str_equal (parts[0], "-"))
    x = rensa_onnx_call1 (node, x, "%s", parts[0]);
  if (n > 0)
    x = reduce (node, x, axes, n, parts[1]);
  if (!g_str_equal (parts[2], "-"))
    x = rensa_onnx_call1 (node, x, "%s", parts[2]);
  node->outputs[0] = rensa_onnx_cast (node, x, rensa_onnx_type (node, first).dtype);
}

static void
extreme (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const int axis = rensa_onnx_axis (node, x, rensa_onnx_get_int (node, "axis", 0));
  RensaSketchValue *y;

  if (rensa_onnx_get_int (node, "select_last_index", 0) != 0)
    rensa_onnx_refuse_attribute (node, "select_last_index", "1");
  y = rensa_onnx_cast (node, rensa_onnx_call1 (node, rensa_onnx_as_floating (node, x), "%s(axis=%d)", node->text, axis),
                       RENSA_INT64);
  if (rensa_onnx_get_int (node, "keepdims", 1) != 0)
    y = rensa_onnx_call1 (node, y, "expand_dims(axis=%d)", axis);
  node->outputs[0] = y;
}

const RensaOnnxOperator rensa_onnx_reduction_operators[] = {
  { "ArgMax", extreme, "argmax" },
  { "ArgMin", extreme, "argmin" },
  { "ReduceL1", reduction, "absolute sum -" },
  { "ReduceL2", reduction, "square sum sqrt" },
  { "ReduceLogSum", reduction, "- sum log" },
  { "ReduceLogSumExp", reduction, "- ~logsumexp -" },
  { "ReduceMax", reduction, "- max -" },
  { "ReduceMean", reduction, "- mean -" },
  { "ReduceMin", reduction, "- min -" },
  { "ReduceProd", reduction, "- prod -" },
  { "ReduceSum", reduction, "- sum -" },
  { "ReduceSumSquare", reduction, "square sum -" },
  { NULL, NULL, NULL },
};
