/* maxout.c: maximum of several weighted sums.
 * SPDX-License-Identifier: MIT */

#include "maxout.py.inc"
#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 in_size;
  gint64 out_size;
  gint64 pool_size;
  RensaAttrs *initialW;
  RensaAttrs *initial_bias;
} Maxout;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_IN_SIZE (Maxout),
  RENSA_ATTR_INT (Maxout, out_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Units")),
  RENSA_ATTR_INT (Maxout, pool_size, .required = TRUE, .min = 1, .max = G_MAXINT, .title = N_ ("Sums per Unit"),
                  .hint = N_ ("Number of weighted sums per unit, of which the largest is used")),
  RENSA_ATTR_INITIALIZER (Maxout, initialW, "LeCunNormal", N_ ("Initial Weights")),
  RENSA_ATTR_COMPONENT (Maxout, initial_bias, .component_kind = RENSA_COMPONENT_INITIALIZER, .initial_text = "Zero",
                        .allow_none = TRUE, .title = N_ ("Initial Bias"), .hint = N_ ("None omits the bias")),
};

static const RensaChildSpec children[] = {
  { "linear", &rensa_linear_link_class,
    "in_size={in_size}, out_size={out_size*pool_size}, nobias={not initial_bias}, initialW={initialW}, "
    "initial_bias={initial_bias}",
    .learns = TRUE },
};

/* Computed by hand: the first unit takes the maximum of both inputs. */
static const RensaSample samples[] = {
  { "in_size=2, out_size=1, pool_size=2, initialW=Identity(scale=3), initial_bias=Constant(fill_value=0.5)",
    "[[1, 2], [-1, -4]]", "[[6.5], [-2.5]]" },
  { "in_size=None, out_size=2, pool_size=2, initialW=One, initial_bias=None", "[[1, 2]]", "[[3, 3]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const Maxout *self = rensa_link_get_values (link);
  g_autoptr (RensaVariable) sums = rensa_link_call (rensa_link_get_child (link, 0), x, error);

  return rensa_maxout (sums, self->pool_size, 1, error);
}

const RensaLinkClass rensa_maxout_link_class = {
  .name = "Maxout",
  .group = &rensa_linear_group,
  .title = N_ ("Maxout"),
  .summary = N_ ("Fully connected layer whose units output the largest of several weighted sums"),
  .words = N_ ("max;piecewise linear;dense"),
  .stem = "maxout",
  .formula = "y[i] = max over j of (x Wᵀ + b)[i, j]",
  .reference = "Goodfellow et al., \"Maxout Networks\", ICML 2013",
  RENSA_ATTRS (Maxout, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  RENSA_SAMPLES (samples),
  .learns = "in_size",
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "L.Maxout({in_size}, {out_size}, {pool_size}, initialW={initialW}, "
                            "initial_bias={initial_bias})" },
               { "torch", "Maxout({out_size}, {pool_size}, initialW={initialW}, initial_bias={initial_bias:always})" },
               { "torch_class", torch_class }, { "torch_uses", "drawn" }, { "torch_needless", "{in_size}" }),
};

/**
 * rensa_maxout_link_new:
 * @in_size: values per example; %RENSA_INT_NONE to infer it from the first batch
 * @out_size: units
 * @pool_size: number of sums that each unit takes the maximum of
 *
 * A Maxout: y[i] = max over j of (x Wᵀ + b)[i, j], with an initially zero bias. Returns NULL with
 * RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_maxout_link_new (gint64 in_size, gint64 out_size, gint64 pool_size, GError **error)
{
  g_autoptr (RensaAttrs) zero = rensa_attrs_new_from_text (RENSA_COMPONENT_INITIALIZER, "Zero", error);
  const Maxout self = { in_size, out_size, pool_size, .initial_bias = zero };

  return zero != NULL ? rensa_link_new_from_values (&rensa_maxout_link_class, &self, error) : NULL;
}
