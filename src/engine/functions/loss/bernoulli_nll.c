/* bernoulli_nll.c: Bernoulli negative log-likelihood.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-total-private.h"

typedef struct
{
  int reduce;
} BernoulliNll;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (BernoulliNll, reduce, .initial = RENSA_TOTAL_SUM, .choices = rensa_total_sum_mean_no,
                     .title = N_ ("Reduction"), .hint = N_ ("Sum, mean, or loss of each element")),
};

/* Computed independently with 30 digits. */
static const RensaSample samples[] = {
  { "", "[1, 0, 0.25]; [0.5, -2, 3]", "2.89959234679682124" },
  { "reduce='mean'", "[1, 0, 0.25]; [0.5, -2, 3]", "0.966530782265607079" },
  { "reduce='no'", "[[1, 0], [0, 0.25]]; [[0.5, -2], [-2, 3]]",
    "[[0.474076984180106681, 0.126928011042972496], [0.126928011042972496, 2.29858735157374206]]" },
};

/* kernel: bernoulli_term (x, y; share) -> loss */
KERNEL real
bernoulli_term (real x, real y, real share)
{
  /* Computes ln (1 + e^y) - x y without overflow of exp () and without cancellation. */
  return share * ((y > 0 ? 1 - x : -x) * y + k_log1p (k_exp (-k_abs (y))));
}
/* end kernel */

/* kernel: bernoulli_grad_x (x, y, gy; share) -> gx */
KERNEL real
bernoulli_grad_x (real x, real y, real gy, real share)
{
  return -share * y * gy;
}
/* end kernel */

/* kernel: bernoulli_grad_y (x, y, gy; share) -> gy */
KERNEL real
bernoulli_grad_y (real x, real y, real gy, real share)
{
  return share * (1 / (1 + k_exp (-y)) - x) * gy;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const BernoulliNll *self = rensa_inference_get_attrs (inference);

  return rensa_total_infer_alike (inference, self->reduce, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const BernoulliNll *self = rensa_call_get_attrs (call);
  const RensaTotal total = rensa_total_choose (self->reduce, rensa_array_get_shape (rensa_call_get_input (call, 0)));

  return rensa_total_forward (&total, call, RENSA_KERNEL_BERNOULLI_TERM, &total.share, error);
}

/* gx = -y gloss, gy = (sigmoid (y) - x) gloss. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const BernoulliNll *self = rensa_backward_get_attrs (backward);
  const RensaType type = rensa_backward_get_input_type (backward, 0);
  const RensaTotal total = rensa_total_choose (self->reduce, &type.shape);
  RensaVariable *x = rensa_backward_get_input (backward, 0);
  RensaVariable *y = rensa_backward_get_input (backward, 1);
  g_autoptr (RensaVariable) p = NULL;

  if (!rensa_backward_is_recorded (backward))
    return rensa_total_backward_map (&total, backward, 0, RENSA_KERNEL_BERNOULLI_GRAD_X, &total.share, error)
           && rensa_total_backward_map (&total, backward, 1, RENSA_KERNEL_BERNOULLI_GRAD_Y, &total.share, error);

  p = rensa_sigmoid (y, error);
  return rensa_total_backward_slope (&total, backward, 0, rensa_negate (y, error), error)
         && rensa_total_backward_slope (&total, backward, 1, rensa_subtract (p, x, error), error);
}

const RensaFunctionClass rensa_bernoulli_nll_class = {
  .name = "bernoulli_nll",
  .group = &rensa_loss_group,
  .title = N_ ("Bernoulli Negative Log-Likelihood"),
  .summary = N_ ("Negative log-likelihood of values between 0 and 1, given logits"),
  .formula = "L = Σ ln(1 + exp(y)) - x y",
  .inputs = RENSA_INPUTS ("x", "y"),
  .n_outputs = 1,
  RENSA_ATTRS (BernoulliNll, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.bernoulli_nll({x}, {y}, reduce={reduce})" },
               { "torch", "F.binary_cross_entropy_with_logits({y}, {x}, reduction='sum')" },
               { "torch_more", "F.binary_cross_entropy_with_logits({y}, {x}, reduction={reduce:reduction})" },
               { "onnx", "l = Softplus (y) - x * y; "
                         "reduce == 'sum' ? ReduceSum (l, keepdims=0) : reduce == 'mean' ? ReduceMean (l, "
                         "keepdims=0) : l" }),
};

/**
 * rensa_bernoulli_nll:
 * @x: data, from 0 to 1, of any shape
 * @y: scores before the sigmoid, of the same shape
 *
 * L = Σ ln (1 + exp (y)) - x y = -Σ x ln p + (1 - x) ln (1 - p) with p = sigmoid (y); a scalar.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes differ.
 */
RENSA_API RensaVariable *
rensa_bernoulli_nll (RensaVariable *x, RensaVariable *y, GError **error)
{
  const BernoulliNll self = { .reduce = RENSA_TOTAL_SUM };

  return rensa_apply2 (&rensa_bernoulli_nll_class, &self, x, y, error);
}
