/* parameter.c: a trainable array by itself; all that the project knows about Parameter.
 * SPDX-License-Identifier: MIT */

#include "rensa-links.h"

#include <string.h>

typedef struct
{
  RensaInts shape;
  RensaAttrs *initialW;
} Parameter;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Parameter, shape, .required = TRUE, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Shape")),
  RENSA_ATTR_COMPONENT (Parameter, initialW, .component_kind = RENSA_COMPONENT_INITIALIZER, .initial_text = "Zero",
                        .title = N_ ("First values")),
};

static gboolean
setup (RensaLink *link, GError **error)
{
  const Parameter *self = rensa_link_get_values (link);
  RensaShape shape = RENSA_SHAPE (self->shape.values[0]);

  if (self->shape.n != RENSA_INTS_SCALAR)
    {
      shape.ndim = self->shape.n;
      memcpy (shape.dims, self->shape.values, sizeof shape.dims);
    }
  return rensa_link_add_param (link, "W", &shape, self->initialW, error);
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  outputs[0] = rensa_variable_ref (rensa_link_get_param (link, 0));
  return 1;
}

const RensaLinkClass rensa_parameter_link_class = {
  .name = "Parameter",
  .group = "connection",
  .title = N_ ("Parameter"),
  .summary = N_ ("A trainable array, returned as it is"),
  .formula = "y = W",
  RENSA_ATTRS (Parameter, attrs),
  .inputs = RENSA_INPUTS (NULL),
  .n_outputs = 1,
  .setup = setup,
  .forward = forward,
  .chainer = "L.Parameter(initializers.generate_array({initialW}, {shape}, np))",
};
