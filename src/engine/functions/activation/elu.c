/* elu.c: rectifier with an exponential for negative values.
 * SPDX-License-Identifier: MIT */

#include "rensa-elementwise-private.h"
#include "rensa-elu-private.h"
#include "rensa-functions.h"

typedef struct
{
  double alpha;
} ELU;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (ELU, alpha, .initial = 1, .title = N_ ("Alpha"),
                    .hint = N_ ("Very negative inputs approach minus this value")),
};

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[-2, 0, 1.5]", "[-0.8646647167633873, 0, 1.5]" },
  { "alpha=0.5", "[[-0.5, 4]]", "[[-0.1967346701436833, 4]]" },
};

static gboolean
forward (RensaCall *call, GError **error)
{
  const ELU *self = rensa_call_get_attrs (call);

  return rensa_elu_forward (call, &(RensaElu){ self->alpha, 1 }, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const ELU *self = rensa_backward_get_attrs (backward);

  return rensa_elu_backward (backward, &(RensaElu){ self->alpha, 1 }, error);
}

const RensaFunctionClass rensa_elu_class = {
  .name = "elu",
  .group = &rensa_activation_group,
  .title = N_ ("ELU"),
  .summary = N_ ("Rectifier with an exponential for negative inputs"),
  .formula = "y = x where x ≥ 0, else α (exp(x) - 1)",
  .label = "ELU",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (ELU, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.elu({x}, alpha={alpha})" }, { "torch", "F.elu({x}, alpha={alpha})" },
               { "onnx", "Elu (x, alpha=alpha)" }),
};

/**
 * rensa_elu:
 * @alpha: the function tends to -@alpha for negative input
 *
 * y = x if x ≥ 0, otherwise α (exp (x) - 1), elementwise, for x of any shape and floating dtype.
 *
 * Clevert et al., "Fast and Accurate Deep Network Learning by Exponential Linear Units (ELUs)",
 * ICLR 2016.
 */
RENSA_API RensaVariable *
rensa_elu (RensaVariable *x, double alpha, GError **error)
{
  const ELU self = { .alpha = alpha };

  return rensa_apply1 (&rensa_elu_class, &self, x, error);
}
