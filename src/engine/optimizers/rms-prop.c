/* rms-prop.c: steps divided by the running root mean square of the gradient.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-optimizer.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-primitives.h"
#include "rms-prop.py.inc"

typedef struct
{
  double lr;
  double alpha;
  double eps;
  gboolean eps_inside_sqrt;
} RmsProp;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (RmsProp, lr, .initial = 0.01, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Learning Rate")),
  RENSA_ATTR_FLOAT (RmsProp, alpha, .initial = 0.99, .min = 0, .max = 1, .title = N_ ("Decay"),
                    .hint = N_ ("Decay rate of the running mean of squared gradients")),
  RENSA_ATTR_FLOAT (RmsProp, eps, .initial = 1e-8, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Epsilon"),
                    .hint = N_ ("Prevents division by zero")),
  RENSA_ATTR_BOOL (RmsProp, eps_inside_sqrt, .initial = FALSE, .title = N_ ("Epsilon Inside the Root")),
};

static const char *const states[] = { "ms", NULL };

/* One of the epsilons, inner or outer, is zero. */
/* kernel: rms_prop_update (param, grad, ms; lr, share, inner, outer) -> (new_param, new_ms) */
KERNEL void
rms_prop_update (real param, real grad, real ms, real lr, real share, real inner, real outer, real *new_param,
                 real *new_ms)
{
  const real squares = ms + share * (grad * grad - ms);

  *new_ms = squares;
  *new_param = param - lr * grad / (k_sqrt (squares + inner) + outer);
}
/* end kernel */

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  const RmsProp *self = values;
  RensaArray *const inputs[] = { update->param, update->grad, update->states[0] };
  RensaArray *outputs[] = { update->param, update->states[0] };
  const double inner = self->eps_inside_sqrt ? self->eps : 0;
  const double params[] = { self->lr, 1 - self->alpha, inner, self->eps - inner };

  return rensa_map (RENSA_KERNEL_RMS_PROP_UPDATE, inputs, outputs, params, error);
}

const RensaOptimizerClass rensa_rms_prop_optimizer_class = {
  .name = "RMSprop",
  .title = N_ ("RMSprop"),
  .summary = N_ ("Divides updates by the running root mean square of the gradient"),
  .words = N_ ("adaptive;root mean square"),
  .formula = "ms ← α ms + (1−α)g²,  p ← p − lr g / (√ms + ε)",
  .reference = "Tieleman and Hinton, Neural Networks for Machine Learning, lecture 6.5, 2012",
  RENSA_ATTRS (RmsProp, attrs),
  .states = states,
  .update = update,
  RENSA_FORMS (
      { "chainer", "optimizers.RMSprop(lr={lr}, alpha={alpha}, eps={eps}, eps_inside_sqrt={eps_inside_sqrt})" },
      { "torch",
        "RMSprop({parameters}, lr={lr:always}, alpha={alpha:always}, eps={eps:always}, eps_inside_sqrt={eps_inside_sqrt})" },
      { "torch_class", torch_class }),
};
