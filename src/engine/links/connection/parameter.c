/* parameter.c: trainable array without inputs.
 * SPDX-License-Identifier: MIT */

#include "parameter.py.inc"
#include "rensa-links.h"

typedef struct
{
  RensaInts shape;
  RensaAttrs *initialW;
} Parameter;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Parameter, shape, .required = TRUE, .initial_text = "(10,)", .min = 0, .max = G_MAXDOUBLE,
                   .title = N_ ("Shape")),
  RENSA_ATTR_COMPONENT (Parameter, initialW, .component_kind = RENSA_COMPONENT_INITIALIZER, .initial_text = "Zero",
                        .title = N_ ("Initial Values")),
};

static const RensaParamSpec params[] = { { "W", { "shape" }, .initializer = "initialW" } };

/* Computed by hand. */
static const RensaSample samples[] = {
  { "shape=(2, 3), initialW=Constant(fill_value=7)", "", "[[7, 7, 7], [7, 7, 7]]" },
  { "shape=2", "", "[0, 0]" },
};

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  outputs[0] = rensa_variable_ref (rensa_link_get_param (link, 0));
  return 1;
}

const RensaLinkClass rensa_parameter_link_class = {
  .name = "Parameter",
  .group = &rensa_linear_group,
  .title = N_ ("Parameter"),
  .summary = N_ ("Trainable array that is returned unchanged"),
  .words = N_ ("weight;variable;trainable"),
  .stem = "param",
  .formula = "y = W",
  RENSA_ATTRS (Parameter, attrs),
  .inputs = RENSA_INPUTS (NULL),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS ({ "chainer", "L.Parameter(initializers.generate_array({initialW}, {shape}, np))" },
               { "torch", "Parameter({shape:sequence})" }, { "torch_initial", "W={initialW}" },
               { "torch_class", torch_class }),
};

/**
 * rensa_parameter_link_new:
 * @shape: shape of W, initially zero
 *
 * A Parameter: y = W.
 */
RENSA_API RensaLink *
rensa_parameter_link_new (const RensaInts *shape, GError **error)
{
  const Parameter self = { *shape };

  return rensa_link_new_from_values (&rensa_parameter_link_class, &self, error);
}
