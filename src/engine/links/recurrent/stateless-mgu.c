/* stateless-mgu.c: one step of minimal gated units, with state kept by the caller.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-recurrent-link-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (RensaMguLink, n_inputs, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Inputs"),
                  .hint = N_ ("Values per example")),
  RENSA_RECURRENT_UNITS (RensaMguLink, n_units),
};

static const RensaChildSpec children[] = { RENSA_MGU_CHILDREN ("n_units") };

/* With zero inputs, the result does not depend on the weights: both gates are half open, and the
 * candidate is zero. */
static const RensaSample samples[] = {
  { "n_inputs=2, n_units=1", "[[0]]; [[0, 0]]", "[[0]]" },
  { "n_inputs=1, n_units=2", "[[0, 0], [0, 0]]; [[0], [0]]", "[[0, 0], [0, 0]]" },
};

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  outputs[0] = rensa_mgu_link_step (link, inputs[0], inputs[1], error);
  return outputs[0] != NULL ? 1 : -1;
}

const RensaLinkClass rensa_stateless_mgu_link_class = {
  .name = "StatelessMGU",
  .group = &rensa_rnn_group,
  .title = N_ ("Stateless MGU"),
  .summary = N_ ("One step of fully connected minimal gated units, which take their state as input and return it"),
  .words = N_ ("recurrent;rnn;sequence;memory;gates;time series"),
  .stem = "mgu",
  .formula = "f = σ(Wf [h, x]), h' = (1 - f) h + f tanh(Wh [f h, x])",
  .reference = "Zhou et al., \"Minimal Gated Unit for Recurrent Neural Networks\", 2016",
  RENSA_ATTRS (RensaMguLink, attrs),
  .inputs = RENSA_INPUTS ("h", "x"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS ({ "chainer", "L.StatelessMGU({n_inputs}, {n_units})" }),
};

/**
 * rensa_stateless_mgu_link_new:
 * @n_inputs: values per example
 * @n_units: units
 *
 * A StatelessMGU: computes from the state h of shape (n, @n_units) and x of shape (n, @n_inputs)
 * the next state, (1 - f) h + f tanh (Wh [f h, x]) with the gate f = σ (Wf [h, x]), both matrices
 * with a bias. Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_stateless_mgu_link_new (gint64 n_inputs, gint64 n_units, GError **error)
{
  const RensaMguLink self = { n_inputs, n_units };

  return rensa_link_new_from_values (&rensa_stateless_mgu_link_class, &self, error);
}
