/* gradient-lars.c: gradients scaled to the norm of their parameters.
 * SPDX-License-Identifier: MIT */

#include "gradient-lars.py.inc"
#include "k.h"
#include "rensa-optimizer-hooks-kernels.h"
#include "rensa-optimizer.h"
#include "rensa-primitives.h"

typedef struct
{
  double threshold;
  double weight_decay;
  double eps;
} GradientLars;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (GradientLars, threshold, .initial = 0.01, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Threshold"),
                    .hint = N_ ("Parameters whose norm is not above this keep their gradient")),
  RENSA_ATTR_FLOAT (GradientLars, weight_decay, .initial = 0, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Weight Decay")),
  RENSA_ATTR_FLOAT (GradientLars, eps, .initial = 1e-9, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Epsilon"),
                    .hint = N_ ("Prevents division by zero")),
};

/* A parameter with a tiny norm gives no useful scale, so its gradient keeps its norm. */
/* kernel: lars (grad, param, grad_square, param_square; threshold, decay, eps) -> new_grad */
KERNEL real
lars (real grad, real param, real grad_square, real param_square, real threshold, real decay, real eps)
{
  const real length = k_sqrt (param_square);
  const real rate = length / (eps + k_sqrt (grad_square) + decay * length);

  return (length > threshold ? rate : (real) 1) * (grad + decay * param);
}
/* end kernel */

/* Keeps the axes of @array, with length one. */
static RensaArray *
sum_squares (RensaArray *array, GError **error)
{
  const guint all = (1u << rensa_array_get_ndim (array)) - 1;

  return rensa_reduce (RENSA_REDUCE_SUM_SQUARE, array, all, TRUE, error);
}

static gboolean
call (gconstpointer values, RensaUpdate *update, GError **error)
{
  const GradientLars *self = values;
  const double params[] = { self->threshold, self->weight_decay, self->eps };
  g_autoptr (RensaArray) grad_square = sum_squares (update->grad, error);
  g_autoptr (RensaArray) param_square = grad_square != NULL ? sum_squares (update->param, error) : NULL;
  RensaArray *const inputs[] = { update->grad, update->param, grad_square, param_square };
  RensaArray *outputs[] = { update->grad };

  return param_square != NULL && rensa_map (RENSA_KERNEL_LARS, inputs, outputs, params, error);
}

const RensaOptimizerHookClass rensa_gradient_lars_hook_class = {
  .name = "GradientLARS",
  .title = N_ ("Layer-Wise Adaptive Rates (LARS)"),
  .summary = N_ ("Scales the gradient of each parameter by the ratio of the parameter norm to the gradient norm"),
  .words = N_ ("lars;large batches;trust ratio"),
  .formula = "g ← (g + λp) ‖p‖ / (ε + ‖g‖ + λ‖p‖) where ‖p‖ > threshold",
  .reference = "You, Gitman and Ginsburg, Large Batch Training of Convolutional Networks, arXiv:1708.03888",
  RENSA_ATTRS (GradientLars, attrs),
  .call = call,
  RENSA_FORMS (
      { "chainer",
        "chainer.optimizer_hooks.GradientLARS(threshold={threshold}, weight_decay={weight_decay}, eps={eps})" },
      { "torch", "scale_layers({optimizer}, threshold={threshold}, weight_decay={weight_decay}, eps={eps})" },
      { "torch_class", torch_class }),
};
