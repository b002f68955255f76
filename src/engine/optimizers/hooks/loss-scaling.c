/* loss-scaling.c: prevents underflow of small half-precision gradients.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-optimizer.h"
#include "rensa-optimizer-hooks-kernels.h"

typedef struct
{
  gint64 interval;
  double scale;
} LossScaling;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (LossScaling, interval, .initial = 1000, .min = 1, .max = G_MAXDOUBLE, .unit = N_ ("iterations"),
                  .title = N_ ("Interval"), .hint = N_ ("Number of iterations after which the dynamic factor doubles")),
  RENSA_ATTR_FLOAT (LossScaling, scale, .none = TRUE, .allow_none = TRUE, .min = G_MINDOUBLE, .max = G_MAXDOUBLE,
                    .title = N_ ("Factor"),
                    .hint = N_ ("None adapts the factor to the gradients and reduces it on "
                                "overflow")),
};

/* kernel: unscale_grad (grad; scale) -> new_grad */
KERNEL real
unscale_grad (real grad, real scale)
{
  return grad / scale;
}
/* end kernel */

static gboolean
configure (gconstpointer values, RensaOptimizer *optimizer, GError **error)
{
  const LossScaling *self = values;

  return rensa_optimizer_set_loss_scaling (optimizer, self->interval, self->scale, error);
}

const RensaOptimizerHookClass rensa_loss_scaling_hook_class = {
  .name = "LossScaling",
  .title = N_ ("Loss Scaling"),
  .summary = N_ ("Multiplies the loss by a factor and divides the gradients by it, so that small gradients do not "
                 "underflow in float16"),
  .words = N_ ("float16;half precision;mixed precision;underflow;overflow;amp"),
  .formula = "g ← ∂(s L)/∂p / s",
  .reference = "Micikevicius et al., Mixed Precision Training, ICLR 2018",
  RENSA_ATTRS (LossScaling, attrs),
  .configure = configure,
  RENSA_FORMS ({ "chainer", "optimizer.loss_scaling({interval}, {scale})" }),
};
