/* fixed_decorrelated_batch_normalization.c: whitening with given statistics.
 * SPDX-License-Identifier: MIT */

#include "rensa-composed-forward-private.h"
#include "rensa-functions.h"
#include "rensa-whitening-private.h"

typedef struct
{
  gint64 groups;
} FixedDecorrelatedBatchNormalization;

enum
{
  X,
  MEAN,
  PROJECTION,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (FixedDecorrelatedBatchNormalization, groups, .initial = 16, .min = 1, .max = G_MAXINT32,
                  .title = N_ ("Groups"), .hint = N_ ("Number of equal groups into which the channels are divided")),
};

static const RensaSample samples[] = {
  { "groups=1", "[[1, 2], [3, -1]]; [[1, 0]]; [[[1, 0.5], [0, 2]]]", "[[1, 4], [1.5, -2]]" },
  { "groups=2", "[[[1, 2], [0, -1]]]; [[1], [-1]]; [[[2]], [[-3]]]", "[[[0, 2], [-3, 0]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const FixedDecorrelatedBatchNormalization *self = rensa_inference_get_attrs (inference);

  if (!rensa_expect_whitening (inference, self->groups, MEAN, PROJECTION, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, X));
  return TRUE;
}

static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const FixedDecorrelatedBatchNormalization *self = values;
  const RensaType type = rensa_variable_get_type (inputs[X]);
  const RensaShape mean_shape = RENSA_SHAPE (self->groups, type.shape.dims[1] / self->groups, 1);
  g_autoptr (RensaVariable) vectors = rensa_whitening_arrange_variable (inputs[X], self->groups, error);
  g_autoptr (RensaVariable) mean = rensa_reshape (inputs[MEAN], &mean_shape, error);
  g_autoptr (RensaVariable) centred = rensa_subtract (vectors, mean, error);
  g_autoptr (RensaVariable) whitened = rensa_matmul (inputs[PROJECTION], centred, FALSE, FALSE, error);

  outputs[0] = rensa_whitening_restore_variable (whitened, &type.shape, error);
  return outputs[0] != NULL;
}

static const RensaComposition composition = {
  .compose = compose,
  .attrs_size = sizeof (FixedDecorrelatedBatchNormalization),
};

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_composed (call, &composition, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  return rensa_backward_composed (backward, &composition, error);
}

const RensaFunctionClass rensa_fixed_decorrelated_batch_normalization_class = {
  .name = "fixed_decorrelated_batch_normalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Fixed Decorrelated Batch Normalization"),
  .summary = N_ ("Whitening with given statistics, as used for prediction"),
  .formula = "y = projection (x - mean)",
  .reference = "Huang et al., \"Decorrelated Batch Normalization\", CVPR 2018",
  .label = "FixedDecorrelatedBatchNormalization",
  .inputs = RENSA_INPUTS ("x", "mean", "projection"),
  .n_outputs = 1,
  RENSA_ATTRS (FixedDecorrelatedBatchNormalization, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.fixed_decorrelated_batch_normalization({x}, {mean}, {projection}, groups={groups})" }),
};

/**
 * rensa_fixed_decorrelated_batch_normalization:
 * @x: shape (N, C, …)
 * @mean: shape (groups, C / groups)
 * @projection: shape (groups, C / groups, C / groups)
 * @groups: number of equal groups into which the channels are divided (Chainer's default: 16)
 *
 * y = projection (x - mean) for each group of channels; has the shape and dtype of @x. Chainer's
 * gradients of @mean and @projection are wrong; the gradients here are the derivatives.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Huang et al., "Decorrelated Batch Normalization", CVPR 2018.
 */
RENSA_API RensaVariable *
rensa_fixed_decorrelated_batch_normalization (RensaVariable *x, RensaVariable *mean, RensaVariable *projection,
                                              gint64 groups, GError **error)
{
  const FixedDecorrelatedBatchNormalization self = { .groups = groups };

  return rensa_apply3 (&rensa_fixed_decorrelated_batch_normalization_class, &self, x, mean, projection, error);
}
