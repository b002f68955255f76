/* adam.c: steps scaled by running moments of the gradient.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "adam.py.inc"
#include "k.h"
#include "rensa-adam-private.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-primitives.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ADAM_RATE,
  RENSA_ADAM_BETA1,
  RENSA_ADAM_BETA2,
  RENSA_ADAM_EPS,
  RENSA_ADAM_ETA,
  RENSA_ADAM_DECAY,
  RENSA_ATTR_BOOL (RensaAdam, amsgrad, .is_rare = TRUE, .initial = FALSE, .title = N_ ("AMSGrad"),
                   .hint = N_ ("Divides by the largest second moment so far")),
  RENSA_ATTR_BOOL (RensaAdam, adabound, .is_rare = TRUE, .initial = FALSE, .title = N_ ("AdaBound"),
                   .hint = N_ ("Keeps the step size within bounds that converge to the final rate")),
  RENSA_ADAM_FINAL_LR,
  RENSA_ADAM_GAMMA,
};

enum
{
  M,
  V,
  VHAT,
};

const char *const rensa_adam_states[] = { "m", "v", "vhat", NULL };

/* kernel helpers */
/* The values 1 - beta are kernel parameters: computed from a float beta, the second would be off by
 * 13 millionths. */
KERNEL real
first_moment (real m, real grad, real share1)
{
  return m + share1 * (grad - m);
}

KERNEL real
second_moment (real v, real grad, real share2)
{
  return v + share2 * (grad * grad - v);
}

/* Epsilon is added to the uncorrected root; the bounds of AdaBound are applied before multiplying by m. */
KERNEL real
stepped (real param, real m, real square, real step, real eps, real eta, real decay, real lower, real upper)
{
  const real rate = k_min (k_max (step / (k_sqrt (square) + eps), lower), upper);

  return param - eta * (rate * m + decay * param);
}
/* end kernel */

/* kernel: adam_update (param, grad, m, v; step, share1, share2, eps, eta, decay, lower, upper) -> (new_param, new_m, new_v) */
KERNEL void
adam_update (real param, real grad, real m, real v, real step, real share1, real share2, real eps, real eta, real decay,
             real lower, real upper, real *new_param, real *new_m, real *new_v)
{
  const real first = first_moment (m, grad, share1);
  const real second = second_moment (v, grad, share2);

  *new_m = first;
  *new_v = second;
  *new_param = stepped (param, first, second, step, eps, eta, decay, lower, upper);
}
/* end kernel */

/* kernel: amsgrad_update (param, grad, m, v, vhat; step, share1, share2, eps, eta, decay, lower, upper)
 *         -> (new_param, new_m, new_v, new_vhat) */
KERNEL void
amsgrad_update (real param, real grad, real m, real v, real vhat, real step, real share1, real share2, real eps,
                real eta, real decay, real lower, real upper, real *new_param, real *new_m, real *new_v, real *new_vhat)
{
  const real first = first_moment (m, grad, share1);
  const real second = second_moment (v, grad, share2);
  const real largest = k_max (vhat, second);

  *new_m = first;
  *new_v = second;
  *new_vhat = largest;
  *new_param = stepped (param, first, largest, step, eps, eta, decay, lower, upper);
}
/* end kernel */

gboolean
rensa_adam_has_state (gconstpointer values, int i)
{
  const RensaAdam *self = values;

  return i != VHAT || self->amsgrad;
}

gboolean
rensa_adam_update (gconstpointer values, RensaUpdate *update, GError **error)
{
  const RensaAdam *self = values;
  const RensaAdam *initial = update->initial;
  const double t = (double) update->t;
  const double step = self->alpha * sqrt (1 - pow (self->beta2, t)) / (1 - pow (self->beta1, t));
  /* The final rate scales with all changes of alpha since the start. */
  const double final_lr = initial->alpha > 0 ? self->final_lr * self->alpha / initial->alpha : self->final_lr;
  const double lower = self->adabound ? final_lr * (1 - 1 / (self->gamma * t + 1)) : 0;
  const double upper = self->adabound ? final_lr * (1 + 1 / (self->gamma * t)) : INFINITY;
  const double params[] = { step,      1 - self->beta1,         1 - self->beta2, self->eps,
                            self->eta, self->weight_decay_rate, lower,           upper };
  RensaArray **kept = update->states;
  RensaArray *const inputs[] = { update->param, update->grad, kept[M], kept[V], kept[VHAT] };
  RensaArray *outputs[] = { update->param, kept[M], kept[V], kept[VHAT] };

  return rensa_map (self->amsgrad ? RENSA_KERNEL_AMSGRAD_UPDATE : RENSA_KERNEL_ADAM_UPDATE, inputs, outputs, params,
                    error);
}

const RensaOptimizerClass rensa_adam_optimizer_class = {
  .name = "Adam",
  .title = N_ ("Adam"),
  .summary = N_ ("Scales updates by running moments of the gradient"),
  .words = N_ ("adaptive;adamw;amsgrad;adabound"),
  .formula = "m ← β₁m + (1−β₁)g,  v ← β₂v + (1−β₂)g²,  p ← p − η (α √(1−β₂ᵗ)/(1−β₁ᵗ) m/(√v + ε) + λp)",
  .reference =
      "Kingma and Ba, Adam: A Method for Stochastic Optimization, ICLR 2015; Reddi et al., On the Convergence of Adam "
      "and Beyond, ICLR 2018; Luo et al., Adaptive Gradient Methods with Dynamic Bound of Learning Rate, ICLR 2019",
  RENSA_ATTRS (RensaAdam, attrs),
  .states = rensa_adam_states,
  .has_state = rensa_adam_has_state,
  .update = rensa_adam_update,
  RENSA_FORMS (
      { "chainer",
        "optimizers.Adam(alpha={alpha}, beta1={beta1}, beta2={beta2}, eps={eps}, eta={eta}, "
        "weight_decay_rate={weight_decay_rate}, amsgrad={amsgrad}, adabound={adabound}, final_lr={final_lr}, "
        "gamma={gamma})" },
      { "torch",
        "Adam({parameters}, alpha={alpha:always}, beta1={beta1:always}, beta2={beta2:always}, eps={eps}, eta={eta}, weight_decay_rate={weight_decay_rate}, amsgrad={amsgrad}, adabound={adabound}, final_lr={final_lr}, gamma={gamma})" },
      { "torch_class", rensa_adam_torch_class }),
};
