/* min.c: minimum over axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-extremum-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[1, -2], [7, 4.5]]", "-2" },
  { "axis=0", "[[1, -2], [7, 4.5]]", "[1, -2]" },
  { "axis=1, keepdims=True", "[[1, -2], [7, 4.5]]", "[[-2], [4.5]]" },
};

static const RensaReduction reduction = RENSA_REDUCE_MIN;

const RensaFunctionClass rensa_min_class = {
  .name = "min",
  .group = &rensa_math_group,
  .title = N_ ("Minimum Over Axes"),
  .summary = N_ ("The smallest element over some or all axes"),
  .formula = "y = min x",
  .label = "Min",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaOverAxes, rensa_extremum_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_extremum_infer,
  .forward = rensa_extremum_forward,
  .backward = rensa_extremum_backward,
  .rule = &reduction,
  RENSA_FORMS ({ "chainer", "F.min({x}, axis={axis}, keepdims={keepdims})" },
               { "torch", "torch.amin({x}, dim={axis}, keepdim={keepdims})" },
               { "onnx", "ReduceMin (x, axes=axes (axis, ndim (x)), keepdims=keepdims)" }),
};

/**
 * rensa_min:
 * @axis: (nullable): the axes to search; NULL for all of them
 * @keepdims: keep these axes with extent 1
 *
 * Returns the smallest element over the axes, NaN if there is one; each of several equal ones
 * receives the whole gradient. RENSA_ERROR_TYPE_CHECK if an axis is out of range or there are no
 * elements.
 */
RENSA_API RensaVariable *
rensa_min (RensaVariable *x, const RensaInts *axis, gboolean keepdims, GError **error)
{
  const RensaOverAxes self = { .axis = rensa_ints_or_none (axis), .keepdims = keepdims };

  return rensa_apply1 (&rensa_min_class, &self, x, error);
}
