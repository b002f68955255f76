/* leaky_relu.c: rectifier with a slope for negative values.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

typedef struct
{
  double slope;
} LeakyReLU;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (LeakyReLU, slope, .initial = 0.2, .title = N_ ("Slope"), .hint = N_ ("Slope for negative inputs")),
};

static const RensaSample samples[] = {
  { "", "[-1.5, 0, 2]", "[-0.3, 0, 2]" },
  { "slope=-0.5", "[[-4, 4]]", "[[2, 4]]" },
};

/* kernel: leaky_relu (x; slope) -> y */
KERNEL real
leaky_relu (real x, real slope)
{
  return x >= 0 ? x : slope * x;
}
/* end kernel */

/* @at has the sign of x. */
/* kernel: leaky_relu_grad (at, gy; slope) -> gx */
KERNEL real
leaky_relu_grad (real at, real gy, real slope)
{
  return at >= 0 ? gy : slope * gy;
}
/* end kernel */

/* With a positive slope y has the same sign as x, and y is kept by the next function anyway. */
static gboolean
tells_by_output (const LeakyReLU *self)
{
  return self->slope > 0;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const LeakyReLU *self = rensa_call_get_attrs (call);

  if (tells_by_output (self))
    rensa_call_retain_output (call, 0);
  else
    rensa_call_retain_input (call, 0);

  return rensa_forward_map (call, RENSA_KERNEL_LEAKY_RELU, &self->slope, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const LeakyReLU *self = rensa_backward_get_attrs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaArray *at = rensa_variable_get_array (tells_by_output (self) ? rensa_backward_get_output (backward, 0)
                                                                    : rensa_backward_get_input (backward, 0));

  return rensa_backward_piecewise (backward, RENSA_KERNEL_LEAKY_RELU_GRAD, &self->slope, &at, gy, error);
}

const RensaFunctionClass rensa_leaky_relu_class = {
  .name = "leaky_relu",
  .group = &rensa_activation_group,
  .title = N_ ("Leaky ReLU"),
  .summary = N_ ("Rectifier with a small slope for negative inputs"),
  .words = N_ ("rectifier;lrelu"),
  .stem = "relu",
  .formula = "y = x where x ≥ 0, else slope x",
  .label = "LeakyReLU",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (LeakyReLU, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.leaky_relu({x}, slope={slope})" },
               { "torch", "F.leaky_relu({x}, negative_slope={slope:always})" },
               { "onnx", "LeakyRelu (x, alpha=slope)" }),
};

/**
 * rensa_leaky_relu:
 * @slope: slope for negative x
 *
 * y = x if x ≥ 0, otherwise slope x, elementwise, for x of any shape and floating dtype; the
 * gradient at 0 is 1.
 *
 * Maas et al., "Rectifier Nonlinearities Improve Neural Network Acoustic Models", ICML 2013.
 */
RENSA_API RensaVariable *
rensa_leaky_relu (RensaVariable *x, double slope, GError **error)
{
  const LeakyReLU self = { .slope = slope };

  return rensa_apply1 (&rensa_leaky_relu_class, &self, x, error);
}
