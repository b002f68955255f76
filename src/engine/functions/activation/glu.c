/* glu.c: gating of one half of the channels by the other.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-halves-private.h"

gboolean
rensa_halves_expect_axis (RensaInference *inference, int *axis, GError **error)
{
  const RensaHalves *self = rensa_inference_get_attrs (inference);

  return rensa_expect_floating (inference, 0, error) && rensa_expect_axis (inference, self->axis, axis, error);
}

gboolean
rensa_halves_backward (RensaBackward *backward, GError **error)
{
  const RensaHalves *self = rensa_backward_get_attrs (backward);
  const RensaHalvesRule *rule = rensa_backward_get_rule (backward);
  const RensaComposition composition = { .compose = rule->compose, .attrs = self, .attrs_size = sizeof *self };

  if (rensa_backward_is_recorded (backward))
    return rensa_backward_composed (backward, &composition, error);

  rensa_backward_take_grad_array (
      backward, 0,
      rule->make_grad (rensa_variable_get_array (rensa_backward_get_input (backward, 0)),
                       rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0)), self->axis, error));
  return rensa_backward_succeeded (backward);
}

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (RensaHalves, axis, .initial = 1, .title = N_ ("Axis"), .hint = N_ ("Axis that is split in half")),
};

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[[1, 2, 0, -1]]", "[[0.5, 0.5378828427399902]]" },
  { "axis=0", "[[3], [2]]", "[[2.642391233933647]]" },
};

/* kernel: glu_forward (a, b) -> y */
KERNEL real
glu_forward (real a, real b)
{
  return a / (1 + k_exp (-b));
}
/* end kernel */

/* kernel: glu_grad (a, b, gy) -> (ga, gb) */
KERNEL void
glu_grad (real a, real b, real gy, real *ga, real *gb)
{
  const real s = 1 / (1 + k_exp (-b));

  *ga = gy * s;
  *gb = gy * a * s * (1 - s);
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  RensaType y = *rensa_inference_get_input (inference, 0);
  int axis;

  if (!rensa_halves_expect_axis (inference, &axis, error))
    return FALSE;
  if (!rensa_expect_multiple (inference, y.shape.dims[axis], 2, "x.shape[axis] % 2 == 0", error))
    return FALSE;

  y.shape.dims[axis] /= 2;
  rensa_inference_set_output (inference, 0, &y);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaHalves *self = rensa_call_get_attrs (call);
  RensaArray *halves[2];

  rensa_array_view_halves (rensa_call_get_input (call, 0), self->axis, halves);
  rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, rensa_map2 (RENSA_KERNEL_GLU_FORWARD, halves[0], halves[1], NULL, error));
  rensa_array_unref (halves[0]);
  rensa_array_unref (halves[1]);
  return rensa_call_succeeded (call);
}

static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const RensaHalves *self = values;
  const RensaInts two = { .n = RENSA_INTS_SCALAR, .values = { 2 } };
  RensaVariable *halves[2];

  if (rensa_split_axis (inputs[0], &two, (int) self->axis, halves, 2, error) != 2)
    return FALSE;

  g_autoptr (RensaVariable) a = halves[0];
  g_autoptr (RensaVariable) b = halves[1];
  g_autoptr (RensaVariable) gate = rensa_sigmoid (b, error);

  outputs[0] = rensa_multiply (a, gate, error);
  return outputs[0] != NULL;
}

/* Writes both halves of the gradient directly into the result. */
static RensaArray *
make_grad (RensaArray *x, RensaArray *gy, gint64 axis, GError **error)
{
  g_autoptr (RensaArray) gx = rensa_array_new (rensa_array_get_dtype (x), rensa_array_get_shape (x), error);
  RensaArray *inputs[3] = { NULL, NULL, gy };
  RensaArray *grads[2];
  gboolean done;

  if (gx == NULL)
    return NULL;

  rensa_array_view_halves (x, axis, inputs);
  rensa_array_view_halves (gx, axis, grads);
  done = rensa_map (RENSA_KERNEL_GLU_GRAD, inputs, grads, NULL, error);
  for (int i = 0; i < 2; i++)
    {
      rensa_array_unref (inputs[i]);
      rensa_array_unref (grads[i]);
    }
  return done ? g_steal_pointer (&gx) : NULL;
}

static const RensaHalvesRule rule = { compose, make_grad };

const RensaFunctionClass rensa_glu_class = {
  .name = "glu",
  .group = &rensa_activation_group,
  .title = N_ ("GLU"),
  .summary = N_ ("Gates one half of the channels with the other half"),
  .formula = "y = a sigmoid(b), [a, b] = x",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaHalves, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = rensa_halves_backward,
  .rule = &rule,
  RENSA_FORMS ({ "torch", "F.glu({x}, dim={axis:always})" },
               { "onnx", "a, b = Split (x, axis=axis, outputs=2); a * Sigmoid (b)" }),
};

/**
 * rensa_glu:
 * @axis: the axis that is halved; may be negative
 *
 * y = a sigmoid (b), where a and b are the halves of x along @axis. RENSA_ERROR_TYPE_CHECK if the
 * extent is odd. Not in Chainer.
 *
 * Dauphin et al., "Language Modeling with Gated Convolutional Networks", ICML 2017.
 */
RENSA_API RensaVariable *
rensa_glu (RensaVariable *x, gint64 axis, GError **error)
{
  const RensaHalves self = { .axis = axis };

  return rensa_apply1 (&rensa_glu_class, &self, x, error);
}
