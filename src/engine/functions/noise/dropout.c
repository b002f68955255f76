/* dropout.c: sets random elements to zero.
 * SPDX-License-Identifier: MIT */

#include "rensa-function.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

typedef struct
{
  double ratio;
  gboolean return_mask;
} Dropout;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Dropout, ratio, .initial = 0.5, .min = 0, .max = 1, .title = N_ ("Ratio"),
                    .hint = N_ ("Probability that an element is set to 0; below 1")),
  RENSA_ATTR_BOOL (Dropout, return_mask, .title = N_ ("Return Mask"),
                   .hint = N_ ("Also returns the mask by which x was multiplied")),
};

static const RensaSample samples[] = {
  { "ratio=0", "[1, 2, 3]", "[1, 2, 3]" },
  { "ratio=0.5", "[[1, -2, 3]]; [[2, 0, 2]]", "[[2, 0, 6]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Dropout *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error))
    return FALSE;
  if (!(self->ratio >= 0 && self->ratio < 1))
    return rensa_inference_fail_text (inference, error, "0.0 <= ratio < 1.0", "ratio = %g", self->ratio);
  if (rensa_inference_get_input (inference, 1) != NULL
      && (!rensa_expect_same_dtype (inference, 1, 0, error) || !rensa_expect_same_shape (inference, 1, 0, error)))
    return FALSE;

  rensa_inference_set_output (inference, 0, x);
  if (self->return_mask)
    rensa_inference_set_output (inference, 1, x);
  return TRUE;
}

/* Factor of x: 1 / (1 - ratio) for kept elements, else 0. */
static RensaArray *
draw_mask (RensaArray *x, double ratio, GError **error)
{
  g_autoptr (RensaArray) mask =
      rensa_array_new_ordered (rensa_array_get_dtype (x), rensa_array_get_shape (x), x, error);

  if (mask == NULL || !rensa_fill_bernoulli (mask, rensa_random_get_default (), 1 - ratio, 1 / (1 - ratio), error))
    return NULL;
  return g_steal_pointer (&mask);
}

/* Passes x through unchanged in test mode. */
static gboolean
pass_on (RensaCall *call, RensaArray *x, GError **error)
{
  rensa_call_take_output (call, 0, rensa_array_ref (x));
  if (rensa_call_get_n_outputs (call) > 1)
    rensa_call_take_output (call, 1, rensa_array_full (rensa_array_get_dtype (x), rensa_array_get_shape (x), 1, error));
  return rensa_call_succeeded (call);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Dropout *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *given = rensa_call_get_input (call, 1);
  g_autoptr (RensaArray) mask = NULL;

  if (!rensa_modes_get ()->train)
    return pass_on (call, x, error);

  mask = given != NULL ? rensa_array_ref (given) : draw_mask (x, self->ratio, error);
  if (mask == NULL)
    return FALSE;

  rensa_call_take_output (call, 0, rensa_map2 (RENSA_KERNEL_OP_MUL, x, mask, NULL, error));
  if (self->return_mask)
    rensa_call_take_output (call, 1, rensa_array_ref (mask));
  rensa_call_keep (call, 0, g_steal_pointer (&mask));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaArray *kept = rensa_backward_get_kept (backward, 0);
  g_autoptr (RensaVariable) mask = rensa_variable_new_constant (kept);

  /* The mask does not depend on x; in test mode there is no mask. */
  if (gy != NULL)
    rensa_backward_take_grad_input (backward, 0,
                                    kept != NULL ? rensa_multiply (gy, mask, error) : rensa_variable_ref (gy));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_dropout_class = {
  .name = "dropout",
  .group = &rensa_noise_group,
  .title = N_ ("Dropout"),
  .summary = N_ ("Sets random values to 0 during training, so that the network does not rely on any one of them"),
  .words = N_ ("regularization;regularisation;noise"),
  .formula = "y = m x / (1 - ratio), m ~ Bernoulli(1 - ratio)",
  .reference =
      "Srivastava et al., \"Dropout: A Simple Way to Prevent Neural Networks from Overfitting\", JMLR 15, 2014",
  .label = "Dropout",
  .inputs = RENSA_INPUTS ("x", "mask?"),
  RENSA_ATTRS (Dropout, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer", "F.dropout({x}, ratio={ratio}, mask=chainer.as_array({mask}), return_mask={return_mask:tuple})" },
      { "torch", "F.dropout({x}, p={ratio:always}, training=self.training)" },
      { "onnx", "return_mask ? refuse ('return_mask') : x" }),
};

/**
 * rensa_dropout:
 * @ratio: the probability that an element is set to zero; at least 0 and below 1
 *
 * In training, y = 0 with probability @ratio, else x / (1 - ratio), drawn for each element by the
 * generator of this thread; otherwise y = x. RENSA_ERROR_TYPE_CHECK if x is not floating or the
 * ratio is out of range.
 *
 * Srivastava et al., "Dropout: A Simple Way to Prevent Neural Networks from Overfitting", JMLR 15, 2014.
 */
RENSA_API RensaVariable *
rensa_dropout (RensaVariable *x, double ratio, GError **error)
{
  const Dropout self = { .ratio = ratio };

  if (x != NULL && !rensa_modes_get ()->train)
    return rensa_variable_ref (x);
  return rensa_apply1 (&rensa_dropout_class, &self, x, error);
}
