/* instance_norm.c: normalization of each channel of each example.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-row-normalization-private.h"

typedef struct
{
  double eps;
} InstanceNorm;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (InstanceNorm, eps, .initial = 1e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variance to prevent division by zero")),
};

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "eps=1", "[[[1, 2, 4], [0, -1, 3]]]; [2, -1]; [0.5, 1]",
    "[[[-1.1681153124565981, 0.082971171885850475, 2.5851441405707476], [1.3380617018914066, 1.8451542547285166, "
    "-0.18321595661992321]]]" },
  { "eps=1", "[[[1, 2, 4], [0, -1, 3]]]",
    "[[[-0.83405765622829905, -0.20851441405707476, 1.0425720702853738], [-0.33806170189140663, "
    "-0.84515425472851658, 1.1832159566199232]]]" },
};

static RensaRowNormalization
get_normalization (gconstpointer values, const RensaShape *x)
{
  const InstanceNorm *self = values;
  gint64 rest = 1;

  for (int axis = 2; axis < x->ndim; axis++)
    rest *= x->dims[axis];

  return (RensaRowNormalization){
    .shape = RENSA_SHAPE (x->dims[0], x->dims[1], 1, rest),
    .centred = TRUE,
    .eps = self->eps,
  };
}

static const RensaRowRule rule = { get_normalization };

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, >=, 3, error)
      || !rensa_expect_row_factors (inference, x->shape.dims[1], error))
    return FALSE;

  rensa_inference_set_output (inference, 0, x);
  return TRUE;
}

const RensaFunctionClass rensa_instance_norm_class = {
  .name = "instance_norm",
  .group = &rensa_normalization_group,
  .title = N_ ("Instance Normalization"),
  .summary = N_ ("Normalizes each channel of each example to mean 0 and variance 1, then scales and shifts it"),
  .formula = "y = γ (x - μ) / √(σ² + ε) + β",
  .reference =
      "Ulyanov et al., \"Instance Normalization: The Missing Ingredient for Fast Stylization\", arXiv:1607.08022, 2016",
  .inputs = RENSA_INPUTS ("x", "gamma?", "beta?"),
  .n_outputs = 1,
  RENSA_ATTRS (InstanceNorm, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_row_normalization_forward,
  .backward = rensa_row_normalization_backward,
  .rule = &rule,
  RENSA_FORMS ({ "torch", "F.instance_norm({x}, weight={gamma}, bias={beta}, eps={eps:always})" },
               { "onnx", "c = dim (x, 1); "
                         "InstanceNormalization (x, given (gamma) ? gamma : numbers (spread (1, c), dtype (x)), "
                         "given (beta) ? beta : numbers (spread (0, c), dtype (x)), epsilon=eps)" }),
};

/**
 * rensa_instance_norm:
 * @x: shape (N, C, …)
 * @gamma: (nullable): shape (C,); NULL means 1
 * @beta: (nullable): shape (C,); NULL means 0
 * @eps: added to the variance (PyTorch's default: 1e-5)
 *
 * y = γ (x - μ) / √(σ² + ε) + β with the mean μ and the population variance σ² of each channel of
 * each example; has the shape and dtype of @x. Chainer has no such function. RENSA_ERROR_TYPE_CHECK
 * if shapes or dtypes do not fit.
 *
 * Ulyanov et al., "Instance Normalization: The Missing Ingredient for Fast Stylization", arXiv:1607.08022, 2016.
 */
RENSA_API RensaVariable *
rensa_instance_norm (RensaVariable *x, RensaVariable *gamma, RensaVariable *beta, double eps, GError **error)
{
  const InstanceNorm self = { .eps = eps };

  return rensa_apply3 (&rensa_instance_norm_class, &self, x, gamma, beta, error);
}
