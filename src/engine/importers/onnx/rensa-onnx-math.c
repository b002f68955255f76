/* rensa-onnx-math.c: elementwise ONNX operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include "rensa-language.h"

/* Unary operator on any data type. */
static void
unary (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);

  node->outputs[0] = rensa_onnx_cast (node, rensa_onnx_call1 (node, rensa_onnx_as_floating (node, x), "%s", node->text),
                                      rensa_onnx_type (node, x).dtype);
}

static void
unary_formula (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);

  node->outputs[0] = rensa_onnx_formula (node, &x, 1, rensa_onnx_type (node, x).dtype, node->text);
}

/* Returns TRUE if @value can be passed as the attribute @number without changing the shape of @x. */
static gboolean
is_plain_number (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *value, double *number)
{
  return rensa_onnx_is_number (node, value, number) && rensa_onnx_ndim (node, value) <= rensa_onnx_ndim (node, x);
}

/* "op_sub op_sub_scalar op_rsub_scalar": two arrays, number on the right, number on the left. */
static RensaSketchValue *
apply_operator (RensaOnnxNode *node, RensaSketchValue *a, RensaSketchValue *b, const char *text)
{
  g_auto (GStrv) names = g_strsplit (text, " ", 3);
  double number;

  if (is_plain_number (node, a, b, &number) && !rensa_onnx_is_constant (a))
    return rensa_onnx_call1 (node, a, "%s(value=%s)", names[1], rensa_onnx_float (node, number));
  if (is_plain_number (node, b, a, &number) && !rensa_onnx_is_constant (b))
    return rensa_onnx_call1 (node, b, "%s(value=%s)", names[2], rensa_onnx_float (node, number));
  return rensa_onnx_call2 (node, a, b, "%s", names[0]);
}

static void
binary (RensaOnnxNode *node)
{
  RensaSketchValue *a = rensa_onnx_input (node, 0);
  RensaSketchValue *b = rensa_onnx_input (node, 1);
  const RensaDtype dtype = rensa_onnx_type (node, a).dtype;

  node->outputs[0] = rensa_onnx_cast (
      node, apply_operator (node, rensa_onnx_as_floating (node, a), rensa_onnx_as_floating (node, b), node->text),
      dtype);
}

/* Integer division rounds toward zero. */
static void
div_op (RensaOnnxNode *node)
{
  RensaSketchValue *a = rensa_onnx_input (node, 0);
  RensaSketchValue *const values[] = { a, rensa_onnx_input (node, 1) };

  if (rensa_dtype_is_floating (rensa_onnx_type (node, a).dtype))
    binary (node);
  else
    node->outputs[0] = rensa_onnx_formula (node, values, 2, rensa_onnx_type (node, a).dtype, "trunc(a / b)");
}

/* The exponent may have a different data type. */
static void
power (RensaOnnxNode *node)
{
  RensaSketchValue *a = rensa_onnx_input (node, 0);
  RensaSketchValue *base = rensa_onnx_as_floating (node, a);
  RensaSketchValue *exponent = rensa_onnx_cast (node, rensa_onnx_input (node, 1), rensa_onnx_type (node, base).dtype);

  node->outputs[0] =
      rensa_onnx_cast (node, apply_operator (node, base, exponent, node->text), rensa_onnx_type (node, a).dtype);
}

/* Folds any number of inputs from left to right. */
static void
variadic (RensaOnnxNode *node)
{
  RensaSketchValue *first = rensa_onnx_input (node, 0);
  RensaSketchValue *sum = rensa_onnx_as_floating (node, first);

  for (guint i = 1; i < node->n_inputs; i++)
    sum = rensa_onnx_call2 (node, sum, rensa_onnx_as_floating (node, rensa_onnx_input (node, i)), "%s", node->text);
  node->outputs[0] = rensa_onnx_cast (node, sum, rensa_onnx_type (node, first).dtype);
}

static void
mean (RensaOnnxNode *node)
{
  variadic (node);
  if (node->n_inputs > 1)
    node->outputs[0] = rensa_onnx_call1 (node, node->outputs[0], "op_div_scalar(value=%u)", node->n_inputs);
}

/* The result has the sign of the divisor, or of the dividend. */
static void
mod (RensaOnnxNode *node)
{
  RensaSketchValue *a = rensa_onnx_input (node, 0);
  RensaSketchValue *const values[] = { a, rensa_onnx_input (node, 1) };

  node->outputs[0] = rensa_onnx_formula (
      node, values, 2, rensa_onnx_type (node, a).dtype,
      rensa_onnx_get_int (node, "fmod", 0) != 0 ? "a % b" : "t = a % b; y = t != 0 && (t < 0) != (b < 0) ? t + b : t");
}

static void
running (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const RensaDtype dtype = rensa_onnx_type (node, x).dtype;
  const int axis = rensa_onnx_axis (node, x, (gint64) rensa_onnx_number (node, rensa_onnx_input (node, 1)));
  const gboolean is_reverse = rensa_onnx_get_int (node, "reverse", 0) != 0;
  gint64 pads[2 * RENSA_MAX_NDIM] = { 0 };
  RensaSketchValue *sum = rensa_onnx_as_floating (node, x);

  if (is_reverse)
    sum = rensa_onnx_call1 (node, sum, "flip(axis=%d)", axis);
  /* Sums of those before: a zero takes the place of the first element, and the last one is left out. */
  pads[axis] = 1;
  pads[rensa_onnx_ndim (node, x) + axis] = -1;
  if (rensa_onnx_get_int (node, "exclusive", 0) != 0)
    sum = rensa_onnx_pad (node, sum, pads, "constant", 0);
  sum = rensa_onnx_call1 (node, sum, "%s(axis=%d)", node->text, axis);
  if (is_reverse)
    sum = rensa_onnx_call1 (node, sum, "flip(axis=%d)", axis);
  node->outputs[0] = rensa_onnx_cast (node, sum, dtype);
}

static void
identity (RensaOnnxNode *node)
{
  node->outputs[0] = rensa_onnx_input (node, 0);
}

static void
cast (RensaOnnxNode *node)
{
  RensaDtype dtype = RENSA_FLOAT32;

  if (rensa_onnx_dtype ((gint32) rensa_onnx_get_int (node, "to", 0), "to", &dtype,
                        node->error == NULL ? &node->error : NULL))
    node->outputs[0] = rensa_onnx_cast (node, rensa_onnx_input (node, 0), dtype);
}

static void
cast_like (RensaOnnxNode *node)
{
  node->outputs[0] =
      rensa_onnx_cast (node, rensa_onnx_input (node, 0), rensa_onnx_type (node, rensa_onnx_input (node, 1)).dtype);
}

const RensaOnnxOperator rensa_onnx_math_operators[] = {
  { "Abs", unary, "absolute" },
  { "Acos", unary, "arccos" },
  { "Acosh", unary_formula, "acosh(a)" },
  { "Add", binary, "op_add op_add_scalar op_add_scalar" },
  { "Asin", unary, "arcsin" },
  { "Asinh", unary_formula, "asinh(a)" },
  { "Atan", unary, "arctan" },
  { "Atanh", unary, "arctanh" },
  { "Cast", cast, NULL },
  { "CastLike", cast_like, NULL },
  { "Ceil", unary, "ceil" },
  { "Cos", unary, "cos" },
  { "Cosh", unary, "cosh" },
  { "CumSum", running, "cumsum" },
  { "Div", div_op, "op_div op_div_scalar op_rdiv_scalar" },
  { "Erf", unary, "erf" },
  { "Exp", unary, "exp" },
  { "Floor", unary, "floor" },
  { "Identity", identity, NULL },
  { "Log", unary, "log" },
  { "Max", variadic, "maximum" },
  { "Mean", mean, "op_add" },
  { "Min", variadic, "minimum" },
  { "Mod", mod, NULL },
  { "Mul", binary, "op_mul op_mul_scalar op_mul_scalar" },
  { "Neg", unary, "op_neg" },
  { "Pow", power, "op_pow op_pow_scalar op_rpow_scalar" },
  { "Reciprocal", unary, "op_rdiv_scalar(value=1)" },
  { "Round", unary_formula, "rint(a)" },
  { "Sign", unary, "sign" },
  { "Sin", unary, "sin" },
  { "Sinh", unary, "sinh" },
  { "Sqrt", unary, "sqrt" },
  { "Sub", binary, "op_sub op_sub_scalar op_rsub_scalar" },
  { "Sum", variadic, "op_add" },
  { "Tan", unary, "tan" },
  { NULL, NULL, NULL },
};
