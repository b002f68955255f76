/* ams-grad.c: Adam that divides by the root of the largest second moment so far.
 * SPDX-License-Identifier: MIT */

#include "rensa-adam-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ADAM_RATE, RENSA_ADAM_BETA1, RENSA_ADAM_BETA2, RENSA_ADAM_EPS, RENSA_ADAM_ETA,
};

static gboolean
update (gconstpointer values, RensaUpdate *update, GError **error)
{
  RensaAdam self = *(const RensaAdam *) values;

  self.amsgrad = TRUE;
  return rensa_adam_update (&self, update, error);
}

const RensaOptimizerClass rensa_ams_grad_optimizer_class = {
  .name = "AMSGrad",
  .title = N_ ("AMSGrad"),
  .summary = N_ ("Adam that divides by the largest second moment so far"),
  .words = N_ ("adaptive;adam"),
  .formula = "m ← β₁m + (1−β₁)g,  v ← β₂v + (1−β₂)g²,  w ← max(w, v),  p ← p − η α √(1−β₂ᵗ)/(1−β₁ᵗ) m/(√w + ε)",
  .reference = "Reddi, Kale and Kumar, On the Convergence of Adam and Beyond, ICLR 2018",
  RENSA_ATTRS (RensaAdam, attrs),
  .states = rensa_adam_states,
  .update = update,
  RENSA_FORMS (
      { "chainer", "optimizers.AMSGrad(alpha={alpha}, beta1={beta1}, beta2={beta2}, eps={eps}, eta={eta})" },
      { "torch",
        "Adam({parameters}, alpha={alpha:always}, beta1={beta1:always}, beta2={beta2:always}, eps={eps}, eta={eta}, amsgrad=True)" },
      { "torch_class", rensa_adam_torch_class }),
};
