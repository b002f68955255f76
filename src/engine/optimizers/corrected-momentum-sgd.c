/* corrected-momentum-sgd.c: momentum whose velocity does not include the learning rate.
 * SPDX-License-Identifier: MIT */

#include "corrected-momentum-sgd.py.inc"
#include "k.h"
#include "rensa-optimizer.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-primitives.h"

typedef struct
{
  double lr;
  double momentum;
} CorrectedMomentumSgd;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (CorrectedMomentumSgd, lr, .initial = 0.01, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Learning Rate")),
  RENSA_ATTR_FLOAT (CorrectedMomentumSgd, momentum, .initial = 0.9, .min = 0, .max = 1, .title = N_ ("Momentum"),
                    .hint = N_ ("Fraction of the previous update that is added to the current one")),
};

static const char *const states[] = { "v", NULL };

/* kernel: corrected_momentum_sgd_update (param, grad, v; lr, momentum) -> (new_param, new_v) */
KERNEL void
corrected_momentum_sgd_update (real param, real grad, real v, real lr, real momentum, real *new_param, real *new_v)
{
  const real velocity = momentum * v - grad;

  *new_v = velocity;
  *new_param = param + lr * velocity;
}
/* end kernel */

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  const CorrectedMomentumSgd *self = values;
  RensaArray *const inputs[] = { update->param, update->grad, update->states[0] };
  RensaArray *outputs[] = { update->param, update->states[0] };
  const double params[] = { self->lr, self->momentum };

  return rensa_map (RENSA_KERNEL_CORRECTED_MOMENTUM_SGD_UPDATE, inputs, outputs, params, error);
}

const RensaOptimizerClass rensa_corrected_momentum_sgd_optimizer_class = {
  .name = "CorrectedMomentumSGD",
  .title = N_ ("Corrected Momentum"),
  .summary = N_ ("Momentum that adapts to learning rate changes immediately"),
  .words = N_ ("heavy ball;gradient descent;sgd"),
  .formula = "v ← momentum v − g,  p ← p + lr v",
  .reference = "Polyak, Some methods of speeding up the convergence of iteration methods, 1964",
  RENSA_ATTRS (CorrectedMomentumSgd, attrs),
  .states = states,
  .update = update,
  RENSA_FORMS ({ "chainer", "optimizers.CorrectedMomentumSGD(lr={lr}, momentum={momentum})" },
               { "torch", "CorrectedMomentumSGD({parameters}, lr={lr:always}, momentum={momentum:always})" },
               { "torch_class", torch_class }),
};
