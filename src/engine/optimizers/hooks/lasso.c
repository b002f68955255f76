/* lasso.c: an L1 penalty.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "lasso.py.inc"
#include "rensa-optimizer-hooks-kernels.h"
#include "rensa-optimizer.h"
#include "rensa-primitives.h"

typedef struct
{
  double rate;
} Lasso;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Lasso, rate, .required = TRUE, .initial = 1e-4, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Rate")),
};

/* kernel: lasso (grad, param; rate) -> new_grad */
KERNEL real
lasso (real grad, real param, real rate)
{
  return grad + rate * k_sign (param);
}
/* end kernel */

static gboolean
call (gconstpointer values, RensaUpdate *update, GError **error)
{
  const Lasso *self = values;
  RensaArray *const inputs[] = { update->grad, update->param };
  RensaArray *outputs[] = { update->grad };

  return rensa_map (RENSA_KERNEL_LASSO, inputs, outputs, &self->rate, error);
}

const RensaOptimizerHookClass rensa_lasso_hook_class = {
  .name = "Lasso",
  .title = N_ ("Lasso"),
  .summary = N_ ("Shrinks parameters toward zero, small ones to exactly zero"),
  .words = N_ ("l1;regularization;regularisation;sparse"),
  .formula = "g ← g + rate sign(p)",
  .reference = "Tibshirani, Regression Shrinkage and Selection via the Lasso, JRSS B 58, 1996",
  RENSA_ATTRS (Lasso, attrs),
  .call = call,
  RENSA_FORMS ({ "chainer", "chainer.optimizer_hooks.Lasso({rate})" }, { "torch", "pull_to_zero({optimizer}, {rate})" },
               { "torch_class", torch_class }),
};
