/* clipped_relu.c: rectifier with an upper bound.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

typedef struct
{
  double z;
} ClippedReLU;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (ClippedReLU, z, .initial = 20, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Upper Bound"),
                    .hint = N_ ("Larger inputs are clipped to this value")),
};

static const RensaSample samples[] = {
  { "", "[-1.5, 0, 2, 25]", "[0, 0, 2, 20]" },
  { "z=0.5", "[[0.25, 4]]", "[[0.25, 0.5]]" },
};

/* kernel: clipped_relu (x; z) -> y */
KERNEL real
clipped_relu (real x, real z)
{
  return k_min (k_max (x, 0), z);
}
/* end kernel */

/* kernel: clipped_relu_grad (x, gy; z) -> gx */
KERNEL real
clipped_relu_grad (real x, real gy, real z)
{
  const real below = x < z ? gy : 0;

  return x > 0 ? below : 0;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  const ClippedReLU *self = rensa_call_get_attrs (call);

  rensa_call_retain_input (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_CLIPPED_RELU, &self->z, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const ClippedReLU *self = rensa_backward_get_attrs (backward);
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, 0));

  return rensa_backward_piecewise (backward, RENSA_KERNEL_CLIPPED_RELU_GRAD, &self->z, &x,
                                   rensa_backward_get_grad_output (backward, 0), error);
}

const RensaFunctionClass rensa_clipped_relu_class = {
  .name = "clipped_relu",
  .group = &rensa_activation_group,
  .title = N_ ("Clipped ReLU"),
  .summary = N_ ("Rectifier with an upper limit"),
  .formula = "y = min(max(x, 0), z)",
  .label = "ClippedReLU",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (ClippedReLU, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.clipped_relu({x}, z={z})" }, { "torch", "torch.clamp({x}, 0, {z})" },
               { "onnx", "Clip (x, 0, z)" }),
};

/**
 * rensa_clipped_relu:
 * @z: upper bound
 *
 * y = min (max (x, 0), z), elementwise, for x of any shape and floating dtype; the gradient is 0 at
 * both bounds.
 */
RENSA_API RensaVariable *
rensa_clipped_relu (RensaVariable *x, double z, GError **error)
{
  const ClippedReLU self = { .z = z };

  return rensa_apply1 (&rensa_clipped_relu_class, &self, x, error);
}
