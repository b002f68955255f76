/* rensa-onnx-connection.c: ONNX matrix multiplication operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include <string.h>

#include "rensa-language.h"

/* Creates a linear layer with the weights @W, one row per unit, and the bias @b (nullable). */
static RensaSketchValue *
make_linear (RensaOnnxNode *node, RensaSketchValue *x, RensaSketchValue *W, RensaSketchValue *b)
{
  const RensaShape shape = rensa_onnx_type (node, W).shape;
  const int n_axes = rensa_onnx_ndim (node, x) - 1;
  const RensaOnnxWeight weights[] = { { "W", W }, { "b", b } };

  return rensa_onnx_link1 (node, x, weights, 2,
                           "Linear(in_size=%" G_GINT64_FORMAT ", out_size=%" G_GINT64_FORMAT "%s%s)", shape.dims[1],
                           shape.dims[0], b == NULL ? ", nobias=True" : "",
                           n_axes == 1 ? "" : rensa_onnx_format (node, ", n_batch_axes=%d", n_axes));
}

/* Returns TRUE if @value is a constant with @n numbers along its last axis. */
static gboolean
is_row (RensaOnnxNode *node, RensaSketchValue *value, gint64 n)
{
  const RensaShape shape = rensa_onnx_type (node, value).shape;

  return rensa_onnx_is_constant (value) && shape.ndim > 0 && shape.dims[shape.ndim - 1] == n
         && rensa_shape_count (&shape) == n;
}

/* Returns the node that adds a constant of at most @ndim axes to the output of this one and is its
 * only user; NULL if there is none. */
static const Onnx__NodeProto *
find_bias (RensaOnnxNode *node, gint64 n, int ndim, RensaSketchValue **b)
{
  const Onnx__NodeProto *user = g_hash_table_lookup (node->import->users, node->proto->output[0]);

  if (user == NULL || !g_str_equal (user->op_type, "Add") || user->n_input != 2 || user->n_output != 1
      || (user->domain != NULL && *user->domain != '\0'))
    return NULL;
  *b = g_hash_table_lookup (node->import->values,
                            user->input[g_str_equal (user->input[0], node->proto->output[0]) ? 1 : 0]);
  return *b != NULL && is_row (node, *b, n) && rensa_onnx_ndim (node, *b) <= ndim ? user : NULL;
}

static void
matmul (RensaOnnxNode *node)
{
  RensaSketchValue *a = rensa_onnx_input (node, 0);
  RensaSketchValue *b = rensa_onnx_input (node, 1);
  const RensaShape shape = rensa_onnx_type (node, b).shape;
  RensaSketchValue *bias = NULL;
  const Onnx__NodeProto *user;

  if (node->error != NULL)
    return;
  if (!rensa_onnx_is_constant (b) || b->kind != RENSA_SKETCH_WEIGHT || shape.ndim != 2 || rensa_onnx_ndim (node, a) < 2
      || a->kind != RENSA_SKETCH_VALUE)
    {
      const RensaDtype dtype = rensa_onnx_type (node, a).dtype;

      node->outputs[0] = rensa_onnx_cast (
          node, rensa_onnx_call2 (node, rensa_onnx_as_floating (node, a), rensa_onnx_as_floating (node, b), "matmul"),
          dtype);
      return;
    }
  user = find_bias (node, shape.dims[1], rensa_onnx_ndim (node, a), &bias);
  if (user != NULL)
    bias = rensa_onnx_reshape (node, bias, (gint64[]){ shape.dims[1] }, 1);
  node->outputs[0] = make_linear (node, a, rensa_onnx_call1 (node, b, "transpose"), user != NULL ? bias : NULL);
  if (user == NULL || node->outputs[0] == NULL)
    return;
  g_hash_table_insert (node->import->values, user->output[0], node->outputs[0]);
  g_hash_table_add (node->import->done, (gpointer) user);
}

/* @value times @factor. */
static RensaSketchValue *
scale (RensaOnnxNode *node, RensaSketchValue *value, double factor)
{
  return factor == 1 || value == NULL
             ? value
             : rensa_onnx_call1 (node, value, "op_mul_scalar(value=%s)", rensa_onnx_float (node, factor));
}

static void
gemm (RensaOnnxNode *node)
{
  RensaSketchValue *a = rensa_onnx_input (node, 0);
  RensaSketchValue *b = rensa_onnx_input (node, 1);
  RensaSketchValue *c = rensa_onnx_find_input (node, 2);
  const gboolean transa = rensa_onnx_get_int (node, "transA", 0) != 0;
  const gboolean transb = rensa_onnx_get_int (node, "transB", 0) != 0;
  const double alpha = rensa_onnx_get_float (node, "alpha", 1);
  const double beta = rensa_onnx_get_float (node, "beta", 1);
  const RensaShape shape = rensa_onnx_type (node, b).shape;
  gint64 n;

  if (node->error == NULL && (rensa_onnx_ndim (node, a) != 2 || shape.ndim != 2))
    rensa_onnx_fail (node, N_ ("expected matrices"));
  if (node->error != NULL)
    return;
  n = shape.dims[transb ? 0 : 1];
  if (b->kind == RENSA_SKETCH_WEIGHT && !transa && a->kind == RENSA_SKETCH_VALUE && (c == NULL || is_row (node, c, n)))
    {
      RensaSketchValue *W = transb ? b : rensa_onnx_call1 (node, b, "transpose");

      if (c != NULL)
        c = rensa_onnx_reshape (node, c, (gint64[]){ n }, 1);
      node->outputs[0] = make_linear (node, a, scale (node, W, alpha), scale (node, c, beta));
      return;
    }
  a = rensa_onnx_call2 (node, a, b, "matmul(transa=%s, transb=%s)", transa ? "True" : "False",
                        transb ? "True" : "False");
  a = scale (node, a, alpha);
  node->outputs[0] = c == NULL || beta == 0 ? a : rensa_onnx_call2 (node, a, scale (node, c, beta), "op_add");
}

static void
einsum (RensaOnnxNode *node)
{
  const char *equation = rensa_onnx_get_text (node, "equation", "");
  g_autoptr (GString) clean = g_string_new (NULL);

  for (const char *c = equation; *c != '\0'; c++)
    if (g_ascii_isalpha (*c) || *c == ',' || *c == '-' || *c == '>' || *c == '.')
      g_string_append_c (clean, *c);
    else if (*c != ' ')
      rensa_onnx_fail (node, N_ ("the equation may contain only letters, commas, dots, and an arrow"));
  for (guint i = 0; i < node->n_inputs; i++)
    rensa_onnx_input (node, i);
  node->outputs[0] = rensa_onnx_call (node, node->inputs, (int) node->n_inputs, "einsum(subscripts='%s')", clean->str);
}

static void
det (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);

  node->outputs[0] = rensa_onnx_call1 (node, x, rensa_onnx_ndim (node, x) == 2 ? "det" : "batch_det");
}

const RensaOnnxOperator rensa_onnx_connection_operators[] = {
  { "Det", det, NULL },       { "Einsum", einsum, NULL }, { "Gemm", gemm, NULL },
  { "MatMul", matmul, NULL }, { NULL, NULL, NULL },
};
