/* max.c: maximum over axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-extremum-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[1, -2], [7, 4.5]]", "7" },
  { "axis=0", "[[1, -2], [7, 4.5]]", "[7, 4.5]" },
  { "axis=1, keepdims=True", "[[1, -2], [7, 4.5]]", "[[1], [7]]" },
};

static const RensaReduction reduction = RENSA_REDUCE_MAX;

const RensaFunctionClass rensa_max_class = {
  .name = "max",
  .group = &rensa_math_group,
  .title = N_ ("Maximum Over Axes"),
  .summary = N_ ("The largest element over some or all axes"),
  .formula = "y = max x",
  .label = "Max",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaOverAxes, rensa_extremum_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_extremum_infer,
  .forward = rensa_extremum_forward,
  .backward = rensa_extremum_backward,
  .rule = &reduction,
  RENSA_FORMS ({ "chainer", "F.max({x}, axis={axis}, keepdims={keepdims})" },
               { "torch", "torch.amax({x}, dim={axis}, keepdim={keepdims})" },
               { "onnx", "ReduceMax (x, axes=axes (axis, ndim (x)), keepdims=keepdims)" }),
};

/**
 * rensa_max:
 * @axis: (nullable): the axes to search; NULL for all of them
 * @keepdims: keep these axes with extent 1
 *
 * Returns the largest element over the axes, NaN if there is one; each of several equal ones
 * receives the whole gradient. RENSA_ERROR_TYPE_CHECK if an axis is out of range or there are no
 * elements.
 */
RENSA_API RensaVariable *
rensa_max (RensaVariable *x, const RensaInts *axis, gboolean keepdims, GError **error)
{
  const RensaOverAxes self = { .axis = rensa_ints_or_none (axis), .keepdims = keepdims };

  return rensa_apply1 (&rensa_max_class, &self, x, error);
}
