/* fp32-update.c: half-precision parameters updated in float32.
 * SPDX-License-Identifier: MIT */

#include "rensa-optimizer.h"

static gboolean
configure (gconstpointer values, RensaOptimizer *optimizer, GError **error)
{
  rensa_optimizer_use_fp32_update (optimizer);
  return TRUE;
}

const RensaOptimizerHookClass rensa_fp32_update_hook_class = {
  .name = "FP32Update",
  .title = N_ ("Float32 Updates"),
  .summary = N_ ("Updates float16 and bfloat16 parameters through float32 copies, so that small updates are not lost"),
  .words = N_ ("float16;bfloat16;half precision;mixed precision;master weights;use_fp32_update;amp"),
  .reference = "Micikevicius et al., Mixed Precision Training, ICLR 2018",
  .configure = configure,
  RENSA_FORMS ({ "chainer", "optimizer.use_fp32_update()" }, { "torch", "{optimizer}.use_fp32_update()" },
               { "torch_uses", "use_fp32_update" }),
};
