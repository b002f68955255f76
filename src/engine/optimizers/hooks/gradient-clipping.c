/* gradient-clipping.c: a bound for the length of the whole gradient.
 * SPDX-License-Identifier: MIT */

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

/* kernel: clip_rate (square; threshold) -> rate */
KERNEL real
clip_rate (real square, real threshold)
{
  const real rate = threshold / k_sqrt (square);

  return rate < 1 ? rate : 1;
}
/* end kernel */

/* kernel: scale_grad (grad, rate) -> new_grad */
KERNEL real
scale_grad (real grad, real rate)
{
  return grad * rate;
}
/* end kernel */

/* What all gradients are multiplied by, float64, where the first of them is. */
static RensaArray *
make_rate (const RensaUpdate *updates, guint n, double threshold, GError **error)
{
  g_autoptr (RensaArray) sum = NULL;

  for (guint i = 0; i < n; i++)
    {
      const guint all = (1u << rensa_array_get_ndim (updates[i].grad)) - 1;
      g_autoptr (RensaArray) square = rensa_reduce (RENSA_REDUCE_SUM_SQUARE, updates[i].grad, all, FALSE, error);
      g_autoptr (RensaArray) here = rensa_array_to_device (square, rensa_array_get_device (updates[0].grad), error);

      if (i == 0)
        sum = rensa_array_cast (here, RENSA_FLOAT64, error);
      else if (!rensa_array_accumulate (sum, here, error))
        return NULL;
    }
  return rensa_map1 (RENSA_KERNEL_CLIP_RATE, sum, &threshold, error);
}

static gboolean
scale (RensaArray *grad, RensaArray *rate, GError **error)
{
  const RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, rensa_array_get_dtype (grad));
  g_autoptr (RensaArray) there = rensa_array_to_device (rate, rensa_array_get_device (grad), error);
  g_autoptr (RensaArray) own_rate = rensa_array_cast (there, dtype, error);

  return rensa_map (RENSA_KERNEL_SCALE_GRAD, (RensaArray *[]){ grad, own_rate }, &grad, NULL, error);
}

/* The device is not waited for; the host looks first, because it can spare itself the work. */
static gboolean
call_all (gconstpointer values, RensaUpdate *updates, guint n, GError **error)
{
  const GradientClipping *self = values;
  g_autoptr (RensaArray) rate = n > 0 ? make_rate (updates, n, self->threshold, error) : NULL;

  if (rate == NULL)
    return n == 0;
  if (rensa_array_get_device (rate) == rensa_device_get_host () && rensa_array_get_scalar (rate) == 1)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (!scale (updates[i].grad, rate, error))
      return FALSE;
  return TRUE;
}

static const char torch_class[] = "def clip_gradients(optimizer, threshold):\n"
                                  "    \"\"\"Shortens the gradient of all parameters together.\"\"\"\n"
                                  "    params = optimizer.settings['params']\n"
                                  "    grads = [param.grad for param in params if param.grad is not None]\n"
                                  "    length = math.sqrt(sum(float(grad.double().square().sum())\n"
                                  "                           for grad in grads))\n"
                                  "    for grad in grads:\n"
                                  "        if length > threshold:\n"
                                  "            grad *= threshold / length\n";

const RensaOptimizerHookClass rensa_gradient_clipping_hook_class = {
  .name = "GradientClipping",
  .title = N_ ("Gradient Clipping"),
  .summary = N_ ("Shortens the gradient of all parameters together when it is longer than a threshold"),
  .words = N_ ("clip;exploding gradients"),
  .formula = "g ← g min(1, threshold / ‖g‖)",
  .reference = "Pascanu, Mikolov and Bengio, On the difficulty of training recurrent neural networks, ICML 2013",
  RENSA_ATTRS (GradientClipping, attrs),
  .call_all = call_all,
  RENSA_FORMS ({ "chainer", "chainer.optimizer_hooks.GradientClipping({threshold})" },
               { "torch", "clip_gradients({optimizer}, {threshold})" }, { "torch_class", torch_class }),
};
