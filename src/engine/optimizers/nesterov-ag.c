/* nesterov-ag.c: momentum that uses the gradient at the anticipated position.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "nesterov-ag.py.inc"
#include "rensa-optimizer.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-primitives.h"

typedef struct
{
  double lr;
  double momentum;
} NesterovAg;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (NesterovAg, lr, .initial = 0.01, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Learning Rate")),
  RENSA_ATTR_FLOAT (NesterovAg, momentum, .initial = 0.9, .min = 0, .max = 1, .title = N_ ("Momentum"),
                    .hint = N_ ("Fraction of the previous update that is added to the current one")),
};

static const char *const states[] = { "v", NULL };

/* Chainer's reference results, computed by its CPU loops, use the new velocity; Bengio et al. use
 * the old one. */
/* kernel: nesterov_ag_update (param, grad, v; lr, momentum, ahead, here) -> (new_param, new_v) */
KERNEL void
nesterov_ag_update (real param, real grad, real v, real lr, real momentum, real ahead, real here, real *new_param,
                    real *new_v)
{
  const real velocity = momentum * v - lr * grad;

  *new_v = velocity;
  *new_param = param + ahead * velocity - here * grad;
}
/* end kernel */

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  const NesterovAg *self = values;
  RensaArray *const inputs[] = { update->param, update->grad, update->states[0] };
  RensaArray *outputs[] = { update->param, update->states[0] };
  const double params[] = { self->lr, self->momentum, self->momentum * self->momentum,
                            (1 + self->momentum) * self->lr };

  return rensa_map (RENSA_KERNEL_NESTEROV_AG_UPDATE, inputs, outputs, params, error);
}

const RensaOptimizerClass rensa_nesterov_ag_optimizer_class = {
  .name = "NesterovAG",
  .title = N_ ("Nesterov"),
  .summary = N_ ("Momentum that uses the gradient at the anticipated position"),
  .words = N_ ("accelerated gradient;momentum;sgd"),
  .formula = "v ← momentum v − lr g,  p ← p + momentum² v − (1 + momentum) lr g",
  .reference =
      "Nesterov, A method of solving a convex programming problem with convergence rate O(1/k²), 1983; Bengio, "
      "Boulanger-Lewandowski and Pascanu, Advances in Optimizing Recurrent Networks, ICASSP 2013",
  RENSA_ATTRS (NesterovAg, attrs),
  .states = states,
  .update = update,
  RENSA_FORMS ({ "chainer", "optimizers.NesterovAG(lr={lr}, momentum={momentum})" },
               { "torch", "NesterovAG({parameters}, lr={lr:always}, momentum={momentum:always})" },
               { "torch_class", torch_class }),
};
