/* ada-grad.c: steps divided by the root of the sum of all squared gradients so far.
 * SPDX-License-Identifier: MIT */

#include "ada-grad.py.inc"
#include "k.h"
#include "rensa-optimizer.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-primitives.h"

typedef struct
{
  double lr;
  double eps;
} AdaGrad;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (AdaGrad, lr, .initial = 0.001, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Learning Rate")),
  RENSA_ATTR_FLOAT (AdaGrad, eps, .initial = 1e-8, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Epsilon"),
                    .hint = N_ ("Prevents division by zero")),
};

static const char *const states[] = { "h", NULL };

/* kernel: ada_grad_update (param, grad, h; lr, eps) -> (new_param, new_h) */
KERNEL void
ada_grad_update (real param, real grad, real h, real lr, real eps, real *new_param, real *new_h)
{
  const real sum = h + grad * grad;

  *new_h = sum;
  *new_param = param - lr * grad / (k_sqrt (sum) + eps);
}
/* end kernel */

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  const AdaGrad *self = values;
  RensaArray *const inputs[] = { update->param, update->grad, update->states[0] };
  RensaArray *outputs[] = { update->param, update->states[0] };
  const double params[] = { self->lr, self->eps };

  return rensa_map (RENSA_KERNEL_ADA_GRAD_UPDATE, inputs, outputs, params, error);
}

const RensaOptimizerClass rensa_ada_grad_optimizer_class = {
  .name = "AdaGrad",
  .title = N_ ("AdaGrad"),
  .summary = N_ ("Divides updates by the root of the sum of all squared gradients so far"),
  .words = N_ ("adaptive;sparse"),
  .formula = "h ← h + g²,  p ← p − lr g / (√h + ε)",
  .reference =
      "Duchi, Hazan and Singer, Adaptive Subgradient Methods for Online Learning and Stochastic Optimization, JMLR 2011",
  RENSA_ATTRS (AdaGrad, attrs),
  .states = states,
  .update = update,
  RENSA_FORMS ({ "chainer", "optimizers.AdaGrad(lr={lr}, eps={eps})" },
               { "torch", "AdaGrad({parameters}, lr={lr:always}, eps={eps:always})" }, { "torch_class", torch_class }),
};
