/* smorms3.c: steps with an averaging period adapted to the gradient noise.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-optimizer.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-primitives.h"
#include "smorms3.py.inc"

typedef struct
{
  double lr;
  double eps;
} Smorms3;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Smorms3, lr, .initial = 0.001, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Learning Rate")),
  RENSA_ATTR_FLOAT (Smorms3, eps, .initial = 1e-16, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Epsilon"),
                    .hint = N_ ("Prevents division by zero")),
};

static const char *const states[] = { "mem", "g", "g2", NULL };

/* kernel: smorms3_update (param, grad, mem, g, g2; lr, eps, start) -> (new_param, new_mem, new_g, new_g2) */
KERNEL void
smorms3_update (real param, real grad, real mem, real g, real g2, real lr, real eps, real start, real *new_param,
                real *new_mem, real *new_g, real *new_g2)
{
  const real memory = mem + start;
  const real share = 1 / (memory + 1);
  const real mean = g + share * (grad - g);
  const real squares = g2 + share * (grad * grad - g2);
  const real signal = mean * mean / (squares + eps);

  *new_mem = 1 + memory * (1 - signal);
  *new_g = mean;
  *new_g2 = squares;
  *new_param = param - grad * k_min (lr, signal) / (k_sqrt (squares) + eps);
}
/* end kernel */

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  const Smorms3 *self = values;
  RensaArray *const inputs[] = { update->param, update->grad, update->states[0], update->states[1], update->states[2] };
  RensaArray *outputs[] = { update->param, update->states[0], update->states[1], update->states[2] };
  /* The memory starts at one, although all states are zero before the first update. */
  const double params[] = { self->lr, self->eps, update->t == 1 };

  return rensa_map (RENSA_KERNEL_SMORMS3_UPDATE, inputs, outputs, params, error);
}

const RensaOptimizerClass rensa_smorms3_optimizer_class = {
  .name = "SMORMS3",
  .title = N_ ("SMORMS3"),
  .summary = N_ ("Adapts the averaging period to the noise in the gradient"),
  .words = N_ ("adaptive;signal to noise"),
  .formula =
      "r = 1/(mem + 1),  m ← (1−r)m + rg,  s ← (1−r)s + rg²,  x = m²/(s + ε),  p ← p − g min(lr, x)/(√s + ε),  mem ← 1 + mem(1−x)",
  .reference = "Funk, RMSprop loses to SMORMS3: Beware the epsilon!, 2015",
  RENSA_ATTRS (Smorms3, attrs),
  .states = states,
  .update = update,
  RENSA_FORMS ({ "chainer", "optimizers.SMORMS3(lr={lr}, eps={eps})" },
               { "torch", "SMORMS3({parameters}, lr={lr:always}, eps={eps:always})" }, { "torch_class", torch_class }),
};
