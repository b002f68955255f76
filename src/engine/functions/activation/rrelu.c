/* rrelu.c: randomized leaky rectifier.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-modes.h"

typedef struct
{
  double l;
  double u;
  gboolean return_r;
} RReLU;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (RReLU, l, .initial = 1.0 / 8, .title = N_ ("Minimum Slope"),
                    .hint = N_ ("Lower limit of the random slopes")),
  RENSA_ATTR_FLOAT (RReLU, u, .initial = 1.0 / 3, .title = N_ ("Maximum Slope"),
                    .hint = N_ ("Upper limit of the random slopes")),
  RENSA_ATTR_BOOL (RReLU, return_r, .title = N_ ("Return Slopes"),
                   .hint = N_ ("Also return the slopes of all "
                               "elements")),
};

static const RensaSample samples[] = {
  { "", "[-1, 2, -3]; [0.25, 0.25, 0.2]", "[-0.25, 2, -0.6]" },
  { "l=0.5, u=0.5, return_r=true", "[[-1, 2]]; [[0.5, 0.5]]", "[[-0.5, 2]]; [[0.5, 0.5]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RReLU *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error))
    return FALSE;
  if (!(self->l <= self->u))
    return rensa_inference_fail_text (inference, error, "l <= u", "%g > %g", self->l, self->u);
  if (rensa_inference_get_input (inference, 1) != NULL
      && (!rensa_expect_same_dtype (inference, 1, 0, error) || !rensa_expect_same_shape (inference, 1, 0, error)))
    return FALSE;

  rensa_inference_set_output (inference, 0, x);
  if (self->return_r)
    rensa_inference_set_output (inference, 1, x);
  return TRUE;
}

/* In test mode the slope is the midpoint of the range. */
static RensaArray *
make_slopes (const RReLU *self, RensaArray *x, GError **error)
{
  g_autoptr (RensaArray) slopes =
      rensa_array_new_ordered (rensa_array_get_dtype (x), rensa_array_get_shape (x), x, error);
  const gboolean is_training = rensa_modes_get ()->train;

  if (slopes == NULL
      || !(is_training ? rensa_fill_uniform (slopes, rensa_random_get_default (), self->l, self->u, error)
                       : rensa_array_fill (slopes, (self->l + self->u) / 2, error)))
    return NULL;
  return g_steal_pointer (&slopes);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RReLU *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *given = rensa_modes_get ()->train ? rensa_call_get_input (call, 1) : NULL;
  g_autoptr (RensaArray) slopes = given != NULL ? rensa_array_ref (given) : make_slopes (self, x, error);

  rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, rensa_map2 (RENSA_KERNEL_PRELU_FORWARD, x, slopes, NULL, error));
  if (self->return_r)
    rensa_call_take_output (call, 1, slopes != NULL ? rensa_array_ref (slopes) : NULL);
  if (slopes != NULL)
    rensa_call_keep (call, 0, g_steal_pointer (&slopes));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, 0));
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (gy == NULL)
    return TRUE;
  return rensa_backward_piecewise (backward, RENSA_KERNEL_PRELU_GRAD_X, NULL,
                                   (RensaArray *[]){ x, rensa_backward_get_kept (backward, 0) }, gy, error);
}

const RensaFunctionClass rensa_rrelu_class = {
  .name = "rrelu",
  .group = &rensa_activation_group,
  .title = N_ ("Randomized ReLU"),
  .summary = N_ ("Rectifier with a random slope for negative inputs during training"),
  .formula = "y = x where x ≥ 0, else r x, r ~ U(l, u)",
  .label = "RReLU",
  .inputs = RENSA_INPUTS ("x", "r?"),
  RENSA_ATTRS (RReLU, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.rrelu({x}, l={l}, u={u}, r=chainer.as_array({r}), return_r={return_r:tuple})" },
               { "torch", "F.rrelu({x}, lower={l:always}, upper={u:always}, training=self.training)" },
               { "onnx", "return_r ? refuse ('return_r') : LeakyRelu (x, alpha=(l + u) / 2)" }),
};

/**
 * rensa_rrelu:
 * @l: the lowest slope
 * @u: the highest slope
 *
 * y = x where x ≥ 0, else r x, elementwise. In training mode each element has its own slope r,
 * drawn uniformly from [@l, @u] by this thread's generator; otherwise r = (l + u) / 2 for all
 * elements.
 *
 * Xu et al., "Empirical Evaluation of Rectified Activations in Convolutional Network", 2015.
 */
RENSA_API RensaVariable *
rensa_rrelu (RensaVariable *x, double l, double u, GError **error)
{
  const RReLU self = { .l = l, .u = u };

  return rensa_apply1 (&rensa_rrelu_class, &self, x, error);
}
