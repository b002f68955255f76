/* weighted-linear.c: fully connected layer with a weight per example.
 * SPDX-License-Identifier: MIT */

#include "rensa-dense-link-private.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "weighted-linear.py.inc"

typedef struct
{
  gint64 in_size;
  gint64 out_size;
  gboolean nobias;
  RensaAttrs *initialW;
  RensaAttrs *initial_bias;
} WeightedLinear;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_IN_SIZE (WeightedLinear),
  RENSA_ATTR_INT (WeightedLinear, out_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Units")),
  RENSA_ATTR_NOBIAS (WeightedLinear),
  RENSA_DENSE_INITIAL (WeightedLinear),
};

static const RensaParamSpec params[] = RENSA_DENSE_PARAMS;

/* Computed by hand: the second example is weighted by 0.1; the bias is not weighted. */
static const RensaSample samples[] = {
  { "in_size=2, out_size=1, initialW=Constant(fill_value=3), initial_bias=0.5", "[[1, 2], [10, 20]]; [1, 0.1]",
    "[[9.5], [9.5]]" },
  { "in_size=None, out_size=2, nobias=True, initialW=One", "[[1, 2]]; [-2]", "[[-6, -6]]" },
};

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  outputs[0] = rensa_weighted_linear (inputs[0], inputs[1], rensa_link_get_param (link, RENSA_DENSE_W),
                                      rensa_link_get_param (link, RENSA_DENSE_B), error);
  return outputs[0] != NULL ? 1 : -1;
}

const RensaLinkClass rensa_weighted_linear_link_class = {
  .name = "WeightedLinear",
  RENSA_DENSE_LINK (WeightedLinear, "1:"),
  .title = N_ ("Weighted Linear"),
  .summary = N_ ("Fully connected layer with a weight for each example"),
  .words = N_ ("sample weight;importance;gate;dense;fully connected"),
  .stem = "l",
  .formula = "y = (x Wᵀ) w + b",
  .inputs = RENSA_INPUTS ("x", "w"),
  .forward = forward,
  RENSA_FORMS ({ "chainer", "WeightedLinear({in_size}, {out_size}, nobias={nobias}, initialW={initialW}, "
                            "initial_bias={initial_bias})" },
               { "chainer_class", chainer_class }, { "torch", "WeightedLinear({out_size}, bias={nobias:not})" },
               { "torch_input", "{x}.flatten(1), {w}" }, { "torch_initial", "weight={initialW}, bias={initial_bias}" },
               { "torch_class", torch_class }, { "torch_needless", "{in_size}" }),
};

/**
 * rensa_weighted_linear_link_new:
 * @in_size: values per example; %RENSA_INT_NONE to infer it from the first batch
 * @out_size: units
 *
 * A WeightedLinear: y = (x Wᵀ) w + b, where w has one weight per example and also gets a gradient.
 * Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_weighted_linear_link_new (gint64 in_size, gint64 out_size, gboolean nobias, GError **error)
{
  const WeightedLinear self = { in_size, out_size, nobias };

  return rensa_link_new_from_values (&rensa_weighted_linear_link_class, &self, error);
}
