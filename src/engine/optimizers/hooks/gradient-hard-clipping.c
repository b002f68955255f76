/* gradient-hard-clipping.c: bounds for each element of the gradient.
 * SPDX-License-Identifier: MIT */

#include "gradient-hard-clipping.py.inc"
#include "k.h"
#include "rensa-optimizer-hooks-kernels.h"
#include "rensa-optimizer.h"
#include "rensa-primitives.h"

typedef struct
{
  double lower_bound;
  double upper_bound;
} GradientHardClipping;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (GradientHardClipping, lower_bound, .required = TRUE, .min = -G_MAXDOUBLE, .max = G_MAXDOUBLE,
                    .title = N_ ("Lower Bound")),
  RENSA_ATTR_FLOAT (GradientHardClipping, upper_bound, .required = TRUE, .min = -G_MAXDOUBLE, .max = G_MAXDOUBLE,
                    .title = N_ ("Upper Bound")),
};

/* kernel: hard_clip_grad (grad; lower, upper) -> new_grad */
KERNEL real
hard_clip_grad (real grad, real lower, real upper)
{
  return k_min (k_max (grad, lower), upper);
}
/* end kernel */

static gboolean
call (gconstpointer values, RensaUpdate *update, GError **error)
{
  const GradientHardClipping *self = values;
  const double params[] = { self->lower_bound, self->upper_bound };
  RensaArray *outputs[] = { update->grad };

  return rensa_map (RENSA_KERNEL_HARD_CLIP_GRAD, &update->grad, outputs, params, error);
}

const RensaOptimizerHookClass rensa_gradient_hard_clipping_hook_class = {
  .name = "GradientHardClipping",
  .title = N_ ("Hard Gradient Clipping"),
  .summary = N_ ("Limits each element of the gradient to a range"),
  .words = N_ ("clip;exploding gradients"),
  .formula = "g ← min(max(g, lower), upper)",
  RENSA_ATTRS (GradientHardClipping, attrs),
  .call = call,
  RENSA_FORMS ({ "chainer", "chainer.optimizer_hooks.GradientHardClipping({lower_bound}, {upper_bound})" },
               { "torch", "bound_gradients({optimizer}, {lower_bound}, {upper_bound})" },
               { "torch_class", torch_class }),
};
