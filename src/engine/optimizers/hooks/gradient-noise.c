/* gradient-noise.c: adds normal noise that decays over time.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "gradient-noise.py.inc"
#include "k.h"
#include "rensa-optimizer-hooks-kernels.h"
#include "rensa-optimizer.h"
#include "rensa-primitives.h"

typedef struct
{
  double eta;
} GradientNoise;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (GradientNoise, eta, .required = TRUE, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Variance"),
                    .hint = N_ ("Variance of the noise in the first update")),
};

/* Exponent recommended in the paper. */
#define FADING 0.55

/* kernel: add_noise (grad, noise) -> new_grad */
KERNEL real
add_noise (real grad, real noise)
{
  return grad + noise;
}
/* end kernel */

/* The noise is drawn from this thread's generator, like that of dropout. */
static gboolean
call (gconstpointer values, RensaUpdate *update, GError **error)
{
  const GradientNoise *self = values;
  const double deviation = sqrt (self->eta / pow ((double) update->t, FADING));
  g_autoptr (RensaArray) noise =
      rensa_array_new (rensa_array_get_dtype (update->grad), rensa_array_get_shape (update->grad), error);
  RensaArray *const inputs[] = { update->grad, noise };
  RensaArray *outputs[] = { update->grad };

  return noise != NULL && rensa_fill_normal (noise, rensa_random_get_default (), 0, deviation, error)
         && rensa_map (RENSA_KERNEL_ADD_NOISE, inputs, outputs, NULL, error);
}

const RensaOptimizerHookClass rensa_gradient_noise_hook_class = {
  .name = "GradientNoise",
  .title = N_ ("Gradient Noise"),
  .summary = N_ ("Adds decaying normal noise to the gradient"),
  .words = N_ ("annealing;noise;regularization"),
  .formula = "g ← g + N(0, eta / t^0.55)",
  .reference = "Neelakantan et al., Adding Gradient Noise Improves Learning for Very Deep Networks, arXiv:1511.06807",
  RENSA_ATTRS (GradientNoise, attrs),
  .call = call,
  RENSA_FORMS ({ "chainer", "chainer.optimizer_hooks.GradientNoise({eta})" },
               { "torch", "add_noise({optimizer}, {eta})" }, { "torch_class", torch_class }),
};
