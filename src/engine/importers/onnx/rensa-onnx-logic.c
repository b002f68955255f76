/* rensa-onnx-logic.c: ONNX comparison and selection operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include "rensa-language.h"

static void
compare (RensaOnnxNode *node)
{
  RensaSketchValue *const values[] = { rensa_onnx_input (node, 0), rensa_onnx_input (node, 1) };

  node->outputs[0] = rensa_onnx_formula (node, values, 2, RENSA_BOOL, node->text);
}

static void
test (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);

  node->outputs[0] = rensa_onnx_formula (node, &x, 1, RENSA_BOOL, node->text);
}

static void
is_infinite (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const gboolean positive = rensa_onnx_get_int (node, "detect_positive", 1) != 0;
  const gboolean negative = rensa_onnx_get_int (node, "detect_negative", 1) != 0;

  node->outputs[0] = rensa_onnx_formula (node, &x, 1, RENSA_BOOL,
                                         positive && negative ? "abs(a) == inf"
                                         : positive           ? "a == inf"
                                         : negative           ? "a == -inf"
                                                              : "a != a && a == a");
}

static void
where (RensaOnnxNode *node)
{
  RensaSketchValue *condition = rensa_onnx_input (node, 0);
  RensaSketchValue *x = rensa_onnx_input (node, 1);
  RensaSketchValue *const values[] = { condition, rensa_onnx_as_floating (node, x),
                                       rensa_onnx_as_floating (node, rensa_onnx_input (node, 2)) };

  node->outputs[0] =
      rensa_onnx_cast (node, rensa_onnx_call (node, values, 3, "where"), rensa_onnx_type (node, x).dtype);
}

const RensaOnnxOperator rensa_onnx_logic_operators[] = {
  { "And", compare, "a && b" },
  { "Equal", compare, "a == b" },
  { "Greater", compare, "a > b" },
  { "GreaterOrEqual", compare, "a >= b" },
  { "IsInf", is_infinite, NULL },
  { "IsNaN", test, "a != a" },
  { "Less", compare, "a < b" },
  { "LessOrEqual", compare, "a <= b" },
  { "Not", test, "a == 0" },
  { "Or", compare, "a || b" },
  { "Where", where, NULL },
  { "Xor", compare, "a != b" },
  { NULL, NULL, NULL },
};
