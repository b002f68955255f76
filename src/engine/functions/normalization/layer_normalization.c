/* layer_normalization.c: normalization of each example.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-row-normalization-private.h"

typedef struct
{
  double eps;
} LayerNormalization;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (LayerNormalization, eps, .initial = 1e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variance to prevent division by zero")),
};

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "eps=1", "[[1, 2, 4], [-1, 0, 0.5]]; [1, 2, -0.5]; [0.5, 0, 1]",
    "[[-0.33405765622829905, -0.41702882811414953, 0.47871396485731309], [-0.20710678118654752, 0.28284271247461901, "
    "0.71715728752538099]]" },
  { "", "[[3, -1]]; [2, 1]; [0, 3]", "[[1.9999975000046875, 2.0000012499976563]]" },
};

static RensaRowNormalization
get_normalization (gconstpointer values, const RensaShape *x)
{
  const LayerNormalization *self = values;

  return (RensaRowNormalization){
    .shape = RENSA_SHAPE (x->dims[0], 1, x->dims[1], 1),
    .centred = TRUE,
    .eps = self->eps,
  };
}

static const RensaRowRule rule = { get_normalization };

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 2, error)
      || !rensa_expect_same_dtype (inference, 1, 0, error)
      || !rensa_expect_row_factors (inference, x->shape.dims[1], error))
    return FALSE;

  rensa_inference_set_output (inference, 0, x);
  return TRUE;
}

const RensaFunctionClass rensa_layer_normalization_class = {
  .name = "layer_normalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Layer Normalization"),
  .summary = N_ ("Normalizes the elements of each example to mean 0 and variance 1, then scales and shifts them"),
  .formula = "y = γ (x - μ) / √(σ² + ε) + β",
  .reference = "Ba et al., \"Layer Normalization\", arXiv:1607.06450, 2016",
  .label = "LayerNormalization",
  .inputs = RENSA_INPUTS ("x", "gamma", "beta"),
  .n_outputs = 1,
  RENSA_ATTRS (LayerNormalization, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_row_normalization_forward,
  .backward = rensa_row_normalization_backward,
  .rule = &rule,
  RENSA_FORMS ({ "chainer", "F.layer_normalization({x}, {gamma}, {beta}, eps={eps})" },
               { "torch", "F.layer_norm({x}, {x}.shape[1:], {gamma}, {beta}, eps={eps:always})" },
               { "onnx", "LayerNormalization (x, gamma, beta, axis=-1, epsilon=eps)" }),
};

/**
 * rensa_layer_normalization:
 * @x: shape (N, C)
 * @gamma: shape (C,)
 * @beta: shape (C,)
 * @eps: added to the variance (Chainer's default: 1e-5)
 *
 * y = γ (x - μ) / √(σ² + ε) + β with the mean μ and the population variance σ² of each row; has the
 * shape and dtype of @x. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Ba et al., "Layer Normalization", arXiv:1607.06450, 2016.
 */
RENSA_API RensaVariable *
rensa_layer_normalization (RensaVariable *x, RensaVariable *gamma, RensaVariable *beta, double eps, GError **error)
{
  const LayerNormalization self = { .eps = eps };

  return rensa_apply3 (&rensa_layer_normalization_class, &self, x, gamma, beta, error);
}
