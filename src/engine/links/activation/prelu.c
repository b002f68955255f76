/* prelu.c: rectifier with a trainable slope.
 * SPDX-License-Identifier: MIT */

#include "prelu.py.inc"
#include "rensa-functions.h"
#include "rensa-initializers.h"
#include "rensa-links.h"

typedef struct
{
  RensaInts shape;
  RensaAttrs *init;
} PReLU;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (PReLU, shape, .initial_text = "()", .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Shape"),
                   .hint = N_ ("() learns one slope for all values, (channels,) one for each channel")),
  RENSA_ATTR_COMPONENT (PReLU, init, .component_kind = RENSA_COMPONENT_INITIALIZER,
                        .initial_text = "Constant(fill_value=0.25)", .title = N_ ("Initial Slope"),
                        .hint = N_ ("Slope for negative values")),
};

static const RensaParamSpec params[] = { { "W", { "shape" }, .initializer = "init" } };

/* Computed by hand. */
static const RensaSample samples[] = {
  { "", "[[-4, 2]]", "[[-1, 2]]" },
  { "shape=(2,), init=0.5", "[[-4, 2], [6, -8]]", "[[-2, 2], [6, -4]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_prelu (x, rensa_link_get_param (link, 0), error);
}

const RensaLinkClass rensa_prelu_link_class = {
  .name = "PReLU",
  .group = &rensa_activation_group,
  .title = N_ ("PReLU"),
  .summary = N_ ("Rectifier with a learned slope for negative values"),
  .words = N_ ("parametric relu;leaky;rectifier"),
  .stem = "prelu",
  .formula = "y = x for x ≥ 0, else W x",
  .reference = "He et al., \"Delving Deep into Rectifiers\", ICCV 2015",
  RENSA_ATTRS (PReLU, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "L.PReLU(shape={shape:sequence}, init={init})" }, { "torch", "PReLU({shape:sequence})" },
               { "torch_initial", "W={init}" }, { "torch_class", torch_class }),
};

/**
 * rensa_prelu_link_new:
 * @shape: shape of the slopes W: () for a single slope, (channels) for one per channel
 * @init: initial slope; usually 0.25
 *
 * A PReLU: y = x for x ≥ 0, else W x. Returns NULL with RENSA_ERROR_INVALID if an extent is
 * negative.
 */
RENSA_API RensaLink *
rensa_prelu_link_new (const RensaInts *shape, double init, GError **error)
{
  g_autoptr (RensaAttrs) slope = rensa_constant_new_attrs (init, error);
  const PReLU self = { *shape, slope };

  return slope != NULL ? rensa_link_new_from_values (&rensa_prelu_link_class, &self, error) : NULL;
}
