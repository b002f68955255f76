/* sign.c: the sign.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[1.7, -1.7, 0]", "[1, -1, 0]" },
  { "", "[[-0.5]]", "[[-1]]" },
};

/* kernel: sign_forward (x) -> y */
KERNEL real
sign_forward (real x)
{
  return k_sign (x);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_forward_map (call, RENSA_KERNEL_SIGN_FORWARD, NULL, error);
}

const RensaFunctionClass rensa_sign_class = {
  .name = "sign",
  .group = &rensa_math_group,
  .title = N_ ("Sign"),
  .summary = N_ ("-1, 0, or 1 for negative, zero, and positive elements"),
  .formula = "y = sign(x)",
  .label = "sign",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  RENSA_FORMS ({ "chainer", "F.sign({x})" }, { "torch", "torch.sign({x})" }, { "onnx", "Sign (x)" }),
};

/**
 * rensa_sign:
 *
 * y = -1 where x < 0, 0 if x = 0, 1 where x > 0, elementwise, for any shape and floating dtype; no
 * gradient is propagated. NaN for NaN.
 */
RENSA_API RensaVariable *
rensa_sign (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_sign_class, NULL, x, error);
}
