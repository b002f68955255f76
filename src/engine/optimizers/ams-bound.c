/* ams-bound.c: AMSGrad with bounds that make all step sizes converge to one value.
 * SPDX-License-Identifier: MIT */

#include "rensa-adam-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ADAM_RATE,  RENSA_ADAM_BETA1, RENSA_ADAM_BETA2, RENSA_ADAM_FINAL_LR,
  RENSA_ADAM_GAMMA, RENSA_ADAM_EPS,   RENSA_ADAM_ETA,
};

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  RensaAdam self = *(const RensaAdam *) values;

  self.amsgrad = TRUE;
  self.adabound = TRUE;
  return rensa_adam_update (&self, update, error);
}

const RensaOptimizerClass rensa_ams_bound_optimizer_class = {
  .name = "AMSBound",
  .title = N_ ("AMSBound"),
  .summary = N_ ("Starts as AMSGrad and ends as gradient descent"),
  .words = N_ ("adaptive;adam;bounds"),
  .formula = "w ← max(w, v),  m ← β₁m + (1−β₁)g,  v ← β₂v + (1−β₂)g²,  p ← p − η clip(α √(1−β₂ᵗ)/(1−β₁ᵗ) / (√w + ε)) m",
  .reference = "Luo et al., Adaptive Gradient Methods with Dynamic Bound of Learning Rate, ICLR 2019",
  RENSA_ATTRS (RensaAdam, attrs),
  .states = rensa_adam_states,
  .update = update,
  RENSA_FORMS (
      { "chainer",
        "optimizers.AMSBound(alpha={alpha}, beta1={beta1}, beta2={beta2}, final_lr={final_lr}, gamma={gamma}, eps={eps}, eta={eta})" },
      { "torch",
        "Adam({parameters}, alpha={alpha:always}, beta1={beta1:always}, beta2={beta2:always}, eps={eps}, eta={eta}, amsgrad=True, adabound=True, final_lr={final_lr}, gamma={gamma})" },
      { "torch_class", rensa_adam_torch_class }),
};
