/* max.c: the largest element over axes; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-extremum-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[1, -2], [7, 4.5]]", "7" },
  { "axis=0", "[[1, -2], [7, 4.5]]", "[7, 4.5]" },
  { "axis=1, keepdims=True", "[[1, -2], [7, 4.5]]", "[[1], [7]]" },
};

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_extremum_forward (call, RENSA_REDUCE_MAX, error);
}

const RensaFunctionClass rensa_max_class = {
  .name = "max",
  .group = RENSA_GROUP_MATH,
  .title = N_ ("Maximum over Axes"),
  .summary = N_ ("The largest element over some or all axes"),
  .formula = "y = max x",
  .label = "Max",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaExtremum, rensa_extremum_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_extremum_infer,
  .forward = forward,
  .backward = rensa_extremum_backward,
  .chainer = "F.max({x}, axis={axis}, keepdims={keepdims})",
  .torch = "torch.amax({x}, dim={axis}, keepdim={keepdims})",
};

/**
 * rensa_max:
 * @axis: (nullable): the axes to search; NULL for all of them
 * @keepdims: leave them in place with extent 1
 *
 * The largest element over the axes, NaN where there is one; each of several equal ones receives the whole gradient.
 * RENSA_ERROR_TYPE_CHECK where an axis is out of range or there is no element to choose from.
 */
RENSA_API RensaVariable *
rensa_max (RensaVariable *x, const RensaInts *axis, gboolean keepdims, GError **error)
{
  const RensaExtremum self = { .axis = rensa_ints_or_none (axis), .keepdims = keepdims };

  return rensa_apply1 (&rensa_max_class, &self, x, error);
}
