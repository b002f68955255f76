/* floor.c: rounding down.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[1.2, -1.2, 3]", "[1, -2, 3]" },
  { "", "[[-0.5]]", "[[-1]]" },
};

/* kernel: floor_forward (x) -> y */
KERNEL real
floor_forward (real x)
{
  return k_floor (x);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_map (call, RENSA_KERNEL_FLOOR_FORWARD, NULL, error);
}

const RensaFunctionClass rensa_floor_class = {
  .name = "floor",
  .group = &rensa_math_group,
  .title = N_ ("Floor"),
  .summary = N_ ("Rounds each element down to an integer"),
  .formula = "y = ⌊x⌋",
  .label = "floor",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  RENSA_FORMS ({ "chainer", "F.floor({x})" }, { "torch", "torch.floor({x})" }, { "onnx", "Floor (x)" }),
};

/**
 * rensa_floor:
 *
 * y = ⌊x⌋, elementwise, for any shape and floating dtype; no gradient is propagated.
 */
RENSA_API RensaVariable *
rensa_floor (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_floor_class, NULL, x, error);
}
