/* stateful-mgu.c: minimal gated units with state kept between calls.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-recurrent-link-private.h"

/* Chainer's names for n_inputs and n_units of StatelessMGU. */
typedef struct
{
  gint64 in_size;
  gint64 out_size;
} StatefulMGU;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (StatefulMGU, in_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Inputs"),
                  .hint = N_ ("Values per example")),
  RENSA_RECURRENT_UNITS (StatefulMGU, out_size),
};

static const RensaChildSpec children[] = { RENSA_MGU_CHILDREN ("out_size") };

/* With zero inputs, the result does not depend on the weights: both gates are half open, and the
 * candidate is zero. */
static const RensaSample samples[] = {
  { "in_size=2, out_size=1", "[[0, 0]]", "[[0]]" },
  { "in_size=1, out_size=2", "[[0], [0]]", "[[0, 0], [0, 0]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const StatefulMGU *self = rensa_link_get_values (link);
  RensaVariable *carried = rensa_link_get_carried (link, 0);
  g_autoptr (RensaVariable) h = NULL;
  g_autoptr (RensaVariable) next = NULL;

  if (!rensa_recurrent_fits (link, x, carried, FALSE, error))
    return NULL;
  h = carried != NULL ? rensa_variable_ref (carried) : rensa_recurrent_zeros (x, self->out_size, error);
  next = h != NULL ? rensa_mgu_link_step (link, h, x, error) : NULL;
  if (next != NULL)
    rensa_link_set_carried (link, 0, next);
  return g_steal_pointer (&next);
}

const RensaLinkClass rensa_stateful_mgu_link_class = {
  .name = "StatefulMGU",
  .group = &rensa_rnn_group,
  .title = N_ ("Stateful MGU"),
  .summary = N_ ("Fully connected layer of minimal gated units that keeps its state between calls"),
  .words = N_ ("recurrent;rnn;sequence;memory;gates;time series"),
  .stem = "mgu",
  .formula = "f = σ(Wf [h, x]), y = h = (1 - f) h + f tanh(Wh [f h, x])",
  .reference = "Zhou et al., \"Minimal Gated Unit for Recurrent Neural Networks\", 2016",
  RENSA_ATTRS (StatefulMGU, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  RENSA_CARRIES ("out_size", "h"),
  RENSA_SAMPLES (samples),
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "StatefulMGU({in_size}, {out_size})" },
               { "chainer_class", RENSA_CLASS_THAT_BEGINS_ANEW ("StatefulMGU") }),
};

/**
 * rensa_stateful_mgu_link_new:
 * @in_size: values per example
 * @out_size: units
 *
 * A StatefulMGU: rensa_stateless_mgu_link_new() whose state is its last output, initially zero.
 * rensa_link_reset_state() begins new sequences. Returns NULL with RENSA_ERROR_INVALID if a size is
 * less than one.
 */
RENSA_API RensaLink *
rensa_stateful_mgu_link_new (gint64 in_size, gint64 out_size, GError **error)
{
  const StatefulMGU self = { in_size, out_size };

  return rensa_link_new_from_values (&rensa_stateful_mgu_link_class, &self, error);
}
