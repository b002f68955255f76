/* gumbel_softmax.c: a random choice through which gradients pass.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  double tau;
  gint64 axis;
} GumbelSoftmax;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (GumbelSoftmax, tau, .initial = 0.1, .min = 1e-6, .max = G_MAXDOUBLE, .title = N_ ("Temperature"),
                    .hint = N_ ("Smaller values give samples closer to a single choice")),
  RENSA_ATTR_INT (GumbelSoftmax, axis, .initial = 1, .title = N_ ("Axis"), .hint = N_ ("Axis of the choices")),
};

/* Computed independently of this code, with 40 digits. */
static const RensaSample samples[] = {
  { "tau=0.5", "[[0, 1]]; [[0.5, 0]]", "[[0.2689414213699951, 0.7310585786300049]]" },
  { "tau=1, axis=0", "[[0], [-1]]; [[1], [2]]", "[[0.5], [0.5]]" },
};

/* Converts a uniform random number to noise with Gumbel's distribution. */
/* kernel: gumbel_noise (u) -> g */
KERNEL real
gumbel_noise (real u)
{
  return -k_log (-k_log (u));
}
/* end kernel */

/* kernel: gumbel_scores (log_pi, g; tau) -> score */
KERNEL real
gumbel_scores (real log_pi, real g, real tau)
{
  return (log_pi + g) / tau;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const GumbelSoftmax *self = rensa_inference_get_attrs (inference);
  int axis;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_axis (inference, self->axis, &axis, error))
    return FALSE;
  if (!(self->tau > 0))
    return rensa_inference_fail_text (inference, error, "tau > 0", "tau = %g", self->tau);
  if (rensa_inference_get_n_inputs (inference) > 1 && rensa_inference_get_input (inference, 1) != NULL
      && (!rensa_expect_same_dtype (inference, 0, 1, error) || !rensa_expect_same_shape (inference, 0, 1, error)))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

/* A uniform number of exactly 0 would give infinite noise. */
static RensaArray *
draw (RensaArray *log_pi, GError **error)
{
  g_autoptr (RensaArray) even =
      rensa_array_new_ordered (rensa_array_get_dtype (log_pi), rensa_array_get_shape (log_pi), log_pi, error);

  if (even == NULL || !rensa_fill_uniform (even, rensa_random_get_default (), 1e-7, 1, error))
    return NULL;
  return rensa_map1 (RENSA_KERNEL_GUMBEL_NOISE, even, NULL, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const GumbelSoftmax *self = rensa_call_get_attrs (call);
  RensaArray *log_pi = rensa_call_get_input (call, 0);
  RensaArray *given = rensa_call_get_n_inputs (call) > 1 ? rensa_call_get_input (call, 1) : NULL;
  g_autoptr (RensaArray) g = given != NULL ? rensa_array_ref (given) : draw (log_pi, error);
  g_autoptr (RensaArray) scores = rensa_map2 (RENSA_KERNEL_GUMBEL_SCORES, log_pi, g, &self->tau, error);

  rensa_call_retain_output (call, 0);
  rensa_call_take_output (
      call, 0,
      rensa_softmax_rows (scores, rensa_axis_from_start (self->axis, rensa_array_get_ndim (log_pi)), FALSE, error));
  return rensa_call_succeeded (call);
}

/* gx = y (gy - Σ gy y) / tau */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const GumbelSoftmax *self = rensa_backward_get_attrs (backward);
  const RensaInts axis = { .n = RENSA_INTS_SCALAR, .values = { self->axis } };
  RensaVariable *y = rensa_backward_get_output (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) product = rensa_multiply (gy, y, error);
  g_autoptr (RensaVariable) mean = rensa_sum (product, &axis, TRUE, error);
  g_autoptr (RensaVariable) difference = rensa_subtract (gy, mean, error);
  g_autoptr (RensaVariable) grad = rensa_multiply (y, difference, error);

  rensa_backward_take_grad_input (backward, 0, rensa_divide_scalar (grad, self->tau, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_gumbel_softmax_class = {
  .name = "gumbel_softmax",
  .group = &rensa_noise_group,
  .title = N_ ("Gumbel Softmax"),
  .summary = N_ ("Draws differentiable, approximate samples from a categorical distribution"),
  .formula = "y = softmax((log_pi + g) / tau), g ~ Gumbel(0, 1)",
  .label = "GumbelSoftmax",
  .inputs = RENSA_INPUTS ("log_pi", "g?"),
  .n_outputs = 1,
  RENSA_ATTRS (GumbelSoftmax, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.gumbel_softmax({log_pi}, tau={tau}, axis={axis})" },
               { "torch", "F.gumbel_softmax({log_pi}, tau={tau:always}, dim={axis:always})" },
               { "onnx", "Softmax ((log_pi + g) / tau, axis=axis)" }),
};

/**
 * rensa_gumbel_softmax:
 * @log_pi: logarithms of probabilities, not necessarily normalized
 * @tau: above 0; small values bring the result close to a single choice
 * @axis: axis of the choices; negative values count from the end
 *
 * y = softmax ((log_pi + g) / tau) along @axis, where g is drawn from Gumbel's distribution by the generator of this thread.
 *
 * Jang et al., "Categorical Reparameterization with Gumbel-Softmax", ICLR 2017.
 */
RENSA_API RensaVariable *
rensa_gumbel_softmax (RensaVariable *log_pi, double tau, gint64 axis, GError **error)
{
  const GumbelSoftmax self = { .tau = tau, .axis = axis };

  return rensa_apply1 (&rensa_gumbel_softmax_class, &self, log_pi, error);
}
