/* swish.c: smooth rectifier with trainable sharpness.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"

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

static const char torch_class[] = "class Swish(nn.modules.lazy.LazyModuleMixin, nn.Module):\n"
                                  "    \"\"\"x times the sigmoid of it, whose steepness is learned.\"\"\"\n"
                                  "\n"
                                  "    def __init__(self, shape=None, beta_init=1.0):\n"
                                  "        super().__init__()\n"
                                  "        self.shape = shape\n"
                                  "        self.beta_init = beta_init\n"
                                  "        self.beta = nn.UninitializedParameter()\n"
                                  "\n"
                                  "    def initialize_parameters(self, x):\n"
                                  "        if self.has_uninitialized_params():\n"
                                  "            shape = x.shape[1:] if self.shape is None else self.shape\n"
                                  "            self.beta.materialize(shape)\n"
                                  "            nn.init.constant_(self.beta, self.beta_init)\n"
                                  "\n"
                                  "    def forward(self, x):\n"
                                  "        after = (1,) * (x.ndim - 1 - self.beta.ndim)\n"
                                  "        beta = self.beta.reshape(self.beta.shape + after)\n"
                                  "        return x * torch.sigmoid(beta * x)\n";

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
