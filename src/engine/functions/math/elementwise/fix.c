/* fix.c: rounding toward zero.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[1.7, -1.7, 3]", "[1, -1, 3]" },
  { "", "[[-0.5]]", "[[0]]" },
};

/* kernel: fix_forward (x) -> y */
KERNEL real
fix_forward (real x)
{
  return k_trunc (x);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_map (call, RENSA_KERNEL_FIX_FORWARD, NULL, error);
}

const RensaFunctionClass rensa_fix_class = {
  .name = "fix",
  .group = &rensa_math_group,
  .title = N_ ("Round Toward Zero"),
  .summary = N_ ("Rounds each element toward zero"),
  .formula = "y = sign(x) ⌊|x|⌋",
  .label = "fix",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  RENSA_FORMS ({ "chainer", "F.fix({x})" }, { "torch", "torch.trunc({x})" }, { "onnx", "Sign (x) * Floor (Abs (x))" }),
};

/**
 * rensa_fix:
 *
 * y = x rounded toward zero, elementwise, for any shape and floating dtype; no gradient is
 * propagated.
 */
RENSA_API RensaVariable *
rensa_fix (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_fix_class, NULL, x, error);
}
