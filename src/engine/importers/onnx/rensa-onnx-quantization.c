/* rensa-onnx-quantization.c: ONNX quantization operators, which are folded if their inputs are
 * constants.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include "rensa-language.h"

/* Reshapes per-axis values so that they broadcast along the node's axis of @x; a single number
 * becomes a scalar. */
static RensaSketchValue *
spread (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *value)
{
  gint64 shape[RENSA_MAX_NDIM];
  const int ndim = rensa_onnx_ndim (node, x);
  const RensaShape own = rensa_onnx_type (node, value).shape;

  if (node->error != NULL || own.ndim == 0 || rensa_shape_count (&own) == 1)
    return node->error == NULL ? rensa_onnx_reshape (node, value, NULL, 0) : NULL;
  const int axis = rensa_onnx_axis (node, x, rensa_onnx_get_int (node, "axis", 1));

  if (node->error == NULL && own.ndim != 1)
    rensa_onnx_fail (node, N_ ("the scales must be numbers along one axis"));
  for (int i = 0; i < ndim; i++)
    shape[i] = i == axis ? own.dims[0] : 1;
  return rensa_onnx_reshape (node, value, shape, (gsize) ndim);
}

/* Converts the first inputs to @dtype, with shapes that broadcast. Returns FALSE on error. */
static gboolean
read_inputs (RensaOnnxNode *node, RensaDtype dtype, RensaSketchValue *values[3])
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *zero = rensa_onnx_find_input (node, 2);

  values[1] = rensa_onnx_input (node, 1);
  if (node->error == NULL
      && (x->kind == RENSA_SKETCH_VALUE || !rensa_onnx_is_constant (values[1])
          || (zero != NULL && !rensa_onnx_is_constant (zero))))
    rensa_onnx_fail (node, N_ ("quantized computation is not supported; the values must be constants"));
  if (rensa_onnx_get_int (node, "block_size", 0) != 0)
    rensa_onnx_refuse_attribute (
        node, "block_size", rensa_onnx_format (node, "%" G_GINT64_FORMAT, rensa_onnx_get_int (node, "block_size", 0)));
  if (node->error != NULL)
    return FALSE;
  values[0] = rensa_onnx_cast (node, x, dtype);
  values[1] = rensa_onnx_cast (node, spread (node, x, values[1]), dtype);
  values[2] = zero != NULL ? rensa_onnx_cast (node, spread (node, x, zero), dtype) : NULL;
  return node->error == NULL;
}

/* The dequantized result is trainable as if the file contained it. */
static void
dequantize (RensaOnnxNode *node)
{
  const RensaDtype dtype = rensa_onnx_type (node, rensa_onnx_input (node, 1)).dtype;
  RensaSketchValue *values[3];

  if (node->error != NULL || !read_inputs (node, dtype, values))
    return;
  node->outputs[0] = values[2] != NULL ? rensa_onnx_formula (
                         node, (RensaSketchValue *[]){ values[0], values[2], values[1] }, 3, dtype, "(a - b) * c")
                                       : rensa_onnx_formula (node, values, 2, dtype, "a * b");
  if (node->error == NULL && rensa_array_get_count (rensa_sketch_value_get_array (node->outputs[0])) > 1)
    node->outputs[0]->kind = RENSA_SKETCH_WEIGHT;
}

static const struct
{
  RensaDtype dtype;
  const char *bounds;
} ranges[] = {
  { RENSA_INT8, "x_min=-128, x_max=127" },
  { RENSA_UINT8, "x_min=0, x_max=255" },
  { RENSA_INT16, "x_min=-32768, x_max=32767" },
};

static void
quantize (RensaOnnxNode *node)
{
  RensaSketchValue *zero = rensa_onnx_find_input (node, 2);
  const RensaDtype dtype = zero != NULL ? rensa_onnx_type (node, zero).dtype : RENSA_UINT8;
  RensaSketchValue *values[3];
  RensaSketchValue *scaled;

  if (rensa_onnx_get_int (node, "output_dtype", 0) != 0 && zero == NULL)
    rensa_onnx_refuse_attribute (node, "output_dtype", "given");
  if (node->error != NULL || !read_inputs (node, rensa_onnx_type (node, rensa_onnx_input (node, 1)).dtype, values))
    return;
  scaled = rensa_onnx_formula (node, values, values[2] != NULL ? 3 : 2, rensa_onnx_type (node, values[1]).dtype,
                               values[2] != NULL ? "rint(a / b) + c" : "rint(a / b)");
  for (gsize i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (ranges[i].dtype == dtype)
      {
        node->outputs[0] = rensa_onnx_cast (node, rensa_onnx_call1 (node, scaled, "clip(%s)", ranges[i].bounds), dtype);
        return;
      }
  rensa_onnx_fail (node, N_ ("quantizing numbers of this type is not supported"));
}

const RensaOnnxOperator rensa_onnx_quantization_operators[] = {
  { "DequantizeLinear", dequantize, NULL },
  { "QuantizeLinear", quantize, NULL },
  { NULL, NULL, NULL },
};
