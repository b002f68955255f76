/* gradient-clipping.c: upper bound on the norm of the whole gradient.
 * SPDX-License-Identifier: MIT */

#include "gradient-clipping.py.inc"
#include "k.h"
#include "rensa-optimizer-hooks-kernels.h"
#include "rensa-optimizer.h"
#include "rensa-primitives.h"

typedef struct
{
  double threshold;
} GradientClipping;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (GradientClipping, threshold, .required = TRUE, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Threshold"), .hint = N_ ("Maximum L2 norm of all gradients combined")),
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

/* Lists the sum of squares of each gradient. */
static GPtrArray *
list_squares (const RensaUpdate *updates, guint n, GError **error)
{
  g_autoptr (GPtrArray) squares = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_array_unref);

  for (guint i = 0; i < n; i++)
    {
      const guint all = (1u << rensa_array_get_ndim (updates[i].grad)) - 1;
      RensaArray *square = rensa_reduce (RENSA_REDUCE_SUM_SQUARE, updates[i].grad, all, FALSE, error);

      if (square == NULL)
        return NULL;
      g_ptr_array_add (squares, square);
    }
  return g_steal_pointer (&squares);
}

static gboolean
put (RensaArray *numbers, guint i, RensaArray *number, GError **error)
{
  g_autoptr (RensaArray) here = rensa_array_to_device (number, rensa_array_get_device (numbers), error);
  g_autoptr (RensaArray) place = rensa_array_view_range (numbers, 0, i, 1);

  return here != NULL && rensa_array_assign (place, here, error);
}

/* Joins the numbers in one array, on the device of the first one, in the widest of their types. */
static RensaArray *
join (GPtrArray *numbers, GError **error)
{
  RensaDtype dtype = RENSA_FLOAT32;
  RensaArray *joined;

  for (guint i = 0; i < numbers->len; i++)
    dtype = rensa_dtype_promote (dtype, rensa_array_get_dtype (numbers->pdata[i]));
  joined = rensa_array_new_on (rensa_array_get_device (numbers->pdata[0]), dtype, &RENSA_SHAPE (numbers->len), error);
  for (guint i = 0; joined != NULL && i < numbers->len; i++)
    if (!put (joined, i, numbers->pdata[i], error))
      g_clear_pointer (&joined, rensa_array_unref);
  return joined;
}

/* Factor for all gradients, float64, on the device of the first one. A GPU can copy many numbers in
 * one launch, but would add them one by one. */
static RensaArray *
make_rate (const RensaUpdate *updates, guint n, double threshold, GError **error)
{
  g_autoptr (GPtrArray) squares = list_squares (updates, n, error);
  g_autoptr (RensaArray) joined = squares != NULL ? join (squares, error) : NULL;
  g_autoptr (RensaArray) wide = rensa_array_cast (joined, RENSA_FLOAT64, error);
  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, wide, 1, FALSE, error);

  return rensa_map1 (RENSA_KERNEL_CLIP_RATE, sum, &threshold, error);
}

/* Converts @rate to the device and type of @grad; @last is the result for the previous gradient,
 * reused if possible. */
static RensaArray *
fit_rate (RensaArray *rate, RensaArray *grad, RensaArray *last, GError **error)
{
  const RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, rensa_array_get_dtype (grad));
  const RensaDevice *device = rensa_array_get_device (grad);

  if (last != NULL && rensa_array_get_device (last) == device && rensa_array_get_dtype (last) == dtype)
    return rensa_array_ref (last);

  g_autoptr (RensaArray) there = rensa_array_to_device (rate, device, error);
  return rensa_array_cast (there, dtype, error);
}

static gboolean
scale_all (RensaUpdate *updates, guint n, RensaArray *rate, GError **error)
{
  g_autoptr (RensaArray) last = NULL;

  for (guint i = 0; i < n; i++)
    {
      RensaArray *own = fit_rate (rate, updates[i].grad, last, error);

      g_clear_pointer (&last, rensa_array_unref);
      last = own;
      if (!rensa_map (RENSA_KERNEL_SCALE_GRAD, (RensaArray *[]){ updates[i].grad, own }, &updates[i].grad, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* Does not wait for the device; on the host, checks the rate first because the work can be skipped. */
static gboolean
call_all (gconstpointer values, RensaUpdate *updates, guint n, GError **error)
{
  const GradientClipping *self = values;
  g_autoptr (RensaArray) rate = n > 0 ? make_rate (updates, n, self->threshold, error) : NULL;

  if (rate == NULL)
    return n == 0;
  if (rensa_array_get_device (rate) == rensa_device_get_host () && rensa_array_get_scalar (rate) == 1)
    return TRUE;
  return scale_all (updates, n, rate, error);
}

const RensaOptimizerHookClass rensa_gradient_clipping_hook_class = {
  .name = "GradientClipping",
  .title = N_ ("Gradient Clipping"),
  .summary = N_ ("Scales down all gradients if their combined norm exceeds a threshold"),
  .words = N_ ("clip;exploding gradients"),
  .formula = "g ← g min(1, threshold / ‖g‖)",
  .reference = "Pascanu, Mikolov and Bengio, On the difficulty of training recurrent neural networks, ICML 2013",
  RENSA_ATTRS (GradientClipping, attrs),
  .call_all = call_all,
  RENSA_FORMS ({ "chainer", "chainer.optimizer_hooks.GradientClipping({threshold})" },
               { "torch", "clip_gradients({optimizer}, {threshold})" }, { "torch_class", torch_class }),
};
