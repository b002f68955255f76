/* adam.c: steps scaled by the moments of the gradient.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "k.h"
#include "rensa-optimizer.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-primitives.h"

typedef struct
{
  double alpha;
  double beta1;
  double beta2;
  double eps;
  double eta;
  double weight_decay_rate;
  gboolean amsgrad;
  gboolean adabound;
  double final_lr;
  double gamma;
} Adam;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Adam, alpha, .initial = 0.001, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Learning rate")),
  RENSA_ATTR_FLOAT (Adam, beta1, .initial = 0.9, .min = 0, .max = 1, .title = N_ ("Decay of the first moment")),
  RENSA_ATTR_FLOAT (Adam, beta2, .initial = 0.999, .min = 0, .max = 1, .title = N_ ("Decay of the second moment")),
  RENSA_ATTR_FLOAT (Adam, eps, .initial = 1e-8, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Epsilon"),
                    .hint = N_ ("Keeps the division away from zero")),
  RENSA_ATTR_FLOAT (Adam, eta, .initial = 1, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Schedule multiplier")),
  RENSA_ATTR_FLOAT (Adam, weight_decay_rate, .initial = 0, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Weight decay"),
                    .hint = N_ ("Decoupled from the gradient, as in AdamW")),
  RENSA_ATTR_BOOL (Adam, amsgrad, .initial = FALSE, .title = N_ ("AMSGrad"),
                   .hint = N_ ("Divides by the largest second moment so far")),
  RENSA_ATTR_BOOL (Adam, adabound, .initial = FALSE, .title = N_ ("AdaBound"),
                   .hint = N_ ("Keeps the step between bounds that close in on the final rate")),
  RENSA_ATTR_FLOAT (Adam, final_lr, .initial = 0.1, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Final rate of AdaBound")),
  RENSA_ATTR_FLOAT (Adam, gamma, .initial = 0.001, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Convergence speed of AdaBound")),
};

enum
{
  M,
  V,
  VHAT,
};

static const char *const states[] = { "m", "v", "vhat", NULL };

/* kernel helpers */
/* The shares 1 - beta are parameters: of float betas the second would be 13 millionths off. */
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

/* Epsilon is added to the uncorrected root; the bounds of AdaBound come before the product with m. */
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

static gboolean
has_state (gconstpointer values, int i)
{
  const Adam *self = values;

  return i != VHAT || self->amsgrad;
}

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  const Adam *self = values;
  const Adam *initial = update->initial;
  const double t = (double) update->t;
  const double step = self->alpha * sqrt (1 - pow (self->beta2, t)) / (1 - pow (self->beta1, t));
  /* The final rate follows whatever has been done to alpha since the beginning. */
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
  .group = "optimizer",
  .title = N_ ("Adam"),
  .summary = N_ ("Steps scaled by the running moments of the gradient"),
  .formula = "m ← β₁m + (1−β₁)g,  v ← β₂v + (1−β₂)g²,  p ← p − η (α √(1−β₂ᵗ)/(1−β₁ᵗ) m/(√v + ε) + λp)",
  .reference =
      "Kingma and Ba, Adam: A Method for Stochastic Optimization, ICLR 2015; Reddi et al., On the Convergence of Adam "
      "and Beyond, ICLR 2018; Luo et al., Adaptive Gradient Methods with Dynamic Bound of Learning Rate, ICLR 2019",
  RENSA_ATTRS (Adam, attrs),
  .states = states,
  .has_state = has_state,
  .update = update,
  .chainer = "optimizers.Adam(alpha={alpha}, beta1={beta1}, beta2={beta2}, eps={eps}, eta={eta}, "
             "weight_decay_rate={weight_decay_rate}, amsgrad={amsgrad}, adabound={adabound}, final_lr={final_lr}, "
             "gamma={gamma})",
  .torch = "torch.optim.Adam(params, lr={alpha}, betas=({beta1}, {beta2}), eps={eps}, amsgrad={amsgrad})",
};
