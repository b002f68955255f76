/* mean.c: alias of average.
 * SPDX-License-Identifier: MIT */

#include "rensa-average-private.h"
#include "rensa-axes-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 6]]", "3" },
  { "axis=(0,)", "[[1, 2, 3], [3, 6, 8]]; [1, 3]", "[2.5, 5, 6.75]" },
  { "axis=-1, keepdims=True", "[[1, 2, 3], [3, 6, 9]]", "[[2], [6]]" },
};

const RensaFunctionClass rensa_mean_class = {
  .name = "mean",
  .group = &rensa_math_group,
  .title = N_ ("Mean"),
  .summary = N_ ("Mean over some or all axes, optionally weighted"),
  .formula = "y = Σ w x / Σ w",
  .label = "Mean",
  .inputs = RENSA_INPUTS ("x", "weights?"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaAverage, rensa_average_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_average_infer,
  .forward = rensa_average_forward,
  .backward = rensa_average_backward,
  RENSA_FORMS ({ "chainer", "F.mean({x}, axis={axis}, weights={weights}, keepdims={keepdims})" },
               { "torch", "torch.mean({x}, dim={axis:always}, keepdim={keepdims})" },
               { "torch_more", "average({x}, axis={axis}, weights={weights}, keepdims={keepdims})" },
               { "torch_class", rensa_average_torch_class },
               { "onnx", "a = axes (axis, ndim (x)); "
                         "w = given (weights) ? ndim (weights) == ndim (x) ? weights : Reshape (weights, keep "
                         "(shape (x), a)) : none; "
                         "given (weights) ? ReduceSum (x * w, a, keepdims=keepdims) / ReduceSum (w, a, "
                         "keepdims=keepdims) : count (a) == 0 ? x : ReduceMean (x, axes=a, keepdims=keepdims)" }),
};

/**
 * rensa_mean:
 * @weights: (nullable): shape of @x along @axis
 * @axis: (nullable): the axes to average over; NULL for all of them
 * @keepdims: keep these axes with extent 1
 *
 * Alias of rensa_average ().
 */
RENSA_API RensaVariable *
rensa_mean (RensaVariable *x, RensaVariable *weights, const RensaInts *axis, gboolean keepdims, GError **error)
{
  const RensaAverage self = { .axis = rensa_ints_or_none (axis), .keepdims = keepdims };

  return rensa_apply2 (&rensa_mean_class, &self, x, weights, error);
}
