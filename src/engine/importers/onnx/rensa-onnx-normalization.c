/* rensa-onnx-normalization.c: ONNX normalization operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include "rensa-language.h"

static gboolean
are_constants (RensaOnnxNode *node, guint first, guint n)
{
  for (guint i = first; i < first + n; i++)
    if (!rensa_onnx_is_constant (rensa_onnx_find_input (node, i)))
      return FALSE;
  return TRUE;
}

static void
batch_normalization (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const RensaShape shape = rensa_onnx_type (node, rensa_onnx_input (node, 1)).shape;
  const char *eps = rensa_onnx_float (node, rensa_onnx_get_float (node, "epsilon", 1e-5));
  const char *decay = rensa_onnx_float (node, rensa_onnx_get_float (node, "momentum", 0.9));

  if (rensa_onnx_get_int (node, "training_mode", 0) != 0)
    rensa_onnx_refuse_attribute (node, "training_mode", "1");
  if (rensa_onnx_get_int (node, "spatial", 1) == 0 && rensa_onnx_ndim (node, x) > 2)
    rensa_onnx_refuse_attribute (node, "spatial", "0");
  if (node->error != NULL)
    return;
  if (are_constants (node, 1, 4) && shape.ndim == 1)
    {
      const RensaOnnxWeight weights[] = { { "gamma", node->inputs[1] },
                                          { "beta", node->inputs[2] },
                                          { "avg_mean", node->inputs[3] },
                                          { "avg_var", node->inputs[4] } };

      node->outputs[0] =
          rensa_onnx_link1 (node, x, weights, 4, "BatchNormalization(size=%" G_GINT64_FORMAT ", decay=%s, eps=%s)",
                            shape.dims[0], decay, eps);
      return;
    }
  for (guint i = 1; i < 5; i++)
    rensa_onnx_input (node, i);
  node->outputs[0] = rensa_onnx_call (node, node->inputs, 5, "fixed_batch_normalization(eps=%s)", eps);
}

static void
instance_normalization (RensaOnnxNode *node)
{
  const RensaShape shape = rensa_onnx_type (node, rensa_onnx_input (node, 1)).shape;
  const char *eps = rensa_onnx_float (node, rensa_onnx_get_float (node, "epsilon", 1e-5));
  const RensaOnnxWeight weights[] = { { "gamma", rensa_onnx_input (node, 1) }, { "beta", rensa_onnx_input (node, 2) } };

  if (node->error != NULL)
    return;
  if (are_constants (node, 1, 2) && shape.ndim == 1)
    node->outputs[0] = rensa_onnx_link1 (node, rensa_onnx_input (node, 0), weights, 2,
                                         "InstanceNorm(size=%" G_GINT64_FORMAT ", eps=%s)", shape.dims[0], eps);
  else
    node->outputs[0] = rensa_onnx_call (node, node->inputs, 3, "instance_norm(eps=%s)", eps);
}

/* Flattens the axes from @axis on into rows of @n elements. */
static RensaSketchValue *
make_rows (RensaOnnxNode *node, RensaSketchValue *x, int axis, gint64 *n)
{
  const RensaShape shape = rensa_onnx_type (node, x).shape;

  *n = 1;
  for (int i = axis; i < shape.ndim; i++)
    *n *= shape.dims[i];
  return shape.ndim == 2 && axis == 1 ? x : rensa_onnx_reshape (node, x, (gint64[]){ axis > 0 ? -1 : 1, *n }, 2);
}

/* Computes the mean and the inverse standard deviation over the axes from @axis on, which are
 * optional outputs of LayerNormalization. */
static void
give_statistics (RensaOnnxNode *node, RensaSketchValue *x, int axis, const char *eps)
{
  gint64 axes[RENSA_MAX_NDIM] = { 0 };
  const int n = rensa_onnx_ndim (node, x) - axis;
  RensaSketchValue *mean;
  RensaSketchValue *variance;

  for (int i = 0; i < n; i++)
    axes[i] = axis + i;
  mean = rensa_onnx_call1 (node, x, "mean(axis=%s, keepdims=True)", rensa_onnx_tuple (node, axes, (gsize) n));
  if (rensa_onnx_needs_output (node, 1))
    node->outputs[1] = mean;
  if (!rensa_onnx_needs_output (node, 2))
    return;
  variance = rensa_onnx_call1 (
      node, rensa_onnx_call2 (node, x, mean, "elementwise(formula='(a - b) * (a - b)', inputs='a, b')"),
      "mean(axis=%s, keepdims=True)", rensa_onnx_tuple (node, axes, (gsize) n));
  node->outputs[2] =
      rensa_onnx_call1 (node, variance, "elementwise(formula='1 / sqrt(a + e)', inputs='a', params='e=%s')", eps);
}

/* Row-wise normalization by a link or function, "LayerNormalization layer_normalization", with a
 * scale and an optional shift. */
static void
normalize_rows (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const int axis = rensa_onnx_axis (node, x, rensa_onnx_get_int (node, "axis", -1));
  const char *eps = rensa_onnx_float (node, rensa_onnx_get_float (node, "epsilon", 1e-5));
  g_auto (GStrv) names = g_strsplit (node->text, " ", 2);
  gint64 n = 1;
  RensaSketchValue *rows = make_rows (node, x, axis, &n);
  RensaSketchValue *gamma = rensa_onnx_reshape (node, rensa_onnx_input (node, 1), &n, 1);
  RensaSketchValue *beta = rensa_onnx_find_input (node, 2);
  const gboolean has_beta = g_str_equal (names[1], "layer_normalization");

  if (has_beta && beta != NULL)
    beta = rensa_onnx_reshape (node, beta, &n, 1);
  else if (has_beta)
    beta = rensa_onnx_call1 (node, gamma, "op_mul_scalar(value=0)");
  if (node->error != NULL)
    return;
  if (rensa_onnx_is_constant (gamma) && (!has_beta || rensa_onnx_is_constant (beta)))
    {
      const RensaOnnxWeight weights[] = { { "gamma", gamma }, { "beta", has_beta ? beta : NULL } };

      rows = rensa_onnx_link1 (node, rows, weights, 2, "%s(size=%" G_GINT64_FORMAT ", eps=%s)", names[0], n, eps);
    }
  else
    rows = rensa_onnx_call (node, (RensaSketchValue *[]){ rows, gamma, beta }, has_beta ? 3 : 2, "%s(eps=%s)", names[1],
                            eps);
  if (rensa_onnx_needs_output (node, 1) || rensa_onnx_needs_output (node, 2))
    give_statistics (node, x, axis, eps);
  node->outputs[0] = rensa_onnx_ndim (node, x) == 2 && axis == 1 ? rows : rensa_onnx_reshape_like (node, rows, x);
}

/* Before version 21 there was one scale per group, since then one per channel. */
static RensaSketchValue *
spread_over_channels (RensaOnnxNode *node, RensaSketchValue *value, gint64 n_channels)
{
  const RensaShape shape = rensa_onnx_type (node, value).shape;

  if (node->error != NULL || shape.ndim != 1 || shape.dims[0] == n_channels || shape.dims[0] == 0)
    return value;
  return rensa_onnx_call1 (node, value, "repeat(repeats=%" G_GINT64_FORMAT ", axis=0)", n_channels / shape.dims[0]);
}

static void
group_normalization (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const RensaShape shape = rensa_onnx_type (node, x).shape;
  const gint64 groups = rensa_onnx_get_int (node, "num_groups", 1);
  const char *eps = rensa_onnx_float (node, rensa_onnx_get_float (node, "epsilon", 1e-5));
  RensaSketchValue *gamma = spread_over_channels (node, rensa_onnx_input (node, 1), shape.dims[1]);
  RensaSketchValue *beta = spread_over_channels (node, rensa_onnx_input (node, 2), shape.dims[1]);
  const RensaOnnxWeight weights[] = { { "gamma", gamma }, { "beta", beta } };

  if (node->error != NULL)
    return;
  if (rensa_onnx_is_constant (gamma) && rensa_onnx_is_constant (beta))
    node->outputs[0] = rensa_onnx_link1 (
        node, x, weights, 2, "GroupNormalization(groups=%" G_GINT64_FORMAT ", size=%" G_GINT64_FORMAT ", eps=%s)",
        groups, shape.dims[1], eps);
  else
    node->outputs[0] = rensa_onnx_call (node, (RensaSketchValue *[]){ x, gamma, beta }, 3,
                                        "group_normalization(groups=%" G_GINT64_FORMAT ", eps=%s)", groups, eps);
}

/* Our alpha multiplies the sum of the squares, that of ONNX their mean. */
static void
lrn (RensaOnnxNode *node)
{
  const gint64 size = rensa_onnx_get_int (node, "size", 1);
  const double alpha = rensa_onnx_get_float (node, "alpha", 0.0001);
  const double beta = rensa_onnx_get_float (node, "beta", 0.75);
  const double bias = rensa_onnx_get_float (node, "bias", 1);

  if (size % 2 == 0)
    rensa_onnx_refuse_attribute (node, "size", rensa_onnx_format (node, "%" G_GINT64_FORMAT, size));
  node->outputs[0] = rensa_onnx_call1 (
      node, rensa_onnx_input (node, 0), "local_response_normalization(n=%" G_GINT64_FORMAT ", k=%s, alpha=%s, beta=%s)",
      size, rensa_onnx_float (node, bias), rensa_onnx_float (node, alpha / (double) MAX (size, 1)),
      rensa_onnx_float (node, beta));
}

static void
lp_normalization (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  const gint64 p = rensa_onnx_get_int (node, "p", 2);
  const int axis = rensa_onnx_axis (node, x, rensa_onnx_get_int (node, "axis", -1));
  RensaSketchValue *sum;

  /* A negligible epsilon keeps zero vectors unchanged. */
  if (p == 2)
    {
      node->outputs[0] = rensa_onnx_call1 (node, x, "normalize(eps=1e-12, axis=%d)", axis);
      return;
    }
  if (p != 1)
    rensa_onnx_refuse_attribute (node, "p", rensa_onnx_format (node, "%" G_GINT64_FORMAT, p));
  sum = rensa_onnx_call1 (node, rensa_onnx_call1 (node, x, "absolute"), "sum(axis=%d, keepdims=True)", axis);
  node->outputs[0] = rensa_onnx_call2 (node, x, sum, "elementwise(formula='b == 0 ? 0 * a : a / b', inputs='a, b')");
}

static void
mean_variance_normalization (RensaOnnxNode *node)
{
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  static const gint64 usual[] = { 0, 2, 3 };
  gsize n = G_N_ELEMENTS (usual);
  const gint64 *given = rensa_onnx_has (node, "axes") ? rensa_onnx_get_ints (node, "axes", &n) : usual;
  const char *axes = given != NULL ? rensa_onnx_tuple (node, given, n) : "()";
  RensaSketchValue *mean = rensa_onnx_call1 (node, x, "mean(axis=%s, keepdims=True)", axes);
  RensaSketchValue *centred = rensa_onnx_call2 (node, x, mean, "op_sub");
  RensaSketchValue *variance =
      rensa_onnx_call1 (node, rensa_onnx_call1 (node, centred, "square"), "mean(axis=%s, keepdims=True)", axes);

  node->outputs[0] =
      rensa_onnx_call2 (node, centred, variance, "elementwise(formula='a / (sqrt(b) + 1e-9)', inputs='a, b')");
}

const RensaOnnxOperator rensa_onnx_normalization_operators[] = {
  { "BatchNormalization", batch_normalization, NULL },
  { "GroupNormalization", group_normalization, NULL },
  { "InstanceNormalization", instance_normalization, NULL },
  { "LRN", lrn, NULL },
  { "LayerNormalization", normalize_rows, "LayerNormalization layer_normalization" },
  { "LpNormalization", lp_normalization, NULL },
  { "MeanVarianceNormalization", mean_variance_normalization, NULL },
  { "RMSNormalization", normalize_rows, "RMSNorm rms_norm" },
  { NULL, NULL, NULL },
};
