/* ceil.c: rounding up.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[1.2, -1.2, 3]", "[2, -1, 3]" },
  { "", "[[-0.5]]", "[[0]]" },
};

/* kernel: ceil_forward (x) -> y */
KERNEL real
ceil_forward (real x)
{
  return k_ceil (x);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_map (call, RENSA_KERNEL_CEIL_FORWARD, NULL, error);
}

const RensaFunctionClass rensa_ceil_class = {
  .name = "ceil",
  .group = &rensa_math_group,
  .title = N_ ("Ceiling"),
  .summary = N_ ("Rounds each element up to an integer"),
  .formula = "y = ⌈x⌉",
  .label = "ceil",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  RENSA_FORMS ({ "chainer", "F.ceil({x})" }, { "torch", "torch.ceil({x})" }, { "onnx", "Ceil (x)" }),
};

/**
 * rensa_ceil:
 *
 * y = ⌈x⌉, elementwise, for any shape and floating dtype; no gradient is propagated.
 */
RENSA_API RensaVariable *
rensa_ceil (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_ceil_class, NULL, x, error);
}
