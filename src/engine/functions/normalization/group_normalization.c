/* group_normalization.c: normalization of groups of channels.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-row-normalization-private.h"

typedef struct
{
  gint64 groups;
  double eps;
} GroupNormalization;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (GroupNormalization, groups, .required = TRUE, .min = 1, .max = G_MAXINT32, .title = N_ ("Groups"),
                  .hint = N_ ("Number of equal groups into which the channels are divided")),
  RENSA_ATTR_FLOAT (GroupNormalization, eps, .initial = 1e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variance to prevent division by zero")),
};

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "groups=2, eps=1", "[[1, 2, 4, 0], [-1, 0, 0.5, 2]]; [1, 2, -0.5, 1]; [0.5, 0, 1, -1]",
    "[[0.052786404500042061, 0.89442719099991588, 0.55278640450004206, -1.8944271909999159], [0.052786404500042061, "
    "0.89442719099991588, 1.3, -0.4]]" },
  { "groups=1, eps=1", "[[[1, 2], [4, 0]]]; [1, 2]; [0, -1]",
    "[[[-0.42008402520840294, 0.14002800840280098], [1.5205041512504176, -2.9603921176392137]]]" },
};

static RensaRowNormalization
get_normalization (gconstpointer values, const RensaShape *x)
{
  const GroupNormalization *self = values;
  gint64 rest = 1;

  for (int axis = 2; axis < x->ndim; axis++)
    rest *= x->dims[axis];

  return (RensaRowNormalization){
    .shape = RENSA_SHAPE (x->dims[0], self->groups, x->dims[1] / self->groups, rest),
    .centred = TRUE,
    .eps = self->eps,
  };
}

static const RensaRowRule rule = { get_normalization };

static gboolean
infer (RensaInference *inference, GError **error)
{
  const GroupNormalization *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const gint64 groups = self->groups;

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, >=, 2, error)
      || !RENSA_EXPECT (inference, groups, >=, 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[1] % groups, ==, 0, error)
      || !rensa_expect_row_factors (inference, x->shape.dims[1], error))
    return FALSE;

  rensa_inference_set_output (inference, 0, x);
  return TRUE;
}

const RensaFunctionClass rensa_group_normalization_class = {
  .name = "group_normalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Group Normalization"),
  .summary = N_ (
      "Normalizes each group of channels of an example to mean 0 and variance 1, then scales and shifts each channel"),
  .formula = "y = γ (x - μ) / √(σ² + ε) + β",
  .reference = "Wu and He, \"Group Normalization\", ECCV 2018",
  .label = "GroupNormalization",
  .inputs = RENSA_INPUTS ("x", "gamma", "beta"),
  .n_outputs = 1,
  RENSA_ATTRS (GroupNormalization, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_row_normalization_forward,
  .backward = rensa_row_normalization_backward,
  .rule = &rule,
  RENSA_FORMS ({ "chainer", "F.group_normalization({x}, {groups}, {gamma}, {beta}, eps={eps})" },
               { "torch", "F.group_norm({x}, {groups}, {gamma}, {beta}, eps={eps:always})" },
               { "onnx", "s = [-1, spread (1, ndim (x) - 2)]; "
                         "t = InstanceNormalization (Reshape (x, [0, groups, -1]), numbers (spread (1, groups), "
                         "dtype (x)), numbers (spread (0, groups), dtype (x)), epsilon=eps); "
                         "Reshape (t, [0, slice (shape (x), 1, ndim (x))]) * Reshape (gamma, s) + Reshape (beta, s)" }),
};

/**
 * rensa_group_normalization:
 * @x: shape (N, C, …)
 * @groups: number of equal groups into which the channels are divided
 * @gamma: shape (C,)
 * @beta: shape (C,)
 * @eps: added to the variance (Chainer's default: 1e-5)
 *
 * y = γ (x - μ) / √(σ² + ε) + β with the mean μ and the population variance σ² of each group of C /
 * groups channels of each example; has the shape and dtype of @x. RENSA_ERROR_TYPE_CHECK if shapes
 * or dtypes do not fit.
 *
 * Wu and He, "Group Normalization", ECCV 2018.
 */
RENSA_API RensaVariable *
rensa_group_normalization (RensaVariable *x, gint64 groups, RensaVariable *gamma, RensaVariable *beta, double eps,
                           GError **error)
{
  const GroupNormalization self = { .groups = groups, .eps = eps };

  return rensa_apply3 (&rensa_group_normalization_class, &self, x, gamma, beta, error);
}
