/* zoneout.c: keeps random elements of the previous values.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-modes.h"

typedef struct
{
  double ratio;
} Zoneout;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Zoneout, ratio, .initial = 0.5, .min = 0, .max = 1, .title = N_ ("Ratio"),
                    .hint = N_ ("Probability that an element keeps its previous value")),
};

static const RensaSample samples[] = {
  { "", "[1, 2, 3]; [-1, -2, -3]; [0.25, 0.75, 0.5]", "[1, -2, -3]" },
  { "ratio=0", "[[1, 2]]; [[5, 6]]", "[[5, 6]]" },
};

/* kernel: zoneout_forward (h, x, u; ratio) -> y */
KERNEL real
zoneout_forward (real h, real x, real u, real ratio)
{
  return u < ratio ? h : x;
}
/* end kernel */

/* @side: 1 for the gradient of h, 0 for that of x. */
/* kernel: zoneout_grad (u, gy; ratio, below, above) -> g */
KERNEL real
zoneout_grad (real u, real gy, real ratio, real below, real above)
{
  const real kept = u < ratio ? below : above;

  return kept != 0 ? gy : 0;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  if (!rensa_expect_floating (inference, 0, error))
    return FALSE;
  for (int i = 1; i < rensa_inference_get_n_inputs (inference); i++)
    if (rensa_inference_get_input (inference, i) != NULL
        && (!rensa_expect_same_dtype (inference, 0, i, error) || !rensa_expect_same_shape (inference, 0, i, error)))
      return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

static RensaArray *
draw (RensaArray *h, GError **error)
{
  g_autoptr (RensaArray) even =
      rensa_array_new_ordered (rensa_array_get_dtype (h), rensa_array_get_shape (h), h, error);

  if (even == NULL || !rensa_fill_uniform (even, rensa_random_get_default (), 0, 1, error))
    return NULL;
  return g_steal_pointer (&even);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Zoneout *self = rensa_call_get_attrs (call);
  RensaArray *h = rensa_call_get_input (call, 0);
  RensaArray *x = rensa_call_get_input (call, 1);
  RensaArray *given = rensa_call_get_n_inputs (call) > 2 ? rensa_call_get_input (call, 2) : NULL;
  g_autoptr (RensaArray) u = NULL;

  if (!rensa_modes_get ()->train)
    {
      rensa_call_take_output (call, 0, rensa_array_ref (x));
      return TRUE;
    }

  u = given != NULL ? rensa_array_ref (given) : draw (h, error);
  rensa_call_take_output (call, 0, rensa_map3 (RENSA_KERNEL_ZONEOUT_FORWARD, h, x, u, &self->ratio, error));
  if (u != NULL)
    rensa_call_keep (call, 0, g_steal_pointer (&u));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Zoneout *self = rensa_backward_get_attrs (backward);
  RensaArray *u = rensa_backward_get_kept (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (u == NULL)
    {
      rensa_backward_take_grad_input (backward, 1, rensa_variable_ref (gy));
      return TRUE;
    }
  for (int i = 0; i < 2; i++)
    if (rensa_backward_needs_grad (backward, i)
        && !rensa_backward_piecewise_of (backward, i, RENSA_KERNEL_ZONEOUT_GRAD,
                                         (const double[]){ self->ratio, i == 0, i == 1 }, &u, gy, error))
      return FALSE;
  return TRUE;
}

const RensaFunctionClass rensa_zoneout_class = {
  .name = "zoneout",
  .group = &rensa_noise_group,
  .title = N_ ("Zoneout"),
  .summary = N_ ("Randomly keeps previous values during training to preserve memory"),
  .formula = "y = h where u < ratio, else x, u ~ U(0, 1)",
  .label = "Zoneout",
  .inputs = RENSA_INPUTS ("h", "x", "u?"),
  .n_outputs = 1,
  RENSA_ATTRS (Zoneout, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.zoneout({h}, {x}, ratio={ratio})" },
               { "torch", "torch.where(torch.rand_like({h}) < {ratio}, {h}, {x})" }, { "onnx", "x" }),
};

/**
 * rensa_zoneout:
 * @h: the previous values
 * @x: the new values, of the same shape
 * @u: (nullable): noise of the same shape, from 0 to 1: the previous value is kept where it is
 *   below @ratio
 * @ratio: the probability that an element keeps its previous value
 *
 * In training, y is h with probability @ratio, else x, drawn for each element by the generator of
 * this thread unless @u is given; otherwise y = x.
 *
 * Krueger et al., "Zoneout: Regularizing RNNs by Randomly Preserving Hidden Activations", ICLR 2017.
 */
RENSA_API RensaVariable *
rensa_zoneout (RensaVariable *h, RensaVariable *x, RensaVariable *u, double ratio, GError **error)
{
  const Zoneout self = { .ratio = ratio };

  if (u != NULL)
    return rensa_apply3 (&rensa_zoneout_class, &self, h, x, u, error);
  return rensa_apply2 (&rensa_zoneout_class, &self, h, x, error);
}
