/* sgd.c: plain stochastic gradient descent.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-optimizer.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-primitives.h"
#include "sgd.py.inc"

typedef struct
{
  double lr;
} Sgd;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Sgd, lr, .initial = 0.01, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Learning Rate")),
};

/* kernel: sgd_update (param, grad; lr) -> new_param */
KERNEL real
sgd_update (real param, real grad, real lr)
{
  return param - lr * grad;
}
/* end kernel */

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  const Sgd *self = values;
  RensaArray *const inputs[] = { update->param, update->grad };
  RensaArray *outputs[] = { update->param };

  return rensa_map (RENSA_KERNEL_SGD_UPDATE, inputs, outputs, &self->lr, error);
}

const RensaOptimizerClass rensa_sgd_optimizer_class = {
  .name = "SGD",
  .title = N_ ("Stochastic Gradient Descent"),
  .summary = N_ ("Updates parameters in the direction opposite to the gradient"),
  .words = N_ ("gradient descent;stochastic"),
  .formula = "p ← p − lr g",
  .reference = "Robbins and Monro, A Stochastic Approximation Method, 1951",
  RENSA_ATTRS (Sgd, attrs),
  .update = update,
  RENSA_FORMS ({ "chainer", "optimizers.SGD(lr={lr})" }, { "torch", "SGD({parameters}, lr={lr:always})" },
               { "torch_class", torch_class }),
};
