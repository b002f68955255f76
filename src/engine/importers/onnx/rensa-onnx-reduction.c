/* rensa-onnx-reduction.c: ONNX reduction operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include "rensa-language.h"

/* Stores the nonnegative axes to reduce and returns their number, 0 if nothing is reduced. */
static gsize
get_axes (RensaOnnxNode *node, RensaSketchValue *x, gint64 axes[RENSA_MAX_NDIM])
{
  const int ndim = rensa_onnx_ndim (node, x);
  gsize n = 0;
  const gint64 *given = rensa_onnx_ints_of (node, "axes", 1, &n);

  if (n > (gsize) ndim)
    rensa_onnx_fail (node, N_ ("expected at most %d axes, found %zu"), ndim, n);
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

/* Reduces @x over @axes by @function, "sum"; a prefix "~" marks functions that do not support keepdims. */
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

/* "before function after": elementwise function before the reduction, the reduction, and a function
 * of its result; "-" for none. */
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

/* Largest supported k. */
#define MOST_TOP 16

static gint64
count_top (RensaOnnxNode *node, gint64 n)
{
  const double k = rensa_onnx_has (node, "k") ? (double) rensa_onnx_get_int (node, "k", 0)
                                              : rensa_onnx_number (node, rensa_onnx_input (node, 1));

  if (!(k >= 1 && k <= MIN (n, MOST_TOP)))
    rensa_onnx_fail (node, N_ ("k must be from 1 to %d, but is %.0f"), (int) MIN (n, MOST_TOP), k);
  return node->error == NULL ? (gint64) k : 0;
}

/* Takes the first @k elements of @x, which is floating, and their indices. Each element but the
 * last is replaced by an infinity once it is taken, so indices repeat if only such infinities are
 * left. */
static void
take_top (RensaOnnxNode *node, RensaSketchValue *x, int axis, gint64 k, RensaSketchValue **values,
          RensaSketchValue **places)
{
  const RensaType type = rensa_onnx_type (node, x);
  const gboolean is_largest = rensa_onnx_get_int (node, "largest", 1) != 0;
  RensaSketchValue *range = k > 1 ? rensa_onnx_make_range (node, type.shape.ndim, axis, type.shape.dims[axis]) : NULL;

  for (gint64 i = 0; i < k; i++)
    {
      values[i] = rensa_onnx_call1 (node, x, "%s(axis=%d, keepdims=True)", is_largest ? "max" : "min", axis);
      if (i + 1 == k && !rensa_onnx_needs_output (node, 1))
        break;
      places[i] = rensa_onnx_call1 (node, x, "%s(axis=%d)", is_largest ? "argmax" : "argmin", axis);
      places[i] =
          rensa_onnx_call1 (node, rensa_onnx_cast (node, places[i], RENSA_FLOAT64), "expand_dims(axis=%d)", axis);
      if (i + 1 < k)
        x = rensa_onnx_formula (node, (RensaSketchValue *[]){ x, places[i], range }, 3, RENSA_FLOAT64,
                                is_largest ? "b == c ? -inf : a" : "b == c ? inf : a");
    }
}

static void
top (RensaOnnxNode *node)
{
  RensaSketchValue *given = rensa_onnx_input (node, 0);
  const RensaType type = rensa_onnx_type (node, given);
  const int axis = rensa_onnx_axis (node, given, rensa_onnx_get_int (node, "axis", -1));
  const gint64 k = node->error == NULL ? count_top (node, type.shape.dims[axis]) : 0;
  RensaSketchValue *values[MOST_TOP];
  RensaSketchValue *places[MOST_TOP];

  if (node->error != NULL)
    return;
  take_top (node, k > 1 ? rensa_onnx_cast (node, given, RENSA_FLOAT64) : rensa_onnx_as_floating (node, given), axis, k,
            values, places);
  if (rensa_onnx_needs_output (node, 0))
    node->outputs[0] =
        rensa_onnx_cast (node, rensa_onnx_call (node, values, (int) k, "concat(axis=%d)", axis), type.dtype);
  if (rensa_onnx_needs_output (node, 1))
    node->outputs[1] =
        rensa_onnx_cast (node, rensa_onnx_call (node, places, (int) k, "concat(axis=%d)", axis), RENSA_INT64);
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
  { "TopK", top, NULL },
  { NULL, NULL, NULL },
};
