/* rensa-adam-private.h: shared code of Adam and its variants.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-optimizer.h"

G_BEGIN_DECLS

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
} RensaAdam;

#define RENSA_ADAM_RATE \
  RENSA_ATTR_FLOAT (RensaAdam, alpha, .initial = 0.001, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Learning Rate"))
#define RENSA_ADAM_BETA1 \
  RENSA_ATTR_FLOAT (RensaAdam, beta1, .initial = 0.9, .min = 0, .max = 1, .title = N_ ("Decay of the First Moment"))
#define RENSA_ADAM_BETA2 \
  RENSA_ATTR_FLOAT (RensaAdam, beta2, .initial = 0.999, .min = 0, .max = 1, .title = N_ ("Decay of the Second Moment"))
#define RENSA_ADAM_EPS                                                                              \
  RENSA_ATTR_FLOAT (RensaAdam, eps, .is_rare = TRUE, .initial = 1e-8, .min = 0, .max = G_MAXDOUBLE, \
                    .title = N_ ("Epsilon"), .hint = N_ ("Prevents division by zero"))
#define RENSA_ADAM_ETA                                                                           \
  RENSA_ATTR_FLOAT (RensaAdam, eta, .is_rare = TRUE, .initial = 1, .min = 0, .max = G_MAXDOUBLE, \
                    .title = N_ ("Schedule Multiplier"))
#define RENSA_ADAM_DECAY                                                                      \
  RENSA_ATTR_FLOAT (RensaAdam, weight_decay_rate, .initial = 0, .min = 0, .max = G_MAXDOUBLE, \
                    .title = N_ ("Weight Decay"), .hint = N_ ("Decoupled from the gradient, as in AdamW"))
#define RENSA_ADAM_FINAL_LR                                                                             \
  RENSA_ATTR_FLOAT (RensaAdam, final_lr, .is_rare = TRUE, .initial = 0.1, .min = 0, .max = G_MAXDOUBLE, \
                    .title = N_ ("Final Learning Rate of AdaBound"))
#define RENSA_ADAM_GAMMA                                                                               \
  RENSA_ATTR_FLOAT (RensaAdam, gamma, .is_rare = TRUE, .initial = 0.001, .min = 0, .max = G_MAXDOUBLE, \
                    .title = N_ ("Convergence Speed of AdaBound"))

/* m, v and finally vhat, used only by AMSGrad. */
extern const char *const rensa_adam_states[];
/* In PyTorch programs, one class implements all of them. */
extern const char rensa_adam_torch_class[];
gboolean rensa_adam_has_state (gconstpointer adam, int i);
gboolean rensa_adam_update (gconstpointer adam, RensaUpdate *update, GError **error);

G_END_DECLS
