/* rensa-onnx-activation.c: ONNX activation operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include "rensa-language.h"

/* Operator that is fully described by its text. */
static void
plain (RensaOnnxNode *node)
{
  node->outputs[0] = rensa_onnx_call1 (node, rensa_onnx_input (node, 0), "%s", node->text);
}

/* A text with one attribute, "alpha 1.0 elu(alpha=%s)": its name, its default, and the call. */
static void
with_alpha (RensaOnnxNode *node)
{
  g_auto (GStrv) parts = g_strsplit (node->text, " ", 3);
  const double value = rensa_onnx_get_float (node, parts[0], g_ascii_strtod (parts[1], NULL));

  node->outputs[0] =
      rensa_onnx_call1 (node, rensa_onnx_input (node, 0), "%s%s)", parts[2], rensa_onnx_float (node, value));
}

/* "a 1.0 b 0.5 FORMULA": two attributes, with defaults, that are parameters of a formula in x. */
static void
formula_of_two (RensaOnnxNode *node)
{
  g_auto (GStrv) parts = g_strsplit (node->text, " ", 5);
  const double first = rensa_onnx_get_float (node, parts[0], g_ascii_strtod (parts[1], NULL));
  const double second = rensa_onnx_get_float (node, parts[2], g_ascii_strtod (parts[3], NULL));

  node->outputs[0] =
      rensa_onnx_call1 (node, rensa_onnx_input (node, 0), "elementwise(formula='%s', inputs='x', params='p=%s, q=%s')",
                        parts[4], rensa_onnx_float (node, first), rensa_onnx_float (node, second));
}

static void
selu (RensaOnnxNode *node)
{
  const double alpha = rensa_onnx_get_float (node, "alpha", 1.6732632423543772);
  const double gamma = rensa_onnx_get_float (node, "gamma", 1.0507009873554805);

  node->outputs[0] = rensa_onnx_call1 (node, rensa_onnx_input (node, 0), "selu(alpha=%s, scale=%s)",
                                       rensa_onnx_float (node, alpha), rensa_onnx_float (node, gamma));
}

static void
hard_sigmoid (RensaOnnxNode *node)
{
  const double alpha = rensa_onnx_get_float (node, "alpha", 0.2);
  const double beta = rensa_onnx_get_float (node, "beta", 0.5);

  if ((float) alpha == 0.2f && (float) beta == 0.5f)
    node->outputs[0] = rensa_onnx_call1 (node, rensa_onnx_input (node, 0), "hard_sigmoid");
  else
    node->outputs[0] =
        rensa_onnx_call1 (node, rensa_onnx_input (node, 0),
                          "elementwise(formula='max(0, min(1, p * x + q))', inputs='x', params='p=%s, q=%s')",
                          rensa_onnx_float (node, alpha), rensa_onnx_float (node, beta));
}

static void
gelu (RensaOnnxNode *node)
{
  node->outputs[0] = rensa_onnx_call1 (node, rensa_onnx_input (node, 0), "gelu(approximate='%s')",
                                       rensa_onnx_get_text (node, "approximate", "none"));
}

/* Returns "None" if the bound is omitted. */
static const char *
get_bound (RensaOnnxNode *node, const char *name, guint input)
{
  RensaSketchValue *value = rensa_onnx_find_input (node, input);

  if (rensa_onnx_has (node, name))
    return rensa_onnx_float (node, rensa_onnx_get_float (node, name, 0));
  return value != NULL ? rensa_onnx_float (node, rensa_onnx_number (node, value)) : "None";
}

static void
clip (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const RensaDtype dtype = rensa_onnx_type (node, x).dtype;
  const char *least = get_bound (node, "min", 1);
  const char *most = get_bound (node, "max", 2);

  if (g_str_equal (least, "None") && g_str_equal (most, "None"))
    node->outputs[0] = x;
  else
    node->outputs[0] = rensa_onnx_cast (
        node, rensa_onnx_call1 (node, rensa_onnx_as_floating (node, x), "clip(x_min=%s, x_max=%s)", least, most),
        dtype);
}

/* Strips leading and trailing axes of length 1 from @slope if the rest matches axis 1 of @x and
 * those after it. Returns the number of axes, or -1 if they do not match. */
static int
fit_slope (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *slope, gint64 *shape)
{
  const RensaShape own = rensa_onnx_type (node, slope).shape;
  const RensaShape whole = rensa_onnx_type (node, x).shape;
  int end = own.ndim;
  int n = 0;

  for (int i = 0; i < own.ndim + 1 - whole.ndim; i++)
    if (own.dims[i] != 1)
      return -1;
  while (end > 0 && own.dims[end - 1] == 1)
    end--;
  if (end == 0)
    return 0;
  /* Axes of the slope that align with axis 1 of x and later ones. */
  for (int axis = 1; axis < end + whole.ndim - own.ndim; axis++)
    {
      const int i = axis - (whole.ndim - own.ndim);

      if (i < 0 || own.dims[i] != whole.dims[axis])
        return -1;
      shape[n++] = own.dims[i];
    }
  return n;
}

static void
prelu (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *slope = rensa_onnx_input (node, 1);
  gint64 shape[RENSA_MAX_NDIM] = { 0 };
  const int n = fit_slope (node, x, slope, shape);

  if (rensa_onnx_is_constant (slope) && n >= 0)
    {
      const RensaOnnxWeight weight = { "W", rensa_onnx_reshape (node, slope, shape, (gsize) n) };

      node->outputs[0] =
          rensa_onnx_link1 (node, x, &weight, 1, "PReLU(shape=%s)", rensa_onnx_tuple (node, shape, (gsize) n));
    }
  else
    node->outputs[0] = rensa_onnx_formula (node, (RensaSketchValue *[]){ x, slope }, 2, rensa_onnx_type (node, x).dtype,
                                           "a < 0 ? a * b : a");
}

/* Before version 13, all axes from the given one on were treated as a single vector. */
static void
softmax (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const RensaShape shape = rensa_onnx_type (node, x).shape;
  const gboolean is_flat = node->import->opset < 13;
  const int axis = rensa_onnx_axis (node, x, rensa_onnx_get_int (node, "axis", is_flat ? 1 : -1));
  gint64 n = 1;

  for (int i = axis; i < shape.ndim; i++)
    n *= shape.dims[i];
  if (!is_flat || axis == shape.ndim - 1)
    node->outputs[0] = rensa_onnx_call1 (node, x, "%s(axis=%d)", node->text, axis);
  else
    node->outputs[0] = rensa_onnx_reshape_like (
        node,
        rensa_onnx_call1 (node, rensa_onnx_reshape (node, x, (gint64[]){ axis > 0 ? -1 : 1, n }, 2), "%s(axis=1)",
                          node->text),
        x);
}

/* Returns 1 at the maximum, 0 elsewhere. */
static void
hardmax (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const RensaType type = rensa_onnx_type (node, x);
  const int axis = rensa_onnx_axis (node, x, rensa_onnx_get_int (node, "axis", -1));
  RensaSketchValue *largest;
  RensaSketchValue *parts[2];

  if (node->import->opset < 13)
    rensa_onnx_fail (node, N_ ("this operator is supported from version %d"), 13);
  largest = rensa_onnx_call1 (node, rensa_onnx_call1 (node, x, "argmax(axis=%d)", axis), "expand_dims(axis=%d)", axis);
  parts[0] = largest;
  parts[1] = rensa_onnx_make_range (node, type.shape.ndim, axis, rensa_onnx_length (node, x, axis));
  node->outputs[0] = rensa_onnx_formula (node, parts, 2, type.dtype, "a == b");
}

/* Older versions have ratio and mode as attributes. The training mode is ignored because the
 * document sets its own. */
static void
dropout (RensaOnnxNode *node)
{
  RensaSketchValue *ratio = rensa_onnx_find_input (node, 1);
  const double value = ratio != NULL ? rensa_onnx_number (node, ratio) : rensa_onnx_get_float (node, "ratio", 0.5);

  node->outputs[0] =
      rensa_onnx_call1 (node, rensa_onnx_input (node, 0), "dropout(ratio=%s)", rensa_onnx_float (node, value));
}

const RensaOnnxOperator rensa_onnx_activation_operators[] = {
  { "Celu", formula_of_two, "alpha 1.0 unused 0 max(0, x) + min(0, p * expm1(x / p))" },
  { "Clip", clip, NULL },
  { "Dropout", dropout, NULL },
  { "Elu", with_alpha, "alpha 1.0 elu(alpha=" },
  { "Gelu", gelu, NULL },
  { "Hardmax", hardmax, NULL },
  { "HardSigmoid", hard_sigmoid, NULL },
  { "HardSwish", plain, "hard_swish" },
  { "LeakyRelu", with_alpha, "alpha 0.01 leaky_relu(slope=" },
  { "LogSoftmax", softmax, "log_softmax" },
  { "Mish", plain, "mish" },
  { "PRelu", prelu, NULL },
  { "Relu", plain, "relu" },
  { "Selu", selu, NULL },
  { "Shrink", formula_of_two, "lambd 0.5 bias 0 x < -p ? x + q : (x > p ? x - q : 0)" },
  { "Sigmoid", plain, "sigmoid" },
  { "Softmax", softmax, "softmax" },
  { "Softplus", plain, "softplus" },
  { "Softsign", plain, "softsign" },
  { "Swish", formula_of_two, "alpha 1.0 unused 0 x * sigmoid(p * x)" },
  { "Tanh", plain, "tanh" },
  { "ThresholdedRelu", formula_of_two, "alpha 1.0 unused 0 x > p ? x : 0" },
  { NULL, NULL, NULL },
};
