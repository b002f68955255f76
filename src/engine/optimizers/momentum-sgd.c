/* momentum-sgd.c: gradient descent with momentum.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "momentum-sgd.py.inc"
#include "rensa-optimizer.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-primitives.h"

typedef struct
{
  double lr;
  double momentum;
} MomentumSgd;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (MomentumSgd, lr, .initial = 0.01, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Learning Rate")),
  RENSA_ATTR_FLOAT (MomentumSgd, momentum, .initial = 0.9, .min = 0, .max = 1, .title = N_ ("Momentum"),
                    .hint = N_ ("Fraction of the previous update that is added to the current one")),
};

static const char *const states[] = { "v", NULL };

/* kernel: momentum_sgd_update (param, grad, v; lr, momentum) -> (new_param, new_v) */
KERNEL void
momentum_sgd_update (real param, real grad, real v, real lr, real momentum, real *new_param, real *new_v)
{
  const real step = momentum * v - lr * grad;

  *new_v = step;
  *new_param = param + step;
}
/* end kernel */

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  const MomentumSgd *self = values;
  RensaArray *const inputs[] = { update->param, update->grad, update->states[0] };
  RensaArray *outputs[] = { update->param, update->states[0] };
  const double params[] = { self->lr, self->momentum };

  return rensa_map (RENSA_KERNEL_MOMENTUM_SGD_UPDATE, inputs, outputs, params, error);
}

const RensaOptimizerClass rensa_momentum_sgd_optimizer_class = {
  .name = "MomentumSGD",
  .title = N_ ("Momentum"),
  .summary = N_ ("Updates parameters while keeping part of the previous direction"),
  .words = N_ ("heavy ball;gradient descent"),
  .formula = "v ← momentum v − lr g,  p ← p + v",
  .reference = "Polyak, Some methods of speeding up the convergence of iteration methods, 1964",
  RENSA_ATTRS (MomentumSgd, attrs),
  .states = states,
  .update = update,
  RENSA_FORMS ({ "chainer", "optimizers.MomentumSGD(lr={lr}, momentum={momentum})" },
               { "torch", "MomentumSGD({parameters}, lr={lr:always}, momentum={momentum:always})" },
               { "torch_class", torch_class }),
};
