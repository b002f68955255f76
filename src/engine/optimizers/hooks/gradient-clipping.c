/* gradient-clipping.c: a bound for the length of the whole gradient.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "k.h"
#include "rensa-optimizer.h"
#include "rensa-optimizer-hooks-kernels.h"
#include "rensa-primitives.h"

typedef struct
{
  double threshold;
} GradientClipping;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (GradientClipping, threshold, .required = TRUE, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Threshold"), .hint = N_ ("The largest L2 norm of all gradients together")),
};

/* kernel: scale_grad (grad; rate) -> new_grad */
KERNEL real
scale_grad (real grad, real rate)
{
  return grad * rate;
}
/* end kernel */

/* The sum of the squares of all gradients; negative with an error. */
static double
sum_squares (const RensaUpdate *updates, guint n, GError **error)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      const guint all = (1u << rensa_array_get_ndim (updates[i].grad)) - 1;
      g_autoptr (RensaArray) square = rensa_reduce (RENSA_REDUCE_SUM_SQUARE, updates[i].grad, all, FALSE, error);

      if (square == NULL)
        return -1;
      sum += rensa_array_get_scalar (square);
    }
  return sum;
}

static gboolean
call_all (gconstpointer values, RensaUpdate *updates, guint n, GError **error)
{
  const GradientClipping *self = values;
  const double square = sum_squares (updates, n, error);
  const double rate = self->threshold / sqrt (square);

  if (square < 0)
    return FALSE;
  if (!(rate < 1))
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      RensaArray *outputs[] = { updates[i].grad };

      if (!rensa_map (RENSA_KERNEL_SCALE_GRAD, &updates[i].grad, outputs, &rate, error))
        return FALSE;
    }
  return TRUE;
}

const RensaOptimizerHookClass rensa_gradient_clipping_hook_class = {
  .name = "GradientClipping",
  .group = "optimizer_hook",
  .title = N_ ("Gradient Clipping"),
  .summary = N_ ("Shortens the gradient of all parameters together when it is longer than a threshold"),
  .formula = "g ← g min(1, threshold / ‖g‖)",
  .reference = "Pascanu, Mikolov and Bengio, On the difficulty of training recurrent neural networks, ICML 2013",
  RENSA_ATTRS (GradientClipping, attrs),
  .call_all = call_all,
  .chainer = "chainer.optimizer_hooks.GradientClipping({threshold})",
};
