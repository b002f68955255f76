/* swish.c: smooth rectifier with trainable sharpness.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"
#include "swish.py.inc"

typedef struct
{
  RensaInts beta_shape;
  double beta_init;
} Swish;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Swish, beta_shape, .none = TRUE, .allow_none = TRUE, .min = 0, .max = G_MAXDOUBLE,
                   .title = N_ ("Shape"),
                   .hint = N_ ("() learns one sharpness for all values; None learns one for each value of an example")),
  RENSA_ATTR_FLOAT (Swish, beta_init, .initial = 1, .min = -G_MAXDOUBLE, .max = G_MAXDOUBLE,
                    .title = N_ ("Initial Sharpness")),
};

static gboolean
get_shape (gconstpointer values, const RensaShape *inputs, RensaShape *shape, GError **error)
{
  *shape = inputs != NULL && inputs->ndim > 0 ? rensa_shape_reduce (inputs, 1, FALSE) : RENSA_SHAPE (RENSA_INT_NONE);
  return TRUE;
}

static const RensaParamSpec params[] = {
  { "beta", { "beta_shape" }, .get_shape = get_shape, .initializer = "beta_init" }
};

/* Computed with 20 digits: 1 / (1 + exp (-1)) and 2 / (1 + exp (-1)). */
static const RensaSample samples[] = {
  { "beta_shape=()", "[[0, 1]]", "[[0, 0.73105857863000487926]]" },
  { "beta_shape=None, beta_init=0.5", "[[0, 2]]", "[[0, 1.4621171572600097585]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_swish (x, rensa_link_get_param (link, 0), error);
}

const RensaLinkClass rensa_swish_link_class = {
  .name = "Swish",
  .group = &rensa_activation_group,
  .title = N_ ("Swish"),
  .summary = N_ ("Smooth rectifier with a learned sharpness"),
  .words = N_ ("silu;gate;smooth relu"),
  .stem = "swish",
  .formula = "y = x σ(β x)",
  .reference = "Ramachandran, Zoph and Le, \"Searching for Activation Functions\", 2017",
  RENSA_ATTRS (Swish, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "L.Swish({beta_shape:sequence}, beta_init={beta_init})" },
               { "torch", "Swish({beta_shape:sequence}, beta_init={beta_init})" }, { "torch_class", torch_class }),
};

/**
 * rensa_swish_link_new:
 * @beta_shape: (nullable): shape of β; NULL for that of an example of the first batch
 * @beta_init: initial β; usually 1
 *
 * A Swish: y = x σ (β x). Returns NULL with RENSA_ERROR_INVALID if an extent is negative.
 */
RENSA_API RensaLink *
rensa_swish_link_new (const RensaInts *beta_shape, double beta_init, GError **error)
{
  const Swish self = { beta_shape != NULL ? *beta_shape : (RensaInts){ .n = RENSA_INTS_NONE }, beta_init };

  return rensa_link_new_from_values (&rensa_swish_link_class, &self, error);
}
