/* rms_norm.c: division by the root of the mean square.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-row-normalization-private.h"

typedef struct
{
  double eps;
} RmsNorm;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (RmsNorm, eps, .initial = 1e-6, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the mean square to prevent division by zero")),
};

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "eps=1", "[[1, 2, 4], [-1, 0, 0.5]]; [1, 2, -0.5]",
    "[[0.35355339059327376, 1.414213562373095, -0.70710678118654752], [-0.84016805041680588, 0.0, "
    "-0.21004201260420147]]" },
  { "eps=0", "[3, 4]", "[0.84852813742385703, 1.131370849898476]" },
};

static RensaRowNormalization
get_normalization (gconstpointer values, const RensaShape *x)
{
  const RmsNorm *self = values;
  const int last = x->ndim - 1;
  gint64 rows = 1;

  for (int axis = 0; axis < last; axis++)
    rows *= x->dims[axis];

  return (RensaRowNormalization){
    .shape = RENSA_SHAPE (rows, 1, x->dims[last], 1),
    .centred = FALSE,
    .eps = self->eps,
  };
}

static const RensaRowRule rule = { get_normalization };

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, >=, 1, error)
      || !rensa_expect_row_factors (inference, x->shape.dims[x->shape.ndim - 1], error))
    return FALSE;

  rensa_inference_set_output (inference, 0, x);
  return TRUE;
}

const RensaFunctionClass rensa_rms_norm_class = {
  .name = "rms_norm",
  .group = &rensa_normalization_group,
  .title = N_ ("RMS Normalization"),
  .summary = N_ ("Divides by the root mean square along the last axis, then scales"),
  .formula = "y = γ x / √(mean(x²) + ε)",
  .reference = "Zhang and Sennrich, \"Root Mean Square Layer Normalization\", NeurIPS 2019",
  .inputs = RENSA_INPUTS ("x", "gamma?"),
  .n_outputs = 1,
  RENSA_ATTRS (RmsNorm, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_row_normalization_forward,
  .backward = rensa_row_normalization_backward,
  .rule = &rule,
  RENSA_FORMS ({ "torch", "F.rms_norm({x}, {x}.shape[-1:], {gamma}, eps={eps:always})" },
               { "onnx", "y = x / Sqrt (ReduceMean (x * x, axes=[-1], keepdims=1) + eps); "
                         "given (gamma) ? y * gamma : y" }),
};

/**
 * rensa_rms_norm:
 * @x: shape (…, C)
 * @gamma: (nullable): shape (C,); NULL means 1
 * @eps: added to the mean square (a usual value: 1e-6)
 *
 * y = γ x / √(mean (x²) + ε), where the mean is taken over the last axis; has the shape and dtype
 * of @x. Chainer has no such function. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Zhang and Sennrich, "Root Mean Square Layer Normalization", NeurIPS 2019.
 */
RENSA_API RensaVariable *
rensa_rms_norm (RensaVariable *x, RensaVariable *gamma, double eps, GError **error)
{
  const RmsNorm self = { .eps = eps };

  return rensa_apply2 (&rensa_rms_norm_class, &self, x, gamma, error);
}
