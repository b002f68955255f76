/* rms-prop-graves.c: steps divided by the running standard deviation of the gradient, with
 * momentum.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-optimizer.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-primitives.h"
#include "rms-prop-graves.py.inc"

typedef struct
{
  double lr;
  double alpha;
  double momentum;
  double eps;
} RmsPropGraves;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (RmsPropGraves, lr, .initial = 0.0001, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Learning Rate")),
  RENSA_ATTR_FLOAT (RmsPropGraves, alpha, .initial = 0.95, .min = 0, .max = 1, .title = N_ ("Decay"),
                    .hint = N_ ("Decay rate of the running means of gradients and their squares")),
  RENSA_ATTR_FLOAT (RmsPropGraves, momentum, .initial = 0.9, .min = 0, .max = 1, .title = N_ ("Momentum"),
                    .hint = N_ ("Fraction of the previous update that is added to the current one")),
  RENSA_ATTR_FLOAT (RmsPropGraves, eps, .initial = 0.0001, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Epsilon"),
                    .hint = N_ ("Prevents division by zero")),
};

static const char *const states[] = { "n", "g", "delta", NULL };

/* kernel: rms_prop_graves_update (param, grad, n, g, delta; lr, share, momentum, eps)
 *         -> (new_param, new_n, new_g, new_delta) */
KERNEL void
rms_prop_graves_update (real param, real grad, real n, real g, real delta, real lr, real share, real momentum, real eps,
                        real *new_param, real *new_n, real *new_g, real *new_delta)
{
  const real squares = n + share * (grad * grad - n);
  const real mean = g + share * (grad - g);
  const real step = momentum * delta - lr * grad / k_sqrt (squares - mean * mean + eps);

  *new_n = squares;
  *new_g = mean;
  *new_delta = step;
  *new_param = param + step;
}
/* end kernel */

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  const RmsPropGraves *self = values;
  RensaArray *const inputs[] = { update->param, update->grad, update->states[0], update->states[1], update->states[2] };
  RensaArray *outputs[] = { update->param, update->states[0], update->states[1], update->states[2] };
  const double params[] = { self->lr, 1 - self->alpha, self->momentum, self->eps };

  return rensa_map (RENSA_KERNEL_RMS_PROP_GRAVES_UPDATE, inputs, outputs, params, error);
}

const RensaOptimizerClass rensa_rms_prop_graves_optimizer_class = {
  .name = "RMSpropGraves",
  .title = N_ ("RMSprop With Momentum"),
  .summary = N_ ("Divides updates by the running standard deviation of the gradient, with momentum"),
  .words = N_ ("adaptive;graves;rmsprop;centered"),
  .formula = "n ← α n + (1−α)g²,  m ← α m + (1−α)g,  d ← momentum d − lr g / √(n − m² + ε),  p ← p + d",
  .reference = "Graves, Generating Sequences With Recurrent Neural Networks, arXiv:1308.0850",
  RENSA_ATTRS (RmsPropGraves, attrs),
  .states = states,
  .update = update,
  RENSA_FORMS (
      { "chainer", "optimizers.RMSpropGraves(lr={lr}, alpha={alpha}, momentum={momentum}, eps={eps})" },
      { "torch",
        "RMSpropGraves({parameters}, lr={lr:always}, alpha={alpha:always}, momentum={momentum:always}, eps={eps:always})" },
      { "torch_class", torch_class }),
};
