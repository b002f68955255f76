/* weight-decay.c: an L2 penalty.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-optimizer-hooks-kernels.h"
#include "rensa-optimizer.h"
#include "rensa-primitives.h"
#include "weight-decay.py.inc"

typedef struct
{
  double rate;
} WeightDecay;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (WeightDecay, rate, .required = TRUE, .initial = 1e-4, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Rate")),
};

/* kernel: weight_decay (grad, param; rate) -> new_grad */
KERNEL real
weight_decay (real grad, real param, real rate)
{
  return grad + rate * param;
}
/* end kernel */

static gboolean
call (gconstpointer values, RensaUpdate *update, GError **error)
{
  const WeightDecay *self = values;
  RensaArray *const inputs[] = { update->grad, update->param };
  RensaArray *outputs[] = { update->grad };

  return rensa_map (RENSA_KERNEL_WEIGHT_DECAY, inputs, outputs, &self->rate, error);
}

const RensaOptimizerHookClass rensa_weight_decay_hook_class = {
  .name = "WeightDecay",
  .title = N_ ("Weight Decay"),
  .summary = N_ ("Shrinks parameters toward zero"),
  .words = N_ ("l2;regularization;regularisation;ridge"),
  .formula = "g ← g + rate p",
  RENSA_ATTRS (WeightDecay, attrs),
  .call = call,
  RENSA_FORMS ({ "chainer", "chainer.optimizer_hooks.WeightDecay({rate})" },
               { "torch", "decay_weights({optimizer}, {rate})" }, { "torch_class", torch_class }),
};
