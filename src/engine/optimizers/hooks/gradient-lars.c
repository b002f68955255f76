/* gradient-lars.c: gradients scaled to the norm of their parameters.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-optimizer.h"
#include "rensa-optimizer-hooks-kernels.h"
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

static const char torch_class[] = "def scale_layers(optimizer, threshold=1e-2, weight_decay=0.0, eps=1e-9):\n"
                                  "    \"\"\"Makes each gradient as long as its parameter.\"\"\"\n"
                                  "    for param in optimizer.settings['params']:\n"
                                  "        if param.grad is None:\n"
                                  "            continue\n"
                                  "        length = param.detach().norm()\n"
                                  "        size = eps + param.grad.norm() + weight_decay * length\n"
                                  "        param.grad += weight_decay * param.detach()\n"
                                  "        if length > threshold:\n"
                                  "            param.grad *= length / size\n";

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
