/* adam-w.c: Adam with weight decay decoupled from the moments.
 * SPDX-License-Identifier: MIT */

#include "rensa-adam-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ADAM_RATE, RENSA_ADAM_BETA1, RENSA_ADAM_BETA2, RENSA_ADAM_EPS, RENSA_ADAM_ETA, RENSA_ADAM_DECAY,
};

const RensaOptimizerClass rensa_adam_w_optimizer_class = {
  .name = "AdamW",
  .title = N_ ("AdamW"),
  .summary = N_ ("Adam with weight decay decoupled from the moments"),
  .words = N_ ("adaptive;weight decay;adam"),
  .formula = "m ← β₁m + (1−β₁)g,  v ← β₂v + (1−β₂)g²,  p ← p − η (α √(1−β₂ᵗ)/(1−β₁ᵗ) m/(√v + ε) + λp)",
  .reference = "Loshchilov and Hutter, Decoupled Weight Decay Regularization, ICLR 2019",
  RENSA_ATTRS (RensaAdam, attrs),
  .states = rensa_adam_states,
  .has_state = rensa_adam_has_state,
  .update = rensa_adam_update,
  RENSA_FORMS (
      { "chainer",
        "optimizers.AdamW(alpha={alpha}, beta1={beta1}, beta2={beta2}, eps={eps}, eta={eta}, weight_decay_rate={weight_decay_rate})" },
      { "torch",
        "Adam({parameters}, alpha={alpha:always}, beta1={beta1:always}, beta2={beta2:always}, eps={eps}, eta={eta}, weight_decay_rate={weight_decay_rate})" },
      { "torch_class", rensa_adam_torch_class }),
};
