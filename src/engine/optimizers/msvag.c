/* msvag.c: momentum with smaller steps where the gradients vary.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "k.h"
#include "msvag.py.inc"
#include "rensa-optimizer.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-primitives.h"

typedef struct
{
  double lr;
  double beta;
  double eta;
  double weight_decay_rate;
} Msvag;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Msvag, lr, .initial = 0.1, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Learning Rate")),
  RENSA_ATTR_FLOAT (Msvag, beta, .initial = 0.9, .min = 0, .max = 1, .title = N_ ("Decay of the Moments")),
  RENSA_ATTR_FLOAT (Msvag, eta, .initial = 1, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Schedule Multiplier")),
  RENSA_ATTR_FLOAT (Msvag, weight_decay_rate, .initial = 0, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Weight Decay")),
};

static const char *const states[] = { "m", "v", NULL };

/* @noise is rho / (1 - rho): the variance of the mean relative to the second moment without the
 *   squared mean. */
/* kernel: msvag_update (param, grad, m, v; lr, share, correction, noise, eta, decay) -> (new_param, new_m, new_v) */
KERNEL void
msvag_update (real param, real grad, real m, real v, real lr, real share, real correction, real noise, real eta,
              real decay, real *new_param, real *new_m, real *new_v)
{
  const real first = m + share * (grad - m);
  const real second = v + share * (grad * grad - v);
  const real mean = first * correction;
  const real square = mean * mean;
  const real spread = noise * k_max (second * correction - square, (real) 0);
  const real factor = square + spread > 0 ? square / (square + spread) : (real) 1;

  *new_m = first;
  *new_v = second;
  *new_param = param - eta * (lr * factor * mean + decay * param);
}
/* end kernel */

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  const Msvag *self = values;
  RensaArray *const inputs[] = { update->param, update->grad, update->states[0], update->states[1] };
  RensaArray *outputs[] = { update->param, update->states[0], update->states[1] };
  const double power = pow (self->beta, (double) update->t);
  const double rho = (1 - self->beta) * (1 + power) / ((1 + self->beta) * (1 - power));
  /* A single gradient has no variance. */
  const double noise = update->t > 1 && rho < 1 ? rho / (1 - rho) : 0;
  const double params[] = { self->lr, 1 - self->beta, 1 / (1 - power), noise, self->eta, self->weight_decay_rate };

  return rensa_map (RENSA_KERNEL_MSVAG_UPDATE, inputs, outputs, params, error);
}

const RensaOptimizerClass rensa_msvag_optimizer_class = {
  .name = "MSVAG",
  .title = N_ ("M-SVAG"),
  .summary = N_ ("Momentum with smaller steps where the gradients vary"),
  .words = N_ ("variance;adaptive;momentum"),
  .formula = "m ← βm + (1−β)g,  v ← βv + (1−β)g²,  p ← p − η (lr m̂ · m̂²/(m̂² + ρ(v̂ − m̂²)/(1−ρ)) + λp)",
  .reference =
      "Balles and Hennig, Dissecting Adam: The Sign, Magnitude and Variance of Stochastic Gradients, ICML 2018",
  RENSA_ATTRS (Msvag, attrs),
  .states = states,
  .update = update,
  RENSA_FORMS (
      { "chainer", "optimizers.MSVAG(lr={lr}, beta={beta}, eta={eta}, weight_decay_rate={weight_decay_rate})" },
      { "torch",
        "MSVAG({parameters}, lr={lr:always}, beta={beta:always}, eta={eta}, weight_decay_rate={weight_decay_rate})" },
      { "torch_class", torch_class }),
};
