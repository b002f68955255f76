/* ada-delta.c: steps scaled by the size of previous steps, without a learning rate.
 * SPDX-License-Identifier: MIT */

#include "ada-delta.py.inc"
#include "k.h"
#include "rensa-optimizer.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-primitives.h"

typedef struct
{
  double rho;
  double eps;
} AdaDelta;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (AdaDelta, rho, .initial = 0.95, .min = 0, .max = 1, .title = N_ ("Decay"),
                    .hint = N_ ("Decay rate of the running means of squared gradients and updates")),
  RENSA_ATTR_FLOAT (AdaDelta, eps, .initial = 1e-6, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Epsilon"),
                    .hint = N_ ("Prevents division by zero")),
};

static const char *const states[] = { "msg", "msdx", NULL };

/* kernel: ada_delta_update (param, grad, msg, msdx; share, eps) -> (new_param, new_msg, new_msdx) */
KERNEL void
ada_delta_update (real param, real grad, real msg, real msdx, real share, real eps, real *new_param, real *new_msg,
                  real *new_msdx)
{
  const real squares = msg + share * (grad * grad - msg);
  const real step = k_sqrt ((msdx + eps) / (squares + eps)) * grad;

  *new_msg = squares;
  *new_msdx = msdx + share * (step * step - msdx);
  *new_param = param - step;
}
/* end kernel */

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  const AdaDelta *self = values;
  RensaArray *const inputs[] = { update->param, update->grad, update->states[0], update->states[1] };
  RensaArray *outputs[] = { update->param, update->states[0], update->states[1] };
  const double params[] = { 1 - self->rho, self->eps };

  return rensa_map (RENSA_KERNEL_ADA_DELTA_UPDATE, inputs, outputs, params, error);
}

const RensaOptimizerClass rensa_ada_delta_optimizer_class = {
  .name = "AdaDelta",
  .title = N_ ("AdaDelta"),
  .summary = N_ ("Scales updates by the size of previous updates, without a learning rate"),
  .words = N_ ("adaptive"),
  .formula = "msg ← ρ msg + (1−ρ)g²,  d = g √((msdx + ε)/(msg + ε)),  msdx ← ρ msdx + (1−ρ)d²,  p ← p − d",
  .reference = "Zeiler, ADADELTA: An Adaptive Learning Rate Method, arXiv:1212.5701",
  RENSA_ATTRS (AdaDelta, attrs),
  .states = states,
  .update = update,
  RENSA_FORMS ({ "chainer", "optimizers.AdaDelta(rho={rho}, eps={eps})" },
               { "torch", "AdaDelta({parameters}, rho={rho:always}, eps={eps:always})" },
               { "torch_class", torch_class }),
};
